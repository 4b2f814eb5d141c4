"""The offline client as its callers meet it: the real SDK, its errors and retries."""

import asyncio
import gc
import json
import logging
import re
import time

import anthropic
import httpx2
import pytest
from anthropic import beta_tool

from helpers.offline import (
    ApiError,
    StandInError,
    offline_async_client,
    offline_client,
)
from helpers.offline.faults import FAULTS

ASK = {
    "model": "claude-haiku-5-5",
    "max_tokens": 1000,
    "messages": [{"role": "user", "content": "Hello"}],
}


def hello(request: dict) -> dict:
    return {"content": [{"type": "text", "text": "Hello yourself."}]}


# answers


def test_create_returns_what_the_reply_function_said():
    message = offline_client(hello).messages.create(**ASK)
    assert message.content[0].text == "Hello yourself."


def test_the_reply_function_gets_the_body_of_the_request():
    seen = []

    def reply(request):
        seen.append(request)
        return hello(request)

    offline_client(reply).messages.create(**ASK)
    assert seen == [ASK]


def test_a_call_may_be_repeated_and_is_answered_alike():
    client = offline_client(hello)
    assert client.messages.create(**ASK) == client.messages.create(**ASK)


def test_beta_messages_are_answered_too():
    message = offline_client(hello).beta.messages.create(**ASK)
    assert message.content[0].text == "Hello yourself."


def test_count_tokens_agrees_with_usage():
    client = offline_client(hello)
    counted = client.messages.count_tokens(model=ASK["model"], messages=ASK["messages"])
    message = client.messages.create(**ASK)
    assert counted.input_tokens == message.usage.input_tokens > 0
    in_beta = client.beta.messages.count_tokens(
        model=ASK["model"], messages=ASK["messages"]
    )
    assert in_beta.input_tokens == counted.input_tokens


def test_raw_response_says_that_it_is_a_stand_in():
    raw = offline_client(hello).messages.with_raw_response.create(**ASK)
    assert raw.parse().content[0].text == "Hello yourself."
    assert "not" in raw.headers["x-offline-stand-in"]
    assert raw.headers["anthropic-ratelimit-requests-remaining"].isdigit()
    assert raw.headers["request-id"] == raw.parse()._request_id


def test_fifty_async_calls_at_once_get_fifty_answers():
    def reply(request):
        text = request["messages"][-1]["content"]
        return {"content": [{"type": "text", "text": text}]}

    async def ask_all():
        client = offline_async_client(reply)
        asks = [
            {**ASK, "messages": [{"role": "user", "content": f"Number {i}"}]}
            for i in range(50)
        ]
        return await asyncio.gather(*(client.messages.create(**a) for a in asks))

    messages = asyncio.run(ask_all())
    assert [m.content[0].text for m in messages] == [f"Number {i}" for i in range(50)]
    assert len({message.id for message in messages}) == 50


def test_models_are_listed_and_found():
    client = offline_client(hello)
    listed = [model.id for model in client.models.list()]
    assert "claude-haiku-5-5" in listed
    assert client.models.retrieve("claude-haiku-5-5").max_tokens == 128_000
    with pytest.raises(anthropic.NotFoundError):
        client.models.retrieve("claude-2.1")


# options and environment


def test_client_options_reach_the_sdk():
    seen = []

    def middleware(request, call_next):
        seen.append(request)
        return call_next(request)

    client = offline_client(
        hello,
        max_retries=7,
        timeout=3,
        middleware=[middleware],
        default_headers={"x": "y"},
    )
    client.messages.create(**ASK)
    assert (client.max_retries, client.timeout) == (7, 3)
    assert client.default_headers["x"] == "y"
    assert len(seen) == 1


def test_the_environment_changes_nothing(monkeypatch, caplog, tmp_path):
    for name, value in {
        "ANTHROPIC_API_KEY": "sk-ant-real",
        "ANTHROPIC_AUTH_TOKEN": "token-real",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:9",
        "ANTHROPIC_PROFILE": "nobody",
        "ANTHROPIC_CONFIG_DIR": str(tmp_path),
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "ALL_PROXY": "http://127.0.0.1:9",
        "SSL_CERT_FILE": str(tmp_path / "missing.pem"),
    }.items():
        monkeypatch.setenv(name, value)
    caplog.set_level(logging.WARNING)
    raw = offline_client(hello).messages.with_raw_response.create(**ASK)
    sent = raw.http_request
    assert sent.headers["authorization"] == "Bearer offline"
    assert sent.url.host == "api.anthropic.com"
    assert raw.parse().content[0].text == "Hello yourself."
    assert caplog.records == []


