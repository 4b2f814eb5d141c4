"""The dashboard's other pictures of a call: the table, and the JSON both ways."""

import json

from helpers.recording import Conversation
from helpers.safe_html import safe
from helpers.table import Table, with_sign
from helpers.trace import rows_of_call
from helpers.view.looks import element
from helpers.view.picture import window

NEWEST = 8  # messages of a request that are written out
MOST_CHARACTERS = 30_000
FIRST = ("model", "max_tokens", "system")
COLUMNS = [
    "call", "role", "type", "tool", "content", "stop_reason",
    "input_tokens", "output_tokens", "seconds",
]  # fmt: skip


def table_view(conversation: Conversation, number: int) -> str:
    """The rows of the calls around call `number`; the first call is 0."""
    shown = window(len(conversation.exchanges), number)
    rows = [_clipped(row) for i in shown for row in rows_of_call(conversation, i)]
    where = f"Calls {shown.start + 1} to {shown.stop}. For all rows: trace()"
    # It may be wider than the window; with a tabindex the arrow keys move it.
    more = 'tabindex="0" role="region" aria-label="Table of the calls"'
    table = element("scroll", Table(rows, COLUMNS)._repr_html_(), more=more)
    return element("view", table + element("note", where))


def _clipped(row: dict) -> dict:
    content = str(row.get("content", ""))
    row = with_sign(row)
    return row | {"content": content[:500] + " …" if len(content) > 500 else content}


def request_view(conversation: Conversation, number: int) -> str:
    """What call `number` sent, as JSON."""
    if not conversation.exchanges:
        return ""
    exchange = conversation.exchanges[number]
    messages: list = conversation.messages_of(number)
    if len(messages) > NEWEST:
        left_out = f"… the {len(messages) - NEWEST} messages before these …"
        messages = [left_out, *messages[-NEWEST:]]
    title = f"Call {number + 1}: what your code sends (no key and no header is kept)"
    if isinstance(exchange.settings.get("thread"), dict):
        title += ". Only what is new went out; the history is put together from the ids"
    # The tools are long: what the call is about comes before them.
    first = {key: exchange.settings[key] for key in FIRST if key in exchange.settings}
    request = {**first, "messages": messages, **exchange.settings}
    return _json_view(title, request)


def answer_view(conversation: Conversation, number: int) -> str:
    """What came back for call `number`, as JSON."""
    if not conversation.exchanges:
        return ""
    exchange = conversation.exchanges[number]
    answer = exchange.reply
    if exchange.error is not None:
        answer = {"status": exchange.status, "error": exchange.error, "reply": answer}
    return _json_view(f"Call {number + 1}: what came back", answer)


def _json_view(title: str, value) -> str:
    text = json.dumps(value, indent=2, ensure_ascii=False)
    raw = element("raw", safe(text, MOST_CHARACTERS), "pre", 'dir="auto" tabindex="0"')
    return element("view", element("note", f"<b>{safe(title)}</b>") + raw)
