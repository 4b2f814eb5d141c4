"""Is a conversation the learner's own, and did its answers and results really come?"""

import json

from helpers.exercise_checks.clients import watched
from helpers.helpers import chat, text_from_message
from helpers.live import is_live
from helpers.plain import plain
from helpers.results import tool_requests
from helpers.tools import TOOLS, run_tool, tool_schemas
from helpers.verdict import expect

CLOCK_KEYS = {"datetime", "weekday", "timezone"}
# What a tool returns at another moment, or may do only once, is not asked for again.
RETURNED_ONCE = {
    "get_current_datetime": lambda value: (
        isinstance(value, dict) and set(value) == CLOCK_KEYS
    ),
    "set_reminder": lambda value: value == "Reminder set successfully",
}


def bare(question) -> str:
    """A question without its capitals, its spaces and the marks at its end."""
    return " ".join(str(question).lower().split()).strip(" .!?¡¿")


def expect_own_question(messages: list[dict], *known: str) -> None:
    """Raise NotYet for a first message that stands in the lesson or the exercise."""
    question = bare(text_from_message(messages[0]))
    expect(
        question not in map(bare, known),
        "This is the question of the lesson or of this page. Ask one of your own.",
    )


def expect_one_step(messages) -> None:
    """Raise NotYet for a fourth message that asks for one more tool."""
    answers = plain(messages)[3:4]
    expect(
        not any(tool_requests(answer) for answer in answers),
        "Your question needs two tools in a row: after the result, Claude asks for "
        "another one. Here, take a question that one result answers.",
    )


def expect_returned(messages: list[dict]) -> None:
    """Raise NotYet for a result that its tool did not return."""
    results = {b.get("tool_use_id"): b for b in messages[2]["content"]}
    for request in tool_requests(messages[1]):
        result = results[request["id"]]
        if request["name"] in RETURNED_ONCE:
            right = RETURNED_ONCE[request["name"]](_value(result))
            expect(
                right or bool(result.get("is_error")),
                f"content: {request['name']} does not return {_value(result)!r}, which "
                "the tool_result says. Send what the function returned.",
            )
        else:
            _expect_same(request, _value(result))


def _expect_same(request: dict, value) -> None:
    try:
        output = plain(run_tool(request["name"], request["input"]))
    except Exception:
        return  # a tool of the learner's own, or one that refused
    expect(
        value == output,
        f"content: the tool returns {output!r} for this input, but the tool_result "
        f"says {value!r}. Send what the function returned.",
    )


def _value(result: dict):
    text = result.get("content")
    if isinstance(text, list):
        text = "\n".join(str(block.get("text")) for block in text)
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return text


def expect_answered(messages: list[dict], number: int) -> None:
    """Raise NotYet unless the stand-in gives this answer to the messages before it."""
    asked = [r["name"] for message in messages[:number] for r in tool_requests(message)]
    if is_live() or not set(asked) <= set(TOOLS):
        return  # nobody here knows what Claude said, or what another tool is for
    used = [schema for schema in tool_schemas if schema["name"] in asked]
    said = text_from_message(messages[number]).strip()
    answers = [_answer(messages[:number], tools) for tools in (tool_schemas, used)]
    expect(
        said in answers,
        f"messages.{number}: the stand-in did not say {said!r}. Keep what chat "
        "returns; do not write the answer yourself.",
    )


def _answer(messages: list[dict], tools: list[dict]) -> str:
    with watched():
        return text_from_message(chat(messages, tools=tools or None)).strip()
