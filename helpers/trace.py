"""A conversation as a table: one row for each content block."""

from os import PathLike

from helpers.blocks import as_json, blocks_of, is_echo, other_text, result_text
from helpers.plain import plain_messages
from helpers.recorder import conversations, last_conversation
from helpers.recording import Conversation, Exchange, conversation_from, usage_of
from helpers.saved import load
from helpers.table import Table, with_sign

COLUMNS = [
    "call", "role", "type", "tool", "tool_use_id", "content", "is_error",
    "stop_reason", "input_tokens", "output_tokens", "seconds",
]  # fmt: skip
SHOWN = ["call", "role", "type", "tool", "content", "stop_reason"]
CALL_COLUMNS = [
    "call", "sent", "new", "stop_reason", "input_tokens", "output_tokens",
]  # fmt: skip


def trace(conversation=None):
    """A pandas DataFrame with one row for each content block of a conversation.

    `conversation` is a list of messages, a Conversation, or the path of a saved one;
    without it, it is the newest that a client of `connect` or `offline_client` held.
    Tokens stand in the last row of each reply, so that sums are right.
    `.attrs["calls"]` holds one dict for each call.
    """
    # pandas is heavy, and no lesson before the trace needs it
    from helpers.trace_frame import TraceFrame

    conversation = conversation_of(conversation)
    frame = TraceFrame(trace_rows(conversation), columns=COLUMNS)
    frame.attrs["calls"] = call_rows(conversation)
    return frame


def show(conversation=None, columns: list[str] = SHOWN) -> Table:
    """The conversation as a small table: who said what, call by call."""
    return Table([with_sign(row) for row in trace_rows(conversation)], columns)


def calls(conversation=None) -> Table:
    """A table with one row for each call: what it sent, and what it cost."""
    return Table(call_rows(conversation), CALL_COLUMNS)


def trace_rows(conversation=None) -> list[dict]:
    """The rows of `trace` as plain dicts, without pandas."""
    conversation = conversation_of(conversation)
    numbers = range(len(conversation.exchanges))
    return [row for number in numbers for row in rows_of_call(conversation, number)]


def call_rows(conversation=None) -> list[dict]:
    """The rows of `calls` as plain dicts."""
    conversation = conversation_of(conversation)
    return [
        {
            "call": number,
            "sent": exchange.sent,
            "new": exchange.sent - exchange.kept,
            "stop_reason": _ending(exchange),
            "input_tokens": usage_of(exchange)[0],
            "output_tokens": usage_of(exchange)[1],
            "seconds": exchange.seconds,
        }
        for number, exchange in enumerate(conversation.exchanges, start=1)
        if exchange.is_sent or exchange.reply is not None
    ]


def conversation_of(conversation=None) -> Conversation:
    """The Conversation that is meant by what a learner gives."""
    if conversation is None:
        return last_conversation() or Conversation()
    if isinstance(conversation, Conversation):
        return conversation
    if isinstance(conversation, PathLike) or str(conversation).endswith(".json"):
        return load(conversation)
    if not isinstance(conversation, list):
        raise TypeError(
            "Give the list of messages, the path of a saved conversation (.json), or "
            f"nothing for the newest conversation; got {type(conversation).__name__}."
        )
    return _of_messages(plain_messages(conversation))


def _of_messages(messages: list[dict]) -> Conversation:
    """The longest recorded conversation that these messages hold whole, or a new one.

    Of two as long, one that was answered is meant, and then the newest.
    """
    held = [
        recorded
        for recorded in reversed([*conversations])  # other threads may add to it
        if recorded.history and messages[: len(recorded.history)] == recorded.history
    ]
    if not held:
        return conversation_from(messages)
    recorded = max(held, key=lambda c: (len(c.history), c.accepted == len(c.history)))
    return _with_rest(recorded, messages[len(recorded.history) :])


def _with_rest(recorded: Conversation, rest: list[dict]) -> Conversation:
    """The recorded calls, and what was added to the messages since the last of them."""
    last = recorded.exchanges[-1]
    if not rest or (len(rest) == 1 and is_echo(rest[0], last.reply)):
        return recorded
    unsent = Exchange(kept=len(recorded.history), added=rest, is_sent=False)
    is_left_by_loop = not any(_was_said(message) for message in rest)
    return Conversation(
        history=recorded.history + rest,
        exchanges=[*recorded.exchanges, unsent],
        totals=recorded.totals,
        loop=recorded.loop,
        ending=recorded.ending if is_left_by_loop else None,
    )


def _was_said(message: dict) -> bool:
    """True for a message of the user's that answers no tool."""
    kinds = {block.get("type") for block in blocks_of(message)}
    return message.get("role") == "user" and "tool_result" not in kinds


def rows_of_call(conversation: Conversation, number: int) -> list[dict]:
    """The rows of one call: the blocks that are new in it, and those of its answer."""
    exchange = conversation.exchanges[number]
    rows = [
        row
        for message in new_messages(conversation, number)
        for row in _rows_of(message)
    ]
    rows += _outcome_rows(exchange)
    if not exchange.is_sent:
        return rows
    return [{"call": number + 1, **row} for row in rows]


def new_messages(conversation: Conversation, number: int) -> list[dict]:
    """What a call adds to the one before; a reply that is sent back is not new."""
    added = conversation.exchanges[number].added
    before = conversation.reply_before(number)
    reply = None if before is None else conversation.exchanges[before].reply
    if added and is_echo(added[0], reply):
        return added[1:]
    return added


def _outcome_rows(exchange: Exchange) -> list[dict]:
    if exchange.error is not None and exchange.reply is None:
        error = {"role": "error", "type": "error", "content": exchange.error}
        return [{**error, "seconds": exchange.seconds}]
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
    if exchange.error is not None:  # a stream that failed half-way
        rows.append({"role": "error", "type": "error", "content": exchange.error})
    return rows


def _ending(exchange: Exchange) -> str | None:
    if exchange.error is not None:
        return f"error {exchange.status}" if exchange.status else "error"
    return (exchange.reply or {}).get("stop_reason")


def _rows_of(message: dict) -> list[dict]:
    return [{"role": message.get("role"), **_row(b)} for b in blocks_of(message)]


def _row(block: dict) -> dict:
    kind = block.get("type")
    row = {"type": kind, "tool_use_id": block.get("id") or block.get("tool_use_id")}
    if kind == "tool_use":
        return row | {"tool": block.get("name"), "content": as_json(block.get("input"))}
    if kind == "tool_result":
        is_error = bool(block.get("is_error"))
        return row | {"content": result_text(block), "is_error": is_error}
    return row | {"content": other_text(block)}
