"""When something is to be: a day and an hour read from a question, then resolved."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from helpers.offline.replies.languages import regex, words
from helpers.offline.replies.questions.dates import take_date
from helpers.offline.replies.questions.durations import (
    take_durations,
    take_said_durations,
)
from helpers.offline.replies.questions.folding import numbered, one_of, take, whole
from helpers.offline.replies.questions.hours import take_hour


@dataclass(frozen=True)
class When:
    """A moment as it was said; None or empty where nothing was said of it."""

    date: tuple | None = None
    weekday: int | None = None
    weeks: int | None = None
    days: int | None = None
    durations: tuple = ()
    said_durations: tuple = ()
    hour: tuple | None = None
    is_doubtful: bool = False
    is_next: bool = False
    is_last: bool = False

    @property
    def has_day(self) -> bool:
        """Whether the words tell the day."""
        return any(p is not None for p in (self.date, self.weekday, self.days))

    def day_from(self, now: datetime) -> datetime:
        """The named day at midnight, seen from now; today if none was named."""
        midnight = now.replace(hour=0, minute=0, second=0)
        if self.date:
            year, month, day = self.date
            named_day = datetime(year or now.year, month, day)
            if not year and named_day < midnight:
                named_day = named_day.replace(year=now.year + 1)
            if self.weekday not in (None, named_day.weekday()):
                raise ValueError(f"{named_day:%Y-%m-%d} is another weekday")
            return named_day
        if self.days is not None:
            named_day = midnight + timedelta(days=self.days)
            if self.weekday not in (None, named_day.weekday()) or self.is_last:
                raise ValueError(f"{named_day:%Y-%m-%d} is another weekday")
            return named_day
        if self.weekday is None:
            return midnight
        if self.weeks is not None:
            monday = midnight - timedelta(days=now.weekday())
            return monday + timedelta(days=self.weekday, weeks=self.weeks)
        ahead = (self.weekday - now.weekday()) % 7
        if self.is_last:
            return midnight + timedelta(days=ahead - 7)
        return midnight + timedelta(days=ahead or 7 * self.is_next)

    def moment_from(self, now: datetime) -> datetime:
        """The named day and hour; the next such moment if it has passed today."""
        hour, minute = self.hour
        moment = self.day_from(now).replace(hour=hour, minute=minute)
        is_fixed = self.date or self.is_last
        if moment > now or is_fixed or (self.days, self.weeks) != (None, None):
            return moment
        return moment + timedelta(days=1 if self.weekday is None else 7)


def take_when(text: str, language: str) -> tuple[When, str]:
    """The moment that a folded question names, and the rest of the question."""
    date, text = take_date(text, language)
    weekday, text = take_weekday(text, language)
    hour, doubtful, text = take_hour(text, language)
    days, text = take_relative_day(text, language)
    said, _ = take_said_durations(text, language)
    durations, text = take_durations(text, language)
    fields = {"durations": tuple(durations), "said_durations": tuple(said)}
    fields |= {"hour": hour, "is_doubtful": doubtful}
    return When(date, days=days, **weekday, **fields), text


def take_relative_day(text: str, language: str) -> tuple[int | None, str]:
    """Tomorrow as 1, yesterday as -1, today as 0."""
    table = words(language, "days_from_today")
    match, rest = take(one_of(language, "days_from_today"), text)
    return (table[match[0]], rest) if match else (None, text)


def take_weekday(text: str, language: str) -> tuple[dict, str]:
    """A weekday as fields of When: {"weekday": 3, "weeks": None, "is_next": True}."""
    match, rest = take(weekday_pattern(language), text)
    if not match:
        return {}, text
    said = dict.fromkeys(WEEKDAY_PARTS, "") | match.groupdict()
    # 下週四 is Thursday of the next calendar week, 下下週四 of the one after.
    weeks = 1 if said["week"] else said["later"].count("下") - said["later"].count("上")
    return {
        "weekday": weekday_names(language)[said["day"]],
        "weeks": weeks or None,
        "is_next": bool(said["near"] or said["after"]),
        "is_last": bool(said["gone"] or said["gone_after"]),
    }, rest


WEEKDAY_PARTS = ("near", "after", "week", "later", "gone", "gone_after")


@cache
def weekday_pattern(language: str) -> str:
    """A pattern for a weekday with the words around it that tell which one is meant."""
    names = sorted(weekday_names(language), key=len, reverse=True)
    day = f"(?P<day>{'|'.join(names)})"
    this, near = regex(language, "this"), regex(language, "next")
    if language == "zh":
        return rf"(?P<later>{this}|(?:下個?)+|(?:上個?)*)(?:週|星期|禮拜){day}"
    week = rf"(?P<week>[ ,]+(?:{regex(language, 'next_week')}))"
    last = regex(language, "last")
    before = rf"(?:(?:{this}) )?(?:(?P<near>{near}) |(?P<gone>{last}) )?"
    after = rf"(?P<after> (?:{near}))|(?P<gone_after> (?:{last}))"
    return whole(rf"{before}{day}(?:{week}|{after})?", language)


def weekday_names(language: str) -> dict[str, int]:
    """The weekdays of a language: {"monday": 0, "mon": 0, "tuesday": 1, ...}."""
    return numbered(language, "weekdays")
