"""The head of the dashboard: what was asked, how it stands, and what it took."""

from helpers.blocks import blocks_of
from helpers.recording import Conversation
from helpers.view.endings import state
from helpers.view.looks import element
from helpers.view.prices import cost, dollars
from helpers.view.safe_html import block, one_line, safe

SIGNS = {"done": "✔", "busy": "…", "wrong": "✖"}


def head(
    conversation: Conversation,
    bound: int | None = None,
    note: str = "",
    title: str | None = None,
) -> str:
    """What was asked, how it stands, and what it took."""
    kind, sentence = state(conversation)
    chips = [element(f"chip {kind}", f"{SIGNS[kind]} {safe(sentence, 300)}", "span")]
    if conversation.exchanges:
        facts = [
            _calls(conversation, bound),
            _tools(conversation.totals),
            _tokens(conversation),
        ]
        chips += [element("chip", fact, "span") for fact in facts if fact]
    words = element("question", block(one_line(title or question(conversation), 120)))
    status = element("note", f"<b>{block(note, 600)}</b>") if note else ""
    content = words + element("chips", " ".join(chips)) + status
    return element("head", content, more='role="status"')


def _calls(conversation: Conversation, bound: int | None) -> str:
    if not conversation.exchanges[0].is_sent:
        return "from a list of messages"
    attempts = [
        exchange.retries for exchange in conversation.exchanges if exchange.is_sent
    ]
    calls = attempts.count(0)
    retries = len(attempts) - calls
    name = f"{retries:,} retr{'y' if retries == 1 else 'ies'}"
    more = f" (+{name})" if retries else ""
    if bound:
        return f"{calls:,} of at most {bound:,} calls{more}"
    return f"{calls:,} call{'' if calls == 1 else 's'}{more}"


def _tools(totals: dict[str, int]) -> str:
    calls, errors = totals["tool_calls"], totals["tool_errors"]
    if not calls:
        return ""
    text = f"{calls} tool{'' if calls == 1 else 's'} asked for"
    return f"{text}, ✖ {errors} failed" if errors else text


def _tokens(conversation: Conversation) -> str:
    totals = conversation.totals
    if not totals["input_tokens"]:
        return "tokens: not known"
    text = f"tokens: {totals['input_tokens']:,} in, {totals['output_tokens']:,} out"
    tokens = totals["input_tokens"], totals["output_tokens"]
    price = cost(conversation.exchanges[-1], *tokens)
    return text if price is None else f"{text}, about {dollars(price)}"


def question(conversation: Conversation) -> str:
    """The first text of the first message."""
    if not conversation.exchanges:
        return "No conversation yet"
    for message in conversation.exchanges[0].added:
        for content in blocks_of(message):
            if content.get("type") == "text":
                return str(content.get("text"))
    return "(no text)"
