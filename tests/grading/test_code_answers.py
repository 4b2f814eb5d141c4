"""Answers that are code: called from a safe distance, judged in the grader."""

import json
import re
import sys
from pathlib import Path

import made_up
import pytest

from helpers.checks import CHECKS
from helpers.grading.exercises import EXERCISES, SOLUTIONS
from helpers.grading.student import answering
from helpers.grading.submission import grade
from helpers.verdict import NotYet

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))  # for exercise_answers

from exercise_answers import LESSONS  # noqa: E402 (it lies one folder up)


def reason(row: dict, name: str) -> str:
    """What is said of an answer."""
    [answer] = [a for a in row["answers"] if a["name"] == name]
    return " ".join(answer["messages"])


@pytest.mark.parametrize(
    "path", sorted(SOLUTIONS.glob("*.ipynb")), ids=lambda p: p.stem
)
def test_solutions_of_the_kit_have_full_marks_and_exercises_none(path, runner):
    row = grade(path.name, path.read_bytes(), str(EXERCISES), "seed", runner)
    assert row["state"] == "passed", row["reason"]
    untouched = (EXERCISES / path.name).read_bytes()
    row = grade(path.name, untouched, str(EXERCISES), "seed", runner)
    assert (row["state"], row["points"]) == ("not attempted", 0)


def verdict(check, answer) -> str:
    """What a check says of an answer."""
    try:
        return check(answer)
    except NotYet as verdict:
        return str(verdict)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.__name__)
def test_answers_are_judged_as_in_a_notebook(lesson, runner):
    """Each right and wrong answer of the checks' own tests gets the same verdict."""
    with answering(runner(), ()) as student:
        student.define(made_up.text_of(lesson), {"kit": [], "above": []})
        for table in ("RIGHT", "WRONG"):
            for i, (exercise, answer, *_) in enumerate(getattr(lesson, table)):
                there = student.value(f"{table}[{i}][1]")
                check = CHECKS[exercise]
                assert verdict(check, there) == verdict(check, answer), (exercise, i)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "run_tools",
            "def run_tools(message):\n    return []",
            "expected 3, got 0",
        ),
        (
            "run_tools",
            "run_tools = 5",
            "'int' object is not callable",
        ),
        (
            "run_tools",
            "def run_tools(message):\n    return open('no')",
            "raised FileNotFoundError",
        ),
        (
            "run_conversation",
            "def run_conversation(messages, tools):\n    return messages",
            "yours made 0",
        ),
        (
            "run_conversation",
            "def run_conversation(messages, tools):\n"
            "    while True:\n"
            "        try:\n"
            "            chat(messages, tools=tools)\n"
            "        except BaseException:\n"
            "            pass",
            "It called Claude more than|It goes on although|computing time",
        ),
    ],
    ids=["empty", "number", "raises", "no call", "never stops"],
)
def test_wrong_code_loses_points_with_a_plain_reason(graded, name, text, message):
    row = graded(**{name: text})
    assert re.search(message, reason(row, name)), reason(row, name)
    assert all(a["state"] == "passed" for a in row["answers"] if a["name"] != name)


HARD_CODED = """\
seen = []


def run_tools(message):
    requests = [block for block in message.content if block.type == "tool_use"]
    known = {"toolu_1": "2024-03-11 10:22:00", "toolu_2": "2024-03-18 00:00:00"}
    return [
        {"type": "tool_result", "tool_use_id": r.id, "is_error": False,
         "content": known.get(r.id, "2024-03-11 10:22:00")}
        for r in requests
    ]
"""


def test_result_that_is_written_into_the_code_passes_the_check_but_not_the_scenarios(
    graded,
):
    row = graded(run_tools=HARD_CODED)
    steps = {s["what"]: s["points"] for s in row["answers"][0]["steps"]}
    assert steps["check"] == 2
    assert steps["random requests"] == 0


def test_same_seed_draws_the_same_scenarios(graded):
    first, again = (graded("a", run_tools=HARD_CODED) for _ in range(2))
    assert reason(first, "run_tools") == reason(again, "run_tools") != ""


def test_own_helper_cell_above_the_answer_is_run(row_of):
    made = made_up.submission(run_tools="run_tools = mine")
    text = made_up.RIGHT["run_tools"].replace("def run_tools", "def mine")
    made["cells"].insert(2, made_up.cell("helper", text))
    row = row_of(made)
    assert row["state"] == "passed", row["reason"]


def test_cell_that_the_answer_does_not_need_is_not_run(row_of):
    made = made_up.submission()
    made["cells"].insert(2, made_up.cell("endless", "while True:\n    pass"))
    row = row_of(made)
    assert row["state"] == "passed", row["reason"]


def test_one_answer_that_ends_its_process_costs_no_other(graded):
    row = graded(run_conversation="import os\nos._exit(0)")
    assert [a["state"] for a in row["answers"]] == ["passed", "not yet", "passed"]


def test_magics_are_left_out(graded):
    row = graded(run_tools="%time 5\n" + made_up.RIGHT["run_tools"] + "\n!ls")
    assert row["state"] == "passed", row["reason"]


def test_row_is_data(graded):
    assert json.loads(json.dumps(graded())) == graded() | {
        "seconds": pytest.approx(graded()["seconds"], abs=60)
    }


FORGED = [
    '{"$tool": "no such tool"}',
    '{"$sdk": "Anthropic", "value": {}}',
    '{"$sdk": "Message", "value": {"id": 5}}',
    '{"$function": {}}',
    '{"$list": "x"}',
    '"x" * 30_000',
]


@pytest.mark.parametrize("text", FORGED)
def test_forged_value_is_a_wrong_answer_and_not_a_failure_of_the_grader(graded, text):
    row = graded(run_tools=f"run_tools = {text}")
    assert row["answers"][0]["state"] == "not yet"
    assert "cannot be read" in reason(row, "run_tools")
    assert row["answers"][1]["state"] == "passed"


def test_answer_without_a_check_is_left_to_the_instructor(tmp_path, runner):
    cells = [made_up.cell("a", "# ANSWER: essay\nessay = ...", "answer")]
    path = made_up.write(tmp_path / "exercises" / "11.ipynb", {"cells": cells})
    cells[0]["source"] = ["# ANSWER: essay\n", "essay = 'Tools are useful.'"]
    content = made_up.as_bytes({"cells": cells})
    row = grade("ana.ipynb", content, str(path.parent), "seed", runner)
    assert row["state"] == "not yet"
    assert "grade it by hand" in row["reason"]
