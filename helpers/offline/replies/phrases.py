"""What the stand-in says: phrases, dates and durations written in four languages.

The sentences themselves are in `words/`, under `[phrases]`.
"""

from datetime import datetime
from fractions import Fraction

from helpers.offline.replies.history import Result
from helpers.offline.replies.languages import LANGUAGES, words
from helpers.offline.replies.questions.folding import fold
from helpers.offline.replies.questions.moments import weekday_names


def say(language: str, phrase: str, **values: object) -> str:
    """The phrase in this language with its values filled in."""
    return words(language, "phrases")[phrase].format(**values)


def write_date(
    moment: datetime,
    language: str,
    *,
    weekday: str | None = None,
    with_clock: bool = False,
    with_year: bool = True,
) -> str:
    """A date in words, "Saturday 22 June 2024"; the weekday is a tool's, if it told."""
    told = named_weekday(weekday) if weekday else None
    number = moment.weekday() if told is None else told
    date = words(language, "date" if with_year else "date_without_year").format(
        weekday=words(language, "weekday_names")[number],
        day=words(language, "first_of_month") if moment.day == 1 else moment.day,
        month=words(language, "month_names")[moment.month - 1],
        year=moment.year,
    )
    if not with_clock:
        return date
    clock = words(language, "clock")
    return clock.format(date=date, hour=moment.hour, minute=moment.minute)


def date_of(result: Result, language: str, **options: bool) -> str:
    """The date of a result in words, with the result's own weekday if it tells one."""
    value = result.value
    weekday = value.get("weekday") if isinstance(value, dict) else None
    weekday = weekday if isinstance(weekday, str) else None
    return write_date(result.moment, language, weekday=weekday, **options)


def write_durations(durations: list[tuple[Fraction, str]], language: str) -> str:
    """Durations in words: "103 days", "1.5 days", "1 month and 3 days"."""
    counted = []
    for amount, unit in durations:
        one, *several = words(language, "unit_names")[unit].split("|")
        is_one = abs(amount) == 1 or (language == "fr" and abs(amount) < 2)
        name = one if is_one or not several else several[0]
        written = str(amount if amount.denominator == 1 else float(amount))
        written = written.replace(".", words(language, "decimal_mark"))
        counted.append(words(language, "counted").format(amount=written, unit=name))
    return words(language, "joined").join(counted)


def named_weekday(name: str) -> int | None:
    """The number of a weekday named in any of the languages."""
    folded = fold(name).removeprefix("星期").removeprefix("週")
    for language in LANGUAGES:
        if folded in weekday_names(language):
            return weekday_names(language)[folded]
    return None
