"""The Table and the JSON of a call: what a reader looks for comes first."""

from helpers.recording import Conversation, Exchange
from helpers.trace import conversation_of
from helpers.view.raw import answer_view, request_view, table_view


def one_call() -> Conversation:
    settings = {"tools": [{"name": "look"}], "max_tokens": 5, "model": "m"}
    added = [{"role": "user", "content": "Look."}]
    conversation = Conversation()
    conversation.begin(Exchange(added=added, settings=settings, error="x", status=400))
    return conversation


def test_the_messages_of_a_request_stand_before_its_tools():
    html = request_view(one_call(), 0)
    names = [f"&quot;{name}&quot;: " for name in ("model", "messages", "tools")]
    places = [html.index(name) for name in names]
    assert places == sorted(places)
    assert all(html.count(name) == 1 for name in names)


def test_what_came_back_for_a_refused_call_is_its_status_and_error():
    html = answer_view(one_call(), 0)
    assert "&quot;status&quot;: 400" in html


def test_a_table_that_is_too_wide_is_scrolled_with_the_keyboard():
    messages = [{"role": "user", "content": "x" * 5_000}]
    html = table_view(conversation_of(messages), 0)
    assert 'class="cv-scroll" tabindex="0" role="region" aria-label=' in html
    assert len(html) < 10_000
