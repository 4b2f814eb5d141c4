"""The stand-in behind the real SDK: HTTP in, HTTP out, with no socket.

A request is parsed, checked by the rules and answered by the reply function; the
Message goes back as JSON or as a stream. Nothing is remembered between two calls but
the faults still to come.
"""

import hashlib
import json
from collections.abc import Callable, Iterable

import anthropic
import httpx2

from helpers.offline.faults import (
    ONLY_STREAMED,
    SPOILED,
    STATUSES,
    Fault,
    checked,
    strike,
)
from helpers.offline.message import complete, count_tokens
from helpers.offline.model_list import model_list, one_model
from helpers.offline.replies import reply as course_reply
from helpers.offline.rules import check_request
from helpers.offline.rules.api_error import ApiError
from helpers.offline.stream import events
from helpers.recorder import record

Reply = Callable[[dict], dict]
Answer = tuple[str, list[str]]  # media type, and the text in the pieces it is sent in

JSON = "application/json"
EVENTS = "text/event-stream; charset=utf-8"
MAX_BYTES = 32 * 1024 * 1024  # https://platform.claude.com/docs/en/api/errors

# Given to the SDK so that it does not look for keys and addresses in the environment.
# The address is only a name: no request leaves the process.
OFFLINE = {"api_key": "offline", "base_url": "https://api.anthropic.com"}

# The limits are those of a small account, never used up.
# https://platform.claude.com/docs/en/api/rate-limits
LIMITS = {"requests": "50", "input-tokens": "50000", "output-tokens": "10000"}
SHARED_HEADERS = {
    "x-offline-stand-in": "This answer does not come from Claude.",
    "anthropic-organization-id": "offline",
    **{f"anthropic-ratelimit-{kind}-limit": n for kind, n in LIMITS.items()},
    **{f"anthropic-ratelimit-{kind}-remaining": n for kind, n in LIMITS.items()},
    **{f"anthropic-ratelimit-{kind}-reset": "2024-03-11T10:22:00Z" for kind in LIMITS},
}


class StandInError(anthropic.AnthropicError):
    """The stand-in could not answer, most often for a bug in a reply function."""


def offline_client(
    reply: Reply | None = None, *, faults: Iterable[Fault] = (), **client_options
) -> anthropic.Anthropic:
    """Return a real Anthropic client whose calls the stand-in answers.

    `faults` meet the client's HTTP attempts in order, the SDK's own retries included:
    with [529, 529] the first call fails twice and succeeds at its third attempt, with
    [None, "timeout"] the second attempt times out. FAULTS in faults.py lists them all.
    """
    http_client = httpx2.Client(transport=transport(reply, faults), trust_env=False)
    return anthropic.Anthropic(http_client=http_client, **options(client_options))


def offline_async_client(
    reply: Reply | None = None, *, faults: Iterable[Fault] = (), **client_options
) -> anthropic.AsyncAnthropic:
    """Return what offline_client returns, for code that awaits its calls."""
    http_client = httpx2.AsyncClient(
        transport=transport(reply, faults), trust_env=False
    )
    return anthropic.AsyncAnthropic(http_client=http_client, **options(client_options))


def options(client_options: dict) -> dict:
    """Add what makes a client offline, and the recorder, to a caller's options."""
    middleware = [*client_options.get("middleware", ()), record]
    return {**OFFLINE, **client_options, "middleware": middleware}


def transport(reply: Reply | None, faults: Iterable[Fault]) -> httpx2.MockTransport:
    coming = checked(faults)

    def handle(request: httpx2.Request) -> httpx2.Response:
        try:
            return respond(request, reply or course_reply, next(coming, None))
        except ApiError as error:
            return error_response(request, error)
        except (httpx2.HTTPError, StandInError):
            raise
        except Exception as error:
            # The SDK would call anything else a connection error, and retry it.
            raise StandInError(
                f"The stand-in itself has a bug; please report it: {error!r}"
            ) from error

    return httpx2.MockTransport(handle)


