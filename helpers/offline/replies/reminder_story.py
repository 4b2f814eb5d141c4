"""The story of a reminder: three calls, or a question back while something is missing.

The story says how far away the moment is; the tool that adds durations finds it.
"""

from datetime import datetime

from helpers.offline.replies.calls import Story, added, call
from helpers.offline.replies.languages import words
from helpers.offline.replies.phrases import date_of, say
from helpers.offline.replies.questions.dates import DATE_FORMAT
from helpers.offline.replies.questions.goal import Goal


def reminder(goal: Goal) -> Story:
    """1. today's date; 2. the time until the moment added to it; 3. the reminder."""
    question = missing(goal)
    if question:
        return question
    language = goal.language
    [today] = yield [say(language, "get_today"), call("get_current_datetime")]
    try:
        steps = until(goal, today.moment)
    except (ValueError, OverflowError):
        return say(language, "no_such_day")
    there = yield from added(steps, today.datetime)
    same_year = there.moment.year == today.moment.year
    written = date_of(there, language, with_clock=True, with_year=not same_year)
    if there.moment <= today.moment:
        return say(language, "passed", date=written)
    what = {"content": content_of(goal), "timestamp": f"{there.moment:{DATE_FORMAT}}"}
    [done] = yield [say(language, "set_it", date=written), call("set_reminder", **what)]
    if done.value in (None, ""):
        return say(language, "no_confirmation", text=done.text or '""')
    return say(language, "reminder", date=written, content=what["content"])


def missing(goal: Goal) -> str | None:
    """The question to ask back when a reminder lacks its subject or its moment."""
    when, language = goal.when, goal.language
    if not goal.subject:
        return say(language, "which_subject")
    if when.durations:
        return None
    if not when.hour:
        return say(language, "which_hour" if when.has_day else "which_day")
    if when.is_doubtful:
        hour, minute = when.hour
        first, second = f"{hour}:{minute:02}", f"{hour + 12}:{minute:02}"
        return say(language, "which_half", first=first, second=second)
    return None


def until(goal: Goal, now: datetime) -> list[tuple[int, str]]:
    """The steps from now to the moment of the goal: minutes, if they are enough."""
    if goal.when.durations:
        return list(goal.when.durations)
    seconds = int((goal.when.moment_from(now) - now).total_seconds())
    return [(seconds, "seconds") if seconds % 60 else (seconds // 60, "minutes")]


def content_of(goal: Goal) -> str:
    """The text of the reminder: the subject, or the usual name of an appointment."""
    contents = words(goal.language, "contents")
    return contents.get(goal.subject.lower(), goal.subject)
