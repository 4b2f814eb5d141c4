"""A client that records into a file, and one that answers from it."""

import asyncio
import json
from decimal import Decimal

import anthropic
import httpx2
import pytest

from helpers import add_user_message, chat, connect, run_conversation, text_from_message
from helpers.offline import (
    ApiError,
    StandInError,
    offline_async_client,
    offline_client,
)
from helpers.recording_file import FileRecorder
from helpers.tools import tool_schemas
from helpers.trace import trace_rows

QUESTION = "Set a reminder for my dentist appointment next Thursday at 3pm."
ASK = {
    "model": "claude-haiku-5-5",
    "max_tokens": 1000,
    "messages": [{"role": "user", "content": "你好"}],
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "session.json"


def hold_conversation(client) -> list[dict]:
    messages = []
    add_user_message(messages, QUESTION)
    return run_conversation(messages, tools=tool_schemas, client=client)


def as_dicts(messages: list[dict]) -> list[dict]:
    plain = json.dumps(messages, default=lambda block: block.to_dict())
    return json.loads(plain)


def saved(path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_recorded_conversation_is_replayed(path):
    recorded = hold_conversation(connect(record=path))
    replayed = hold_conversation(offline_client(replay=path))
    assert as_dicts(replayed) == as_dicts(recorded)
    assert len(saved(path)["exchanges"]) == 4


def test_a_replay_needs_no_order_and_no_fresh_client(path):
    recorded = hold_conversation(connect(record=path))
    client = offline_client(replay=path)
    for _ in range(2):
        assert as_dicts(hold_conversation(client)) == as_dicts(recorded)


def test_the_answers_come_from_the_file(path):
    connect(record=path).messages.create(**ASK)
    text = path.read_text(encoding="utf-8").replace("可以幫你什麼忙", "Recorded!")
    path.write_text(text, encoding="utf-8")
    message = offline_client(replay=path).messages.create(**ASK)
    assert "Recorded!" in text_from_message(message)


def test_each_exchange_is_in_the_file_at_once(path):
    client = connect(record=path)
    for calls in (1, 2, 3):
        client.messages.create(**ASK)
        assert len(saved(path)["exchanges"]) == calls


def test_a_message_is_saved_once_and_readable(path):
    hold_conversation(connect(record=path))
    text = path.read_text(encoding="utf-8")
    assert text.count(QUESTION) == 1
    connect(record=path).messages.create(**ASK)
    assert "你好" in path.read_text(encoding="utf-8")


def test_no_key_and_no_header_is_saved(path):
    client = connect(record=path, api_key="sk-ant-secret")
    server = {"type": "url", "url": "https://x", "name": "x"}
    client.beta.messages.create(
        **ASK,
        mcp_servers=[{**server, "authorization_token": "t0ken"}],
        betas=["mcp-client-2025-11-20"],
    )
    text = path.read_text(encoding="utf-8")
    assert "sk-ant" not in text
    assert "t0ken" not in text
    assert "header" not in text


def test_the_trace_opens_a_recording(path):
    messages = hold_conversation(connect(record=path))
    rows = trace_rows(str(path))
    tools = [row["tool"] for row in rows if row["type"] == "tool_use"]
    assert len(tools) == 3
    assert rows[0]["content"] == QUESTION
    assert rows[-1]["content"] == text_from_message(messages[-1])


def test_two_conversations_share_a_recording(path):
    client = connect(record=path)
    client.messages.create(**ASK)
    hold_conversation(client)
    client.messages.create(**ASK, system="Be brief.")
    replay = offline_client(replay=path)
    hold_conversation(replay)
    assert replay.messages.create(**ASK, system="Be brief.")


CHANGES = {
    "a tool's result": (
        lambda body: body["messages"][2]["content"][0].update(content="11:00"),
        "Call 2 is the closest; it differs at messages[2].content[0].content: "
        'expected "10:00", got "11:00"',
    ),
    "the model": (
        lambda body: body.update(model="claude-opus-5"),
        'Call 2 is the closest; it differs at model: expected "claude-haiku-5-5", '
        'got "claude-opus-5"',
    ),
    "a parameter more": (
        lambda body: body.update(system="Be brief."),
        'differs at system: expected nothing, got "Be brief."',
    ),
    "a parameter less": (
        lambda body: body.pop("tools"),
        "differs at tools: expected [",
    ),
    "a message more": (
        lambda body: body["messages"].append({"role": "user", "content": "Well?"}),
        "differs at messages[3]: expected nothing, got {",
    ),
    "the first question": (
        lambda body: body["messages"].__setitem__(slice(None), ASK["messages"]),
        'Call 1 is the closest; it differs at messages[0].content: expected "Now?"',
    ),
    "the end of a long text": (
        lambda body: body["messages"][1]["content"][0].update(text="Wait. " * 50),
        'messages[1].content[0].text: expected "...',
    ),
}


def clock_conversation() -> list[dict]:
    """The bodies of two requests: a question, then the result of its call."""
    tool = {"name": "clock", "input_schema": {"type": "object"}}
    question = {"role": "user", "content": "Now?"}
    text = {"type": "text", "text": "Wait. " * 50 + "I look."}
    call = {"type": "tool_use", "id": "toolu_1", "name": "clock", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "10:00"}
    first = {**ASK, "tools": [tool], "messages": [question]}
    turn = {"role": "assistant", "content": [text, call]}
    return [
        first,
        {**first, "messages": [question, turn, {"role": "user", "content": [result]}]},
    ]


@pytest.mark.parametrize("case", CHANGES)
def test_a_request_that_differs_is_told_where(path, case):
    change, expected = CHANGES[case]
    client = connect(record=path)
    for body in clock_conversation():
        client.messages.create(**body)
    changed = clock_conversation()[1]
    change(changed)
    attempts = []

    def count(request, call_next):
        attempts.append(request)
        return call_next(request)

    replay = offline_client(replay=path, middleware=[count])
    with pytest.raises(StandInError) as raised:
        replay.messages.create(**changed)
    assert expected in str(raised.value)
    assert len(attempts) == 1


def test_of_two_recorded_first_questions_the_one_with_the_same_settings_is_closest(
    path,
):
    client = connect(record=path)
    client.messages.create(**ASK, system="Be brief.")
    client.messages.create(**ASK)
    other = {**ASK, "messages": [{"role": "user", "content": "Hi"}]}
    with pytest.raises(StandInError) as raised:
        offline_client(replay=path).messages.create(**other)
    expected = (
        'Call 2 is the closest; it differs at messages[0].content: expected "你好"'
    )
    assert expected in str(raised.value)


@pytest.mark.parametrize("recorded_streaming", [True, False])
@pytest.mark.parametrize("replayed_streaming", [True, False])
def test_streamed_or_not_the_message_is_the_same(
    path, recorded_streaming, replayed_streaming
):
    def message(client, streaming):
        body = clock_conversation()[1] | {"stop_sequences": ["x"]}
        if not streaming:
            return client.messages.create(**body)
        with client.messages.stream(**body) as stream:
            return stream.get_final_message()

    recorded = message(connect(record=path), recorded_streaming)
    replayed = message(offline_client(replay=path), replayed_streaming)
    assert replayed.to_dict() == recorded.to_dict()


def test_a_stream_of_plain_events_is_recorded(path):
    list(connect(record=path).messages.create(**ASK, stream=True))
    events = list(offline_client(replay=path).messages.create(**ASK, stream=True))
    assert events[-1].type == "message_stop"


def test_async_calls_are_recorded_and_replayed(path):
    async def ask(client):
        async with client.messages.stream(**ASK) as stream:
            await stream.get_final_message()
        return await client.messages.create(**ASK)

    recorded = asyncio.run(ask(offline_async_client(middleware=[FileRecorder(path)])))
    assert asyncio.run(ask(offline_async_client(replay=path))) == recorded
    assert len(saved(path)["exchanges"]) == 2


FAULTS = {
    "400": (400, anthropic.BadRequestError),
    "429": (429, anthropic.RateLimitError),
    "529": (529, anthropic.OverloadedError),
    "details": (
        ApiError(400, "invalid_request_error", "No.", details={"error_code": "x"}),
        anthropic.BadRequestError,
    ),
    "timeout": ("timeout", anthropic.APITimeoutError),
    "connection": ("connection_error", anthropic.APIConnectionError),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_recorded_error_is_an_error_again(path, name):
    fault, expected = FAULTS[name]
    clients = [
        connect(record=path, faults=[fault], max_retries=0),
        lambda: offline_client(replay=path, max_retries=0),
    ]
    errors = []
    for client in clients:
        with pytest.raises(expected) as raised:
            (client() if callable(client) else client).messages.create(**ASK)
        errors.append(raised.value)
    assert type(errors[0]) is type(errors[1])
    if isinstance(errors[0], anthropic.APIStatusError):
        assert errors[0].body == errors[1].body


def test_a_refused_request_is_refused_again(path):
    ask = {**ASK, "messages": [{"role": "user", "content": ""}]}
    for client in (connect(record=path), None):
        with pytest.raises(anthropic.BadRequestError, match="non-empty content"):
            (client or offline_client(replay=path)).messages.create(**ask)


def test_a_call_that_succeeded_at_its_third_attempt_does_so_again(path):
    recorded = connect(record=path, faults=[529, 500]).messages.create(**ASK)
    raw = offline_client(replay=path).messages.with_raw_response.create(**ASK)
    assert raw.retries_taken == 2
    assert raw.parse() == recorded


def test_a_stream_that_failed_half_way_fails_half_way_again(path):
    def read(client):
        events = []
        with pytest.raises(anthropic.APIStatusError, match="Overloaded"):
            events.extend(client.messages.create(**ASK, stream=True))

    read(connect(record=path, faults=["error_event"]))
    read(offline_client(replay=path))


def test_a_stream_that_was_cut_is_recorded_as_far_as_it_came(path):
    client = connect(record=path, faults=["cut_stream"])
    with client.messages.stream(**ASK) as stream:
        list(stream)
    assert saved(path)["exchanges"][0]["reply"]["stop_reason"] is None
    assert offline_client(replay=path).messages.create(**ASK).stop_reason is None


def test_a_raw_post_is_recorded(path):
    client = connect(record=path)
    client.post("/v1/messages", body=ASK, cast_to=httpx2.Response)
    assert offline_client(replay=path).messages.create(**ASK).content


def test_a_call_that_the_sdk_refuses_is_not_recorded(path):
    with pytest.raises(TypeError):
        connect(record=path).messages.create(**{**ASK, "messages": [Decimal(1)]})
    assert not path.exists()


FILES = {
    "missing": (None, FileNotFoundError, "There is no recording"),
    "broken": ('{"format": "conversation 1", "exch', ValueError, "is broken"),
    "foreign": ('{"cells": []}', ValueError, "is not a recording"),
    "a list": ("[1, 2]", ValueError, "is not a recording"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_recording_is_named(path, name):
    content, error, text = FILES[name]
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(error, match=text) as raised:
        offline_client(replay=path)
    assert str(path) in str(raised.value)


def test_a_recording_without_calls_says_so(path):
    path.write_text('{"format": "conversation 1", "exchanges": []}', encoding="utf-8")
    with pytest.raises(StandInError, match="holds no answered call"):
        offline_client(replay=path).messages.create(**ASK)


def test_a_file_that_is_no_recording_is_never_overwritten(path):
    path.write_text("My notes", encoding="utf-8")
    with pytest.raises(ValueError, match="is not a recording"):
        connect(record=path)
    assert path.read_text(encoding="utf-8") == "My notes"


def test_a_folder_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="no folder"):
        connect(record=tmp_path / "nowhere" / "session.json")


def test_a_replay_takes_no_reply_function(path):
    chat(ASK["messages"], client=connect(record=path))
    with pytest.raises(ValueError, match="not both"):
        offline_client(lambda request: {}, replay=path)


def test_the_tool_runner_is_replayed(path):
    @anthropic.beta_tool
    def roll_dice(sides: int) -> str:
        """Roll a die."""
        return "4"

    def run(client):
        ask = {**ASK, "messages": [{"role": "user", "content": "Roll a 6-sided die."}]}
        return client.beta.messages.tool_runner(**ask, tools=[roll_dice]).until_done()

    recorded = run(connect(record=path))
    assert run(offline_client(replay=path)) == recorded
    assert text_from_message(recorded) == "roll_dice says: 4"
