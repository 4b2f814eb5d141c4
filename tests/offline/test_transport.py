"""The offline client as its callers meet it: real SDK calls, answered."""

import asyncio
import gc
import logging

import pytest
from simple_calls import ASK, hello

from helpers.offline import (
    StandInError,
    offline_async_client,
    offline_client,
)


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


def test_garbage_is_collected_again_after_a_call():
    with pytest.raises(StandInError):
        offline_client(lambda request: 1 / 0).messages.create(**ASK)
    offline_client(hello).messages.create(**ASK)
    assert gc.isenabled()
