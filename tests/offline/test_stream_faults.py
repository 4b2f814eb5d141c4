"""Faults of streams: what is cut off, broken or ended by an error."""

import anthropic
import pytest
from simple_calls import ASK, hello

from helpers.offline import (
    StandInError,
    offline_client,
)


def test_a_cut_stream_ends_without_a_stop_reason():
    client = offline_client(hello, faults=["cut_stream"])
    with client.messages.stream(**ASK) as stream:
        message = stream.get_final_message()
    assert message.stop_reason is None


def test_an_error_event_ends_a_stream_that_has_begun():
    client = offline_client(hello, faults=["error_event"])
    seen = []
    with (
        pytest.raises(anthropic.APIStatusError) as caught,
        client.messages.create(**ASK, stream=True) as stream,
    ):
        seen.extend(stream)
    assert len(seen) > 1
    assert (caught.value.status_code, caught.value.type) == (200, "overloaded_error")


def call_with(given):
    block = {"type": "tool_use", "name": "clock", "input": given}
    return lambda request: {"content": [block]}


@pytest.mark.parametrize("given", [{}, {"zone": "UTC"}], ids=["empty", "filled"])
def test_broken_tool_json_makes_the_sdk_raise_its_value_error(given):
    client = offline_client(call_with(given), faults=["broken_tool_json"])
    with (
        pytest.raises(ValueError, match="Unable to parse tool parameter JSON"),
        client.messages.stream(**ASK) as stream,
    ):
        stream.get_final_message()


def test_broken_tool_json_needs_a_call_in_the_reply():
    client = offline_client(hello, faults=["broken_tool_json"])
    with pytest.raises(StandInError, match="needs a reply with a call"):
        client.messages.create(**ASK, stream=True)


@pytest.mark.parametrize("fault", ["cut_stream", "error_event", "broken_tool_json"])
def test_a_fault_of_streams_needs_a_stream(fault):
    client = offline_client(hello, faults=[fault])
    with pytest.raises(StandInError, match="needs a call that streams"):
        client.messages.create(**ASK)
