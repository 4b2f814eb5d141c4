"""Answers to exercise 02."""

from helpers import add_user_message, chat, text_from_message
from helpers.tools import get_current_datetime_schema, tool_schemas


def wanted_in_a_loop(response):
    names = []
    if response.stop_reason == "tool_use":
        for block in response.content:
            if block.type == "tool_use":
                names.append(block.name)  # noqa: PERF401, RUF100 (as a learner writes)
    return names


def looks_at_the_blocks(response):
    return [block.name for block in response.content if block.type == "tool_use"]


def knows_two_endings(response):
    if response.stop_reason in ("end_turn", "max_tokens"):
        return []
    return looks_at_the_blocks(response)


def names_each_once(response):
    return list(dict.fromkeys(wanted_in_a_loop(response)))


def takes_the_last(response):
    return response.content[-1].name if response.stop_reason == "tool_use" else []


def takes_the_first(response):
    return wanted_in_a_loop(response)[:1]


def gives_the_ids(response):
    wanted = response.stop_reason == "tool_use"
    blocks = [block for block in response.content if block.type == "tool_use"]
    return [block.id for block in blocks if wanted]


def gives_the_blocks(response):
    wanted = response.stop_reason == "tool_use"
    return [b for b in response.content if b.type == "tool_use" and wanted]


def counts(response):
    return len(wanted_in_a_loop(response))


def ask_with_all(question):
    return chat([{"role": "user", "content": question}], tools=tool_schemas)


def ask_always_the_same(question):
    return ask_with_all("What time is it?")


def ask_without(question):
    return chat([{"role": "user", "content": question}])


def ask_with_a_dict(question):
    messages = [{"role": "user", "content": question}]
    return chat(messages, tools=get_current_datetime_schema)


def ask_with_a_name(question):
    messages = [{"role": "user", "content": question}]
    return chat(messages, tools=["get_current_datetime"])


def ask_for_text(question):
    return text_from_message(ask_with_all(question))


def ask_for_the_reason(question):
    return ask_with_all(question).stop_reason


def ask_with_the_other_tool(question):
    return chat([{"role": "user", "content": question}], tools=tool_schemas[1:])


def ask_in_one_list(question):
    messages = [{"role": "user", "content": "A question from before."}]
    add_user_message(messages, question)
    return chat(messages, tools=tool_schemas)


PREDICTIONS = {
    "¿Qué hora es?": "tool_use",
    "Good morning!": "end_turn",
    "今天是星期幾？": "tool_use",  # noqa: RUF001 (so it is written)
}

RIGHT = [
    ("wanted_tools", wanted_in_a_loop),
    ("ask", ask_with_all),
    ("own_predictions", PREDICTIONS),
]
WRONG = [
    ("wanted_tools", looks_at_the_blocks, "With stop_reason 'max_tokens' Claude waits"),
    ("wanted_tools", takes_the_last, "Return a list, also for one tool; got str"),
    ("wanted_tools", takes_the_first, "expected 2 names; got 1"),
    ("wanted_tools", gives_the_ids, "expected the names of the tools; got ['toolu_1']"),
    ("wanted_tools", gives_the_blocks, "the name of each tool, a string"),
    ("wanted_tools", counts, "Return a list, also for one tool; got int"),
    ("wanted_tools", knows_two_endings, "With stop_reason 'refusal' Claude waits"),
    ("wanted_tools", names_each_once, "Claude asks for the same tool twice"),
    ("ask", ask_always_the_same, "given 'Hello!', but the request says 'What time"),
    ("ask", ask_without, "The request offers no tools"),
    ("ask", ask_with_a_dict, "tools is the list of the tools' schemas"),
    ("ask", ask_for_text, "ask must return the whole answer"),
    ("ask", ask_for_the_reason, "can be read; got str"),
    ("ask", ask_with_the_other_tool, "none of them tells the time"),
    ("ask", ask_with_a_name, "tools[0] is a str"),
    ("ask", ask_in_one_list, "was sent with 1 older message."),
    ("own_predictions", {"What time is it?": "tool_use"}, "stands in the lesson"),
    ("own_predictions", {"Hi!": "final"}, "'final' is none of the two values"),
    ("own_predictions", {"Hi!": "end_turn"}, "Give three questions; got 1"),
    (
        "own_predictions",
        {"Thanks!": "end_turn", "thanks!": "end_turn", "¿Qué hora es?": "tool_use"},
        "Give three questions; got 2. Capitals and marks make no new one",
    ),
    (
        "own_predictions",
        {"Hi!": "end_turn", "Thanks!": "end_turn", "Who are you?": "end_turn"},
        "All your answers end in the same way",
    ),
    (
        "own_predictions",
        PREDICTIONS | {"What day is it tomorrow?": "end_turn"},
        "The answer to 'What day is it tomorrow?' does not end with 'end_turn'",
    ),
    ("own_predictions", ["Hi!"], "Expected a dict from each question"),
    ("own_predictions", {3: "end_turn"}, "A question is a text; got 3"),
]
