"""The tasks of lessons 10 to 13: each ships with a mistake, which a learner mends."""

from helpers.results import tool_requests, tool_result
from helpers.samples import IN_A_WEEK, NOW, NOW_AGAIN, TEXT, a_message
from helpers.tools import run_tool
from helpers.verdict import counted, expect

PRICES = (0.10, 0.50)  # dollars for a million tokens, as lesson 13 has them
ONE_CALL = [(1_000_000, 200_000)]
TWO_CALLS = [(400_000, 100_000), (600_000, 100_000)]
ENDINGS = {
    "tool_use": "max_turns",
    "end_turn": "end_turn",
    "refusal": "refusal",
    "max_tokens": "max_tokens",
}
IN_TIME = {
    "the second and the third result are there": [NOW_AGAIN, IN_A_WEEK],
    "all results are there, the last one first": [NOW_AGAIN, IN_A_WEEK, NOW],
    "no result is there": [],
}


def _rows(*tokens: tuple[int, int]) -> list[dict]:
    """Rows such as `calls` gives, from the tokens in and out of each call."""
    return [
        {"call": number, "input_tokens": sent, "output_tokens": written}
        for number, (sent, written) in enumerate(tokens, start=1)
    ]


def check_most_expensive(most_expensive) -> str:
    """Passes a function that finds the call with the most tokens, wherever it is."""
    for sent in ((400, 500, 700), (400, 700, 0), (900, 300), (400,)):
        got = most_expensive(_rows(*((tokens, 20) for tokens in sent)))
        wanted = sent.index(max(sent)) + 1
        expect(
            got == wanted and not isinstance(got, bool),
            f"The calls sent {', '.join(map(str, sent))} tokens. Expected the number "
            f"of the call that sent the most, {wanted}; got {got!r}.",
        )
    return "It finds the call that sent the most tokens, wherever it stands."


def check_why_ended(why_ended) -> str:
    """Passes a function that tells a runner that gave up from one that was done."""
    asking = a_message(TEXT, NOW, stop_reason="tool_use")
    for stop_reason, wanted in ENDINGS.items():
        got = why_ended([asking, asking, a_message(TEXT, stop_reason=stop_reason)])
        expect(
            got == wanted,
            f"The last answer ends with {stop_reason!r}: expected {wanted!r}; got "
            f"{got!r}.",
        )
    return "It says max_turns when Claude still asks, and else what Claude said."


def check_complete(complete) -> str:
    """Passes a function that puts results in order and adds those that are late."""
    message = a_message(TEXT, NOW, IN_A_WEEK, NOW_AGAIN, stop_reason="tool_use")
    requests = {request.id: request for request in tool_requests(message)}
    for what, blocks in IN_TIME.items():
        came = [tool_result(requests[block["id"]], run_tool) for block in blocks]
        _expect_complete(complete(message, list(came)), list(requests), came, what)
    return "One result for each tool request, in order, also for one that is late."


def _expect_complete(got, ids: list[str], came: list[dict], what: str) -> None:
    expect(
        isinstance(got, list) and all(isinstance(block, dict) for block in got),
        f"Expected the list of results; got {type(got).__name__}.",
    )
    expect(
        len(got) == len(ids),
        f"3 tool requests, and {what}: expected 3 results; got {len(got)}.",
    )
    answered = [block.get("tool_use_id") for block in got]
    expect(
        answered == ids,
        f"3 tool requests, and {what}: expected results for {', '.join(ids)}, in this "
        f"order; got {', '.join(map(str, answered))}.",
    )
    in_time = {result["tool_use_id"]: result for result in came}
    for block in got:
        _expect_kept_or_late(block, in_time.get(block["tool_use_id"]))


def _expect_kept_or_late(block: dict, came: dict | None) -> None:
    name = block["tool_use_id"]
    if came is not None:
        expect(block == came, f"{name}: a result that came must stay as it is.")
        return
    expect(
        block.get("is_error") is True and bool(block.get("content")),
        f"{name}: its result is late, so it needs is_error True and a text; got "
        f"{block}.",
    )


def check_conversation_price(conversation_price) -> str:
    """Passes a function that adds up what all calls of a conversation cost."""
    for tokens in (ONE_CALL, TWO_CALLS):
        wanted = sum(i * PRICES[0] + o * PRICES[1] for i, o in tokens) / 1_000_000
        got = conversation_price(_rows(*tokens))
        expect(
            isinstance(got, int | float) and abs(got - wanted) < 1e-9,
            f"{counted(len(tokens), 'call')} with (input, output) tokens {tokens} cost "
            f"{wanted:.2f} dollars; got {got!r}. Each call is paid for.",
        )
    return "Every call is paid for, and counted once."


CHECKS = {
    "most_expensive": check_most_expensive,
    "why_ended": check_why_ended,
    "complete": check_complete,
    "conversation_price": check_conversation_price,
}

HINTS = {
    "most_expensive": [
        "rows[-1] is the last row. Which row do you want?",
        "Go through the rows and keep the one with the most input_tokens.",
        'max(rows, key=lambda row: row["input_tokens"]) is that row.',
    ],
    "why_ended": [
        "When the runner gives up, what does the last answer still ask for?",
        "answers[-1].stop_reason is the last stop_reason.",
        'Return "max_turns" if it is "tool_use"; else return it as it is.',
    ],
    "complete": [
        "A dict from each tool_use_id to its result finds a result by its id.",
        "Loop over tool_requests(message), not over the results.",
        "For each tool request, take its result from the dict if it is there; else "
        "late_result(tool_request).",
    ],
    "conversation_price": [
        "The last call sends everything again. Were the calls before it free?",
        "dollars gives the price of one call; rows holds all of them.",
        "Return the sum of dollars(...) for each row in rows.",
    ],
}
