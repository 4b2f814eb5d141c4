"""Thinking blocks sent back to the stand-in: as they came, after what they followed."""

import anthropic
import pytest

from helpers.offline import offline_client
from helpers.tools import tool_schemas

MODEL = "claude-haiku-5-5"
QUESTION = {"role": "user", "content": "What day will it be in 103 days?"}


def ask(messages, *, model=MODEL, **thinking):
    return offline_client().messages.create(
        model=model,
        max_tokens=2000,
        messages=messages,
        tools=tool_schemas,
        thinking={"type": "adaptive", **thinking},
    )


def first_turns():
    """The question, a call with thinking before it, and its result."""
    reply = ask([QUESTION])
    thinking, *_, call = (block.to_dict() for block in reply.content)
    result = {
        "type": "tool_result",
        "tool_use_id": call["id"],
        "content": '{"datetime": "2024-03-11 10:22:00"}',
    }
    return [
        QUESTION,
        {"role": "assistant", "content": [thinking, call]},
        {"role": "user", "content": [result]},
    ]


def changed(messages):
    return [{"role": "user", "content": "Another question"}, *messages[1:]]


def test_unchanged_thinking_is_accepted():
    assert ask(first_turns()).stop_reason == "tool_use"


def test_a_cache_mark_does_not_change_the_history():
    text = {"type": "text", "text": QUESTION["content"]}
    marked = text | {"cache_control": {"type": "ephemeral"}}
    ask([{"role": "user", "content": [marked]}, *first_turns()[1:]])


def test_a_changed_history_is_refused():
    said = r"messages\.1\.content\.0: Invalid `signature` in `thinking` block\."
    with pytest.raises(anthropic.BadRequestError, match=said):
        ask(changed(first_turns()))


def test_a_changed_history_is_accepted_when_the_block_may_be_dropped():
    binding = {"prefix_mismatch_behavior": "drop_block"}
    assert ask(changed(first_turns()), block_binding=binding).content


def test_models_that_do_not_bind_thinking_accept_a_changed_history():
    assert ask(changed(first_turns()), model="claude-sonnet-5-5").content


def test_changed_thinking_in_the_latest_message_is_refused():
    messages = first_turns()
    messages[1]["content"][0]["thinking"] = "I know better."
    with pytest.raises(anthropic.BadRequestError, match="cannot be modified"):
        ask(messages)
