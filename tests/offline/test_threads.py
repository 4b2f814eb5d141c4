"""The SDK's own tool loop, run against the stand-in."""

import pytest
from anthropic import beta_tool
from simple_calls import ASK

from helpers.offline import (
    offline_client,
)


@beta_tool
def add(a: int, b: int) -> str:
    """Add two numbers."""
    return str(a + b)


@beta_tool
def double(n: int) -> str:
    """Double a number."""
    return str(2 * n)


def add_then_double(request: dict) -> dict:
    results = [
        block["content"]
        for message in request["messages"]
        if message["role"] == "user" and isinstance(message["content"], list)
        for block in message["content"]
        if block["type"] == "tool_result"
    ]
    texts = [r if isinstance(r, str) else r[0]["text"] for r in results]
    if not texts:
        return call("add", {"a": 2, "b": 3})
    if len(texts) == 1:
        return call("double", {"n": int(texts[0])})
    return {"content": [{"type": "text", "text": f"It is {texts[1]}."}]}


def call(name: str, given: dict) -> dict:
    return {"content": [{"type": "tool_use", "name": name, "input": given}]}


@pytest.mark.parametrize(
    "options", [{}, {"thread": False}], ids=["default", "no thread"]
)
def test_tool_runner_finishes_a_conversation_of_two_tools(options):
    client = offline_client(add_then_double)
    runner = client.beta.messages.tool_runner(**ASK, tools=[add, double], **options)
    assert [message.stop_reason for message in runner] == [
        "tool_use",
        "tool_use",
        "end_turn",
    ]
    final = client.beta.messages.tool_runner(**ASK, tools=[add, double], **options)
    assert final.until_done().content[0].text == "It is 10."
