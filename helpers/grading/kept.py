"""Rows kept from earlier runs, so that only what is new is graded.

A row is written as soon as it is there: a run that is interrupted goes on where it
stopped. The file lies beside the folder, not in it: there a student could put one.
"""

import json
from pathlib import Path


def kept_file(folder: Path) -> Path:
    """Where the rows of a folder are kept: `FOLDER.grades.jsonl`."""
    folder = folder.resolve()
    return folder.with_name(folder.name + ".grades.jsonl")


def read(path: Path) -> dict[tuple[str, str], dict]:
    """The kept rows, by the file's name and key; a line cut off is left out."""
    if not path.exists():
        return {}
    rows = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue  # the run was stopped while it wrote this line
        rows[row["file"], row["key"]] = row
    return rows


def write(path: Path, rows: list[dict]) -> None:
    """Keep these rows and no others."""
    new = path.with_suffix(".new")
    lines = [json.dumps(row) + "\n" for row in rows]
    new.write_text("".join(lines), encoding="utf-8")
    new.replace(path)
