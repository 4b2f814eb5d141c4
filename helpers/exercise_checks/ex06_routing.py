"""Exercise 06: schemas without a function, a registry out of step, a tool."""

import inspect
import json
import re

from helpers.conversation import run_conversation
from helpers.exercise_checks.attempt import expect_function, expect_parts, run
from helpers.exercise_checks.clients import watched
from helpers.exercise_checks.varied import expect_dependent
from helpers.helpers import DEFAULT_MODEL, MAX_TOKENS
from helpers.offline import ApiError
from helpers.offline.rules import check_request
from helpers.plain import plain
from helpers.results import tool_requests
from helpers.samples import IN_A_WEEK, NOW
from helpers.tools import TOOLS, set_reminder_schema, tool_schemas
from helpers.verdict import NotYet, expect

NOT_OWN = {*TOOLS, "roll_dice"}
REMINDER = {"content": "Water the plants", "timestamp": "2024-03-13 18:00:00"}
# A request, and a pattern that every right answer to it holds.
DATES = ((NOW, r"\d\d:\d\d"), (IN_A_WEEK, "2024-03-18"))


def check_without_function(without_function) -> str:
    """Passes a function that names the schemas for which there is no function."""
    expect_function(without_function, "without_function")
    schemas = [{"name": name} for name in ("b", "c", "a")]
    cases = [("cab", []), ("ca", ["b"]), ("ax", ["b", "c"]), ("", ["b", "c", "a"])]
    for names, wanted in cases:
        tools = dict.fromkeys(names, len)
        got = run(without_function, schemas, tools, what="without_function")
        case = f"Schemas b, c, a; functions for {list(names)}"
        expect(
            isinstance(got, list),
            f"Return a list of names; got {type(got).__name__}.",
        )
        expect(
            all(isinstance(name, str) for name in got),
            "The list must hold the name of each schema, not the whole schema.",
        )
        expect(
            "x" not in got,
            f"{case}: x is a function without a schema. Claude never asks for it.",
        )
        expect(
            sorted(got) == sorted(wanted),
            f"{case}. Names without a function: expected {len(wanted)}; got {got}.",
        )
        expect(got == wanted, f"{case}. Keep the order of the schemas; got {got}.")
    return "It finds what Claude could ask for in vain."


def check_matching_tools(tools) -> str:
    """Passes a registry that fits the course's schemas, by name and by argument."""
    expect(isinstance(tools, dict), "A registry is a dict from names to functions.")
    for schema in tool_schemas:
        name = schema["name"]
        expect(
            name in tools,
            f"Claude asks for {name!r}, the name in the schema; the registry knows "
            f"only {', '.join(map(str, tools))}.",
        )
        expect(
            callable(tools[name]),
            f"{name}: the registry holds {tools[name]!r}. It must hold the function, "
            "which is called later.",
        )
        _expect_arguments(tools[name], schema)
    for request, pattern in DATES:
        _expect_date(tools[request["name"]], request, pattern)
    done = run(tools[set_reminder_schema["name"]], **REMINDER, what="The reminder")
    expect(
        bool(done),
        f"The reminder returned {done!r}. Claude needs a text that says what was done.",
    )
    expect(
        all(str(value)[:10] in str(done) for value in REMINDER.values()),
        f"The reminder must tell what and when; for {REMINDER} it says {done!r}.",
    )
    return "Same names, same arguments."


def _expect_date(function, request: dict, pattern: str) -> None:
    got = run(function, what=request["name"], **request["input"])
    expect(
        re.search(pattern, str(got)) is not None,
        f"{request['name']}: for the input {request['input']} the function returned "
        f"{got!r}, and not what this tool returns.",
    )


def _expect_arguments(function, schema: dict) -> None:
    named = list(schema["input_schema"]["properties"])
    try:
        inspect.signature(function).bind(**dict.fromkeys(named))
    except TypeError as error:
        raise NotYet(
            f"{schema['name']}: by its schema, Claude sends the arguments "
            f"{', '.join(named)}. The function says: {error}."
        ) from None


