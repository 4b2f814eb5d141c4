"""Judging a conversation of the student's own: the answer is run once more.

This time each text of Claude's ends with words drawn for this run, and each request has
an id drawn for it. A conversation that was written down holds neither.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from helpers.exercise_checks.clients import watched
from helpers.grading import scenarios
from helpers.grading.marks import Step
from helpers.offline.replies import reply as course_reply
from helpers.plain import plain
from helpers.results import tool_requests
from helpers.verdict import expect


@contextmanager
def new_words(random: Random) -> Iterator[set[str]]:
    """Within the block Claude says what nobody has heard before; yields all of it."""
    said: set[str] = set()

    def reply(request: dict) -> dict:
        given = course_reply(request)
        blocks = [_renewed(plain(block), random) for block in given["content"]]
        said.update(str(block.get("id", block.get("text"))) for block in blocks)
        return {**given, "content": blocks}

    with watched(reply):
        yield said


def _renewed(block: dict, random: Random) -> dict:
    if block["type"] == "tool_use":
        return block | {"id": scenarios.now(random)["id"]}
    if block["type"] == "text":
        return block | {"text": f"{block['text']} {scenarios.text(random)['text']}"}
    return block


def _is_kept(messages, said: set[str]) -> None:
    answers = plain(messages)[1::2]
    for number, answer in enumerate(answers):
        content = answer["content"]
        texts = [content] if isinstance(content, str) else _texts(content)
        held = {*texts, *(request["id"] for request in tool_requests(answer))}
        expect(
            bool(held) and held <= said,
            f"messages.{2 * number + 1} is not what Claude said when the cell was run "
            "again. Let the cell call chat and keep what it returns, instead of "
            "writing the answer down.",
        )


def _texts(content: list[dict]) -> list[str]:
    return [block["text"] for block in content if block["type"] == "text"]


def _judge(run_again: Callable, random: Random) -> None:
    with new_words(random) as said:
        messages = run_again()
        _is_kept(messages, said)


ANEW = (Step("asked anew", _judge),)
