"""Exercise 04: requests without a result, every request run, several at once."""

from helpers.exercise_checks.attempt import expect_function, run
from helpers.exercise_checks.own_words import (
    expect_answered,
    expect_one_step,
    expect_own_question,
    expect_returned,
)
from helpers.expectations import expect_accepted, expect_results
from helpers.plain import plain
from helpers.results import tool_requests
from helpers.samples import IN_A_WEEK, NOW, NOW_AGAIN, TEXT, THINKING, a_message
from helpers.tools import run_tool
from helpers.verdict import counted, expect

ASKING = (TEXT, NOW, IN_A_WEEK, NOW_AGAIN)
SHUFFLED = (TEXT, IN_A_WEEK, NOW_AGAIN, NOW)
OF_THIS_PAGE = "What time is it, and what day is 30 days after 2024-05-01?"


def check_missing_ids(missing_ids) -> str:
    """Passes a function that lists the ids of the requests without a result."""
    expect_function(missing_ids, "missing_ids")
    cases = [
        (["toolu_1", "toolu_2", "toolu_3"], []),
        (["toolu_3", "toolu_1"], ["toolu_2"]),
        (["toolu_1", "toolu_of_another_turn"], ["toolu_2", "toolu_3"]),
        ([], ["toolu_2", "toolu_3", "toolu_1"]),
    ]
    message = a_message(*SHUFFLED, stop_reason="tool_use")
    for answered, wanted in cases:
        results = [{"type": "tool_result", "tool_use_id": i} for i in answered]
        got = run(missing_ids, message, results, what="missing_ids")
        _expect_ids(got, wanted, answered)
    return "It names each id that the API would miss."


def _expect_ids(got, wanted: list[str], answered: list[str]) -> None:
    case = f"Requests toolu_2, toolu_3, toolu_1; results for {answered}"
    expect(isinstance(got, list), f"Return a list of ids; got {type(got).__name__}.")
    expect(
        "toolu_of_another_turn" not in got,
        f"{case}. A result without a request is no request without a result.",
    )
    for i in got:
        expect(
            isinstance(i, str) and i.startswith("toolu_"),
            "The list must hold ids, such as 'toolu_2'; yours holds "
            f"{repr(i) if isinstance(i, str) else type(i).__name__}.",
        )
    expect(
        sorted(got) == sorted(wanted),
        f"{case}. Ids without a result: expected {len(wanted)}; got {got}.",
    )
    expect(got == wanted, f"{case}. Keep the order of the requests; got {got}.")


def check_run_every_tool(run_every_tool) -> str:
    """Passes a function that answers every request, wherever it stands."""
    expect_function(run_every_tool, "run_every_tool")
    message = a_message(*ASKING, stop_reason="tool_use")
    results = run(run_every_tool, message, what="run_every_tool")
    ids = [b.get("tool_use_id") for b in results] if isinstance(results, list) else []
    for place, i in (("first", "toolu_1"), ("last", "toolu_3")):
        expect(
            ids != [i],
            f"Only the {place} tool_use block was run: {i}. The answer holds 3.",
        )
    expect_results(message, results)
    for request, result in zip(tool_requests(message), results, strict=True):
        _expect_output(request, result)
    one = a_message(THINKING, NOW, TEXT, stop_reason="tool_use")
    what = "With a thinking block before the tool_use and a text after it, it"
    results = run(run_every_tool, one, what=what)
    expect_results(one, results)
    return "3 requests, 3 results: the place of a block does not matter."


def _expect_output(request, result: dict) -> None:
    output = run_tool(request.name, request.input)
    if request.name == "get_current_datetime":
        del output["datetime"]  # a clock that runs has gone on since
    missing = [value for value in output.values() if value not in result["content"]]
    expect(
        not missing,
        f"{request.id}: its result must hold what {request.name} returned, such as "
        f"{missing[:1]}; got {result['content']!r}.",
    )


def check_own_questions(messages) -> str:
    """Passes a round trip of the learner's own with several requests in one answer."""
    expect(isinstance(messages, list), "Give the list of messages.")
    expect_one_step(messages)
    expect_accepted(messages)
    messages = plain(messages)
    roles = [message["role"] for message in messages]
    expect(
        roles == ["user", "assistant", "user", "assistant"],
        "Expected question, requests, results, answer: user, assistant, user, "
        f"assistant; got {', '.join(roles)}.",
    )
    asked = len(tool_requests(messages[1]))
    expect(
        asked >= 2,
        f"The answer holds {counted(asked, 'tool_use block')}. Ask for two things, "
        "neither of which needs the other.",
    )
    results = [b for b in messages[2]["content"] if b.get("type") == "tool_result"]
    failed = [block["tool_use_id"] for block in results if block.get("is_error")]
    expect(not failed, f"These requests failed: {', '.join(failed)}.")
    texts = {
        str(block.get("content")) for block in results if not block.get("is_error")
    }
    expect(
        len(texts) > 1,
        "All results have the same content. Each request has an output of its own.",
    )
    expect_own_question(messages, OF_THIS_PAGE)
    expect_returned(messages)
    expect_answered(messages, 3)
    return f"{asked} requests, {asked} results, one message."


CHECKS = {
    "missing_ids": check_missing_ids,
    "run_every_tool": check_run_every_tool,
    "own_questions": check_own_questions,
}

HINTS = {
    "missing_ids": [
        "Make two lists of ids: those that were asked for, and those that were "
        "answered. Which ones are in the first and not in the second?",
        "A tool request is an object, and its id is block.id. A result is a dict, and "
        'has it under "tool_use_id".',
        'asked takes block.id, answered takes block["tool_use_id"], and the last line '
        "keeps i for each i in asked that is not in answered.",
    ],
    "run_every_tool": [
        "How many tool_use blocks are in the answer, and how many results come back?",
        "content[-1] is one block. Which blocks of message.content need a result?",
        "Loop over all blocks of type tool_use, run each one, and append its result "
        "inside the loop. Return the list after the loop.",
    ],
    "own_questions": [
        "Join two questions with 'and'. The lesson did so with a time and a date.",
        "Add the question, call chat with tool_schemas, keep the answer, run its "
        "tools, add all results as one user message, call again, keep the answer.",
        'Try "What time is it, and what day is 2 weeks after 2024-06-01?" with other '
        "numbers. run_every_tool of the second part gives the results.",
    ],
}
