"""Answers that are data: read, never run, and given partial credit."""

import json
from random import Random

import pytest

from helpers.grading.answers import LITERALS
from helpers.grading.exercises import EXERCISES, SOLUTIONS
from helpers.grading.literals import MAX_CHARACTERS, read_value
from helpers.grading.marks import marks
from helpers.grading.submission import grade
from helpers.verdict import NotYet

PATH = SOLUTIONS / "09_dentist_reminder_trace.ipynb"
STARTER = "# ANSWER: trace\nmy_trace = ..."


def solution_text(name: str) -> str:
    for cell in json.loads(PATH.read_text(encoding="utf-8"))["cells"]:
        if f"# ANSWER: {name}\n" in cell["source"]:
            return "".join(cell["source"])
    raise LookupError(name)


def trace() -> dict:
    return read_value(solution_text("trace"), STARTER)[0]


def lost(answer, name="trace") -> dict[str, str]:
    """The steps that lost their point: what -> message."""
    given = marks(LITERALS[name], answer, Random(1))
    return {mark.what: mark.message for mark in given if mark.points < mark.of}


def test_solution_loses_nothing():
    assert lost(trace()) == {}


@pytest.mark.parametrize(
    ("row", "changes", "step", "message"),
    [
        (0, {"result": "2024-03-12 10:22:00"}, "call 1", "frozen clock"),
        (1, {"result_id": "toolu_1"}, "call 2", "carries the id of the request"),
        (1, {"result": "2024-03-14 16:00:00"}, "call 2", "Right day, wrong hour"),
        (2, {"result": "null"}, "call 3", "was the reminder set or not"),
        (2, {"is_error": None}, "call 3", "is_error is"),
        (2, {"is_error": ...}, "call 3", "still to fill in: is_error"),
        (3, {"stop_reason": "stop"}, "call 4", "is not why Claude stopped"),
    ],
)
def test_wrong_row_costs_its_call(row, changes, step, message):
    answer = trace()
    answer["turns"][row] |= changes
    assert message in lost(answer)[step]
    assert set(lost(answer)) <= {step, "count and order"}


def test_missing_call_costs_that_call_and_the_count():
    answer = trace()
    del answer["turns"][2]
    assert set(lost(answer)) == {"call 3", "count and order"}


def test_rows_in_another_order_cost_the_order_and_their_ids():
    answer = trace()
    answer["turns"][0], answer["turns"][1] = answer["turns"][1], answer["turns"][0]
    assert "count and order" in lost(answer)
    assert "call 3" not in lost(answer)


@pytest.mark.parametrize(
    "answer",
    [5, [], {}, {"api_calls": 4, "turns": [1]}, {"api_calls": 4, "turns": []}],
    ids=repr,
)
def test_answer_of_another_shape_loses_all_and_raises_nothing(answer):
    assert len(lost(answer)) == 5


def test_values_of_other_kinds_lose_points_and_raise_nothing():
    answer = trace()
    answer["turns"][1] |= {"tool": ["a"], "input": {"datetime_str": 10**400}}
    assert "call 2" in lost(answer)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("my_trace = [1] * 4", "must be written as values only"),
        ("my_trace = dict(a=1)", "must be written as values only"),
        ("my_trace = __import__('os').getcwd()", "must be written as values only"),
        ("my_trace = {", "The cell is not Python"),
        ("my_trace = " + "[" * 5000, "The cell is not Python"),
        ("my_trace = " + "-" * 9000 + "1", "The cell is not Python"),
        ("my_trace = " + "1+" * 9000 + "1", "The cell is not Python"),
        ("my_trace = " + "9" * 9000, "The cell is not Python"),
        ("x = '" + "a" * MAX_CHARACTERS + "'", "an answer has at most 20,000"),
        ("print('hello')", "must assign the answer to my_trace"),
        ("", "must assign the answer to my_trace"),
    ],
    ids=lambda text: text[:30],
)
def test_what_is_no_plain_value_is_refused_with_a_reason(text, message):
    with pytest.raises(NotYet, match=message):
        read_value(text, STARTER)


def test_other_variable_and_other_lines_are_noted():
    value, [note] = read_value("trace = 1", STARTER)
    assert value == 1
    assert "is called 'trace'" in note
    value, [note] = read_value("my_trace = 1\nmy_trace.clear()", STARTER)
    assert value == 1
    assert "only values count" in note


@pytest.mark.parametrize(
    ("request_text", "message"),
    [("x" * 301, "has 301 characters"), ("Good morning!", "no reminder was set")],
    ids=["long", "no reminder"],
)
def test_request_that_sets_no_reminder_loses_its_point(request_text, message):
    assert message in lost(request_text, "own_reminder")["a reminder is set"]


def test_answer_with_a_type_hint_is_read():
    assert read_value("my_trace: dict\nmy_trace: dict = {}", STARTER)[0] == {}


def test_nothing_of_a_data_answer_is_run(tmp_path):
    """A runner is not even asked for; the file that the answer would write is not."""
    notebook = json.loads(PATH.read_text(encoding="utf-8"))
    target = tmp_path / "written"
    for cell in notebook["cells"]:
        if "answer" in cell["metadata"].get("tags", []):
            cell["source"] = [*cell["source"], f"\nopen({str(target)!r}, 'w')"]
    content = json.dumps(notebook).encode()
    row = grade("ana.ipynb", content, str(EXERCISES), "seed", runner=None)
    assert row["state"] == "passed"
    assert not target.exists()
