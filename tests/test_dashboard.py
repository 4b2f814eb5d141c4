"""The dashboard without a browser: its pictures, its steps, its runs.

The browser tests show that it works in JupyterLab; here every state is looked at.
"""

import asyncio
import html as entities
import re
from html.parser import HTMLParser

import anthropic
import pytest

import helpers
from helpers import (
    add_user_message,
    chat,
    compare,
    dashboard,
    run_conversation,
    run_tools,
    snapshot,
)
from helpers.offline import offline_client
from helpers.recorder import conversations, last_conversation, listeners
from helpers.recording import Conversation, Exchange
from helpers.safe_html import safe
from helpers.tools import run_tool, tool_schemas
from helpers.trace import conversation_of
from helpers.view.chart import token_parts
from helpers.view.find import find_error
from helpers.view.following import MOST_LIVE
from helpers.view.looks import STYLES, inlined, style_sheet
from helpers.view.picture import AT_ONCE, static_view, view, window
from helpers.view.raw import answer_view, request_view, table_view
from helpers.view.sent import cards_sent
from helpers.view.still import MOST_BYTES, small_static_view
from helpers.view.what_if_changes import CHANGES
from helpers.what_if import fails, is_slow, returns, what_if

TWO_TOOLS = (
    "What day will it be in 45 days? And remind me to call Mom on Friday at 9:30."
)
ENDLESS = "Keep checking the time until it is midnight."
HOSTILE = [
    "<script>x()</script>",
    "<img src=x onerror=x()>",
    "</style></div></details><style>body{display:none}</style>",
    'class="cv-error" onclick="x()',
    "\" onmouseover='x()' style='position:fixed",
    "<!--",
    "\x00\x1b[31m \ud83d",
]


pytestmark = pytest.mark.usefixtures("an_empty_recorder")


def run(question: str, **options) -> list[dict]:
    messages: list[dict] = []
    add_user_message(messages, question)
    return run_conversation(messages, tool_schemas, **options)


def last_view(conversation: Conversation, **options) -> str:
    return view(conversation, 2 * len(conversation.exchanges) - 1, **options)


def long_conversation(calls: int) -> Conversation:
    conversation, added = Conversation(), [{"role": "user", "content": "start"}]
    for i in range(calls):
        use = {"type": "tool_use", "id": f"t{i}", "name": "look", "input": {"i": i}}
        turn = {"role": "assistant", "content": [use]}
        usage = {"input_tokens": 100 + i, "output_tokens": 10}
        reply = {**turn, "stop_reason": "tool_use", "usage": usage}
        kept = len(conversation.history)
        exchange = Exchange(kept=kept, added=added, reply=reply, seconds=0.1)
        conversation.begin(exchange)
        conversation.answer(exchange)
        result = {"type": "tool_result", "tool_use_id": f"t{i}", "content": "ok"}
        added = [turn, {"role": "user", "content": [result]}]
    return conversation


class Elements(HTMLParser):
    """The tags and attributes of a page, as a browser would read them."""

    def __init__(self):
        super().__init__()
        self.tags, self.open, self.names = [], [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.open.append(tag)
        self.names |= {name for name, _ in attrs}

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def elements_of(html: str) -> Elements:
    elements = Elements()
    elements.feed(html)
    elements.close()
    assert elements.open == []
    return elements


def test_each_request_and_its_result_carry_the_same_badge():
    run(TWO_TOOLS)
    html = last_view(last_conversation())
    for badge in ("1a", "2a", "2b", "3a"):
        assert html.count(f">{badge}</span>") == 2


def test_the_reason_why_the_loop_went_on_stands_under_each_answer():
    run("What day will it be in 103 days?")
    html = last_view(last_conversation())
    assert html.count("Claude wants a tool, so the loop goes on.") == 2
    assert html.count("Claude is done, so the loop ends.") == 1


def test_a_missing_result_stands_where_it_should_be_with_the_refusal_under_it():
    messages = run(TWO_TOOLS)
    half = {"role": "user", "content": messages[4]["content"][:1]}
    with pytest.raises(anthropic.BadRequestError):
        chat([*messages[:4], half], tools=tool_schemas)
    html = last_view(last_conversation())
    assert "tool_result is missing" in html
    assert html.index("tool_result is missing") < html.rindex("refuses this call")
    assert "the API refuses this call (status 400)" in html


def test_a_result_for_an_id_that_nobody_asked_for_is_marked():
    messages = [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "Hello."},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "x", "content": "?"}],
        },
    ]
    [card] = cards_sent(conversation_of(messages), 1)
    assert card.badge == "?"
    assert "nothing asks for this id" in card.id


