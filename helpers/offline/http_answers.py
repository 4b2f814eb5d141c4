"""The HTTP form of what the stand-in answers: JSON or events, headers, errors."""

import hashlib
import json

import httpx2

from helpers.offline.rules.api_error import ApiError
from helpers.offline.stream import events

Answer = tuple[str, list[str]]  # media type, and the text in the pieces it is sent in

JSON = "application/json"
EVENTS = "text/event-stream; charset=utf-8"

# The limits are those of a small account, never used up.
# https://platform.claude.com/docs/en/api/rate-limits
LIMITS = {
    "requests": "50",
    "tokens": "60000",
    "input-tokens": "50000",
    "output-tokens": "10000",
}
RETRY_HEADERS = {"retry-after", "retry-after-ms", "x-should-retry"}
SHARED_HEADERS = {
    "x-offline-stand-in": "The offline stand-in sent this, not the API.",
    "anthropic-organization-id": "offline",
    **{f"anthropic-ratelimit-{kind}-limit": n for kind, n in LIMITS.items()},
    **{f"anthropic-ratelimit-{kind}-remaining": n for kind, n in LIMITS.items()},
    **{f"anthropic-ratelimit-{kind}-reset": "2024-03-11T10:22:00Z" for kind in LIMITS},
}


def as_json(value: dict) -> Answer:
    return JSON, [json.dumps(value)]


def as_events(message: dict) -> Answer:
    return EVENTS, [sse(name, payload) for name, payload in events(message)]


def sse(name: str, payload: dict) -> str:
    return f"event: {name}\ndata: {json.dumps(payload)}\n\n"


def error_response(request: httpx2.Request, error: ApiError) -> httpx2.Response:
    """https://platform.claude.com/docs/en/api/errors"""
    own = {name.lower(): value for name, value in (error.headers or {}).items()}
    headers = answer_headers(request)
    if not own.keys() & RETRY_HEADERS:
        headers |= retry_headers(error)
    described = {"type": error.type, "message": error.message}
    if error.details:
        described["details"] = error.details
    body = {"type": "error", "error": described, "request_id": headers["request-id"]}
    headers |= {"content-type": JSON} | own
    # As ASCII: the message may quote half an emoji, which UTF-8 cannot hold.
    return httpx2.Response(
        error.status, headers=headers, content=json.dumps(body).encode()
    )


def retry_headers(error: ApiError) -> dict[str, str]:
    """Return when the SDK is to try again: after a millisecond, or never.

    A spend cap names no time: https://platform.claude.com/docs/en/api/rate-limits
    """
    if (error.details or {}).get("error_code") == "enforced_spend_limit_reached":
        return {}
    if error.status in (408, 409, 429) or error.status >= 500:
        return {"retry-after": "0", "retry-after-ms": "1"}
    return {"x-should-retry": "false"}


def answer_headers(request: httpx2.Request) -> dict[str, str]:
    """Return the headers of every answer; each attempt has its own request id."""
    attempt = request.headers.get("x-stainless-retry-count", "0")
    line = f"{request.method} {request.url} {attempt}"  # a GET has no content
    digest = hashlib.sha256(line.encode() + request.content).hexdigest()
    return {**SHARED_HEADERS, "request-id": f"req_off{digest[:12]}"}
