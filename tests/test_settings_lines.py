"""Settings that change between two calls of a conversation are told at the call."""

import pytest

from helpers.recording import Conversation, Exchange
from helpers.view.picture import static_view
from helpers.view.settings import changed_settings

ADD = {"name": "add", "input_schema": {"type": "object"}}
SET = {"name": "set", "input_schema": {"type": "object"}}
LONG = "x" * 200


def changes(before: dict, now: dict) -> list[str]:
    return changed_settings(Exchange(settings=before), Exchange(settings=now))


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        ({"model": "a"}, {"model": "b"}, ["model: a → b"]),
        ({}, {"system": "Be brief."}, ["system prompt is new: Be brief."]),
        ({"system": "Be brief."}, {}, ["✖ no system prompt now"]),
        ({"system": LONG}, {"system": "y"}, ["system prompt is another one"]),
        (
            {"tool_choice": {"type": "auto"}},
            {"tool_choice": {"type": "any"}},
            ['tool_choice: {"type": "auto"} → {"type": "any"}'],
        ),
        ({"max_tokens": 10}, {"max_tokens": 20}, ["max_tokens: 10 → 20"]),
        ({"tools": [ADD]}, {"tools": [ADD, SET]}, ["new tool set"]),
        ({"tools": [ADD, SET]}, {"tools": [SET]}, ["✖ no longer offers add"]),
        ({"tools": [ADD]}, {}, ["✖ offers no tools now"]),
        ({"tools": [ADD]}, {"tools": [ADD | {"x": 1}]}, ["other schema of add"]),
        ({"tools": [ADD]}, {"tools": [ADD]}, []),
        ({"tools": 5}, {"tools": [5]}, []),
        ({"tools": [ADD]}, {"thread": {"type": "continue"}}, []),
        ({}, {"stream": True}, []),
    ],
    ids=range(14),
)
def test_a_changed_setting_is_told_in_a_phrase(before, now, told):
    assert changes(before, now) == told


def test_the_line_stands_at_the_call_where_the_setting_changes_and_escapes_it():
    user = {"role": "user", "content": "Hi"}
    conversation = Conversation()
    for number, model in enumerate(["a", "a", "<b>"]):
        settings = {"model": model}
        added = [user | {"content": f"Hi {number}"}]
        kept = len(conversation.history)
        conversation.begin(Exchange(kept=kept, added=added, settings=settings))
    html = static_view(conversation)
    assert html.count("Settings changed") == 1
    assert html.index("Settings changed") > html.index("Call 3")
    assert "model: a → &lt;b&gt;" in html


def test_messages_from_a_list_have_no_settings_that_could_change():
    first = Exchange(settings={"model": "a"})
    assert changed_settings(first, Exchange(is_sent=False)) == []
