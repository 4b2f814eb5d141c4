"""The chart of tokens: one bar for each call, with the part that was sent before.

Of a long conversation it shows calls at even distances, so that it shows the growth of
what is sent, and costs the same to draw however many calls there are.
"""

from helpers.prices import price_note
from helpers.recording import Conversation, Exchange, usage_of
from helpers.safe_html import safe
from helpers.view.looks import element

BARS = 40
HEIGHT = 56
MOST_NAMED = 12  # bars; of more, only the ends and the current one have room for a name
ROOM = 6  # bars that a name takes
KEYS = {
    "cached": "in, read from the cache",
    "again": "in, sent before (the history)",
    "new": "in, new",
    "out": "out",
}


def chart(conversation: Conversation, current: int | None) -> str:
    """Bars of the calls, or nothing when no tokens are known."""
    calls = len(conversation.exchanges)
    shown = calls_shown(calls, current)
    parts = {number: token_parts(conversation, number) for number in shown}
    most = max((sum(tokens.values()) for tokens in parts.values()), default=0)
    if not most:
        return ""
    names = _names(conversation, shown, current)
    bars = [
        _bar(names[i], _words(i, parts[i]), _heights(parts[i], most), i == current)
        for i in shown
    ]
    more = f'role="img" aria-label="{_spoken(parts)}"'
    picture = element("chart", "".join(bars), more=more)
    return picture + _legend(parts, calls) + _caption(conversation, current)


def calls_shown(calls: int, current: int | None) -> list[int]:
    """All calls, or some at even distances: the first, the last, the current one."""
    if calls <= BARS:
        return [*range(calls)]
    picks = {round(i * (calls - 1) / (BARS - 1)) for i in range(BARS)}
    return sorted(picks if current is None else picks | {current})


def token_parts(conversation: Conversation, number: int) -> dict[str, int]:
    """The tokens of a call: `again` and `cached` (sent before), `new`, and `out`.

    What went in and came out of the call before is sent again; the API gives no such
    figure, so this is close, not exact. What was read from the cache, it does give.
    """
    exchange = conversation.exchanges[number]
    tokens_in, tokens_out = usage_of(exchange)
    usage = (exchange.reply or {}).get("usage") or {}
    cached = min(tokens_in, usage.get("cache_read_input_tokens") or 0)
    before = conversation.reply_before(number)
    again = 0
    if before is not None:
        again = min(tokens_in, sum(usage_of(conversation.exchanges[before])))
    again = max(0, again - cached)
    new = tokens_in - again - cached
    return {"out": tokens_out, "new": new, "again": again, "cached": cached}


def _names(
    conversation: Conversation, shown: list[int], current: int | None
) -> dict[int, str]:
    """What stands under each bar: its number where there is room, and a failure."""
    numbered = _numbered(shown, current)
    names = {}
    for number in shown:
        has_failed = conversation.exchanges[number].error is not None
        words = [str(number + 1)] * (number in numbered) + ["✖"] * has_failed
        names[number] = " ".join(words)
    return names


def _numbered(shown: list[int], current: int | None) -> set[int]:
    if len(shown) <= MOST_NAMED:
        return set(shown)
    ends = {0: shown[0], len(shown) - 1: shown[-1]}
    if current is None:
        return set(ends.values())
    place = shown.index(current)
    return {call for i, call in ends.items() if abs(i - place) >= ROOM} | {current}


def _bar(
    name: str, words: str, heights: list[tuple[str, int]], is_current: bool
) -> str:
    pieces = [
        f'<div style="height:{height}px">{element(f"fill {kind}", "")}</div>'
        for kind, height in heights
    ]
    stack = element("bar-now" if is_current else "stack", "".join(pieces))
    title = f'title="{words}"'
    return element("bar", stack + element("bar-name", name), more=title)


def _heights(tokens: dict[str, int], most: int) -> list[tuple[str, int]]:
    heights = {kind: round(HEIGHT * n / most) for kind, n in tokens.items()}
    return [(kind, max(height, 1)) for kind, height in heights.items() if tokens[kind]]


def _words(number: int, tokens: dict[str, int]) -> str:
    before = tokens["again"] + tokens["cached"]
    total = before + tokens["new"]
    if not total + tokens["out"]:
        return f"Call {number + 1}: no tokens are counted"
    again = f"about {before:,} of them ({100 * before // total}%)" if before else "none"
    words = (
        f"Call {number + 1}: {total:,} tokens in, {again} sent before; "
        f"{tokens['out']:,} out"
    )
    cached = tokens["cached"]
    return f"{words}; {cached:,} read from the cache" if cached else words


def _spoken(parts: dict[int, dict[str, int]]) -> str:
    last = list(parts.items())[-8:]
    return "Tokens of each call. " + ". ".join(_words(*item) for item in last)


def _legend(parts: dict[int, dict[str, int]], calls: int) -> str:
    kinds = [kind for kind in KEYS if any(tokens[kind] for tokens in parts.values())]
    words = [
        f"{element(f'key {kind}', '', 'span')}{KEYS[kind]} &nbsp; " for kind in kinds
    ]
    where = f" · {len(parts)} of {calls:,} calls" if calls > len(parts) else ""
    return element("legend", f"Tokens of each call{where}: {''.join(words)}")


def _caption(conversation: Conversation, current: int | None) -> str:
    """What the current bar says, or all of them, in words; and whose price it is."""
    if current is None:
        words = _all_words(conversation)
    else:
        words = f"<b>{_words(current, token_parts(conversation, current))}.</b>"
    note = safe(_price_note(conversation.exchanges[-1 if current is None else current]))
    return element("legend", " ".join(part for part in (words, note) if part))


def _price_note(exchange: Exchange) -> str:
    usage = (exchange.reply or {}).get("usage")
    return price_note(exchange.settings.get("model"), usage) if usage else ""


def _all_words(conversation: Conversation) -> str:
    numbers = range(len(conversation.exchanges))
    parts = [token_parts(conversation, number) for number in numbers]
    before = sum(tokens["again"] + tokens["cached"] for tokens in parts)
    total = before + sum(tokens["new"] for tokens in parts)
    if not before:
        return ""
    return (
        f"<b>All calls together: {total:,} tokens in, about {before:,} of them "
        f"({100 * before // total}%) sent before.</b>"
    )
