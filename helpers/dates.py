"""Reading a date that a model wrote, and adding a duration to it."""

import calendar
import math
from datetime import datetime, timedelta

FIXED_UNITS = {
    "seconds": timedelta(seconds=1),
    "minutes": timedelta(minutes=1),
    "hours": timedelta(hours=1),
    "days": timedelta(days=1),
    "weeks": timedelta(weeks=1),
}
CALENDAR_UNITS = {"months": 1, "years": 12}
UNITS = [*FIXED_UNITS, *CALENDAR_UNITS]

# Not strftime("%A"): its language follows the machine's locale.
WEEKDAYS = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
]


def weekday(moment: datetime) -> str:
    """The weekday's English name."""
    return WEEKDAYS[moment.weekday()]


def read_datetime(text: str, input_format: str | None = None) -> datetime:
    """The moment that a text names, by `input_format` or else in ISO form."""
    expected = "like 2024-03-11 10:22:00 or 2024-03-11"
    try:
        if input_format is None:
            return datetime.fromisoformat(text)
        expected = f"in the input_format {input_format!r}"
        return datetime.strptime(text, input_format)
    except (TypeError, ValueError):
        raise ValueError(f"Expected a date {expected}; got {text!r}.") from None


def add_duration(start: datetime, duration: float, unit: str) -> datetime:
    """The moment `duration` units after `start`, counted on the wall clock."""
    _check_number(duration)
    name = _unit_name(unit)
    if name in CALENDAR_UNITS and duration != int(duration):
        raise ValueError(f"Only whole {name} can be added; got {duration}. Use days.")
    try:
        if name in CALENDAR_UNITS:
            return _add_months(start, int(duration) * CALENDAR_UNITS[name])
        return start + duration * FIXED_UNITS[name]
    except (OverflowError, ValueError):
        raise ValueError(
            f"{duration} {name} from {start} leaves the years 1 to 9999. Use less."
        ) from None


def _add_months(start: datetime, months: int) -> datetime:
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    last_day = calendar.monthrange(year, month + 1)[1]
    return start.replace(year=year, month=month + 1, day=min(start.day, last_day))


def _check_number(duration: float) -> None:
    is_number = isinstance(duration, int | float) and not isinstance(duration, bool)
    if not is_number or (isinstance(duration, float) and not math.isfinite(duration)):
        raise ValueError(
            f"duration must be a number such as 3 or -1.5; got {duration!r}."
        )


def _unit_name(unit: str) -> str:
    name = str(unit).strip().lower()
    name = name if name.endswith("s") else f"{name}s"
    if name not in UNITS:
        raise ValueError(f"Unknown unit {unit!r}. Use one of: {', '.join(UNITS)}.")
    return name
