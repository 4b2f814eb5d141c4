"""The checks at the end of each lesson, on the function that the lesson built."""

import inspect
import json
from contextlib import suppress

from anthropic.types import Message

from helpers.helpers import (
    DEFAULT_MODEL,
    MAX_TOKENS,
    default_client,
    text_from_message,
)
from helpers.offline import ApiError, offline_client
from helpers.offline.rules import check_request
from helpers.recorder import last_conversation
from helpers.results import tool_requests
from helpers.tools import tool_schemas
from helpers.trace import plain
from helpers.verdict import NotYet, expect

STOP_REASONS = [
    "end_turn",
    "max_tokens",
    "stop_sequence",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
    "a_stop_reason_of_next_year",
]
MANY_CALLS = 40

TEXT = {"type": "text", "text": "Let me look."}
THINKING = {"type": "thinking", "thinking": "", "signature": "c2ln"}


def tool_use(number: int, name: str, **tool_input) -> dict:
    return {
        "type": "tool_use", "id": f"toolu_{number}", "name": name, "input": tool_input
    }  # fmt: skip


NOW = tool_use(1, "get_current_datetime")
IN_A_WEEK = tool_use(
    2, "add_duration_to_datetime", datetime_str="2024-03-11", duration=7, unit="days"
)
NOW_AGAIN = tool_use(3, "get_current_datetime", date_format="%H:%M")
UNKNOWN = tool_use(4, "read_my_mind")
REFUSED = tool_use(5, "set_reminder", content="", timestamp="2024-03-14 15:00:00")


def a_message(*blocks: dict, stop_reason: str | None = "end_turn") -> Message:
    """A Message such as the SDK returns, with these content blocks."""
    message = Message.model_validate(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "a model",
            "content": list(blocks),
            "stop_reason": None,
            "usage": {"input_tokens": 10, "output_tokens": 10},
        }
    )
    message.stop_reason = stop_reason  # one that the SDK does not know is allowed
    return message


def check_start(messages) -> str:
    """Passes the messages of the first demo."""
    expect(isinstance(messages, list), "Give the list of messages.")
    expect_accepted(messages)
    expect(
        len(messages) == 6,
        f"The demo holds 6 messages; yours holds {len(messages)}. "
        "Run the cells from the top once more.",
    )
    return "The course runs here."


def _check_adds(add, role: str) -> str:
    for given in ("Hello", [TEXT], a_message(TEXT)):
        messages: list[dict] = []
        add(messages, given)
        kind = type(given).__name__
        expect(
            len(messages) == 1 and isinstance(messages[0], dict),
            f"Given a {kind}, it must append one dict to messages; "
            f"messages is now {messages!r}.",
        )
        content = messages[0].get("content")
        expect(
            not isinstance(content, Message),
            "Given a Message, the content is still the whole Message. The API takes "
            "only what is in its .content.",
        )
        expected = [{"role": role, "content": [TEXT] if kind != "str" else given}]
        expect(
            _without_nulls(plain(messages)) == expected,
            f"Given a {kind}, expected {expected}; got {plain(messages)}.",
        )
    return "A string, a list of blocks and a Message are all stored right."


def check_add_user_message(add) -> str:
    """Passes a function that stores what a user says."""
    return _check_adds(add, "user")


def check_add_assistant_message(add) -> str:
    """Passes a function that stores what Claude says."""
    return _check_adds(add, "assistant")


def check_text_from_message(text_from_message) -> str:
    """Passes a function that finds all text, and misses none of it."""
    cases = [
        ("one text block", [TEXT], "Let me look."),
        ("a tool_use after the text", [TEXT, NOW], "Let me look."),
        ("a thinking block first", [THINKING, TEXT], "Let me look."),
        ("two text blocks", [TEXT, TEXT], "Let me look.\nLet me look."),
        ("no text block", [NOW], ""),
    ]
    for what, blocks, expected in cases:
        got = text_from_message(a_message(*blocks))
        expect(got == expected, f"With {what}: expected {expected!r}, got {got!r}.")
    return "Text is found wherever it stands, and its absence is no error."


