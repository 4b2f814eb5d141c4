"""No page, notebook, docstring or message holds a common misspelling (codespell).

What is left out, and why, stands in pyproject.toml. If codespell is wrong about a word,
add it there to ignore-words-list.
"""

import json
import subprocess
import sys
from pathlib import Path

from notebook_cells import source

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("notebooks", "exercises", "solutions")


def misspellings(*arguments: str, text: str = "") -> str:
    """What codespell finds, a line each: `place: word ==> better word`."""
    answer = subprocess.run(
        [sys.executable, "-m", "codespell_lib", *arguments],
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert answer.returncode in (0, 65), f"codespell did not run: {answer.stderr}"
    return answer.stdout


def cells(path: Path) -> list[str]:
    """The lines of all cells of a notebook, each behind its place."""
    return [
        f"{path.parent.name}/{path.name}, cell {cell['id']}: {line}"
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        for line in source(cell).splitlines()
    ]


def test_pages_and_code_are_spelt_right():
    found = misspellings(".")
    assert not found, found


def test_notebooks_are_spelt_right():
    paths = [path for name in FOLDERS for path in sorted((ROOT / name).glob("*.ipynb"))]
    text = "\n".join(line for path in paths for line in cells(path))
    found = misspellings("-", text=text)
    assert not found, found


def test_a_misspelling_is_found():
    wrong = "rec" + "ieve"
    assert "==> receive" in misspellings("-", text=f"notebooks/x: you {wrong} it")
