"""Checks that answer at once: not attempted, not yet (and why), or passed.

A student at work sees a friendly message. Under pytest, and so under nbval, or with
COURSE_STRICT=1, a check that is not passed raises: only a raised error fails there.
The tasks of lessons 10 to 13 never raise: they ship with a mistake to be mended, and
nbval compares what their checks say about it.
"""

import difflib
import os
import sysconfig
import textwrap
import traceback
from dataclasses import dataclass
from pathlib import Path

from helpers import dentist, exercise_checks, lesson_checks
from helpers.exercise_checks.attempt import REFUSED
from helpers.merged import merged
from helpers.solutions import solution
from helpers.verdict import NotYet

__all__ = ["CHECKS", "HINTS", "CheckNotPassed", "Result", "check", "hint", "solution"]

PARTS = [lesson_checks, dentist, exercise_checks]
WIDTH = 96  # JupyterLab breaks a longer line in the middle of a word
KIT = Path(__file__).resolve().parent
INSTALLED = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
NOT_THEIRS = {KIT, *(Path(folder).resolve() for folder in INSTALLED)}
CHECKS = merged(PARTS, "CHECKS")
HINTS = merged(PARTS, "HINTS")


@dataclass(frozen=True)
class Result:
    """The outcome of a check; a notebook shows it as its message."""

    exercise: str
    state: str
    message: str

    @property
    def passed(self) -> bool:
        return self.state == "passed"

    def __repr__(self) -> str:
        sign = {"passed": "✅ Passed", "not yet": "❌ Not yet"}.get(self.state)
        return f"{sign or '✏️ Not attempted'} ({self.exercise}): {self.message}"

    def _repr_pretty_(self, printer, cycle: bool) -> None:
        printer.text(_in_lines(repr(self)))


class Hint(str):
    """A step of help; a notebook shows it without quotes."""

    def _repr_pretty_(self, printer, cycle: bool) -> None:
        printer.text(_in_lines(self))


class CheckNotPassed(Exception):
    """A check under COURSE_STRICT=1 that was not passed; says what the check says."""


def check(exercise: str, answer) -> Result:
    """What is right or wrong about an answer; raises CheckNotPassed when strict."""
    result = _judge(exercise, answer)
    is_task = exercise in lesson_checks.TASKS
    if not result.passed and not is_task and _is_strict():
        raise CheckNotPassed(repr(result))
    return result


def _is_strict() -> bool:
    """True under pytest, which sets PYTEST_VERSION, unless COURSE_STRICT decides."""
    by_itself = "1" if "PYTEST_VERSION" in os.environ else "0"
    return os.environ.get("COURSE_STRICT", by_itself) == "1"


def hint(exercise: str, step: int = 1) -> str:
    """One step of help: step 1 is a nudge, each further step says more."""
    steps = HINTS.get(exercise)
    if not steps:
        raise ValueError(f"No hints for {exercise!r}. {_nearest(exercise, HINTS)}")
    if type(step) is not int or not 1 <= step <= len(steps):
        answer = f" To see an answer, run solution({exercise!r}) of helpers.checks."
        is_lesson = exercise in lesson_checks.CHECKS  # only exercises have solutions
        raise ValueError(
            f"The hints go from 1 to {len(steps)}; got {step!r}."
            f"{'' if is_lesson else answer}"
        )
    return Hint(f"Hint {step} of {len(steps)}: {steps[step - 1]}")


def _judge(exercise: str, answer) -> Result:
    if exercise not in CHECKS:
        raise ValueError(
            f"There is no check {exercise!r}. {_nearest(exercise, CHECKS)}"
        )
    if answer is None or answer is ...:
        unfilled = "Replace the ... with your answer. Or is a return missing?"
        return Result(exercise, "not attempted", unfilled)
    try:
        return Result(exercise, "passed", CHECKS[exercise](answer))
    except NotYet as verdict:
        return Result(exercise, verdict.state, str(verdict))
    except (Exception, SystemExit) as error:
        return Result(exercise, "not yet", _crash(error))


def _in_lines(text: str) -> str:
    """The text in lines that break between words."""
    options = {"break_long_words": False, "break_on_hyphens": False}
    lines = [textwrap.wrap(line, WIDTH, **options) for line in text.split("\n")]
    return "\n".join("\n".join(line) for line in lines)


def _nearest(name: str, known: dict) -> str:
    near = difflib.get_close_matches(str(name), known, n=3)
    return f"Did you mean: {', '.join(near or known)}?"


def _crash(error: BaseException) -> str:
    """What the learner's code raised, and in which of its lines."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [
        f for f in frames if NOT_THEIRS.isdisjoint(Path(f.filename).resolve().parents)
    ]
    where = f" (in {theirs[-1].name}, line {theirs[-1].lineno})" if theirs else ""
    refused = REFUSED.fullmatch(str(error))
    if refused:
        return f"The API refused a call of your code and said: {refused[2]}{where}"
    raised = "".join(traceback.format_exception_only(error)).strip()
    return f"Your code raised {raised}{where}"
