"""Random requests: whatever comes, the rules accept it or refuse it in words."""

import pytest
from api_cases import CASES
from hypothesis import given, settings
from hypothesis import strategies as st
from random_json import TYPES, garbage, replaced, words

from helpers.offline.rules import ApiError, check_request
from helpers.offline.rules.beta_rules import BETA_OF
from helpers.offline.rules.json_schema import HOLDERS, VALUES

block = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES)},
    optional={
        "text": words,
        "id": words,
        "name": words,
        "input": st.just({}) | garbage,
        "tool_use_id": words,
        "content": words | garbage,
        "is_error": st.booleans(),
        "thinking": words,
        "signature": words | st.just("offline-0"),
        "cache_control": st.just({"type": "ephemeral", "ttl": "1h"}) | garbage,
    },
)
message = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "system"]) | garbage},
    optional={"content": words | st.lists(block | garbage, max_size=4)},
)
schema = st.dictionaries(
    st.sampled_from(sorted({*VALUES, *HOLDERS})), garbage, max_size=4
).map(lambda keys: {"type": "object"} | keys)
tool = st.fixed_dictionaries(
    {"name": words, "input_schema": schema | garbage},
    optional={
        "type": st.sampled_from(["custom", "bash_20250124", "mcp_toolset"]) | words,
        "description": words,
        "cache_control": st.just({"type": "ephemeral", "ttl": "1h"}) | garbage,
        **dict.fromkeys(("strict", "defer_loading"), st.booleans()),
        "input_examples": st.lists(garbage, max_size=2),
    },
)
request = st.fixed_dictionaries(
    {
        "model": st.sampled_from(
            ["claude-haiku-5-5", "claude-haiku-4-5", "claude-opus-5-5"]
        ),
        "max_tokens": st.integers(-1, 5000),
        "messages": st.lists(message, min_size=1, max_size=6),
    },
    optional={
        "tools": st.lists(tool | garbage, max_size=3),
        "tool_choice": st.sampled_from([{"type": "any"}, {"type": "auto"}]) | garbage,
        "thinking": st.just({"type": "enabled", "budget_tokens": 1024}) | garbage,
        "system": words | garbage,
        "stop_sequences": garbage,
        "metadata": garbage,
        "output_config": garbage
        | st.fixed_dictionaries(
            {
                "format": st.fixed_dictionaries(
                    {"type": st.just("json_schema"), "schema": schema}
                )
            }
        ),
        "cache_control": garbage,
        "thread": garbage,
        "temperature": garbage,
        "diagnostics": garbage,
        **dict.fromkeys(BETA_OF, garbage),
    },
)
headers = st.fixed_dictionaries(
    {},
    optional={
        "version": st.sampled_from(["", "2023-06-01", "2026-10-21", "1"]),
        "betas": st.just(
            ",".join(beta for betas in BETA_OF.values() for beta in betas)
        ),
    },
)


def answer(body: object, **options) -> str:
    """The words of the refusal, or "accepted"; anything else is raised."""
    try:
        check_request(body, **options)
    except ApiError as error:
        return error.message
    return "accepted"


@settings(max_examples=400, deadline=None)
@given(garbage | request, headers, st.booleans(), st.booleans())
def test_any_json_is_accepted_or_refused_in_words(
    body, headers, counting, split_results
):
    assert answer(body, counting=counting, split_results=split_results, **headers)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(CASES), st.data(), garbage)
def test_a_case_with_one_value_replaced_is_accepted_or_refused_in_words(
    case, data, value
):
    assert answer(replaced(case["request"], data, value))


@pytest.mark.parametrize(
    "place",
    ["model", "messages", "tools", "system", "thinking", "tool_choice", "metadata"],
)
def test_deep_nesting_is_refused_in_words(place):
    body = {"model": "claude-haiku-5-5", "max_tokens": 1, "messages": []}
    with pytest.raises(ApiError):
        check_request(body | {place: nested(50_000)})


def test_a_deep_schema_and_a_deep_input_are_accepted():
    schema = {"type": "object"}
    for _ in range(50_000):
        schema = {"type": "object", "properties": {"a": schema}}
    user = {"role": "user", "content": "hi"}
    call = {"type": "tool_use", "id": "a", "name": "t", "input": {"a": nested(50_000)}}
    result = {"type": "tool_result", "tool_use_id": "a"}
    check_request(
        {
            "model": "claude-haiku-5-5",
            "max_tokens": 1,
            "tools": [{"name": "t", "input_schema": schema}],
            "messages": [
                user,
                {"role": "assistant", "content": [call]},
                {"role": "user", "content": [result]},
            ],
        }
    )


def nested(depth: int) -> list:
    value = []
    for _ in range(depth):
        value = [value]
    return value
