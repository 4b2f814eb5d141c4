"""What can happen to a tool call on the "What if" tab, from what the reader types."""

import json

from helpers.what_if import MOST_SECONDS, fails, is_slow, returns


def value_of(text: str):
    """The value that a text is as JSON, or the text itself."""
    try:
        value = json.loads(text)
        json.dumps(value, allow_nan=False)  # Python reads NaN, which JSON has not
    except (ValueError, RecursionError):
        return text
    return value


def seconds_of(text: str) -> float:
    """The seconds that a text names."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise ValueError(
            f"Expected a number of seconds from 0 to {MOST_SECONDS:g}, such as 2.5; "
            f"got {text[:40]!r}."
        ) from None


CHANGES = {
    "fails": lambda text: fails(text or TEXTS["fails"]),
    "returns": lambda text: returns(value_of(text)),
    "is slow": lambda text: is_slow(seconds_of(text)),
}
TEXTS = {
    "fails": "The service does not answer.",
    "returns": "2030-01-01 00:00:00",
    "is slow": "2",
}
LABELS = {
    "fails": "saying",
    "returns": "text or JSON",
    "is slow": f"seconds (0 to {MOST_SECONDS:g})",
}
