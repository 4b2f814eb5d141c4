"""Replies made into Message bodies: ids, stop reasons, usage, and what is no reply."""

import json
import re

import anthropic
import pytest
from message_parts import CALL, QUESTION, REMINDER, THOUGHT, request, says

from helpers.offline import offline_client
from helpers.offline.message import complete, count_tokens
from helpers.offline.rules import ApiError, check_request


def test_the_body_is_a_whole_message():
    body = complete(request(), says("Monday."))
    message = anthropic.types.Message.model_validate(body, strict=True)
    assert set(body) <= set(anthropic.types.Message.model_fields)
    assert message.role == "assistant"
    assert message.model == "claude-haiku-5-5"
    assert message.content[0].text == "Monday."
    assert message.stop_reason == "end_turn"
    assert message.stop_sequence is None
    assert message.stop_details is None


def test_the_same_request_gets_the_same_body():
    reply = says(CALL, CALL)
    assert complete(request(), reply) == complete(request(), reply)


def test_the_reply_is_not_changed():
    reply = says("One two", dict(CALL))
    before = json.dumps(reply)
    complete(request(max_tokens=1, stop_sequences=["two"]), reply)
    assert json.dumps(reply) == before


def test_ids_never_repeat_in_a_conversation_that_asks_the_same_again():
    messages, ids = [], []
    for _ in range(20):
        messages.append(QUESTION)
        body = complete(request(messages=messages), says(CALL, CALL))
        messages.append({"role": "assistant", "content": body["content"]})
        ids += [body["id"], *(block["id"] for block in body["content"])]
    assert len(set(ids)) == 60
    assert all(re.fullmatch(r"(msg|toolu)_off[a-zA-Z0-9_-]{12,16}", i) for i in ids)


def ask_and_answer(messages: list[dict], **settings) -> list[str]:
    """Add a question, its call and the result to messages; return the ids so far."""
    messages.append(QUESTION)
    body = complete(request(messages=messages, **settings), says(CALL))
    use = body["content"][0]
    result = {"type": "tool_result", "tool_use_id": use["id"], "content": "Monday"}
    messages += [
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": "Monday."},
    ]
    blocks = [
        block for m in messages if m["role"] == "assistant" for block in m["content"]
    ]
    return [block["id"] for block in blocks if isinstance(block, dict)]


def test_the_same_question_of_two_users_gets_two_ids_so_that_both_can_be_joined():
    first, second = [], []
    for _ in range(3):
        ask_and_answer(first, metadata={"user_id": "first"})
        ask_and_answer(second, metadata={"user_id": "second"})
    joined = first + second
    check_request(request(messages=[*joined, QUESTION]))
    ids = ask_and_answer(joined)
    assert len(ids) == len(set(ids)) == 7
    check_request(request(messages=[*joined, QUESTION]))


def test_two_histories_of_one_question_share_its_id_and_cannot_be_joined():
    first, second = [], []
    assert ask_and_answer(first) == ask_and_answer(second)
    with pytest.raises(ApiError, match="`tool_use` ids must be unique"):
        check_request(request(messages=[*first, *second, QUESTION]))


def test_ids_are_the_same_on_every_machine():
    body = complete(request(), says(CALL))
    assert body["id"] == "msg_offd0ef08824d9e"
    assert body["content"][0]["id"] == "toolu_offd0ef08824d9e_0"


def test_a_streamed_request_gets_the_ids_of_the_plain_one():
    plain = complete(request(), says(CALL))
    assert complete(request(stream=True), says(CALL)) == plain


