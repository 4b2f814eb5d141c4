"""What was exchanged with the API, as plain values: conversations and their calls.

A conversation holds each message once, however often it was sent. It can be saved to a
file and loaded again.
"""

import json
import marshal
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

FORMAT = "conversation 1"
TOTALS = ("input_tokens", "output_tokens", "tool_calls", "tool_errors")


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


@dataclass(eq=False, repr=False)
class Conversation:
    """The calls of one conversation, and the messages that the last of them sent."""

    history: list[dict] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)
    accepted: int = 0
    """How many messages of the history were part of a call that was answered."""
    totals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TOTALS, 0))
    """What all calls together took."""
    last_end: float | None = None
    """When the last call ended, on the clock of time.perf_counter."""
    size: int = 0
    """About how many bytes it takes."""

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
        results = _blocks(exchange.added, "tool_result")
        self.totals["tool_errors"] += sum(bool(r.get("is_error")) for r in results)
        del self.history[exchange.kept :]
        self.history.extend(exchange.added)
        self.accepted = min(self.accepted, exchange.kept)
        self.exchanges.append(exchange)

    def answer(self, exchange: Exchange) -> None:
        """Count a call that was answered."""
        self.accepted = max(self.accepted, min(exchange.sent, len(self.history)))
        tokens_in, tokens_out = usage_of(exchange)
        self.totals["input_tokens"] += tokens_in
        self.totals["output_tokens"] += tokens_out
        self.totals["tool_calls"] += len(_blocks([exchange.reply], "tool_use"))

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


def _blocks(messages: list[dict], kind: str) -> list[dict]:
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
    usage = (exchange.reply or {}).get("usage") or {}
    kinds = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    return sum(usage.get(kind) or 0 for kind in kinds), usage.get("output_tokens") or 0


def plain(value):
    """A copy of messages, or of any value, as JSON values: SDK objects become dicts."""
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is dict:  # the common values first: histories are long
        return {str(key): plain(item) for key, item in value.items()}
    if kind is list or isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return plain(dict(value))
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    return repr(value)  # the SDK may refuse to send it; the trace shows what it was


def plain_messages(messages: list | tuple) -> list[dict]:
    """Messages as JSON values; what is no message becomes one that shows what it is."""
    return [
        message if isinstance(message, dict) else {"role": None, "content": repr(given)}
        for given, message in zip(messages, plain(messages), strict=True)
    ]


ATOMS = {str, int, float, bool, type(None)}


def weight(value) -> int:
    """About how many bytes a JSON value takes."""
    return len(marshal.dumps(value))


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


def save(conversation: Conversation, path: str | Path) -> Path:
    """The path of a JSON file that holds the conversation; `load` reads it back."""
    calls = [asdict(exchange) for exchange in conversation.exchanges]
    content = json.dumps({"format": FORMAT, "exchanges": calls}, indent=1)
    path = Path(path)
    path.write_text(content + "\n", encoding="utf-8")
    return path


def load(path: str | Path) -> Conversation:
    """A conversation from a file of `save`, or of a bare list of messages."""
    try:
        # Some editors on Windows begin a file with a byte order mark.
        saved = json.loads(Path(path).read_text(encoding="utf-8-sig"))
        return _conversation_of(saved)
    except UnicodeDecodeError:
        reason = "it is no text in UTF-8"
    except json.JSONDecodeError as error:
        reason = f"it is no whole JSON ({error})"
    except RecursionError:
        reason = "it is nested too deeply"
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        reason = str(error)
    raise ValueError(
        f"{path} holds no conversation: {reason}. Expected a file that save() wrote, "
        "or a list of messages as JSON."
    )


def _conversation_of(saved) -> Conversation:
    if isinstance(saved, list):
        for i, message in enumerate(saved):
            if not isinstance(message, dict) or not {"role", "content"} <= set(message):
                raise ValueError(f"item {i} of its list is no message")
        return conversation_from(saved)
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise ValueError(f"it is no list and its format is not {FORMAT!r}")
    if not isinstance(saved.get("exchanges"), list):
        raise ValueError('its "exchanges" are no list')
    conversation = Conversation()
    for number, call in enumerate(saved["exchanges"], 1):
        exchange = _exchange_of(call, number, len(conversation.history))
        conversation.begin(exchange)
        if exchange.reply is not None:
            conversation.answer(exchange)
    return conversation


def _exchange_of(call: dict, number: int, known: int) -> Exchange:
    if not isinstance(call, dict):
        raise ValueError(f"call {number} is no JSON object")
    for name, shape in SHAPES.items():
        if name in call and not isinstance(call[name], shape):
            raise ValueError(f'"{name}" of call {number} has a wrong type')
    exchange = Exchange(**{k: v for k, v in call.items() if k in SHAPES})
    if not 0 <= exchange.kept <= known:
        raise ValueError(f'"kept" of call {number} is not from 0 to {known}')
    reply = exchange.reply or {}
    if not isinstance(reply.get("stop_reason"), str | None):
        raise ValueError(f'"stop_reason" of call {number} is no text')
    if not isinstance(reply.get("usage"), dict | None):
        raise ValueError(f'"usage" of call {number} is no JSON object')
    exchange.added = plain_messages(exchange.added)
    return exchange


SHAPES = {
    "kept": int,
    "added": list,
    "settings": dict,
    "retries": int,
    "seconds": int | float | None,
    "code_seconds": int | float | None,
    "reply": dict | None,
    "error": str | None,
    "status": int | None,
    "could_be_sent": bool,
    "is_sent": bool,
}
