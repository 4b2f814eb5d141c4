"""What came back for a call: the Message, or in words why there is none."""

import json

import httpx2

from helpers.streamed import message_from_events


def answer_of(status: int, headers, body: bytes) -> tuple[dict | None, str | None]:
    """The Message of an answer, and the error; of a cut stream perhaps both."""
    if "event-stream" in headers.get("content-type", ""):
        reply, error = message_from_events(body)
        if reply is None and error is None:
            error = "The stream ended before its first event."
        return reply, error
    try:
        answer = json.loads(body)
    except ValueError:
        what = "The answer is not JSON." if body else "The answer is empty."
        return None, f"{what} (status {status})"
    if status < 400 and isinstance(answer, dict):
        return answer, None
    error = answer.get("error") if isinstance(answer, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    return None, str(message or f"The answer is no Message: {str(answer)[:200]}")


def unpacked(headers: dict, body: bytes) -> bytes:
    """The bytes of a stream, which may still be compressed."""
    kept = {k: v for k, v in headers.items() if k.lower() == "content-encoding"}
    return httpx2.Response(200, headers=kept, content=body).content
