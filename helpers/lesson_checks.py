"""The checks at the end of each lesson, on the function that the lesson built."""

import inspect
import json
from contextlib import suppress

from anthropic.types import Message

from helpers.helpers import DEFAULT_MODEL, MAX_TOKENS, default_client
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
    expect(isinstance(messages, list), "Give the list of messages.")
    _check_accepted(messages)
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
    return _check_adds(add, "user")


def check_add_assistant_message(add) -> str:
    return _check_adds(add, "assistant")


def check_text_from_message(text_from_message) -> str:
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
    parameters = inspect.signature(chat).parameters
    expect("temperature" not in parameters, "Today's SDK refuses temperature.")
    for name, parameter in parameters.items():
        expect(
            not isinstance(parameter.default, list | dict),
            f"{name} has a mutable default: all calls would share one "
            f"{type(parameter.default).__name__}. Use None.",
        )
    message = chat([{"role": "user", "content": "Hello!"}])
    expect(
        isinstance(message, Message),
        f"chat must return the whole Message; got {type(message).__name__}.",
    )
    return "It sends only what is set, and returns the whole Message."


def check_wants_tools(wants_tools) -> str:
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
    expect(isinstance(messages, list), "Give the list of messages.")
    _check_accepted(messages)
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
    message = a_message(TEXT, NOW, IN_A_WEEK, NOW_AGAIN, stop_reason="tool_use")
    results = run_tools(message)
    _check_results(message, results)
    for block in results:
        expect(not block.get("is_error"), f"No tool failed, but got {block}.")
    expect(
        "2024-03-18" in results[1]["content"],
        f"The second result must hold the date a week later; got {results[1]}.",
    )
    return "3 requests in, 3 results out, same ids, same order."


def check_run_tools_errors(run_tools) -> str:
    message = a_message(NOW, UNKNOWN, REFUSED, stop_reason="tool_use")
    results = run_tools(message)
    _check_results(message, results)
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
    today = run_tool("get_current_datetime", {"date_format": "%Y-%m-%d"})
    expect("2024" in str(today), f"get_current_datetime gave {today!r}.")
    week = run_tool(IN_A_WEEK["name"], IN_A_WEEK["input"])
    expect("2024-03-18" in str(week), f"add_duration_to_datetime gave {week!r}.")
    _check_raises(run_tool, "read_my_mind", {}, "An unknown tool name")
    _check_raises(run_tool, NOW["name"], {"colour": "red"}, "An unknown argument")
    return "Every name finds its tool, and an unknown one raises."


def check_run_conversation(run_conversation) -> str:
    messages = [{"role": "user", "content": "What day will it be in 103 days?"}]
    with default_client(offline_client()):
        run_conversation(messages, tool_schemas)
    calls = len(last_conversation().exchanges)
    expect(
        len(messages) == 6,
        "The 103 days take 3 calls: 6 messages, from the question to the answer. "
        f"Yours made {calls} and holds {len(messages)} messages.",
    )
    expect("22" in str(messages[-1]["content"]), "The answer is not 22 June 2024.")
    messages, calls = _run_endless(run_conversation)
    expect(
        calls <= 10,
        f"When Claude never stops asking, your loop made {calls} calls. Expected at "
        "most 10: is max_turns counted?",
    )
    _check_accepted([*messages, {"role": "user", "content": "Stop, please."}])
    return "103 days in 3 calls, and a request without end is stopped."


def check_endings(run_conversation) -> str:
    for stop_reason in STOP_REASONS:
        if stop_reason == "pause_turn":
            continue
        why, messages = _run_ending(run_conversation, [TEXT], stop_reason)
        expect(
            why == stop_reason,
            f"A reply with stop_reason {stop_reason!r}: your loop says {why!r}.",
        )
    why, messages = _run_ending(run_conversation, [TEXT, NOW], "max_tokens")
    _check_accepted([*messages, {"role": "user", "content": "Go on."}])
    why, messages = _run_ending(run_conversation, [], "refusal")
    _check_accepted([*messages, {"role": "user", "content": "Something else."}])
    return "Every ending is told by its name, and the history stays whole."


def _run_ending(run_conversation, blocks: list, stop_reason: str):
    client = offline_client(lambda _: {"content": blocks, "stop_reason": stop_reason})
    with default_client(client):
        outcome = run_conversation([{"role": "user", "content": "Hi"}], tool_schemas)
    expect(
        isinstance(outcome, tuple) and len(outcome) == 2,
        f"Expected (messages, why); got {type(outcome).__name__}.",
    )
    messages, why = outcome
    return why, messages


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


def _check_results(message: Message, results) -> None:
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


def _check_accepted(messages: list) -> None:
    request = {"model": DEFAULT_MODEL, "max_tokens": MAX_TOKENS}
    history = plain(messages)
    if history and history[-1]["role"] == "assistant":
        history.append({"role": "user", "content": "Thanks."})
    try:
        check_request(request | {"tools": tool_schemas, "messages": history})
    except ApiError as refusal:
        raise NotYet(f"The API would refuse this history: {refusal.message}") from None


def _check_raises(run_tool, name: str, tool_input: dict, what: str) -> None:
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
}

HINTS: dict[str, list[str]] = {}
