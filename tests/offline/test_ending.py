"""Where a reply ends early: at a stop sequence, or at max_tokens."""

import pytest
from message_parts import CALL, REMINDER, THOUGHT, request, says

from helpers.offline.message import complete


def test_text_ends_before_a_stop_sequence():
    body = complete(request(stop_sequences=["4"]), says("1, 2, 3, 4, 5", CALL))
    assert body["content"] == [{"type": "text", "text": "1, 2, 3, "}]
    assert body["stop_reason"] == "stop_sequence"
    assert body["stop_sequence"] == "4"


def test_the_sequence_that_is_complete_first_stops_the_text():
    body = complete(request(stop_sequences=["2, 3, 4", "3"]), says("1, 2, 3, 4"))
    assert body["stop_sequence"] == "3"


def test_a_stop_sequence_at_the_start_leaves_no_empty_text():
    body = complete(request(stop_sequences=["1"]), says("1, 2"))
    assert body["content"] == []


def test_a_stop_sequence_that_does_not_occur_changes_nothing():
    body = complete(request(stop_sequences=["END"]), says("1, 2"))
    assert (body["stop_reason"], body["stop_sequence"]) == ("end_turn", None)


@pytest.mark.parametrize("max_tokens", range(31))
def test_no_reply_is_longer_than_max_tokens(max_tokens):
    reply = says(THOUGHT, "Let me see: \U0001f600 下週四.", REMINDER, "Done.")
    body = complete(request(max_tokens=max_tokens), reply)
    assert body["usage"]["output_tokens"] <= max_tokens
    assert body["stop_reason"] == "max_tokens"


def test_a_reply_of_exactly_max_tokens_is_not_cut():
    size = complete(request(), says("Monday."))["usage"]["output_tokens"]
    body = complete(request(max_tokens=size), says("Monday."))
    assert body["stop_reason"] == "end_turn"


def test_text_is_cut_in_the_middle():
    body = complete(request(max_tokens=2), says("Monday, March 11"))
    assert body["content"] == [{"type": "text", "text": "Monday, "}]


def test_a_tool_use_is_cut_to_its_first_inputs():
    size = complete(request(), says(REMINDER))["usage"]["output_tokens"]
    body = complete(request(max_tokens=size - 1), says(REMINDER))
    assert body["content"][0]["input"] == {"content": "dentist"}
    assert body["content"][0]["id"].startswith("toolu_off")
    assert body["stop_reason"] == "max_tokens"


def test_a_stop_sequence_beyond_max_tokens_is_not_reached():
    asked = request(max_tokens=1, stop_sequences=["11"])
    body = complete(asked, says("Monday, March 11"))
    assert (body["stop_reason"], body["stop_sequence"]) == ("max_tokens", None)


def test_max_tokens_zero_gets_no_content():
    assert complete(request(max_tokens=0), says("Monday.", CALL))["content"] == []


def test_a_cut_call_counts_all_the_tokens_that_were_allowed():
    body = complete(request(max_tokens=7), says(REMINDER))
    assert body["stop_reason"] == "max_tokens"
    assert body["usage"]["output_tokens"] == 7


def test_a_stop_sequence_that_the_cut_splits_does_not_win():
    body = complete(request(max_tokens=1, stop_sequences=["lo"]), says("Hello"))
    assert body["stop_reason"] == "max_tokens"
    assert body["content"][0]["text"] == "Hell"


def test_a_stop_sequence_before_the_cut_wins():
    body = complete(request(max_tokens=1, stop_sequences=["el"]), says("Hello"))
    assert (body["stop_reason"], body["stop_sequence"]) == ("stop_sequence", "el")
    assert body["usage"]["output_tokens"] == 1
