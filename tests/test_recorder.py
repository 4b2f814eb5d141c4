"""The recorder: every exchange is kept, whole, and no call is ever broken by it."""

import asyncio
import json
import threading
from contextlib import suppress

import anthropic
import httpx2
import pytest

from helpers import recorder
from helpers.conversations import (
    FORGOTTEN,
    MAX_BYTES,
    conversations,
    forget,
    last_conversation,
)
from helpers.offline import offline_async_client, offline_client
from helpers.plain import plain
from helpers.recorder import record
from helpers.recording import Exchange, conversation_from
from helpers.saved import load, save
from helpers.trace import trace_rows
from helpers.view.picture import static_view

ASK = {"model": "claude-haiku-5-5", "max_tokens": 500}
QUESTION = {"role": "user", "content": "What time is it?"}
TOOLS = [
    {
        "name": "get_current_datetime",
        "description": "Returns the current date and time.",
        "input_schema": {"type": "object", "properties": {}},
    }
]


pytestmark = pytest.mark.usefixtures("an_empty_recorder")


def text_reply(text: str = "Yes.", **more) -> dict:
    return {
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
    } | more


def body(number: int, content: list | None = None) -> dict:
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": content or [{"type": "text", "text": f"Answer {number}."}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 5},
    }


def client_of(handle, **options) -> anthropic.Anthropic:
    """A client with the recorder, over any transport."""
    http_client = httpx2.Client(transport=httpx2.MockTransport(handle))
    return anthropic.Anthropic(
        api_key="sk-ant-secret", http_client=http_client, middleware=[record], **options
    )


def numbered_client() -> anthropic.Anthropic:
    numbers = iter(range(1, 1000))
    return client_of(lambda request: httpx2.Response(200, json=body(next(numbers))))


class Pieces(httpx2.SyncByteStream):
    """A body that comes in pieces, as from a real server."""

    def __init__(self, pieces: list[bytes]):
        self.pieces, self.is_closed = pieces, False

    def __iter__(self):
        yield from self.pieces

    def close(self):
        self.is_closed = True


def streaming_client(pieces: Pieces) -> anthropic.Anthropic:
    headers = {"content-type": "text/event-stream; charset=utf-8"}
    return client_of(
        lambda request: httpx2.Response(200, headers=headers, stream=pieces)
    )


def pieces_of_a_stream() -> list[bytes]:
    """The events that the stand-in sends for a tool_use, one piece each."""
    with offline_client().messages.with_streaming_response.create(
        **ASK, messages=[QUESTION], tools=TOOLS, stream=True
    ) as response:
        events = response.read().decode().split("\n\n")
    return [f"{event}\n\n".encode() for event in events if event]


@pytest.mark.parametrize("way", ["stream", "create"])
def test_a_streamed_answer_is_kept_as_the_message_it_adds_up_to(way):
    client = offline_client()
    if way == "stream":
        with client.messages.stream(**ASK, messages=[QUESTION], tools=TOOLS) as stream:
            message = stream.get_final_message()
    else:
        message = client.messages.create(**ASK, messages=[QUESTION], tools=TOOLS)
    [exchange] = last_conversation().exchanges
    kept, came = exchange.reply, message.to_dict()
    assert kept["content"] == came["content"]
    assert kept["stop_reason"] == "tool_use"
    assert kept["usage"]["output_tokens"] == came["usage"]["output_tokens"]


def test_the_caller_of_a_stream_sees_each_piece_as_it_comes():
    stream = Pieces(pieces_of_a_stream())
    forget()
    client = streaming_client(stream)
    seen = []
    for event in client.messages.create(**ASK, messages=[QUESTION], stream=True):
        if not seen:
            assert last_conversation().exchanges[0].reply is None  # not over yet
        seen.append(event.type)
    assert seen[0] == "message_start"
    assert seen[-1] == "message_stop"
    [exchange] = last_conversation().exchanges
    assert exchange.reply["content"][-1]["name"] == "get_current_datetime"
    assert exchange.reply["content"][-1]["input"] == {}


