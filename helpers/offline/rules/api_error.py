"""The refusal of a request: what the Messages API would answer instead of a message."""

from typing import NoReturn


class ApiError(Exception):
    """An HTTP error of the API: its status, error type and message.

    `details` goes into the error body, `headers` onto the response.
    """

    def __init__(
        self,
        status: int,
        type: str,
        message: str,
        *,
        details: dict | None = None,
        headers: dict | None = None,
    ):
        super().__init__(message)
        self.status = status
        self.type = type
        self.message = message
        self.details = details
        self.headers = headers


def refuse(message: str) -> NoReturn:
    """Raise the 400 that the API answers to a request it finds invalid."""
    raise ApiError(400, "invalid_request_error", message)
