"""The cards: who speaks, what is folded, and how large it is."""

import pytest

from helpers.view.cards import FINAL, LONG, SHORT, card_view
from helpers.view.steps import CLAUDE, CODE, Card


def result(text: str) -> str:
    return card_view(Card(CODE, "tool_result", "tool_result", text, badge="1a", id="t"))


def final(text: str) -> str:
    return card_view(Card(CLAUDE, "text", "text", text), is_final=True)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("x" * (SHORT[0] + 1), "All 421 characters"),
        ("x\n" * SHORT[1], "All 24 characters"),
        ("x" * (LONG[0] + 1), "The first 4,000 of 4,001 characters"),
        ("x\n" * LONG[1], "The first 799 of 800 characters"),
        ("x" * 1_000_000, "The first 4,000 of 1,000,000 characters"),
    ],
    ids=["long", "many-lines", "longer", "very-many-lines", "megabyte"],
)
def test_a_long_text_is_folded_by_its_characters_or_its_lines(text, size):
    html = result(text)
    assert f"<summary>{size}</summary>" in html
    assert len(html) < 10_000


@pytest.mark.parametrize(
    "text",
    ["x" * SHORT[0], "x\n" * (SHORT[1] - 1), "", "one line"],
    ids=["long", "lines", "empty", "short"],
)
def test_a_short_text_is_whole(text):
    assert "<details>" not in result(text)
    assert "…" not in result(text)


def test_the_final_answer_has_more_room():
    text = "word " * 100
    assert "<details>" in result(text)
    assert "<details>" not in final(text)
    assert "<details>" in final("word " * FINAL[0])


def test_arguments_are_folded_as_results_are():
    use = Card(CLAUDE, "tool_use", "look", arguments=(("path", "x" * 1_000_000),))
    assert "The first 4,000 of 1,000,006 characters" in card_view(use)
    none = Card(CLAUDE, "tool_use", "look", arguments=())
    assert "(no arguments)" in card_view(none)


def test_a_result_says_first_which_request_it_answers():
    html = result("ok")
    order = ["Your code", "answers", ">1a<", "tool_result", ">t<"]
    places = [html.index(word, html.index("cv-title")) for word in order]
    assert places == sorted(places)
