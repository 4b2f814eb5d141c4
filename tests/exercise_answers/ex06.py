"""Answers to exercise 06."""

from helpers.tools import TOOLS


def without_in_a_loop(schemas, tools):
    missing = []
    for schema in schemas:
        if not tools.get(schema["name"]):
            missing += [schema["name"]]
    return missing


def whole_schemas(schemas, tools):
    return [schema for schema in schemas if schema["name"] not in tools]


def the_other_way(schemas, tools):
    names = [schema["name"] for schema in schemas]
    return [name for name in tools if name not in names]


def a_yes_or_no(schemas, tools):
    return all(schema["name"] in tools for schema in schemas)


def those_that_have_one(schemas, tools):
    return [schema["name"] for schema in schemas if schema["name"] in tools]


def sorted_sets(schemas, tools):
    return sorted({schema["name"] for schema in schemas} - set(tools))


def in_the_same_place(schemas, tools):
    names = [schema["name"] for schema in schemas]
    return [name for name, tool in zip(names, tools, strict=False) if name != tool]


def remind(text, when):
    return f"Reminder set for {when}: {text}"


def reminder(content, timestamp):
    return remind(content, timestamp)


def silent(content, timestamp):
    print(content, timestamp)


def says_done(content, timestamp):
    return "Done"


DATES = {name: TOOLS[name] for name in list(TOOLS)[:2]}


def echoes() -> dict:
    return {name: lambda **tool_input: str(tool_input) for name in TOOLS}


def registry(**tools) -> dict:
    return DATES | tools


def shout(text):
    return text.upper()


def shout_twice(text, times):
    return text.upper() * times


def whisper(text):
    print(text.lower())


def mumble(text):
    return "Something was said."


def stumble(text):
    raise ValueError("I cannot shout today.")


SCHEMA = {
    "name": "shout",
    "description": "Writes a text in capitals. Use it when the user asks to shout.",
    "input_schema": {
        "type": "object",
        "properties": {"text": {"type": "string", "description": "The text"}},
        "required": ["text"],
    },
}
SHOUT = 'Shout the text "hello".'


def parts(function=shout, schema=SCHEMA, question=SHOUT, **changes) -> dict:
    return {"function": function, "schema": schema | changes, "question": question}


INPUT = SCHEMA["input_schema"]

RIGHT = [
    ("without_function", without_in_a_loop),
    ("matching_tools", registry(set_reminder=reminder, remind=remind)),
    ("own_tool", parts()),
]
WRONG = [
    ("without_function", whole_schemas, "the name of each schema, not the whole"),
    ("without_function", the_other_way, "expected 1; got []"),
    ("without_function", a_yes_or_no, "Return a list of names; got bool"),
    ("without_function", those_that_have_one, "expected 0; got ['b'"),
    ("without_function", sorted_sets, "Keep the order of the schemas; got ['a', 'b'"),
    ("without_function", in_the_same_place, "expected 0; got ['b', 'c', 'a']"),
    ("matching_tools", registry(remind=remind), "Claude asks for 'set_reminder'"),
    (
        "matching_tools",
        registry(set_reminder=remind),
        "set_reminder: by its schema, Claude sends the arguments content, timestamp",
    ),
    (
        "matching_tools",
        registry(set_reminder=reminder("a", "b")),
        "set_reminder: the registry holds 'Reminder set for b: a'",
    ),
    ("matching_tools", registry(set_reminder=silent), "The reminder returned None"),
    ("matching_tools", registry(set_reminder=says_done), "must tell what and when"),
    ("matching_tools", echoes(), "get_current_datetime: for the input {}"),
    ("matching_tools", {"set_reminder": reminder}, "asks for 'get_current_datetime'"),
    ("matching_tools", [reminder], "A registry is a dict"),
    ("own_tool", parts(name="cry"), "The schema is named 'cry', the function 'shout'"),
    ("own_tool", parts(description="Shouts."), "Yours says 'Shouts.'"),
    ("own_tool", parts(shout_twice, name="shout_twice"), "function takes ['text', 't"),
    (
        "own_tool",
        parts(input_schema={**INPUT, "required": []}),
        "The function cannot do without ['text']",
    ),
    (
        "own_tool",
        parts(input_schema={**INPUT, "type": "list"}),
        "The API would refuse the schema",
    ),
    ("own_tool", parts(question="What time is it?"), "Claude did not ask for your"),
    ("own_tool", parts(whisper, name="whisper"), "the tool failed"),
    ("own_tool", parts(mumble, name="mumble"), "Whatever mumble is given, it returns"),
    ("own_tool", parts(stumble, name="stumble"), "Error: I cannot shout today."),
    ("own_tool", parts(schema={"name": "shout"}), "The schema has no description and"),
    (
        "own_tool",
        parts(TOOLS["set_reminder"], name="set_reminder"),
        "set_reminder stands in the course",
    ),
    ("own_tool", parts(question=5), "The question is a text, in quotes"),
    ("own_tool", shout, "Expected a dict with the keys function, schema, question"),
]
