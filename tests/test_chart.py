"""The chart of tokens, and what tokens cost."""

import re
from itertools import pairwise

import pytest

from helpers import chat, token_chart
from helpers.prices import SOURCE, cost, dollars, price_note
from helpers.recording import Conversation, Exchange
from helpers.view.chart import BARS, calls_shown, chart, token_parts
from helpers.view.head import head

MODEL = "claude-haiku-5-5"


def growing(calls: int, cached: int = 0, model: str = MODEL) -> Conversation:
    """Calls that each send 100 tokens more than the one before, and get 10 back."""
    conversation = Conversation()
    for i in range(calls):
        usage = {"input_tokens": 100 * (i + 1) - cached * (i > 0), "output_tokens": 10}
        usage["cache_read_input_tokens"] = cached * (i > 0)
        reply = {"role": "assistant", "content": "ok", "usage": usage}
        added = [{"role": "user", "content": "go on"}]
        exchange = Exchange(kept=i, added=added, reply=reply, settings={"model": model})
        conversation.begin(exchange)
        conversation.answer(exchange)
    return conversation


@pytest.mark.parametrize("current", [None, 0, 1, 617, 998, 999], ids=str)
def test_a_long_conversation_is_shown_from_its_first_call_to_its_last(current):
    shown = calls_shown(1000, current)
    assert (shown[0], shown[-1]) == (0, 999)
    assert len(shown) <= BARS + 1
    assert current is None or current in shown
    assert max(b - a for a, b in pairwise(shown)) < 30


def test_a_short_conversation_shows_each_call():
    assert calls_shown(BARS, 3) == [*range(BARS)]


def test_the_bars_of_a_long_conversation_grow():
    html = chart(growing(500), 499)
    bars = html.split("cv-bar-name")[:-1]
    heights = [sum(map(int, re.findall(r"height:(\d+)px", bar))) for bar in bars]
    assert heights == sorted(heights)
    assert heights[-1] > 10 * heights[0]


def test_the_caption_says_how_much_was_sent_before():
    assert "Call 1: 100 tokens in, none sent before" in chart(growing(3), 0)
    html = chart(growing(3), 2)
    assert "Call 3: 300 tokens in, about 210 of them (70%) sent before" in html
    together = "All calls together: 600 tokens in, about 320 of them (53%) sent before"
    assert together in chart(growing(3), None)


def test_what_was_read_from_the_cache_is_a_part_of_its_own():
    conversation = growing(3, cached=80)
    assert token_parts(conversation, 2) == {
        "out": 10,
        "new": 90,
        "again": 130,
        "cached": 80,
    }
    assert "80 read from the cache" in chart(conversation, 2)
    assert "cache</" not in chart(growing(3), 2)


def test_of_many_bars_only_the_ends_and_the_current_one_are_named():
    html = chart(growing(300), 150)
    names = re.findall(r'cv-bar-name">([^<]*)<', html)
    assert [name for name in names if name] == ["1", "151", "300"]


def test_a_failed_call_is_marked_in_the_chart():
    conversation = growing(20)
    conversation.exchanges[7].error = "overloaded"
    assert 'cv-bar-name">✖<' in chart(conversation, 19)


def test_the_chart_of_calls_without_tokens_is_empty():
    assert chart(Conversation(exchanges=[Exchange()]), 0) == ""


def test_a_cost_names_its_price_and_where_it_is_from():
    note = price_note(MODEL, {"input_tokens": 10})
    assert "$0.10" in note
    assert SOURCE in note
    assert SOURCE in chart(growing(2), 1)


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"input_tokens": 100_000, "output_tokens": 100_000}, 0.06),
        ({"input_tokens": 100_001, "output_tokens": 100_000}, 0.3000005),
        ({"input_tokens": 60_000, "cache_read_input_tokens": 60_000}, 0.033),
        ({"cache_read_input_tokens": 100_000}, 0.001),
        ({"cache_creation_input_tokens": 100_000}, 0.0125),
        (
            {
                "cache_creation_input_tokens": 100_000,
                "cache_creation": {"ephemeral_1h_input_tokens": 40_000},
            },
            0.0155,
        ),
    ],
    ids=["short", "long", "long with the cache", "read", "written", "for an hour"],
)
def test_a_call_costs_what_its_own_tokens_cost(usage, expected):
    assert cost(MODEL, usage) == pytest.approx(expected)


def test_a_long_prompt_says_that_its_price_is_another():
    assert "$0.50 for a million tokens in" in price_note(
        MODEL, {"input_tokens": 100_001}
    )


@pytest.mark.parametrize("model", ["another", None, 5], ids=repr)
def test_a_model_without_a_price_has_no_cost_and_no_note(model):
    assert cost(model, {"input_tokens": 10}) is None
    assert price_note(model, {"input_tokens": 10}) == ""


def test_a_conversation_costs_what_its_calls_cost():
    conversation = growing(2)
    assert conversation.totals["dollars"] == pytest.approx((300 * 0.1 + 20 * 0.5) / 1e6)
    assert "about $0.000040" in head(conversation)
    conversation.begin(Exchange(kept=3, error="Overloaded"))
    assert "about $0.000040" in head(conversation)  # who is refused pays nothing


def test_a_conversation_with_a_call_of_an_unknown_price_has_no_cost():
    conversation = growing(2)
    other = growing(1, model="another").exchanges[0]
    conversation.begin(other)
    conversation.answer(other)
    assert "$" not in head(conversation)


def test_a_call_without_an_answer_has_no_tokens_to_count():
    conversation = growing(2)
    conversation.begin(Exchange(kept=3, error="Overloaded", status=529))
    assert "Call 3: no tokens are counted" in chart(conversation, 2)


def test_costs_can_be_compared_at_a_glance():
    amounts = [dollars(amount) for amount in (0.0000521, 0.0001, 0.00032, 1.5)]
    assert amounts == ["$0.000052", "$0.000100", "$0.000320", "$1.5000"]


def test_token_chart_shows_the_calls_of_a_list_of_messages():
    messages = [{"role": "user", "content": "Hello!"}]
    answer = chat(messages)
    messages.append({"role": "assistant", "content": answer.content})
    picture = token_chart(messages)
    assert repr(picture) == "Chart: Hello!"
    assert f"{answer.usage.input_tokens} tokens in" in picture._repr_html_()
    assert "class=" not in picture._repr_html_()


def test_token_chart_says_why_it_is_empty():
    messages = [{"role": "user", "content": "Never sent."}]
    assert "No tokens to show" in token_chart(messages)._repr_html_()
