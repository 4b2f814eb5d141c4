"""The paths that the stand-in answers, and what it says of all others."""

from collections.abc import Callable
from urllib.parse import unquote

import httpx2

from helpers.offline.accepted import accepted
from helpers.offline.context_editing import counted_before_edits
from helpers.offline.http_answers import Answer, as_json
from helpers.offline.message import count_tokens
from helpers.offline.model_list import model_list, one_model
from helpers.offline.rules.api_error import ApiError

Answerer = Callable[[httpx2.Request], Answer]

HAS = (
    "It answers POST /v1/messages, POST /v1/messages/count_tokens, GET /v1/models and "
    "GET /v1/models/{model_id}."
)


def answer(request: httpx2.Request, answers: Answerer) -> Answer:
    """Return what the path of the request leads to, or raise an ApiError.

    `answers` answers POST /v1/messages.
    """
    match names(request.url):
        case ["v1", "messages"]:
            only(request, "POST")
            return answers(request)
        case ["v1", "messages", "count_tokens"]:
            only(request, "POST")
            return as_json(token_count(request))
        case ["v1", "models"]:
            only(request, "GET")
            return as_json(model_list(request.url.params))
        case ["v1", "models", model_id] if model_id:
            only(request, "GET")
            return as_json(one_model(model_id))
    raise ApiError(404, "not_found_error", has_none(request))


def names(url: httpx2.URL) -> list[str]:
    """The names in a path; one may hold an escaped slash: /v1/models/a%2Fb."""
    path = url.raw_path.decode("ascii").partition("?")[0]
    return [unquote(name) for name in path.split("/")[1:]]


def only(request: httpx2.Request, method: str) -> None:
    """Refuse another method than the one that the path has.

    https://platform.claude.com/docs/en/api/errors (the type; the words are ours)
    """
    if request.method != method:
        text = f"Method Not Allowed: {has_none(request)}"
        raise ApiError(405, "invalid_request_error", text, headers={"allow": method})


def has_none(request: httpx2.Request) -> str:
    return f"The offline stand-in has no {request.method} {request.url.path}. {HAS}"


def token_count(request: httpx2.Request) -> dict:
    """https://platform.claude.com/docs/en/api/messages-count-tokens"""
    body, _ = accepted(request, counting=True)
    tokens = count_tokens(body)
    return {"input_tokens": tokens} | counted_before_edits(body, tokens)
