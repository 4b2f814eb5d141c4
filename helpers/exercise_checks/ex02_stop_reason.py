"""Exercise 02: which tools are wanted, tools that are not offered, predictions."""

from anthropic.types import Message

from helpers.exercise_checks.attempt import expect_function, run
from helpers.exercise_checks.clients import watched
from helpers.exercise_checks.own_words import bare
from helpers.helpers import chat
from helpers.samples import IN_A_WEEK, NOW, NOW_AGAIN, TEXT, THINKING, a_message
from helpers.tools import get_current_datetime_schema
from helpers.verdict import counted, expect

KINDS = {"end_turn", "tool_use"}
QUESTIONS = ("What time is it?", "Hello!")
OF_THE_LESSON = {"hello", "what time is it"}


def check_wanted_tools(wanted_tools) -> str:
    """Passes a function that lists the names of the tools an answer waits for."""
    expect_function(wanted_tools, "wanted_tools")
    cases = [
        ("tool_use", [TEXT, NOW], ["get_current_datetime"]),
        (
            "tool_use",
            [THINKING, TEXT, NOW, IN_A_WEEK],
            ["get_current_datetime", "add_duration_to_datetime"],
        ),
        ("end_turn", [TEXT], []),
        ("max_tokens", [TEXT, NOW], []),
        ("refusal", [TEXT, NOW], []),
        ("tool_use", [NOW, NOW_AGAIN], ["get_current_datetime"] * 2),
    ]
    for stop_reason, blocks, wanted in cases:
        message = a_message(*blocks, stop_reason=stop_reason)
        got = run(wanted_tools, message, what="wanted_tools")
        _expect_names(got, wanted, stop_reason)
    return "It lists what Claude waits for, and nothing when it does not wait."


def _expect_names(got, wanted: list[str], stop_reason: str) -> None:
    blocks = counted(len(wanted), "tool_use block")
    case = f"stop_reason {stop_reason!r} and {blocks} to answer"
    expect(
        isinstance(got, list),
        f"Return a list, also for one tool; got {type(got).__name__}.",
    )
    expect(
        bool(wanted) or not got,
        f"With stop_reason {stop_reason!r} Claude waits for no tool, whatever blocks "
        f"stand in the answer; got {got!r}.",
    )
    expect(
        len(got) == len(wanted) or len(set(wanted)) == len(wanted),
        "Claude asks for the same tool twice, each time with an id of its own: the "
        f"name belongs in the list twice; got {got!r}.",
    )
    expect(
        len(got) == len(wanted),
        f"With {case}, expected {counted(len(wanted), 'name')}; got {len(got)}.",
    )
    expect(
        all(isinstance(name, str) for name in got),
        "The list must hold the name of each tool, a string, not the whole block.",
    )
    expect(got == wanted, f"With {case}, expected the names of the tools; got {got}.")


def check_ask(ask) -> str:
    """Passes a function whose request offers the tool and returns the answer."""
    expect_function(ask, "ask")
    with watched() as requests:
        response, _ = [run(ask, question, what="ask") for question in QUESTIONS]
    expect(len(requests) == 2, f"ask must call once; two asks made {len(requests)}.")
    offered = requests[0].get("tools") or []
    expect(
        bool(offered),
        "The request offers no tools. Claude sees only what is in the request, so it "
        "cannot ask for one.",
    )
    names = [tool.get("name") for tool in offered]
    expect(
        "get_current_datetime" in names,
        f"The request offers {names}; none of them tells the time.",
    )
    expect(
        isinstance(response, Message),
        "ask must return the whole answer, so that its stop_reason and its blocks can "
        f"be read; got {type(response).__name__}.",
    )
    again = len(requests[1]["messages"])
    expect(
        again == 1,
        "The second question was sent with "
        f"{counted(again - 1, 'older message')}. ask starts a new list each time.",
    )
    for question, request in zip(QUESTIONS, requests, strict=True):
        sent = request["messages"][-1]["content"]
        expect(
            question in str(sent),
            f"ask was given {question!r}, but the request says {sent!r}.",
        )
    return "A tool that is offered can be asked for."


def check_own_predictions(predictions) -> str:
    """Passes three questions of the learner's own, each with its stop_reason."""
    expect(
        isinstance(predictions, dict),
        "Expected a dict from each question to its stop_reason.",
    )
    for question, stop_reason in predictions.items():
        expect(
            isinstance(question, str) and bool(question.strip()),
            f"A question is a text; got {question!r}.",
        )
        expect(
            bare(question) not in OF_THE_LESSON,
            f"{question!r} stands in the lesson. Take one of your own.",
        )
        expect(
            stop_reason in KINDS,
            f"{stop_reason!r} is none of the two values that can come here.",
        )
    different = len({bare(question) for question in predictions})
    expect(
        different >= 3,
        f"Give three questions; got {different}. Capitals and marks make no new one.",
    )
    expect(
        set(predictions.values()) == KINDS,
        "All your answers end in the same way. Find a question that ends in the other.",
    )
    for question, stop_reason in predictions.items():
        _expect_prediction(question, stop_reason)
    return f"{len(predictions)} questions, and you knew how each answer ends."


def _expect_prediction(question: str, stop_reason: str) -> None:
    messages = [{"role": "user", "content": question}]
    with watched():
        response = chat(messages, tools=[get_current_datetime_schema])
    expect(
        response.stop_reason == stop_reason,
        f"The answer to {question!r} does not end with {stop_reason!r}. Ask yourself: "
        "does it need today's date or time, and can the stand-in know that?",
    )


CHECKS = {
    "wanted_tools": check_wanted_tools,
    "ask": check_ask,
    "own_predictions": check_own_predictions,
}

HINTS = {
    "wanted_tools": [
        "There are two questions: does Claude wait for tools at all, and if so, for "
        "which? Only one field of the response answers the first.",
        "A cut answer may hold half a tool request, so the blocks cannot tell "
        "whether Claude waits. What is the stop_reason when it does?",
        'Compare response.stop_reason with "tool_use". From each block of type '
        "tool_use take its name.",
    ],
    "ask": [
        "Claude says that it has no tool. Which part of a request shows it the tools?",
        "chat takes more than the messages. Look at the function ask in the lesson.",
        "Give chat the argument tools: a list with the schema, not with the function.",
    ],
    "own_predictions": [
        "The stand-in knows greetings, thanks, counting, dates and times. It ends with "
        "end_turn when it does not understand a question.",
        "Which questions can nobody answer without a clock? Those end with tool_use.",
        'Try a thank-you, "Who are you?" and a question about tomorrow.',
    ],
}
