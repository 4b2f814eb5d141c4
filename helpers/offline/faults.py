"""What can go wrong on the way to the API, on order: for lessons on errors and retries.

A fault is a status, a name, or an ApiError; each one meets one HTTP attempt.
"""

import json
from collections.abc import Callable, Iterable, Iterator

import httpx2

from helpers.offline.rules.api_error import ApiError
from helpers.offline.stand_in_error import StandInError

Fault = int | str | ApiError | None

TOO_LARGE = "Request exceeds the maximum allowed number of bytes."
CREDIT = (
    "Your credit balance is too low to access the Anthropic API. "
    "Please go to Plans & Billing to upgrade or purchase credits."
)
# https://github.com/stagewise-io/stagewise/issues/927
RATE_LIMIT = (
    "This request would exceed your organization's rate limit of 30,000 input tokens "
    "per minute (org: 00000000-0000-0000-0000-000000000000, model: {model}). For "
    "details, refer to: https://docs.claude.com/en/api/rate-limits. You can see the "
    "response headers for current usage. Please reduce the prompt length or the "
    "maximum tokens requested, or try again later. You may also contact sales at "
    "https://claude.com/contact-sales to discuss your options for a rate limit "
    "increase."
)

# https://platform.claude.com/docs/en/api/errors
STATUSES = {
    400: ("invalid_request_error", CREDIT),
    401: ("authentication_error", "invalid x-api-key"),
    404: ("not_found_error", "Not Found"),
    413: ("request_too_large", TOO_LARGE),
    429: ("rate_limit_error", RATE_LIMIT),
    500: ("api_error", "Internal server error"),
    529: ("overloaded_error", "Overloaded"),
}

CONNECTION = {
    "timeout": (httpx2.ReadTimeout, "The read operation timed out"),
    "connection_error": (httpx2.ConnectError, "Connection refused"),
}


def checked(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Return an iterator over the faults, or raise ValueError for an unknown one."""
    if isinstance(faults, str) or not isinstance(faults, Iterable):
        raise ValueError(f"faults must be a list such as [529, 529]; got {faults!r}.")
    faults = tuple(faults)
    for fault in faults:
        if not (fault is None or isinstance(fault, ApiError) or fault in FAULTS):
            known = ", ".join(map(repr, FAULTS))
            raise ValueError(
                f"A fault must be an ApiError, None for none, or one of {known}; "
                f"got {fault!r}."
            )
    return iter(faults)


def strike(fault: Fault, request: httpx2.Request) -> None:
    """Raise what keeps the request from being answered; faults of answers pass."""
    if isinstance(fault, ApiError):
        raise fault
    if fault in STATUSES:
        kind, text = STATUSES[fault]
        raise ApiError(fault, kind, text.replace("{model}", model_of(request)))
    if fault in CONNECTION:
        error, text = CONNECTION[fault]
        raise error(text, request=request)


def model_of(request: httpx2.Request) -> str:
    """Return the model that a request names; it is not checked yet."""
    try:
        return str(json.loads(request.content)["model"])
    except (ValueError, RecursionError, KeyError, TypeError):
        return "unknown"


def broken_json(chunks: list[str]) -> list[str]:
    *whole, last = chunks
    return [*whole, last.rstrip()[:-1] + "\n\n"]  # without the last brace


def cut_stream(chunks: list[str]) -> list[str]:
    return chunks[: len(chunks) // 2]


def error_event(chunks: list[str]) -> list[str]:
    """https://platform.claude.com/docs/en/build-with-claude/streaming#error-events"""
    kind, text = STATUSES[529]
    error = {"type": "error", "error": {"type": kind, "message": text}}
    return [*cut_stream(chunks), f"event: error\ndata: {json.dumps(error)}\n\n"]


def broken_tool_json(chunks: list[str]) -> list[str]:
    """Spoil the last piece of a tool's input, so that the whole of it is no JSON.

    The SDK takes an input that ends early; a wrong bracket makes it raise ValueError.
    """
    pieces = [i for i, chunk in enumerate(chunks) if '"input_json_delta"' in chunk]
    if not pieces:
        raise StandInError("The fault 'broken_tool_json' needs a reply with a call.")
    head, _, payload = chunks[pieces[-1]].partition("\ndata: ")
    event = json.loads(payload)
    event["delta"]["partial_json"] = event["delta"]["partial_json"][:-1] + ",]"
    spoiled = f"{head}\ndata: {json.dumps(event)}\n\n"
    return [*chunks[: pieces[-1]], spoiled, *chunks[pieces[-1] + 1 :]]


SPOILED: dict[str, Callable[[list[str]], list[str]]] = {
    "broken_json": broken_json,
    "cut_stream": cut_stream,
    "error_event": error_event,
    "broken_tool_json": broken_tool_json,
}
ONLY_STREAMED = {"cut_stream", "error_event", "broken_tool_json"}
FAULTS = (*STATUSES, *CONNECTION, *SPOILED)
