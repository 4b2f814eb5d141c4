"""The chart of tokens: one bar for each call, with the part that was sent before."""

from helpers.recording import Conversation, usage_of
from helpers.view.looks import element

BARS = 40
HEIGHT = 56


def chart(conversation: Conversation, current: int | None) -> str:
    """Bars of the calls around the current one, or nothing when no tokens are known."""
    calls = len(conversation.exchanges)
    middle = calls - 1 if current is None else current
    start = max(0, min(middle - BARS // 2, calls - BARS))
    shown = range(start, min(calls, start + BARS))
    parts = {number: token_parts(conversation, number) for number in shown}
    most = max((sum(tokens.values()) for tokens in parts.values()), default=0)
    if not most:
        return ""
    bars = [
        _bar(_name(conversation, i), _words(i, tokens), tokens, most, i == current)
        for i, tokens in parts.items()
    ]
    where = f" · calls {shown.start + 1} to {shown.stop}" if calls > BARS else ""
    more = f'role="img" aria-label="{_spoken(parts)}"'
    return element("chart", "".join(bars), more=more) + _legend(where)


def _name(conversation: Conversation, number: int) -> str:
    failed = conversation.exchanges[number].error is not None
    return f"{number + 1}{' ✖' if failed else ''}"


def token_parts(conversation: Conversation, number: int) -> dict[str, int]:
    """The tokens of a call: `again` (sent before), `new`, and `out`.

    What went in and came out of the call before is sent again; the API gives no such
    figure, so this is close, not exact.
    """
    tokens_in, tokens_out = usage_of(conversation.exchanges[number])
    before = conversation.reply_before(number)
    again = 0
    if before is not None:
        again = min(tokens_in, sum(usage_of(conversation.exchanges[before])))
    return {"out": tokens_out, "new": tokens_in - again, "again": again}


def _bar(name: str, words: str, tokens: dict, most: int, is_current: bool) -> str:
    pieces = [
        f'<div style="height:{height}px">{element(f"fill {kind}", "")}</div>'
        for kind, height in _heights(tokens, most)
    ]
    stack = element("bar-now" if is_current else "stack", "".join(pieces))
    title = f'title="{words}"'
    return element("bar", stack + element("bar-name", name), more=title)


def _heights(tokens: dict[str, int], most: int) -> list[tuple[str, int]]:
    heights = {kind: round(HEIGHT * n / most) for kind, n in tokens.items()}
    return [(kind, max(height, 1)) for kind, height in heights.items() if tokens[kind]]


def _words(number: int, tokens: dict[str, int]) -> str:
    total = tokens["new"] + tokens["again"]
    return (
        f"call {number + 1}: {total:,} tokens in, about {tokens['again']:,} of them "
        f"sent before; {tokens['out']:,} out"
    )


def _spoken(parts: dict[int, dict[str, int]]) -> str:
    last = list(parts.items())[-8:]
    return "Tokens of each call. " + ". ".join(_words(*item) for item in last)


def _legend(where: str) -> str:
    keys = [
        ("again", "in, sent before"),
        ("new", "in, new"),
        ("out", "out"),
    ]
    words = [
        f"{element(f'key {kind}', '', 'span')}{text} &nbsp; " for kind, text in keys
    ]
    return element("legend", f"Tokens of each call: {''.join(words)}{where}")
