"""What the loop tells, and what is seen without being told: the dashboard's states."""

import asyncio
import threading
from types import SimpleNamespace

import anthropic
import pytest

from helpers import (
    ConversationStopped,
    add_assistant_message,
    add_user_message,
    chat,
    dashboard,
    run_conversation,
    run_tools,
    snapshot,
)
from helpers.conversation import turns
from helpers.conversations import last_conversation
from helpers.listening import listeners
from helpers.offline import offline_client
from helpers.tools import run_tool, tool_schemas
from helpers.view import cells
from helpers.view.picture import static_view, view
from helpers.view.progress import progress_line
from helpers.view.state import SIGNS, state

DAYS = "What day will it be in 103 days?"
ENDLESS = "Keep checking the time until it is midnight."


pytestmark = pytest.mark.usefixtures("an_empty_recorder")


def question(text: str = DAYS) -> list[dict]:
    messages: list[dict] = []
    add_user_message(messages, text)
    return messages


def told() -> str:
    """The state of the newest conversation, as a sentence."""
    return state(last_conversation())[1]


def own_loop(messages: list[dict], run=run_tools) -> None:
    """A learner's loop, which tells nothing of itself."""
    while True:
        response = chat(messages, tools=tool_schemas)
        add_assistant_message(messages, response)
        if response.stop_reason != "tool_use":
            return
        add_user_message(messages, run(response))


def interrupts(name, tool_input):
    raise KeyboardInterrupt


def answers(*outcomes):
    """A client whose replies are the stand-in's, until it comes to an exception."""
    left = list(outcomes)

    def reply(request):
        outcome = left.pop(0)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    return offline_client(reply, max_retries=0)


def asks(number: int) -> dict:
    use = {"type": "tool_use", "id": f"toolu_{number}", "name": "get_current_datetime"}
    return {"content": [use | {"input": {}}], "stop_reason": "tool_use"}


@pytest.mark.parametrize("loop", ["run_conversation", "own loop"])
def test_a_tool_is_seen_while_it_runs(loop):
    dash, seen = dashboard(), []

    def look(name, tool_input):
        seen.append(dash.progress.value)
        return run_tool(name, tool_input)

    if loop == "run_conversation":
        run_conversation(question(), tool_schemas, look)
    else:
        own_loop(question(), lambda response: run_tools(response, look))
    assert "⚙ Your code is running get_current_datetime …" in seen[0]
    assert "⚙ Your code is running add_duration_to_datetime …" in seen[1]
    assert "✔ Finished: Claude gave its final answer." in dash.progress.value


