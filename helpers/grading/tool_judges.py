"""Judging `run_tools` and `run_tool` over random requests."""

import json
from collections.abc import Callable
from random import Random

from helpers.dates import FIXED_UNITS
from helpers.expectations import expect_raises, expect_results
from helpers.grading import scenarios
from helpers.grading.marks import Step
from helpers.samples import a_message
from helpers.verdict import expect


def _results(run_tools: Callable, *blocks: dict) -> list:
    message = a_message(*blocks, stop_reason="tool_use")
    results = run_tools(message)
    expect_results(message, results)
    return results


def _every_request(run_tools: Callable, random: Random) -> None:
    makers = random.choices([scenarios.now, scenarios.later], k=random.randint(2, 4))
    requests = scenarios.requests(random, [scenarios.later, *makers])
    results = _results(run_tools, scenarios.text(random), *requests)
    for request, block in zip(requests, results, strict=True):
        expect(
            scenarios.means(block.get("content"), request),
            f"A result does not say what {request['name']} returns for its input.",
        )
        expect(not block.get("is_error"), "A result has is_error, but no tool failed.")


def _few_requests(run_tools: Callable, random: Random) -> None:
    _results(run_tools, scenarios.later(random))
    _results(run_tools, scenarios.text(random))


def _failing(run_tools: Callable, random: Random) -> None:
    makers = [scenarios.later, scenarios.refused, scenarios.unknown]
    requests = scenarios.requests(random, makers)
    results = _results(run_tools, *requests)
    for request, block in zip(requests, results, strict=True):
        expect(
            bool(block.get("is_error")) is not _works(request),
            "One tool worked, one refused its input, one does not exist: is_error "
            "must tell which failed.",
        )
        expect(bool(block["content"].strip()), "An error result needs a text.")


def _works(request: dict) -> bool:
    return request["input"].get("unit") in FIXED_UNITS


def _known(run_tool: Callable, random: Random) -> None:
    for request in (scenarios.now(random), scenarios.later(random)):
        value = run_tool(request["name"], request["input"])
        content = value if isinstance(value, str) else json.dumps(value)
        expect(
            scenarios.means(content, request),
            f"It does not return what {request['name']} returns.",
        )


def _refuses(run_tool: Callable, random: Random) -> None:
    name, right = scenarios.unknown(random)["name"], scenarios.later(random)
    given = right["input"] | {random.choice(scenarios.WORDS): 1}
    expect_raises(run_tool, name, {}, "An unknown tool name")
    expect_raises(run_tool, right["name"], given, "An unknown argument")


REQUESTS = (
    Step("random requests", _every_request, points=2),
    Step("one request, or none", _few_requests),
)
RUN_TOOLS = (*REQUESTS, Step("tools that fail", _failing))
RUN_TOOL = (
    Step("each tool is found", _known),
    Step("what is unknown is refused", _refuses),
)
