"""A pydantic-ai agent on the stand-in: another program's loop, the course's tools."""

import asyncio

import pytest

from helpers.offline import offline_async_client
from helpers.tools import TOOLS, reminders

pytest.importorskip(
    "pydantic_ai", reason="pydantic-ai-slim[anthropic] is not installed"
)

from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

QUESTION = "Set a reminder for my dentist appointment next Thursday at 3pm."


def test_an_agent_sets_the_reminder_in_four_calls():
    reminders.clear()
    provider = AnthropicProvider(anthropic_client=offline_async_client())
    model = AnthropicModel("claude-haiku-5-5", provider=provider)
    agent = Agent(model, tools=list(TOOLS.values()))
    run = asyncio.run(agent.run(QUESTION))
    replies = [m for m in run.all_messages() if isinstance(m, ModelResponse)]
    called = [call.tool_name for reply in replies for call in reply.tool_calls]
    assert called == list(TOOLS)
    assert len(replies) == 4
    assert "Thursday 14 March at 15:00" in run.output
    assert reminders[-1]["timestamp"] == "2024-03-14 15:00:00"
