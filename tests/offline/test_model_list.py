"""The list of models: its pages, and what it says of each model."""

import asyncio
import json
from datetime import UTC, datetime

import anthropic
import pytest

from helpers.offline import offline_async_client, offline_client
from helpers.offline.rules.models import MODELS

CLIENT = offline_client()
ALL = [model.id for model in CLIENT.models.list(limit=1000)]


def ids(page) -> list[str]:
    return [model.id for model in page.data]


@pytest.mark.parametrize("limit", [1, 3, len(ALL) - 1, len(ALL), len(ALL) + 1])
def test_paging_by_hand_comes_to_an_end_with_every_model_once(limit):
    page, seen = CLIENT.models.list(limit=limit), []
    for _ in range(len(ALL)):
        seen += ids(page)
        assert (page.first_id, page.last_id) == (ids(page)[0], ids(page)[-1])
        if not page.has_more:
            break
        page = CLIENT.models.list(limit=limit, after_id=page.last_id)
    assert seen == ALL


@pytest.mark.parametrize("limit", [1, 3, 7, 1000])
def test_a_loop_over_the_list_turns_the_pages_itself(limit):
    assert [model.id for model in CLIENT.models.list(limit=limit)] == ALL
    assert [model.id for model in CLIENT.beta.models.list(limit=limit)] == ALL

    async def listed(models):
        return [model.id async for model in models.list(limit=limit)]

    client = offline_async_client()
    assert asyncio.run(listed(client.models)) == ALL
    assert asyncio.run(listed(client.beta.models)) == ALL


def test_before_id_pages_backwards_from_the_last_model_to_the_first():
    page, seen = CLIENT.models.list(limit=4, before_id=ALL[-1]), [ALL[-1]]
    while page.data:
        seen = ids(page) + seen
        assert page.has_more == (seen != ALL)
        page = CLIENT.models.list(limit=4, before_id=page.first_id)
    assert seen == ALL


@pytest.mark.parametrize(
    ("cursors", "expected"),
    [
        ({"after_id": ALL[-1]}, []),
        ({"before_id": ALL[0]}, []),
        ({"after_id": ALL[1], "before_id": ALL[4]}, ALL[2:4]),
        ({"after_id": ALL[4], "before_id": ALL[1]}, []),
    ],
    ids=["after the last", "before the first", "between two", "between none"],
)
def test_a_page_lies_between_its_cursors(cursors, expected):
    page = CLIENT.models.list(**cursors)
    assert (ids(page), page.has_more) == (expected, False)
    if not expected:
        assert (page.first_id, page.last_id) == (None, None)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({"limit": 0}, "limit: Input should be greater than or equal to 1"),
        ({"limit": -3}, "limit: Input should be greater than or equal to 1"),
        ({"limit": 1001}, "limit: Input should be less than or equal to 1000"),
        ({"limit": "x"}, "limit: Input should be a valid integer, unable to parse"),
        ({"limit": ""}, "limit: Input should be a valid integer, unable to parse"),
        ({"limit": 2.5}, "limit: Input should be a valid integer, unable to parse"),
        ({"limit": "9" * 5000}, "limit: Input should be a valid integer, unable to"),
        ({"after_id": "claude-9"}, "after_id: nothing in this list has the id 'cla"),
        ({"before_id": ""}, "before_id: nothing in this list has the id ''"),
        ({"lifecycle": ["new"]}, "lifecycle.0: Input should be 'active', 'depreca"),
    ],
    ids=str,
)
def test_a_query_that_names_no_page_is_refused(query, text):
    with pytest.raises(anthropic.BadRequestError) as caught:
        CLIENT.models.list(**query)
    assert caught.value.type == "invalid_request_error"
    assert caught.value.api_message.startswith(text)


def test_a_page_holds_twenty_models_unless_the_query_says_otherwise():
    assert len(ids(CLIENT.models.list())) == min(20, len(ALL))


def test_the_newest_model_comes_first():
    released = [model.created_at for model in CLIENT.models.list(limit=1000)]
    assert released == sorted(released, reverse=True)


