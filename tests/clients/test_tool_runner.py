"""The SDK's own tool runner on the stand-in: it sends threads unless told otherwise."""

import asyncio
import json
from functools import wraps

import pytest
from anthropic import beta_async_tool, beta_tool

from helpers.offline import offline_async_client, offline_client
from helpers.tools import TOOLS, reminders

QUESTION = "Set a reminder for my dentist appointment next Thursday at 3pm."
ASK = {
    "model": "claude-haiku-5-5",
    "max_tokens": 1000,
    "messages": [{"role": "user", "content": QUESTION}],
}
OPTIONS = {"threads": {}, "whole history": {"thread": False}}


def as_text(tool):
    """The tool with a string as its result, which is all that the runner sends."""

    @wraps(tool)
    def run(*args, **inputs):
        return json.dumps(tool(*args, **inputs))

    return run


def awaited(tool):
    @wraps(tool)
    async def run(*args, **inputs):
        return json.dumps(tool(*args, **inputs))

    return run


def assert_reminder_is_set(replies: list) -> None:
    calls = [b.name for m in replies for b in m.content if b.type == "tool_use"]
    assert calls == list(TOOLS)
    assert len(replies) == 4
    assert "Thursday 14 March at 15:00" in replies[-1].content[0].text
    assert reminders[-1]["timestamp"] == "2024-03-14 15:00:00"


@pytest.fixture(autouse=True)
def _no_reminders():
    reminders.clear()


@pytest.mark.parametrize("name", OPTIONS)
def test_the_runner_sets_the_reminder_in_four_calls(name):
    tools = [beta_tool(as_text(tool)) for tool in TOOLS.values()]
    runner = offline_client().beta.messages.tool_runner(
        **ASK, **OPTIONS[name], tools=tools
    )
    assert_reminder_is_set(list(runner))


@pytest.mark.parametrize("name", OPTIONS)
def test_the_async_runner_sets_the_reminder_in_four_calls(name):
    async def run() -> list:
        tools = [beta_async_tool(awaited(tool)) for tool in TOOLS.values()]
        runner = offline_async_client().beta.messages.tool_runner(
            **ASK, **OPTIONS[name], tools=tools
        )
        return [message async for message in runner]

    assert_reminder_is_set(asyncio.run(run()))


@pytest.mark.parametrize("name", OPTIONS)
def test_the_streaming_runner_sets_the_reminder_in_four_calls(name):
    tools = [beta_tool(as_text(tool)) for tool in TOOLS.values()]
    runner = offline_client().beta.messages.tool_runner(
        **ASK, **OPTIONS[name], tools=tools, stream=True
    )
    assert_reminder_is_set([stream.get_final_message() for stream in runner])
