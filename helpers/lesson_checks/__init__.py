"""The checks at the end of each lesson, on what the lesson built or left to mend."""

from helpers.lesson_checks import hints, loop, messages, tasks, tools

__all__ = ["CHECKS", "HINTS", "TASKS"]

CHECKS = {**messages.CHECKS, **tools.CHECKS, **loop.CHECKS, **tasks.CHECKS}
HINTS = {**hints.HINTS, **tasks.HINTS}
TASKS = frozenset(tasks.CHECKS)
