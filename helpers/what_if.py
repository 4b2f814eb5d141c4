"""What if a tool had done something else: run a conversation again with one change."""

import logging
import time
from collections.abc import Callable
from contextlib import contextmanager

from helpers import tools as course_tools
from helpers.conversation import ConversationStopped, run_conversation
from helpers.recording import Conversation
from helpers.trace import conversation_of

Change = Callable[[Callable, str, dict], object]


def fails(reason: str = "The service does not answer.") -> Change:
    """The tool raises an error instead of working."""

    def change(run_tool, name, tool_input):
        raise ValueError(reason)

    return change


def returns(value) -> Change:
    """The tool is not run; this value comes back."""

    def change(run_tool, name, tool_input):
        return value

    return change


def is_slow(seconds: float = 1.0) -> Change:
    """The tool works, and takes its time."""

    def change(run_tool, name, tool_input):
        time.sleep(seconds)
        return run_tool(name, tool_input)

    return change


def changed(run_tool: Callable, number: int, change: Change) -> Callable:
    """A run_tool whose n-th call is changed; the first is number 1."""
    count = 0

    def run(name: str, tool_input: dict):
        nonlocal count
        count += 1
        if count == number:
            return change(run_tool, name, tool_input)
        return run_tool(name, tool_input)

    return run


def what_if(
    conversation=None,
    number: int = 1,
    change: Change | None = None,
    *,
    run_tool: Callable = course_tools.run_tool,
    max_turns: int = 10,
) -> list[dict]:
    """The messages of a conversation run again, with its n-th tool call changed.

    It starts from what the first call sent, with the same tools. A run that does not
    end in an answer gives the messages up to there.
    """
    messages, tools = beginning(conversation_of(conversation))
    run = changed(run_tool, number, change or fails())
    try:
        with without_tracebacks():
            run_conversation(messages, tools, run, max_turns=max_turns)
    except ConversationStopped as stopped:
        return stopped.messages
    return messages


def beginning(conversation: Conversation) -> tuple[list[dict], list[dict] | None]:
    """What the first call of a conversation sent: its messages and its tools."""
    if not conversation.exchanges:
        raise ValueError("There is no conversation to run again: ask something first.")
    settings = conversation.exchanges[0].settings
    return conversation.messages_of(0), settings.get("tools")


@contextmanager
def without_tracebacks():
    """Within the block, a tool that fails logs nothing: its card or block says why."""
    logger = logging.getLogger("helpers.results")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
