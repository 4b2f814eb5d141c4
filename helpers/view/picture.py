"""The dashboard's pictures of a conversation, as HTML: pure, and escaped throughout."""

from functools import partial

from helpers.recording import Conversation, Exchange, usage_of
from helpers.view.cards import WHO, card_view, stop_line
from helpers.view.chart import chart
from helpers.view.head import head
from helpers.view.looks import element, inlined
from helpers.view.prices import cost, dollars
from helpers.view.safe_html import safe
from helpers.view.sent import cards_sent
from helpers.view.steps import Card, cards_answered

AT_ONCE = 6  # calls in the window
MOST_CARDS = 24  # of one message
STATIC_CALLS = 40
SLOW = 0.2  # seconds that are worth a word


def window(calls: int, current: int) -> range:
    """The calls to draw around the current one."""
    start = max(0, min(current - AT_ONCE + 2, calls - AT_ONCE))
    return range(start, min(calls, start + AT_ONCE))


def view(
    conversation: Conversation,
    step: int,
    *,
    hidden: frozenset[str] = frozenset(),
    bound: int | None = None,
    note: str = "",
) -> str:
    """The whole picture at a step; call `step // 2` is sent, then answered."""
    calls = len(conversation.exchanges)
    if not calls:
        return element("view", head(conversation))
    current = min(step // 2, calls - 1)
    shown = window(calls, current)
    parts = [
        head(conversation, bound, note),
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
    stop = stop_line(conversation.exchanges[number])
    content = [
        element(f"call-head{_when(sent, step, ' later')}", line),
        _part(cards_sent(conversation, number), hidden, sent, step),
        _part(cards_answered(conversation, number), hidden, answer, step, stop),
    ]
    label = f'aria-label="Call {number + 1}"'
    return element("call", "".join(content), "section", label)


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


def call_head(conversation: Conversation, number: int, times: bool = True) -> str:
    """What the call sends, in a line; times differ from run to run."""
    exchange = conversation.exchanges[number]
    if not exchange.is_sent:
        return element("call-name", f"Turn {number + 1}", "span") + "from a list"
    name = element("call-name", f"Call {number + 1}", "span")
    facts = [_messages(exchange), *_tools_offered(conversation, number)]
    if exchange.retries:
        facts.append(f"attempt {exchange.retries + 1} of the same call")
    tokens_in, tokens_out = usage_of(exchange)
    if tokens_in or tokens_out:
        facts.append(f"{tokens_in:,} tokens in, {tokens_out:,} out")
        price = cost(exchange, tokens_in, tokens_out)
        facts += [] if price is None else [dollars(price)]
    if times:
        facts += times_of(exchange)
    return name + " · ".join(facts)


def times_of(exchange: Exchange) -> list[str]:
    """How long the answer and your code took, if they were slow."""
    facts = []
    if exchange.seconds is not None and exchange.seconds >= SLOW:
        facts.append(f"took {exchange.seconds:.1f} s")
    if exchange.code_seconds is not None and exchange.code_seconds >= SLOW:
        facts.append(f"your code took {exchange.code_seconds:.1f} s before it")
    return facts


def _messages(exchange: Exchange) -> str:
    if not exchange.kept:
        number = exchange.sent
        return f"sends {number} message{'' if number == 1 else 's'}"
    if isinstance(exchange.settings.get("thread"), dict):
        return "sends only what is new; the server holds the rest"
    again, new = exchange.kept, len(exchange.added)
    return f"sends {exchange.sent} messages: {again} again, {new} new"


def _tools_offered(conversation: Conversation, number: int) -> list[str]:
    settings = conversation.exchanges[number].settings
    tools = _tools_of(settings)
    if number == 0:
        names = [str(tool.get("name") or tool.get("type")) for tool in tools[:8]]
        more = f" and {len(tools) - 8} more" if len(tools) > 8 else ""
        return (
            [f"offers the tools {safe(', '.join(names), 300)}{more}"] if tools else []
        )
    before = conversation.exchanges[number - 1].settings
    if settings is before or tools == _tools_of(before):
        return []
    return [f"offers {len(tools)} tools now"] if tools else ["✖ offers no tools now"]


def _tools_of(settings: dict) -> list[dict]:
    """The tools of a request, which may hold anything when the API refused it."""
    tools = settings.get("tools")
    tools = tools if isinstance(tools, list) else []
    return [tool for tool in tools if isinstance(tool, dict)]


def static_view(conversation: Conversation) -> str:
    """The whole conversation with its styles inline, for places without widgets.

    It holds no time, so that two runs give the same; long ones are cut in the middle.
    """
    calls = len(conversation.exchanges)
    if not calls:
        return inlined(element("view", head(conversation)))
    draw = partial(call_view, conversation, step=calls * 2, times=False)
    numbers = list(range(calls))
    parts = [head(conversation), chart(conversation, None), _lanes()]
    if calls > STATIC_CALLS:
        half = STATIC_CALLS // 2
        parts += [draw(number=i) for i in numbers[:half]]
        parts.append(element("note", f"… {calls - STATIC_CALLS} calls are left out …"))
        numbers = numbers[-half:]
    parts += [draw(number=i) for i in numbers]
    return inlined(element("view", "".join(parts)))
