"""Messages, or any value, as JSON values: what is kept is never the caller's own."""

import marshal
from collections.abc import Mapping, Sequence

ATOMS = {str, int, float, bool, type(None)}


def plain(value):
    """A copy of messages, or of any value, as JSON values: SDK objects become dicts."""
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is dict:  # the common values first: histories are long
        return {str(key): plain(item) for key, item in value.items()}
    if kind is list or isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return plain(dict(value))
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    return repr(value)  # the SDK may refuse to send it; the trace shows what it was


def plain_messages(messages: list | tuple) -> list[dict]:
    """Messages as JSON values; what is no message becomes one that shows what it is."""
    return [
        message if isinstance(message, dict) else {"role": None, "content": repr(given)}
        for given, message in zip(messages, plain(messages), strict=True)
    ]


def in_common(before: Sequence, now: Sequence) -> int:
    """How many items two sequences share from their start."""
    pairs = zip(before, now, strict=False)
    differing = (i for i, (a, b) in enumerate(pairs) if a != b)
    return next(differing, min(len(before), len(now)))


def weight(value) -> int:
    """About how many bytes a JSON value takes."""
    return len(marshal.dumps(value))
