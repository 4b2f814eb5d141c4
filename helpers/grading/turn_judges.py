"""Judging turns with Claude over random texts: `say`, `ask`, `next_step` and others.

The grader speaks for Claude, so what must come back is known only here.
"""

from collections.abc import Callable
from random import Random

from helpers.exercise_checks.clients import watched
from helpers.grading import scenarios
from helpers.grading.marks import Step
from helpers.plain import plain
from helpers.samples import THINKING, a_message
from helpers.verdict import expect

WAITS_FOR_NOTHING = ("end_turn", "max_tokens", "pause_turn", "refusal")


def _answering(random: Random, said: list[str]) -> Callable[[dict], dict]:
    """What answers each call with a new text, which is added to `said`."""

    def reply(request: dict) -> dict:
        block = scenarios.text(random)
        said.append(block["text"])
        return {"content": [THINKING, block], "stop_reason": "end_turn"}

    return reply


def _texts(random: Random) -> list[str]:
    return [scenarios.text(random)["text"] for _ in range(random.randint(2, 4))]


def _say(say: Callable, random: Random) -> None:
    said: list[str] = []
    messages: list = []
    texts = _texts(random)
    with watched(_answering(random, said)) as requests:
        returned = [say(messages, text) for text in texts]
    expect(returned == said, f"Claude says {said}; say returned {returned!r:.200}.")
    for number, (text, request) in enumerate(zip(texts, requests, strict=True)):
        sent = request["messages"]
        expect(
            len(sent) == 2 * number + 1 and text in str(sent[-1]["content"]),
            f"Call {number + 1} must send {2 * number + 1} messages, the last of them "
            f"{text!r}.",
        )
    kept = plain(messages)
    for number, text in enumerate(said):
        expect(
            len(kept) == 2 * len(said) and text in str(kept[2 * number + 1]),
            f"After {len(said)} texts the list must hold each text and its answer.",
        )


def _start_conversation(start: Callable, random: Random) -> None:
    for question in _texts(random):
        messages = start(question)
        expect(
            isinstance(messages, list)
            and len(messages) == 1
            and question in str(messages[0]),
            f"A conversation that starts with {question!r} must hold only that.",
        )
    given = [{"role": "user", "content": text} for text in _texts(random)]
    before, question = list(given), scenarios.text(random)["text"]
    returned = start(question, given)
    expect(
        returned is given and given[:-1] == before and question in str(given[-1]),
        f"Given a list with {len(before)} messages, the question must be added to it.",
    )


def _wanted_tools(wanted_tools: Callable, random: Random) -> None:
    makers = random.choices([scenarios.now, scenarios.later, scenarios.unknown], k=4)
    requests = scenarios.requests(random, makers)
    blocks = [scenarios.text(random), *requests]
    got = wanted_tools(a_message(*blocks, stop_reason="tool_use"))
    names = [request["name"] for request in requests]
    expect(got == names, f"Claude waits for {names}; got {got!r}.")
    other = random.choice([*WAITS_FOR_NOTHING, random.choice(scenarios.WORDS)])
    got = wanted_tools(a_message(*blocks, stop_reason=other))
    expect(got == [], f"With stop_reason {other!r} Claude waits for none; got {got!r}.")


def _ask(ask: Callable, random: Random) -> None:
    said: list[str] = []
    for question in _texts(random):
        with watched(_answering(random, said)) as requests:
            response = ask(question)
        expect(
            len(requests) == 1 and question in str(requests[0]["messages"]),
            f"ask was given {question!r}; expected one call that says so.",
        )
        expect(
            "get_current_datetime" in str(requests[0].get("tools")),
            "A request offers no tool that tells the time.",
        )
        expect(
            said[-1] in str(plain(response)), "ask does not return what Claude said."
        )


def _next_step(next_step: Callable, random: Random) -> None:
    for _ in range(3):
        value = "_".join(random.sample(scenarios.WORDS, 2))
        got = next_step(value)
        expect(
            got == "stop and say why",
            f"{value!r}: {got!r} is not the next step after a value that nobody knows.",
        )


def _own_client(answer: dict, random: Random) -> None:
    """Its own question is declined within whatever sentence it stands."""
    for _ in range(3):
        around = scenarios.text(random)["text"], scenarios.text(random)["text"]
        question = f"{around[0]} {answer['declined']} {around[1]}"
        message = {"role": "user", "content": question}
        stop_reason = answer["reply"]({"messages": [message]})["stop_reason"]
        expect(
            stop_reason == "refusal",
            f"{question!r} holds what your reply declines, but it ends with "
            f"{stop_reason!r}.",
        )


SAY = (Step("random texts", _say),)
START_CONVERSATION = (Step("random questions", _start_conversation),)
WANTED_TOOLS = (Step("random requests", _wanted_tools),)
ASK = (Step("random questions", _ask),)
NEXT_STEP = (Step("endings that nobody knows", _next_step),)
OWN_CLIENT = (Step("random sentences", _own_client),)
