"""The course's clock: frozen offline, the real one when live, or set by a learner.

All tools read it, so an answer of the offline course is the same on every day.
"""

from datetime import UTC, datetime

from helpers.live import is_live

FROZEN = datetime(2024, 3, 11, 10, 22, tzinfo=UTC)  # a Monday

_chosen: datetime | None = None


def now() -> datetime:
    """The moment that the tools call now, with its time zone."""
    return _by_itself() if _chosen is None else _chosen


def _by_itself() -> datetime:
    return datetime.now().astimezone() if is_live() else FROZEN


def set_clock(moment: str | None = None) -> datetime:
    """Stop the clock at a moment such as "2024-03-12 09:00"; None lets it go again."""
    global _chosen
    if moment is None:
        _chosen = None
        return now()
    chosen = _read(moment)
    _chosen = chosen if chosen.tzinfo else chosen.replace(tzinfo=_by_itself().tzinfo)
    return _chosen


def timezone_name(moment: datetime) -> str:
    """The zone's name with its offset: "UTC", or "CET (UTC+01:00)"."""
    name, offset = moment.tzname(), moment.strftime("%z")
    return name if name == "UTC" else f"{name} (UTC{offset[:3]}:{offset[3:5]})"


def _read(moment: str) -> datetime:
    try:
        return datetime.fromisoformat(moment)
    except (TypeError, ValueError):
        raise ValueError(
            f"set_clock takes a moment such as '2024-03-12 09:00'; got {moment!r}."
        ) from None
