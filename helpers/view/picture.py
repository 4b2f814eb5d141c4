"""The dashboard's pictures of a conversation, as HTML: pure, and escaped throughout."""

from functools import partial

from helpers.recording import Conversation
from helpers.view.call_head import call_head
from helpers.view.cards import WHO, card_view, stop_line
from helpers.view.chart import chart
from helpers.view.head import head
from helpers.view.looks import element, inlined
from helpers.view.safe_html import safe
from helpers.view.sent import cards_sent
from helpers.view.state import SIGNS, state
from helpers.view.steps import Card, cards_answered

AT_ONCE = 6  # calls in the window
MOST_CARDS = 24  # of one message
STATIC_CALLS = 40


def window(calls: int, current: int) -> range:
    """The calls to draw around the current one."""
    start = max(0, min(current - AT_ONCE + 2, calls - AT_ONCE))
    return range(start, min(calls, start + AT_ONCE))


def view(
    conversation: Conversation,
    step: int,
    *,
    hidden: frozenset[str] = frozenset(),
    note: str = "",
    with_state: bool = True,
) -> str:
    """The whole picture at a step; call `step // 2` is sent, then answered."""
    calls = len(conversation.exchanges)
    if not calls:
        return element("view", head(conversation, note, with_state=with_state))
    current = min(step // 2, calls - 1)
    shown = window(calls, current)
    parts = [
        head(conversation, note, step=step, with_state=with_state),
        chart(conversation, current),
        _lanes(),
        _more(shown.start, "earlier"),
        element(
            "wide",
            "".join(call_view(conversation, i, step, hidden) for i in shown),
        ),
        _more(calls - shown.stop, "later"),
    ]
    return element(
        "view", "".join(parts), more='role="region" aria-label="Conversation"'
    )


def _lanes() -> str:
    """The heading: whose lane is where."""
    lanes = [element(f"lane-{i}", who, "span") for i, who in enumerate(WHO.values(), 1)]
    return element("lanes", "".join(lanes))


def _more(number: int, which: str) -> str:
    if number <= 0:
        return ""
    calls = "1 call" if number == 1 else f"{number:,} calls"
    return element("note", f"… {calls} {which}: step there, or use “Go to call”.")


def call_view(
    conversation: Conversation,
    number: int,
    step: int,
    hidden: frozenset[str] = frozenset(),
    times: bool = True,
) -> str:
    """One call: what is new in it, then what came back."""
    sent, answer = number * 2, number * 2 + 1
    line = call_head(conversation, number, times)
    stop = stop_line(conversation.exchanges[number]) + _went_no_further(
        conversation, number
    )
    content = [
        element(f"call-head{_when(sent, step, ' later')}", line),
        _part(cards_sent(conversation, number), hidden, sent, step),
        _part(cards_answered(conversation, number), hidden, answer, step, stop),
    ]
    label = f'aria-label="Call {number + 1}"'
    return element("call", "".join(content), "section", label)


def _went_no_further(conversation: Conversation, number: int) -> str:
    """Under the last answer: that the loop did not go on, though it might have."""
    kind, sentence = state(conversation)
    is_last = number == len(conversation.exchanges) - 1
    if not is_last or kind not in ("bound", "left", "interrupted"):
        return ""
    return element("stop", f"{SIGNS[kind]} <b>But not here.</b> {safe(sentence)}")


def _when(own: int, step: int, later: str, now: str = "") -> str:
    return later if own > step else now if own == step else ""


def _part(
    cards: list[Card], hidden: frozenset, own: int, step: int, more: str = ""
) -> str:
    is_final = "✔" in more
    drawn = [card_view(card, is_final) for card in cards if card.kind not in hidden]
    not_shown = len(cards) - len(drawn)
    if len(drawn) > MOST_CARDS:
        drawn[MOST_CARDS:] = [_left_out(len(drawn) - MOST_CARDS, "see the JSON")]
    if not_shown:
        drawn.append(_left_out(not_shown, "hidden by your choice in “Show”"))
    current = 'aria-current="step"' if own == step else ""
    names = "part" + _when(own, step, " later", " now")
    return element(names, "".join(drawn) + more, more=current)


def _left_out(number: int, why: str) -> str:
    return element("note", f"… {number} more block{'' if number == 1 else 's'}: {why}")


def static_view(conversation: Conversation, most_calls: int = STATIC_CALLS) -> str:
    """The whole conversation with its styles inline, for places without widgets.

    It holds no time, so that two runs give the same; long ones are cut in the middle.
    """
    calls = len(conversation.exchanges)
    if not calls:
        return inlined(element("view", head(conversation)))
    draw = partial(call_view, conversation, step=calls * 2, times=False)
    numbers = list(range(calls))
    parts = [head(conversation), chart(conversation, None), _lanes()]
    if calls > most_calls:
        half = most_calls // 2
        parts += [draw(number=i) for i in numbers[:half]]
        parts.append(element("note", f"… {calls - 2 * half} calls are left out …"))
        numbers = numbers[-half:]
    parts += [draw(number=i) for i in numbers]
    return inlined(element("view", "".join(parts)))
