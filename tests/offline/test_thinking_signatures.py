"""Thinking blocks sent back to the stand-in: as they came, after what they followed."""

import json

import anthropic
import pytest
from anthropic import beta_tool
from thinking_turns import (
    ADAPTIVE,
    MODEL,
    QUESTION,
    SYSTEM,
    as_dicts,
    ask,
    changed,
    first_turns,
    without_thinking,
)

from helpers.offline import offline_client
from helpers.tools import tool_schemas

MARK = {"cache_control": {"type": "ephemeral"}}
BOUND = r"messages\.1\.content\.0: Invalid `signature` in `thinking` block\. The block"


# What leaves the history as it was


def as_objects(reply):
    return reply.content


def as_dumps_with_nulls(reply):
    return [block.model_dump() for block in reply.content]


@pytest.mark.parametrize("echo", [as_dicts, as_objects, as_dumps_with_nulls])
def test_a_reply_may_be_sent_back_in_every_form_of_the_sdk(echo):
    assert ask(first_turns(echo)).content


def question_as_block(messages):
    text = {"type": "text", "text": QUESTION["content"]}
    return [{"role": "user", "content": [text]}, *messages[1:]]


def question_marked(messages):
    text = {"type": "text", "text": QUESTION["content"]} | MARK
    return [{"role": "user", "content": [text]}, *messages[1:]]


def result_not_failed(messages):
    messages[2]["content"][0]["is_error"] = False
    return messages


def result_as_blocks(messages):
    [result] = messages[2]["content"]
    result["content"] = [{"type": "text", "text": result["content"]} | MARK]
    return messages


def nulls_added(messages):
    messages[1]["content"][-1]["toolset_name"] = None
    return messages


def saved_and_read(messages):
    return json.loads(json.dumps(messages, sort_keys=True))


def thinking_left_out(messages):
    return without_thinking(messages, [1, 3])


def one_more_message(messages):
    return [*messages, {"role": "user", "content": "Please hurry."}]


@pytest.mark.parametrize(
    "rebuilt",
    [
        question_as_block,
        question_marked,
        result_not_failed,
        result_as_blocks,
        nulls_added,
        saved_and_read,
        thinking_left_out,
        one_more_message,
    ],
    ids=lambda rebuilt: rebuilt.__name__,
)
def test_the_same_history_is_accepted_in_another_form(rebuilt):
    assert ask(rebuilt(first_turns())).content


@pytest.mark.parametrize(
    "changes",
    [
        {"system": [{"type": "text", "text": SYSTEM}]},
        {"system": [{"type": "text", "text": SYSTEM} | MARK]},
        {"tools": [*tool_schemas[:-1], tool_schemas[-1] | MARK]},
        {"tools": [dict(reversed(tool.items())) for tool in tool_schemas]},
        {"cache_control": {"type": "ephemeral"}},
        {"max_tokens": 3000},
        {"thinking": None},
        {"tool_choice": {"type": "none"}},
        {"model": "claude-opus-5-5"},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_what_is_no_part_of_the_history_may_change(changes):
    assert ask(first_turns(), **changes).content


# What changes it


@pytest.mark.parametrize(
    "changes",
    [
        {"system": "You are brief and kind."},
        {"system": None},
        {"tools": tool_schemas[:1]},
        {"tools": tool_schemas[::-1]},
        {"tools": [tool_schemas[0] | {"description": "x"}, *tool_schemas[1:]]},
    ],
    ids=["system", "no system", "fewer tools", "other order", "description"],
)
def test_a_changed_system_prompt_or_tool_list_is_refused(changes):
    with pytest.raises(anthropic.BadRequestError, match=BOUND):
        ask(first_turns(), **changes)


def test_a_changed_history_is_refused():
    with pytest.raises(anthropic.BadRequestError, match=BOUND):
        ask(changed(first_turns()))


def test_a_history_that_lost_its_start_is_refused():
    longer = [QUESTION, {"role": "assistant", "content": "Later."}, *first_turns()]
    with pytest.raises(anthropic.BadRequestError, match=r"messages\.3\.content\.0"):
        ask(longer)


def test_thinking_may_be_left_out_from_the_start_but_not_from_between():
    messages = first_turns()
    reply = ask(messages)
    messages += [
        {"role": "assistant", "content": reply.to_dict()["content"]},
        {"role": "user", "content": "Thank you."},
    ]
    assert ask(without_thinking(messages, [1, 3])).content
    with pytest.raises(anthropic.BadRequestError, match="bound to a different"):
        ask(without_thinking(messages, [3]))


def test_models_that_do_not_bind_thinking_accept_a_changed_history():
    assert ask(changed(first_turns()), model="claude-sonnet-5-5").content


def test_changed_thinking_in_the_latest_message_is_refused():
    messages = first_turns()
    messages[3]["content"][0]["thinking"] = "I know better."
    with pytest.raises(anthropic.BadRequestError, match="cannot be modified"):
        ask(messages)


def test_changed_thinking_in_an_earlier_message_is_refused_in_other_words():
    messages = first_turns()
    messages[1]["content"][0]["thinking"] = "I know better."
    said = r"messages\.1\.content\.0: Invalid `signature` in `thinking` block'"
    with pytest.raises(anthropic.BadRequestError, match=said):
        ask(messages)


def test_the_tool_runner_of_the_sdk_sends_its_thinking_back_unchanged():
    @beta_tool
    def get_current_datetime() -> str:
        """The current date and time."""
        return "2024-03-11 10:22:00"

    runner = offline_client().beta.messages.tool_runner(
        model=MODEL,
        max_tokens=2000,
        thinking=ADAPTIVE,
        tools=[get_current_datetime],
        messages=[{"role": "user", "content": "What time is it?"}],
    )
    kinds = [[block.type for block in message.content] for message in runner]
    assert [reply[0] for reply in kinds] == ["thinking", "thinking"]
    assert kinds[0][-1] == "tool_use"