def respond(request: httpx2.Request, reply: Reply, fault: Fault) -> httpx2.Response:
    strike(fault, request)
    media_type, chunks = answer(request, reply)
    if fault in ONLY_STREAMED and media_type != EVENTS:
        raise StandInError(f"The fault {fault!r} needs a call that streams its answer.")
    if fault in SPOILED:
        chunks = SPOILED[fault](chunks)
    headers = {**answer_headers(request), "content-type": media_type}
    return httpx2.Response(200, headers=headers, content="".join(chunks).encode())


def answer(request: httpx2.Request, reply: Reply) -> Answer:
    """Return what the path of the request leads to, or raise an ApiError."""
    match request.method, request.url.path.split("/")[1:]:
        case "POST", ["v1", "messages"]:
            body = read_body(request)
            check_request(body)
            return replied(body, reply)
        case "POST", ["v1", "messages", "count_tokens"]:
            body = read_body(request)
            check_request(body, counting=True)
            return as_json({"input_tokens": count_tokens(body)})
        case "GET", ["v1", "models"]:
            return as_json(model_list())
        case "GET", ["v1", "models", model_id]:
            return as_json(one_model(model_id))
    raise ApiError(
        404,
        "not_found_error",
        f"The offline stand-in has no {request.method} {request.url.path}. It answers "
        "POST /v1/messages, POST /v1/messages/count_tokens and GET /v1/models.",
    )


def read_body(request: httpx2.Request) -> object:
    if len(request.content) > MAX_BYTES:
        raise ApiError(413, *STATUSES[413])
    try:
        return json.loads(request.content)
    except ValueError as error:
        text = f"The request body is not valid JSON: {error}"
        raise ApiError(400, "invalid_request_error", text) from error


def replied(body: dict, reply: Reply) -> Answer:
    """Return the reply function's answer, made into a Message or its events."""
    try:
        message = complete(body, reply(body))
        if body.get("stream"):
            return EVENTS, [sse(name, payload) for name, payload in events(message)]
        return as_json(message)
    except ApiError:
        raise
    except Exception as error:
        # The SDK retries a call when one of its own errors is among the causes.
        cause = None if isinstance(error, anthropic.AnthropicError) else error
        raise StandInError(
            "The reply function given to the offline client failed; the code that "
            "called the API is not to blame. To answer with an HTTP error, raise "
            f"ApiError(status, type, message). {type(error).__name__}: {error}"
        ) from cause


def as_json(value: dict) -> Answer:
    return JSON, [json.dumps(value)]


def sse(name: str, payload: dict) -> str:
    return f"event: {name}\ndata: {json.dumps(payload)}\n\n"


def error_response(request: httpx2.Request, error: ApiError) -> httpx2.Response:
    """https://platform.claude.com/docs/en/api/errors"""
    headers = answer_headers(request) | retry_headers(error.status)
    described = {"type": error.type, "message": error.message}
    if error.details:
        described["details"] = error.details
    body = {"type": "error", "error": described, "request_id": headers["request-id"]}
    headers |= error.headers or {}
    return httpx2.Response(error.status, headers=headers, json=body)


def retry_headers(status: int) -> dict[str, str]:
    """Return when the SDK is to try again: after a millisecond, or never."""
    if status in (408, 409, 429) or status >= 500:
        return {"retry-after": "0", "retry-after-ms": "1"}
    return {"x-should-retry": "false"}


def answer_headers(request: httpx2.Request) -> dict[str, str]:
    """Return the headers of every answer; each attempt has its own request id."""
    attempt = request.headers.get("x-stainless-retry-count", "0")
    digest = hashlib.sha256(attempt.encode() + request.content).hexdigest()
    return {**SHARED_HEADERS, "request-id": f"req_off{digest[:12]}"}
