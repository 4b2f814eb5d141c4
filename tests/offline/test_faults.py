"""Faults on order, and how the real SDK meets them."""

import asyncio
import json
import re

import anthropic
import pytest
from simple_calls import ASK, hello

from helpers.offline import (
    ApiError,
    offline_async_client,
    offline_client,
)
from helpers.offline.faults import FAULTS


def test_two_failures_are_retried_by_the_sdk_and_the_third_attempt_succeeds():
    client = offline_client(hello, faults=[529, 500])
    raw = client.messages.with_raw_response.create(**ASK)
    assert raw.parse().content[0].text == "Hello yourself."
    assert raw.retries_taken == 2


def test_faults_end_and_the_client_goes_on():
    client = offline_client(hello, faults=[None, 401])
    client.messages.create(**ASK)
    with pytest.raises(anthropic.AuthenticationError):
        client.messages.create(**ASK)
    client.messages.create(**ASK)


@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (400, anthropic.BadRequestError, "invalid_request_error"),
        (401, anthropic.AuthenticationError, "authentication_error"),
        (404, anthropic.NotFoundError, "not_found_error"),
        (413, anthropic.ContentTooLargeError, "request_too_large"),
        (429, anthropic.RateLimitError, "rate_limit_error"),
        (500, anthropic.InternalServerError, "api_error"),
        (529, anthropic.OverloadedError, "overloaded_error"),
    ],
)
def test_a_status_is_the_error_that_the_sdk_has_for_it(status, error, kind):
    client = offline_client(hello, faults=[status], max_retries=0)
    with pytest.raises(error) as caught:
        client.messages.create(**ASK)
    assert (caught.value.status_code, caught.value.type) == (status, kind)


def test_a_rate_limit_says_when_to_come_back():
    client = offline_client(hello, faults=[429], max_retries=0)
    with pytest.raises(anthropic.RateLimitError) as caught:
        client.messages.create(**ASK)
    assert float(caught.value.response.headers["retry-after"]) < 0.1


def test_a_rate_limit_names_the_model_and_whom_to_ask():
    client = offline_client(hello, faults=[429], max_retries=0)
    with pytest.raises(anthropic.RateLimitError) as caught:
        client.messages.create(**ASK)
    text = caught.value.body["error"]["message"]
    assert (
        "(org: 00000000-0000-0000-0000-000000000000, model: claude-haiku-5-5)" in text
    )
    assert text.endswith("to discuss your options for a rate limit increase.")


RETRY = ("retry-after", "retry-after-ms", "x-should-retry")
SPENT = {"error_code": "enforced_spend_limit_reached"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"retry-after": "0", "retry-after-ms": "1"}),
        ({"headers": {"Retry-After": "30"}}, {"retry-after": "30"}),
        ({"headers": {"x-should-retry": "false"}}, {"x-should-retry": "false"}),
        ({"details": SPENT}, {}),
    ],
    ids=["none", "retry-after", "x-should-retry", "spend cap"],
)
def test_headers_that_tell_when_to_retry_are_kept_as_given(options, expected):
    error = ApiError(429, "rate_limit_error", "Slow down.", **options)
    client = offline_client(hello, faults=[error], max_retries=0)
    with pytest.raises(anthropic.RateLimitError) as caught:
        client.messages.create(**ASK)
    headers = caught.value.response.headers
    assert {name: headers[name] for name in RETRY if name in headers} == expected


def test_every_attempt_has_its_own_request_id():
    client = offline_client(hello, faults=[529, 529])
    raw = client.messages.with_raw_response.create(**ASK)
    first = offline_client(hello).messages.with_raw_response.create(**ASK)
    assert raw.headers["request-id"] != first.headers["request-id"]


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("timeout", anthropic.APITimeoutError),
        ("connection_error", anthropic.APIConnectionError),
    ],
)
def test_connections_fail_as_the_sdk_reports_them(fault, error):
    client = offline_client(hello, faults=[fault], max_retries=0)
    with pytest.raises(anthropic.APIConnectionError) as caught:
        client.messages.create(**ASK)
    assert type(caught.value) is error


def test_connections_fail_for_async_clients_too():
    client = offline_async_client(hello, faults=["timeout"], max_retries=0)
    with pytest.raises(anthropic.APITimeoutError):
        asyncio.run(client.messages.create(**ASK))


def test_broken_json_reaches_the_caller():
    client = offline_client(hello, faults=["broken_json", "broken_json"])
    with pytest.raises(json.JSONDecodeError):
        client.messages.create(**ASK)
    with (
        pytest.raises(json.JSONDecodeError),
        client.messages.create(**ASK, stream=True) as stream,
    ):
        list(stream)


def test_an_api_error_may_be_a_fault():
    client = offline_client(hello, faults=[ApiError(402, "billing_error", "Pay.")])
    with pytest.raises(anthropic.PaymentRequiredError):
        client.messages.create(**ASK)


@pytest.mark.parametrize(
    ("faults", "complaint"),
    [
        (529, "faults must be a list such as [529, 529]; got 529."),
        ("timeout", "faults must be a list such as [529, 529]; got 'timeout'."),
        ([529, 418], "got 418."),
        (["time out"], "got 'time out'."),
        ([[529]], "got [529]."),
    ],
    ids=["status alone", "name alone", "unknown status", "unknown name", "list"],
)
def test_an_unknown_fault_is_refused_when_the_client_is_made(faults, complaint):
    with pytest.raises(ValueError, match=re.escape(complaint)):
        offline_client(hello, faults=faults)


@pytest.mark.parametrize("name", FAULTS)
def test_every_listed_fault_is_accepted(name):
    offline_client(hello, faults=[name])
