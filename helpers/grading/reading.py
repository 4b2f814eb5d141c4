"""From a file that somebody handed in to the cells of a notebook, or a plain reason.

The file is data from a stranger: it may be anything, and nothing in it is run here.
"""

import json
import os
import stat
from pathlib import Path

MAX_BYTES = 20_000_000
NOT_FOLLOWED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
AS_BYTES = getattr(os, "O_BINARY", 0)  # Windows would translate newlines

# The first bytes of what is handed in by mistake.
OTHER_FILES = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a zip file or a Word document",
    b"<!DOC": "a web page",
    b"<html": "a web page",
    b"\x89PNG": "a picture",
}
HAND_IN = "Hand in the .ipynb file."


class Unreadable(Exception):
    """A file that cannot be graded; the text tells the student what to hand in."""


def read_file(path: Path, folder: Path) -> bytes:
    """The content of a file inside a folder; raises Unreadable for anything else."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise Unreadable(
            f"It is a link that leads out of the folder; it was not read. {HAND_IN}"
        )
    if path.is_dir():
        raise Unreadable(_without_notebook(path))
    try:
        descriptor = os.open(path.resolve(), os.O_RDONLY | NOT_FOLLOWED | AS_BYTES)
    except OSError as error:
        raise Unreadable(f"It could not be opened: {error.strerror}.") from None
    with os.fdopen(descriptor, "rb") as file:
        _check_small(os.fstat(descriptor))
        return file.read(MAX_BYTES)


def _without_notebook(folder: Path) -> str:
    names = sorted(path.name for path in folder.iterdir())
    holds = f"it holds {', '.join(names[:3])}" if names else "it is empty"
    return f"There is no notebook (.ipynb) in this folder: {holds}. {HAND_IN}"


def _check_small(state: os.stat_result) -> None:
    if not stat.S_ISREG(state.st_mode):
        raise Unreadable(f"It is not a file; it was not read. {HAND_IN}")
    if state.st_size > MAX_BYTES:
        raise Unreadable(
            f"It has {state.st_size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB "
            "are read. Clear the outputs (Edit, Clear Outputs of All Cells), save, and "
            "hand it in again."
        )


def read_cells(content: bytes) -> tuple[list[dict], list[str]]:
    """The cells of a notebook, and notes on how it had to be read."""
    text, notes = _text(content)
    try:
        notebook = json.loads(text)
    except RecursionError:
        raise Unreadable(
            f"It is nested too deeply to be a notebook. {HAND_IN}"
        ) from None
    except ValueError:
        if not text.lstrip().startswith("{"):
            raise Unreadable("It is not a notebook. Hand in the .ipynb file.") from None
        raise Unreadable(
            "It is not a whole notebook: the file was cut off or changed by another "
            "program. Save it in JupyterLab and hand it in again."
        ) from None
    return _cells(notebook), notes


def source(cell: dict) -> str:
    """A cell's text, with the newlines of Linux; "" when it holds no text."""
    lines = cell.get("source", "")
    if isinstance(lines, list):
        lines = "".join(line for line in lines if isinstance(line, str))
    if not isinstance(lines, str):
        return ""
    return lines.replace("\r\n", "\n").replace("\r", "\n")


def tags(cell: dict) -> list:
    """A cell's tags."""
    metadata = cell.get("metadata")
    found = metadata.get("tags", []) if isinstance(metadata, dict) else []
    return found if isinstance(found, list) else []


def _text(content: bytes) -> tuple[str, list[str]]:
    if not content.strip():
        raise Unreadable(f"The file is empty. {HAND_IN}")
    for start, what in OTHER_FILES.items():
        if content.lstrip()[: len(start)].lower() == start.lower():
            raise Unreadable(f"It is {what}, not a notebook. {HAND_IN}")
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        note = "The file is not UTF-8; it was read as Latin-1."
        return content.decode("latin-1"), [note]


def _cells(notebook) -> list[dict]:
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise Unreadable(
            "It is JSON but not a notebook of today's form (nbformat 4). Open it in "
            "JupyterLab, save it, and hand it in again."
        )
    return [cell for cell in cells if isinstance(cell, dict)]
