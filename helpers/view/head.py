"""The head of the dashboard: what was asked, how it stands, and what it took."""

from helpers.blocks import blocks_of
from helpers.prices import dollars
from helpers.recording import Conversation, totals_until
from helpers.safe_html import block, one_line, safe
from helpers.view.looks import element
from helpers.view.state import SIGNS, STYLES, state


def head(
    conversation: Conversation,
    note: str = "",
    title: str | None = None,
    *,
    step: int | None = None,
    with_state: bool = True,
) -> str:
    """What was asked, how it stands, and what it took up to a step and in all."""
    chips = [state_chip(conversation)] if with_state else []
    if conversation.exchanges:
        facts = [*_until(conversation, step), *_in_all(conversation)]
        chips += [element("chip", fact, "span") for fact in facts if fact]
    words = element("question", block(one_line(title or question(conversation), 120)))
    status = element("note", f"<b>{block(note, 600)}</b>") if note else ""
    content = words + element("chips", " ".join(chips)) + status
    return element("head", content, more='role="status"')


def state_chip(conversation: Conversation, more: str = "", attributes: str = "") -> str:
    """How it stands: a sign, a word and an edge, so that no colour is needed."""
    kind, sentence = state(conversation)
    style = STYLES.get(kind, kind)
    content = f"{SIGNS[kind]} {safe(sentence, 300)}{more}"
    return element(f"chip {style}", content, "span", attributes)


def _until(conversation: Conversation, step: int | None) -> list[str]:
    """For a reader who has stepped back: where, and what it took up to there."""
    calls = len(conversation.exchanges)
    if step is None or step >= 2 * calls - 1:
        return []
    totals = totals_until(conversation, step)
    facts = [_tools(totals), _tokens(conversation, totals)]
    so_far = " · ".join(fact for fact in facts if fact) or "no tokens yet"
    return [f"<b>You look at call {step // 2 + 1} of {calls}</b>: {so_far}"]


def _in_all(conversation: Conversation) -> list[str]:
    totals = conversation.totals
    return [_calls(conversation), _tools(totals), _tokens(conversation, totals)]


def _calls(conversation: Conversation) -> str:
    if not conversation.exchanges[0].is_sent:
        return "from a list of messages"
    attempts = [
        exchange.retries for exchange in conversation.exchanges if exchange.is_sent
    ]
    calls = attempts.count(0)
    retries = len(attempts) - calls
    name = f"{retries:,} retr{'y' if retries == 1 else 'ies'}"
    return _bounded(calls, conversation) + (f" (+{name})" if retries else "")


def _bounded(calls: int, conversation: Conversation) -> str:
    """The calls, against the bound of a loop that tells it."""
    words = f"{calls:,} call{'' if calls == 1 else 's'}"
    loop = conversation.loop
    if loop is None:
        return words
    if loop.calls == calls:
        return (
            f"{calls:,} of at most {loop.bound:,} call{'' if loop.bound == 1 else 's'}"
        )
    return f"{words}: {loop.calls:,} of at most {loop.bound:,} in the last loop"


def _tools(totals: dict[str, int]) -> str:
    calls, errors = totals["tool_calls"], totals["tool_errors"]
    if not calls:
        return ""
    text = f"{calls} tool{'' if calls == 1 else 's'} asked for"
    return f"{text}, ✖ {errors} failed" if errors else text


def _tokens(conversation: Conversation, totals: dict[str, int]) -> str:
    if not totals["input_tokens"]:
        return "tokens: not known" if totals is conversation.totals else ""
    text = f"tokens: {totals['input_tokens']:,} in, {totals['output_tokens']:,} out"
    is_known = not totals["unpriced"]
    return f"{text}, about {dollars(totals['dollars'])}" if is_known else text


def question(conversation: Conversation) -> str:
    """The first text of the first message."""
    if not conversation.exchanges:
        return "No conversation yet"
    for message in conversation.exchanges[0].added:
        for content in blocks_of(message):
            if content.get("type") == "text":
                return str(content.get("text"))
    return "(no text)"
