"""The question to answer in a conversation, with what earlier questions add to it."""

import json
import re
from collections import deque
from dataclasses import dataclass

from helpers.offline.replies.history import LONGEST_CONTEXT, History, read_history
from helpers.offline.replies.questions.folding import fold, language_of
from helpers.offline.replies.questions.goal import Goal
from helpers.offline.replies.questions.own_tools import read_own_tool
from helpers.offline.replies.questions.reading import (
    LONGEST_QUESTION,
    read_date_question,
    read_goals,
)

DICTATED = re.compile(r"^\s*call:\s*([\w.-]+)\s*(\{.*\})?\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Understood:
    """A question with its goals, and the tool results that serve it."""

    question: str
    language: str
    goals: list[Goal]
    results: dict[str, deque]


def understand(messages: list[dict], tools: list[dict]) -> Understood:
    """The last question of the conversation.

    Text beside tool results is a remark, and the question before it goes on, unless
    the remark is a new question of its own, or "Stop!" or "Thanks!" in its own message.
    """
    history = read_history(messages)
    last = len(history.said) - 1
    for i in range(last, max(history.open_from, last - LONGEST_CONTEXT), -1):
        words = history.said[i]
        if words.is_beside_results and not words.is_repeated:
            understood = read_at(history, i, tools)
            kinds = {goal.kind for goal in understood.goals}
            if kinds - {"talk"} or (kinds and words.is_own_message):
                return understood
    return read_at(history, history.open_from, tools)


def read_at(history: History, i: int, tools: list[dict]) -> Understood:
    """What was said at one point, understood with what was said before."""
    if not history.said:
        return Understood("", "en", [], {})
    question = history.said[i].text
    earlier = [words.text for words in history.said[max(0, i - LONGEST_CONTEXT) : i]]
    before = language_of(" ".join(earlier[-3:])[:LONGEST_QUESTION])
    language = language_of(question[:LONGEST_QUESTION], before)
    goals = dictated_goals(question, language) or read_goals(question, language, tools)
    if not goals and earlier:
        goals = follow_up(question, earlier, language, tools)
    if len(goals) > 1:
        goals = [goal for goal in goals if goal.kind != "talk"] or goals[:1]
    return Understood(question, language, goals, history.results_since(history.said[i]))


def dictated_goals(question: str, language: str) -> list[Goal]:
    """The calls of a text such as `call: roll_dice {"sides": 6}`, one on each line."""
    goals = []
    for name, arguments in DICTATED.findall(question):
        try:
            json.loads(arguments or "{}")
        except (ValueError, RecursionError):
            return []
        goals.append(Goal("dictated", language, tool=name, subject=arguments or "{}"))
    return goals


def follow_up(
    question: str, earlier: list[str], language: str, tools: list[dict]
) -> list[Goal]:
    """The goals of "And in 45 days?", or of an answer to what the stand-in asked."""
    context = context_of(earlier, language, tools)
    goals = read_goals(context, language_of(context, language), tools)
    if is_open(goals):
        return read_goals(f"{context} {question}", language, tools)
    before = goals[-1] if goals else None
    if before and before.kind == "own_tool":
        goal = read_own_tool(question, language, tools, again=before.tool)
        return [goal] if goal and goal.is_complete else []
    if before and before.kind in ("day", "now"):
        return same_again(question, before, language)
    return []


def context_of(earlier: list[str], language: str, tools: list[dict]) -> str:
    """The last earlier question that was understood, with the answers it asked for."""
    for start in reversed(range(len(earlier))):
        if read_goals(earlier[start], language, tools):
            break
    else:
        return ""
    context = earlier[start]
    for text in earlier[start + 1 :]:
        if is_open(read_goals(context, language, tools)):
            context = f"{context} {text}"
    return context


def is_open(goals: list[Goal]) -> bool:
    """Whether the stand-in had to ask back."""
    return any(not goal.is_complete for goal in goals)


def same_again(question: str, before: Goal, language: str) -> list[Goal]:
    """The date question before, asked again for another moment."""
    goal = read_date_question(question, fold(question), language, is_follow_up=True)
    return [goal] if goal else []
