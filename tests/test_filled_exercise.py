"""The final exercise as students hand it in: filled in, and run in a strict kernel."""

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from helpers.grading.filling import filled, read

ROOT = Path(__file__).resolve().parent.parent
NAME = "09_dentist_reminder_trace.ipynb"

WRONG = {
    "three days": (
        '"duration": 4598, "unit": "minutes"',
        '"duration": 3, "unit": "days"',
    ),
    "three calls": ('"api_calls": 4', '"api_calls": 3'),
    "a failed tool": ('"toolu_2", "is_error": False', '"toolu_2", "is_error": True'),
    "another id": ('"result_id": "toolu_3"', '"result_id": "toolu_2"'),
    "a week later": ("4598", "14678"),
}
MESSAGES = {
    "three days": "Right day, wrong hour",
    "three calls": "You count 3 API calls, but your table has 4 rows",
    "a failed tool": "Row 2: is_error is only true when a tool failed",
    "another id": "Row 3: a tool_result carries the id of the request",
    "a week later": "is a Thursday, but not the one meant here",
}


def filled_in(mistake: str = "") -> nbformat.NotebookNode:
    """The exercise with the solution's answers, of which the trace has a mistake."""
    old, new = WRONG.get(mistake, ("", ""))

    def change(name: str, text: str) -> str:
        assert old in text or name != "trace"
        return text.replace(old, new) if name == "trace" else text

    pair = (read(ROOT / folder / NAME) for folder in ("exercises", "solutions"))
    return nbformat.reads(json.dumps(filled(*pair, change)), as_version=4)


def run(notebook: nbformat.NotebookNode) -> None:
    where = {"metadata": {"path": str(ROOT / "exercises")}}
    NotebookClient(notebook, timeout=120, resources=where).execute()


def test_the_exercise_with_the_solutions_answers_passes():
    run(filled_in())


@pytest.mark.parametrize("mistake", WRONG)
def test_a_wrong_trace_fails_with_its_own_message(mistake):
    with pytest.raises(CellExecutionError) as failed:
        run(filled_in(mistake))
    assert failed.value.ename == "CheckNotPassed"
    assert MESSAGES[mistake] in failed.value.evalue
