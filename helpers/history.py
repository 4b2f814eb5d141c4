"""What a history may hold: replies that the API takes back, and whole turns only."""

import json
import re

from anthropic.types import Message
from anthropic.types.beta import BetaMessage

from helpers.endings import ConversationStopped
from helpers.helpers import THINKING, field
from helpers.plain import plain
from helpers.results import tool_requests

ID = re.compile(r"[a-zA-Z0-9_-]+")
# https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools
SERVER_CALLS = ("server_tool_use", "mcp_tool_use")
# Where a block holds what Claude wrote.
WRITTEN = {"text": "text", "thinking": "thinking", "tool_use": "input"}
WRITTEN |= dict.fromkeys(SERVER_CALLS, "input")

as_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def check_reply(response, messages: list[dict], ids: set[str]):
    """The reply, whose tool_use ids join the others; it must fit into a history.

    Claude's own replies do. Small servers that speak the same API, and bugs on the
    way, send others: https://github.com/ducks/claux/issues/40
    """
    problem = _problem_of(response) or _problem_of_ids(response, ids)
    if problem:
        raise ConversationStopped("unusable_reply", messages, problem, response)
    return response


def tool_use_ids(messages: list) -> set[str]:
    """The ids of all tool_use blocks in some messages."""
    contents = [field(message, "content") for message in messages]
    blocks = [b for content in contents if isinstance(content, list) for b in content]
    return {field(b, "id") for b in blocks if field(b, "type") == "tool_use"}


def _problem_of(response) -> str | None:
    if not isinstance(response, Message | BetaMessage):
        return f"the answer is not a Message but a {type(response).__name__}."
    if not isinstance(response.content, list):
        return "the answer is not a Message: its content is no list of blocks."
    if not isinstance(response.stop_reason, str | None):
        return f"its stop_reason is no text: {response.stop_reason!r}."
    return next(filter(None, map(_problem_of_block, response.content)), None)


def _problem_of_block(block) -> str | None:
    kind = field(block, "type")
    if not isinstance(kind, str):
        return f"a content block has no type: {block!r}."
    if kind == "tool_result":
        return "it holds a tool_result, which only a user message can."
    if kind == "text" and not isinstance(field(block, "text"), str):
        return "the text of a text block is no string."
    problem = _problem_of_request(block) if kind == "tool_use" else None
    return problem or _problem_of_value(kind, field(block, WRITTEN.get(kind, "type")))


def _problem_of_request(block) -> str | None:
    name, tool_use_id = field(block, "name"), field(block, "id")
    if not isinstance(name, str) or not name:
        return "a tool_use block has no name."
    if not isinstance(field(block, "input"), dict):
        return "the input of a tool_use block is not an object."
    if not isinstance(tool_use_id, str) or not ID.fullmatch(tool_use_id):
        return f"a tool_use block has an id that the API refuses: {tool_use_id!r}."
    return None


def _problem_of_value(kind: str, value) -> str | None:
    """JSON can say half an emoji and NaN, but a request cannot hold them."""
    try:
        as_json(value).encode()
    except ValueError as error:
        return f"a {kind} block cannot be sent back: {error}."
    return None


def _problem_of_ids(response, ids: set[str]) -> str | None:
    new = [request.id for request in tool_requests(response)]
    if len(set(new)) < len(new) or ids.intersection(new):
        return f"a tool_use id was used before: {new}."
    ids.update(new)
    return None


def keep_whole_turns(messages: list[dict], start: int, response) -> None:
    """Take out, from `start` on, what the API would not take with a next question.

    That is a paused turn that did not go on, and each call of a server tool whose
    result never came. `response` is the last reply.
    https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
    """
    end = len(messages)
    if response is not None and response.stop_reason == "pause_turn":
        while end > start and messages[end - 1]["role"] == "assistant":
            end -= 1
    turns = messages[start:end]
    gone = _unfinished(turns)
    if gone or end < len(messages):
        messages[start:] = _without(turns, gone) if gone else turns


def _unfinished(turns: list[dict]) -> set[str]:
    """The ids of the server calls without a result, and of the calls made by them."""
    blocks = [block for message in turns for block in message["content"]]
    calls = [block for block in blocks if field(block, "type") in SERVER_CALLS]
    gone: set[str] = set()
    for block in blocks if calls else ():
        if field(block, "type") in SERVER_CALLS:
            gone.add(field(block, "id"))
        else:
            gone.discard(field(block, "tool_use_id"))
    return gone | {field(call, "id") for call in calls if _caller(call) in gone}


def _caller(block) -> str | None:
    """The id of the server call whose code made this call."""
    return field(field(block, "caller"), "tool_id")


def _without(turns: list[dict], gone: set[str]) -> list[dict]:
    """The turns without these calls, their results, and the thinking after them.

    Thinking is bound to what stood before it. What our tools did stays.
    """
    kept, dropped = [], ()
    for message in turns:
        content = []
        for block in message["content"]:
            if {field(block, "id"), field(block, "tool_use_id")} & gone:
                dropped = THINKING
            elif field(block, "type") not in dropped:
                content.append(_as_direct(block) if _caller(block) in gone else block)
        if any(field(block, "type") not in THINKING for block in content):
            kept.append({**message, "content": content})
    return kept


def _as_direct(block) -> dict:
    """The tool_use as if Claude had made it itself: the code that did so is gone."""
    return {key: value for key, value in plain(block).items() if key != "caller"}