def test_a_stream_that_the_caller_leaves_is_closed_and_kept_as_far_as_it_came():
    stream = Pieces(pieces_of_a_stream())
    forget()
    events = streaming_client(stream).messages.create(
        **ASK, messages=[QUESTION], stream=True
    )
    next(iter(events))
    events.close()
    [exchange] = last_conversation().exchanges
    assert stream.is_closed
    assert exchange.reply["stop_reason"] is None
    assert exchange.seconds is not None


def test_a_stream_that_is_cut_is_kept_as_far_as_it_came():
    client = offline_client(faults=["cut_stream"], max_retries=0)
    events = client.messages.create(**ASK, messages=[QUESTION], stream=True)
    kinds = [event.type for event in events]
    [exchange] = last_conversation().exchanges
    assert "message_stop" not in kinds
    assert exchange.reply["stop_reason"] is None


def test_a_stream_that_ends_in_an_error_is_kept_with_the_error():
    client = offline_client(faults=["error_event"], max_retries=0)
    with pytest.raises(anthropic.APIStatusError):
        list(client.messages.create(**ASK, messages=[QUESTION], stream=True))
    [exchange] = last_conversation().exchanges
    assert exchange.error == "Overloaded"


def test_an_async_client_is_recorded_too():
    async def call():
        client = offline_async_client()
        async with client.messages.stream(**ASK, messages=[QUESTION]) as stream:
            await stream.get_final_message()
        await client.messages.create(**ASK, messages=[QUESTION])

    asyncio.run(call())
    assert [c.exchanges[0].status for c in conversations] == [200, 200]
    assert all(c.exchanges[0].reply["content"] for c in conversations)


def test_an_async_stream_in_pieces_is_recorded_at_its_end():
    pieces = pieces_of_a_stream()
    forget()

    async def body_in_pieces():
        for piece in pieces:
            yield piece

    async def call():
        transport = httpx2.MockTransport(
            lambda request: httpx2.Response(
                200,
                headers={"content-type": "text/event-stream"},
                content=body_in_pieces(),
            )
        )
        async with anthropic.AsyncAnthropic(
            api_key="x",
            http_client=httpx2.AsyncClient(transport=transport),
            middleware=[record],
        ) as client:
            stream = await client.messages.create(
                **ASK, messages=[QUESTION], stream=True
            )
            async for _ in stream:
                pass

    asyncio.run(call())
    assert last_conversation().exchanges[0].reply["stop_reason"] == "tool_use"


def test_every_retry_is_an_exchange_with_its_number():
    client = offline_client(faults=[529, 429], max_retries=2)
    client.messages.create(**ASK, messages=[QUESTION])
    exchanges = last_conversation().exchanges
    assert [(e.status, e.retries) for e in exchanges] == [(529, 0), (429, 1), (200, 2)]


def test_a_refused_call_put_right_continues_its_conversation():
    client = numbered_client()
    refusing = offline_client()
    asked = [{"type": "tool_use", "id": "toolu_1", "name": "now", "input": {}}]
    first = [QUESTION]
    client.messages.create(**ASK, messages=first)
    turn = {"role": "assistant", "content": asked}
    with pytest.raises(anthropic.BadRequestError):
        refusing.messages.create(
            **ASK, messages=[*first, turn, {"role": "user", "content": "No result."}]
        )
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "10:22"}
    client.messages.create(
        **ASK, messages=[*first, turn, {"role": "user", "content": [result]}]
    )
    conversation = last_conversation()
    assert len(conversation.exchanges) == 3
    assert conversation.messages_of(2)[2]["content"] == [result]
    assert conversation.messages_of(1)[2]["content"] == "No result."


def test_the_callers_list_may_change_after_the_call():
    messages = [{"role": "user", "content": [{"type": "text", "text": "Before"}]}]
    numbered_client().messages.create(**ASK, messages=messages)
    messages[0]["content"][0]["text"] = "After"
    assert last_conversation().history[0]["content"][0]["text"] == "Before"


