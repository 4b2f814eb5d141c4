"""No answer passes that knows the inputs of a check and nothing else.

For each answer of the exercises: a hard-coded one loses points although its check
passes it, and a second right way loses none.
"""

import sys
from pathlib import Path
from random import Random

import made_up
import pytest

from helpers.grading import answers
from helpers.grading.exercises import EXERCISES, SOLUTIONS, Wanted, load
from helpers.grading.filling import answered, read
from helpers.grading.marks import marks
from helpers.grading.student import answering
from helpers.grading.submission import grade

sys.path.insert(0, str(Path(__file__).parents[1]))  # for exercise_answers

from exercise_answers import LESSONS
from exercise_answers.hard_coded import AGAIN, HARD_CODED

WANTED = {w.name: (e, w) for e in load(str(EXERCISES)) for w in e.wanted}


def outcome(name: str, text: str, runner, seed: str) -> dict:
    """What the grader says of an answer, in a submission that is right otherwise."""
    exercise, _ = WANTED[name]
    solution = read(SOLUTIONS / f"{exercise.name}.ipynb")
    made = answered(
        solution,
        lambda other, old: f"# ANSWER: {name}\n{text}" if other == name else old,
    )
    row = grade("ana.ipynb", made_up.as_bytes(made), str(EXERCISES), seed, runner)
    [given] = [a for a in row["answers"] if a["name"] == name]
    return given


def test_every_answer_is_data_or_has_random_scenarios():
    written = {*answers.LITERALS, *answers.WRITTEN}
    assert set(WANTED) == written | set(HARD_CODED)
    assert set(HARD_CODED) == (set(answers.RANDOM) | answers.AGAIN) & set(WANTED)


@pytest.mark.parametrize("name", HARD_CODED)
def test_hard_coded_answer_passes_the_check_and_fails_the_scenarios(name, runner):
    for seed in ("one", "two"):
        given = outcome(name, HARD_CODED[name], runner, seed)
        lost = {step["what"] for step in given["steps"] if step["message"]}
        assert lost, "it passes"
        assert "check" not in lost, given["messages"]


@pytest.mark.parametrize("name", AGAIN)
def test_conversation_that_is_held_again_passes(name, runner):
    given = outcome(name, AGAIN[name], runner, "seed")
    assert given["state"] == "passed", given["messages"]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.__name__)
def test_second_right_ways_have_full_marks(lesson, runner):
    for i, (name, _) in enumerate(lesson.RIGHT):
        steps = answers.answer(Wanted(name, "", 0, "", name, name)).steps
        with answering(runner(), ()) as student:
            student.define(made_up.text_of(lesson), {"kit": [], "above": []})
            value = student.value(f"RIGHT[{i}][1]")
            lost = [m for m in marks(steps, value, Random(i)) if m.points < m.of]
            assert not lost, name
