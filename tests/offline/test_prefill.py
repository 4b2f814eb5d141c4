"""Prefill: an answer that goes on from the text that the request puts in its mouth."""

import asyncio
import json

import pytest

from helpers.offline import offline_async_client, offline_client
from helpers.offline.prefill import going_on
from helpers.tools import get_current_datetime_schema, tool_schemas

MODEL = {"model": "claude-haiku-4-5", "max_tokens": 1000}
HELLO = "Hello"
COMMANDS = "Give me three commands as JSON."  # not understood


def user(text: str) -> dict:
    return {"role": "user", "content": text}


def prefilled(question: str, prefill, **settings) -> dict:
    messages = [user(question), {"role": "assistant", "content": prefill}]
    return MODEL | {"messages": messages} | settings


def answered(question: str, prefill, **settings):
    return offline_client().messages.create(**prefilled(question, prefill, **settings))


def whole_answer(question: str) -> str:
    ask = MODEL | {"messages": [user(question)]}
    return offline_client().messages.create(**ask).content[0].text


def going_on_from(prefill, text: str) -> str:
    """What a reply function that answers `text` says after the prefill."""
    reply = going_on(lambda request: {"content": [{"type": "text", "text": text}]})
    content = reply(prefilled("?", prefill))["content"]
    return content[0]["text"] if content else ""


@pytest.mark.parametrize("letters", [1, 5, 12])
def test_the_rest_of_the_answer_comes_when_the_prefill_is_its_start(letters):
    whole = whole_answer(HELLO)
    prefill = whole[:letters].rstrip()
    assert prefill + answered(HELLO, prefill).content[0].text == whole


def test_nothing_comes_when_the_prefill_is_the_whole_answer():
    message = answered(HELLO, whole_answer(HELLO))
    assert (message.content, message.stop_reason) == ([], "end_turn")


@pytest.mark.parametrize("prefill", ["```json", "Here it is:\n```JSON"])
def test_the_classic_trick_gives_json_up_to_the_stop_sequence(prefill):
    message = answered(COMMANDS, prefill, stop_sequences=["```"])
    assert (message.stop_reason, message.stop_sequence) == ("stop_sequence", "```")
    read = json.loads(message.content[0].text)
    assert read == {"offline_stand_in": whole_answer(COMMANDS)}


@pytest.mark.parametrize(
    ("prefill", "expected"),
    [
        ("{", {"offline_stand_in": "I see."}),
        ("[", ["I see."]),
        ("[[1, 2],", [[1, 2], "I see."]),
        ('{"note', {"note": "I see."}),
        ('{"note"', {"note": "I see."}),
        ('{"note":', {"note": "I see."}),
        ('{"note": "Well: ', {"note": "Well: I see."}),
        ('{"n": 1', {"n": 1, "offline_stand_in": "I see."}),
        ('{"n": 1,', {"n": 1, "offline_stand_in": "I see."}),
        ('{"a": {"b": [1', {"a": {"b": [1, "I see."]}}),
        ('{"a": "}", "b": [{"c": "\\"]', {"a": "}", "b": [{"c": '"]I see.'}]}),
        ('{"n": 1}', {"n": 1}),
    ],
)
def test_json_that_the_prefill_opens_is_made_whole(prefill, expected):
    assert json.loads(prefill + going_on_from(prefill, "I see.")) == expected


def test_json_is_made_whole_wherever_the_prefill_ends():
    whole = '{"a": "x ]}", "b": [1, {"c": ["é", {}]}, [[]]],\n "d": {"e": {"f": 20}}}'
    for end in range(1, len(whole)):
        prefill = whole[:end].rstrip()
        rest = going_on_from(prefill, 'I "see".')
        assert "see" in json.dumps(json.loads(prefill + rest))


def test_json_in_a_code_block_closes_the_block():
    said = '```json\n{"a": ['
    assert said + going_on_from(said, "I see.") == '```json\n{"a": ["I see."]}\n```'
    assert going_on_from("```json", "I see.").endswith('"I see."}\n```')