@pytest.mark.parametrize(
    "changes",
    [
        {"system": "Be brief."},
        {"max_tokens": 999},
        {"tools": [{"name": "x", "input_schema": {"type": "object"}}]},
        {"model": "claude-sonnet-5-5"},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_ids_depend_on_the_whole_request(changes):
    plain = complete(request(), says(CALL))
    assert complete(request(**changes), says(CALL))["id"] != plain["id"]


def test_an_id_chosen_by_the_reply_is_kept():
    body = complete(request(), says({**CALL, "id": "toolu_mine"}, CALL))
    assert body["content"][0]["id"] == "toolu_mine"
    assert body["content"][1]["id"].startswith("toolu_off")


def test_tool_use_blocks_carry_the_caller_of_the_live_api():
    body = complete(request(), says(CALL))
    assert body["content"][0]["caller"] == {"type": "direct"}


def test_stop_reason_is_found_from_the_content_when_the_reply_names_none():
    assert complete(request(), {"content": [CALL]})["stop_reason"] == "tool_use"
    assert complete(request(), {"content": []})["stop_reason"] == "end_turn"


@pytest.mark.parametrize(
    "ending",
    [
        {"stop_reason": "pause_turn"},
        {"stop_reason": "model_context_window_exceeded"},
        {"stop_reason": "a_reason_of_next_year"},
        {"stop_reason": "stop_sequence", "stop_sequence": "END"},
        {
            "stop_reason": "refusal",
            "stop_details": {"type": "refusal", "category": None, "explanation": "No."},
        },
    ],
    ids=lambda ending: ending["stop_reason"],
)
def test_any_stop_reason_passes_with_empty_content(ending):
    body = complete(request(), {"content": [], **ending})
    assert body["content"] == []
    assert {key: body[key] for key in ending} == ending


def test_input_tokens_grow_with_what_is_sent():
    longer = request(messages=[QUESTION, QUESTION])
    assert count_tokens(request()) < count_tokens(longer)
    assert count_tokens(longer) < count_tokens({**longer, "system": "Be brief."})


def test_counted_tokens_are_those_that_create_reports():
    counted = {k: v for k, v in request().items() if k != "max_tokens"}
    body = complete(request(), says("Monday."))
    assert count_tokens(counted) == body["usage"]["input_tokens"]


@pytest.mark.parametrize(
    ("asked", "told"), [({}, "global"), ({"inference_geo": "us"}, "us")], ids=str
)
def test_usage_has_the_keys_of_live_answers(asked, told):
    usage = complete(request(**asked), says("Monday."))["usage"]
    parsed = anthropic.types.Usage.model_validate(usage, strict=True)
    assert parsed.cache_creation.ephemeral_5m_input_tokens == 0
    assert parsed.cache_creation.ephemeral_1h_input_tokens == 0
    assert (parsed.service_tier, parsed.inference_geo) == ("standard", told)


def test_output_tokens_grow_with_the_reply_and_thinking_is_shown_apart():
    short = complete(request(), says("Monday."))["usage"]
    long = complete(request(), says(THOUGHT, "Monday.", REMINDER))["usage"]
    assert 0 < short["output_tokens"] < long["output_tokens"]
    assert short["output_tokens_details"]["thinking_tokens"] == 0
    assert long["output_tokens_details"]["thinking_tokens"] == 4


@pytest.mark.parametrize("is_streamed", [False, True], ids=["whole", "streamed"])
def test_the_container_of_a_reply_comes_with_the_answer(is_streamed):
    container = {"id": "container_1", "expires_at": "2024-03-11T11:00:00Z"}
    client = offline_client(lambda _: says("Done.", container=container))
    ask = {key: request()[key] for key in ("model", "max_tokens", "messages")}
    if is_streamed:
        with client.messages.stream(**ask) as stream:
            answer = stream.get_final_message()
    else:
        answer = client.messages.create(**ask)
    assert answer.container.id == "container_1"


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        (None, "Got None"),
        ("Monday.", "Got 'Monday.'"),
        ({}, "Got content None"),
        ({"content": "Monday."}, "Got content 'Monday.'"),
        ({"content": [], "stopreason": "end_turn"}, "unknown keys ['stopreason']"),
        ({"content": [], "stop_reason": 1}, "Got stop_reason 1"),
        ({"content": [], "container": "c_1"}, "a dict with an id, a text; got 'c_1'"),
        ({"content": [], "container": {"id": 1}}, "got {'id': 1}"),
        ({"content": ["Monday."]}, "Got the block 'Monday.'"),
        ({"content": [{"type": "txt", "text": "Hi"}]}, "types: text, tool_use"),
        ({"content": [{"type": "text"}]}, "'text' is wrong"),
        ({"content": [{"type": "tool_use", "name": "x"}]}, "'input' is wrong"),
    ],
    ids=lambda value: str(value)[:30] if isinstance(value, str) else "reply",
)
def test_a_reply_of_another_shape_is_refused_with_the_right_shape(reply, complaint):
    with pytest.raises(ValueError, match=re.escape(complaint)) as refusal:
        complete(request(), reply)
    assert 'A reply must be a dict like {"content"' in str(refusal.value)