def check_chat(chat) -> str:
    """Passes a chat that sends what it is given, and nothing else."""
    parameters = inspect.signature(chat).parameters
    expect("temperature" not in parameters, "Today's SDK refuses temperature.")
    for name, parameter in parameters.items():
        expect(
            not isinstance(parameter.default, list | dict | set),
            f"{name} has a mutable default: all calls would share one "
            f"{type(parameter.default).__name__}. Use None.",
        )
    hello = [{"role": "user", "content": "Hello!"}]
    message = chat(hello)
    expect(
        isinstance(message, Message),
        f"chat must return the whole Message; got {type(message).__name__}.",
    )
    given = {"system": "Be brief.", "stop_sequences": ["END"], "tools": tool_schemas}
    chat(hello, **given)
    sent = last_conversation().exchanges[-1].settings
    lost = [name for name in given if name not in sent]
    expect(not lost, f"chat was given {', '.join(lost)}, but the API never got it.")
    return "It sends only what is set, and returns the whole Message."


def check_wants_tools(wants_tools) -> str:
    """Passes a function that is true for tool_use alone."""
    asking = a_message(THINKING, TEXT, NOW, stop_reason="tool_use")
    expect(
        wants_tools(asking) is True,
        "Expected True for stop_reason 'tool_use', with a thinking block and a text "
        f"before the tool_use; got {wants_tools(asking)!r}.",
    )
    for stop_reason in STOP_REASONS:
        got = wants_tools(a_message(TEXT, stop_reason=stop_reason))
        expect(got is False, f"Expected False for {stop_reason!r}; got {got!r}.")
    cut = a_message(TEXT, NOW, stop_reason="max_tokens")
    expect(
        wants_tools(cut) is False,
        "A reply that was cut (max_tokens) may hold half a tool_use: look at the "
        "stop_reason, not at the blocks.",
    )
    return "It looks at stop_reason, and at nothing else."


def check_round_trip(messages) -> str:
    """Passes a question, a request, its result and the answer, as messages."""
    expect(isinstance(messages, list), "Give the list of messages.")
    expect_accepted(messages)
    messages = plain(messages)
    roles = [message["role"] for message in messages]
    expect(
        roles == ["user", "assistant", "user", "assistant"],
        f"One round trip is user, assistant, user, assistant; got {roles}.",
    )
    block = messages[2]["content"][0]
    expect(
        isinstance(block, dict) and block.get("type") == "tool_result",
        "The third message must start with a tool_result block.",
    )
    expect(
        isinstance(block.get("content"), str),
        "The content of a tool_result is a string; use json.dumps.",
    )
    return "Question, request, result, answer: one whole round trip."


def check_run_tools(run_tools) -> str:
    """Passes a function that answers every tool_use, in order."""
    message = a_message(TEXT, NOW, IN_A_WEEK, NOW_AGAIN, stop_reason="tool_use")
    results = run_tools(message)
    expect_results(message, results)
    for block in results:
        expect(not block.get("is_error"), f"No tool failed, but got {block}.")
    expect(
        "2024-03-18" in results[1]["content"],
        f"The second result must hold the date a week later; got {results[1]}.",
    )
    return "3 requests in, 3 results out, same ids, same order."


def check_run_tools_errors(run_tools) -> str:
    """Passes a run_tools that answers what failed, too."""
    message = a_message(NOW, UNKNOWN, REFUSED, stop_reason="tool_use")
    results = run_tools(message)
    expect_results(message, results)
    flags = [bool(block.get("is_error")) for block in results]
    expect(
        flags == [False, True, True],
        "One tool worked, one is unknown, one refused its input: expected is_error "
        f"False, True, True; got {flags}.",
    )
    for block in results[1:]:
        expect(
            bool(block["content"].strip()),
            "An error result needs a text: Claude can only act on what it can read.",
        )
    return "Every request is answered, the failed ones with a reason."


