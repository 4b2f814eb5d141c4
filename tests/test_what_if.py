"""What if: a run again carries the settings of the first, and changes one thing."""

import asyncio

import pytest

from helpers import add_user_message, dashboard, run_conversation
from helpers.offline import offline_client
from helpers.offline.rules import MODELS
from helpers.recorder import last_conversation
from helpers.tools import run_tool, tool_schemas
from helpers.view.what_if_changes import CHANGES
from helpers.view.what_if_tab import IS_BUSY
from helpers.what_if import MOST_SECONDS, fails, is_slow, what_if

NOW = {"type": "tool_use", "id": "t1", "name": "get_current_datetime", "input": {}}
ASK = {"content": [NOW], "stop_reason": "tool_use"}
END = {"content": [{"type": "text", "text": "Noon."}], "stop_reason": "end_turn"}
FIRST = {
    "model": "claude-sonnet-5",
    "max_tokens": 100_000,
    "system": "Be brief.",
    "tool_choice": {"type": "any"},
    "thinking": {"type": "disabled"},
    "metadata": {"user_id": "learner"},
}
SECOND = FIRST | {"tool_choice": {"type": "auto"}, "max_tokens": 500}


pytestmark = pytest.mark.usefixtures("an_empty_recorder")


def reply(request: dict) -> dict:
    return ASK if len(request["messages"]) == 1 else END


def two_calls_with_settings() -> list[dict]:
    client = offline_client(reply)
    messages = [{"role": "user", "content": "What time is it?"}]
    for settings in (FIRST, SECOND):
        answer = client.messages.create(
            messages=messages, tools=tool_schemas, timeout=600, **settings
        )
        messages = [*messages, {"role": "assistant", "content": answer.content}]
        if answer.stop_reason == "tool_use":
            result = {"type": "tool_result", "tool_use_id": "t1", "content": "12:00"}
            messages = [*messages, {"role": "user", "content": [result]}]
    return messages


def settings_of_last() -> list[dict]:
    exchanges = last_conversation().exchanges
    return [{key: e.settings.get(key) for key in FIRST} for e in exchanges]


def test_each_call_carries_the_settings_it_had():
    two_calls_with_settings()
    dash = dashboard(last_conversation(), client=offline_client(reply))
    asyncio.run(dash.what_if.run())
    assert last_conversation() is not dash.conversation
    assert settings_of_last() == [FIRST, SECOND]
    dash.close()


def test_calls_that_the_first_run_did_not_make_carry_its_last_settings():
    client = offline_client(reply)
    messages = [{"role": "user", "content": "What time is it?"}]
    client.messages.create(messages=messages, tools=tool_schemas, timeout=600, **SECOND)
    what_if(None, 1, fails())
    assert settings_of_last()[1:] == [SECOND] * (len(settings_of_last()) - 1)
    assert len(settings_of_last()) > 1


def test_a_streamed_run_is_run_again():
    client = offline_client(reply)
    question = [{"role": "user", "content": "What time is it?"}]
    with client.messages.stream(
        messages=question, tools=tool_schemas, **FIRST
    ) as stream:
        stream.until_done()
    what_if(None, 1, fails("No clock."))
    assert "No clock." in str(last_conversation().history)


def test_a_container_of_the_first_run_is_not_asked_for_again():
    made = {"id": "container_2", "expires_at": "2024-03-11T11:00:00Z"}
    replies = [ASK | {"container": made}, END]
    client = offline_client(lambda _: replies.pop(0))
    question = [{"role": "user", "content": "What time is it?"}]
    run_conversation(question, tool_schemas, client=client)
    first = last_conversation()
    assert first.exchanges[1].settings["container"] == "container_2"
    what_if(None, 1, fails())
    assert last_conversation() is not first
    assert all("container" not in e.settings for e in last_conversation().exchanges)


def test_a_model_that_the_stand_in_does_not_know_is_replaced():
    two_calls_with_settings()
    for exchange in last_conversation().exchanges:
        exchange.settings = exchange.settings | {"model": "some-other-model"}
    what_if(None, 1, fails())
    assert last_conversation().exchanges[0].settings["model"] in MODELS


def test_a_run_again_uses_the_readers_own_tools_and_bound():
    two_calls_with_settings()
    messages = what_if(None, 1, is_slow(0), run_tool=lambda name, _: f"My {name}")
    assert "My get_current_datetime" in str(messages)
    with pytest.raises(ValueError, match="ended before tool call 1"):
        what_if(None, 1, fails(), max_turns=1)


@pytest.mark.parametrize("seconds", [-1, MOST_SECONDS + 1, float("nan"), True], ids=str)
def test_a_tool_waits_for_a_sensible_time_only(seconds):
    with pytest.raises(ValueError, match="from 0 to 10"):
        is_slow(seconds)


def ask_and_change(kind: str, text: str) -> str:
    """What the tab shows after a question, and a change with what was typed."""
    messages: list[dict] = []
    add_user_message(messages, "What day will it be in 103 days?")
    run_conversation(messages, tool_schemas)
    dash = dashboard()
    dash.what_if.change.value = kind
    dash.what_if.text.value = text
    asyncio.run(dash.what_if.run())
    dash.close()
    return dash.what_if.pane.value


@pytest.mark.parametrize("text", ["soon", "", "11", "-1", "nan", "1e9"], ids=repr)
def test_seconds_that_are_none_are_told_and_nothing_runs(text):
    shown = ask_and_change("is slow", text)
    assert "from 0 to 10" in shown
    assert "What if:" not in shown


def test_the_reader_chooses_how_slow_the_tool_is():
    shown = ask_and_change("is slow", "0,3")
    assert "What if: tool call 1 is slow: 0,3 s" in shown
    assert "your code took" in shown


@pytest.mark.parametrize("text", ["NaN", "1e999", "[Infinity]"], ids=repr)
def test_what_is_no_json_comes_back_as_text(text):
    assert CHANGES["returns"](text)(run_tool, "any", {}) == text


def test_while_a_run_goes_on_the_tab_says_why_nothing_happens():
    messages = [{"role": "user", "content": "What time is it?"}]
    run_conversation(messages, tool_schemas)
    dash = dashboard()
    dash.live_run.is_running = True
    asyncio.run(dash.what_if.run())
    assert IS_BUSY in dash.what_if.pane.value
    dash.close()
