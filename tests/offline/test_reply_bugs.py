"""Bugs in reply functions: they surface at once, and not as errors of the API."""

import asyncio

import anthropic
import httpx2
import pytest
from simple_calls import ASK

from helpers.offline import (
    StandInError,
    offline_async_client,
    offline_client,
)


def test_a_bug_in_a_reply_function_surfaces_at_once_with_its_cause():
    calls = []

    def reply(request):
        calls.append(1)
        return {"content": request["no_such_key"]}

    with pytest.raises(StandInError, match="reply function") as caught:
        offline_client(reply).messages.create(**ASK)
    assert isinstance(caught.value, anthropic.AnthropicError)
    assert isinstance(caught.value.__cause__, KeyError)
    assert "KeyError: 'no_such_key'" in str(caught.value)
    assert len(calls) == 1


def test_a_bug_in_a_reply_function_surfaces_in_async_calls_too():
    with pytest.raises(StandInError):
        asyncio.run(offline_async_client(lambda r: 1 / 0).messages.create(**ASK))


@pytest.mark.parametrize("stream", [False, True])
def test_a_reply_of_another_shape_says_what_a_reply_looks_like(stream):
    with pytest.raises(StandInError, match="A reply must be a dict like"):
        offline_client(lambda request: "Hello").messages.create(**ASK, stream=stream)


def test_a_reply_that_json_cannot_hold_is_a_bug_of_the_reply_function():
    reply = {"content": [{"type": "text", "text": "Hi", "citations": {1, 2}}]}
    with pytest.raises(StandInError, match="reply function"):
        offline_client(lambda request: reply).messages.create(**ASK)


def test_an_sdk_error_in_a_reply_function_is_not_retried():
    calls = []

    def reply(request):
        calls.append(1)
        raise anthropic.APIConnectionError(request=httpx2.Request("GET", "http://x"))

    with pytest.raises(StandInError, match="raise ApiError"):
        offline_client(reply).messages.create(**ASK)
    assert len(calls) == 1


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_passes_through(stop):
    def reply(request):
        raise stop

    with pytest.raises(stop):
        offline_client(reply).messages.create(**ASK)
