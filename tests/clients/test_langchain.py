"""LangChain's ChatAnthropic on the stand-in: a loop by hand, the course's tools."""

from functools import cached_property

import pytest

from helpers.offline import offline_client
from helpers.tools import TOOLS, reminders, run_tool, tool_schemas

pytest.importorskip(
    "langchain_anthropic", reason="langchain-anthropic is not installed"
)

from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, ToolMessage

QUESTION = "Set a reminder for my dentist appointment next Thursday at 3pm."


class OfflineChatAnthropic(ChatAnthropic):
    """ChatAnthropic takes no client from outside, so this one makes it offline."""

    @cached_property
    def _client(self):
        return offline_client(timeout=self.default_request_timeout)


def test_a_chat_sets_the_reminder_in_four_calls():
    chat = OfflineChatAnthropic(model="claude-haiku-5-5", api_key="offline")
    chat_with_tools = chat.bind_tools(tool_schemas)
    reminders.clear()
    messages, called = [HumanMessage(QUESTION)], []
    for _ in range(10):
        reply = chat_with_tools.invoke(messages)
        messages.append(reply)
        if not reply.tool_calls:
            break
        for call in reply.tool_calls:
            called.append(call["name"])
            result = str(run_tool(call["name"], call["args"]))
            messages.append(ToolMessage(result, tool_call_id=call["id"]))
    assert called == list(TOOLS)
    assert sum(message.type == "ai" for message in messages) == 4
    assert "Thursday 14 March at 15:00" in reply.text
    assert reminders[-1]["timestamp"] == "2024-03-14 15:00:00"
