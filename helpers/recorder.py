"""A recorder in the client: SDK middleware that keeps every exchange with the API.

A request whose messages extend those of an earlier one continues its conversation;
anything else starts a new one. No header is kept, and no key. Whatever goes wrong here,
the call itself goes on.
"""

import json
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

import httpx2
from anthropic import Middleware

from helpers.conversations import (
    FORGOTTEN,
    MAX_BYTES,
    MAX_CALLS,
    MAX_CONVERSATIONS,
    add_call,
    conversations,
    forget,
    last_conversation,
    lock,
    make_room,
    place,
)
from helpers.recording import Conversation, Exchange, plain, weight
from helpers.streamed import AsyncTeeStream, TeeStream, message_from_events

__all__ = [
    "MAX_CONVERSATIONS",
    "conversations",
    "forget",
    "last_conversation",
    "record",
]

KEY = re.compile(r"sk-ant-[\w-]+")
SECRETS = {"authorization_token", "api_key", "auth_token"}

logger = logging.getLogger("helpers.recorder")

listeners: list[Callable[[Conversation], None]] = []
"""Called with the conversation when a call begins and when it ends."""


class Recorder(Middleware):
    """The SDK's middleware: passes each call on and keeps what was exchanged.

    The SDK runs it once for each attempt, so a retry shows as a call of its own.
    """

    def handle(self, request, call_next):
        call = _safely(_begin, request)
        try:
            response = call_next(request)
        except BaseException as error:
            _safely(_fail, call, error)
            raise
        _safely(_receive, call, response, TeeStream)
        return response

    async def handle_async(self, request, call_next):
        call = _safely(_begin, request)
        try:
            response = await call_next(request)
        except BaseException as error:
            _safely(_fail, call, error)
            raise
        _safely(_receive, call, response, AsyncTeeStream)
        return response


record = Recorder()


@dataclass
class _Call:
    conversation: Conversation
    exchange: Exchange
    start: float


def _safely(step: Callable, *arguments):
    """What the step returns; a bug here must not break the caller's call."""
    try:
        return step(*arguments)
    except Exception as error:
        # No traceback: it would stand under the learner's cell as if it were theirs.
        reason = f"{type(error).__name__}: {error}"
        logger.warning("A call may be missing in the trace. %s", reason)
        logger.debug("Where it went wrong:", exc_info=True)
        return None


def _begin(request) -> _Call | None:
    if not request.url.split("?")[0].endswith("/v1/messages"):
        return None
    settings = dict(request.json or {})
    messages = settings.pop("messages", None)
    messages = list(messages) if isinstance(messages, list | tuple) else []
    with lock:
        conversation, kept, added = place(messages, settings)
        if len(conversation.exchanges) >= MAX_CALLS:
            return None
        exchange = Exchange(
            kept=kept,
            settings=_shared_settings(conversation, settings),
            retries=request.retries_taken,
            code_seconds=_seconds_since(conversation.last_end),
        )
        add_call(conversation, exchange, added)
        make_room(conversation)
    _tell(conversation)
    return _Call(conversation, exchange, time.perf_counter())


def _seconds_since(moment: float | None) -> float | None:
    return None if moment is None else time.perf_counter() - moment


def _shared_settings(conversation: Conversation, settings: dict) -> dict:
    """The settings as JSON, without secrets; the same for all calls if they are."""
    settings = _without_secrets(plain(settings))
    if conversation.exchanges and conversation.exchanges[-1].settings == settings:
        return conversation.exchanges[-1].settings
    return settings


def _without_secrets(value):
    if isinstance(value, dict):
        return {
            key: "[not kept]" if key in SECRETS else _without_secrets(item)
            for key, item in value.items()
        }
    return [_without_secrets(v) for v in value] if isinstance(value, list) else value


def _receive(call: _Call | None, response, tee) -> None:
    if call is None:
        return
    call.exchange.status = response.status_code
    answer = response.http_response
    if answer.is_closed:
        _finish(call, answer.headers, answer.content)
        return
    headers = dict(answer.headers)
    # The caller reads it piece by piece, or the SDK does; the recorder listens.
    answer.stream = tee(answer.stream, lambda body: _safely(_end, call, headers, body))


def _end(call: _Call, headers: dict, body: bytes) -> None:
    """The end of a stream, whose bytes may still be compressed."""
    kept = {k: v for k, v in headers.items() if k.lower() == "content-encoding"}
    _finish(call, headers, httpx2.Response(200, headers=kept, content=body).content)


def _finish(call: _Call, headers, body: bytes) -> None:
    exchange = call.exchange
    if "event-stream" in headers.get("content-type", ""):
        exchange.reply, exchange.error = message_from_events(body)
        if exchange.reply is None and exchange.error is None:
            exchange.error = "The stream ended before its first event."
    else:
        _read_json(exchange, body)
    _close(call)


def _read_json(exchange: Exchange, body: bytes) -> None:
    try:
        answer = json.loads(body)
    except ValueError:
        what = "The answer is not JSON." if body else "The answer is empty."
        exchange.error = f"{what} (status {exchange.status})"
        return
    if exchange.status < 400 and isinstance(answer, dict):
        exchange.reply = answer
        return
    error = answer.get("error") if isinstance(answer, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    exchange.error = str(message or f"The answer is no Message: {str(answer)[:200]}")


def _fail(call: _Call | None, error: BaseException) -> None:
    if call is not None:
        text = f"{type(error).__name__}: {error}"
        call.exchange.error = KEY.sub("[key]", text)
        call.exchange.could_be_sent = not isinstance(error, TypeError | ValueError)
        _close(call)


def _close(call: _Call) -> None:
    exchange, conversation = call.exchange, call.conversation
    with lock:
        conversation.last_end = time.perf_counter()
        exchange.seconds = conversation.last_end - call.start
        if exchange.reply is not None:
            conversation.answer(exchange)
            if conversation.size > MAX_BYTES:
                text = {"type": "text", "text": FORGOTTEN}
                exchange.reply = exchange.reply | {"content": [text]}
            conversation.size += weight(exchange.reply)
    _tell(conversation)


def _tell(conversation: Conversation) -> None:
    for listener in list(listeners):
        _safely(listener, conversation)
