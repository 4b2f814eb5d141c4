"""Odd and hostile submissions: each gets a row with a plain reason and its due points.

All kinds that `--sample` writes are graded in one run, once for the exercise with code
answers and once for the kit's own exercise, whose answers are data.
"""

import re
import shutil

import pytest

from helpers.grading import filling, sample
from helpers.grading.exercises import EXERCISES, SOLUTIONS, load
from helpers.grading.run import run
from helpers.grading.submission import grade

RIGHT = [
    "right",
    "outputs-cleared",
    "cells-out-of-order",
    "answer-pasted-twice",
    "without-ids",
    "renamed",
    "windows-newlines",
    "byte-order-mark",
    "latin-1",
]
UNREADABLE = {
    "empty": "The file is empty",
    "cut-off": "It is not a whole notebook: the file was cut off",
    "a-pdf": "There is no notebook .* it holds .*pdf",
    "link-out": "a link that leads out of the folder; it was not read",
    "huge-output": "It has 50 MB; at most 20 MB are read. Clear the outputs",
}
WRONG_ID = "Each tool_use_id is the id of its request"
CODE = {  # what is said of the first answer, run_tools
    "wrong-output-saved": WRONG_ID,
    "error-saved-and-allowed": WRONG_ID,
    "check-edited": WRONG_ID,
    "check-deleted": WRONG_ID,
    "check-made-raw": WRONG_ID,
    "check-skipped": WRONG_ID,
    "helpers-folder-beside": WRONG_ID,
    "checker-patched": WRONG_ID,
    "always-equal": "run_tools raised|an object of the type Yes|not callable",
    "answers-imported": "part of the course that knows answers|Not your own work",
    "solution-read-relative": "IndexError: list index out of range",
    "solution-read-absolute": "IndexError: list index out of range",
    "input-transformer": r"get_ipython\(\), which is there only in a notebook",
    "endless-loop": "more than 1 s of computing time: is there a loop that never ends",
    "many-processes": "It starts more than 8 processes",
    "much-memory": "It needs more than 1024 MB of memory",
    "exits": "It ended the process that it runs in",
    "asks-for-input": r"It asks for input\(\), but nobody is there to type",
    "syntax-error": "SyntaxError: invalid syntax",
}
# The limits that these break have nothing to do with time.
PATIENTLY = ("many-processes", "much-memory")
DATA = "count and order: You count 3 API calls, but your table has 4 rows"
DATA_REASONS = dict.fromkeys(CODE, DATA) | {
    "always-equal": "must be written as values only",
    "syntax-error": "The cell is not Python: invalid syntax",
}


def kind_of(file: str) -> str:
    """The kind of a sample, of which its folder has the name."""
    return file.split("/")[0].split("-", 1)[1]


def rows_of(folder, runners, exercises, solutions) -> dict[str, dict]:
    """All kinds of samples, graded in one run: kind -> row."""
    sample.write(folder, len(sample.SAMPLES), exercises, solutions)

    def grader(tasks):
        for name, content in tasks:
            runner = runners[kind_of(name) in PATIENTLY]
            yield grade(name, content, str(exercises), "seed", runner)

    rows = run(folder, exercises, grader, again=True)
    return {kind_of(row["file"]): row for row in rows}


@pytest.fixture(scope="module")
def runners(runner, patient_runner):
    return runner, patient_runner


@pytest.fixture(scope="module")
def code(tmp_path_factory, runners, folders):
    return rows_of(tmp_path_factory.mktemp("code") / "class", runners, *folders)


@pytest.fixture(scope="module")
def data(tmp_path_factory, runners):
    kit = tmp_path_factory.mktemp("data")
    for name, folder in (("exercises", EXERCISES), ("solutions", SOLUTIONS)):
        (kit / name).mkdir()
        shutil.copy(folder / "09_dentist_reminder_trace.ipynb", kit / name)
    return rows_of(kit / "class", runners, kit / "exercises", kit / "solutions")


def test_every_kind_of_sample_has_a_row_and_is_tested(code, data):
    kinds = {*RIGHT, *UNREADABLE, *CODE, "untouched"}
    assert set(code) == set(data) == set(sample.SAMPLES) == kinds


@pytest.mark.parametrize("kind", RIGHT)
def test_right_answers_have_full_marks_however_they_were_saved(kind, code, data):
    for row in (code[kind], data[kind]):
        assert row["state"] == "passed", row["reason"]
        assert row["points"] == row["of"]


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_is_no_notebook_gets_a_row_that_says_so(kind, code, data):
    for row in (code[kind], data[kind]):
        assert (row["state"], row["points"]) == ("unreadable", 0)
        assert re.search(UNREADABLE[kind], row["reason"]), row["reason"]


@pytest.mark.parametrize("kind", CODE)
def test_code_does_not_pass_and_its_row_says_why(kind, code):
    row = code[kind]
    assert row["state"] == "not yet"
    assert row["answers"][0]["points"] == 0
    assert re.search(CODE[kind], row["reason"]), row["reason"]


@pytest.mark.parametrize("kind", DATA_REASONS)
def test_data_does_not_pass_and_its_row_says_why(kind, data):
    row = data[kind]
    assert row["state"] == "not yet"
    assert re.search(DATA_REASONS[kind], row["reason"]), row["reason"]


def test_untouched_exercise_is_not_attempted(code, data):
    for row in (code["untouched"], data["untouched"]):
        assert (row["state"], row["points"]) == ("not attempted", 0)


def test_odd_ways_to_save_are_noted(code):
    notes = {
        kind: row["answers"][0]["notes"] for kind, row in code.items() if row["answers"]
    }
    assert "2 times; the last one counts" in notes["answer-pasted-twice"][0]
    assert "found by its tag, its cell id is lost" in notes["without-ids"][0]
    assert notes["right"] == []


def test_every_answer_of_the_kit_has_a_wrong_form_for_the_samples():
    names = {w.name for e in load(str(EXERCISES)) for w in e.wanted}
    assert names <= set(filling.WRONG)
    for path in SOLUTIONS.glob("*.ipynb"):
        solution = filling.read(path)
        pairs = zip(
            filling.cells_with(solution, "answer"),
            filling.cells_with(filling.wrong(solution), "answer"),
            strict=True,
        )
        assert all("".join(a["source"]) != b["source"] for a, b in pairs), path.name