def test_an_answer_that_was_left_out_or_changed_is_told():
    client = offline_client()
    question = {"role": "user", "content": "What time is it?"}
    reply = chat([question], tools=tool_schemas, client=client)
    result = {"type": "tool_result", "tool_use_id": reply.content[0].id}
    with pytest.raises(anthropic.BadRequestError):
        chat([question, {"role": "user", "content": [result]}], client=client)
    [missing, card] = cards_sent(last_conversation(), 1)
    assert missing.title == "Claude's last answer is missing"
    assert card.badge == "?"  # what it answers was not sent
    changed = {"role": "assistant", "content": "I changed this."}
    chat([question, changed, {"role": "user", "content": "Hello!"}], client=client)
    html = last_view(last_conversation())
    assert "changed by your code" in html
    assert "I changed this." in html


def test_text_before_a_result_is_told_as_the_mistake_that_it_is():
    messages = [{"role": "user", "content": "What time is it?"}]
    reply = chat(messages, tools=tool_schemas)
    [result] = run_tools(reply)
    messages.append({"role": "assistant", "content": reply.content})
    text = {"type": "text", "text": "Here it is."}
    with pytest.raises(anthropic.BadRequestError):
        chat([*messages, {"role": "user", "content": [text, result]}])
    order, _, answer = cards_sent(last_conversation(), 1)
    assert (order.kind, answer.badge) == ("error", "1a")
    assert "before a tool_result" in order.title
    chat([*messages, {"role": "user", "content": [result, text]}], tools=tool_schemas)
    kinds = [card.kind for card in cards_sent(last_conversation(), 2)]
    assert kinds == ["tool_result", "text"]


def test_messages_that_are_no_list_are_shown_as_they_were_sent():
    client = offline_client()
    with pytest.raises(anthropic.BadRequestError):
        client.messages.create(
            model="claude-haiku-5-5", max_tokens=9, messages="What time is it?"
        )
    conversation = last_conversation()
    assert "no list of messages" in last_view(conversation)
    sent = request_view(conversation, 0)
    assert "&quot;messages&quot;: &quot;What time is it?&quot;" in sent


def test_no_text_becomes_a_formula_where_notebooks_draw_them():
    texts = ["$5 or $6", "$$x$$", r"\(x\)", r"\[x\]", r"\begin{a}x\end{a}"]
    for text in texts:
        pieces = re.split("<[^>]*>", safe(text))
        assert entities.unescape("".join(pieces)) == text
        assert not any(re.search(r"\$.|\\[(\[b]", piece) for piece in pieces)
    assert safe(r"a\nb") == r"a\nb"


def test_a_call_without_the_tools_of_the_call_before_is_told():
    messages = run("What day will it be in 103 days?")
    add_user_message(messages, "Thank you!")
    chat(messages)
    assert "offers no tools now" in last_view(last_conversation())


def test_the_chart_parts_what_was_sent_before_from_what_is_new():
    run("What day will it be in 103 days?")
    conversation = last_conversation()
    first, second = (token_parts(conversation, i) for i in (0, 1))
    usage = [exchange.reply["usage"] for exchange in conversation.exchanges]
    assert first["again"] == 0
    assert second["again"] == usage[0]["input_tokens"] + usage[0]["output_tokens"]
    assert second["again"] + second["new"] == usage[1]["input_tokens"]


def test_what_comes_later_is_not_shown_yet():
    run("What day will it be in 103 days?")
    html = view(last_conversation(), 2)
    now, later = html.index("cv-part cv-now"), html.index("cv-part cv-later")
    assert html.index("2024-03-11 10:22:00") > now
    assert later < html.index("22 June 2024")


def test_a_hidden_kind_of_block_is_counted():
    run("What day will it be in 103 days?")
    html = last_view(last_conversation(), hidden=frozenset({"tool_use"}))
    assert "asks for" not in html.replace("tools asked for", "")
    assert html.count("1 more block: hidden by your choice") == 2


