"""Answers from a recording: what the API answered to the same request before.

A request is looked up, not taken from a queue, so that a cell can be run again. Whether
it streams makes no difference. Where several records fit, the newest one of the same
retry answers, else the newest of all.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2

from helpers.masked import masked
from helpers.offline.faults import CONNECTION, STATUSES
from helpers.offline.http_answers import Answer, as_events, as_json, sse
from helpers.offline.rules.api_error import ApiError
from helpers.offline.stand_in_error import StandInError
from helpers.plain import in_common
from helpers.saved import FORMAT

HOW = "Make one with connect(record=...)."


def recorded_answers(path: str | Path) -> Callable[[httpx2.Request], Answer]:
    """A function from an HTTP request to the recorded answer.

    A request that was not recorded raises StandInError, a recorded error ApiError.
    """
    calls = [call for call in read_calls(Path(path)) if is_answered(call[1])]

    def answer(request: httpx2.Request) -> Answer:
        body = masked(json.loads(request.content))
        wanted = comparable(body)
        same = [exchange for sent, exchange in calls if sent == wanted]
        if not same:
            raise StandInError(explained(path, [sent for sent, _ in calls], wanted))
        # A call that was tried again has one record for each attempt.
        retries = int(request.headers.get("x-stainless-retry-count", "0"))
        tried = [exchange for exchange in same if exchange["retries"] == retries]
        return replayed(request, (tried or same)[-1], bool(body.get("stream")))

    return answer


def replayed(request: httpx2.Request, exchange: dict, stream: bool) -> Answer:
    """The answer of an exchange, or the error that it ended with."""
    reply, error = exchange.get("reply"), exchange.get("error")
    if reply is None:
        raise recorded_error(request, exchange)
    if not stream:
        return as_json(reply)
    kind, pieces = as_events(reply)
    if error:  # the stream failed before its end
        described = {"type": "overloaded_error", "message": error}
        failed = sse("error", {"type": "error", "error": described})
        pieces = [*pieces[:-2], failed]
    return kind, pieces


def recorded_error(request: httpx2.Request, exchange: dict) -> Exception:
    status, text = exchange.get("status"), exchange["error"]
    if status is None:
        is_timeout = "Timeout" in text
        error, _ = CONNECTION["timeout" if is_timeout else "connection_error"]
        return error(text, request=request)
    usual, _ = STATUSES.get(status, ("api_error", ""))
    kind = exchange.get("error_type") or usual
    return ApiError(max(status, 400), kind, text, details=exchange.get("details"))


def read_calls(path: Path) -> Iterator[tuple[dict, dict]]:
    """Yield (request, exchange) for each call of a recording."""
    messages: list[dict] = []
    for exchange in read_exchanges(path):
        messages = [*messages[: exchange["kept"]], *exchange["added"]]
        yield comparable(exchange["settings"] | {"messages": messages}), exchange


def read_exchanges(path: Path) -> list[dict]:
    """The exchanges of a recording, or an error that says what the file is."""
    if not path.is_file():
        raise FileNotFoundError(f"There is no recording {path}. {HOW}")
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        text = f"{path} is broken or no JSON at all ({error}). {HOW}"
        raise ValueError(text) from error
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise ValueError(f"{path} is not a recording of this course. {HOW}")
    return saved["exchanges"]


def is_answered(exchange: dict) -> bool:
    return exchange.get("reply") is not None or exchange.get("error") is not None


def comparable(request: dict) -> dict:
    return {key: value for key, value in request.items() if key != "stream"}


def explained(path: str | Path, recorded: list[dict], request: dict) -> str:
    """Where the request leaves the recorded one that it has most in common with."""
    start = f"The recording {path} has no such request"
    if not recorded:
        return f"{start}: it holds no answered call at all."

    def likeness(sent: dict) -> tuple[int, int, int]:
        ours, theirs = request.get("messages", []), sent["messages"]
        differing = sum(sent.get(key) != request.get(key) for key in sent | request)
        return in_common(theirs, ours), -abs(len(theirs) - len(ours)), -differing

    closest = max(recorded, key=likeness)
    where, expected, got = first_difference(closest, request)
    return (
        f"{start}. Call {recorded.index(closest) + 1} is the closest; it differs at "
        f"{where}: expected {expected}, got {got}. A replay answers only what was "
        "recorded: send the same again, or record anew."
    )


def first_difference(expected: object, got: object, path: str = "") -> tuple:
    """Where two JSON values differ first: ("messages[2].role", '"user"', "nothing")."""
    for key in keys_of(expected, got):
        inner = f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}".strip(".")
        sides = part(expected, key), part(got, key)
        if sides[0] != sides[1]:
            return first_difference(*sides, inner)
    return path, *from_there_on(expected, got)


def from_there_on(expected: object, got: object) -> tuple[str, str]:
    """Two values as they are shown: of two long texts what begins to differ."""
    if isinstance(expected, str) and isinstance(got, str):
        same = in_common(expected, got)
        if same > 40:
            expected, got = (f"...{text[same - 20 :]}" for text in (expected, got))
    return shown(expected), shown(got)


MISSING = object()


def keys_of(expected: object, got: object) -> list:
    """The keys or places of two objects or two lists; none of other values."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return list(expected | got)
    if isinstance(expected, list) and isinstance(got, list):
        return list(range(max(len(expected), len(got))))
    return []


def part(value: dict | list, key: str | int) -> object:
    if isinstance(value, dict):
        return value.get(key, MISSING)
    return value[key] if key < len(value) else MISSING


def shown(value: object) -> str:
    """A value as JSON, not longer than a line or two."""
    if value is MISSING:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}..."
