"""What was handed in: the files of a folder that get a row each.

Every notebook gets one, and so does each student's entry that holds no notebook.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import anthropic

from helpers.grading.exercises import KIT

# Left there by programs, or no submission: it must not be mistaken for the kit's own.
NOT_HANDED_IN = ("__MACOSX", "__pycache__", "helpers")


def files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The name and the path of each file that gets a row, in order."""
    for entry in sorted(folder.iterdir()):
        if _is_skipped(entry.name):
            continue
        if entry.is_dir() and not entry.is_symlink():
            notebooks = list(_notebooks(entry))
            yield from ((_name(path, folder), path) for path in notebooks)
            if not notebooks:
                yield _name(entry, folder), entry
        elif entry.suffix != ".py":
            yield _name(entry, folder), entry


def _notebooks(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_skipped(name))
        for name in sorted(names):
            if name.endswith(".ipynb") and not _is_skipped(name):
                yield Path(place, name)


def _is_skipped(name: str) -> bool:
    return name.startswith(".") or name in NOT_HANDED_IN


def _name(path: Path, folder: Path) -> str:
    """The path below the folder, as text that can be shown and stored everywhere.

    Two names that differ stay different: a zip file of another system garbles letters.
    """
    name = path.relative_to(folder).as_posix()
    return "".join(c if c.isprintable() else f"~{ord(c):x}~" for c in name)


def student(name: str) -> str:
    """Who handed a file in: the first folder of its name, or the name itself."""
    first, _, rest = name.partition("/")
    return first if rest else first.rsplit(".", 1)[0]


def kit_key(exercises: Path) -> str:
    """A hash of all that a grade depends on but the submission itself."""
    kit = [path for path in (KIT / "helpers").rglob("*.*") if path.suffix != ".pyc"]
    digest = hashlib.sha256(anthropic.__version__.encode())
    for path in sorted([*kit, *exercises.glob("*.ipynb")]):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


def key(content: bytes, kit: str) -> str:
    """A hash by which a submission that has not changed is known again."""
    return hashlib.sha256(kit.encode() + content).hexdigest()[:32]
