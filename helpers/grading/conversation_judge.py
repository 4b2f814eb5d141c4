"""Judging a loop such as `run_conversation`: the grader itself speaks for Claude.

What was asked and answered is known here from the requests that came, so a function
cannot claim a conversation that it did not hold.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random

from helpers.exercise_checks.attempt import TooManyCalls
from helpers.expectations import expect_results
from helpers.grading import scenarios
from helpers.grading.marks import Step
from helpers.helpers import default_client
from helpers.offline import offline_client
from helpers.samples import a_message
from helpers.tools import tool_schemas
from helpers.verdict import expect

MOST_CALLS = 10
ENOUGH = 40  # an endless conversation is cut off here


class Script:
    """What Claude is to say, turn by turn, and the requests that came for it."""

    def __init__(self, turns: list[list[dict]], stop_reason: str = "end_turn"):
        self.turns, self.stop_reason = turns, stop_reason
        self.requests: list[dict] = []

    def reply(self, request: dict) -> dict:
        """The reply to a request: the turn after those that it already holds."""
        self.requests.append(request)
        if len(self.requests) > ENOUGH:
            raise TooManyCalls
        said = sum(m["role"] == "assistant" for m in request["messages"])
        content = self.turns[min(said, len(self.turns) - 1)]
        asks = any(block["type"] == "tool_use" for block in content)
        last = said >= len(self.turns) - 1
        return {
            "content": content,
            "stop_reason": "tool_use" if asks and not last else self.stop_reason,
        }


def _held(loop: Callable, random: Random, script: Script) -> list:
    """The history that a student's loop leaves."""
    history = [{"role": "user", "content": scenarios.text(random)["text"]}]
    with default_client(offline_client(script.reply, max_retries=0)):
        returned = loop(history, tool_schemas)
    if isinstance(returned, tuple) and returned:
        returned = returned[0]
    return max(history, returned if isinstance(returned, list) else [], key=len)


def _rounds(loop: Callable, random: Random) -> None:
    rounds = [
        [scenarios.text(random), *scenarios.requests(random, makers)]
        for makers in _makers(random)
    ]
    final = scenarios.text(random)
    script = Script([*rounds, [final]])
    history = _held(loop, random, script)
    expect(
        len(script.requests) == len(script.turns),
        f"The conversation takes {len(script.turns)} calls; yours made "
        f"{len(script.requests)}.",
    )
    for request in script.requests:
        expect("tools" in request, "A call was made without the tools.")
    for i, content in enumerate(rounds):
        _check_round(content, script.requests[i + 1]["messages"][-1])
    expect(
        final["text"] in str(history[-1:]),
        "The last message of the history is not Claude's final answer.",
    )


def _makers(random: Random) -> list[list]:
    """Two to four rounds of one or two requests each."""
    tools = [scenarios.now, scenarios.later]
    counts = [random.randint(1, 2) for _ in range(random.randint(2, 4))]
    return [random.choices(tools, k=count) for count in counts]


def _check_round(content: list[dict], sent: dict) -> None:
    requests = [block for block in content if block["type"] == "tool_use"]
    blocks = sent["content"] if isinstance(sent["content"], list) else []
    results = [block for block in blocks if block.get("type") == "tool_result"]
    expect_results(a_message(*content), results)
    for request, result in zip(requests, results, strict=True):
        expect(
            scenarios.means(result.get("content"), request),
            f"A result sent to Claude is not what {request['name']} returns.",
        )


def _no_tools(loop: Callable, random: Random) -> None:
    final = scenarios.text(random)
    script = Script([[final]])
    history = _held(loop, random, script)
    expect(len(script.requests) == 1, "An answer without tools takes one call.")
    expect(final["text"] in str(history[-1:]), "Claude's answer is not in the history.")


def _endless(loop: Callable, random: Random) -> None:
    turns = [[scenarios.now(random)] for _ in range(ENOUGH + 1)]
    script = Script(turns)
    with suppress(Exception, TooManyCalls):  # to raise is a good way to stop
        _held(loop, random, script)
    expect(
        0 < len(script.requests) <= MOST_CALLS,
        f"When Claude never stops asking, expected at most {MOST_CALLS} calls; yours "
        f"made {len(script.requests)}.",
    )


def _cut(loop: Callable, random: Random) -> None:
    script = Script([[scenarios.text(random)]], stop_reason="max_tokens")
    with suppress(Exception, TooManyCalls):
        _held(loop, random, script)
    expect(
        len(script.requests) == 1,
        "A reply that was cut at max_tokens ends the loop: expected 1 call; yours made "
        f"{len(script.requests)}.",
    )


def _new_ending(loop: Callable, random: Random) -> None:
    reason = "_".join(random.sample(scenarios.WORDS, 2))
    script = Script([[scenarios.text(random)]], stop_reason=reason)
    history = [{"role": "user", "content": scenarios.text(random)["text"]}]
    with default_client(offline_client(script.reply, max_retries=0)):
        _, why = loop(history, tool_schemas)
    expect(
        (len(script.requests), why) == (1, reason),
        f"A reply that ends with {reason!r}, which nobody knows, ends the loop: "
        f"expected 1 call; yours made {len(script.requests)} and says {why!r}.",
    )


RUN_CONVERSATION = (
    Step("rounds with tools", _rounds, points=3),
    Step("an answer without tools", _no_tools),
    Step("a bound", _endless),
    Step("a reply that was cut", _cut),
)
RUN_UNTIL_DONE = (*RUN_CONVERSATION, Step("an ending that is new", _new_ending))
