"""The loop: ask Claude, run the tools it asks for, answer, until it is done."""

from collections import Counter
from collections.abc import Iterator

import anthropic

from helpers.arguments import (
    check_bound,
    check_messages,
    check_run_tool,
    list_of_tools,
)
from helpers.endings import ConversationStopped, goes_on, stop
from helpers.helpers import add_assistant_message, chat, field
from helpers.history import check_reply, keep_whole_turns, tool_use_ids
from helpers.loops import calling, told_loop
from helpers.results import error_result, tool_requests, tool_result, with_warning
from helpers.tools import run_tool

__all__ = ["ConversationStopped", "run_conversation", "run_tools", "turns"]

NOT_BEGUN = "Not run: the program was interrupted before this tool began."
NOT_FINISHED = (
    "Interrupted while it ran: it may have taken effect. Check before you repeat it."
)


def run_tools(message, run_tool=run_tool) -> list[dict]:
    """One tool_result for each tool_use block of a message, in the same order.

    A tool that fails becomes a result with is_error, so that Claude can react; its
    traceback goes to the log.
    """
    check_run_tool(run_tool)
    return [tool_result(request, run_tool) for request in tool_requests(message)]


def run_conversation(
    messages: list[dict],
    tools: list[dict] | None = None,
    run_tool=run_tool,
    *,
    max_turns: int = 10,
    client: anthropic.Anthropic | None = None,
) -> list[dict]:
    """The messages, to which every turn up to Claude's final answer was added.

    Raises ConversationStopped when it ends in another way, after at most `max_turns`
    calls. However it ends, by Ctrl-C or an API error too, `messages` holds whole
    turns only: every tool_use has its tool_result, and you can go on with it.
    https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
    """
    for _ in turns(messages, tools, run_tool, max_turns=max_turns, client=client):
        pass
    return messages


def turns(
    messages: list[dict],
    tools: list[dict] | None = None,
    run_tool=run_tool,
    *,
    max_turns: int = 10,
    client: anthropic.Anthropic | None = None,
) -> Iterator[list[dict]]:
    """The loop itself, one turn at a time: whoever asks may stop asking.

    It yields `messages` after each turn that is not the last; once it is closed, they
    can be gone on with. A server tool at work finishes in a later answer, and what
    waits for it goes back as it came.
    https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools
    """
    check_messages(messages)
    check_run_tool(run_tool)
    check_bound(max_turns)
    tools = list_of_tools(tools)
    start, response, container = len(messages), None, None
    ids, failures = tool_use_ids(messages), Counter()
    with told_loop(max_turns) as loop:
        try:
            for call in range(1, max_turns + 1):  # REPEAT, within a BOUND
                with calling(loop):
                    answer = chat(  # CALL
                        messages, tools=tools, client=client, container=container
                    )
                response = check_reply(answer, messages, ids)
                requests, results = record(messages, response)  # RECORD
                if call == max_turns or not goes_on(response, requests):  # STOP?
                    return stop(messages, response, results, max_turns)
                for i, request in enumerate(requests):
                    results[i] = error_result(request, NOT_FINISHED)
                    result = tool_result(request, run_tool)  # RUN
                    results[i] = with_warning(request, result, failures)  # ANSWER
                container = field(response.container, "id") or container
                yield messages
        finally:
            keep_whole_turns(messages, start, response)


def record(messages: list[dict], response) -> tuple[list, list[dict]]:
    """Add Claude's turn as it came, with a result "not run" for each tool_use.

    Both in one step: an interrupt at any moment leaves no tool_use without its result.
    """
    turn: list[dict] = []
    add_assistant_message(turn, response)
    requests = tool_requests(response)
    results = [error_result(request, NOT_BEGUN) for request in requests]
    messages.extend([*turn, {"role": "user", "content": results}] if results else turn)
    return requests, results
