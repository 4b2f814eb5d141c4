"""Bugs that were reported in public, met by the loop and the tools.

`cases/loop_behaviours.jsonl` holds their inputs, rebuilt with invented values, and
where each was reported. Those about requests and streams are tested in
`conformance/` and `offline/`.
"""

import json
import logging
from datetime import datetime
from pathlib import Path

import pytest

import helpers
from helpers import (
    ConversationStopped,
    add_assistant_message,
    add_user_message,
    chat,
    run_conversation,
    run_tools,
    text_from_message,
)
from helpers.offline import offline_client
from helpers.offline.rules import check_request
from helpers.plain import plain
from helpers.recorder import last_conversation
from helpers.samples import NOW, TEXT, a_message
from helpers.tools import add_duration_to_datetime, get_current_datetime, tool_schemas

CASES = {
    case["id"]: case["input"]
    for case in map(
        json.loads,
        (Path(__file__).parent / "cases" / "loop_behaviours.jsonl")
        .read_text(encoding="utf-8")
        .splitlines(),
    )
}


def reply_of(case: str) -> dict:
    return {"content": [], **CASES[case]["response"]}


def run_reply(case: str) -> tuple[list[dict], str]:
    """The messages and the reason after one reply of a case, and a final answer."""
    replies = [reply_of(case), {"content": [TEXT], "stop_reason": "end_turn"}]
    client = offline_client(lambda _: replies.pop(0))
    messages = [{"role": "user", "content": "q"}]
    try:
        run_conversation(messages, tool_schemas, client=client)
    except ConversationStopped as stopped:
        return messages, stopped.reason
    return messages, "end_turn"


def assert_accepted(messages: list[dict]) -> None:
    messages = [*messages, {"role": "user", "content": "next question"}]
    request = {"model": "claude-haiku-5-5", "max_tokens": 100, "tools": tool_schemas}
    check_request(request | {"messages": plain(messages)})


def two_requests() -> list[dict]:
    return CASES["B041"]["messages"][1]["content"]


def test_b003_b005_all_results_of_a_reply_go_into_one_message():
    messages = [{"role": "user", "content": "Read a and b"}]
    replies = [
        {"content": two_requests(), "stop_reason": "tool_use"},
        {"content": [TEXT], "stop_reason": "end_turn"},
    ]
    client = offline_client(lambda _: replies.pop(0))
    run_conversation(messages, tool_schemas, client=client)
    assert [message["role"] for message in messages] == [
        "user",
        "assistant",
        "user",
        "assistant",
    ]
    assert len(messages[2]["content"]) == 2


def test_b014_colliding_ids_are_refused_before_they_are_stored():
    blocks = [block | {"id": "toolu_01A"} for block in two_requests()]
    client = offline_client(lambda _: {"content": blocks, "stop_reason": "tool_use"})
    messages = [{"role": "user", "content": "q"}]
    with pytest.raises(ConversationStopped, match="unusable_reply"):
        run_conversation(messages, tool_schemas, client=client)
    assert_accepted(messages)


def test_b018_an_answer_without_content_is_left_out_and_the_questions_are_one_turn():
    messages = CASES["B018"]["messages"][:1]
    add_assistant_message(messages, a_message())
    add_user_message(messages, CASES["B018"]["messages"][1]["content"])
    assert messages == CASES["B018"]["messages"]
    assert_accepted(messages)


def test_b034_b119_a_pause_is_not_final_and_each_call_of_it_is_counted():
    messages, reason = run_reply("B034")
    assert reason == "end_turn"
    assert text_from_message(messages[-1]) == "Let me look."
    calls = last_conversation().exchanges
    counted = sum(call.reply["usage"]["input_tokens"] for call in calls)
    assert (len(calls), last_conversation().totals["input_tokens"]) == (2, counted)


@pytest.mark.parametrize("case", ["B035", "B038"])
def test_a_cut_reply_is_told_and_its_tool_is_not_run(case):
    messages, reason = run_reply(case)
    assert reason == "max_tokens"
    assert_accepted(messages)


def test_b041_an_interrupt_in_a_tool_answers_the_current_and_the_remaining_calls():
    def interrupted(name, tool_input):
        raise KeyboardInterrupt

    reply = {"content": two_requests(), "stop_reason": "tool_use"}
    messages = [{"role": "user", "content": "q"}]
    with pytest.raises(KeyboardInterrupt):
        run_conversation(
            messages,
            tool_schemas,
            interrupted,
            client=offline_client(lambda _: reply),
        )
    assert_accepted(messages)


def test_b050_b052_an_unknown_tool_gets_an_error_that_says_so():
    messages, reason = run_reply("B050")
    [block] = messages[2]["content"]
    assert reason == "end_turn"
    assert block["is_error"] is True
    assert "Tool 'execute_python' not found" in block["content"]


def test_b055_a_datetime_in_a_result_does_not_crash_the_loop():
    [block] = run_tools(a_message(NOW), lambda *_: {"now": datetime(2024, 3, 11)})
    assert block["is_error"] is True
    assert "datetime is not JSON serializable" in block["content"]


def test_b062_b066_a_reply_that_always_asks_is_stopped_with_a_reason():
    calls = []

    def asks_again(request):
        calls.append(request)
        return {"content": [NOW | {"id": f"t{len(calls)}"}], "stop_reason": "tool_use"}

    messages = [{"role": "user", "content": "q"}]
    with pytest.raises(ConversationStopped, match="max_turns"):
        run_conversation(messages, tool_schemas, client=offline_client(asks_again))
    assert len(calls) == 10
    assert_accepted(messages)


