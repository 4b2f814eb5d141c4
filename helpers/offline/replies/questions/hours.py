"""The time of day in a question: "3pm", "15h30", "a las nueve y media", 下午三點."""

import re

from helpers.offline.replies.languages import regex
from helpers.offline.replies.questions.durations import number_pattern, read_number
from helpers.offline.replies.questions.folding import cut, take, whole_of

CLOCK_PARTS = ("before", "half", "hour", "minute", "mark")


def take_hour(text: str, language: str) -> tuple[tuple | None, bool, str]:
    """The hour as (15, 0), whether it may be meant after noon as well, and the rest."""
    noon, rest = take(whole_of(language, "noon"), text)
    if noon:
        return (12, 0), False, rest
    said = regex(language, "hour", "").replace("NUMBER", number_pattern(language))
    for match in re.finditer(said, text):
        parts = {**dict.fromkeys(CLOCK_PARTS), **match.groupdict()}
        is_marked = parts["before"] or parts["minute"] or parts["mark"]
        clock = is_marked and clock_of(parts, language)
        if clock:
            rest = cut(text, match)
            half_day, rest = take_half_day(parts["mark"] or "", rest, language)
            return *in_half_day(*clock, half_day, parts["hour"]), rest
    return None, False, text


def clock_of(parts: dict, language: str) -> tuple[int, int] | None:
    """The hour and the minute as they were said; None if no clock shows them."""
    hour = read_number(parts["hour"], language)
    minute = read_number(parts["minute"], language) if parts["minute"] else 0
    if parts["half"]:
        minute = 30
    if hour is None or minute is None:
        return None
    is_clock = hour < 24 and minute < 60 and hour.denominator == 1
    return (int(hour), int(minute)) if is_clock else None


def take_half_day(mark: str, text: str, language: str) -> tuple[str, str]:
    """Which half of the day is meant, "am", "pm" or "", wherever it is said."""
    for half in ("am", "pm"):
        if mark.strip().replace(".", "") == half:
            return half, text
        match, rest = take(whole_of(language, half), text)
        if match:
            return half, rest
    evening = whole_of(language, "this_evening")
    return ("pm" if re.search(evening, text) else ""), text


def in_half_day(hour: int, minute: int, half: str, said: str) -> tuple[tuple, bool]:
    """The hour of 24, and whether one had to guess: "at 3" may be 3:00 or 15:00."""
    if half and not 1 <= hour <= 12:
        return (hour, minute), half == "am" and hour > 12
    if half:
        return (hour % 12 + 12 * (half == "pm"), minute), False
    return (hour, minute), 1 <= hour <= 6 and not said.startswith("0")