def test_tools_that_run_at_the_same_time_are_all_named():
    dash, seen, together = dashboard(), [], threading.Barrier(2, timeout=30)

    def look(name, tool_input):
        together.wait()  # both have begun
        seen.append(dash.progress.value)
        together.wait()
        return run_tool(name, tool_input)

    messages = question("What day is it in 45 days? And remind me at 9 to call Mom.")
    response = chat(messages, tools=tool_schemas)
    use = response.content[-1]
    pair = [use.model_copy(), use.model_copy()]
    threads = [
        threading.Thread(target=run_tools, args=([block], look)) for block in pair
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert f"running {use.name}, {use.name} …" in seen[0]
    assert last_conversation().running == []


def test_only_what_is_waited_for_counts_seconds():
    dash, seen = dashboard(), []

    def look(name, tool_input):
        seen.append(dash.progress.value)
        return run_tool(name, tool_input)

    run_conversation(question(), tool_schemas, look)
    assert "cv-seconds" in seen[0]
    assert "cv-seconds" not in dash.progress.value
    assert "cv-seconds" not in static_view(last_conversation())


@pytest.mark.parametrize(("bound", "words"), [(1, "1 call"), (2, "2 calls")])
def test_a_loop_that_reaches_its_bound_says_so(bound, words):
    messages = question(ENDLESS)
    dash = dashboard()
    with pytest.raises(ConversationStopped):
        run_conversation(messages, tool_schemas, max_turns=bound)
    words = f"◆ Stopped: the bound of {words} is reached."
    html = static_view(last_conversation())
    assert words in html
    assert words in dash.progress.value
    assert words[2:] in dash.panes["Conversation"][0].value  # under the last answer
    assert html.index("so the loop goes on") < html.index("<b>But not here.</b>")
    assert words in snapshot(messages)._repr_html_()


def test_a_question_after_the_bound_is_no_longer_stopped():
    messages = question(ENDLESS)
    with pytest.raises(ConversationStopped):
        run_conversation(messages, tool_schemas, max_turns=2)
    add_user_message(messages, "Stop, please.")
    assert "have not been sent yet" in snapshot(messages)._repr_html_()
    chat(messages, tools=tool_schemas)
    assert told() == "Finished: Claude gave its final answer."
    assert last_conversation().loop is None


def test_a_loop_that_nobody_goes_on_with_was_stopped_between_turns():
    messages = question(ENDLESS)
    for _ in turns(messages, tool_schemas):
        break
    assert told().startswith("Stopped by you between turns.")
    chat(messages, tools=tool_schemas)  # the history is whole


@pytest.mark.parametrize("loop", ["run_conversation", "own loop"])
def test_an_interrupt_in_a_tool_names_the_tool(loop):
    loops = {
        "run_conversation": lambda: run_conversation(
            question(), tool_schemas, interrupts
        ),
        "own loop": lambda: own_loop(
            question(), lambda response: run_tools(response, interrupts)
        ),
    }
    with pytest.raises(KeyboardInterrupt):
        loops[loop]()
    assert told() == "Interrupted while get_current_datetime ran."


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), asyncio.CancelledError()], ids=["key", "task"]
)
def test_an_interrupt_in_a_call_is_no_silence_of_the_api(error):
    messages = question()
    with pytest.raises(type(error)):
        run_conversation(messages, tool_schemas, client=answers(asks(1), error))
    assert told() == "Call 2: interrupted while Claude was answering."
    assert "gave no answer" not in static_view(last_conversation())


