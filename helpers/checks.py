"""Checks that answer at once: not attempted, not yet (and why), or passed.

A student at work sees a friendly message. Under `COURSE_STRICT=1`, which pytest sets
for nbval, a check that is not passed raises: only a raised error makes nbval fail.
"""

import os
import traceback
from dataclasses import dataclass

from helpers import dentist, lesson_checks
from helpers.verdict import NotYet

CHECKS = {**lesson_checks.CHECKS, **dentist.CHECKS}
HINTS = {**lesson_checks.HINTS, **dentist.HINTS}


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


class CheckNotPassed(Exception):
    """A check under COURSE_STRICT=1 that was not passed; says what the check says."""


def check(exercise: str, answer) -> Result:
    """What is right or wrong about an answer; raises CheckNotPassed when strict."""
    result = _judge(exercise, answer)
    if not result.passed and os.environ.get("COURSE_STRICT") == "1":
        raise CheckNotPassed(repr(result))
    return result


def hint(exercise: str, step: int = 1) -> str:
    """One step of help: step 1 is a nudge, each further step says more."""
    steps = HINTS.get(exercise)
    if not steps:
        raise ValueError(f"There are hints for: {', '.join(HINTS)}; got {exercise!r}.")
    if not isinstance(step, int) or not 1 <= step <= len(steps):
        raise ValueError(f"The hints go from 1 to {len(steps)}; got {step!r}.")
    return f"Hint {step} of {len(steps)}: {steps[step - 1]}"


def _judge(exercise: str, answer) -> Result:
    if exercise not in CHECKS:
        raise ValueError(f"The checks are: {', '.join(CHECKS)}; got {exercise!r}.")
    if answer is None or answer is ...:
        return Result(exercise, "not attempted", "Replace the ... with your answer.")
    try:
        return Result(exercise, "passed", CHECKS[exercise](answer))
    except NotYet as verdict:
        return Result(exercise, verdict.state, str(verdict))
    except Exception as error:
        return Result(exercise, "not yet", _crash(error))


def _crash(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"Your code raised {type(error).__name__}: {error} "
        f"(in {frame.name}, line {frame.lineno}: {frame.line})"
    )
