"""What several checks expect: results, an accepted history, an error."""

import json

from anthropic.types import Message

from helpers.helpers import DEFAULT_MODEL, MAX_TOKENS
from helpers.offline import ApiError
from helpers.offline.rules import check_request
from helpers.plain import plain
from helpers.results import tool_requests
from helpers.tools import tool_schemas
from helpers.verdict import NotYet, expect


def expect_results(message: Message, results) -> None:
    """Raise NotYet unless these are the results for a message's requests, in order."""
    requests = tool_requests(message)
    expect(
        isinstance(results, list),
        "Expected the list of tool_result blocks; got "
        f"{type(results).__name__}. Is there a return?",
    )
    expect(
        len(results) == len(requests),
        "Return one tool_result for each tool_use: expected "
        f"{len(requests)}, got {len(results)}. Is the append inside "
        "the loop, and the return after it?",
    )
    expect(
        all(isinstance(block, dict) and "content" in block for block in results),
        "Each result is a dict with type, tool_use_id and content; got "
        f"{results!r:.200}.",
    )
    wanted, got = [r.id for r in requests], [r.get("tool_use_id") for r in results]
    expect(
        sorted(map(str, got)) == wanted,
        f"Each tool_use_id is the id of its request: expected {wanted}, got {got}.",
    )
    expect(got == wanted, f"Keep the order of the requests: {wanted}; got {got}.")
    for block in results:
        expect(
            block.get("type") == "tool_result" and isinstance(block["content"], str),
            f"Expected type 'tool_result' and a string as content; got {block}.",
        )


def expect_accepted(messages: list) -> None:
    """Raise NotYet for a history that the API would refuse, with its own words."""
    request = {"model": DEFAULT_MODEL, "max_tokens": MAX_TOKENS}
    history = plain(messages)
    if history and history[-1]["role"] == "assistant":
        history.append({"role": "user", "content": "Thanks."})
    try:
        check_request(request | {"tools": tool_schemas, "messages": history})
    except ApiError as refusal:
        raise NotYet(f"The API would refuse this history: {refusal.message}") from None


def expect_raises(run_tool, name: str, tool_input: dict, what: str) -> None:
    """Raise NotYet for a router that returns where it must raise."""
    try:
        returned = run_tool(name, tool_input)
    except Exception:
        return
    raise NotYet(
        f"{what} must raise an error; yours returned {returned!r}, which Claude would "
        f"receive as {json.dumps(returned, default=str)}, a success."
    )
