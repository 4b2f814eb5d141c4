"""A file that keeps what one client exchanges with the API, written call by call.

No header is kept, and no key. `offline_client(replay=...)` answers from the file, and
`trace(...)` shows it: its format is that of helpers/recording.py, with two fields more
for errors.
"""

import json
import threading
import time
from pathlib import Path

import httpx2
from anthropic import APIConnectionError, Middleware

from helpers.answers import unpacked
from helpers.masked import masked, masked_text
from helpers.plain import in_common
from helpers.saved import FORMAT
from helpers.streamed import AsyncTeeStream, TeeStream, message_from_events


class FileRecorder(Middleware):
    """The SDK's middleware that writes each exchange of its client into a file."""

    def __init__(self, path: str | Path):
        self.path = checked(Path(path))
        self.exchanges: list[dict] = []
        self.messages: list[dict] = []
        self.lock = threading.Lock()

    def handle(self, request, call_next):
        start = time.perf_counter()
        try:
            response = call_next(request)
        except BaseException as error:
            self.fail(request, start, error)
            raise
        self.receive(request, response, start, TeeStream)
        return response

    async def handle_async(self, request, call_next):
        start = time.perf_counter()
        try:
            response = await call_next(request)
        except BaseException as error:
            self.fail(request, start, error)
            raise
        self.receive(request, response, start, AsyncTeeStream)
        return response

    def receive(self, request, response, start: float, tee: type) -> None:
        """Keep the answer, now or when the caller has read it to its end."""
        # A client.post(..., cast_to=httpx2.Response) is answered without the wrapping.
        answer = getattr(response, "http_response", response)
        if not is_message_call(answer.request):
            return

        def ended(body: bytes) -> None:
            outcome = {"status": answer.status_code, **outcome_of(answer, body)}
            self.keep(answer.request, request, start, outcome)

        if answer.is_closed:
            ended(answer.content)
        else:
            headers = dict(answer.headers)
            answer.stream = tee(
                answer.stream, lambda body: ended(unpacked(headers, body))
            )

    def fail(self, request, start: float, error: BaseException) -> None:
        """Keep a call without an answer; what never left the process is not kept."""
        lost = isinstance(error, APIConnectionError | httpx2.HTTPError)
        if lost and is_message_call(error.request):
            text = masked_text(f"{type(error).__name__}: {error}")
            self.keep(error.request, request, start, {"error": text})

    def keep(self, sent: httpx2.Request, request, start: float, outcome: dict) -> None:
        """Add an exchange to the file, which is whole at every moment."""
        settings = masked(json.loads(sent.content))
        messages = settings.pop("messages", [])
        seconds = time.perf_counter() - start
        with self.lock:
            kept = in_common(self.messages, messages)
            exchange = {"kept": kept, "added": messages[kept:], "settings": settings}
            exchange |= {"retries": request.retries_taken, "seconds": seconds}
            self.messages = messages
            self.exchanges.append(exchange | outcome)
            write(self.path, self.exchanges)


def checked(path: Path) -> Path:
    """The path, unless writing a recording there would fail or destroy a file."""
    if not path.parent.is_dir():
        raise FileNotFoundError(
            f"There is no folder {path.parent} to record in. Make it first."
        )
    if path.exists() and f'"format": "{FORMAT}"' not in path.read_text("utf-8")[:100]:
        raise ValueError(
            f"{path} exists and is not a recording, so it is left as it is. Give "
            "another name, or delete the file."
        )
    return path


def is_message_call(sent: httpx2.Request) -> bool:
    """True for a call of the Messages API, and not of its batches or token counts."""
    return sent.url.path.endswith("/v1/messages")


def outcome_of(answer: httpx2.Response, body: bytes) -> dict:
    """The reply, the error, or for a stream that failed half-way both."""
    if "event-stream" in answer.headers.get("content-type", ""):
        reply, error = message_from_events(body)
        return {"reply": reply} | ({"error": error} if error else {})
    try:
        answered = json.loads(body)
    except ValueError:
        return {"error": f"The answer is not JSON: {body[:200]!r}"}
    if answer.status_code < 400:
        return {"reply": answered}
    error = answered.get("error") or {}
    outcome = {"error": error.get("message", ""), "error_type": error.get("type")}
    return outcome | {k: error[k] for k in ["details"] if k in error}


def write(path: Path, exchanges: list[dict]) -> None:
    """Write the recording beside its place first: an interruption harms nothing."""
    content = {"format": FORMAT, "exchanges": exchanges}
    beside = path.with_name(path.name + ".part")
    text = json.dumps(content, indent=1, ensure_ascii=False)
    beside.write_text(text + "\n", encoding="utf-8")
    beside.replace(path)