def check_own_tool(answer) -> str:
    """Passes a tool of the learner's own that Claude asks for and that answers."""
    function, schema, question = expect_parts(answer, "function", "schema", "question")
    expect_function(function, "of your tool")
    _expect_schema(schema)
    name = schema["name"]
    expect(
        name == getattr(function, "__name__", name),
        f"The schema is named {name!r}, the function {function.__name__!r}. Schema and "
        "function have the same name.",
    )
    expect(name not in NOT_OWN, f"{name} stands in the course. Make one of your own.")
    _expect_same(function, schema)
    expect(isinstance(question, str), "The question is a text, in quotes.")
    content = _result(function, schema, question)
    expect_dependent(function, schema, content)
    return f"Claude asked for {name}, and it said: {content}"


def _expect_schema(schema) -> None:
    expect(isinstance(schema, dict), "The schema is a dict.")
    missing = {"name", "description", "input_schema"} - set(schema)
    expect(not missing, f"The schema has no {' and no '.join(sorted(missing))}.")
    words = str(schema["description"]).split()
    expect(
        len(words) >= 5,
        "The description must say what the tool does and when to use it: it is all "
        f"that Claude knows. Yours says {' '.join(words)!r}.",
    )
    request = {"model": DEFAULT_MODEL, "max_tokens": MAX_TOKENS, "tools": [schema]}
    try:
        check_request(request | {"messages": [{"role": "user", "content": "Hello!"}]})
    except ApiError as refusal:
        raise NotYet(f"The API would refuse the schema: {refusal.message}") from None


def _expect_same(function, schema: dict) -> None:
    named = set(schema["input_schema"].get("properties", {}))
    parameters = inspect.signature(function).parameters
    expect(
        named == set(parameters),
        f"The schema names the arguments {sorted(named)}; the function takes "
        f"{sorted(parameters)}.",
    )
    empty = inspect.Parameter.empty
    needed = {name for name, p in parameters.items() if p.default is empty}
    required = set(schema["input_schema"].get("required", []))
    expect(
        needed <= required,
        f"The function cannot do without {sorted(needed - required)}: say so in the "
        "schema's required.",
    )


def _result(function, schema: dict, question: str) -> str:
    messages = [{"role": "user", "content": question}]
    with watched():
        run(
            run_conversation,
            messages,
            [schema],
            lambda name, tool_input: function(**tool_input),
            what="The conversation",
        )
    messages = plain(messages)
    asked = [r for message in messages for r in tool_requests(message)]
    expect(
        bool(asked),
        "Claude did not ask for your tool. Use the words of its description in the "
        "question, and give a value for each argument.",
    )
    block = messages[2]["content"][0]
    expect(
        not block["is_error"],
        f"Claude asked with {json.dumps(asked[0]['input'])}, and the tool failed: "
        f"{block['content']}",
    )
    return block["content"]


CHECKS = {
    "without_function": check_without_function,
    "matching_tools": check_matching_tools,
    "own_tool": check_own_tool,
}

HINTS = {
    "without_function": [
        "A schema is a dict with a name; the registry is a dict with names as keys.",
        "`in` tests whether a dict has a key. You want the names for which it has not.",
        'The result holds schema["name"]; the condition is that it is not in tools.',
    ],
    "matching_tools": [
        "Compare the keys of the registry with the name that Claude used.",
        "There are two bugs. The schema gives the name of the tool and the names of "
        "its arguments; the registry and the function must use the same.",
        "The key must be set_reminder. The function must take content and timestamp.",
    ],
    "own_tool": [
        "Start small: one argument, one line. Count something, convert something, look "
        "something up in a dict.",
        "Copy the schema of the lesson and change the name, the description and the "
        "argument. The function has the same name and the same argument.",
        "Ask with the verb of the description and with a value for the argument, such "
        'as: Convert 26 miles to kilometres. Put a text into quotes: "banana".',
    ],
}
