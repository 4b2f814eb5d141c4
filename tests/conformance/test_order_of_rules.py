"""Two mistakes in one request: the one that the API finds first is reported.

The order is that of source C1 in docs/standin.md; under version 2023-06-01 it holds
temperature, top_k and top_p too.
"""

from itertools import combinations

import pytest

from helpers.offline.rules import ApiError, check_request

NEW, OLD = "2026-10-21", "2023-06-01"
GOOD = {
    "model": "claude-haiku-4-5",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "hi"}],
}
# Each key with a value that breaks its rule, in the order in which the API looks.
BROKEN = {
    "model": 5,
    "tool_choice": "auto",
    "tools": None,
    "messages": [],
    "system": 5,
    "thinking": None,
    "output_config": [],
    "cache_control": "ephemeral",
    "max_tokens": -1,
    "metadata": [],
    "stop_sequences": [""],
    "temperature": "hot",
    "service_tier": "fast",
    "top_k": "many",
    "top_p": "high",
    "stream": "yes",
    "container": 5,
    "inference_geo": 5,
    "response_format": {},
}
SAMPLING = ("temperature", "top_k", "top_p")
UNKNOWN = ("response_format", *SAMPLING)
CONVERSATION = {
    "an empty turn": [{"role": "user", "content": ""}],
    "a call without a result": [
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "a", "name": "t", "input": {}}],
        }
    ],
    "a document of the assistant": [
        {"role": "assistant", "content": [{"type": "document", "source": {}}]}
    ],
    "a system message at the start": [{"role": "system", "content": "Be brief."}],
}


def refusal(request: dict, version: str) -> str:
    with pytest.raises(ApiError) as refused:
        check_request(request, version=version)
    return refused.value.message


def broken(*keys: str) -> dict:
    return GOOD | {key: BROKEN[key] for key in keys}


@pytest.mark.parametrize("pair", list(combinations(BROKEN, 2)), ids="-".join)
def test_the_earlier_of_two_keys_is_reported_by_the_old_version(pair):
    first, second = pair
    # Told apart by the whole message: it is the one that the first mistake has alone.
    assert refusal(broken(second, first), OLD) == refusal(broken(first), OLD)


KNOWN = [key for key in BROKEN if key not in UNKNOWN]


@pytest.mark.parametrize("pair", list(combinations(KNOWN, 2)), ids="-".join)
def test_the_earlier_of_two_keys_is_reported(pair):
    first, second = pair
    assert refusal(broken(second, first), NEW) == refusal(broken(first), NEW)


@pytest.mark.parametrize("unknown", UNKNOWN)
@pytest.mark.parametrize("key", KNOWN)
def test_unknown_keys_come_after_all_known_ones(key, unknown):
    assert refusal(broken(unknown, key), NEW) == refusal(broken(key), NEW)


@pytest.mark.parametrize("history", CONVERSATION.values(), ids=CONVERSATION)
@pytest.mark.parametrize("key", [key for key in BROKEN if key != "messages"])
def test_the_conversation_as_a_whole_comes_last(key, history):
    request = broken(key) | {"messages": history}
    assert refusal(request, NEW) == refusal(broken(key), NEW)
    assert refusal(GOOD | {"messages": history}, NEW) != refusal(broken(key), NEW)
