"""Judging registries over random names and inputs: `without_function` and others."""

import json
from collections.abc import Callable
from random import Random

from helpers.grading import scenarios
from helpers.grading.marks import Step
from helpers.verdict import expect


def _without_function(without_function: Callable, random: Random) -> None:
    for _ in range(3):
        names = random.sample(scenarios.WORDS, 5)
        known = random.sample(names, random.randrange(5))
        schemas = [{"name": name} for name in names]
        tools = dict.fromkeys([*known, "read_my_mind"], len)
        got = without_function(schemas, tools)
        wanted = [name for name in names if name not in known]
        expect(
            got == wanted,
            f"Schemas {names}, functions for {[*tools]}: expected {wanted}; got "
            f"{got!r}.",
        )


def _matching_tools(tools: dict, random: Random) -> None:
    for name in ("get_current_datetime", "add_duration_to_datetime", "set_reminder"):
        expect(name in tools, f"Claude asks for {name!r}; there is no function for it.")
    for request in (scenarios.now(random), scenarios.later(random)):
        value = tools[request["name"]](**request["input"])
        content = value if isinstance(value, str) else json.dumps(value)
        expect(
            scenarios.means(content, request),
            f"{request['name']} with {request['input']} returns {value!r:.200}.",
        )
    content = scenarios.text(random)["text"]
    timestamp = f"2025-{random.randint(1, 12):02}-{random.randint(1, 28):02} 09:30:00"
    told = str(tools["set_reminder"](content=content, timestamp=timestamp))
    expect(
        content in told and timestamp[:10] in told,
        f"A reminder of {content!r} at {timestamp} must tell what and when; it says "
        f"{told!r:.200}.",
    )


WITHOUT_FUNCTION = (Step("random names", _without_function),)
MATCHING_TOOLS = (Step("random inputs", _matching_tools),)
