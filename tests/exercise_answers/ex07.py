"""Answers to exercise 07."""

import helpers
from helpers import add_assistant_message, add_user_message, chat, run_tools
from helpers.results import tool_requests


def whole_list_anew(messages, tools, max_turns=10):
    for _ in range(max_turns):
        response = chat(messages, tools=tools)
        messages = [*messages, {"role": "assistant", "content": response.content}]
        if not tool_requests(response):
            return messages
        messages = [*messages, {"role": "user", "content": run_tools(response)}]
    return messages


def run_badly(messages, tools, max_turns=10):
    question = messages[0]
    for _ in range(max_turns):
        response = chat(messages, tools=tools)
        if response.stop_reason != "tool_use":
            add_assistant_message(messages, response)
            return messages
        messages = [question]
        add_assistant_message(messages, response)
        add_user_message(messages, run_tools(response))
    raise RuntimeError("Still not done.")


def forgets_one_turn(messages, tools, max_turns=10):
    question = messages[0]
    for _ in range(max_turns):
        response = chat([question, *messages[1:][-2:]], tools=tools)
        add_assistant_message(messages, response)
        if response.stop_reason != "tool_use":
            return messages
        add_user_message(messages, run_tools(response))
    return messages


def without_bound(messages, tools):
    while True:
        response = chat(messages, tools=tools)
        add_assistant_message(messages, response)
        if response.stop_reason != "tool_use":
            return messages
        add_user_message(messages, run_tools(response))


def only_final_answers(messages, tools, max_turns=10):
    for _ in range(max_turns):
        response = chat(messages, tools=tools)
        add_assistant_message(messages, response)
        if response.stop_reason == "end_turn":
            return messages
        add_user_message(messages, run_tools(response))
    raise RuntimeError("Still not done.")


def three_turns(messages, tools, max_turns=10):
    return whole_list_anew(messages, tools, max_turns=3)


def ends_silently(messages, tools, max_turns=10):
    try:
        return helpers.run_conversation(messages, tools, max_turns=max_turns)
    except helpers.ConversationStopped:
        return None


def badly_without_bound(messages, tools):
    while True:
        try:
            return run_badly(messages, tools)
        except RuntimeError:
            continue


def tools_once(messages, tools, max_turns=10):
    add_user_message(messages, "Please.")
    return whole_list_anew(messages, None)


def returns_the_answer(messages, tools, max_turns=10):
    return whole_list_anew(messages, tools)[-1]


def loses_the_answer(messages, tools, max_turns=10):
    return whole_list_anew(messages, tools)[:-1]


def returns_nothing(messages, tools, max_turns=10):
    helpers.run_conversation(messages, tools)


REMIND = "Remind me to call Mom on Friday at 9:30."


def bound(max_turns, question=REMIND) -> dict:
    return {"question": question, "max_turns": max_turns}


RIGHT = [
    ("loop_order", ["b", "d", "g", "f", "e", "a", "c"]),
    ("loop_order", "B D G F E A C"),
    ("run_whole", whole_list_anew),
    ("own_bound", bound(3, "¿Qué día será dentro de 12 días?")),
]
WRONG = [
    ("loop_order", "DBGFEAC", "BOUND (B) comes first"),
    ("loop_order", "BGDFEAC", "Line G records a response"),
    ("loop_order", "BFDGEAC", "Line F looks at a response"),
    ("loop_order", "BDFGEAC", "If STOP? (F) comes before RECORD (G)"),
    ("loop_order", "BDGEFAC", "RUN (E) only after STOP? (F)"),
    ("loop_order", "BDGFAEC", "Line A sends results"),
    ("loop_order", "BCDGFEA", "When is the bound reached?"),
    ("loop_order", "BDGF", "7 letters; got BDGF"),
    ("loop_order", "CEFBADG", "Line F looks at a response"),
    ("run_whole", run_badly, "The last call sent only 3 messages"),
    (
        "run_whole",
        forgets_one_turn,
        "Call 3 does not start with the messages of call 2",
    ),
    ("run_whole", without_bound, "run_whole made 41 calls. The bound is lost"),
    ("run_whole", badly_without_bound, "Where did the others go?"),
    ("run_whole", only_final_answers, "(stop_reason 'refusal'), run_whole must return"),
    ("run_whole", three_turns, "With max_turns=2 run_whole made 3 calls"),
    ("run_whole", ends_silently, "run_whole returned None, as if all were well"),
    ("run_whole", tools_once, "Call 1 offers no tools"),
    ("run_whole", returns_the_answer, "must return the messages; got dict"),
    ("run_whole", loses_the_answer, "made 3 calls and holds 5 messages"),
    ("run_whole", returns_nothing, "must return the messages; got NoneType"),
    ("own_bound", bound(3), "With max_turns=3 the loop stops before"),
    ("own_bound", bound(5), "A bound of 5 is enough, but not the smallest"),
    ("own_bound", bound(2, "What day is it today?"), "takes 2 calls; find one of"),
    ("own_bound", bound(3, "What day will it be in 103 days?"), "stands in the lesson"),
    ("own_bound", bound(True), "max_turns is a number of calls"),
    ("own_bound", bound("4"), "got '4'"),
    ("own_bound", bound(3, None), "The question is a text"),
    ("own_bound", (REMIND, 4), "Expected a dict with the keys question, max_turns"),
]
