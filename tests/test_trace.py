"""The recorder and the trace: one row for each block of what was exchanged."""

import json
from dataclasses import asdict

import anthropic
import pytest

import helpers
from helpers import add_assistant_message, add_user_message, chat, show, trace
from helpers.offline import offline_client
from helpers.recorder import MAX_CONVERSATIONS, conversations, last_conversation
from helpers.samples import NOW, TEXT, UNKNOWN
from helpers.saved import save
from helpers.table import Table
from helpers.tools import tool_schemas
from helpers.trace import COLUMNS, calls, trace_rows
from helpers.view.picture import static_view

KEY = "sk-ant-not-a-key"


def days(number: int = 103) -> list[dict]:
    messages: list[dict] = []
    add_user_message(messages, f"What day will it be in {number} days?")
    return helpers.run_conversation(messages, tool_schemas)


IMAGE = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="},
}


def test_a_result_of_blocks_is_kept_and_shown_block_by_block(tmp_path):
    def screenshot(name, tool_input):
        return [TEXT, IMAGE]

    file = tmp_path / "calls.json"
    client = helpers.connect(record=file)
    messages: list[dict] = []
    add_user_message(messages, "What time is it?")
    helpers.run_conversation(messages, tool_schemas, screenshot, client=client)
    source = json.dumps({"source": IMAGE["source"]})
    for source_of_rows in (None, messages, file):
        [row] = [r for r in trace_rows(source_of_rows) if r["type"] == "tool_result"]
        assert row["content"] == f"{TEXT['text']}\nimage: {source}"
    html = static_view(last_conversation())
    assert "image: " in html
    assert "iVBORw0KGgo=" in html
    replayed = offline_client(replay=file)
    again = messages[:1]
    helpers.run_conversation(again, tool_schemas, screenshot, client=replayed)
    assert again[-1]["content"][0].text == messages[-1]["content"][0].text


def test_a_trace_has_one_row_for_each_block_and_the_columns_of_its_promise():
    messages = days()
    blocks = sum(
        1 if isinstance(message["content"], str) else len(message["content"])
        for message in messages
    )
    frame = trace()
    assert list(frame.columns) == COLUMNS
    assert len(frame) == blocks
    assert frame["call"].max() == 3
    assert list(frame["stop_reason"].dropna()) == ["tool_use", "tool_use", "end_turn"]


def test_the_tokens_of_a_trace_add_up_to_the_usage_of_its_calls():
    days()
    usages = [exchange.reply["usage"] for exchange in last_conversation().exchanges]
    total = sum(usage["input_tokens"] for usage in usages)
    assert trace()["input_tokens"].sum() == total


def test_each_request_and_its_result_carry_the_same_id():
    days()
    rows = trace_rows()
    asked = [row["tool_use_id"] for row in rows if row["type"] == "tool_use"]
    answered = [row["tool_use_id"] for row in rows if row["type"] == "tool_result"]
    assert asked == answered


def test_a_list_of_messages_gives_the_recorded_trace():
    messages = days()
    days(45)
    assert trace_rows(messages)[0]["content"] == "What day will it be in 103 days?"
    assert trace_rows(messages)[-1]["stop_reason"] == "end_turn"


def test_messages_that_were_never_sent_are_shown_without_calls():
    messages = [{"role": "user", "content": "Never sent to anybody."}]
    add_assistant_message(messages, [TEXT, NOW])
    rows = trace_rows(messages)
    assert [row["type"] for row in rows] == ["text", "text", "tool_use"]
    assert "call" not in rows[0]


def test_what_was_added_after_the_last_call_is_shown_too():
    messages = days()
    add_user_message(messages, "Thank you!")
    assert trace_rows(messages)[-1]["content"] == "Thank you!"


def test_a_learners_own_loop_is_recorded_without_a_line_of_code():
    client = helpers.connect()
    messages = [{"role": "user", "content": "Tell me the time, own loop."}]
    client.messages.create(model="claude-haiku-5-5", max_tokens=50, messages=messages)
    assert last_conversation().history == messages


def test_a_refused_request_shows_the_refusal():
    messages = [{"role": "user", "content": "Ask"}]
    add_assistant_message(messages, [NOW])
    with pytest.raises(anthropic.BadRequestError):
        chat([*messages, {"role": "user", "content": "No result."}])
    row = trace_rows()[-1]
    assert row["type"] == "error"
    assert "without `tool_result` blocks immediately after" in row["content"]


def test_a_lost_connection_and_its_retry_are_recorded():
    client = offline_client(faults=["timeout"], max_retries=1)
    chat([{"role": "user", "content": "Is the line open?"}], client=client)
    first, second = last_conversation().exchanges
    assert "ReadTimeout" in first.error or "Timeout" in first.error
    assert (first.retries, second.retries) == (0, 1)
    assert second.reply["stop_reason"] == "end_turn"


