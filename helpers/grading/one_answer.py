"""One answer of a submission, judged: its state, its points, and why some are lost.

A student's answer may be anything; nothing that is in it makes this raise.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from random import Random

from helpers.grading import answers
from helpers.grading.cell_text import (
    MOST_CHARACTERS,
    has_placeholder,
    variables,
    without_magics,
)
from helpers.grading.context import needed
from helpers.grading.exercises import Exercise, Wanted
from helpers.grading.finding import Found, find
from helpers.grading.literals import read_value
from helpers.grading.marks import Answer, Ended, Mark, Unanswered, marks
from helpers.grading.raised import Raised
from helpers.grading.running import Runner
from helpers.grading.student import Student, answering
from helpers.verdict import NotYet

NO_GRADER = "The kit has no way to grade this answer; grade it by hand."
MOST_OF_A_MESSAGE = 600  # characters
MOST_CODE = 200_000  # characters, of an answer and the cells that it needs


@dataclass(frozen=True)
class Given:
    """What a student gave as an answer, and all that it takes to judge it."""

    wanted: Wanted
    answer: Answer
    found: Found
    needed: Callable[[], dict[str, list[str]]]
    """What must run before it."""
    random: Random
    runner: Callable[[], Runner]


def outcome(
    cells: list[dict],
    exercise: Exercise,
    wanted: Wanted,
    seed: str,
    runner: Callable[[], Runner],
) -> dict:
    """The outcome of one answer, as data."""
    answer = answers.answer(wanted)
    found = find(cells, exercise, wanted)
    if found is None:
        reason = f"The cell with `# ANSWER: {wanted.name}` is not there."
        return _told(wanted, answer, "missing", [reason])
    notes = list(found.notes)
    if found.text.strip() == wanted.starter.strip():
        return _unanswered(wanted, answer, notes)
    above = partial(needed, cells, exercise, wanted, found)
    random = Random(f"{seed} {wanted.name}")
    given = Given(wanted, answer, found, above, random, runner)
    try:
        judged, more = KINDS[answer.kind](given)
    except Unanswered:
        return _unanswered(wanted, answer, notes)
    except (NotYet, Ended) as verdict:
        return _told(wanted, answer, "not yet", [str(verdict)], notes)
    except Raised as error:
        return _told(wanted, answer, "not yet", [error.told()], notes)
    return _judged(wanted, answer, judged, notes + more)


def _judged(wanted: Wanted, answer: Answer, given: list[Mark], notes: list) -> dict:
    messages = [f"{m.what}: {m.message}" for m in given if m.message]
    state = "passed" if all(m.points == m.of for m in given) else "not yet"
    told = _told(wanted, answer, state, messages, notes)
    points = sum(m.points for m in given)
    return told | {"points": points, "steps": [asdict(m) for m in given]}


def _unanswered(wanted: Wanted, answer: Answer, notes: list) -> dict:
    reason = "Not attempted: the cell is as it was shipped."
    return _told(wanted, answer, "not attempted", [reason], notes)


def _told(wanted: Wanted, answer: Answer, state: str, messages, notes=()) -> dict:
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
    return kept.encode("utf-8", "replace").decode()[:MOST_OF_A_MESSAGE]


def _literal(given: Given) -> tuple[list[Mark], list[str]]:
    value, notes = read_value(given.found.text, given.wanted.starter)
    return marks(given.answer.steps, value, given.random), notes


def _code(given: Given) -> tuple[list[Mark], list[str]]:
    size = len(given.found.text)
    if size > MOST_CHARACTERS:
        most = f"{MOST_CHARACTERS:,}"
        raise NotYet(f"The cell has {size:,} characters; at most {most} are read.")
    if has_placeholder(given.found.text):
        raise Unanswered
    with _run(given) as (student, value):
        judged = marks(given.answer.steps, value, given.random)

    def again():
        with _run(given) as (_, value):
            return value

    return judged + marks(given.answer.anew, again, given.random), student.notes


@contextmanager
def _run(given: Given) -> Iterator[tuple[Student, object]]:
    """The student's process, within the block, and the answer's value."""
    text, above = without_magics(given.found.text), given.needed()
    size = sum(map(len, [text, *above["kit"], *above["above"]]))
    if size > MOST_CODE:
        raise NotYet(
            f"The answer and the cells that it needs have {size:,} characters; at most "
            f"{MOST_CODE:,} are run."
        )
    with answering(given.runner(), given.answer.hides) as student:
        student.define(text, above)
        yield student, _value(student, given.wanted)


def _value(student: Student, wanted: Wanted):
    """The value that the answer's cell made."""
    try:
        return student.value(wanted.expression)
    except NameError as error:
        raise NotYet(
            f"The cell must define {', '.join(variables(wanted.starter))}; when it was "
            f"run: {error}."
        ) from None


def _by_hand(given: Given):
    raise NotYet(NO_GRADER)


KINDS = {"literal": _literal, "code": _code, "by hand": _by_hand}
