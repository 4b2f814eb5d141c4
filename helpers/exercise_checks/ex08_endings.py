"""Exercise 08: what each ending asks for, a loop that waits, a client that declines."""

from collections.abc import Callable

from helpers.exercise_checks.attempt import (
    expect_function,
    expect_parts,
    run,
    told,
)
from helpers.exercise_checks.clients import calls_of, ends_with, never_done, watched
from helpers.expectations import expect_accepted
from helpers.helpers import chat, text_from_message
from helpers.plain import plain
from helpers.samples import SEARCH, STOP_REASONS, TEXT
from helpers.tools import tool_schemas
from helpers.verdict import NotYet, counted, expect

STEPS = {"tool_use": "run the tools", "pause_turn": "call again", "end_turn": "done"}
STOP = "stop and say why"


def check_next_step(next_step) -> str:
    """Passes a function that tells what to do after each stop_reason."""
    expect_function(next_step, "next_step")
    known = {*STEPS.values(), STOP}
    for stop_reason in ["tool_use", *STOP_REASONS]:
        got = run(next_step, stop_reason, what=f"next_step({stop_reason!r})")
        expect(
            got in known,
            f"{stop_reason!r}: expected one of {sorted(known)}; got {got!r}.",
        )
        expect(
            got == STEPS.get(stop_reason, STOP),
            f"{stop_reason!r}: {got!r} is not the next step. {_rule(stop_reason)}",
        )
    return "Three values have a step of their own; all others stop, new ones too."


def _rule(stop_reason: str) -> str:
    """What the lesson says about an ending, without the step that follows from it."""
    if stop_reason in STEPS:
        return "Is the turn over, and who has to act now?"
    return "The turn is over, and this is no final answer."


def check_run_until_done(run_until_done) -> str:
    """Passes a loop that ends at every ending, within a bound, and says which."""
    expect_function(run_until_done, "run_until_done")
    for stop_reason in ("refusal", "max_tokens", "a_stop_reason_of_next_year"):
        content = [] if stop_reason == "refusal" else [TEXT]
        calls, outcome = _ending(run_until_done, ends_with(stop_reason, *content))
        expect(
            calls == 1,
            f"{stop_reason!r}: the answer is the same each time, and your loop asked "
            f"{calls} times for it. Expected 1 call.",
        )
        _expect_named(outcome, stop_reason)
    calls, outcome = _ending(run_until_done, ends_with("end_turn", TEXT))
    _expect_named(outcome, "end_turn")
    _expect_kept(outcome[0])
    for what, reply in (("a pause", _paused), ("a tool", never_done)):
        calls, outcome = _ending(run_until_done, reply)
        expect(
            1 < calls <= 10,
            f"When Claude always answers with {what}, your loop made "
            f"{counted(calls, 'call')}. Expected at most 10, and more than "
            "1: the turn is not over.",
        )
        if not isinstance(outcome, Exception):  # to raise is a bound, as in lesson 07
            _expect_named(outcome, "max_turns")
    if isinstance(outcome, tuple):
        expect_accepted([*outcome[0], {"role": "user", "content": "Go on."}])
    return "One call for each ending, and never more than the bound."


def _expect_kept(messages: list) -> None:
    expect(
        bool(messages),
        "The list that came back is empty. Return the question and all that followed.",
    )
    last = plain(messages)[-1]
    expect(
        last["role"] == "assistant" and TEXT["text"] in str(last["content"]),
        "The final answer is not in the messages that came back. Keep each answer "
        "before you look at how it ends.",
    )


def _ending(loop, reply: Callable[[dict], dict]) -> tuple[int, object]:
    question = [{"role": "user", "content": "Hi"}]
    return calls_of(loop, question, tool_schemas, reply=reply)


def _paused(request: dict) -> dict:
    block = SEARCH | {"id": f"srvtoolu_{len(request['messages'])}"}
    return {"content": [block], "stop_reason": "pause_turn"}


def _expect_named(outcome, stop_reason: str) -> None:
    if isinstance(outcome, Exception):
        raised = told(outcome, "Your loop")
        raise NotYet(f"{stop_reason!r}: the turn is over. {raised}")
    expect(
        isinstance(outcome, tuple) and len(outcome) == 2,
        f"{stop_reason!r}: return the messages and why it ended; got "
        f"{type(outcome).__name__}.",
    )
    expect(
        isinstance(outcome[0], list) and outcome[1] == stop_reason,
        f"{stop_reason!r}: your loop says {outcome[1]!r}. Name the ending as it came.",
    )


def check_own_client(answer) -> str:
    """Passes a reply of the learner's own that declines one question, not another."""
    reply, declined, answered = expect_parts(answer, "reply", "declined", "answered")
    expect_function(reply, "reply")
    for name, question in (("declined", declined), ("answered", answered)):
        expect(isinstance(question, str), f"{name}: a question is a text, in quotes.")
    expect(declined != answered, "declined and answered are the same question.")
    _expect_ending(reply, declined, "declined", "refusal")
    again = f"One more question: {declined} Please answer."
    _expect_ending(reply, again, "declined, in another sentence", "refusal")
    response = _expect_ending(reply, answered, "answered", "end_turn")
    expect(
        bool(text_from_message(response).strip()),
        "answered: the final answer has no text.",
    )
    return f"It declines {declined!r}, and answers {answered!r}."


def _expect_ending(reply, question: str, name: str, stop_reason: str):
    with watched(_dicts_only(reply)):
        response = run(
            chat,
            [{"role": "user", "content": question}],
            what=f"{name}: with your reply, the call",
        )
    expect(
        response.stop_reason == stop_reason,
        f"{name}: the answer to {question!r} ends with {response.stop_reason!r}; "
        f"expected {stop_reason!r}.",
    )
    return response


def _dicts_only(reply) -> Callable[[dict], dict]:
    def answer(request: dict) -> dict:
        given = run(reply, request, what="Your reply itself")
        expect(
            isinstance(given, dict) and {"content", "stop_reason"} <= set(given),
            "Your reply must return a dict with content and stop_reason; it returned "
            f"{given!r}.",
        )
        expect(
            isinstance(given["content"], list),
            "content is a list of blocks, also when it holds one or none.",
        )
        return given

    return answer


CHECKS = {
    "next_step": check_next_step,
    "run_until_done": check_run_until_done,
    "own_client": check_own_client,
}

HINTS = {
    "next_step": [
        "Only three values have a step of their own. What is common to all the others?",
        "After one value the answer goes back as it is, and after one value all is "
        "said. The last line is for all the rest, and for values that nobody knows.",
        'pause_turn means "call again", end_turn means "done". The last line returns '
        '"stop and say why".',
    ],
    "run_until_done": [
        "For which answers does the loop go round once more, although nothing will "
        "change?",
        "Two values go on: tool_use and pause_turn. All others end the loop. And what "
        "ends it when Claude never does?",
        "for _ in range(max_turns). In it: after tool_use add the results, after "
        "pause_turn continue, else return messages, response.stop_reason. After the "
        'for loop, return messages, "max_turns".',
    ],
    "own_client": [
        "pause_once in the lesson looks at the request and chooses an answer. Yours "
        "does the same, by what the last message says.",
        'The question is request["messages"][-1]["content"], a text. `in` tests '
        "whether a word is part of it.",
        'If the word is in the question, return {"content": [], "stop_reason": '
        '"refusal"}; else a text block with "end_turn".',
    ],
}
