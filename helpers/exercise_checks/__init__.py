"""The checks of exercises 01 to 08, one file for each lesson, and their hints.

Exercise 09, the final one, has its check in helpers/dentist.py.
"""

from functools import partial

from helpers.exercise_checks import (
    ex01_messages,
    ex02_stop_reason,
    ex03_round_trip,
    ex04_run_tools,
    ex05_errors,
    ex06_routing,
    ex07_loop,
    ex08_endings,
)
from helpers.exercise_checks.attempt import expect_attempted
from helpers.merged import merged

LESSONS = (
    ex01_messages,
    ex02_stop_reason,
    ex03_round_trip,
    ex04_run_tools,
    ex05_errors,
    ex06_routing,
    ex07_loop,
    ex08_endings,
)


def _checked(check, answer) -> str:
    expect_attempted(answer)
    return check(answer)


CHECKS = {
    name: partial(_checked, check) for name, check in merged(LESSONS, "CHECKS").items()
}
HINTS = merged(LESSONS, "HINTS")