def test_a_failed_tool_is_marked_as_an_error():
    replies = iter(
        [
            {"content": [UNKNOWN], "stop_reason": "tool_use"},
            {"content": [TEXT], "stop_reason": "end_turn"},
        ]
    )
    client = offline_client(lambda _: next(replies))
    messages = [{"role": "user", "content": "Read my mind."}]
    helpers.run_conversation(messages, tool_schemas, client=client)
    [row] = [row for row in trace_rows() if row["type"] == "tool_result"]
    assert row["is_error"] is True
    assert "tool_result (error)" in repr(show())


def test_the_same_request_again_starts_a_new_conversation():
    question = [{"role": "user", "content": "Twice the same?"}]
    chat(question)
    chat(question)
    assert len(last_conversation().exchanges) == 1


def test_a_follow_up_question_continues_its_conversation():
    messages = days()
    add_user_message(messages, "Thank you!")
    chat(messages, tools=tool_schemas)
    assert len(last_conversation().exchanges) == 4


def test_the_recorder_keeps_a_bounded_number_of_conversations():
    for number in range(MAX_CONVERSATIONS + 5):
        chat([{"role": "user", "content": f"Number {number}"}])
    assert len(conversations) == MAX_CONVERSATIONS


def test_no_key_and_no_header_is_kept(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    client = offline_client(default_headers={"x-secret": KEY})
    chat([{"role": "user", "content": "Keep it secret."}], client=client)
    assert KEY not in json.dumps([asdict(e) for e in last_conversation().exchanges])


def test_a_table_shows_every_text_as_text():
    nasty = "<script>alert(1)</script><img src=x onerror=alert(1)> & more"
    html = show([{"role": "user", "content": nasty}])._repr_html_()
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize("wrong", [5, "messages", {"role": "user"}], ids=repr)
def test_what_is_no_conversation_says_what_to_give(wrong):
    with pytest.raises(TypeError, match="Give the list of messages"):
        trace(wrong)


def test_a_trace_can_be_written_as_json():
    days()
    assert json.loads(trace().to_json(orient="records"))[0]["call"] == 1


def test_a_saved_conversation_has_the_same_trace(tmp_path):
    days()
    path = save(last_conversation(), tmp_path / "conversation.json")
    assert trace_rows(path) == trace_rows()
    assert trace_rows(str(path)) == trace_rows()


def test_the_totals_of_each_call_are_in_the_attributes_of_a_trace():
    days()
    rows = trace().attrs["calls"]
    assert [row["sent"] for row in rows] == [1, 3, 5]
    assert [row["new"] for row in rows] == [1, 2, 2]
    assert rows[-1]["stop_reason"] == "end_turn"


def test_the_table_of_calls_leaves_out_what_was_never_sent():
    messages = days()
    add_user_message(messages, "Thank you!")
    assert len(calls(messages).rows) == 3


def test_a_table_has_a_rule_between_calls_and_a_mark_on_errors():
    rows = [
        {"call": 1, "type": "text", "content": "x" * 200},
        {"call": 2, "type": "tool_result (error)", "content": "No."},
        {"call": 2, "type": "text", "content": "Sorry."},
    ]
    html = Table(rows, ["call", "type", "content"])._repr_html_()
    assert html.count("border-top:1px solid") == 3  # the cells of one row
    assert html.count("border-left:4px solid") == 1
    assert "overflow-wrap:anywhere" in html


def test_half_an_emoji_can_be_shown():
    table = show([{"role": "user", "content": "\ud83d"}])
    assert (repr(table) + table._repr_html_()).encode("utf-8")


def test_a_list_shows_the_longest_conversation_it_holds_not_the_newest():
    messages = days()
    chat(messages[:1], tools=tool_schemas)
    assert len(calls(messages).rows) == 3
    assert trace_rows(messages)[-1]["stop_reason"] == "end_turn"


def test_of_two_as_long_a_list_shows_the_one_that_was_answered():
    question = [{"role": "user", "content": "Refused once, answered before?"}]
    chat(question)
    with pytest.raises(anthropic.APIStatusError):
        chat(question, client=offline_client(faults=[401], max_retries=0))
    assert [row["stop_reason"] for row in calls(question).rows] == ["end_turn"]


def test_an_empty_request_takes_no_list_to_itself():
    messages = days()
    with pytest.raises(anthropic.BadRequestError):
        chat([])
    assert len(last_conversation().exchanges) == 1
    assert len(calls(messages).rows) == 3
    chat([{"role": "user", "content": "Hello!"}])
    assert len(last_conversation().exchanges) == 1


@pytest.mark.parametrize("wrong", ["hello", None, 5], ids=repr)
def test_what_is_no_message_is_shown_as_what_it_is(wrong, caplog):
    messages = days()
    with pytest.raises((TypeError, anthropic.BadRequestError)):
        chat([*messages, wrong], tools=tool_schemas)
    assert caplog.text == ""
    last = last_conversation().exchanges[-1]
    assert (len(last_conversation().exchanges), last.seconds is None) == (4, False)
    assert last.added[-1] == {"role": None, "content": repr(wrong)}
    assert trace_rows()[-1]["type"] == "error"
    for given in (None, [*messages, wrong], [wrong]):
        assert any(row["content"] == repr(wrong) for row in trace_rows(given))
        assert repr(wrong) in repr(show(given))
        assert helpers.snapshot(given)._repr_html_()