def test_an_alias_stands_for_its_dated_model():
    assert "claude-haiku-4-5" not in ALL
    for models in (CLIENT.models, CLIENT.beta.models):
        assert models.retrieve("claude-haiku-4-5").id == "claude-haiku-4-5-20251001"


@pytest.mark.parametrize("model_id", MODELS)
def test_a_model_has_every_field_of_the_sdk_type(model_id):
    sent = json.loads(CLIENT.models.with_raw_response.retrieve(model_id).read())
    model = anthropic.types.ModelInfo.model_validate(sent)
    assert set(sent) == set(anthropic.types.ModelInfo.model_fields)
    able = sent["capabilities"]
    assert set(able) == set(anthropic.types.ModelCapabilities.model_fields)
    assert model.created_at > datetime(2025, 1, 1, tzinfo=UTC)
    assert model.max_input_tokens == MODELS[model_id].context
    assert model.max_tokens == MODELS[model_id].max_tokens
    assert model.display_name.startswith(f"Claude {model.line.title()} ")


@pytest.mark.parametrize("model_id", MODELS)
@pytest.mark.parametrize("kind", ["adaptive", "between_tools", "disabled", "enabled"])
def test_a_model_takes_the_thinking_that_its_capabilities_name(model_id, kind):
    thinking = {"type": kind} | ({"budget_tokens": 1024} if kind == "enabled" else {})
    hello = [{"role": "user", "content": "Hello"}]
    ask = {"model": model_id, "max_tokens": 2000, "messages": hello}
    types = CLIENT.models.retrieve(model_id).capabilities.thinking.types
    if getattr(types, kind).supported:
        CLIENT.post("/v1/messages", body=ask | {"thinking": thinking}, cast_to=object)
        return
    with pytest.raises(anthropic.BadRequestError, match="not supported"):
        CLIENT.post("/v1/messages", body=ask | {"thinking": thinking}, cast_to=object)


@pytest.mark.parametrize(
    ("model_id", "name"),
    [
        ("claude-haiku-5-5", "Claude Haiku 5.5"),
        ("claude-haiku-4-5-20251001", "Claude Haiku 4.5"),
        ("claude-sonnet-5", "Claude Sonnet 5"),
    ],
)
def test_a_model_has_a_name_for_people(model_id, name):
    assert CLIENT.models.retrieve(model_id).display_name == name


@pytest.mark.parametrize(
    ("model_id", "efforts"),
    [
        ("claude-haiku-4-5", ""),
        ("claude-opus-4-5", "low medium high"),
        ("claude-sonnet-4-6", "low medium high max"),
        ("claude-haiku-5-5", "low medium high xhigh max"),
    ],
)
def test_a_model_tells_the_efforts_it_takes(model_id, efforts):
    effort = CLIENT.models.retrieve(model_id).capabilities.effort.model_dump()
    assert effort.pop("supported") == bool(efforts)
    taken = {level for level, value in effort.items() if value["supported"]}
    assert taken == set(efforts.split())


def test_the_capabilities_of_haiku_4_5_are_those_of_a_live_answer():
    able = CLIENT.models.retrieve("claude-haiku-4-5").capabilities
    assert able.image_input.supported
    assert not able.code_execution.supported
    assert able.context_management.clear_tool_uses_20250919.supported
    assert not able.context_management.compact_20260112.supported
    assert able.thinking.types.enabled.supported
    assert not able.thinking.types.adaptive.supported


def test_the_list_can_be_narrowed_to_a_stage_of_life():
    [old] = CLIENT.models.list(lifecycle=["deprecated"])
    assert old.id == "claude-opus-4-5-20251101"
    assert old.deprecated_at < old.retires_at
    active = [model.id for model in CLIENT.models.list(lifecycle=["active"], limit=5)]
    assert sorted([*active, old.id]) == sorted(ALL)
    assert ids(CLIENT.models.list(lifecycle=["retired"])) == []


@pytest.mark.parametrize("model_id", ["claude-2.1", "a/b", "claude haiku", "模型"])
def test_a_model_that_is_not_there_is_not_found(model_id):
    for models in (CLIENT.models, CLIENT.beta.models):
        with pytest.raises(anthropic.NotFoundError) as caught:
            models.retrieve(model_id)
        assert caught.value.api_message == f"model: {model_id}"
