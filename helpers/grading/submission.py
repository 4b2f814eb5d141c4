"""One submission, graded: the content of a file in, a row out.

The row is plain data, the same on this machine and on another; nothing that a student
can send makes this raise.
"""

import time
from collections.abc import Callable
from dataclasses import asdict
from random import Random

from helpers.grading import answers
from helpers.grading.cell_text import has_placeholder, without_magics
from helpers.grading.context import needed
from helpers.grading.exercises import Exercise, Wanted, closest
from helpers.grading.finding import Found, find
from helpers.grading.literals import read_value
from helpers.grading.marks import Answer, Ended, Mark, Unanswered, marks
from helpers.grading.raised import Raised
from helpers.grading.reading import Unreadable, read_cells
from helpers.grading.running import Runner
from helpers.grading.student import answering
from helpers.verdict import NotYet

NO_GRADER = "The kit has no way to grade this answer; grade it by hand."


def grade(
    name: str, content: bytes, folder: str, seed: str, runner: Callable[[], Runner]
) -> dict:
    """The row of one submission: its answers, their points, and why some are lost.

    `folder` holds the exercises, `seed` draws the scenarios; `runner` gives the process
    for code answers, and is only called when there is one.
    """
    start = time.perf_counter()
    try:
        cells, notes = read_cells(content)
    except Unreadable as reason:
        return refused(name, str(reason))
    exercise = closest(cells, name, folder)
    if exercise is None:
        return refused(name, f"There are no exercises in {folder}.")
    given = [_answer(cells, exercise, w, seed, runner) for w in exercise.wanted]
    if all(answer["state"] == "missing" for answer in given):
        return refused(name, f"It is a notebook without answers of {exercise.name}.")
    return _row(name, exercise.name, given, notes, time.perf_counter() - start)


def refused(name: str, reason: str) -> dict:
    """The row of a file that cannot be graded."""
    return {
        **_row(name, "", [], [], 0.0),
        "state": "unreadable",
        "reason": reason,
    }


def _row(name: str, exercise: str, answers: list, notes: list, seconds: float) -> dict:
    points, of = (sum(answer[key] for answer in answers) for key in ("points", "of"))
    return {
        "file": name,
        "exercise": exercise,
        "state": _state(answers),
        "points": points,
        "of": of,
        "seconds": round(seconds, 3),
        "reason": next((m for a in answers for m in a["messages"]), ""),
        "notes": notes,
        "answers": answers,
    }


def _state(given: list[dict]) -> str:
    states = {answer["state"] for answer in given}
    return states.pop() if len(states) == 1 else "not yet"


def _answer(cells, exercise: Exercise, wanted: Wanted, seed: str, runner) -> dict:
    answer = answers.answer(wanted)
    found = find(cells, exercise, wanted)
    if found is None:
        reason = f"The cell with `# ANSWER: {wanted.name}` is not there."
        return _outcome(wanted, answer, "missing", [reason])
    notes = list(found.notes)
    if found.text.strip() == wanted.starter.strip():
        return _unanswered(wanted, answer, notes)
    try:
        judged = KINDS[answer.kind](cells, exercise, wanted, found, seed, runner)
    except Unanswered:
        return _unanswered(wanted, answer, notes)
    except (NotYet, Ended) as verdict:
        return _outcome(wanted, answer, "not yet", [str(verdict)], notes)
    except Raised as error:
        return _outcome(wanted, answer, "not yet", [error.told()], notes)
    return _judged(wanted, answer, *judged, notes)


def _judged(wanted, answer: Answer, given: list[Mark], more: list, notes) -> dict:
    messages = [f"{m.what}: {m.message}" for m in given if m.message]
    state = "passed" if all(m.points == m.of for m in given) else "not yet"
    outcome = _outcome(wanted, answer, state, messages, notes + more)
    points = sum(m.points for m in given)
    return outcome | {"points": points, "steps": [asdict(m) for m in given]}


def _unanswered(wanted: Wanted, answer: Answer, notes: list) -> dict:
    reason = "Not attempted: the cell is as it was shipped."
    return _outcome(wanted, answer, "not attempted", [reason], notes)


def _outcome(wanted, answer: Answer, state: str, messages, notes=()) -> dict:
    return {
        "name": wanted.name,
        "state": state,
        "points": 0,
        "of": answer.points,
        "messages": [f"{wanted.name}: {_printable(text)}" for text in messages],
        "notes": [f"{wanted.name}: {_printable(note)}" for note in notes],
        "steps": [],
    }


def _printable(text: str) -> str:
    """The text with nothing in it that steers a terminal, and not too long."""
    kept = "".join(c if c.isprintable() else " " for c in text)
    return kept.encode("utf-8", "replace").decode()[:600]


def _random(seed: str, wanted: Wanted) -> Random:
    return Random(f"{seed} {wanted.name}")


def _literal(cells, exercise, wanted, found: Found, seed, runner):
    value, notes = read_value(found.text, wanted.starter)
    steps = answers.answer(wanted).steps
    return marks(steps, value, _random(seed, wanted)), notes


def _code(cells, exercise: Exercise, wanted: Wanted, found: Found, seed, runner):
    if has_placeholder(found.text):
        raise Unanswered
    answer = answers.answer(wanted)
    with answering(runner(), answer.hides) as student:
        above = needed(cells, exercise, wanted, found)
        student.define(without_magics(found.text), above)
        value = student.value(wanted.expression)
        given = marks(answer.steps, value, _random(seed, wanted))
        return given, student.notes


def _by_hand(*_):
    raise NotYet(NO_GRADER)


KINDS = {"literal": _literal, "code": _code, "by hand": _by_hand}
