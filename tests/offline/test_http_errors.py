"""Errors over HTTP, as the SDK shows them: what is refused, and what is not there."""

import json

import anthropic
import pytest
from simple_calls import ASK, hello

from helpers.offline import (
    ApiError,
    offline_client,
)


def test_an_error_looks_as_the_sdk_shows_those_of_the_api():
    with pytest.raises(anthropic.BadRequestError) as caught:
        offline_client(hello).messages.create(**{**ASK, "messages": []})
    error = caught.value
    assert str(error).startswith("Error code: 400 - {'type': 'error', 'error': {'type'")
    assert (error.status_code, error.type) == (400, "invalid_request_error")
    assert error.body["request_id"] == error.request_id
    assert error.request_id.startswith("req_off")
    assert error.response.headers["x-should-retry"] == "false"


def test_api_error_of_a_reply_function_becomes_an_http_answer():
    def reply(request):
        raise ApiError(
            403,
            "permission_error",
            "Not yours.",
            details={"error_code": "a_code"},
            headers={"x-more": "1"},
        )

    with pytest.raises(anthropic.PermissionDeniedError) as caught:
        offline_client(reply).messages.create(**ASK)
    error = caught.value
    assert (error.type, error.api_message) == ("permission_error", "Not yours.")
    assert error.error_code == "a_code"
    assert error.response.headers["x-more"] == "1"


@pytest.mark.parametrize(
    "content",
    [b"", b'{"model": ', b"\xff\xfe\x00{"],
    ids=["empty", "cut", "not text"],
)
def test_a_body_that_is_not_json_is_refused(content):
    with pytest.raises(anthropic.BadRequestError) as caught:
        offline_client(hello).post("/v1/messages", cast_to=object, content=content)
    assert caught.value.type == "invalid_request_error"
    assert "not valid JSON" in caught.value.api_message


def test_a_body_over_32_mb_is_too_large():
    messages = [{"role": "user", "content": "x" * (32 * 1024 * 1024)}]
    with pytest.raises(anthropic.ContentTooLargeError) as caught:
        offline_client(hello).messages.create(**{**ASK, "messages": messages})
    assert caught.value.type == "request_too_large"


def test_all_kinds_of_rate_limits_have_their_headers():
    headers = offline_client(hello).messages.with_raw_response.create(**ASK).headers
    for kind in ("requests", "tokens", "input-tokens", "output-tokens"):
        for part in ("limit", "remaining", "reset"):
            assert f"anthropic-ratelimit-{kind}-{part}" in headers


def test_a_body_that_is_nested_too_deeply_is_no_valid_json():
    client = offline_client(hello)
    deep = "[" * 100_000 + "]" * 100_000
    with pytest.raises(anthropic.BadRequestError, match="not valid JSON"):
        client.post("/v1/messages", content=deep.encode(), cast_to=object)


def test_half_an_emoji_in_an_error_is_answered_as_an_error():
    client = offline_client(hello)
    body = b'{"model":"\\ud800"}'
    url = "https://api.anthropic.com/v1/messages"
    response = client._client.post(url, content=body)
    assert response.status_code == 404
    assert response.json()["error"]["message"] == "model: \ud800"


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_a_constant_that_json_does_not_have_is_refused(name):
    content = json.dumps(ASK).replace("1000", name).encode()
    url = "https://api.anthropic.com/v1/messages"
    response = offline_client(hello)._client.post(url, content=content)
    assert response.status_code == 400
    assert f"{name} is no JSON value" in response.json()["error"]["message"]


def test_messages_that_are_no_objects_leave_the_recorder_silent(capfd):
    with pytest.raises(anthropic.BadRequestError, match=r"messages\.0: Input should"):
        offline_client(hello).messages.create(**ASK | {"messages": [3]})
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("model", "letters", "is_refused"),
    [
        ("claude-haiku-4-5", 700_000, False),
        ("claude-haiku-4-5", 900_000, True),
        ("claude-haiku-5-5", 900_000, False),
        ("claude-haiku-5-5", 4_100_000, True),
    ],
)
def test_a_prompt_over_the_context_window_is_too_long(model, letters, is_refused):
    messages = [{"role": "user", "content": "x" * letters}]
    ask = ASK | {"model": model, "messages": messages}
    client = offline_client(hello)
    if not is_refused:
        assert client.messages.create(**ask).content
        return
    limit = 200_000 if model == "claude-haiku-4-5" else 1_000_000
    said = rf"prompt is too long: \d+ tokens > {limit} maximum"
    with pytest.raises(anthropic.BadRequestError, match=said):
        client.messages.create(**ask)
