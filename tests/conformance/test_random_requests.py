"""Random requests: whatever comes, the rules accept it or refuse it in words."""

import string as letters

import jsonschema
import pytest
from api_cases import CASES
from hypothesis import example, given, settings
from hypothesis import strategies as st

from helpers.offline.rules import ApiError, check_request
from helpers.offline.rules.json_schema import HOLDERS, VALUES, is_json_schema

KEYS = [
    *("role", "content", "type", "text", "id", "name", "input", "tool_use_id"),
    *("is_error", "cache_control", "caller", "thinking", "signature", "source"),
    *("citations", "output_config", "input_schema", "properties", "budget_tokens"),
]
TYPES = ["text", "tool_use", "tool_result", "thinking", "image", "server_tool_use"]
WORDS = [*TYPES, "user", "assistant", "system", "toolu_1", "toolu_2", "", " ", "clock"]

plain = st.none() | st.booleans() | st.integers() | st.floats()
words = st.sampled_from(WORDS) | st.text(max_size=5)
garbage = st.recursive(
    plain | words,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | words, inner, max_size=4)
    ),
    max_leaves=12,
)
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
        "signature": words,
    },
)
message = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "system"]) | garbage},
    optional={"content": words | st.lists(block | garbage, max_size=4)},
)
tool = st.fixed_dictionaries(
    {"name": words, "input_schema": st.just({"type": "object"}) | garbage},
    optional={"type": words, "strict": st.booleans(), "description": words},
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
        "output_config": garbage,
        "cache_control": garbage,
        "thread": garbage,
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
@given(garbage | request, st.booleans(), st.booleans())
def test_any_json_is_accepted_or_refused_in_words(body, counting, split_results):
    assert answer(body, counting=counting, split_results=split_results)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(CASES), st.data(), garbage)
def test_a_case_with_one_value_replaced_is_accepted_or_refused_in_words(
    case, data, value
):
    assert answer(replaced(case["request"], data, value))


def replaced(value: object, data: st.DataObject, new: object) -> object:
    """The value with something in it, chosen at random, replaced."""
    if not isinstance(value, dict | list) or not value or data.draw(st.booleans()):
        return new
    if isinstance(value, list):
        n = data.draw(st.integers(0, len(value) - 1))
        return [*value[:n], replaced(value[n], data, new), *value[n + 1 :]]
    key = data.draw(st.sampled_from(sorted(value)))
    return {**value, key: replaced(value[key], data, new)}


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


@st.composite
def conversations(draw) -> list[dict]:
    """Histories as a correct loop writes them."""
    some_text = st.text(letters.ascii_letters, min_size=1, max_size=5)
    history = []
    for turn in range(draw(st.integers(0, 4))):
        history.append({"role": "user", "content": draw(some_text)})
        for step in range(draw(st.integers(0, 3))):
            n = draw(st.integers(1, 3))
            ids = [f"toolu_{turn}_{step}_{k}" for k in range(n)]
            history += [
                assistant(ids, draw(st.booleans()), draw(st.booleans())),
                results(draw(st.permutations(ids)), draw(some_text), draw),
            ]
        history.append({"role": "assistant", "content": draw(some_text)})
    return [*history, {"role": "user", "content": draw(some_text)}]


def assistant(ids: list[str], thinks: bool, talks: bool) -> dict:
    content = [{"type": "tool_use", "id": id, "name": "t", "input": {}} for id in ids]
    if talks:
        content.insert(0, {"type": "text", "text": "Let me see."})
    if thinks:
        content.insert(0, {"type": "thinking", "thinking": "", "signature": "s"})
    return {"role": "assistant", "content": content}


def results(ids: list[str], text: str, draw) -> dict:
    forms = [{"content": text}, {"content": ""}, {"content": text, "is_error": True}]
    content = [
        {"type": "tool_result", "tool_use_id": id, **draw(st.sampled_from(forms))}
        for id in ids
    ]
    if draw(st.booleans()):
        content.append({"type": "text", "text": text})
    return {"role": "user", "content": content}


@settings(max_examples=200, deadline=None)
@given(conversations(), st.booleans())
def test_a_correct_history_is_never_refused(history, split_results):
    body = {"model": "claude-haiku-5-5", "max_tokens": 100, "messages": history}
    check_request(body, split_results=split_results)


@settings(max_examples=200, deadline=None)
@given(conversations(), st.data())
def test_a_history_that_lost_one_result_is_refused(history, data):
    places = [
        (n, m)
        for n, said in enumerate(history)
        for m, part in enumerate(said["content"])
        if isinstance(part, dict) and part["type"] == "tool_result"
    ]
    if not places:
        return
    n, m = data.draw(st.sampled_from(places))
    lost = history[n]["content"].pop(m)["tool_use_id"]
    body = {"model": "claude-haiku-5-5", "max_tokens": 100, "messages": history}
    with pytest.raises(ApiError) as refusal:
        check_request(body)
    empty = f"messages.{n}: user messages must have non-empty content"
    assert refusal.value.message == empty or (
        refusal.value.message.startswith(f"messages.{n}: `tool_use` ids were found")
        and lost in refusal.value.message
    )


schema_words = sorted({*VALUES, *HOLDERS})
schema_leaves = plain | st.sampled_from(["string", "object", "a", "", "#", "x#y", 1.0])
schemas = st.recursive(
    schema_leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(schema_words), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=500, deadline=None)
@given(st.dictionaries(st.sampled_from(schema_words), schemas, max_size=4))
@example({"items": [{"type": "string"}]})
@example({"dependencies": {"a": ["b"], "c": {}}})
@example({"required": ["a", "a"]})
@example({"minLength": 1.0})
def test_the_schema_check_agrees_with_the_jsonschema_library(schema):
    validator = jsonschema.Draft202012Validator
    reference = validator(validator.META_SCHEMA)
    assert is_json_schema(schema) == reference.is_valid(schema)