def test_a_long_history_is_kept_once():
    client, messages = numbered_client(), []
    for i in range(200):
        messages.append({"role": "user", "content": "x" * 1000})
        client.messages.create(**ASK, messages=messages)
        messages.append({"role": "assistant", "content": f"Answer {i}."})
    conversation = last_conversation()
    assert len(conversations) == 1
    assert [e.sent for e in conversation.exchanges] == list(range(1, 400, 2))
    assert conversation.size < 400 * 1500
    assert conversation.messages_of(150) == plain(messages[:301])


def test_threads_of_the_sdk_are_followed_by_the_id_of_the_last_reply():
    client = numbered_client()
    client.messages.create(**ASK, messages=[QUESTION])
    client.messages.create(**ASK, messages=[{"role": "user", "content": "Other."}])
    client.messages.create(
        **ASK,
        messages=[{"role": "user", "content": "Go on."}],
        extra_body={"thread": {"type": "continue", "previous_message_id": "msg_1"}},
    )
    conversation = last_conversation()
    assert len(conversation.exchanges) == 2
    roles = [message["role"] for message in conversation.history]
    assert roles == ["user", "assistant", "user"]
    assert conversation.history[1]["content"][0]["text"] == "Answer 1."


def test_a_thread_that_goes_back_sends_no_more_than_it_says():
    client = numbered_client()
    client.messages.create(**ASK, messages=[QUESTION])
    for previous, text in (
        ("msg_1", "Go on."),
        ("msg_2", "More."),
        ("msg_1", "Go on."),
    ):
        thread = {"type": "continue", "previous_message_id": previous}
        messages = [{"role": "user", "content": text}]
        client.messages.create(**ASK, messages=messages, extra_body={"thread": thread})
    conversation = last_conversation()
    assert [exchange.sent for exchange in conversation.exchanges] == [1, 3, 5, 3]
    assert conversation.history[-1]["content"] == "Go on."


def test_conversations_side_by_side_do_not_mix():
    client = numbered_client()
    histories = [[{"role": "user", "content": f"Number {n}"}] for n in range(5)]
    for _ in range(3):
        for messages in histories:
            reply = client.messages.create(**ASK, messages=messages)
            messages.append({"role": "assistant", "content": reply.content})
            messages.append({"role": "user", "content": "More."})
    assert len(conversations) == 5
    assert {len(c.exchanges) for c in conversations} == {3}


def test_threads_of_python_record_all_their_calls():
    client = offline_client(lambda request: text_reply())

    def work(n):
        for i in range(10):
            messages = [{"role": "user", "content": f"{n} and {i}"}]
            client.messages.create(**ASK, messages=messages)

    workers = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sum(len(c.exchanges) for c in conversations) == 40


def test_the_oldest_conversations_are_forgotten_when_memory_is_full():
    client = numbered_client()
    third = MAX_BYTES // 3
    for n in range(5):
        messages = [{"role": "user", "content": f"{n}" * third}]
        client.messages.create(**ASK, messages=messages)
    assert len(conversations) == 2
    assert last_conversation().history[0]["content"].startswith("4")


