"""Dates in any usual writing: read from a text, written in four languages."""

import re
from datetime import datetime

from helpers.offline.replies.languages import LANGUAGES
from helpers.offline.replies.questions.folding import fold, numbered, take, whole

DATE_FORMAT = "%Y-%m-%d %H:%M:%S"
CLOCK = r"(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2}))? ?(?:([ap])\.?m)?"


def take_date(text: str, language: str) -> tuple[tuple | None, str]:
    """A date named in a folded text as (year or None, month, day), and the rest.

    05/01/2024 is 5 January or May 1: in English neither is taken.
    """
    match, rest = take(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)", text)
    if match:
        return (int(match[1]), int(match[3]), int(match[4])), rest
    match, rest = take(r"(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)", text)
    if match:
        date = _in_order(int(match[1]), int(match[3]), int(match[4]), language)
        return (date, rest) if date else (None, text)
    match, rest = take(r"(?:(\d{4}) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2}) ?[日號]", text)
    if match:
        return (match[1] and int(match[1]), int(match[2]), int(match[3])), rest
    return _take_named_month(text, language)


def _in_order(first: int, second: int, year: int, language: str) -> tuple | None:
    if language in ("fr", "es") or first > 12:
        return year, second, first
    return (year, first, second) if second > 12 or first == second else None


def _take_named_month(text: str, language: str) -> tuple[tuple | None, str]:
    months = numbered(language, "months", 1)
    if not months:
        return None, text
    month = "(" + "|".join(sorted(months, key=len, reverse=True)) + r")\.?"
    day = r"(?:the )?(\d{1,2})(?:st|nd|rd|th|er|o)?"
    year = r"(?:,? (?:de |del |of )?(\d{4}))?"
    match, rest = take(whole(rf"{day} (?:of |de )?{month}{year}", language), text)
    if match:
        return (match[3] and int(match[3]), months[match[2]], int(match[1])), rest
    match, rest = take(whole(rf"{month} {day}{year}", language), text)
    if match:
        return (match[3] and int(match[3]), months[match[1]], int(match[2])), rest
    return None, text


def read_datetime(text: str) -> datetime | None:
    """The moment that a tool wrote, whatever its writing; None if there is none."""
    folded = fold(text)
    for language in LANGUAGES:
        date, rest = take_date(folded, language)
        if date and date[0]:
            break
    else:
        return None
    clock = re.search(CLOCK, rest)
    try:
        return datetime(*date, *(_hour_minute_second(clock) if clock else ()))
    except ValueError:
        return None


def _hour_minute_second(clock: re.Match) -> tuple[int, int, int]:
    hour, minute, second = (int(part or 0) for part in clock.groups()[:3])
    if clock[4]:
        hour = hour % 12 + 12 * (clock[4] == "p")
    return hour, minute, second
