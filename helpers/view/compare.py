"""Two runs of one question side by side, as HTML."""

from helpers.recording import Conversation
from helpers.view.call_head import times_of
from helpers.view.cards import card_view, stop_line
from helpers.view.head import head
from helpers.view.looks import element
from helpers.view.sent import cards_sent
from helpers.view.steps import Card, cards_answered

MOST_CALLS = 12


def compare_view(
    first: Conversation, second: Conversation, change: str = "", *, times: bool = False
) -> str:
    """The runs call by call; where they differ stands an edge and the word.

    Times differ from run to run, so a picture that is kept goes without them.
    """
    runs = (first, second)
    titles = ("First run", f"What if: {change}" if change else "Second run")
    heads = [head(run, title=title) for run, title in zip(runs, titles, strict=True)]
    calls = max(len(run.exchanges) for run in runs)
    rows = [_row(heads)]
    for number in range(min(calls, MOST_CALLS)):
        rows.append(_pair([_sent(run, number, times) for run in runs]))
        rows.append(_pair([_answer(run, number) for run in runs]))
    if calls > MOST_CALLS:
        rows.append(element("note", f"… {calls - MOST_CALLS} more calls"))
    return element("view", element("flat", "".join(rows)))


def _sent(run: Conversation, number: int, times: bool) -> tuple[list[Card], str]:
    """What a call sends: its cards, and all of it as HTML."""
    if number >= len(run.exchanges):
        return [], element("note", "(this run has ended)")
    cards = cards_sent(run, number)
    name = element("call-name", f"Call {number + 1}", "span")
    facts = times_of(run.exchanges[number]) if times else []
    line = element("call-head", " · ".join([name, *facts]))
    return cards, line + "".join(map(card_view, cards))


def _answer(run: Conversation, number: int) -> tuple[list[Card], str]:
    if number >= len(run.exchanges):
        return [], ""
    cards = cards_answered(run, number)
    return cards, "".join(map(card_view, cards)) + stop_line(run.exchanges[number])


def _pair(sides: list[tuple[list[Card], str]]) -> str:
    (cards, left), (other_cards, right) = sides
    if other_cards and _said(cards) != _said(other_cards):
        right = element("differs", f"<b>≠ differs</b>{right}")
    return _row([left, right])


def _row(sides: list[str]) -> str:
    return element("pair", "".join(element("side", side) for side in sides))


def _said(cards: list[Card]) -> list[tuple]:
    """What is said; ids differ between any two runs."""
    return [(card.kind, card.title, card.text, card.arguments) for card in cards]