def check_run_tool(run_tool) -> str:
    """Passes a router that finds each tool and raises for an unknown one."""
    today = run_tool("get_current_datetime", {"date_format": "%Y-%m-%d"})
    expect("2024" in str(today), f"get_current_datetime gave {today!r}.")
    week = run_tool(IN_A_WEEK["name"], IN_A_WEEK["input"])
    expect("2024-03-18" in str(week), f"add_duration_to_datetime gave {week!r}.")
    expect_raises(run_tool, "read_my_mind", {}, "An unknown tool name")
    expect_raises(run_tool, NOW["name"], {"colour": "red"}, "An unknown argument")
    return "Every name finds its tool, and an unknown one raises."


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


SEARCH = {
    "type": "server_tool_use",
    "id": "srvtoolu_1",
    "name": "web_search",
    "input": {"query": "weather"},
}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}


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
    _expect_ending(run_conversation, "end_turn", paused)
    endless = [
        reply([NOW | {"id": f"toolu_{n}"}], "tool_use") for n in range(MANY_CALLS)
    ]
    _expect_ending(run_conversation, "max_turns", endless)
    return "Every ending is told by its name, and the history stays whole."


def reply(blocks: list[dict], stop_reason: str) -> dict:
    return {"content": blocks, "stop_reason": stop_reason}


def _expect_ending(run_conversation, wanted: str, replies: list[dict]) -> None:
    """The loop meets these replies, and must end with this reason, history whole."""
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


def expect_results(message: Message, results) -> None:
    requests = tool_requests(message)
    expect(
        isinstance(results, list),
        "run_tools must return the list of tool_result blocks; got "
        f"{type(results).__name__}. Is there a return?",
    )
    expect(
        len(results) == len(requests),
        "run_tools must return one tool_result for each tool_use: expected "
        f"{len(requests)}, got {len(results)}. Is the append inside the loop?",
    )
    expect(
        all(isinstance(block, dict) and "content" in block for block in results),
        "Each result is a dict with type, tool_use_id and content; got "
        f"{results!r:.200}.",
    )
    wanted, got = [r.id for r in requests], [r.get("tool_use_id") for r in results]
    expect(
        sorted(map(str, got)) == wanted,
        f"Each tool_use_id is the id of its request: expected {wanted}, got {got}.",
    )
    expect(got == wanted, f"Keep the order of the requests: {wanted}; got {got}.")
    for block in results:
        expect(
            block.get("type") == "tool_result" and isinstance(block["content"], str),
            f"Expected type 'tool_result' and a string as content; got {block}.",
        )


def expect_accepted(messages: list) -> None:
    request = {"model": DEFAULT_MODEL, "max_tokens": MAX_TOKENS}
    history = plain(messages)
    if history and history[-1]["role"] == "assistant":
        history.append({"role": "user", "content": "Thanks."})
    try:
        check_request(request | {"tools": tool_schemas, "messages": history})
    except ApiError as refusal:
        raise NotYet(f"The API would refuse this history: {refusal.message}") from None


def expect_raises(run_tool, name: str, tool_input: dict, what: str) -> None:
    try:
        returned = run_tool(name, tool_input)
    except Exception:
        return
    raise NotYet(
        f"{what} must raise an error; yours returned {returned!r}, which Claude would "
        f"receive as {json.dumps(returned, default=str)}, a success."
    )


def _without_nulls(messages: list[dict]) -> list[dict]:
    for message in messages:
        if isinstance(message["content"], list):
            message["content"] = [
                {key: value for key, value in block.items() if value is not None}
                for block in message["content"]
            ]
    return messages


def check_whole(messages) -> str:
    """Passes a conversation that the API accepts and that ends with an answer."""
    expect(isinstance(messages, list) and bool(messages), "Give the list of messages.")
    expect_accepted(messages)
    expect(
        plain(messages)[-1].get("role") == "assistant",
        "The last message is not Claude's: the conversation has no answer yet.",
    )
    return "Every request has its result, and the last word is Claude's."


