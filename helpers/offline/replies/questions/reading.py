"""What a question asks for: the goals read from its words, in four languages.

A goal is returned only when every word of the question was understood: a wrong answer
said with confidence is worse than "I don't understand all of this question".
"""

import json
import re
from functools import lru_cache

from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.folding import (
    fold,
    left_over,
    one_of,
    take_all,
    whole_of,
)
from helpers.offline.replies.questions.goal import Goal
from helpers.offline.replies.questions.moments import When, take_when
from helpers.offline.replies.questions.own_tools import read_own_tool
from helpers.offline.replies.questions.reminders import read_reminder
from helpers.offline.replies.questions.small_talk import read_small_talk, read_watch
from helpers.offline.replies.questions.splitting import is_list, splits, without_unit

LONGEST_QUESTION = 1000


def read_goals(question: str, language: str, tools: list[dict]) -> list[Goal]:
    """The goals of a question, or [] if a part of it is not understood."""
    if len(question) > LONGEST_QUESTION:
        return []
    return list(known_goals(question, language, json.dumps(tools)))


@lru_cache(maxsize=100)  # each turn of a loop asks the same again
def known_goals(question: str, language: str, tools: str) -> tuple[Goal, ...]:
    return tuple(goals_in(question, language, json.loads(tools)))


def goals_in(question: str, language: str, tools: list[dict]) -> list[Goal]:
    """The goals of a question, read anew.

    "... and ..." is two goals where both sides are understood on their own; else it
    joins two names, as in "remind me to call Mom and Dad on Friday at 9:30".
    """
    for left, mark, right in splits(question, language):
        first = read_goal(left, language, tools)
        if first and first.is_complete:
            rest = read_rest(first, (left, mark, right), language, tools)
            if rest and all(goal.is_complete for goal in rest):
                return [first, *rest]
        pair = first is None and (
            read_pair(left, right, language, tools)
            or read_named_before(left, mark, right, language, tools)
        )
        if pair:
            return pair
    goal = read_goal(question, language, tools)
    return [goal] if goal else []


def read_rest(
    first: Goal, sides: tuple[str, str, str], language: str, tools: list[dict]
) -> list[Goal]:
    """The goals after the first one, which may leave out what the first one said."""
    left, mark, right = sides
    rest = goals_in(right, language, tools)
    if first.tool and not is_list(mark, right, language):  # "Paris, TX in celsius"
        rest = rest if goals_in(without_unit(right), language, tools) else []
    if rest or first.kind not in ("reminder", "own_tool", "day", "now"):
        return rest
    if first.kind in ("day", "now"):
        goal = None if first.when.date else read_bare_duration(right, language)
        return [goal] if goal else []
    if first.kind == "reminder":
        return goals_in(inherited(left, right, language), language, tools)
    if not is_list(mark, right, language):
        return []
    return read_again(first, right, language, tools)


def read_again(
    first: Goal, question: str, language: str, tools: list[dict]
) -> list[Goal]:
    """The goals of "London and Tokyo" after a call for Paris."""
    for left, _, right in splits(question, language):
        goal = read_own_tool(left, language, tools, again=first.tool)
        if goal and (rest := read_again(first, right, language, tools)):
            return [goal, *rest]
    goal = read_own_tool(question, language, tools, again=first.tool)
    return [goal] if goal else []


def read_pair(left: str, right: str, language: str, tools: list[dict]) -> list[Goal]:
    """Both goals of "In 45 days and in 60 days, what day will it be?", else []."""
    first = read_bare_duration(left, language)
    if not first:
        return []
    rest = goals_in(right, language, tools)
    are_alike = all(g.when.durations and not g.when.date for g in rest)
    return [first, *rest] if rest and are_alike else []


def read_named_before(
    left: str, mark: str, right: str, language: str, tools: list[dict]
) -> list[Goal]:
    """The goals of 台北和東京的天氣, where the last one says what is asked, else []."""
    rest = goals_in(right, language, tools) if mark in tool_words.LISTING else []
    if not rest or not rest[0].tool or not all(goal.is_complete for goal in rest):
        return []
    goal = read_own_tool(left, language, tools, again=rest[0].tool)
    return [goal, *rest] if goal and goal.is_complete else []


def read_bare_duration(text: str, language: str) -> Goal | None:
    """The date goal of "in 60 days", which leaves the question out."""
    goal = read_date_question(text, fold(text), language, is_follow_up=True)
    return goal if goal and goal.when.durations and not goal.when.date else None


def inherited(left: str, right: str, language: str) -> str:
    """The second half of "remind me to A on Friday and to B on Monday", made whole."""
    pattern = whole_of(language, "remind")
    trigger = re.search(pattern, fold(left))
    if not trigger or re.search(pattern, fold(right)):
        return right
    opening = re.sub(r"^(?:to|de|que) |^d'", "", right)
    return f"{left[trigger.start() : trigger.end()]} {opening}"


def read_goal(question: str, language: str, tools: list[dict]) -> Goal | None:
    """The one goal of a question that is understood whole, else None."""
    folded = fold(question)
    goals = (reader(question, folded, language) for reader in READERS)
    goal = next((goal for goal in goals if goal), None)
    has_clock = any(tool["name"] == "get_current_datetime" for tool in tools)
    if goal and (has_clock or goal.kind != "now"):
        return goal
    return read_own_tool(question, language, tools) or goal


def read_date_question(
    question: str, folded: str, language: str, *, is_follow_up: bool = False
) -> Goal | None:
    """A question for a day, a date or a time: now, or so much before or after."""
    when, rest = take_when(folded, language)
    found = {}
    for name in DATE_WORDS:
        found[name], rest = take_all(one_of(language, name), rest)
    small = one_of(language, "filler")
    if left_over(re.sub(small, " ", rest)) or when.is_doubtful:
        return None
    asks = found["asked_alone"] or (found["asked"] and found["asked_with"])
    if not asks and not (is_follow_up and (when.has_day or when.durations)):
        return None
    return date_goal(when, found, language)


DATE_WORDS = ("past", "future", "asked_alone", "asked", "asked_with")


def date_goal(when: When, found: dict, language: str) -> Goal | None:
    """The goal for a moment, if its parts fit together."""
    is_today = when.days == 0 and when.weekday is None and not when.date
    if not when.durations:
        if found["past"] or when.hour:
            return None
        is_now = is_today or not when.has_day
        return Goal("now" if is_now else "day", language, when)
    has_start = bool(when.date and when.date[0]) and when.weekday is None
    fits = has_start or ((is_today or not when.has_day) and not when.hour)
    if not fits or not (is_today or points_one_way(found, language)):
        return None
    return Goal("day", language, when, is_past=bool(found["past"]))


def points_one_way(found: dict, language: str) -> bool:
    """Whether the words look either back or ahead, and ask for one thing."""
    ahead = [match[0] for match in found["future"]]
    if language == "es" and found["past"]:  # "¿en qué fecha cayó hace...?"
        ahead = [word for word in ahead if word != "en"]
    asked = found["asked"] + found["asked_alone"]
    # 幾月幾日星期幾 asks for one date; "the date in 3 days and the time" does not.
    is_one = len(asked) <= 1 or language == "zh"
    return is_one and bool(found["past"]) != bool(ahead)


READERS = [read_small_talk, read_watch, read_reminder, read_date_question]
