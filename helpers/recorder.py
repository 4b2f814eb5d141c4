"""A recorder in the client: SDK middleware that keeps every exchange with the API.

A request whose messages extend those of an earlier one continues its conversation;
anything else starts a new one. No header is kept, and no key. Whatever goes wrong here,
the call itself goes on.
"""

import time
from dataclasses import dataclass

from anthropic import Middleware

from helpers.answers import answer_of, unpacked
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
from helpers.listening import listeners, safely, tell
from helpers.loops import calling_loop
from helpers.masked import masked, masked_text
from helpers.plain import plain, weight
from helpers.recording import Conversation, Exchange, Loop
from helpers.streamed import AsyncTeeStream, TeeStream

__all__ = [
    "MAX_CONVERSATIONS",
    "conversations",
    "forget",
    "last_conversation",
    "listeners",
    "record",
]


class Recorder(Middleware):
    """The SDK's middleware: passes each call on and keeps what was exchanged.

    The SDK runs it once for each attempt, so a retry shows as a call of its own.
    """

    def handle(self, request, call_next):
        call = safely(_begin, request)
        try:
            _tell_of(call)
            response = call_next(request)
        except BaseException as error:
            safely(_fail, call, error)
            raise
        safely(_receive, call, response, TeeStream)
        return response

    async def handle_async(self, request, call_next):
        call = safely(_begin, request)
        try:
            _tell_of(call)
            response = await call_next(request)
        except BaseException as error:
            safely(_fail, call, error)
            raise
        safely(_receive, call, response, AsyncTeeStream)
        return response


record = Recorder()


@dataclass
class _Call:
    conversation: Conversation
    exchange: Exchange
    start: float


def _begin(request) -> _Call | None:
    if not request.url.split("?")[0].endswith("/v1/messages"):
        return None
    settings = dict(request.json or {})
    messages = settings.get("messages")
    messages = list(messages) if isinstance(messages, list | tuple) else None
    if messages is not None:  # what is no list stays as it was sent
        del settings["messages"]
    with lock:
        conversation, kept, added = place(messages or [], settings)
        if len(conversation.exchanges) >= MAX_CALLS:
            return None
        exchange = Exchange(
            kept=kept,
            settings=_shared_settings(conversation, settings),
            retries=request.retries_taken,
            code_seconds=_seconds_since(conversation.last_end),
        )
        add_call(conversation, exchange, added)
        conversation.loop, conversation.ending = _loop_of(conversation), None
        conversation.last_begin = time.perf_counter()
        make_room(conversation)
    return _Call(conversation, exchange, conversation.last_begin)


def _loop_of(conversation: Conversation) -> Loop | None:
    loop = calling_loop()
    if loop is not None:
        loop.conversation = conversation
    return loop


def _tell_of(call: _Call | None) -> None:
    """Its own step: an interrupt while listeners draw must close the call, too."""
    if call is not None:
        tell(call.conversation)


def _seconds_since(moment: float | None) -> float | None:
    return None if moment is None else time.perf_counter() - moment


def _shared_settings(conversation: Conversation, settings: dict) -> dict:
    """The settings as JSON, without secrets; the same for all calls if they are."""
    settings = masked(plain(settings))
    if conversation.exchanges and conversation.exchanges[-1].settings == settings:
        return conversation.exchanges[-1].settings
    return settings


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
    answer.stream = tee(answer.stream, lambda body: safely(_end, call, headers, body))


def _end(call: _Call, headers: dict, body: bytes) -> None:
    _finish(call, headers, unpacked(headers, body))


def _finish(call: _Call, headers, body: bytes) -> None:
    exchange = call.exchange
    exchange.reply, exchange.error = answer_of(exchange.status, headers, body)
    _close(call)


def _fail(call: _Call | None, error: BaseException) -> None:
    if call is not None:
        call.exchange.error = masked_text(f"{type(error).__name__}: {error}")
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
    tell(conversation)
