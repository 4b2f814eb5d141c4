"""Calls in the three lanes, one below the other: what was sent, then what came back."""

from dataclasses import dataclass
from itertools import pairwise

from helpers.recording import Conversation
from helpers.safe_html import safe
from helpers.view.call_facts import call_facts
from helpers.view.cards import stop_line
from helpers.view.lines import answering_rows, asking_rows, pairs, row
from helpers.view.looks import element
from helpers.view.sent import cards_sent
from helpers.view.state import SIGNS, is_codes_turn, state
from helpers.view.steps import CLAUDE, Card, cards_answered

MOST_CARDS = 24  # of one message


@dataclass(frozen=True)
class Part:
    """The cards of one step that are drawn, and a note on those that are not."""

    step: int
    cards: list[Card]
    note: str = ""


@dataclass(frozen=True)
class Call:
    """What is drawn of a call; the facts and the stop_reason are HTML already."""

    number: int
    facts: str
    sent: Part
    answered: Part
    stop: str


def calls_view(
    conversation: Conversation,
    numbers: range,
    step: int,
    hidden: frozenset[str] = frozenset(),
    times: bool = True,
) -> str:
    """Some calls one below the other; call `step // 2` is sent, then answered."""
    calls = [_call(conversation, number, hidden, times) for number in numbers]
    tied = [pairs(a.answered.cards, b.sent.cards) for a, b in pairwise(calls)]
    ends = zip(calls, [[], *tied], [*tied, []], strict=True)
    return "".join(_drawn(call, above, below, step) for call, above, below in ends)


def _call(
    conversation: Conversation, number: int, hidden: frozenset[str], times: bool
) -> Call:
    return Call(
        number,
        call_facts(conversation, number, times),
        _part(number * 2, cards_sent(conversation, number), hidden),
        _part(number * 2 + 1, cards_answered(conversation, number), hidden),
        stop_line(conversation.exchanges[number])
        + _went_no_further(conversation, number),
    )


def _went_no_further(conversation: Conversation, number: int) -> str:
    """Under the last answer: that the loop did not go on, though it might have."""
    if number < len(conversation.exchanges) - 1:
        return ""
    kind, sentence = state(conversation)
    has_failed = kind == "wrong" and is_codes_turn(conversation)
    if not (has_failed or kind in ("bound", "left", "interrupted")):
        return ""
    return element("stop", f"{SIGNS[kind]} <b>But not here.</b> {safe(sentence)}")


def _drawn(call: Call, above: list[str], below: list[str], step: int) -> str:
    """A call with the lines that come from the call above and go to the one below."""
    facts = row(call.facts, [*range(len(above))])
    sent = [*answering_rows(call.sent.cards, above), call.sent.note]
    is_final = "✔" in call.stop
    answered = asking_rows(call.answered.cards, below, is_final=is_final)
    stop = row(call.answered.note + call.stop, [*range(len(below))])
    content = [
        element(f"call-head{_when(call.sent, step, ' later')}", facts),
        _placed(call.sent, step, sent),
        _placed(call.answered, step, [*answered, stop]),
    ]
    label = f'aria-label="Call {call.number + 1}"'
    return element("call", "".join(content), "section", label)


def _part(step: int, cards: list[Card], hidden: frozenset[str]) -> Part:
    shown = [card for card in cards if card.kind not in hidden]
    lane = cards[0].lane if cards else CLAUDE
    notes = [
        _left_out(len(shown) - MOST_CARDS, lane, "see the JSON"),
        _left_out(len(cards) - len(shown), lane, "hidden by your choice in “Show”"),
    ]
    return Part(step, shown[:MOST_CARDS], "".join(notes))


def _left_out(number: int, lane: str, why: str) -> str:
    if number <= 0:
        return ""
    blocks = f"… {number} more block{'' if number == 1 else 's'}: {why}"
    return element(f"note {lane}", blocks)


def _placed(part: Part, step: int, rows: list[str]) -> str:
    current = 'aria-current="step"' if part.step == step else ""
    names = "part" + _when(part, step, " later", " now")
    return element(names, "".join(rows), more=current)


def _when(part: Part, step: int, later: str, now: str = "") -> str:
    return later if part.step > step else now if part.step == step else ""
