"""The checks at the end of each lesson, on the function that the lesson built."""

from helpers.lesson_checks import loop, messages, tools
from helpers.lesson_checks.hints import HINTS

__all__ = ["CHECKS", "HINTS"]

CHECKS = {**messages.CHECKS, **tools.CHECKS, **loop.CHECKS}