def check_dollars(dollars) -> str:
    """Passes a function from input and output tokens to dollars."""
    for tokens, wanted in [((1_000_000, 0), 0.10), ((0, 1_000_000), 0.50)]:
        got = dollars(*tokens)
        expect(
            isinstance(got, int | float) and abs(got - wanted) < 1e-9,
            f"For {tokens[0]:,} input and {tokens[1]:,} output tokens expected "
            f"{wanted} dollars; got {got!r}. The prices are for a million tokens.",
        )
    return "Tokens in, dollars out."


CHECKS = {
    "start": check_start,
    "add_user_message": check_add_user_message,
    "add_assistant_message": check_add_assistant_message,
    "text_from_message": check_text_from_message,
    "chat": check_chat,
    "wants_tools": check_wants_tools,
    "round_trip": check_round_trip,
    "run_tools": check_run_tools,
    "run_tools_errors": check_run_tools_errors,
    "run_tool": check_run_tool,
    "run_conversation": check_run_conversation,
    "endings": check_endings,
    "whole": check_whole,
    "dollars": check_dollars,
}

HINTS = {
    "start": [
        "Run the cells from the top: menu Run > Run All Cells.",
        "The conversation of this check is the one about 103 days.",
        "Kernel > Restart Kernel and Run All Cells starts afresh.",
    ],
    "add_user_message": [
        "What is stored for a Message: the Message, or a part of it?",
        "isinstance(message, Message) tells the two cases apart.",
        "For a Message store message.content; everything else as it is.",
    ],
    "add_assistant_message": [
        "It differs from add_user_message in one word.",
        "Look at the role.",
        'The role of what Claude says is "assistant".',
    ],
    "text_from_message": [
        "The first block need not be a text.",
        "Go through all blocks and keep those whose type is text.",
        'Join their texts with "\n".join(...); of an empty list that is "".',
    ],
    "chat": [
        "Which parameters does the API get when nobody gave them?",
        "Start with a dict of what is always sent; add the others with if.",
        "Defaults are None, and the whole Message is returned.",
    ],
    "wants_tools": [
        "One field of the answer tells why Claude stopped.",
        "Text and blocks do not matter.",
        'Compare response.stop_reason with "tool_use".',
    ],
    "round_trip": [
        "If the list is spoiled: Kernel > Restart Kernel and Run All Cells.",
        "Four messages: question, request, result, answer.",
        "The result block comes first in its message, and its content is a string.",
    ],
    "run_tools": [
        "Count: as many results as tool_use blocks.",
        "The append belongs inside the loop, and outside of any except.",
        "Each result carries the id of its own request; return the list.",
    ],
    "run_tools_errors": [
        "What happens to the other results when one tool raises?",
        "Put try and except around one tool, not around the loop.",
        "In except: the same block, with a text that says why and is_error True.",
    ],
    "run_tool": [
        "What does a function return that reaches its end?",
        "An unknown name must raise, before any tool is called.",
        "Look the name up in a dict; raise ValueError when it is not there.",
    ],
    "run_conversation": [
        "Which line ends the loop when Claude never stops asking?",
        "for _ in range(max_turns) bounds it; return messages ends it before.",
        "CALL, RECORD, STOP?, RUN, ANSWER, in this order, inside the for.",
    ],
    "endings": [
        "Return the stop_reason together with the messages.",
        "pause_turn goes on; a tool_use in a cut answer needs a result, too.",
        "After the last allowed call the reason is max_turns.",
    ],
    "whole": [
        "Run the cells from the top once more.",
        "The API names the message and the block that it refuses.",
        "Each tool_use needs its tool_result in the next message.",
    ],
    "dollars": [
        "Two prices: one for input, one for output.",
        "Prices are for a million tokens.",
        "(input * its price + output * its price) / 1_000_000",
    ],
}