@pytest.mark.parametrize("calls", [0, 1, AT_ONCE, 1000])
def test_the_window_holds_the_current_call_and_no_more_than_it_can_show(calls):
    for current in {0, calls // 2, max(0, calls - 1)}:
        shown = window(calls, current)
        assert len(shown) == min(calls, AT_ONCE)
        assert not calls or current in shown


def test_a_picture_of_a_thousand_calls_is_as_small_as_one_of_ten():
    small, large = long_conversation(10), long_conversation(1000)
    assert len(last_view(large)) < 3 * len(last_view(small))
    assert "994 calls earlier" in last_view(large)
    assert "960 calls are left out" in static_view(large)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_every_picture_shows_every_text_as_text(text):
    use = {"type": "tool_use", "id": text, "name": text, "input": {text: text}}
    result = {"type": "tool_result", "tool_use_id": text, "content": text}
    messages = [
        {"role": "user", "content": text},
        {"role": "assistant", "content": [{"type": text, text: text}, use]},
        {"role": "user", "content": [result, {"type": "text", "text": text}]},
        {"role": "assistant", "content": text},
    ]
    conversation = conversation_of(messages)
    conversation.exchanges[-1].error = text
    conversation.exchanges[-1].settings = {"system": text, "tools": [{"name": text}]}
    pictures = [
        last_view(conversation, note=text),
        static_view(conversation),
        table_view(conversation, 1),
        request_view(conversation, 1),
        answer_view(conversation, 1),
        compare(conversation, messages)._repr_html_(),
        helpers.show(messages)._repr_html_(),
    ]
    for picture in pictures:
        picture.encode("utf-8")
        elements = elements_of(picture.replace(style_sheet(), ""))
        assert not {"script", "img", "style", "svg"}.intersection(elements.tags)
        assert not {n for n in elements.names if n.startswith("on")}


def test_long_texts_are_folded_and_their_size_is_told():
    messages = [{"role": "user", "content": "x" * 1_000_000}]
    html = static_view(conversation_of(messages))
    assert "The first 4,000 of 1,000,000 characters" in html
    assert len(html) < 20_000


def test_control_characters_become_their_pictures():
    assert safe("\x00 \x1b[31m \x7f \ud83d") == "␀ ␛[31m ␡ ?"


def test_signs_that_turn_the_writing_round_become_words():
    assert safe("\u202egpj.exe\u2069\u200f") == "[U+202E]gpj.exe[U+2069][U+200F]"


def test_a_name_keeps_its_direction_to_itself():
    use = {"type": "tool_use", "id": "t1", "name": "שעה", "input": {}}
    messages = [{"role": "assistant", "content": [use]}]
    html = static_view(conversation_of(messages))
    assert "<bdi>שעה</bdi>" in html
    assert "<bdi>t1</bdi>" in html


def test_a_stored_chart_is_seen_without_its_hatch():
    style = inlined('class="cv-again"')
    assert "background-color:#" in style
    assert "border:1px solid" in style


def test_a_static_view_says_whose_lane_is_where():
    run("What time is it?")
    html = snapshot()._repr_html_()
    places = [html.index(f">{who}</span>") for who in ("You", "Your code", "Claude")]
    assert places == sorted(places)
    assert places[-1] < html.index(">Call 1</span>")


def test_retries_are_counted_apart_from_the_calls_of_the_bound():
    client = offline_client(faults=[529, 529], max_retries=2)
    messages = run("What day will it be in 103 days?", client=client)
    html = last_view(last_conversation())
    assert "3 of at most 10 calls (+2 retries)" in html
    add_user_message(messages, "Thank you!")
    assert "3 of at most 10 calls (+2 retries)" in static_view(
        conversation_of(messages)
    )


def test_a_static_view_has_no_class_and_no_time():
    run("What day will it be in 103 days?")
    first = snapshot()._repr_html_()
    run("What day will it be in 103 days?")
    assert first == snapshot()._repr_html_()
    assert 'class="' not in first


def test_every_style_can_be_written_inline():
    for name, css in STYLES.items():
        assert '"' not in inlined(f'class="cv-{name}"')[7:-1], css


def test_a_dashboard_follows_the_newest_conversation():
    dash = dashboard()
    run("What day will it be in 103 days?")
    assert ">Step 6 of 6<" in dash.controls.position.value
    run("What time is it?")
    assert ">Step 4 of 4<" in dash.controls.position.value
    assert "What time is it?" in dash.panes["Conversation"][0].value
    assert len(dash.controls.choose.options) == 2


def test_a_reader_who_stepped_back_is_left_where_they_are():
    messages = run("What day will it be in 103 days?")
    dash = dashboard()
    dash.show_step(1)
    add_user_message(messages, "Thank you!")
    chat(messages, tools=tool_schemas)
    assert ">Step 2 of 8<" in dash.controls.position.value


def test_a_dashboard_of_given_messages_stays_with_them():
    messages = run("What day will it be in 103 days?")
    dash = dashboard(messages)
    run("What time is it?")
    assert "103 days" in dash.panes["Conversation"][0].value


def test_a_call_is_seen_while_it_is_on_its_way():
    dash, seen = dashboard(), []

    def reply(request):
        seen.append(dash.progress.value)
        return {"content": [{"type": "text", "text": "Hi"}], "stop_reason": "end_turn"}

    chat([{"role": "user", "content": "Hello?"}], client=offline_client(reply))
    assert "Call 1: Claude is answering …" in seen[0]


def test_old_dashboards_stand_still_so_that_their_number_costs_nothing():
    dashes = [dashboard() for _ in range(MOST_LIVE + 2)]
    assert len([x for x in listeners if x.__self__ in dashes]) == MOST_LIVE


def test_an_old_dashboard_says_that_it_stands_still_until_it_is_asked():
    dashes = [dashboard() for _ in range(MOST_LIVE + 1)]
    pane = dashes[0].panes["Conversation"][0]
    run("What time is it?")
    dashes[0].show_conversation(last_conversation())
    assert "This dashboard stands still" in pane.value
    asyncio.run(dashes[0].ask("What day will it be in 103 days?"))
    assert "103 days" in pane.value
    assert "stands still" not in pane.value
    assert dashes[1].is_still


def test_a_closed_dashboard_takes_no_place_from_the_others():
    first = dashboard()
    for _ in range(MOST_LIVE):
        dashboard().close()
    assert not first.is_still


def test_a_dashboard_that_stays_with_its_messages_lists_the_others_too():
    dash = dashboard(run("What day will it be in 103 days?"))
    run("What time is it?")
    assert dash.controls.choose.options[0][1] is last_conversation()
    assert dash.controls.choose.value is dash.conversation


def test_a_note_goes_with_the_next_step_and_the_next_call():
    messages = run("What day will it be in 103 days?")
    dash = dashboard()
    pane = dash.panes["Conversation"][0]
    for go_on in (
        lambda: dash.show_step(1),
        lambda: chat([*messages, {"role": "user", "content": "Thank you!"}]),
    ):
        dash.controls.next_error.click()
        assert "There is no error" in pane.value
        go_on()
        assert "There is no error" not in pane.value


def test_enter_asks_the_question():
    dash = dashboard()
    dash.controls.question.value = "What time is it?"

    async def press_enter():
        dash.controls.question._handle_custom_msg({"event": "submit"}, [])
        await dash._task

    asyncio.run(press_enter())
    assert "Finished" in dash.progress.value


def test_no_step_button_is_disabled_where_it_has_the_focus():
    run("What time is it?")
    dash = dashboard()
    for step in (0, dash.last_step):
        dash.show_step(step)
        assert not dash.controls.next.disabled
        assert not dash.controls.previous.disabled


def test_a_screen_reader_hears_where_the_reader_is_and_how_it_stands():
    run("What time is it?")
    dash = dashboard()
    assert 'role="status"' in dash.controls.position.value
    assert 'class="cv-head" role="status"' in dash.panes["Conversation"][0].value


def test_settings_of_any_shape_are_drawn():
    run("What time is it?")
    last_conversation().exchanges[0].settings = {"tools": 5, "model": ["m"]}
    last_conversation().exchanges[1].settings = {"tools": [5]}
    assert "Call 2" in static_view(last_conversation())


def test_all_tabs_draw_an_empty_dashboard_and_a_full_one():
    dash = dashboard()
    for _ in range(2):
        for i in range(5):
            dash.tabs.selected_index = i
        run(TWO_TOOLS)
    dash.tabs.selected_index = 2
    assert "&quot;messages&quot;" in dash.panes["Request"][0].value


def test_a_question_is_asked_and_its_errors_are_found():
    dash = dashboard()
    messages = asyncio.run(dash.ask("What date is it in 2 fortnights?"))
    assert len(messages) == 8
    assert "4 of at most 10 calls" in dash.panes["Conversation"][0].value
    assert find_error(dash.conversation, 0) == 4
    assert find_error(dash.conversation, 5) == 4
    assert not dash.controls.ask.disabled


def test_a_stopped_run_leaves_messages_that_can_be_gone_on_with():
    dash = dashboard(max_turns=1000)

    async def ask_and_stop():
        asking = asyncio.ensure_future(dash.ask(ENDLESS))
        while dash.last_step < 9:
            await asyncio.sleep(0)
        dash.live_run.stop()
        return await asking

    messages = asyncio.run(ask_and_stop())
    assert "■ Stopped by you between turns." in dash.progress.value
    assert messages[-1]["role"] == "user"
    chat(messages, tools=tool_schemas)


def test_a_run_that_fails_says_why_on_the_dashboard():
    dash = dashboard(client=offline_client(faults=[401], max_retries=0))
    asyncio.run(dash.ask("What time is it?"))
    assert "AuthenticationError" in dash.panes["Conversation"][0].value
    dash = dashboard(max_turns=2)
    asyncio.run(dash.ask("What day will it be in 103 days?"))
    assert "◆ Stopped: the bound of 2 calls is reached." in dash.progress.value


@pytest.mark.parametrize("kind", ["fails", "returns", "is slow"])
def test_what_if_on_the_dashboard_keeps_the_first_run(kind):
    run("What day will it be in 103 days?")
    dash = dashboard()
    dash.what_if.tool_call.value = 2
    dash.what_if.change.value = kind
    asyncio.run(dash.what_if.run())
    assert f"What if: tool call 2 {kind}" in dash.what_if.pane.value
    assert ("≠ differs" in dash.what_if.pane.value) == (kind != "is slow")
    assert "103 days" in dash.panes["Conversation"][0].value


def test_what_if_changes_the_tool_call_that_is_meant():
    messages = run("What day will it be in 103 days?")
    wrong = what_if(messages, 1, returns({"datetime": "2030-01-01 00:00:00"}))
    assert "2030" in helpers.text_from_message(wrong[-1])
    failed = what_if(messages, 2, fails("No calendar today."))
    assert "No calendar today." in str(failed)
    slow = what_if(messages, 1, is_slow(0.0))
    assert helpers.text_from_message(slow[-1]) == helpers.text_from_message(
        messages[-1]
    )


@pytest.mark.parametrize("number", [0, -1, 99, "1", True, None], ids=repr)
def test_what_if_of_no_tool_call_says_how_many_there_are(number):
    messages = run("What day will it be in 103 days?")
    with pytest.raises(ValueError, match="this conversation has 2"):
        what_if(messages, number, fails())


@pytest.mark.parametrize(
    "change",
    [fails, returns, is_slow, "fails"],
    ids=["fails", "returns", "is_slow", "text"],
)
def test_what_if_without_brackets_says_what_to_write(change):
    messages = run("What day will it be in 103 days?")
    with pytest.raises(ValueError, match="with brackets"):
        what_if(messages, 1, change)


def test_what_if_of_a_later_question_says_that_nothing_was_changed():
    messages = run("What day will it be in 103 days?")
    add_user_message(messages, "What time is it?")
    run_conversation(messages, tool_schemas)
    with pytest.raises(ValueError, match="Nothing was changed"):
        what_if(messages, 3, fails())


def test_what_if_keeps_the_settings_of_the_first_run():
    question = [{"role": "user", "content": "What time is it?"}]
    chat(question, "Be brief.", ["STOP"], tool_schemas, max_tokens=777)
    dash = dashboard(last_conversation())
    what_if(None, 1, fails())
    asyncio.run(dash.what_if.run())
    for conversation in list(conversations)[-2:]:
        settings = conversation.exchanges[0].settings
        kept = [settings.get(k) for k in ("system", "stop_sequences", "max_tokens")]
        assert kept == ["Be brief.", ["STOP"], 777]


@pytest.mark.parametrize(
    ("text", "value"),
    [('{"a": 1}', {"a": 1}), ("5", 5), ("2030-01-01", "2030-01-01"), ("", "")],
    ids=repr,
)
def test_what_a_tool_returns_on_the_tab_may_be_json(text, value):
    assert CHANGES["returns"](text)(run_tool, "any", {}) == value


def test_what_if_needs_a_conversation():
    with pytest.raises(ValueError, match="ask something first"):
        what_if(None)


def test_the_dashboard_brings_html_for_places_without_widgets():
    run("What day will it be in 103 days?")
    bundle = dashboard()._repr_mimebundle_()
    assert "22 June 2024" in bundle["text/html"]
    assert bundle["text/plain"] == "Dashboard: What day will it be in 103 days?"


def test_the_still_picture_beside_a_dashboard_leaves_out_calls_to_stay_small():
    conversation = long_conversation(40)
    for exchange in conversation.exchanges:
        exchange.reply["content"] = [{"type": "text", "text": "<" * 3_000}] * 10
    assert len(static_view(conversation)) > MOST_BYTES
    html = small_static_view(conversation)
    assert len(html) < MOST_BYTES
    assert "calls are left out" in html
    assert "Call 40" in html


def test_all_controls_have_a_name():
    dash = dashboard()
    named = [dash.controls.scenario, dash.controls.question, dash.controls.go_to]
    for widget in [*named, dash.controls.choose, *dash.controls.filters.values()]:
        assert widget.description


def test_the_course_tool_runner_is_the_default():
    assert dashboard().live_run.run_tool is run_tool
