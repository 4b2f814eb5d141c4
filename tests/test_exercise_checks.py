"""The checks of the exercises: right answers pass, each wrong one is told why."""

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from exercise_answers import RIGHT, WRONG
from exercise_answers.ex03 import reminded

from helpers import check
from helpers.checks import hint, solution
from helpers.exercise_checks import CHECKS, HINTS
from helpers.exercise_checks.attempt import TooManyCalls
from helpers.tools import reminders

ROOT = Path(__file__).resolve().parent.parent
DENTIST = "09_dentist_reminder_trace.ipynb"  # its checks have tests of their own
NAMES = sorted({p.name for p in (ROOT / "exercises").glob("*.ipynb")} - {DENTIST})


@pytest.fixture(autouse=True)
def a_student_at_work(monkeypatch):
    monkeypatch.setenv("COURSE_STRICT", "0")


def run_all(path: Path) -> dict:
    """The results of a notebook's checks, by name, after a run from top to bottom."""
    results, names = {}, {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
        if "check" in tags:
            result = eval(source, names)
            results[result.exercise] = result
        elif cell["cell_type"] == "code":
            exec(compile(source, cell["id"], "exec"), names)
    return results


@pytest.mark.parametrize("name", NAMES)
def test_an_untouched_exercise_runs_to_its_end_and_is_not_attempted(name):
    results = run_all(ROOT / "exercises" / name)
    assert len(results) == 3, "an exercise has three parts"
    assert {result.state for result in results.values()} == {"not attempted"}


@pytest.mark.parametrize("name", NAMES)
def test_its_solution_passes_every_check(name):
    results = run_all(ROOT / "solutions" / name)
    assert len(results) == 3
    assert all(result.passed for result in results.values()), results


def test_the_notebooks_use_every_check():
    used = [name for n in NAMES for name in run_all(ROOT / "exercises" / n)]
    odd = sorted(set(used) ^ set(CHECKS))
    assert not odd, f"the exercises and CHECKS differ in {odd}"
    assert len(used) == len(set(used)), "two exercises use the same check"


@pytest.mark.parametrize(("exercise", "answer"), RIGHT)
def test_a_second_right_way_passes(exercise, answer):
    result = check(exercise, answer)
    assert result.passed, result


def test_a_check_of_a_round_trip_sets_no_reminder_again():
    before = list(reminders)
    assert check("own_round_trip", reminded()).passed
    assert reminders == before


@pytest.mark.parametrize(("exercise", "answer", "message"), WRONG)
def test_each_wrong_answer_gets_its_own_message(exercise, answer, message):
    result = check(exercise, answer)
    assert result.state == "not yet"
    assert message in result.message


def test_every_check_has_a_second_right_way_and_three_messages():
    odd = sorted({exercise for exercise, _ in RIGHT} ^ set(CHECKS))
    assert not odd, f"RIGHT in tests/exercise_answers and CHECKS differ in {odd}"
    said = {
        (exercise, check(exercise, answer).message) for exercise, answer, _ in WRONG
    }
    counts = Counter(exercise for exercise, _ in said)
    few = [exercise for exercise in CHECKS if counts[exercise] < 3]
    assert not few, f"WRONG in tests/exercise_answers needs 3 messages for {few}"


def half_written(messages):
    return [... for message in messages]


@pytest.mark.parametrize(
    "answer",
    [
        half_written,
        lambda text: text or ...,
        {"tool": len, "good": ..., "bad": {}},
        [..., 1],
        {"A question of yours": ...},
    ],
    ids=["comprehension", "lambda", "a part", "a list", "a value"],
)
@pytest.mark.parametrize("exercise", CHECKS)
def test_an_answer_with_a_placeholder_left_is_not_attempted(exercise, answer):
    assert check(exercise, answer).state == "not attempted"


class Awkward:
    """An object that has no good answer to anything."""

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __call__(self, *arguments, **options):
        return self


@pytest.mark.parametrize("exercise", CHECKS)
@pytest.mark.parametrize(
    "answer",
    [Awkward(), int, print, b"x", {1: 2}, [[]], [{"role": "user"}], float("nan")],
    ids=["awkward", "int", "print", "bytes", "dict", "nested", "messages", "nan"],
)
def test_no_object_crashes_a_check(exercise, answer):
    assert check(exercise, answer).state == "not yet"


def calls_for_ever(*arguments, **options):
    from helpers import chat

    while True:
        try:
            chat([{"role": "user", "content": "Hello!"}])
        except Exception:
            continue


@pytest.mark.parametrize("exercise", ["say", "ask", "run_whole", "run_until_done"])
def test_a_loop_that_hides_every_error_is_stopped(exercise):
    result = check(exercise, calls_for_ever)
    assert result.state == "not yet"
    assert TooManyCalls.__name__ not in result.message


@pytest.mark.parametrize("exercise", CHECKS)
def test_there_are_three_hints_and_then_the_solution(exercise):
    assert len(HINTS[exercise]) == 3
    with pytest.raises(ValueError, match=re.escape(f"solution('{exercise}')")):
        hint(exercise, 4)


@pytest.mark.parametrize("exercise", [*CHECKS, "dentist_trace", "own_reminder"])
def test_solution_shows_an_answer_cell_of_the_solutions(exercise):
    shown = repr(solution(exercise))
    assert shown.startswith("# ANSWER: ")
    assert "..." not in shown
    ast.parse(shown)


def test_solution_says_where_it_looked_when_there_are_no_solutions(tmp_path):
    assert f"expected notebooks in {tmp_path}" in repr(solution("say", tmp_path))


def test_solution_of_an_unknown_exercise_is_refused():
    with pytest.raises(ValueError, match="No exercise has a check named 'sey'"):
        solution("sey")
