"""The stand-in behind the real SDK: HTTP in, HTTP out, with no socket.

A request is parsed, checked by the rules and answered by the reply function, or it is
looked up in a recording; the Message goes back as JSON or as a stream. Nothing is
remembered between two calls but the faults still to come.
"""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import anthropic
import httpx2

from helpers.offline.accepted import accepted
from helpers.offline.faults import (
    ONLY_STREAMED,
    SPOILED,
    Fault,
    checked,
    strike,
)
from helpers.offline.http_answers import (
    EVENTS,
    Answer,
    answer_headers,
    as_events,
    as_json,
    error_response,
)
from helpers.offline.message import complete
from helpers.offline.paths import Answerer, answer
from helpers.offline.prefill import Reply, going_on
from helpers.offline.recorded import recorded_answers
from helpers.offline.replies import reply as course_reply
from helpers.offline.rules.api_error import ApiError
from helpers.offline.stand_in_error import StandInError
from helpers.recorder import record

# Given to the SDK so that it does not look for keys and addresses in the environment.
# The address is only a name: no request leaves the process.
OFFLINE = {"api_key": "offline", "base_url": "https://api.anthropic.com"}


def offline_client(
    reply: Reply | None = None,
    *,
    faults: Iterable[Fault] = (),
    replay: str | Path | None = None,
    **client_options,
) -> anthropic.Anthropic:
    """Return a real Anthropic client whose calls the stand-in answers.

    `replay` is a file of connect(record=...), which then holds all the answers.
    `faults` meet the client's HTTP attempts in order, the SDK's own retries included:
    with [529, 529] the first call fails twice and succeeds at its third attempt, with
    [None, "timeout"] the second attempt times out. FAULTS in faults.py lists them all.
    """
    answers = transport(answerer(reply, replay), faults)
    http_client = httpx2.Client(transport=answers, trust_env=False)
    return anthropic.Anthropic(http_client=http_client, **options(client_options))


def offline_async_client(
    reply: Reply | None = None,
    *,
    faults: Iterable[Fault] = (),
    replay: str | Path | None = None,
    **client_options,
) -> anthropic.AsyncAnthropic:
    """Return what offline_client returns, for code that awaits its calls."""
    answers = transport(answerer(reply, replay), faults)
    http_client = httpx2.AsyncClient(transport=answers, trust_env=False)
    return anthropic.AsyncAnthropic(http_client=http_client, **options(client_options))


def options(client_options: dict) -> dict:
    """Add what makes a client offline, and the recorder, to a caller's options."""
    middleware = [*client_options.get("middleware", ()), record]
    return {**OFFLINE, **client_options, "middleware": middleware}


def answerer(reply: Reply | None, replay: str | Path | None) -> Answerer:
    """Return what answers POST /v1/messages: a reply function, or a recording."""
    if replay is None:
        return partial(replied, reply or going_on(course_reply))
    if reply is not None:
        raise ValueError("Give a reply function or a recording to replay, not both.")
    return recorded_answers(replay)


def transport(answers: Answerer, faults: Iterable[Fault]) -> httpx2.MockTransport:
    coming = checked(faults)

    def handle(request: httpx2.Request) -> httpx2.Response:
        try:
            with no_garbage_collection():
                return respond(request, answers, next(coming, None))
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


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Within the block Python looks for no garbage.

    A long history is many objects and none of them garbage; looking through them over
    and over took longer than the answer (benchmarks/standin_calls.py).
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def respond(
    request: httpx2.Request, answers: Answerer, fault: Fault
) -> httpx2.Response:
    strike(fault, request)
    media_type, chunks = answer(request, answers)
    if fault in ONLY_STREAMED and media_type != EVENTS:
        raise StandInError(f"The fault {fault!r} needs a call that streams its answer.")
    if fault in SPOILED:
        chunks = SPOILED[fault](chunks)
    headers = {**answer_headers(request), "content-type": media_type}
    return httpx2.Response(200, headers=headers, content="".join(chunks).encode())


def replied(reply: Reply, request: httpx2.Request) -> Answer:
    """Return the reply function's answer, made into a Message or its events."""
    body, told = accepted(request)
    try:
        message = complete(body, reply(body)) | told
        if body.get("stream"):
            return as_events(message)
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