# errors


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
    ("method", "url"),
    [
        ("post", "/v1/complete"),
        ("get", "/v1/messages"),
        ("post", "/v1/messages/batches"),
        ("get", "https://example.com/"),
    ],
)
def test_any_other_path_or_host_is_not_found(method, url):
    send = getattr(offline_client(hello), method)
    with pytest.raises(anthropic.NotFoundError) as caught:
        send(url, cast_to=object)
    assert caught.value.type == "not_found_error"
    assert "It answers POST /v1/messages" in caught.value.api_message


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


# bugs in reply functions


def test_a_bug_in_a_reply_function_surfaces_at_once_with_its_cause():
    calls = []

    def reply(request):
        calls.append(1)
        return {"content": request["no_such_key"]}

    with pytest.raises(StandInError, match="reply function") as caught:
        offline_client(reply).messages.create(**ASK)
    assert isinstance(caught.value, anthropic.AnthropicError)
    assert isinstance(caught.value.__cause__, KeyError)
    assert "KeyError: 'no_such_key'" in str(caught.value)
    assert len(calls) == 1


def test_a_bug_in_a_reply_function_surfaces_in_async_calls_too():
    with pytest.raises(StandInError):
        asyncio.run(offline_async_client(lambda r: 1 / 0).messages.create(**ASK))


@pytest.mark.parametrize("stream", [False, True])
def test_a_reply_of_another_shape_says_what_a_reply_looks_like(stream):
    with pytest.raises(StandInError, match="A reply must be a dict like"):
        offline_client(lambda request: "Hello").messages.create(**ASK, stream=stream)


def test_a_reply_that_json_cannot_hold_is_a_bug_of_the_reply_function():
    reply = {"content": [{"type": "text", "text": "Hi", "citations": {1, 2}}]}
    with pytest.raises(StandInError, match="reply function"):
        offline_client(lambda request: reply).messages.create(**ASK)


def test_an_sdk_error_in_a_reply_function_is_not_retried():
    calls = []

    def reply(request):
        calls.append(1)
        raise anthropic.APIConnectionError(request=httpx2.Request("GET", "http://x"))

    with pytest.raises(StandInError, match="raise ApiError"):
        offline_client(reply).messages.create(**ASK)
    assert len(calls) == 1


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_passes_through(stop):
    def reply(request):
        raise stop

    with pytest.raises(stop):
        offline_client(reply).messages.create(**ASK)


# faults


def test_two_failures_are_retried_by_the_sdk_and_the_third_attempt_succeeds():
    client = offline_client(hello, faults=[529, 500])
    started = time.perf_counter()
    raw = client.messages.with_raw_response.create(**ASK)
    assert time.perf_counter() - started < 1  # the SDK alone would wait longer
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


def test_all_kinds_of_rate_limits_have_their_headers():
    headers = offline_client(hello).messages.with_raw_response.create(**ASK).headers
    for kind in ("requests", "tokens", "input-tokens", "output-tokens"):
        for part in ("limit", "remaining", "reset"):
            assert f"anthropic-ratelimit-{kind}-{part}" in headers


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


def test_a_cut_stream_ends_without_a_stop_reason():
    client = offline_client(hello, faults=["cut_stream"])
    with client.messages.stream(**ASK) as stream:
        message = stream.get_final_message()
    assert message.stop_reason is None


def test_an_error_event_ends_a_stream_that_has_begun():
    client = offline_client(hello, faults=["error_event"])
    seen = []
    with (
        pytest.raises(anthropic.APIStatusError) as caught,
        client.messages.create(**ASK, stream=True) as stream,
    ):
        seen.extend(stream)
    assert len(seen) > 1
    assert (caught.value.status_code, caught.value.type) == (200, "overloaded_error")


