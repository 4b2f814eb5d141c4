"""The paths of the API: those that are answered, and what is said of the others."""

import anthropic
import pytest
from simple_calls import ASK, hello

from helpers.offline import offline_client

CLIENT = offline_client(hello)
HOST = "https://api.anthropic.com"
COUNT = {key: value for key, value in ASK.items() if key != "max_tokens"}


def send(method: str, path: str, **options):
    return CLIENT._client.request(method, f"{HOST}{path}", **options)


@pytest.mark.parametrize(
    "call",
    [
        lambda: CLIENT.messages.batches.create(requests=[]),
        lambda: CLIENT.messages.batches.list(),
        lambda: CLIENT.messages.batches.retrieve("msgbatch_1"),
        lambda: CLIENT.beta.messages.batches.list(),
        lambda: CLIENT.files.list(),
        lambda: CLIENT.beta.files.upload(file=("a.txt", b"A")),
        lambda: CLIENT.beta.files.download("file_1"),
        lambda: CLIENT.beta.skills.list(),
        lambda: CLIENT.post("/v1/complete", cast_to=object),
        lambda: CLIENT.post("/v1/messages/", cast_to=object, body=ASK),
        lambda: CLIENT.get("/v1/models/", cast_to=object),
        lambda: CLIENT.get("/v1/models/a/b", cast_to=object),
        lambda: CLIENT.get("https://example.com/", cast_to=object),
        lambda: CLIENT.get("/v1/v1/models", cast_to=object),
    ],
)
def test_any_other_path_is_not_found_and_the_answer_lists_those_there_are(call):
    with pytest.raises(anthropic.NotFoundError) as caught:
        call()
    assert caught.value.type == "not_found_error"
    for path in ("/v1/messages", "/v1/messages/count_tokens", "/v1/models/{model_id}"):
        assert path in caught.value.api_message


@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("/v1/messages", "POST"),
        ("/v1/messages/count_tokens", "POST"),
        ("/v1/models", "GET"),
        ("/v1/models/claude-haiku-5-5", "GET"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
def test_a_method_that_a_path_does_not_have_is_not_allowed(method, path, right):
    if method == right:
        return
    response = send(method, path)
    assert (response.status_code, response.headers["allow"]) == (405, right)
    error = response.json()["error"]
    assert error["type"] == "invalid_request_error"
    assert f"has no {method} {path}. It answers POST" in error["message"]


def test_a_wrong_method_is_not_tried_again():
    seen = []

    def count(request, call_next):
        seen.append(request)
        return call_next(request)

    client = offline_client(hello, middleware=[count])
    with pytest.raises(anthropic.APIStatusError) as caught:
        client.get("/v1/messages", cast_to=object)
    assert (caught.value.status_code, len(seen)) == (405, 1)


@pytest.mark.parametrize("query", ["?beta=true", "?", "?a=1&b=%2F"])
def test_a_query_changes_no_path(query):
    assert send("POST", f"/v1/messages{query}", json=ASK).json()["type"] == "message"
    counted = send("POST", f"/v1/messages/count_tokens{query}", json=COUNT).json()
    assert counted["input_tokens"] > 0
    assert send("GET", f"/v1/models{query}").json()["data"]
    one = send("GET", f"/v1/models/claude-haiku-5-5{query}").json()
    assert one["id"] == "claude-haiku-5-5"


def test_two_different_requests_have_two_ids_and_equal_ones_share_theirs():
    asked = [
        ("GET", "/v1/models", {}),
        ("GET", "/v1/models?limit=1", {}),
        ("GET", "/v1/models/claude-haiku-5-5", {}),
        ("GET", "/v1/messages", {}),
        ("HEAD", "/v1/models", {}),
        ("POST", "/v1/messages", {"json": ASK}),
        ("POST", "/v1/messages", {"json": ASK | {"max_tokens": 1}}),
        ("POST", "/v1/messages/count_tokens", {"json": ASK}),
    ]
    once = [send(m, path, **body).headers["request-id"] for m, path, body in asked]
    again = [send(m, path, **body).headers["request-id"] for m, path, body in asked]
    assert once == again
    assert len(set(once)) == len(asked)


def test_the_sdk_shows_the_request_id_of_a_list():
    raw = CLIENT.models.with_raw_response.list(limit=2)
    assert raw.parse()._request_id == raw.headers["request-id"]