def test_an_interrupt_while_the_dashboard_draws_leaves_no_call_on_its_way():
    def interrupt(conversation):
        raise KeyboardInterrupt

    listeners.append(interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            chat(question())
    finally:
        listeners.remove(interrupt)
    assert told() == "Call 1: interrupted while Claude was answering."


def test_an_interrupted_cell_of_a_loop_that_tells_nothing_is_noted():
    cells._on_begin(None)
    response = chat(question(), tools=tool_schemas)
    assert response.stop_reason == "tool_use"
    cells._on_end(SimpleNamespace(error_in_exec=KeyboardInterrupt()))
    assert told() == "Interrupted while your code was at work."


def test_a_cell_that_ends_by_an_error_is_not_shown_as_work_that_goes_on():
    cells._on_begin(None)
    chat(question(), tools=tool_schemas)
    cells._on_end(SimpleNamespace(error_in_exec=ZeroDivisionError()))
    assert told() == "Your code ended with ZeroDivisionError."
    html = static_view(last_conversation())
    assert "<b>But not here.</b> Your code ended with ZeroDivisionError." in html


def test_a_cell_that_ends_by_an_error_after_the_final_answer_changes_nothing():
    cells._on_begin(None)
    own_loop(question())
    cells._on_end(SimpleNamespace(error_in_exec=ZeroDivisionError()))
    assert told() == "Finished: Claude gave its final answer."


def test_an_interrupted_cell_that_called_nobody_changes_nothing():
    chat(question(), tools=tool_schemas)
    cells._on_begin(None)
    cells._on_end(SimpleNamespace(error_in_exec=KeyboardInterrupt()))
    assert told().startswith("It is your code's turn")


def test_a_loop_that_ends_by_an_error_shows_the_error():
    client = offline_client(faults=[529], max_retries=0)
    with pytest.raises(anthropic.APIStatusError):
        run_conversation(question(), tool_schemas, client=client)
    assert told() == "Call 1: the API could not answer (status 529)."


def test_a_reply_that_cannot_be_kept_stops_the_loop():
    with pytest.raises(ConversationStopped, match="used before"):
        run_conversation(question(), tool_schemas, client=answers(asks(1), asks(1)))
    assert told().startswith("Stopped: ")
    assert "used before" in told()


def test_all_states_differ_by_sign_and_not_by_colour_only():
    assert len(set(SIGNS.values())) == len(SIGNS)


def test_the_bound_is_shown_of_a_loop_that_tells_it_and_of_no_other():
    run_conversation(question(), tool_schemas, max_turns=7)
    assert "3 of at most 7 calls" in static_view(last_conversation())
    own_loop(question())
    assert ">3 calls<" in static_view(last_conversation())


def test_the_calls_of_a_second_loop_are_counted_against_its_own_bound():
    messages = question()
    run_conversation(messages, tool_schemas, max_turns=7)
    add_user_message(messages, "What time is it?")
    run_conversation(messages, tool_schemas, max_turns=5)
    words = "5 calls: 2 of at most 5 in the last loop"
    assert words in static_view(last_conversation())


def test_two_loops_side_by_side_keep_their_own_bounds():
    first, second = question(DAYS), question(ENDLESS)
    both = turns(first, tool_schemas, max_turns=7), turns(second, tool_schemas)
    for one, other in zip(*both, strict=False):
        assert one is first
        assert other is second
    assert "of at most 7 calls" in snapshot(first)._repr_html_()
    assert "of at most 10 calls" in snapshot(second)._repr_html_()


def test_a_tool_of_a_call_that_nobody_recorded_just_runs():
    use = {"type": "tool_use", "id": ["odd"], "name": "get_current_datetime"}
    [result] = run_tools([use | {"input": {}}])
    assert result["is_error"] is False


def test_a_listener_that_fails_breaks_no_tool_and_no_loop(caplog):
    def broken(conversation):
        raise RuntimeError("The listener is broken.")

    listeners.append(broken)
    try:
        messages = run_conversation(question(), tool_schemas)
    finally:
        listeners.remove(broken)
    assert len(messages) == 6


def test_a_tool_changes_the_progress_line_and_draws_no_pane_again():
    dash, drawn = dashboard(), []
    pane, picture = dash.panes["Conversation"]
    dash.panes["Conversation"] = (pane, lambda: drawn.append(1) or picture())
    counts = []

    def look(name, tool_input):
        counts.append(len(drawn))
        return run_tool(name, tool_input)

    run_conversation(question(), tool_schemas, look)
    assert counts == [2, 4]  # two for each call: it began, it ended
    assert len(drawn) == 6


def test_a_reader_who_stepped_back_sees_totals_up_to_there_and_in_all():
    run_conversation(question(), tool_schemas)
    conversation = last_conversation()
    usage = [exchange.reply["usage"] for exchange in conversation.exchanges]
    tokens = [use["input_tokens"] for use in usage]
    at_second_answer = view(conversation, 3)
    assert "You look at call 2 of 3" in at_second_answer
    assert f"tokens: {tokens[0] + tokens[1]:,} in" in at_second_answer
    assert f"tokens: {sum(tokens):,} in" in at_second_answer
    before_second_answer = view(conversation, 2)
    assert f"tokens: {tokens[0]:,} in" in before_second_answer
    assert "no tokens yet" in view(conversation, 0)
    assert "You look at" not in view(conversation, 5)


def test_a_line_for_a_screen_reader_names_the_state_and_counts_nothing_aloud():
    run_conversation(question(), tool_schemas)
    last_conversation().running.append(("look", 0.0))
    line = progress_line(last_conversation())
    assert 'role="status" aria-live="polite"' in line
    assert 'cv-seconds" aria-hidden="true"' in line