def test_an_answer_in_json_stands_in_the_code_block_as_it_is():
    assert going_on_from("```json", '{"days": 3}') == '\n{"days": 3}\n```'
    assert going_on_from("Here it is:\n{", '{"days": 3}') == '"days": 3}'


@pytest.mark.parametrize(
    ("prefill", "text", "expected"),
    [
        ("The answer is", "I see.", " I see."),
        ("The best answer is (", "I see.", "I see."),
        ("[Note] The answer:", "I see.", " I see."),
        ('{"ok": tr', "I see.", " I see."),
        ("我看", "你好", "你好"),
        ("```python", "I see.", "\nI see.\n```"),
        ("[" * 100_000, "I see.", "I see."),
    ],
    ids=lambda value: value[:20],
)
def test_any_other_answer_follows_its_prefill(prefill, text, expected):
    assert going_on_from(prefill, text) == expected


def test_a_prefill_of_several_blocks_and_messages_is_one_text():
    blocks = [{"type": "text", "text": "I "}, {"type": "text", "text": "se"}]
    assert going_on_from(blocks, "I see.") == "e."
    reply = going_on(lambda request: {"content": [{"type": "text", "text": "I see."}]})
    said = [{"role": "assistant", "content": text} for text in ("I ", "se")]
    [block] = reply(MODEL | {"messages": [user("?"), *said]})["content"]
    assert block["text"] == "e."


def test_calls_follow_a_prefill_too():
    message = answered("What time is it?", "{", tools=[get_current_datetime_schema])
    assert [block.type for block in message.content] == ["tool_use"]
    assert message.stop_reason == "tool_use"


def test_thinking_does_not_stand_in_the_middle_of_a_turn():
    thinking = {"type": "enabled", "budget_tokens": 1024}
    start = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    content = [start, {"type": "text", "text": "Hel"}]
    message = answered(HELLO, content, thinking=thinking, max_tokens=2000)
    assert [block.type for block in message.content] == ["text"]


def test_an_empty_prefill_and_one_without_a_question_are_answered_whole():
    assert answered(HELLO, "").content[0].text == whole_answer(HELLO)
    alone = MODEL | {"messages": [{"role": "assistant", "content": "Hello"}]}
    assert offline_client().messages.create(**alone).content[0].text


def test_a_prefill_is_gone_on_with_in_all_kinds_of_calls():
    ask = prefilled(COMMANDS, "{")
    text = offline_client().messages.create(**ask).content[0].text
    with offline_client().messages.stream(**ask) as stream:
        assert "".join(stream.text_stream) == text
    raw = offline_client().messages.with_raw_response.create(**ask)
    assert raw.parse().content[0].text == text
    beta = offline_client().beta.messages.create(**ask)
    assert beta.content[0].text == text
    message = asyncio.run(offline_async_client().messages.create(**ask))
    assert message.content[0].text == text


def test_a_prefilled_answer_is_cut_at_max_tokens():
    message = answered(COMMANDS, "{", max_tokens=3)
    assert (message.stop_reason, message.usage.output_tokens) == ("max_tokens", 3)


def test_a_conversation_goes_on_after_a_prefilled_answer():
    ask = prefilled(HELLO, "Hel", tools=tool_schemas)
    content = offline_client().messages.create(**ask).content
    ask["messages"] += [
        {"role": "assistant", "content": content},
        user("What day will it be in 45 days?"),
    ]
    message = offline_client().messages.create(**ask)
    assert message.content[-1].name == "get_current_datetime"


def test_a_reply_function_of_ones_own_says_what_it_says():
    def reply(request):
        return {"content": [{"type": "text", "text": "I see."}]}

    message = offline_client(reply).messages.create(**prefilled(HELLO, "{"))
    assert message.content[0].text == "I see."
