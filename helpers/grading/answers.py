"""The table of answers: how each is graded.

An answer without a line here is code, judged by the check of its exercise.
"""

from collections.abc import Callable
from functools import partial
from random import Random

from helpers.checks import CHECKS
from helpers.grading import registry_judges, result_judges, turn_judges
from helpers.grading.anew import ANEW
from helpers.grading.conversation_judge import RUN_CONVERSATION, RUN_UNTIL_DONE
from helpers.grading.data_judges import OWN_REMINDER, TRACE, WEEK_LATER
from helpers.grading.exercises import Wanted
from helpers.grading.marks import Answer, Step
from helpers.grading.own_error_judge import OWN_ERROR
from helpers.grading.own_tool_judge import OWN_TOOL
from helpers.grading.tool_judges import REQUESTS, RUN_TOOL, RUN_TOOLS

_RESULTS = ("run_tools", "tool_result", "error_result", "run_conversation")
_LOOP = ("run_conversation",)

# The answers that are data. The name is that of the cell's `# ANSWER:` line.
LITERALS = {"trace": TRACE, "week_later": WEEK_LATER, "own_reminder": OWN_REMINDER}

# What is looked at besides the check, over scenarios drawn anew for each run.
RANDOM = {
    "say": turn_judges.SAY,
    "start_conversation": turn_judges.START_CONVERSATION,
    "wanted_tools": turn_judges.WANTED_TOOLS,
    "ask": turn_judges.ASK,
    "result_block": result_judges.RESULT_BLOCK,
    "readable_block": result_judges.READABLE_BLOCK,
    "missing_ids": result_judges.MISSING_IDS,
    "run_tools": RUN_TOOLS,
    "run_every_tool": REQUESTS,
    "run_tool": RUN_TOOL,
    "in_days": result_judges.IN_DAYS,
    "result_of": result_judges.RESULT_OF,
    "own_error": OWN_ERROR,
    "without_function": registry_judges.WITHOUT_FUNCTION,
    "matching_tools": registry_judges.MATCHING_TOOLS,
    "own_tool": OWN_TOOL,
    "run_conversation": RUN_CONVERSATION,
    "run_whole": RUN_CONVERSATION,
    "next_step": turn_judges.NEXT_STEP,
    "run_until_done": RUN_UNTIL_DONE,
    "own_client": turn_judges.OWN_CLIENT,
}

# Conversations of the student's own, whose cells are run once more for it.
AGAIN = {"own_conversation", "own_round_trip", "own_questions"}

# Nothing of these is computed: the value that the student writes is the answer.
WRITTEN = {"own_predictions", "loop_order", "own_bound"}

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
    anew = ANEW if wanted.name in AGAIN else ()
    return Answer("code", steps + more, HIDDEN.get(wanted.name, ()), anew)


def _checked(check: Callable, value, random: Random) -> None:
    """The check that the student has seen, in the grader, on what came back."""
    check(value)
