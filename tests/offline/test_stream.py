"""The event sequence of a streamed Message, and the SDK's own reading of it."""

import asyncio

import anthropic
import pytest

from helpers.offline import offline_async_client, offline_client
from helpers.offline.message import complete
from helpers.offline.stream import events, pieces

ASK = {
    "model": "claude-haiku-5-5",
    "max_tokens": 1000,
    "messages": [{"role": "user", "content": "Remind me."}],
    "tools": [
        {"name": "get_current_datetime", "input_schema": {"type": "object"}},
        {"name": "set_reminder", "input_schema": {"type": "object"}},
    ],
}
TEXT = {"type": "text", "text": "Let me  see:\n下週四 \U0001f600 is Thursday."}
NOW = {"type": "tool_use", "name": "get_current_datetime", "input": {}}
REMINDER = {
    "type": "tool_use",
    "name": "set_reminder",
    "input": {
        "content": "牙醫 \U0001f600",
        "priority": 2,
        "tags": [],
        "at": {"h": 15.5},
    },
}
THOUGHT = {"type": "thinking", "thinking": "A date is needed.", "signature": "c2ln"}
UNSHOWN = {"type": "thinking", "thinking": "", "signature": "c2ln"}
HIDDEN = {"type": "redacted_thinking", "data": "c2ln"}
SEARCH = {
    "type": "server_tool_use",
    "id": "srvtoolu_1",
    "name": "web_search",
    "input": {"query": "today"},
}

REPLIES = {
    "text": {"content": [TEXT]},
    "two calls": {"content": [TEXT, NOW, REMINDER]},
    "thinking": {"content": [THOUGHT, TEXT]},
    "thinking not shown": {"content": [UNSHOWN, NOW]},
    "redacted thinking": {"content": [HIDDEN, TEXT]},
    "nothing": {"content": []},
    "paused": {"content": [SEARCH], "stop_reason": "pause_turn"},
    "unknown reason": {"content": [TEXT], "stop_reason": "a_reason_of_next_year"},
    "refusal": {
        "content": [],
        "stop_reason": "refusal",
        "stop_details": {"type": "refusal", "category": "bio", "explanation": "No."},
    },
}


@pytest.fixture(params=REPLIES.values(), ids=REPLIES.keys())
def reply(request):
    return lambda body: request.param


def test_a_streamed_message_adds_up_to_the_plain_one(reply):
    client = offline_client(reply)
    with client.messages.stream(**ASK) as stream:
        streamed = stream.get_final_message()
    plain = client.messages.create(**ASK)
    assert streamed.to_dict() == plain.to_dict()


def test_an_async_stream_adds_up_to_the_plain_message(reply):
    async def streamed():
        async with offline_async_client(reply).messages.stream(**ASK) as stream:
            return await stream.get_final_message()

    plain = offline_client(reply).messages.create(**ASK)
    assert asyncio.run(streamed()).to_dict() == plain.to_dict()


@pytest.mark.parametrize(
    "changes",
    [{"max_tokens": 3}, {"max_tokens": 24}, {"stop_sequences": ["is"]}],
    ids=["text cut", "tool_use cut", "stop sequence"],
)
def test_a_streamed_message_ends_early_as_the_plain_one_does(changes):
    client = offline_client(lambda body: REPLIES["two calls"])
    with client.messages.stream(**{**ASK, **changes}) as stream:
        streamed = stream.get_final_message()
    assert streamed.stop_reason in ("max_tokens", "stop_sequence")
    plain = client.messages.create(**{**ASK, **changes})
    assert streamed.to_dict() == plain.to_dict()


def test_create_with_stream_yields_the_events_in_the_order_of_the_api():
    reply = {"content": [{"type": "text", "text": "On it"}, NOW]}
    with offline_client(lambda body: reply).messages.create(**ASK, stream=True) as raw:
        names = [event.type for event in raw]
    assert names == [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_delta",
        "content_block_stop",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]  # the SDK drops the ping


def test_text_arrives_in_pieces():
    with offline_client(lambda body: {"content": [TEXT]}).messages.stream(**ASK) as s:
        parts = list(s.text_stream)
    assert len(parts) > 3
    assert "".join(parts) == TEXT["text"]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "a", "x" * 100, " two  words \n"])
def test_pieces_add_up_to_the_text(text):
    assert "".join(pieces(text)) == text


def test_the_start_is_empty_and_the_delta_ends_the_message():
    message = offline_client(lambda body: {"content": [TEXT]}).messages.create(**ASK)
    sent = list(events(message.to_dict()))
    assert [name for name, _ in sent[:2]] == ["message_start", "ping"]
    start = sent[0][1]["message"]
    assert (start["content"], start["stop_reason"]) == ([], None)
    assert start["usage"]["output_tokens"] == 1
    name, delta = sent[-2]
    assert name == "message_delta"
    assert delta["delta"]["stop_reason"] == "end_turn"
    known = anthropic.types.MessageDeltaUsage.model_fields
    usage = message.usage.to_dict()
    assert delta["usage"] == {key: usage[key] for key in known if key in usage}


def test_a_message_that_counts_less_streams_what_it_counts():
    message = complete(ASK, {"content": [TEXT]})
    message["usage"] = {"input_tokens": 1, "output_tokens": 2}
    *_, (_, delta), _ = events(message)
    assert delta["usage"] == {"input_tokens": 1, "output_tokens": 2}


def test_the_first_piece_of_an_input_is_empty_and_no_input_has_no_other():
    client = offline_client(lambda body: {"content": [NOW, REMINDER]})
    with client.messages.create(**ASK, stream=True) as raw:
        deltas = [e for e in raw if e.type == "content_block_delta"]
    assert [e.delta.partial_json for e in deltas if e.index == 0] == [""]
    assert next(e.delta.partial_json for e in deltas if e.index == 1) == ""


def test_the_input_of_a_server_tool_comes_in_pieces_too():
    message = complete(ASK, {"content": [SEARCH]})
    _, _, start, first, *_ = [payload for _, payload in events(message)]
    assert start["content_block"]["input"] == {}
    assert first["delta"] == {"type": "input_json_delta", "partial_json": ""}


def test_the_start_tells_nothing_about_output_that_has_not_come():
    _, start = next(events(complete(ASK, {"content": [THOUGHT, TEXT]})))
    assert "output_tokens_details" not in start["message"]["usage"]
