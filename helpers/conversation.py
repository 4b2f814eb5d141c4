"""The loop: ask Claude, run the tools it asks for, answer, until it is done."""

from collections import Counter
from collections.abc import Iterator

import anthropic

from helpers.helpers import add_assistant_message, chat, check_messages, field
from helpers.loops import calling, told_loop
from helpers.recording import Loop
from helpers.results import error_result, tool_requests, tool_result
from helpers.stopped import ConversationStopped, why_stopped
from helpers.tools import run_tool
from helpers.usable import problem_of

SAME_ERROR_LIMIT = 3

NOT_BEGUN = "Not run: the program was interrupted before this tool began."
NOT_FINISHED = (
    "Interrupted while it ran: it may have taken effect. Check before you repeat it."
)


def run_tools(message, run_tool=run_tool) -> list[dict]:
    """One tool_result for each tool_use block of a message, in the same order.

    A tool that fails becomes a result with is_error, so that Claude can react; its
    traceback goes to the log.
    """
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
    """The loop of run_conversation, one turn at a time: whoever asks may stop asking.

    It yields `messages` after each turn that is not the last; they can be gone on with.
    """
    check_messages(messages)
    check_bound(max_turns)
    with told_loop(max_turns) as loop:
        yield from _turns(messages, tools, run_tool, client, loop)


def _turns(messages, tools, run_tool, client, loop: Loop) -> Iterator[list[dict]]:
    paused: list[dict] = []
    failures: Counter = Counter()
    for call in range(1, loop.bound + 1):
        with calling(loop):
            response = chat(messages + paused, tools=tools, client=client)
        _check_usable(response, messages)
        if call == loop.bound or not _goes_on(response):
            break
        if response.stop_reason == "pause_turn":
            # An unfinished turn goes back as it is, and is kept once it is whole.
            paused.append({"role": "assistant", "content": response.content})
        else:
            _answer(messages, paused, response, run_tool, failures)
            paused = []
        yield messages
    _finish(messages, paused, response, loop.bound)


def _goes_on(response) -> bool:
    asks_for_tools = response.stop_reason == "tool_use" and tool_requests(response)
    return bool(asks_for_tools) or response.stop_reason == "pause_turn"


def _answer(messages, paused, response, run_tool, failures: Counter) -> None:
    results = _store(messages, paused, response, NOT_BEGUN)
    for i, request in enumerate(tool_requests(response)):
        results[i] = error_result(request, NOT_FINISHED)
        result = tool_result(request, run_tool)
        results[i] = _warn_of_repeats(request, result, failures)


def _store(messages, paused, response, not_run: str) -> list[dict]:
    """Add a whole turn, with a result that says "not run" for each tool_use.

    All of it enters the history in one step: an interrupt at any moment, also inside
    a tool, leaves no tool_use without its tool_result.
    """
    turn = _whole_turn(paused, response)
    results = [error_result(request, not_run) for request in tool_requests(response)]
    if results:
        turn.append({"role": "user", "content": results})
    messages.extend(turn)
    return results


def _whole_turn(paused, response) -> list[dict]:
    """The turn to keep: a server tool that never finished is left out.

    https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
    """
    turn = [*paused]
    add_assistant_message(turn, response)
    blocks = [block for message in turn for block in message["content"]]
    asked = {field(b, "id") for b in blocks if field(b, "type") == "server_tool_use"}
    if asked <= {field(block, "tool_use_id") for block in blocks}:
        return turn
    kept = [b for b in response.content if field(b, "type") in ("text", "tool_use")]
    turn = []
    add_assistant_message(turn, response.model_copy(update={"content": kept}))
    return turn


def _warn_of_repeats(request, result: dict, failures: Counter) -> dict:
    """Tell Claude when the very same call fails in the very same way again.

    https://github.com/anthropics/claude-code/issues/30150
    """
    if not result["is_error"]:
        return result
    same = (request.name, repr(request.input), result["content"])
    failures[same] += 1
    if failures[same] < SAME_ERROR_LIMIT:
        return result
    warning = f"\nThis same call has failed {failures[same]} times. Do not repeat it."
    return result | {"content": result["content"] + warning}


def _finish(messages, paused, response, max_turns: int) -> None:
    reason, why = _ending(response, max_turns)
    if response.stop_reason != "pause_turn":
        _store(messages, paused, response, f"Not run: {why}")
    if reason != "end_turn" or tool_requests(response):
        raise ConversationStopped(reason, messages, why, response)


def _ending(response, max_turns: int) -> tuple[str, str]:
    if _goes_on(response):
        return "max_turns", f"{max_turns} calls were made and Claude is not done."
    return str(response.stop_reason), why_stopped(response)


def _check_usable(response, messages: list[dict]) -> None:
    problem = problem_of(response, messages)
    if problem:
        raise ConversationStopped("unusable_reply", messages, problem, response)


def check_bound(max_turns: int) -> None:
    """Raise ValueError unless this is a number of calls that bounds a loop."""
    is_number = isinstance(max_turns, int) and not isinstance(max_turns, bool)
    if not is_number or max_turns < 1:
        raise ValueError(
            f"max_turns is the most calls to make, 1 or more; got {max_turns!r}."
        )
