"""Two runs of one question side by side, as HTML."""

from dataclasses import dataclass

from helpers.recording import Conversation
from helpers.view.call_facts import SLOW, times_of
from helpers.view.cards import card_view, stop_line
from helpers.view.head import head
from helpers.view.looks import element
from helpers.view.sent import cards_sent
from helpers.view.steps import Card, cards_answered

MOST_CALLS = 12


@dataclass(frozen=True)
class Side:
    """One step of one run: its cards, all of it as HTML, and your code's seconds."""

    cards: list[Card]
    html: str
    seconds: float = 0.0


def compare_view(
    first: Conversation, second: Conversation, change: str = "", *, times: bool = False
) -> str:
    """The runs call by call; where they differ stands an edge and the word.

    Times differ from run to run, so a picture that is kept goes without them.
    """
    runs = (first, second)
    names = ("First run", "What if" if change else "Second run")
    titles = ("First run", f"What if: {change}" if change else "Second run")
    heads = [head(run, title=title) for run, title in zip(runs, titles, strict=True)]
    calls = max(len(run.exchanges) for run in runs)
    rows = [_row(heads), element("note", _verdict(first, second, calls))]
    for number in range(min(calls, MOST_CALLS)):
        rows.append(_pair([_sent(run, number, times) for run in runs], names))
        rows.append(_pair([_answer(run, number) for run in runs], names))
    if calls > MOST_CALLS:
        rows.append(element("note", f"… {calls - MOST_CALLS} more calls"))
    return element("view", element("flat", "".join(rows)))


def _verdict(first: Conversation, second: Conversation, calls: int) -> str:
    """Where the runs part, and whether they come to the same end."""
    parted = next((i for i in range(calls) if _differ(first, second, i)), None)
    if parted is None:
        return "<b>= Both runs say the same.</b>"
    where = f"≠ The runs differ from call {parted + 1} on."
    is_same = _last_words(first) == _last_words(second)
    end = (
        "Claude's last words are the same" if is_same else "Claude's last words differ"
    )
    return f"<b>{where} {end}.</b>"


def _differ(first: Conversation, second: Conversation, number: int) -> bool:
    return _said_in(first, number) != _said_in(second, number)


def _last_words(run: Conversation) -> list[tuple]:
    return _said(cards_answered(run, len(run.exchanges) - 1)) if run.exchanges else []


def _said_in(run: Conversation, number: int) -> list[tuple]:
    if number >= len(run.exchanges):
        return []
    return _said(cards_sent(run, number)) + _said(cards_answered(run, number))


def _said(cards: list[Card]) -> list[tuple]:
    """What is said; ids differ between any two runs."""
    return [(card.kind, card.title, card.text, card.arguments) for card in cards]


def _sent(run: Conversation, number: int, times: bool) -> Side:
    """What a call sends."""
    if number >= len(run.exchanges):
        return Side([], element("note", "(this run has ended)"))
    exchange = run.exchanges[number]
    cards = cards_sent(run, number)
    name = element("call-name", f"Call {number + 1}", "span")
    facts = times_of(exchange) if times else []
    line = element("call-head", name + " · ".join(facts))
    seconds = exchange.code_seconds or 0.0 if times else 0.0
    return Side(cards, line + "".join(map(card_view, cards)), seconds)


def _answer(run: Conversation, number: int) -> Side:
    if number >= len(run.exchanges):
        return Side([], "")
    cards = cards_answered(run, number)
    return Side(
        cards, "".join(map(card_view, cards)) + stop_line(run.exchanges[number])
    )


def _pair(sides: list[Side], names: tuple[str, str]) -> str:
    left, right = sides
    html = right.html
    if right.cards and _said(left.cards) != _said(right.cards):
        html = element("differs", f"<b>≠ differs</b>{html}")
    elif right.seconds - left.seconds >= SLOW:
        html = element("differs", f"<b>≠ takes longer</b>{html}")
    return _row([left.html, html], names)


def _row(sides: list[str], names: tuple[str, str] = ("", "")) -> str:
    """Two sides; their names are seen where one stands below the other."""
    labels = [element("side-name", name) if name else "" for name in names]
    columns = [
        element("side", label + side) for label, side in zip(labels, sides, strict=True)
    ]
    return element("pair", "".join(columns))
