"""The server-sent events of a Message body, in the order in which the API sends them.

https://platform.claude.com/docs/en/build-with-claude/streaming
"""

import json
import re
from collections.abc import Iterator

Event = tuple[str, dict]

ENDING = ("stop_reason", "stop_sequence", "stop_details")
# https://platform.claude.com/docs/en/build-with-claude/context-editing
LATE = ("context_management",)  # what comes with the message_delta only
# What a message_delta counts again: the SDK's types/message_delta_usage.py.
CUMULATIVE = (
    *("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"),
    *("output_tokens", "output_tokens_details"),
)


def events(message: dict) -> Iterator[Event]:
    """Yield (event name, payload) pairs that add up to the message."""
    usage = message["usage"]
    late = {key: message[key] for key in LATE if key in message}
    start = {key: value for key, value in message.items() if key not in LATE}
    start |= {**dict.fromkeys(ENDING), "content": []}
    before = {k: v for k, v in usage.items() if k != "output_tokens_details"}
    start["usage"] = before | {"output_tokens": min(1, usage["output_tokens"])}
    yield event("message_start", message=start)
    yield event("ping")
    for index, block in enumerate(message["content"]):
        yield from block_events(index, block)
    ending = {key: message.get(key) for key in (*ENDING, "container")}
    counted = {key: usage[key] for key in CUMULATIVE if key in usage}
    yield event("message_delta", delta=ending, usage=counted, **late)
    yield event("message_stop")


def event(name: str, **payload: object) -> Event:
    return name, {"type": name, **payload}


def block_events(index: int, block: dict) -> Iterator[Event]:
    start, deltas = DELTAS.get(block["type"], whole_block)(block)
    yield event("content_block_start", index=index, content_block=start)
    for delta in deltas:
        yield event("content_block_delta", index=index, delta=delta)
    yield event("content_block_stop", index=index)


def text_deltas(block: dict) -> tuple[dict, list[dict]]:
    deltas = [{"type": "text_delta", "text": piece} for piece in pieces(block["text"])]
    return {**block, "text": ""}, deltas


def thinking_deltas(block: dict) -> tuple[dict, list[dict]]:
    thoughts = pieces(block["thinking"])
    deltas = [{"type": "thinking_delta", "thinking": piece} for piece in thoughts]
    deltas.append({"type": "signature_delta", "signature": block["signature"]})
    return {**block, "thinking": "", "signature": ""}, deltas


def tool_use_deltas(block: dict) -> tuple[dict, list[dict]]:
    """The API's first piece of an input is empty; an input of {} has no other."""
    parts = pieces(json.dumps(block["input"])) if block["input"] else []
    deltas = [{"type": "input_json_delta", "partial_json": p} for p in ["", *parts]]
    return {**block, "input": {}}, deltas


def whole_block(block: dict) -> tuple[dict, list[dict]]:
    return block, []


DELTAS = {
    "text": text_deltas,
    "thinking": thinking_deltas,
    "tool_use": tool_use_deltas,
    "server_tool_use": tool_use_deltas,
}


def pieces(text: str) -> list[str]:
    """Return a text in pieces of about a word: "I see it" -> ["I", " see", " it"]."""
    return re.findall(r"\s*\S{1,16}|\s+", text)
