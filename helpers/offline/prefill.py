"""Prefill: the last message is the assistant's, and the answer goes on from its text.

The stand-in answers as if the prefill were not there. When the prefill is the start of
that answer, the rest is sent; when it opens JSON, the answer goes into that JSON, under
a key that names the stand-in; else the answer follows the prefill.
The SDK's types/message.py (content) and
https://platform.claude.com/docs/en/api/messages
"""

import json
import re
from collections.abc import Callable
from unicodedata import east_asian_width

from helpers.offline.rules.signatures import blocks_of

Reply = Callable[[dict], dict]

KEY = "offline_stand_in"
FENCE = "```"
JSON_FENCE = f"{FENCE}json"
STRING = re.compile(r'"(?:\\.|[^"\\])*(?:"|\Z)', re.DOTALL)
CLOSING = {"{": "}", "[": "]"}


def going_on(reply: Reply) -> Reply:
    """A reply function whose answer goes on from the prefill of a request that has one.

    Thinking is left out: it would stand in the middle of the turn.
    """

    def answer(request: dict) -> dict:
        messages, prefill = without_prefill(request["messages"])
        if not prefill:
            return reply(request)
        whole = reply(request | {"messages": messages})
        return whole | {"content": continued(prefill, whole["content"])}

    return answer


def without_prefill(messages: list[dict]) -> tuple[list[dict], str]:
    """The messages before the prefill, and its text; "" when there is no prefill."""
    end = len(messages)
    while end > 0 and messages[end - 1]["role"] == "assistant":
        end -= 1
    blocks = [b for message in messages[end:] for b in blocks_of(message["content"])]
    if end == 0 or not blocks or blocks[-1]["type"] != "text":
        return messages, ""
    return messages[:end], "".join(b["text"] for b in blocks if b["type"] == "text")


def continued(prefill: str, content: list[dict]) -> list[dict]:
    """The content of a whole answer as it goes on from a prefill."""
    text = "\n\n".join(block["text"] for block in content if block["type"] == "text")
    calls = [block for block in content if block["type"] == "tool_use"]
    rest = rest_of(prefill, text, opened_json(prefill) if not calls else None)
    return [*([{"type": "text", "text": rest}] if rest else []), *calls]


def rest_of(prefill: str, text: str, opened: str | None) -> str:
    """What follows a prefill; a code block that it leaves open is closed."""
    if not text or text.startswith(prefill):
        return text[len(prefill) :]
    value = None if opened is None else rest_of_value(opened, text)
    in_code = prefill.count(FENCE) % 2 == 1
    if opened and value is not None:
        start = ""
    else:
        start = "\n" if in_code else space_between(prefill, text)
    end = f"\n{FENCE}" if in_code else ""
    return start + (text if value is None else value) + end


def space_between(prefill: str, text: str) -> str:
    """ " " where two words would touch: ("It is", "one.") -> " "."""
    wide = {"W", "F"} & {east_asian_width(prefill[-1]), east_asian_width(text[0])}
    return "" if wide or prefill[-1] in "([{<\"'“«" else " "


def opened_json(prefill: str) -> str | None:
    """The JSON in a prefill: '{"a' of 'Here it is:\\n{"a', nothing yet in '```json'."""
    if prefill.lower().endswith(JSON_FENCE):
        return ""
    found = re.search(r"^[ \t]*([{\[].*)", prefill, re.MULTILINE | re.DOTALL)
    return found and found[1]


def rest_of_value(opened: str, text: str) -> str | None:
    """The end of a JSON value, with a text in it: ('{"a": "', "x") -> 'x"}'.

    What the opened part lacks is tried: an entry, a value, the end of a string, ...
    """
    if is_json(text) and text[:1] in CLOSING and text.startswith(opened):
        return text[len(opened) :]
    string = json.dumps(text, ensure_ascii=False)
    entry = f'"{KEY}": {string}'
    if not opened:
        return f"{{{entry}}}"
    brackets = lacking_brackets(opened)
    parts = (
        *(entry, string, string[1:], f'": {string}', f": {string}"),
        *(f", {entry}", f", {string}", ""),
    )
    ends = (part + brackets for part in parts)
    return next((end for end in ends if is_json(opened + end)), None)


def lacking_brackets(opened: str) -> str:
    """The brackets that close an opened JSON value: '{"a": [1' -> ']}'."""
    lacking = []
    for sign in STRING.sub("", opened):
        if sign in CLOSING:
            lacking.append(CLOSING[sign])
        elif sign in CLOSING.values() and lacking:
            lacking.pop()
    return "".join(reversed(lacking))


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):  # nested too deeply
        return False
    return True
