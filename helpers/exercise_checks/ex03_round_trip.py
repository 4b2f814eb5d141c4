"""Exercise 03: a tool_result block, readable accents, a whole round trip."""

import json

from helpers.exercise_checks.attempt import expect_function, run
from helpers.exercise_checks.own_words import (
    expect_answered,
    expect_one_step,
    expect_own_question,
    expect_returned,
)
from helpers.expectations import expect_accepted
from helpers.helpers import text_from_message
from helpers.lesson_checks.messages import check_round_trip
from helpers.plain import plain
from helpers.samples import IN_A_WEEK, NOW, a_message
from helpers.tools import run_tool
from helpers.verdict import NotYet, expect

ACCENTED = {"city": "Málaga", "note": 'She said "à 15h"', "subject": "牙醫"}
OF_THE_LESSON = ("What time is it?", "What day is 30 days after 2024-05-01?")


def check_result_block(result_block) -> str:
    """Passes a function that writes the tool_result for a request and an output."""
    expect_function(result_block, "result_block")
    for block in (NOW, IN_A_WEEK):
        [request] = a_message(block).content
        output = run_tool(request.name, request.input)
        got = run(result_block, request, output, what="result_block")
        _expect_block(got, request, output)
    return "The right type, the id of its request, and the output as text."


def _expect_block(got, request, output) -> None:
    expect(
        isinstance(got, dict),
        f"A block is a dict; result_block returned {type(got).__name__}.",
    )
    expect(
        got.get("type") == "tool_result",
        f"type: the API knows no block of the type {got.get('type')!r} here.",
    )
    expect(
        "id" not in got,
        "id: in a result this key has another name than in the request.",
    )
    expect(
        got.get("tool_use_id") == request.id,
        "tool_use_id: a result carries the id of the request that it answers; "
        f"{got.get('tool_use_id')!r} is not it.",
    )
    _expect_json(got.get("content"), output)
    expect(not got.get("is_error"), "is_error: the tool worked, so this is no error.")
    question = {"role": "user", "content": "What day is it in a week?"}
    asked = {"role": "assistant", "content": [plain(request)]}
    expect_accepted([question, asked, {"role": "user", "content": [got]}])


def _expect_json(content, output) -> None:
    expect(
        isinstance(content, str),
        f"content: a result travels as a text; got {type(content).__name__}.",
    )
    try:
        value = json.loads(content)
    except ValueError:
        raise NotYet(
            f"content: this text is not JSON: {content}. Which function writes a "
            "Python value as JSON?"
        ) from None
    expect(
        value == output,
        f"content: read back, the text gives {value!r}; the output was {output!r}.",
    )


def check_readable_block(readable_block) -> str:
    """Passes a tool_result whose text keeps every character as it is."""
    expect_function(readable_block, "readable_block")
    [request] = a_message(NOW).content
    got = run(readable_block, request, ACCENTED, what="readable_block")
    content = got.get("content") if isinstance(got, dict) else None
    expect(
        not isinstance(content, str) or "\\u" not in content,
        f"content: the text still holds codes such as \\u00e1: {content}",
    )
    expect(
        not isinstance(content, str) or not content.isascii(),
        f"content: the characters that are not ASCII are gone: {content}",
    )
    _expect_block(got, request, ACCENTED)
    return "Every character arrives as it was written, and the text is still JSON."


def check_own_round_trip(messages) -> str:
    """Passes a round trip for a question of the learner's own."""
    if isinstance(messages, list):
        expect_one_step(messages)
    check_round_trip(messages)
    messages = plain(messages)
    expect_own_question(messages, *OF_THE_LESSON)
    expect_returned(messages)
    expect_answered(messages, 3)
    return f"{text_from_message(messages[0])!r}: asked, run, sent and answered."


CHECKS = {
    "result_block": check_result_block,
    "readable_block": check_readable_block,
    "own_round_trip": check_own_round_trip,
}

HINTS = {
    "result_block": [
        "Three keys: what kind of block it is, which tool request it answers, and what "
        "the tool returned.",
        "The type is in the singular. The id is that of the tool request, under its "
        "other name. The output must become a text.",
        'The type is "tool_result", the id is tool_request.id, and json.dumps writes '
        "the output as a text.",
    ],
    "readable_block": [
        "Compare the output with the content, character by character. Which ones "
        "changed?",
        "json.dumps writes plain ASCII unless you tell it not to. The lesson did.",
        "json.dumps has an argument named ensure_ascii. Its default is True.",
    ],
    "own_round_trip": [
        "Follow the lesson: ask, keep the answer, run, send the result, keep the "
        "answer. At the end the list holds four messages.",
        "Any tool of the course will do. With two tools offered, run the one that was "
        "asked for.",
        'Ask "What day is 30 days after 2024-05-01?" with another number or date, and '
        "offer add_duration_to_datetime_schema.",
    ],
}
