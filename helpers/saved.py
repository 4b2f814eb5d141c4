"""A conversation in a file, and back: what comes from a file is looked at closely."""

import json
from dataclasses import asdict
from pathlib import Path

from helpers.plain import plain_messages
from helpers.recording import Conversation, Exchange, conversation_from

FORMAT = "conversation 1"


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
