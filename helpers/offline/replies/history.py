"""What a conversation holds for a story: the last question, and its tool results."""

import json
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime

from helpers.offline.replies.questions.dates import DATE_FORMAT, read_datetime


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


@dataclass
class Said:
    """What the user said at one point, and the results of all calls since then."""

    text: str
    is_beside_results: bool
    is_own_message: bool = True
    results: dict[str, list[Result]] = field(default_factory=dict)

    def unused(self) -> dict[str, deque]:
        """The results by call, ready to be used up in order."""
        return {key: deque(results) for key, results in self.results.items()}


def call_key(name: str, arguments: dict) -> str:
    """What makes two calls the same call: the tool and its input."""
    return name + json.dumps(arguments, sort_keys=True, ensure_ascii=True)


def read_history(messages: list[dict]) -> list[Said]:
    """All that the user said, in order, each with the tool results since then."""
    said, calls, has_results = [], {}, False
    for message in messages:
        blocks = as_blocks(message["content"])
        if message["role"] == "assistant":
            calls |= {b["id"]: b for b in blocks if b["type"] == "tool_use"}
            has_results = False
            continue
        results = [block for block in blocks if block["type"] == "tool_result"]
        keep_results(results, calls, said)
        # User messages in a row are one message to the API.
        has_results = has_results or bool(results)
        if text_of(blocks):
            beside = has_results and bool(said)
            said.append(Said(text_of(blocks), beside, not results))
    return said


def keep_results(results: list[dict], calls: dict[str, dict], said: list[Said]) -> None:
    """File results under the question they may serve, and the remarks after it."""
    for block in results:
        asked = calls.get(block["tool_use_id"])
        if asked:
            for words in since_question(said):
                key = call_key(asked["name"], asked["input"])
                words.results.setdefault(key, []).append(as_result(block))


def since_question(said: list[Said]) -> list[Said]:
    """The last words that stood alone, and those beside results that followed."""
    alone = [i for i, words in enumerate(said) if not words.is_beside_results]
    return said[alone[-1] :] if alone else said


def as_blocks(content: str | list) -> list[dict]:
    """The content of a message as a list of blocks."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def text_of(blocks: list[dict]) -> str:
    """The text blocks of a message in one string."""
    texts = [block["text"] for block in blocks if block["type"] == "text"]
    return "\n".join(texts).strip()


def as_result(block: dict) -> Result:
    """The Result of a tool_result block."""
    text = text_of(as_blocks(block.get("content") or ""))
    return Result(text, bool(block.get("is_error")))