def test_b064_claude_is_told_when_the_same_call_fails_the_same_way_again():
    left = [reply_of("B050"), reply_of("B050"), reply_of("B050")]
    for number, reply in enumerate(left):
        reply["content"] = [reply["content"][0] | {"id": f"toolu_{number}"}]
    left.append({"content": [TEXT], "stop_reason": "end_turn"})
    messages = [{"role": "user", "content": "q"}]
    run_conversation(
        messages, tool_schemas, client=offline_client(lambda _: left.pop(0))
    )
    assert "has failed 3 times" in messages[6]["content"][0]["content"]


def test_b068_a_refusal_is_told_with_its_category_and_not_stored():
    messages, reason = run_reply("B068")
    assert reason == "refusal"
    assert messages == [{"role": "user", "content": "q"}]


def test_b072_the_current_time_names_its_zone(monkeypatch):
    assert get_current_datetime()["timezone"] == "UTC"
    monkeypatch.setenv("COURSE_LIVE", "1")
    offset = datetime.now().astimezone().strftime("%z")
    zone = get_current_datetime()["timezone"]
    assert offset[1:3] in zone or zone == "UTC"


def test_b074_a_month_ends_where_the_month_ends():
    tool_input = CASES["B074"]["tool_input"]
    assert add_duration_to_datetime(**tool_input)["datetime"] == "2026-02-28 00:00:00"


def test_b084_an_empty_list_of_stop_sequences_is_not_sent():
    seen = []

    def reply(request):
        seen.append(request)
        return {"content": [TEXT], "stop_reason": "end_turn"}

    chat(CASES["B084"]["messages"], stop_sequences=[], client=offline_client(reply))
    assert "stop_sequences" not in seen[0]


def test_b085_b087_a_key_is_neither_shown_nor_logged(monkeypatch, caplog):
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("COURSE_LIVE", "1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-secret-of-a-student")
    shown = repr(helpers.connect()) + str(helpers.connect().base_url)
    monkeypatch.setenv("COURSE_LIVE", "0")
    chat([{"role": "user", "content": "Hi"}])
    assert "secret-of-a-student" not in shown + caplog.text


def test_b099_a_huge_result_is_cut_and_says_so():
    [block] = run_tools(a_message(NOW), lambda *_: "word " * 69_000)
    assert len(block["content"]) < 101_000
    assert "Cut here" in block["content"]


def test_b106_a_result_may_be_a_list_of_blocks():
    [_, asks, answer] = CASES["B106"]["messages"]
    [wanted] = answer["content"]
    results = run_tools(asks["content"], lambda *_: wanted["content"])
    assert results == [wanted | {"is_error": False}]


def test_b115_a_result_is_in_the_history_before_anything_else_can_fail():
    runs = []

    def increments_then_is_interrupted(name, tool_input):
        if runs:
            raise KeyboardInterrupt
        runs.append(name)
        return "incremented"

    messages = CASES["B115"]["messages"][:1]
    reply = {"content": two_requests(), "stop_reason": "tool_use"}
    with pytest.raises(KeyboardInterrupt):
        run_conversation(
            messages,
            tool_schemas,
            increments_then_is_interrupted,
            client=offline_client(lambda _: reply),
        )
    assert messages[2]["content"][0]["content"] == '"incremented"'


def test_b121_thinking_of_a_tool_turn_is_kept_with_it():
    thinking = {"type": "thinking", "thinking": "", "signature": "c2ln"}
    messages: list[dict] = []
    add_user_message(messages, "q")
    add_assistant_message(messages, a_message(thinking, NOW))
    assert plain(messages)[1]["content"][0] == thinking


def test_b144_an_answer_that_waits_for_a_server_tool_goes_back_unchanged():
    reply, requests = CASES["B144"]["reply"], []

    def answer(request: dict) -> dict:
        requests.append(request)
        return reply if len(requests) == 1 else reply_of_search

    [call] = [block for block in reply["content"] if block["type"] == "server_tool_use"]
    found = {"type": "web_search_tool_result", "tool_use_id": call["id"], "content": []}
    reply_of_search = {"content": [found, TEXT], "stop_reason": "end_turn"}
    messages = [{"role": "user", "content": "q"}]
    client = offline_client(answer)
    run_conversation(messages, tool_schemas, lambda *_: "seen", client=client)
    [_, turn, results] = requests[1]["messages"]
    without_caller = [
        {key: value for key, value in block.items() if key != "caller"}
        for block in turn["content"]
    ]
    assert without_caller == reply["content"]
    assert [block["type"] for block in results["content"]] == ["tool_result"]
    assert_accepted(messages)


def test_b147_a_screenshot_reaches_claude_as_an_image():
    output = CASES["B147"]["tool_output"]
    messages = [{"role": "user", "content": "q"}]
    replies = [
        {"content": [NOW], "stop_reason": "tool_use"},
        {"content": [TEXT], "stop_reason": "end_turn"},
    ]
    client = offline_client(lambda _: replies.pop(0))
    run_conversation(messages, tool_schemas, lambda *_: output, client=client)
    assert messages[2]["content"][0]["content"] == output
    assert_accepted(messages)
