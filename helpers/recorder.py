"""A recorder in the client: SDK middleware that keeps every exchange with the API.

A request whose messages extend those of an earlier one continues its conversation;
anything else starts a new one. Each conversation holds its history once, however
often it was sent. No key and no header is kept.
"""

import json
import threading
import time
from collections import deque
from dataclasses import dataclass, field

from anthropic import Middleware

MAX_CONVERSATIONS = 50


@dataclass(frozen=True)
class Exchange:
    """One call: what was sent, and the reply or the error that came back."""

    sent: int
    """How many messages of the conversation's history this call sent."""
    settings: dict
    """The rest of the request: model, tools, max_tokens ..."""
    retries: int
    seconds: float
    reply: dict | None = None
    error: str | None = None
    status: int | None = None


@dataclass
class Conversation:
    """The calls of one conversation, and the history that the last of them sent."""

    history: list[dict] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)

    def continues_with(self, messages: list[dict]) -> bool:
        """True when a request with these messages goes on with this conversation."""
        if len(messages) == len(self.history):
            return bool(self.exchanges[-1].error) and messages == self.history
        return messages[: len(self.history)] == self.history


conversations: deque[Conversation] = deque(maxlen=MAX_CONVERSATIONS)
_lock = threading.Lock()


class Recorder(Middleware):
    """The SDK's middleware: passes each call on and keeps what was exchanged.

    The SDK runs it once for each attempt, so a retry shows as a call of its own.
    """

    def handle(self, request, call_next):
        start = time.perf_counter()
        try:
            response = call_next(request)
        except BaseException as error:
            _keep(request, start, _failure(error))
            raise
        if not request.stream:  # the events of a stream are the caller's to read
            response.read()
        _keep(request, start, _outcome(request, response))
        return response

    async def handle_async(self, request, call_next):
        start = time.perf_counter()
        try:
            response = await call_next(request)
        except BaseException as error:
            _keep(request, start, _failure(error))
            raise
        if not request.stream:
            await response.read()
        _keep(request, start, _outcome(request, response))
        return response


record = Recorder()


def last_conversation() -> Conversation | None:
    """The conversation of the newest call, or None before the first one."""
    return conversations[-1] if conversations else None


def plain(messages: list) -> list[dict]:
    """Messages as JSON values: SDK objects become dicts."""
    return json.loads(json.dumps(messages, default=lambda model: model.to_dict()))


def _failure(error: BaseException) -> dict:
    return {"error": f"{type(error).__name__}: {error}"}


def _outcome(request, response) -> dict:
    if request.stream and response.status_code < 400:
        return {"status": response.status_code}
    try:
        body = json.loads(response.http_response.content)
    except ValueError:
        return {"status": response.status_code, "error": "The answer is not JSON."}
    if response.status_code < 400:
        return {"status": response.status_code, "reply": body}
    message = body.get("error", {}).get("message", "")
    return {"status": response.status_code, "error": message}


def _keep(request, start: float, outcome: dict) -> None:
    if not request.url.split("?")[0].endswith("/v1/messages"):
        return
    settings = dict(request.json or {})
    messages = settings.pop("messages", None)
    messages = plain(messages) if isinstance(messages, list) else []
    exchange = Exchange(
        sent=len(messages),
        settings=settings,
        retries=request.retries_taken,
        seconds=time.perf_counter() - start,
        **outcome,
    )
    with _lock:
        conversation = _conversation_of(messages)
        conversation.history = messages
        conversation.exchanges.append(exchange)


def _conversation_of(messages: list[dict]) -> Conversation:
    for conversation in reversed(conversations):
        if conversation.continues_with(messages):
            conversations.remove(conversation)
            break
    else:
        conversation = Conversation()
    conversations.append(conversation)  # the newest call is last
    return conversation
