"""The dashboard's pictures of a conversation, as HTML: pure, and escaped throughout."""

from helpers.recording import Conversation
from helpers.view.calls import calls_view
from helpers.view.cards import WHO
from helpers.view.chart import chart
from helpers.view.head import head
from helpers.view.looks import element, inlined

AT_ONCE = 6  # calls in the window
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
        element("wide", calls_view(conversation, shown, step, hidden)),
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


def static_view(conversation: Conversation, most_calls: int = STATIC_CALLS) -> str:
    """The whole conversation with its styles inline, for places without widgets.

    It holds no time, so that two runs give the same; long ones are cut in the middle.
    """
    calls = len(conversation.exchanges)
    if not calls:
        return inlined(element("view", head(conversation)))
    parts = [head(conversation), chart(conversation, None), _lanes()]
    for numbers in _static_ranges(calls, most_calls):
        parts.append(calls_view(conversation, numbers, step=calls * 2, times=False))
        if numbers.stop < calls:
            cut = calls - 2 * numbers.stop
            parts.append(element("note", f"… {cut} calls are left out …"))
    return inlined(element("view", "".join(parts)))


def _static_ranges(calls: int, most_calls: int) -> list[range]:
    if calls <= most_calls:
        return [range(calls)]
    half = most_calls // 2
    return [range(half), range(calls - half, calls)]