def test_one_conversation_too_large_for_memory_still_counts_its_calls():
    client, messages = numbered_client(), []
    half = "x" * (MAX_BYTES // 2)
    for content in (half, half, "more", "and more"):
        messages.append({"role": "user", "content": content})
        client.messages.create(**ASK, messages=messages)
        messages.append({"role": "assistant", "content": "ok"})
    conversation = last_conversation()
    assert len(conversations) == 1
    assert len(conversation.exchanges) == 4
    assert conversation.totals["input_tokens"] == 40
    assert conversation.exchanges[-1].added[0]["content"] == FORGOTTEN
    assert conversation.size < MAX_BYTES + 10_000


def test_no_key_is_kept_wherever_it_hides(tmp_path):
    client = numbered_client()
    client.messages.create(
        **ASK,
        messages=[QUESTION],
        extra_headers={"authorization": "Bearer sk-ant-secret"},
        extra_body={
            "mcp_servers": [
                {"url": "https://x", "authorization_token": "sk-ant-secret"}
            ]
        },
    )
    text = save(last_conversation(), tmp_path / "c.json").read_text(encoding="utf-8")
    assert "sk-ant" not in text
    assert "mcp_servers" in text


def test_an_error_that_names_the_key_is_kept_without_it():
    def refuse(request):
        raise ValueError("Illegal header value b'sk-ant-api03-secret'")

    with pytest.raises(anthropic.APIConnectionError):
        client_of(refuse, max_retries=0).messages.create(**ASK, messages=[QUESTION])

    class Leaky(anthropic.Middleware):
        def handle(self, request, call_next):
            raise ValueError("b'sk-ant-api03-secret' is no header")

    client = offline_client(middleware=[])
    client = client.with_options(middleware=[record, Leaky()])
    with pytest.raises(ValueError, match="no header"):
        client.messages.create(**ASK, messages=[QUESTION])
    assert "sk-ant" not in str([e.error for e in last_conversation().exchanges])


class Odd:
    """Something that no API takes."""


@pytest.mark.parametrize(
    "messages",
    [
        None,
        "text",
        5,
        {},
        [5],
        [None],
        [{}],
        [{"content": Odd}],
        [{"role": 5}],
        (QUESTION,),
    ],
    ids=repr,
)
def test_whatever_is_sent_the_call_fares_as_without_the_recorder(messages):
    outcomes = []
    for middleware in ([], [record]):
        client = offline_client(max_retries=0).with_options(middleware=middleware)
        try:
            client.messages.create(**ASK, messages=messages)
            outcomes.append("answered")
        except Exception as error:
            outcomes.append((type(error), str(error)))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    "answer",
    [
        {"text": "<html>Bad gateway</html>"},
        {"content": b""},
        {"json": []},
        {"json": {"error": "just text"}},
        {"json": {"content": None}},
    ],
    ids=str,
)
@pytest.mark.parametrize("status", [200, 502])
def test_whatever_comes_back_is_recorded(answer, status):
    client = client_of(lambda request: httpx2.Response(status, **answer), max_retries=0)
    with suppress(Exception):  # the SDK takes some of these and refuses others
        client.messages.create(**ASK, messages=[QUESTION])
    [exchange] = last_conversation().exchanges
    assert exchange.status == status
    assert exchange.error or exchange.reply


def test_listeners_hear_the_beginning_and_the_end_of_a_call():
    heard = []

    def listen(conversation):
        heard.append(conversation.exchanges[-1].seconds is None)

    recorder.listeners.append(listen)
    try:
        offline_client().messages.create(**ASK, messages=[QUESTION])
    finally:
        recorder.listeners.remove(listen)
    assert heard == [True, False]


def test_a_broken_listener_breaks_no_call(caplog):
    def broken(conversation):
        raise RuntimeError("The listener is broken.")

    recorder.listeners.append(broken)
    try:
        message = offline_client().messages.create(**ASK, messages=[QUESTION])
    finally:
        recorder.listeners.remove(broken)
    assert message.stop_reason == "end_turn"
    assert "The listener is broken." in caplog.text
    assert "Traceback" not in caplog.text


def test_counting_tokens_is_no_conversation():
    offline_client().messages.count_tokens(model=ASK["model"], messages=[QUESTION])
    assert last_conversation() is None


def test_a_saved_conversation_is_the_same_when_it_is_loaded(tmp_path):
    client = offline_client(faults=[529], max_retries=1)
    client.messages.create(**ASK, messages=[QUESTION], tools=TOOLS)
    first = last_conversation()
    second = load(save(first, tmp_path / "conversation.json"))
    assert second.exchanges[1].reply == first.exchanges[1].reply
    assert second.exchanges[0].error == "Overloaded"
    assert (second.history, second.totals) == (first.history, first.totals)


def test_a_list_of_messages_in_a_file_is_loaded_too(tmp_path):
    path = tmp_path / "messages.json"
    messages = [QUESTION, {"role": "assistant", "content": "10:22"}]
    path.write_text(json.dumps(messages), encoding="utf-8")
    assert len(load(path).exchanges) == 1


