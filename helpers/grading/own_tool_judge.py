"""Judging a tool of the student's own over random inputs, drawn by its schema."""

from random import Random

from helpers.exercise_checks.clients import watched
from helpers.grading.marks import Step
from helpers.grading.scenarios import WORDS
from helpers.grading.wire import Foreign
from helpers.helpers import chat
from helpers.results import tool_requests
from helpers.verdict import expect

TRIES = 8
DEEPEST = 3  # lists in lists
DRAW = {
    "string": lambda random: random.choice(TEXTS)(random.choice(WORDS), random),
    "integer": lambda random: random.randint(1, 500),
    "number": lambda random: random.randint(1, 5_000) / 10,
    "boolean": lambda random: random.random() < 0.5,
}


# A tool may tell apart lengths, capitals, digits or words that read the same backwards.
TEXTS = (
    lambda word, random: f"{word} {random.choice(WORDS)}",
    lambda word, random: word.upper(),
    lambda word, random: f"{word}{word[::-1]}",
    lambda word, random: str(random.randrange(10_000)),
)


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


def _depends(answer: dict, random: Random) -> None:
    """What it returns is not one and the same, whatever it is asked."""
    function, schema = answer["function"], answer["schema"]
    expect(isinstance(answer["question"], str), "The question must be a text.")
    with watched():
        question = {"role": "user", "content": answer["question"]}
        [asked, *_] = tool_requests(chat([question], tools=[schema]))
    inputs = [dict(asked.input), *(_input(schema, random) for _ in range(TRIES))]
    try:
        outputs = [repr(function(**tool_input)) for tool_input in inputs]
    except Exception:
        return  # it refuses an input, so it looks at it
    expect(
        not _properties(schema) or len(set(outputs)) > 1,
        f"Whatever the tool is given, it returns {outputs[0]:.200}.",
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


def _drawn(rules: dict, random: Random, depth: int = 0):
    if isinstance(rules.get("enum"), list) and rules["enum"]:
        return random.choice(rules["enum"])
    if rules.get("type") == "array":
        item = rules["items"] if isinstance(rules.get("items"), dict) else {}
        count = random.randint(1, 3) if depth < DEEPEST else 0
        return [_drawn(item, random, depth + 1) for _ in range(count)]
    return DRAW.get(str(rules.get("type")), DRAW["string"])(random)


OWN_TOOL = (
    Step("random inputs", _returns),
    Step("what depends on them", _depends),
)
