"""The line above each call: what it sends, what is new in it, and what it cost."""

from helpers.prices import dollars
from helpers.recording import Conversation, Exchange, cost_of, usage_of
from helpers.safe_html import safe
from helpers.view.looks import element
from helpers.view.settings import changed_settings, tools_of

SLOW = 0.2  # seconds that are worth a word
MOST_NAMES = 8


def call_facts(conversation: Conversation, number: int, times: bool = True) -> str:
    """What the call sends, in a line; times differ from run to run."""
    exchange = conversation.exchanges[number]
    if not exchange.is_sent:
        return _named("Turn", number, ["from a list"])
    facts = [_messages(exchange), *_tools_offered(exchange, number)]
    if exchange.retries:
        facts.append(f"attempt {exchange.retries + 1} of the same call")
    facts += _tokens(exchange)
    if times:
        facts += times_of(exchange)
    return _named("Call", number, facts) + _changes(conversation, number)


def _named(name: str, number: int, facts: list[str]) -> str:
    words = element("call-name call-place", f"{name} {number + 1}", "span")
    return words + element("call-facts", " · ".join(facts), "span")


def _tokens(exchange: Exchange) -> list[str]:
    tokens_in, tokens_out = usage_of(exchange)
    if not tokens_in and not tokens_out:
        return []
    facts = [f"{tokens_in:,} tokens in, {tokens_out:,} out"]
    price = cost_of(exchange)
    return facts if price is None else [*facts, dollars(price)]


def times_of(exchange: Exchange) -> list[str]:
    """How long the answer and your code took, if they were slow."""
    facts = []
    if exchange.seconds is not None and exchange.seconds >= SLOW:
        facts.append(f"took {exchange.seconds:.1f} s")
    if exchange.code_seconds is not None and exchange.code_seconds >= SLOW:
        facts.append(f"your code took {exchange.code_seconds:.1f} s before it")
    return facts


def _messages(exchange: Exchange) -> str:
    if "messages" in exchange.settings:
        return "sends no list of messages"
    if not exchange.kept:
        return _sends(exchange)
    if isinstance(exchange.settings.get("thread"), dict):
        return "sends only what is new; the server holds the rest"
    again, new = exchange.kept, len(exchange.added)
    return f"{_sends(exchange)}: {again} again, {new} new"


def _sends(exchange: Exchange) -> str:
    number = exchange.sent
    return f"sends {number} message{'' if number == 1 else 's'}"


def _tools_offered(exchange: Exchange, number: int) -> list[str]:
    """The tools of the first call; after that, only what changes is told."""
    tools = tools_of(exchange.settings)
    if number > 0 or not tools:
        return []
    names = [str(tool.get("name") or tool.get("type")) for tool in tools[:MOST_NAMES]]
    more = len(tools) - MOST_NAMES
    end = f" and {more} more" if more > 0 else ""
    return [f"offers the tools {safe(', '.join(names), 300)}{end}"]


def _changes(conversation: Conversation, number: int) -> str:
    """A line of its own for what this call asks for differently, if anything."""
    if number == 0:
        return ""
    pair = conversation.exchanges[number - 1], conversation.exchanges[number]
    changes = "; ".join(safe(change, 400) for change in changed_settings(*pair))
    words = f"<b>≠ Settings changed</b>: {changes}"
    return element("call-changes", words) if changes else ""
