"""A conversation as a table: one row for each content block."""

import html
import json

from helpers.recorder import Conversation, conversations, last_conversation, plain

COLUMNS = [
    "call", "role", "type", "tool", "tool_use_id", "content", "is_error",
    "stop_reason", "input_tokens", "output_tokens", "seconds",
]  # fmt: skip
SHOWN = ["call", "role", "type", "tool", "content", "stop_reason"]


def trace(conversation=None):
    """A pandas DataFrame with one row for each content block of a conversation.

    `conversation` is a list of messages; without one, it is the newest conversation
    that a client of `connect` or `offline_client` held. Tokens stand in the last row
    of each reply, so that sums are right.
    """
    import pandas  # heavy, and no lesson before the trace needs it

    return pandas.DataFrame(trace_rows(conversation), columns=COLUMNS)


class Table:
    """Rows that draw themselves as a small table."""

    def __init__(self, rows: list[dict], columns: list[str]):
        self.rows, self.columns = rows, columns

    def __repr__(self) -> str:
        lines = [self.columns, *map(self._texts, self.rows)]
        return "\n".join(" | ".join(line) for line in lines)

    def _repr_html_(self) -> str:
        head = _html_row("th", self.columns)
        body = "".join(_html_row("td", self._texts(row)) for row in self.rows)
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"

    def _texts(self, row: dict) -> list[str]:
        return [_text(row.get(column)) for column in self.columns]


def _html_row(tag: str, texts: list[str]) -> str:
    cells = [f"<{tag} style='{CELL}'>{html.escape(t)}</{tag}>" for t in texts]
    return f"<tr>{''.join(cells)}</tr>"


CELL = "text-align:left;vertical-align:top;max-width:28em;overflow-wrap:anywhere"


def show(conversation=None) -> Table:
    """The conversation as a small table: who said what, call by call."""
    return Table([_with_sign(row) for row in trace_rows(conversation)], SHOWN)


def _with_sign(row: dict) -> dict:
    return row | {"type": "tool_result (error)"} if row.get("is_error") else row


def trace_rows(conversation=None) -> list[dict]:
    """The rows of `trace` as plain dicts, without pandas."""
    if conversation is None:
        recorded = last_conversation()
        return _recorded_rows(recorded) if recorded else []
    if isinstance(conversation, Conversation):
        return _recorded_rows(conversation)
    if not isinstance(conversation, list):
        raise TypeError(
            "Give the list of messages, or nothing for the newest conversation; "
            f"got {type(conversation).__name__}."
        )
    return _message_list_rows(plain(conversation))


def _message_list_rows(messages: list[dict]) -> list[dict]:
    recorded = _recording_of(messages)
    if recorded is None:
        return _unrecorded_rows(messages)
    rest = messages[len(recorded.history) :]
    if rest and rest[0]["role"] == "assistant":  # the last reply, already in the rows
        rest = rest[1:]
    return _recorded_rows(recorded) + _unrecorded_rows(rest)


def _recording_of(messages: list[dict]) -> Conversation | None:
    """The newest recorded conversation that these messages hold whole."""
    for recorded in reversed(conversations):
        if messages[: len(recorded.history)] == recorded.history:
            return recorded
    return None


def _unrecorded_rows(messages: list[dict]) -> list[dict]:
    return [row for message in messages for row in _rows_of(message)]


def _recorded_rows(recorded: Conversation) -> list[dict]:
    rows, sent, replied = [], 0, False
    for call, exchange in enumerate(recorded.exchanges, start=1):
        added = recorded.history[sent : exchange.sent]
        if replied and added and added[0]["role"] == "assistant":
            added = added[1:]  # the last reply, sent back
        for message in added:
            rows += [row | {"call": call} for row in _rows_of(message)]
        rows += _outcome_rows(call, exchange)
        sent, replied = exchange.sent, exchange.reply is not None
    return rows


def _outcome_rows(call: int, exchange) -> list[dict]:
    if exchange.error is not None:
        error = {"role": "error", "type": "error", "content": exchange.error}
        return [{"call": call, "seconds": exchange.seconds, **error}]
    if exchange.reply is None:
        return []
    reply = exchange.reply
    rows = _rows_of(reply) or [{"role": "assistant", "type": "(no content)"}]
    usage = reply.get("usage") or {}
    rows[-1] |= {
        "stop_reason": reply.get("stop_reason"),
        "input_tokens": usage.get("input_tokens"),
        "output_tokens": usage.get("output_tokens"),
        "seconds": exchange.seconds,
    }
    return [row | {"call": call} for row in rows]


def _rows_of(message: dict) -> list[dict]:
    content = message.get("content") or []
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    return [{"role": message.get("role"), **_row(block)} for block in content]


def _row(block: dict) -> dict:
    kind = block.get("type")
    row = {"type": kind, "tool_use_id": block.get("id") or block.get("tool_use_id")}
    if kind == "tool_use":
        return row | {"tool": block.get("name"), "content": _json(block.get("input"))}
    if kind == "tool_result":
        is_error = bool(block.get("is_error"))
        return row | {"content": _result_text(block), "is_error": is_error}
    return row | {"content": block.get("text", block.get("thinking", ""))}


def _result_text(block: dict) -> str:
    content = block.get("content", "")
    return content if isinstance(content, str) else _json(content)


def _json(value) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(value) -> str:
    return "" if value is None else str(value)
