"""The JSON body of an HTTP request, or the ApiError for one that cannot be read."""

import json
from typing import NoReturn

import httpx2

from helpers.offline.faults import STATUSES
from helpers.offline.rules.api_error import ApiError

MAX_BYTES = 32 * 1024 * 1024  # https://platform.claude.com/docs/en/api/errors


def read_body(request: httpx2.Request) -> object:
    """Return the value that the body holds as JSON."""
    if len(request.content) > MAX_BYTES:
        raise ApiError(413, *STATUSES[413])
    try:
        return json.loads(request.content, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:  # nested too deeply
        text = f"The request body is not valid JSON: {error}"
        raise ApiError(400, "invalid_request_error", text) from error


def no_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads and writes but JSON has not."""
    raise ValueError(f"{name} is no JSON value")
