"""Judging single results and errors over random requests, outputs and units."""

import json
from collections.abc import Callable
from random import Random

from helpers.grading import scenarios
from helpers.grading.marks import Step
from helpers.results import tool_requests
from helpers.samples import a_message
from helpers.tools import run_tool
from helpers.verdict import expect

ACCENTED = ["Málaga", "牙醫", "Zürich", "ñandú", "東京", "Łódź", "façade", "Ωmega"]
UNITS = {"days": 1, "weeks": 7}


def _request(random: Random, maker: Callable[[Random], dict]):
    """A request as the SDK gives it."""
    [request] = a_message(maker(random), stop_reason="tool_use").content
    return request


def _expect_written(block, request, output) -> None:
    expect(
        isinstance(block, dict)
        and block.get("type") == "tool_result"
        and block.get("tool_use_id") == request.id,
        f"Expected the tool_result of {request.id}; got {block!r:.200}.",
    )
    content = block.get("content")
    try:
        right = json.loads(content) == output
    except (TypeError, ValueError):
        right = False
    expect(right, f"The output is {output!r}; the content says {content!r:.200}.")


def _result_block(result_block: Callable, random: Random) -> None:
    for maker in (scenarios.now, scenarios.later):
        request = _request(random, maker)
        output = {"said": scenarios.text(random)["text"], "n": random.randrange(1000)}
        for value in (output, run_tool(request.name, request.input), output["said"]):
            _expect_written(result_block(request, value), request, value)


def _readable_block(readable_block: Callable, random: Random) -> None:
    words = random.sample(ACCENTED, 3)
    output = {"city": words[0], "others": words[1:], "n": random.randrange(1000)}
    request = _request(random, scenarios.later)
    block = readable_block(request, output)
    _expect_written(block, request, output)
    lost = [word for word in words if word not in block["content"]]
    expect(not lost, f"These words cannot be read in the content: {', '.join(lost)}.")


def _missing_ids(missing_ids: Callable, random: Random) -> None:
    for _ in range(3):
        requests = [scenarios.now(random) for _ in range(random.randint(3, 5))]
        message = a_message(*requests, stop_reason="tool_use")
        asked = [request.id for request in tool_requests(message)]
        answered = random.sample(asked, random.randrange(len(asked)))
        ids = [*answered, scenarios.now(random)["id"]]
        results = [{"type": "tool_result", "tool_use_id": i} for i in ids]
        got = missing_ids(message, results)
        wanted = [i for i in asked if i not in answered]
        expect(got == wanted, f"These ids have no result: {wanted}; got {got!r}.")


def _in_days(in_days: Callable, random: Random) -> None:
    for unit, factor in UNITS.items():
        number = random.randint(4, 500)
        got = in_days(number, unit)
        right = number * factor
        expect(got == right, f"in_days({number}, {unit!r}) is {right}; got {got!r}.")
    unit = random.choice(scenarios.WORDS)
    try:
        got = in_days(random.randint(4, 500), unit)
    except Exception as error:
        _expect_named(str(error), unit, *UNITS)
    else:
        expect(False, f"The unit {unit!r} must be refused; in_days returned {got!r}.")


def _expect_named(text: str, *words: str) -> None:
    missing = [word for word in words if word not in text]
    expect(not missing, f"The error text {text!r} does not name {', '.join(missing)}.")


def _result_of(result_of: Callable, random: Random) -> None:
    request = _request(random, scenarios.later)
    block = result_of(request)
    _expect_written(block, request, run_tool(request.name, request.input))
    expect(not block.get("is_error"), "A result has is_error, but no tool failed.")
    for maker in (scenarios.refused, scenarios.unknown):
        request = _request(random, maker)
        block = result_of(request)
        expect(
            block.get("is_error") is True and block.get("tool_use_id") == request.id,
            f"The request {request.name} {request.input} fails; got {block!r:.200}.",
        )
        _expect_named(
            str(block.get("content")), request.input.get("unit", request.name)
        )


RESULT_BLOCK = (Step("random outputs", _result_block),)
READABLE_BLOCK = (Step("random words", _readable_block),)
MISSING_IDS = (Step("random ids", _missing_ids),)
IN_DAYS = (Step("random numbers and units", _in_days),)
RESULT_OF = (Step("random requests", _result_of),)
