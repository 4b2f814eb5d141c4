"""Context editing: asked for in a request, answered as no edit, in all forms."""

import asyncio
import json

import pytest

from helpers import connect
from helpers.offline import offline_async_client, offline_client

BETA = "context-management-2025-06-27"
EDITS = [
    {"type": "clear_thinking_20251015", "keep": "all"},
    {
        "type": "clear_tool_uses_20250919",
        "trigger": {"type": "tool_uses", "value": 1},
        "keep": {"type": "tool_uses", "value": 0},
    },
    {"type": "compact_20260112"},
]
COUNT = {
    "model": "claude-haiku-5-5",
    "messages": [{"role": "user", "content": "Hello"}],
    "betas": [BETA],
    "context_management": {"edits": EDITS},
}
ASK = COUNT | {"max_tokens": 1000}


@pytest.mark.parametrize("asked", [{"edits": EDITS}, {"edits": []}, {}], ids=str)
def test_an_answer_tells_that_no_edit_was_applied(asked):
    ask = ASK | {"context_management": asked}
    message = offline_client().beta.messages.create(**ask)
    assert message.context_management.applied_edits == []


@pytest.mark.parametrize("asked", [{}, {"context_management": None}], ids=str)
def test_an_answer_tells_nothing_of_edits_that_nobody_asked_for(asked):
    plain = {key: ASK[key] for key in ASK if key != "context_management"}
    message = offline_client().beta.messages.create(**plain, **asked)
    assert message.context_management is None
    assert "context_management" not in message.to_dict()


def test_a_stream_tells_of_edits_in_its_message_delta():
    client = offline_client()
    with client.beta.messages.stream(**ASK) as stream:
        told = {event.type: event for event in stream if "message_" in event.type}
        final = stream.get_final_message()
    assert told["message_start"].message.context_management is None
    assert told["message_delta"].context_management.applied_edits == []
    assert final.context_management.applied_edits == []
    whole = client.beta.messages.create(**ASK)
    assert final.to_dict() == whole.to_dict()


def test_an_async_stream_tells_of_edits_too():
    async def final():
        client = offline_async_client()
        async with client.beta.messages.stream(**ASK) as stream:
            return await stream.get_final_message()

    assert asyncio.run(final()).context_management.applied_edits == []


def test_a_token_count_tells_the_tokens_before_any_edit():
    counted = offline_client().beta.messages.count_tokens(**COUNT)
    assert counted.context_management.original_input_tokens == counted.input_tokens
    message = offline_client().beta.messages.create(**ASK)
    assert message.usage.input_tokens == counted.input_tokens


def test_a_plain_token_count_tells_of_no_edits():
    plain = {key: COUNT[key] for key in ("model", "messages")}
    counted = offline_client().messages.count_tokens(**plain)
    assert counted.to_dict() == {"input_tokens": counted.input_tokens}


def test_a_recorded_stream_keeps_what_it_told_of_edits(tmp_path):
    path = tmp_path / "session.json"
    with connect(record=path).beta.messages.stream(**ASK) as stream:
        stream.until_done()
    [exchange] = json.loads(path.read_text(encoding="utf-8"))["exchanges"]
    assert exchange["reply"]["context_management"] == {"applied_edits": []}
    replayed = offline_client(replay=path).beta.messages.create(**ASK)
    assert replayed.context_management.applied_edits == []
