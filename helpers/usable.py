"""Whether a reply can be kept in a history: the API must take it back later.

Claude's own replies can. Small servers that speak the same API, and bugs on the way,
send others: https://github.com/ducks/claux/issues/40
"""

import re

from anthropic.types import Message
from anthropic.types.beta import BetaMessage

from helpers.helpers import field
from helpers.results import tool_requests

ID = re.compile(r"[a-zA-Z0-9_-]+")


def problem_of(response, messages: list[dict]) -> str | None:
    """Why a reply cannot be added to these messages, or None when it can."""
    if not isinstance(response, Message | BetaMessage):
        return f"the answer is not a Message but a {type(response).__name__}."
    if not isinstance(response.content, list):
        return "the answer is not a Message: its content is no list of blocks."
    if not isinstance(response.stop_reason, str | None):
        return f"its stop_reason is no text: {response.stop_reason!r}."
    problems = map(_problem_of_block, response.content)
    return next(filter(None, problems), None) or _problem_of_ids(response, messages)


def _problem_of_block(block) -> str | None:
    kind = field(block, "type")
    if not isinstance(kind, str):
        return f"a content block has no type: {block!r}."
    if kind == "tool_result":
        return "it holds a tool_result, which only a user message can."
    if kind == "text" and not isinstance(field(block, "text"), str):
        return "the text of a text block is no string."
    return _problem_of_request(block) if kind == "tool_use" else None


def _problem_of_request(block) -> str | None:
    name, tool_use_id = field(block, "name"), field(block, "id")
    if not isinstance(name, str) or not name:
        return "a tool_use block has no name."
    if not isinstance(field(block, "input"), dict):
        return "the input of a tool_use block is not an object."
    if not isinstance(tool_use_id, str) or not ID.fullmatch(tool_use_id):
        return f"a tool_use block has an id that the API refuses: {tool_use_id!r}."
    return None


def _problem_of_ids(response, messages: list[dict]) -> str | None:
    ids = [field(request, "id") for request in tool_requests(response)]
    earlier = {field(request, "id") for m in messages for request in tool_requests(m)}
    if len(set(ids)) < len(ids) or earlier.intersection(ids):
        return f"a tool_use id was used before: {ids}."
    return None
