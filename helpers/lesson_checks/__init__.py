"""The checks at the end of each lesson, on what the lesson built or left to mend."""

from helpers.lesson_checks import hints, loop, messages, tasks, tools
from helpers.merged import merged

__all__ = ["CHECKS", "HINTS", "TASKS"]

CHECKS = merged([messages, tools, loop, tasks], "CHECKS")
HINTS = merged([hints, tasks], "HINTS")
TASKS = frozenset(tasks.CHECKS)
