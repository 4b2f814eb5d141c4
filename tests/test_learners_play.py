"""A learner runs cells twice and changes questions: lessons go on to work."""

import copy
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHANGES = {
    '"What day will it be in 45 days?"': '"Quel jour sera-t-on dans 60 jours ?"',
    "next Thursday at 3pm": "next Friday at 9:30",
    "call Mom on Friday at 9:30": "call Mom on Tuesday at 17:15",
}


def run(notebook) -> list:
    """The notebook's code cells, run in a fresh kernel; an error raises."""
    where = {"metadata": {"path": str(ROOT / "notebooks")}}
    NotebookClient(
        notebook, timeout=120, coalesce_streams=True, resources=where
    ).execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell) -> list:
    """What a person sees under a cell, but for moving pictures and warnings."""
    outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    return [
        output.get("text") or output["data"].get("text/plain") for output in outputs
    ]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_cell_can_be_run_twice_and_shows_the_same(path):
    notebook = nbformat.read(path, as_version=4)
    stored = [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]
    doubled = []
    for cell in notebook.cells:
        again = copy.deepcopy(cell)
        again["id"] = f"{cell['id']}-again"
        doubled += [cell, again] if cell.cell_type == "code" else [cell]
    notebook.cells = doubled
    cells = run(notebook)
    assert [shown(cell) for cell in cells[1::2]] == stored


@pytest.mark.parametrize("before", CHANGES)
def test_a_changed_question_gets_an_answer(before):
    ran = 0
    for path in LESSONS:
        notebook = nbformat.read(path, as_version=4)
        if before in "".join(cell.source for cell in notebook.cells):
            for cell in notebook.cells:
                cell.source = cell.source.replace(before, CHANGES[before])
            cells = run(notebook)
            texts = "".join(str(shown(cell)) for cell in cells)
            assert "understand this question" not in texts
            ran += 1
    assert ran