def call_with(given):
    block = {"type": "tool_use", "name": "clock", "input": given}
    return lambda request: {"content": [block]}


@pytest.mark.parametrize("given", [{}, {"zone": "UTC"}], ids=["empty", "filled"])
def test_broken_tool_json_makes_the_sdk_raise_its_value_error(given):
    client = offline_client(call_with(given), faults=["broken_tool_json"])
    with (
        pytest.raises(ValueError, match="Unable to parse tool parameter JSON"),
        client.messages.stream(**ASK) as stream,
    ):
        stream.get_final_message()


def test_broken_tool_json_needs_a_call_in_the_reply():
    client = offline_client(hello, faults=["broken_tool_json"])
    with pytest.raises(StandInError, match="needs a reply with a call"):
        client.messages.create(**ASK, stream=True)


@pytest.mark.parametrize("fault", ["cut_stream", "error_event", "broken_tool_json"])
def test_a_fault_of_streams_needs_a_stream(fault):
    client = offline_client(hello, faults=[fault])
    with pytest.raises(StandInError, match="needs a call that streams"):
        client.messages.create(**ASK)


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


# the SDK's own tool loop


@beta_tool
def add(a: int, b: int) -> str:
    """Add two numbers."""
    return str(a + b)


@beta_tool
def double(n: int) -> str:
    """Double a number."""
    return str(2 * n)


def add_then_double(request: dict) -> dict:
    results = [
        block["content"]
        for message in request["messages"]
        if message["role"] == "user" and isinstance(message["content"], list)
        for block in message["content"]
        if block["type"] == "tool_result"
    ]
    texts = [r if isinstance(r, str) else r[0]["text"] for r in results]
    if not texts:
        return call("add", {"a": 2, "b": 3})
    if len(texts) == 1:
        return call("double", {"n": int(texts[0])})
    return {"content": [{"type": "text", "text": f"It is {texts[1]}."}]}


def call(name: str, given: dict) -> dict:
    return {"content": [{"type": "tool_use", "name": name, "input": given}]}


@pytest.mark.parametrize(
    "options", [{}, {"thread": False}], ids=["default", "no thread"]
)
def test_tool_runner_finishes_a_conversation_of_two_tools(options):
    client = offline_client(add_then_double)
    runner = client.beta.messages.tool_runner(**ASK, tools=[add, double], **options)
    assert [message.stop_reason for message in runner] == [
        "tool_use",
        "tool_use",
        "end_turn",
    ]
    final = client.beta.messages.tool_runner(**ASK, tools=[add, double], **options)
    assert final.until_done().content[0].text == "It is 10."


def test_garbage_is_collected_again_after_a_call():
    with pytest.raises(StandInError):
        offline_client(lambda request: 1 / 0).messages.create(**ASK)
    offline_client(hello).messages.create(**ASK)
    assert gc.isenabled()


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


@pytest.mark.parametrize(
    ("model", "extra", "complaint"),
    [
        ("claude-sonnet-4-6", {"temperature": 1.0}, None),
        ("claude-haiku-4-5", {"top_k": 5}, None),
        (
            "claude-haiku-5-5",
            {"temperature": 1.0},
            "`temperature` is deprecated for this model.",
        ),
        (
            "claude-haiku-4-5",
            {"temperature": 1, "top_p": 0.5},
            "`temperature` and `top_p` cannot both be specified for this model. "
            "Please use only one.",
        ),
        (
            "claude-haiku-4-5",
            {"temperature": "hot"},
            "temperature: Input should be a valid number",
        ),
        ("claude-haiku-4-5", {"n": 1}, "n: Extra inputs are not permitted"),
    ],
)
def test_the_old_api_version_still_reads_temperature(model, extra, complaint):
    old = {"anthropic-version": "2023-06-01"}
    client = offline_client(hello, default_headers=old)
    ask = ASK | {"model": model}
    if complaint is None:
        assert client.messages.create(**ask, extra_body=extra).content
        return
    with pytest.raises(anthropic.BadRequestError) as caught:
        client.messages.create(**ask, extra_body=extra)
    assert caught.value.body["error"]["message"] == complaint
