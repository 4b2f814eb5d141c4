"""The headers anthropic-version and anthropic-beta reach the rules.

What they change stands in tests/conformance/rules.jsonl.
"""

import anthropic
import pytest
from simple_calls import ASK, hello

from helpers.offline import offline_client

OLD = {"anthropic-version": "2023-06-01"}
SAMPLED = ASK | {"model": "claude-haiku-4-5"}
SERVERS = [{"type": "url", "name": "n", "url": "https://example.com"}]
DOCUMENT = {"type": "document", "source": {"type": "text", "data": "x"}}
HISTORY = [
    *ASK["messages"],
    {"role": "assistant", "content": [DOCUMENT]},
    *ASK["messages"],
]


def said(refusal) -> str:
    return refusal.value.body["error"]["message"]


def test_the_old_version_reads_temperature():
    client = offline_client(hello, default_headers=OLD)
    assert client.messages.create(**SAMPLED, extra_body={"temperature": 1.0}).content


def test_the_old_version_refuses_temperature_to_new_models():
    client = offline_client(hello, default_headers=OLD)
    with pytest.raises(anthropic.BadRequestError) as refusal:
        client.messages.create(**ASK, extra_body={"temperature": 1.0})
    assert said(refusal) == "`temperature` is deprecated for this model."


def test_tokens_are_counted_by_the_rules_of_the_version():
    ask = {"model": ASK["model"], "messages": HISTORY}
    with pytest.raises(anthropic.BadRequestError):
        offline_client().messages.count_tokens(**ask)
    old = offline_client(default_headers=OLD).messages.count_tokens(**ask)
    assert old.input_tokens > 0


def test_a_version_that_the_api_does_not_have_is_refused():
    client = offline_client(hello, default_headers={"anthropic-version": "2027-01-01"})
    with pytest.raises(anthropic.BadRequestError) as refusal:
        client.messages.create(**ASK)
    assert said(refusal) == 'anthropic-version: "2027-01-01" is not a valid version'


def test_a_body_posted_without_the_header_is_answered():
    url = "https://api.anthropic.com/v1/messages"
    response = offline_client(hello)._client.post(url, json=ASK)
    assert response.json()["content"][0]["text"] == "Hello yourself."


@pytest.mark.parametrize("count", [False, True], ids=["create", "count_tokens"])
def test_betas_of_the_sdk_open_their_keys(count):
    messages = offline_client(hello).beta.messages
    call = messages.count_tokens if count else messages.create
    ask = {k: v for k, v in ASK.items() if not (count and k == "max_tokens")}
    assert call(**ask, mcp_servers=SERVERS, betas=["mcp-client-2025-11-20"])
    with pytest.raises(anthropic.BadRequestError) as refusal:
        call(**ask, mcp_servers=SERVERS)
    assert said(refusal) == "mcp_servers: Extra inputs are not permitted"
