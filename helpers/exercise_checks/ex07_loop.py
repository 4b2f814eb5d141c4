"""Exercise 07: the lines in order, a history that is thrown away, a bound."""

from itertools import pairwise

from helpers.conversation import ConversationStopped, run_conversation
from helpers.exercise_checks.attempt import expect_function, expect_parts, run
from helpers.exercise_checks.clients import calls_of, ends_with, never_done, watched
from helpers.plain import plain
from helpers.results import tool_requests
from helpers.samples import MANY_CALLS, TEXT
from helpers.tools import tool_schemas
from helpers.verdict import NotYet, counted, expect

LETTERS = "ABCDEFG"
# Of each pair the first line must come before the second; the loop allows no other.
RULES = [
    ("B", "D", "BOUND (B) comes first: what stands above it is done only once."),
    ("D", "G", "Line G records a response. Which line makes it?"),
    ("D", "F", "Line F looks at a response. Which line makes it?"),
    ("G", "F", "If STOP? (F) comes before RECORD (G), the final answer is never kept."),
    ("F", "E", "RUN (E) only after STOP? (F): a cut answer may hold half a request."),
    ("E", "A", "Line A sends results. Which line makes them?"),
    ("G", "A", "A result follows its request: RECORD (G) before ANSWER (A)."),
    ("A", "C", "Line C ends the function. When is the bound reached?"),
]
OF_THE_LESSON = ("103 days", "45 days")


def check_loop_order(order) -> str:
    """Passes the letters of the loop's lines in their order."""
    expect(
        isinstance(order, str | list | tuple),
        "Write the letters as one text, in quotes.",
    )
    letters = [c for c in "".join(map(str, order)).upper() if c.isalnum()]
    expect(
        sorted(letters) == list(LETTERS),
        f"Each letter from A to G once: 7 letters; got {''.join(letters) or 'none'}.",
    )
    for first, second, why in RULES:
        expect(letters.index(first) < letters.index(second), why)
    return "CALL, RECORD, STOP?, RUN, ANSWER, REPEAT, within a BOUND."


def check_run_whole(run_whole) -> str:
    """Passes a loop that only adds to the end of the list."""
    expect_function(run_whole, "run_whole")
    with watched() as requests:
        returned = _run_days(run_whole, requests)
    for number, (before, after) in enumerate(pairwise(requests), start=2):
        kept = after["messages"][: len(before["messages"])] == before["messages"]
        expect(
            kept,
            f"Call {number} does not start with the messages of call {number - 1}: "
            "Claude forgets what it has asked for, and asks again.",
        )
    _expect_tools(requests)
    expect(
        isinstance(returned, list),
        f"run_whole must return the messages; got {type(returned).__name__}.",
    )
    expect(
        len(returned) == 6 and "22" in str(plain(returned)[-1]["content"]),
        "The 103 days take 3 calls and 6 messages, the answer is the last one; yours "
        f"made {len(requests)} calls and holds {len(returned)} messages.",
    )
    _expect_bound(run_whole)
    _expect_stop(run_whole)
    return "Nothing is thrown away: every call starts with the one before."


def _expect_bound(run_whole) -> None:
    calls, outcome = calls_of(run_whole, *_arguments(), reply=never_done)
    expect(
        calls <= 10,
        f"When Claude never stops asking, run_whole made {calls} calls. The bound is "
        "lost.",
    )
    expect(
        outcome is not None,
        "When Claude never stops asking, run_whole returned None, as if all were well. "
        "Where is the raise?",
    )
    calls, _ = calls_of(lambda: run_whole(*_arguments(), max_turns=2), reply=never_done)
    expect(calls == 2, f"With max_turns=2 run_whole made {calls} calls; expected 2.")


def _expect_stop(run_whole) -> None:
    """Every answer that asks for no tool is the last one."""
    reply = ends_with("refusal", TEXT)
    calls, outcome = calls_of(run_whole, *_arguments(), reply=reply)
    expect(
        calls == 1 and isinstance(outcome, list),
        "When Claude declines (stop_reason 'refusal'), run_whole must return the "
        f"messages after 1 call, as before; it made {counted(calls, 'call')}, and the "
        f"outcome was {type(outcome).__name__}.",
    )


def _arguments() -> tuple[list[dict], list]:
    return [{"role": "user", "content": "What time is it?"}], tool_schemas


def _run_days(run_whole, requests: list[dict]):
    question = [{"role": "user", "content": "What day will it be in 103 days?"}]
    try:
        return run(run_whole, question, tool_schemas, what="run_whole")
    except NotYet as failure:
        expect(len(requests) < 10, _forgetful(requests) or str(failure))
        raise


def _forgetful(requests: list[dict]) -> str:
    if len(requests[-1]["messages"]) > len(requests):
        return ""
    return (
        f"After {len(requests)} calls Claude still asks. The last call sent only "
        f"{counted(len(requests[-1]['messages']), 'message')}. Where did the others go?"
    )


def _expect_tools(requests: list[dict]) -> None:
    for number, request in enumerate(requests, start=1):
        expect(
            bool(request.get("tools")),
            f"Call {number} offers no tools. They go out with every call.",
        )


def check_own_bound(answer) -> str:
    """Passes a question of the learner's own and the smallest bound that answers it."""
    question, bound = expect_parts(answer, "question", "max_turns")
    expect(isinstance(question, str), "The question is a text, in quotes.")
    expect(
        type(bound) is int and 1 <= bound <= MANY_CALLS,
        f"max_turns is a number of calls, from 1 to {MANY_CALLS}; got {bound!r}.",
    )
    expect(
        not any(words in question for words in OF_THE_LESSON),
        "This question stands in the lesson. Ask one of your own.",
    )
    messages = _run_bounded(question, bound)
    expect(
        messages is not None,
        f"With max_turns={bound} the loop stops before the final answer. That answer "
        "is a call too.",
    )
    used = sum(message["role"] == "assistant" for message in messages)
    expect(
        used >= 3 and any(tool_requests(message) for message in messages),
        f"This conversation takes {counted(used, 'call')}; find one of at least 3. "
        "What does Claude need before it can count days?",
    )
    expect(used == bound, f"A bound of {bound} is enough, but not the smallest.")
    return f"{question!r} takes {bound} calls, and no fewer."


def _run_bounded(question: str, bound: int) -> list[dict] | None:
    messages = [{"role": "user", "content": question}]
    with watched():
        try:
            return run_conversation(messages, tool_schemas, max_turns=bound)
        except ConversationStopped:
            return None


CHECKS = {
    "loop_order": check_loop_order,
    "run_whole": check_run_whole,
    "own_bound": check_own_bound,
}

HINTS = {
    "loop_order": [
        "Say the labels: CALL, RECORD, STOP?, RUN, ANSWER, REPEAT, within a BOUND. One "
        "line is both REPEAT and BOUND; one says that the bound was reached.",
        "BOUND is the for line, and it comes first. When the for loop has no turn "
        "left, the last line is reached.",
        "The order starts with B D G, and it ends with C.",
    ],
    "run_whole": [
        "Look at the tools that are asked for. Why does Claude ask for the date twice?",
        "Which messages does the third call send? Count them. Which ones are missing?",
        "messages = [question] throws away all but the question. Without that line, "
        "the two lines below it add to the end.",
    ],
    "own_bound": [
        "Count calls, not messages. Each answer of Claude is one call, the final one "
        "too.",
        "A date that is counted from today takes one call for today, one to count, and "
        "one to answer. A reminder takes one more.",
        "Run your question with run_conversation, and count the messages with the role "
        "assistant, as in lesson 00.",
    ],
}
