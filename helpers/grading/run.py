"""One run over a folder: what is kept is taken, the rest is graded, all is kept."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from helpers.grading import handed_in, kept, screen
from helpers.grading.reading import Unreadable, read_file
from helpers.grading.submission import refused

Grader = Callable[[Iterable[tuple[str, bytes]]], Iterator[dict]]


def run(folder: Path, exercises: Path, grader: Grader, *, again: bool) -> list[dict]:
    """The rows of all that was handed in, in the order of their names.

    `grader` makes rows of (name, content) pairs; `again` grades what is kept too.
    """
    path = kept.kept_file(folder)
    known = {} if again else kept.read(path)
    files = list(handed_in.files(folder))
    keys: dict[str, str] = {}
    rows: list[dict] = []
    readable = _readable(files, folder, rows)
    new = _new(readable, handed_in.kit_key(exercises), known, keys, rows)
    # Closed, so that workers end with this run, however it ends.
    with (
        path.open("w" if again else "a", encoding="utf-8") as file,
        closing(grader(new)) as graded,
    ):
        for row in graded:
            rows.append(row | {"key": keys.pop(row["file"], "")})
            file.write(json.dumps(rows[-1]) + "\n")
            file.flush()
            show_progress(len(rows), len(files), row["file"])
    end_progress(len(rows))
    rows.sort(key=lambda row: row["file"])
    kept.write(path, [row for row in rows if row["key"]])
    return rows


def _readable(files: list, folder: Path, rows: list[dict]) -> Iterator[tuple]:
    """The name and the content of each file; of one that has none its row is added."""
    for name, path in files:
        try:
            content = read_file(path, folder)
        except Unreadable as reason:
            rows.append(refused(name, str(reason)) | {"key": ""})
        else:
            yield name, content


def _new(readable: Iterator, kit: str, known: dict, keys: dict, rows: list) -> Iterator:
    """What must be graded; its keys are added, and the rows of what is known."""
    for name, content in readable:
        key = handed_in.key(content, kit)
        if (name, key) in known:
            rows.append(known[name, key])
        else:
            keys[name] = key
            yield name, content


def show_progress(done: int, total: int, name: str) -> None:
    """A bar on the terminal; nothing where there is none."""
    if sys.stderr.isatty():
        bar = ("#" * (30 * done // total)).ljust(30, ".")
        shown = f"{bar} {done}/{total} {screen.fitted(name, 36)}"
        print(f"\r{shown}", end="", file=sys.stderr, flush=True)


def end_progress(total: int) -> None:
    """The bar in full: what was known already may have come last."""
    if total and sys.stderr.isatty():
        show_progress(total, total, "")
        print(file=sys.stderr)
