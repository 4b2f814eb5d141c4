"""The table of answers: how each is graded.

An answer without a line here is code, judged by the check of its exercise.
"""

from collections.abc import Callable
from functools import partial
from random import Random

from helpers.checks import CHECKS
from helpers.grading.conversation_judge import RUN_CONVERSATION
from helpers.grading.data_judges import OWN_REMINDER, TRACE, WEEK_LATER
from helpers.grading.exercises import Wanted
from helpers.grading.marks import Answer, Step
from helpers.grading.own_tool_judge import OWN_TOOL
from helpers.grading.tool_judges import REQUESTS, RUN_TOOL, RUN_TOOLS

_RESULTS = ("run_tools", "tool_result", "error_result", "run_conversation")
_LOOP = ("run_conversation",)

# The answers that are data. The name is that of the cell's `# ANSWER:` line.
LITERALS = {"trace": TRACE, "week_later": WEEK_LATER, "own_reminder": OWN_REMINDER}

# What is looked at besides the check, over scenarios drawn anew for each run.
RANDOM = {
    "run_tools": RUN_TOOLS,
    "run_every_tool": REQUESTS,
    "run_tool": RUN_TOOL,
    "run_conversation": RUN_CONVERSATION,
    "run_whole": RUN_CONVERSATION,
    "run_until_done": RUN_CONVERSATION,
    "own_tool": OWN_TOOL,
}

# The kit's functions that an answer must not use: it is to replace them.
HIDDEN = {
    "run_tools": _RESULTS,
    "run_every_tool": _RESULTS,
    "result_of": _RESULTS,
    "run_tool": ("run_tool",),
    "run_conversation": _LOOP,
    "run_whole": _LOOP,
    "run_until_done": _LOOP,
}


def answer(wanted: Wanted) -> Answer:
    """How the answer of a cell is graded."""
    if wanted.name in LITERALS:
        return Answer("literal", LITERALS[wanted.name])
    check = CHECKS.get(wanted.check)
    if check is None:
        return Answer("by hand", ())
    steps = (Step("check", partial(_checked, check), points=2),)
    more = RANDOM.get(wanted.name, ())
    return Answer("code", steps + more, HIDDEN.get(wanted.name, ()))


def _checked(check: Callable, value, random: Random) -> None:
    """The check that the student has seen, in the grader, on what came back."""
    check(value)
