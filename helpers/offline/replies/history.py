"""What a conversation holds for a story: the last question, and its tool results."""

import json
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from helpers.offline.replies.questions.dates import DATE_FORMAT, read_datetime

LONGEST_CONTEXT = 40  # questions that are read for what the last one leaves out


class Unreadable(Exception):
    """A tool's result holds no date although the story needs one."""


@dataclass(frozen=True)
class Result:
    """What a tool answered: its text, and readers for what a story needs."""

    text: str
    is_error: bool = False

    @property
    def value(self):
        """The decoded JSON, or the text itself where it is not JSON."""
        try:
            return json.loads(self.text)
        except ValueError:
            return self.text

    @property
    def plain(self) -> str:
        """The result as a sentence can quote it: a JSON string loses its quotes."""
        value = self.value
        return value if isinstance(value, str) else self.text

    @property
    def moment(self) -> datetime:
        """The date and time in the result."""
        moment = read_datetime(self.date_text)
        if moment is None:
            raise Unreadable(self.plain)
        return moment

    @property
    def date_text(self) -> str:
        """The words of the result that tell the date."""
        value = self.value
        if isinstance(value, dict):
            value = value.get("datetime") or next(
                (v for v in value.values() if isinstance(v, str) and read_datetime(v)),
                "",
            )
        return value if isinstance(value, str) else self.text

    @property
    def datetime(self) -> str:
        """The date as the next tool is to read it: as written, if it is ISO."""
        text = self.date_text.strip()
        iso = text[:4].isdigit() and text[4:5] == "-"
        written = self.moment.strftime(DATE_FORMAT)
        return text if iso and written.startswith(text[:10]) else written


class Said(NamedTuple):
    """What the user said at one point of the conversation.

    `answered` counts the tool results before it; `is_beside_results` tells that it
    stands in the same turn as some, `is_own_message` that its message holds none.
    """

    text: str
    answered: int
    is_beside_results: bool
    is_own_message: bool
    is_repeated: bool


@dataclass
class History:
    """What the user said, and each tool_use with its tool_result, in order.

    The words from `open_from` on are open: the last that stood alone, and those beside
    results that followed.
    """

    said: list[Said] = field(default_factory=list)
    answered: list[tuple[dict, dict]] = field(default_factory=list)
    open_from: int = 0

    def results_since(self, words: Said) -> dict[str, deque]:
        """The results by call, ready to be used up in order."""
        results = {}
        for asked, answer in self.answered[words.answered :]:
            key = call_key(asked["name"], asked["input"])
            results.setdefault(key, deque()).append(as_result(answer))
        return results


def call_key(name: str, arguments: dict) -> str:
    """What makes two calls the same call: the tool and its input."""
    return name + json.dumps(arguments, sort_keys=True, ensure_ascii=True)


def read_history(messages: list[dict]) -> History:
    """The end of a conversation; what a system message says is no question."""
    history, calls, texts, has_results = History(), {}, set(), False
    for message in messages[start_of_context(messages) :]:
        role, content = message["role"], message.get("content", "")
        if role == "assistant":
            calls.update(calls_of(content))
            has_results = False
        elif role == "user":
            results = blocks_of(content, "tool_result")
            for block in results:
                history.answered.append((calls[block["tool_use_id"]], block))
            # User messages in a row are one message to the API.
            has_results = has_results or bool(results)
            if text := text_of(content):
                is_beside = has_results and bool(history.said)
                if not is_beside:
                    history.open_from = len(history.said)
                place = (len(history.answered), is_beside, not results, text in texts)
                history.said.append(Said(text, *place))
                texts.add(text)
    return history


def calls_of(content: str | list) -> dict[str, dict]:
    """The tool_use blocks of a message by their ids."""
    return {block["id"]: block for block in blocks_of(content, "tool_use")}


def start_of_context(messages: list[dict]) -> int:
    """The message that opens the last questions; nothing before it changes an answer.

    A question here is a string that answers no call, so no result is cut from its call.
    """
    questions = 0
    for n in range(len(messages) - 1, 0, -1):
        said, before = messages[n], messages[n - 1]
        is_question = said["role"] == "user" and before["role"] == "assistant"
        questions += is_question and isinstance(said["content"], str)
        if questions > LONGEST_CONTEXT:
            return n
    return 0


def blocks_of(content: str | list, kind: str) -> list[dict]:
    """The blocks of one type in the content of a message; a string holds none."""
    if isinstance(content, str):
        return []
    return [block for block in content if block["type"] == kind]


def text_of(content: str | list) -> str:
    """The text of a message's content in one string."""
    if isinstance(content, str):
        return content.strip()
    texts = [block["text"] for block in content if block["type"] == "text"]
    return "\n".join(texts).strip()


def as_result(block: dict) -> Result:
    """The Result of a tool_result block."""
    text = text_of(block.get("content") or "")
    return Result(text, bool(block.get("is_error")))