WRONG_CALLS = [
    5,
    {"kept": "1"},
    {"kept": 3},
    {"added": {}},
    {"settings": []},
    {"reply": "Hello."},
    {"reply": {"usage": {"input_tokens": "5"}}},
    {"reply": {"usage": 5}},
    {"reply": {"stop_reason": []}},
    {"error": 5},
]


@pytest.mark.parametrize("call", WRONG_CALLS, ids=str)
def test_a_call_of_a_wrong_shape_is_told_with_the_path(tmp_path, call):
    path = tmp_path / "wrong.json"
    saved = {"format": "conversation 1", "exchanges": [call]}
    path.write_text(json.dumps(saved), encoding="utf-8")
    with pytest.raises(ValueError, match=r"wrong\.json holds no conversation: ."):
        load(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no whole JSON"),
        (b'{"format": "conver', "no whole JSON"),
        (b"\x89PNG\r\n\x1a\n\x00", "no text in UTF-8"),
        (b"\xff\xfe[\x00]\x00", "no text in UTF-8"),
        (b'{"format": "conversation 1"}', "are no list"),
        (b'[{"a": 1}]', "item 0 of its list is no message"),
    ],
    ids=["empty", "truncated", "binary", "UTF-16", "no calls", "no messages"],
)
def test_a_broken_file_is_told_with_its_path_and_the_reason(tmp_path, content, reason):
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=reason) as caught:
        trace_rows(path)
    assert str(path) in str(caught.value)


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "windows.json"
    path.write_text(json.dumps([QUESTION]), encoding="utf-8-sig")
    assert load(path).history == [QUESTION]


@pytest.mark.parametrize("content", ["{}", "5", '{"format": "other"}', "[1]"])
def test_a_file_that_is_no_conversation_says_what_was_expected(tmp_path, content):
    path = tmp_path / "wrong.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match="holds no conversation"):
        load(path)


def test_bare_messages_become_turns_that_were_not_seen_on_their_way():
    messages = [
        QUESTION,
        {"role": "assistant", "content": "10:22"},
        {"role": "user", "content": "Thanks"},
    ]
    conversation = conversation_from(messages)
    assert [e.is_sent for e in conversation.exchanges] == [False, False]
    assert conversation.messages_of(1) == messages


def test_a_call_that_cannot_be_counted_is_not_kept_by_half():
    conversation = conversation_from([QUESTION])
    exchange = Exchange(kept=1, added=5)  # nothing that can be counted
    with pytest.raises(TypeError):
        conversation.begin(exchange)
    assert len(conversation.exchanges) == 1
    assert conversation.history == [QUESTION]


@pytest.mark.parametrize(
    "content", [Odd(), float("nan"), "\ud83d"], ids=["object", "nan", "surrogate"]
)
def test_a_request_that_cannot_be_sent_is_no_silence_of_the_api(content):
    messages = [{"role": "user", "content": content}]
    with pytest.raises((TypeError, ValueError)):
        offline_client().messages.create(**ASK, messages=messages)
    conversation = last_conversation()
    assert not conversation.exchanges[-1].could_be_sent
    html = static_view(conversation)
    assert "Your code: this request could not be sent" in html
    assert "gave no answer" not in html


def test_a_lost_connection_is_a_silence_of_the_api():
    client = offline_client(faults=["timeout"], max_retries=0)
    with pytest.raises(anthropic.APIConnectionError):
        client.messages.create(**ASK, messages=[QUESTION])
    assert "the API gave no answer" in static_view(last_conversation())


def test_a_call_continues_the_longest_conversation_it_repeats_not_the_newest():
    client = numbered_client()
    client.messages.create(**ASK, messages=[QUESTION])
    long = [QUESTION, {"role": "assistant", "content": "10:22"}, QUESTION]
    client.messages.create(**ASK, messages=long)
    client.messages.create(**ASK, messages=[QUESTION])
    more = [*long, {"role": "assistant", "content": "10:22"}, QUESTION]
    client.messages.create(**ASK, messages=more)
    assert [len(c.exchanges) for c in conversations] == [1, 3]
