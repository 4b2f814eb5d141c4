"""A mark: the points of one step of an answer, and why they were lost.

A step looks at a subject (a value that was read, or a student's running code) and
raises NotYet when it is not right.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from helpers.grading.raised import Raised
from helpers.verdict import NotAttempted, NotYet


@dataclass(frozen=True)
class Step:
    """One thing that is looked at in an answer, and the points that it gives."""

    what: str
    judge: Callable[[object, Random], None]
    points: int = 1


@dataclass(frozen=True)
class Answer:
    """How an answer is graded: as a "literal" or as "code", by which steps."""

    kind: str
    steps: tuple[Step, ...]
    hides: tuple[str, ...] = ()
    """The kit's functions that the answer must not use: it is to replace them."""
    anew: tuple[Step, ...] = ()
    """Steps whose subject is a function that runs the answer again."""

    @property
    def points(self) -> int:
        return sum(step.points for step in (*self.steps, *self.anew))


@dataclass(frozen=True)
class Mark:
    """The outcome of one step."""

    what: str
    points: int
    of: int
    message: str = ""


class Ended(BaseException):
    """A student's code that cannot be judged further; the text says why.

    It is no Exception, so that no check takes it for one that the student raised.
    """


class Unanswered(Exception):
    """The answer is still the placeholder that it was shipped with."""


def marks(steps: tuple[Step, ...], subject, random: Random) -> list[Mark]:
    """The outcome of each step; one that fails does not stop the others."""
    return [_mark(step, subject, random) for step in steps]


def _mark(step: Step, subject, random: Random) -> Mark:
    try:
        step.judge(subject, random)
    except NotAttempted as verdict:
        raise Unanswered(str(verdict)) from None
    except (NotYet, Ended) as verdict:
        return Mark(step.what, 0, step.points, str(verdict))
    except Raised as error:
        return Mark(step.what, 0, step.points, error.told())
    except Exception as error:
        # Data from a stranger can be of any shape; what does not fit is not right.
        message = f"A value is of a kind that does not fit here ({error!r})."
        return Mark(step.what, 0, step.points, message)
    return Mark(step.what, step.points, step.points)
