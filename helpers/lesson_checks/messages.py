"""Checks of lessons 00 to 03: messages, chat, and one round trip."""

import inspect

from anthropic.types import Message

from helpers.expectations import expect_accepted
from helpers.plain import plain
from helpers.recorder import last_conversation
from helpers.samples import (
    NOW,
    STOP_REASONS,
    TEXT,
    THINKING,
    a_message,
)
from helpers.tools import tool_schemas
from helpers.verdict import expect


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
            f"{name} has a {type(parameter.default).__name__} as its default: Python "
            "makes it once, and all calls share it. Use None.",
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


def _without_nulls(messages: list[dict]) -> list[dict]:
    for message in messages:
        if isinstance(message["content"], list):
            message["content"] = [
                {key: value for key, value in block.items() if value is not None}
                for block in message["content"]
            ]
    return messages


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


CHECKS = {
    "start": check_start,
    "add_user_message": check_add_user_message,
    "add_assistant_message": check_add_assistant_message,
    "text_from_message": check_text_from_message,
    "chat": check_chat,
    "wants_tools": check_wants_tools,
    "round_trip": check_round_trip,
}
