"""Runs notebooks and stores their outputs, which nbval then compares with.

`python course.py refresh` runs all lessons and solutions and empties all exercises;
with names, only those. What differs between two runs or two machines is left out.
"""

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("notebooks", "exercises", "solutions")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {"name": "python"},
}


def run(notebook: NotebookNode, folder: Path, **options) -> None:
    """Run all cells in a fresh kernel that starts in a folder; outputs are kept."""
    client = NotebookClient(
        notebook,
        timeout=60,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        **options,
    )
    # The kernel prints a warning of its own at every start.
    asyncio.run(client.async_execute(stderr=subprocess.DEVNULL))


def clear(notebook: NotebookNode) -> None:
    """Take outputs and counts out of all code cells, as exercises are shipped."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None


def clean(notebook: NotebookNode) -> None:
    """Take out what differs between two runs or two machines."""
    notebook.metadata = {
        key: METADATA.get(key, value)
        for key, value in {**notebook.metadata, **METADATA}.items()
        if key != "widgets"
    }
    for cell in notebook.cells:
        for key in ("execution", "collapsed", "scrolled"):
            cell.metadata.pop(key, None)
        # A view without its widget shows an error; the html beside it shows a table.
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
        if cell.cell_type == "code":
            cell.outputs = [o for o in cell.outputs if o.get("data") != {}]


def refresh(path: Path) -> bool:
    """True if the file changed: run or, for an exercise, emptied, then cleaned."""
    before = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(before, as_version=4)
    if path.parent.name == "exercises":
        clear(notebook)
    else:
        run(notebook, path.parent)
    clean(notebook)
    after = nbformat.writes(notebook) + "\n"
    path.write_text(after, encoding="utf-8", newline="\n")
    return after != before


def report(path: Path) -> bool:
    """True if a notebook could be refreshed; says what became of it."""
    try:
        changed = refresh(path)
    except CellExecutionError as error:
        print(f"FAILED     {path}\n{error}")
        return False
    print(f"{'changed' if changed else 'unchanged':10} {path}")
    return True


def main(names: list[str]) -> int:
    """The exit code: 1 if a cell failed; that notebook is left as it was."""
    os.environ["COURSE_STRICT"] = "1"
    os.environ["COURSE_LIVE"] = "0"
    everything = [p for f in FOLDERS for p in sorted((ROOT / f).glob("*.ipynb"))]
    paths = [Path(name).resolve() for name in names] or everything
    with ThreadPoolExecutor(max_workers=2) as pool:
        return 0 if all(list(pool.map(report, paths))) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
