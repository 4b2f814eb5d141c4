"""Judging the answers that are data: the trace and its variations."""

from functools import partial
from random import Random

from helpers import dentist
from helpers.grading.marks import Step
from helpers.tools import reminders
from helpers.verdict import expect

MAX_REQUEST = 300  # characters


def _trace_call(tool: str | None, answer, random: Random) -> None:
    dentist.check_call(answer, tool)


def _trace_order(answer, random: Random) -> None:
    dentist.check_order(answer)


def _week_later(answer, random: Random) -> None:
    dentist.check_week_later(answer)


def _own_reminder(request, random: Random) -> None:
    """The kit's own loop runs here, on a text of the student's: data, and short."""
    if isinstance(request, str):
        expect(
            len(request) <= MAX_REQUEST,
            f"Your request has {len(request)} characters; at most {MAX_REQUEST} are "
            "read.",
        )
    try:
        dentist.check_own_reminder(request)
    finally:
        reminders.clear()


TRACE = (
    *(
        Step(f"call {number}", partial(_trace_call, tool))
        for number, tool in enumerate([*dentist.ORDER, None], start=1)
    ),
    Step("count and order", _trace_order),
)
WEEK_LATER = (Step("duration and timestamp", _week_later, points=2),)
OWN_REMINDER = (Step("a reminder is set", _own_reminder),)
