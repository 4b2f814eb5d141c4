"""Thinking of another conversation that the request wants dropped, not refused."""

from thinking_turns import (
    ADAPTIVE,
    ASKED,
    ask,
    changed,
    first_turns,
    results,
    without_thinking,
)

from helpers.offline import offline_client

BETA = "thinking-binding-controls-2026-08-01"
LOST = ["messages.1.content.0", "messages.3.content.0"]
DROP = ADAPTIVE | {"block_binding": {"prefix_mismatch_behavior": "drop_block"}}


def test_blocks_of_a_changed_history_are_dropped_when_the_request_says_so():
    seen = []

    def reply(body):
        seen.append(body)
        return {"content": [{"type": "text", "text": "ok"}]}

    messages = changed(first_turns())
    sent = ASKED | {"thinking": DROP, "messages": messages}
    message = offline_client(reply).beta.messages.create(**sent, betas=[BETA])
    dropped, second = message.input_transformations
    assert second.path == "messages.3.content.0"
    assert (dropped.type, dropped.path, dropped.reason) == (
        "thinking_dropped",
        "messages.1.content.0",
        "prefix_binding_mismatch",
    )
    [body] = seen
    assert body["messages"] == without_thinking(messages, [1, 3])


def test_dropped_blocks_cost_no_input_tokens():
    messages = changed(first_turns())
    bare = without_thinking(messages, [1, 3])
    usage = ask(messages, thinking=DROP).usage
    assert usage.input_tokens == ask(bare, thinking=DROP).usage.input_tokens
    counted = {key: ASKED[key] for key in ("model", "system", "tools")}
    count = offline_client().messages.count_tokens
    assert (
        count(**counted, thinking=DROP, messages=messages).input_tokens
        == count(**counted, messages=bare).input_tokens
    )


def test_blocks_that_fit_are_kept():
    sent = ASKED | {"thinking": DROP, "messages": first_turns()}
    message = offline_client().beta.messages.create(**sent, betas=[BETA])
    assert message.input_transformations == []
    plain = offline_client().messages.create(**ASKED | {"messages": first_turns()})
    assert message.usage.input_tokens == plain.usage.input_tokens


def test_a_stream_tells_what_was_dropped():
    sent = ASKED | {"thinking": DROP, "messages": changed(first_turns())}
    with offline_client().beta.messages.stream(**sent, betas=[BETA]) as stream:
        message = stream.get_final_message()
    assert [entry.path for entry in message.input_transformations] == LOST


def test_a_message_tells_nothing_about_drops_without_the_beta():
    message = ask(changed(first_turns()), thinking=DROP)
    assert "input_transformations" not in message.to_dict()


def test_thinking_after_a_drop_is_valid_from_then_on():
    messages = changed(first_turns())
    reply = ask(messages, thinking=DROP)
    longer = [
        *messages,
        {"role": "assistant", "content": reply.content},
        {"role": "user", "content": results(reply) or "Thank you."},
    ]
    sent = ASKED | {"thinking": DROP, "messages": longer}
    message = offline_client().beta.messages.create(**sent, betas=[BETA])
    paths = [entry.path for entry in message.input_transformations]
    assert paths == LOST
