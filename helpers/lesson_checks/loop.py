"""Checks of the loop and of what comes after it."""

from contextlib import suppress

from helpers.expectations import expect_accepted
from helpers.helpers import default_client, text_from_message
from helpers.offline import ApiError, offline_client
from helpers.plain import plain
from helpers.recorder import last_conversation
from helpers.samples import FOUND, MANY_CALLS, NOW, SEARCH, STOP_REASONS, TEXT, reply
from helpers.tools import tool_schemas
from helpers.verdict import expect


def check_run_conversation(run_conversation) -> str:
    """Passes a loop that ends by itself, and by its bound when it must."""
    question = [{"role": "user", "content": "What day will it be in 103 days?"}]
    with default_client(offline_client()):
        messages = run_conversation(question, tool_schemas)
    calls = len(last_conversation().exchanges)
    expect(
        isinstance(messages, list),
        f"run_conversation must return messages; got {type(messages).__name__}.",
    )
    expect(
        len(messages) == 6,
        "The 103 days take 3 calls: 6 messages, from the question to the answer. "
        f"Yours made {calls} and holds {len(messages)} messages.",
    )
    answer = text_from_message(messages[-1])
    expect("22 June 2024" in answer, f"Expected 22 June 2024; the answer is {answer!r}")
    messages, calls = _run_endless(run_conversation)
    expect(
        calls <= 10,
        f"When Claude never stops asking, your loop made {calls} calls. Expected at "
        "most 10: is max_turns counted?",
    )
    expect_accepted([*messages, {"role": "user", "content": "Stop, please."}])
    return "103 days in 3 calls, and a request without end is stopped."


def check_endings(run_conversation) -> str:
    """Passes a loop that returns (messages, why) for every way to end."""
    for stop_reason in STOP_REASONS:
        if stop_reason != "pause_turn":
            _expect_ending(run_conversation, stop_reason, [reply([TEXT], stop_reason)])
    cut = reply([TEXT, NOW], "max_tokens")
    _expect_ending(run_conversation, "max_tokens", [cut])
    _expect_ending(run_conversation, "refusal", [reply([], "refusal")])
    goes_on = [reply([NOW], "tool_use"), reply([TEXT], "end_turn")]
    _expect_ending(run_conversation, "end_turn", goes_on)
    paused = [reply([SEARCH], "pause_turn"), reply([FOUND, TEXT], "end_turn")]
    _expect_ending(run_conversation, "end_turn", paused, keeps=SEARCH["type"])
    endless = [
        reply([NOW | {"id": f"toolu_{n}"}], "tool_use") for n in range(MANY_CALLS)
    ]
    _expect_ending(run_conversation, "max_turns", endless)
    return "Every ending is told by its name, and the history stays whole."


def _expect_ending(
    run_conversation, wanted: str, replies: list[dict], keeps: str = ""
) -> None:
    """Passes a loop that ends with this reason and keeps a block of this type."""
    left, names = iter(replies), [reply["stop_reason"] for reply in replies]
    with default_client(offline_client(lambda _: next(left, replies[-1]))):
        outcome = run_conversation([{"role": "user", "content": "Hi"}], tool_schemas)
    expect(
        isinstance(outcome, tuple) and len(outcome) == 2,
        f"Expected (messages, why); got {type(outcome).__name__}.",
    )
    messages, why = outcome
    met = names[0] if len(set(names)) == 1 else " and then ".join(names)
    expect(why == wanted, f"Claude stopped with {met!r}: your loop says {why!r}.")
    expect(
        keeps in str(plain(messages)),
        "Claude paused in the middle of a search, and the search is not in your "
        "messages. Keep every answer, a paused one too: Claude goes on from there.",
    )
    expect_accepted([*messages, {"role": "user", "content": "Go on."}])
    unread = len(list(left)) if wanted != "max_turns" else 0
    expect(not unread, f"Claude stopped with {met!r}, but your loop ended too early.")


def _run_endless(run_conversation) -> tuple[list[dict], int]:
    calls = 0

    def never_done(request: dict) -> dict:
        nonlocal calls
        calls += 1
        if calls > MANY_CALLS:
            raise ApiError(400, "invalid_request_error", "The check stopped your loop.")
        return {"content": [NOW | {"id": f"toolu_{calls}"}], "stop_reason": "tool_use"}

    messages = [{"role": "user", "content": "What time is it?"}]
    client = offline_client(never_done, max_retries=0)
    # A bound may raise, as the kit's own loop does: what counts are the calls.
    with default_client(client), suppress(Exception):
        run_conversation(messages, tool_schemas)
    return messages, calls


def check_whole(messages) -> str:
    """Passes a conversation that the API accepts and that ends with an answer."""
    expect(isinstance(messages, list) and bool(messages), "Give the list of messages.")
    expect_accepted(messages)
    expect(
        plain(messages)[-1].get("role") == "assistant",
        "The last message is not Claude's: the conversation has no answer yet.",
    )
    return "Every request has its result, and the last word is Claude's."


CHECKS = {
    "run_conversation": check_run_conversation,
    "endings": check_endings,
    "whole": check_whole,
}
