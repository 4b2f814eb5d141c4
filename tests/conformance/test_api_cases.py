"""Every case, given to the rules directly and sent through the real SDK."""

import anthropic
import pytest
from api_cases import ACCEPTED, CASES, REFUSED, agrees, options

from helpers.offline import offline_client
from helpers.offline.rules import ApiError, check_request


def by_id(cases: list[dict]):
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def has_object(cases: list[dict]) -> list[dict]:
    return [case for case in cases if isinstance(case["request"], dict)]


HEADERS = {"version": "anthropic-version", "betas": "anthropic-beta"}
CLIENT = offline_client(lambda request: {"content": [{"type": "text", "text": "ok"}]})


def post(case: dict) -> object:
    """Send the body as it stands; create() would refuse or change some of them."""
    path = "/v1/messages/count_tokens" if "counting" in case else "/v1/messages"
    headers = {name: case[key] for key, name in HEADERS.items() if key in case}
    return CLIENT.post(
        path, body=case["request"], cast_to=object, options={"headers": headers}
    )


def test_ids_are_unique():
    ids = [case["id"] for case in CASES]
    assert sorted(set(ids)) == sorted(ids)


@by_id(REFUSED)
def test_rules_refuse(case):
    with pytest.raises(ApiError) as refusal:
        check_request(case["request"], **options(case))
    error = refusal.value
    assert (error.status, error.type) == (case["status"], case["type"])
    assert agrees(case, error.message), error.message
    assert error.details == case.get("details")


@by_id(ACCEPTED)
def test_rules_accept(case):
    check_request(case["request"], **options(case))


@by_id(has_object(REFUSED))
def test_sdk_raises(case):
    with pytest.raises(anthropic.APIStatusError) as refusal:
        post(case)
    error = refusal.value
    assert (error.status_code, error.type) == (case["status"], case["type"])
    assert agrees(case, error.body["error"]["message"])
    assert error.body["error"].get("details") == case.get("details")


@by_id(ACCEPTED)
def test_sdk_gets_an_answer(case):
    answer = post(case)
    expected = "input_tokens" if "counting" in case else "content"
    assert expected in answer
