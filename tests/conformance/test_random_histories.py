"""Random histories as a correct loop writes them, and what one mistake does to them."""

import json
import string as letters

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_json import garbage, replaced

from helpers.offline import offline_client
from helpers.offline.rules import ApiError, check_request

SIGNATURES = ["", "c2ln"]  # none, and one that is not the stand-in's


@st.composite
def conversations(draw) -> list[dict]:
    """Histories as a correct loop writes them."""
    some_text = st.text(letters.ascii_letters, min_size=1, max_size=5)
    history = []
    for turn in range(draw(st.integers(0, 4))):
        history.append({"role": "user", "content": draw(some_text)})
        for step in range(draw(st.integers(0, 3))):
            n = draw(st.integers(1, 3))
            ids = [f"toolu_{turn}_{step}_{k}" for k in range(n)]
            history += [
                assistant(ids, draw(st.sampled_from(SIGNATURES)), draw(st.booleans())),
                results(draw(st.permutations(ids)), draw(some_text), draw),
            ]
        history.append({"role": "assistant", "content": draw(some_text)})
    return [*history, {"role": "user", "content": draw(some_text)}]


def assistant(ids: list[str], sign: str, talks: bool) -> dict:
    content = [{"type": "tool_use", "id": id, "name": "t", "input": {}} for id in ids]
    if talks:
        content.insert(0, {"type": "text", "text": "Let me see."})
    if sign:
        content.insert(0, {"type": "thinking", "thinking": "", "signature": sign})
    return {"role": "assistant", "content": content}


def results(ids: list[str], text: str, draw) -> dict:
    forms = [{"content": text}, {"content": ""}, {"content": text, "is_error": True}]
    content = [
        {"type": "tool_result", "tool_use_id": id, **draw(st.sampled_from(forms))}
        for id in ids
    ]
    if draw(st.booleans()):
        content.append({"type": "text", "text": text})
    return {"role": "user", "content": content}


@settings(max_examples=200, deadline=None)
@given(conversations(), st.booleans())
def test_a_correct_history_is_never_refused(history, split_results):
    body = {"model": "claude-haiku-5-5", "max_tokens": 100, "messages": history}
    check_request(body, split_results=split_results)


@settings(max_examples=200, deadline=None)
@given(conversations(), st.data())
def test_a_history_that_lost_one_result_is_refused(history, data):
    places = [
        (n, m)
        for n, said in enumerate(history)
        for m, part in enumerate(said["content"])
        if isinstance(part, dict) and part["type"] == "tool_result"
    ]
    if not places:
        return
    n, m = data.draw(st.sampled_from(places))
    lost = history[n]["content"].pop(m)["tool_use_id"]
    body = {"model": "claude-haiku-5-5", "max_tokens": 100, "messages": history}
    with pytest.raises(ApiError) as refusal:
        check_request(body)
    empty = f"messages.{n}: user messages must have non-empty content"
    assert refusal.value.message == empty or (
        refusal.value.message.startswith(f"messages.{n}: `tool_use` ids were found")
        and lost in refusal.value.message
    )


CLIENT = offline_client()
DROP = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}


@settings(max_examples=200, deadline=None)
@given(st.data(), garbage, st.sampled_from([None, {"type": "adaptive"}, DROP]))
def test_a_history_with_one_value_replaced_is_answered_by_the_client(
    data, value, thinking
):
    body = {
        "model": "claude-haiku-5-5",
        "max_tokens": 100,
        "messages": replaced(data.draw(conversations()), data, value),
    } | ({"thinking": thinking} if thinking else {})
    url = "https://api.anthropic.com/v1/messages"
    sent = json.dumps(body).encode()
    assert CLIENT._client.post(url, content=sent).status_code in (200, 400)
