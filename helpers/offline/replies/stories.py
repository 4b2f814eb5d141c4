"""The stories: what Claude would do for each kind of question, call by call.

A story yields the calls of one turn, is sent their results, and returns the last text.
A turn may open with a sentence, as Claude's turns often do. Some questions to try:
    What day will it be in 103 days?           today, then the duration: 3 requests
    Set a reminder for my dentist appointment next Thursday at 3pm.      4 requests
    What time is it, and what day is 30 days after 2024-05-01?   two calls at once
    What day will it be in 2 fortnights?       a refused unit, then a corrected call
    Keep checking the time until it is midnight.                    it never ends
Each also in French ("dans 2 quinzaines", "dans 2 trimestres"), Spanish ("dentro de 2
quincenas", "dentro de 2 trimestres") and Traditional Chinese (兩季後是星期幾).
"""

import json
from datetime import datetime

from helpers.offline.replies.calls import Call, Story, add_duration, added, call
from helpers.offline.replies.history import Result, Unreadable
from helpers.offline.replies.phrases import date_of, say, write_date, write_durations
from helpers.offline.replies.questions.dates import DATE_FORMAT
from helpers.offline.replies.questions.goal import Goal
from helpers.offline.replies.reminder_story import reminder


def now(goal: Goal) -> Story:
    """1. today's date and time."""
    [today] = yield [call("get_current_datetime")]
    date = date_of(today, goal.language, with_clock=True)
    return say(goal.language, "now", date=date)


def day(goal: Goal) -> Story:
    """1. today's date; 2. the duration added to it. A given date needs no 1."""
    when = goal.when
    if when.date and when.date[0] and when.durations:
        return (yield from day_from_given_date(goal))
    [today] = yield [say(goal.language, "get_today"), call("get_current_datetime")]
    if not when.durations:
        return (yield from named_day(goal, today))
    result = yield from added(signed(goal), today.datetime)
    phrase = "in_past" if goal.is_past else "in_future"
    return answer(goal, phrase, result)


def day_from_given_date(goal: Goal) -> Story:
    """1. the duration added to the date in the question."""
    try:
        start = datetime(*goal.when.date, *(goal.when.hour or (0, 0)))
    except ValueError:
        return say(goal.language, "no_such_day")
    written = start.strftime(DATE_FORMAT if goal.when.hour else "%Y-%m-%d")
    result = yield from added(signed(goal), written)
    start_words = write_date(start, goal.language, with_clock=bool(goal.when.hour))
    phrase = "before" if goal.is_past else "after"
    return answer(goal, phrase, result, start=start_words)


def named_day(goal: Goal, today: Result) -> Story:
    """2. the days to the named day, added to today."""
    try:
        there = goal.when.day_from(today.moment)
    except (ValueError, OverflowError):
        return say(goal.language, "no_such_day")
    days = (there.date() - today.moment.date()).days
    [result] = yield [add_duration(today.datetime, days, "days")]
    return say(goal.language, "day", date=date_of(result, goal.language))


def signed(goal: Goal) -> list[tuple[int, str]]:
    """The durations of the goal, negative where it looks back."""
    sign = -1 if goal.is_past else 1
    return [(sign * amount, unit) for amount, unit in goal.when.durations]


def answer(goal: Goal, phrase: str, result: Result, **values: str) -> str:
    """The last sentence of a day story, which quotes the result."""
    durations = goal.when.durations
    with_clock = any(unit in ("hours", "minutes", "seconds") for _, unit in durations)
    date = date_of(result, goal.language, with_clock=with_clock)
    written = write_durations(goal.when.said_durations, goal.language)
    return say(goal.language, phrase, duration=written, date=date, **values)


def watch(goal: Goal) -> Story:
    """1. today's date and time, again and again until the hour has come."""
    [seen] = yield [call("get_current_datetime")]
    while not is_at(seen, goal.when.hour):
        [seen] = yield [say(goal.language, "not_yet"), call("get_current_datetime")]
    date = date_of(seen, goal.language, with_clock=True)
    return say(goal.language, "hour_has_come", date=date)


def is_at(seen: Result, hour: tuple[int, int]) -> bool:
    """Whether a result tells this hour and minute; an error or junk does not."""
    try:
        return not seen.is_error and (seen.moment.hour, seen.moment.minute) == hour
    except Unreadable:
        return False


def own_tool(goal: Goal) -> Story:
    """1. the learner's tool; the answer quotes what it returned."""
    if goal.missing:
        names = ", ".join(goal.missing)
        return say(goal.language, "tool_needs", tool=goal.tool, names=names)
    results = yield [Call(goal.tool, dict(goal.arguments))] * goal.times
    return " ".join(quoted(goal, result) for result in results)


def dictated(goal: Goal) -> Story:
    """1. exactly the call that the user wrote down: call: roll_dice {"sides": 6}"""
    [result] = yield [Call(goal.tool, json.loads(goal.subject))]
    return quoted(goal, result)


def quoted(goal: Goal, result: Result) -> str:
    """The words of a tool as the answer."""
    phrase = "tool_failed" if result.is_error else "tool_says"
    if not result.plain.strip():
        phrase = "tool_is_silent"
    return say(goal.language, phrase, tool=goal.tool, text=result.plain)


def talk(goal: Goal) -> Story:
    """No call: a sentence of plain talk."""
    yield from ()
    return say(goal.language, goal.subject)


def text(goal: Goal) -> Story:
    """No call: the text that was asked for."""
    yield from ()
    return goal.subject


STORIES = {
    "now": now,
    "day": day,
    "reminder": reminder,
    "watch": watch,
    "own_tool": own_tool,
    "dictated": dictated,
    "talk": talk,
    "text": text,
}
# Stories that deal with a failed call themselves.
WITHOUT_SECOND_TRY = {"watch", "dictated"}
