"""What no single request shows: limits, switches, and the SDK as the reference."""

import inspect
import typing
from collections.abc import Iterator
from contextlib import suppress

import anthropic
import pytest
from anthropic.types import ContentBlockParam, ToolUnionParam, model
from anthropic.types.beta import BetaContentBlockParam, BetaToolUnionParam
from api_cases import CASES
from typing_extensions import is_typeddict

from helpers.offline import offline_client
from helpers.offline.rules import COUNT_KEYS, CREATE_KEYS, ApiError, check_request
from helpers.offline.rules.blocks import SERVER_RESULTS, content_block
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.tool_rules import one_tool

MESSAGES = anthropic.Anthropic(api_key="none").beta.messages
# Arguments of create and count_tokens that do not become a key of the body.
NOT_IN_BODY = {"betas", "user_profile_id", "workspace_id", "output_format"}
ENDED = {"claude-mythos-preview", "claude-sonnet-4-5", "claude-sonnet-4-5-20250929"}
# Values that are not strings, for the keys of blocks.
SAMPLES = {
    **dict.fromkeys(("cache_control", "citations"), None),
    **{key: {} for key in ("input", "source", "caller", "tool", "from", "to")},
    **{key: [] for key in ("content", "tabs", "tools", "state_changes")},
    "is_error": False,
}
SAMPLES_BY_TYPE = {
    "search_result": {"source": "x", "citations": {}},
    "server_tool_use": {"id": "srvtoolu_1"},
    **{kind: {"tool_use_id": "srvtoolu_1"} for kind in SERVER_RESULTS},
}


def request(*messages: dict, **parameters) -> dict:
    return {
        "model": "claude-haiku-5-5",
        "max_tokens": 100,
        "messages": list(messages),
        **parameters,
    }


def call(id: str) -> dict:
    return {"type": "tool_use", "id": id, "name": "clock", "input": {}}


def result(id: str) -> dict:
    return {"type": "tool_result", "tool_use_id": id, "content": "now"}


def says(role: str, *content: dict) -> dict:
    return {"role": role, "content": list(content)}


def members(union: object) -> Iterator[object]:
    """Yield what a union, and the unions and literals in it, are made of."""
    arguments = typing.get_args(union)
    if not arguments:
        yield union
    for argument in arguments:
        yield from members(argument)


def params(*unions: object) -> list[type]:
    """The TypedDicts of the unions."""
    return [
        member for union in unions for member in members(union) if is_typeddict(member)
    ]


@pytest.mark.parametrize(
    "param",
    params(ContentBlockParam, BetaContentBlockParam),
    ids=lambda param: param.__name__,
)
def test_every_key_of_a_block_of_the_sdk_is_legal(param):
    hints = typing.get_type_hints(param)
    [kind] = typing.get_args(hints["type"])
    samples = {**SAMPLES, **SAMPLES_BY_TYPE.get(kind, {})}
    block = {key: samples.get(key, "x") for key in hints} | {"type": kind}
    assert content_block(block) is None
    assert (
        content_block(block | {"zz": 1})
        == f".{kind}.zz: Extra inputs are not permitted"
    )


@pytest.mark.parametrize(
    "param",
    params(ToolUnionParam, BetaToolUnionParam),
    ids=lambda param: param.__name__,
)
def test_every_tool_type_of_the_sdk_is_known(param):
    for kind in members(typing.get_type_hints(param)["type"]):
        if isinstance(kind, str):
            assert "Input tag" not in (one_tool({"type": kind}) or "")


def test_models_are_those_of_the_sdk_that_have_not_ended():
    known = {id for id in members(model.Model) if isinstance(id, str)}
    assert set(MODELS) == known - ENDED


@pytest.mark.parametrize(
    ("keys", "method"),
    [(CREATE_KEYS, MESSAGES.create), (COUNT_KEYS, MESSAGES.count_tokens)],
    ids=["create", "count_tokens"],
)
def test_legal_keys_are_the_arguments_of_the_sdk(keys, method):
    arguments = set(inspect.signature(method).parameters)
    extra = {name for name in arguments if name.startswith("extra_")}
    assert set(keys) == arguments - extra - {"timeout"} - NOT_IN_BODY


def test_results_in_two_messages_are_accepted_when_switched_on():
    split = request(
        says("user", {"type": "text", "text": "hi"}),
        says("assistant", call("a"), call("b")),
        says("user", result("a")),
        says("user", result("b")),
    )
    check_request(split, split_results=True)
    with pytest.raises(ApiError, match=r"messages\.2: .* after: b\."):
        check_request(split, split_results=False)


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ([result("a"), result("b")], r"messages\.2\.content\.0: each tool_use must"),
        ([result("c"), result("b")], r"messages\.2\.content\.0: unexpected"),
        ([{"type": "text", "text": "x"}], r"messages\.1: .* immediately after: b\."),
    ],
    ids=["twice", "stranger", "missing"],
)
def test_split_results_obey_the_other_rules(second, message):
    split = request(
        says("assistant", call("a"), call("b")),
        says("user", result("a")),
        says("user", *second),
    )
    with pytest.raises(ApiError, match=message):
        check_request(split, split_results=True)


def test_more_than_100000_messages_are_refused():
    message = {"role": "user", "content": "hi"}
    check_request(request(*[message] * 100_000))
    with pytest.raises(ApiError, match="100000"):
        check_request(request(*[message] * 100_001))


def test_tool_runner_goes_on_without_a_thread():
    @anthropic.beta_tool
    def clock() -> str:
        """The time."""
        return "10:22"

    def reply(body: dict) -> dict:
        if len(body["messages"]) == 1:
            return {"content": [call("a")], "stop_reason": "tool_use"}
        return {"content": [{"type": "text", "text": "It is 10:22."}]}

    runner = offline_client(reply=reply).beta.messages.tool_runner(
        **request({"role": "user", "content": "What time is it?"}), tools=[clock]
    )
    assert runner.until_done().content[0].text == "It is 10:22."


def test_checking_leaves_the_request_as_it_was():
    for case in CASES:
        before = repr(case["request"])
        with suppress(ApiError):
            check_request(case["request"])
        assert repr(case["request"]) == before
