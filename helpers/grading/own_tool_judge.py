"""Judging a tool of the student's own over random inputs, drawn by its schema."""

from random import Random

from helpers.grading.marks import Step
from helpers.grading.scenarios import WORDS
from helpers.grading.wire import Foreign
from helpers.verdict import expect

TRIES = 5
DRAW = {
    "string": lambda random: f"{random.choice(WORDS)} {random.choice(WORDS)}",
    "integer": lambda random: random.randint(1, 500),
    "number": lambda random: random.randint(1, 5_000) / 10,
    "boolean": lambda random: random.random() < 0.5,
}


def _returns(answer: dict, random: Random) -> None:
    """A tool may refuse an input, by raising; what it returns must be a value."""
    function, schema = answer["function"], answer["schema"]
    for tool_input in [_input(schema, random) for _ in range(TRIES)]:
        try:
            value = function(**tool_input)
        except TypeError:
            raise
        except Exception:
            continue
        expect(
            value is not None and not isinstance(value, Foreign),
            f"With {tool_input} the tool returns {value!r}: Claude needs a text, a "
            "number, a list or a dict.",
        )


def _properties(schema: dict) -> dict:
    input_schema = schema["input_schema"]
    properties = input_schema.get("properties") if isinstance(input_schema, dict) else 0
    expect(isinstance(properties, dict), "input_schema must have properties.")
    return properties


def _input(schema: dict, random: Random) -> dict:
    return {
        name: _drawn(rules if isinstance(rules, dict) else {}, random)
        for name, rules in _properties(schema).items()
    }


def _drawn(rules: dict, random: Random):
    if isinstance(rules.get("enum"), list) and rules["enum"]:
        return random.choice(rules["enum"])
    if rules.get("type") == "array":
        item = rules["items"] if isinstance(rules.get("items"), dict) else {}
        return [_drawn(item, random) for _ in range(random.randint(1, 3))]
    return DRAW.get(str(rules.get("type")), DRAW["string"])(random)


OWN_TOOL = (Step("random inputs", _returns),)
