"""What was exchanged with the API, as plain values: conversations and their calls.

A conversation holds each message once, however often it was sent.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from helpers.plain import plain_messages
from helpers.prices import cost, tokens_of

TOTALS = (
    "input_tokens", "output_tokens", "tool_calls", "tool_errors", "dollars", "unpriced",
)  # fmt: skip


@dataclass(eq=False)
class Exchange:
    """One call: what was sent, and the reply or the error that came back."""

    kept: int = 0
    """How many messages of the call before it are sent again, as they were."""
    added: list[dict] = field(default_factory=list)
    """The messages that are new in this call."""
    settings: dict = field(default_factory=dict)
    """The rest of the request: model, tools, max_tokens ..."""
    retries: int = 0
    seconds: float | None = None
    """How long it took; None while the answer is on its way."""
    code_seconds: float | None = None
    """How long your code took between the call before and this one."""
    reply: dict | None = None
    error: str | None = None
    status: int | None = None
    could_be_sent: bool = True
    """False if the SDK could not make a request of what it was given."""
    is_sent: bool = True
    """False for messages that were never seen on their way to the API."""

    @property
    def sent(self) -> int:
        """How many messages the conversation holds up to and with this call."""
        return self.kept + len(self.added)


@dataclass(eq=False)
class Loop:
    """A loop that tells its bound, and how many calls it has made."""

    bound: int
    calls: int = 0
    conversation: "Conversation | None" = None


class Ending(NamedTuple):
    """How a loop ended without a final answer, as it told or as it was seen.

    `kind` is "bound", "stopped", "left", "interrupted" or "failed".
    """

    kind: str
    detail: str = ""


@dataclass(eq=False, repr=False)
class Conversation:
    """The calls of one conversation, and the messages that the last of them sent."""

    history: list[dict] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)
    accepted: int = 0
    """How many messages of the history were part of a call that was answered."""
    totals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TOTALS, 0))
    """What all calls together took; "unpriced" counts calls of an unknown price."""
    last_begin: float | None = None
    """When the last call began, on the clock of time.perf_counter."""
    last_end: float | None = None
    """When the last call ended."""
    size: int = 0
    """About how many bytes it takes."""
    loop: Loop | None = None
    """The loop that made the last call, if it tells of itself."""
    running: list[tuple[str, float]] = field(default_factory=list)
    """The tools that run now: their names, and when they began."""
    ending: Ending | None = None
    """How the loop ended, if it did so without a final answer, and if that is known."""

    def __repr__(self) -> str:
        return f"<Conversation of {len(self.exchanges)} calls>"

    def shared_with(self, messages: list[dict]) -> int | None:
        """How many messages of the history a request repeats, if it continues this."""
        length, last = len(self.history), self.exchanges[-1]
        if len(messages) >= length and _begins_with(messages, self.history, length):
            is_again = len(messages) == length
            return length if last.error or not is_again else None
        # After a refusal the next call may be the same one, put right.
        is_put_right = last.error and 0 < self.accepted < len(messages)
        if is_put_right and _begins_with(messages, self.history, self.accepted):
            return self.accepted
        return None

    def begin(self, exchange: Exchange) -> None:
        """Add a call that is about to be made."""
        _count_sent(self.totals, exchange)
        del self.history[exchange.kept :]
        self.history.extend(exchange.added)
        self.accepted = min(self.accepted, exchange.kept)
        self.exchanges.append(exchange)

    def answer(self, exchange: Exchange) -> None:
        """Count a call that was answered."""
        self.accepted = max(self.accepted, min(exchange.sent, len(self.history)))
        _count_answer(self.totals, exchange)

    def messages_of(self, number: int) -> list[dict]:
        """All messages that call `number` sent; the first call is 0."""
        messages: list[dict] = []
        for exchange in self.exchanges[: number + 1]:
            del messages[exchange.kept :]
            messages.extend(exchange.added)
        return messages

    def reply_before(self, number: int) -> int | None:
        """The number of the last call before this one that was answered."""
        for i in range(number - 1, -1, -1):
            if self.exchanges[i].reply is not None:
                return i
        return None


def totals_until(conversation: Conversation, step: int) -> dict[str, int]:
    """What it took up to a step; call `step // 2` is sent, then answered."""
    totals = dict.fromkeys(TOTALS, 0)
    for number, exchange in enumerate(conversation.exchanges[: step // 2 + 1]):
        _count_sent(totals, exchange)
        if 2 * number < step and exchange.reply is not None:
            _count_answer(totals, exchange)
    return totals


def _count_sent(totals: dict[str, int], exchange: Exchange) -> None:
    results = blocks_of_type(exchange.added, "tool_result")
    totals["tool_errors"] += sum(bool(r.get("is_error")) for r in results)


def _count_answer(totals: dict[str, int], exchange: Exchange) -> None:
    tokens_in, tokens_out = usage_of(exchange)
    totals["input_tokens"] += tokens_in
    totals["output_tokens"] += tokens_out
    totals["tool_calls"] += len(blocks_of_type([exchange.reply], "tool_use"))
    price = cost_of(exchange)
    totals["dollars"] += price or 0
    totals["unpriced"] += price is None


def blocks_of_type(messages: list[dict | None], kind: str) -> list[dict]:
    """All content blocks of a type in some messages, whatever else they hold."""
    contents = [m.get("content") for m in messages if isinstance(m, dict)]
    blocks = [b for c in contents if isinstance(c, list) for b in c]
    return [b for b in blocks if isinstance(b, dict) and b.get("type") == kind]


def _begins_with(messages: list, history: list[dict], length: int) -> bool:
    """The last message is compared first: it is where conversations differ."""
    if length == 0 or messages[length - 1] != history[length - 1]:
        return False
    return messages[:length] == history[:length]


def usage_of(exchange: Exchange) -> tuple[int, int]:
    """The tokens that went in and out; those read from the cache or written are in."""
    return tokens_of(_usage(exchange))


def cost_of(exchange: Exchange) -> float | None:
    """About how many dollars a call cost; None without a reply or a known price."""
    usage = _usage(exchange)
    return cost(exchange.settings.get("model"), usage) if usage else None


def _usage(exchange: Exchange) -> dict:
    return (exchange.reply or {}).get("usage") or {}


def conversation_from(messages: list) -> Conversation:
    """A conversation made of bare messages; each assistant turn ends a call."""
    conversation, waiting, sent = Conversation(), [], 0
    for message in plain_messages(messages):
        if message.get("role") == "assistant" and (waiting or sent == 0):
            exchange = Exchange(kept=sent, added=waiting, reply=message, is_sent=False)
            conversation.begin(exchange)
            conversation.answer(exchange)
            sent, waiting = exchange.sent, [message]
        else:
            waiting = [*waiting, message]
    if any(message.get("role") != "assistant" for message in waiting):
        conversation.begin(Exchange(kept=sent, added=waiting, is_sent=False))
    return conversation
