"""How a call went, in words."""

from helpers.blocks import blocks_of
from helpers.loops import INTERRUPTS
from helpers.recording import Exchange

KINDS = ["text", "thinking", "tool_use", "tool_result", "error"]

WHY_IT_STOPPED = {
    "tool_use": "Claude wants a tool, so the loop goes on.",
    "end_turn": "Claude is done, so the loop ends.",
    "max_tokens": "The answer was cut at max_tokens.",
    "stop_sequence": "Claude wrote one of your stop_sequences.",
    "pause_turn": "A tool of Anthropic's is not done. Send the answer back.",
    "refusal": "Claude declines to answer.",
    "model_context_window_exceeded": "The conversation fills the context window.",
}

INTERRUPTED = tuple(kind.__name__ for kind in INTERRUPTS)
NOT_SENDABLE = "this request could not be sent"


def refusal(exchange: Exchange) -> str:
    """What went wrong with a call."""
    if exchange.reply is not None:
        return "broke off its answer"
    if was_interrupted(exchange):
        return "was interrupted"
    if not exchange.could_be_sent:
        return NOT_SENDABLE
    if exchange.status is None:
        return "gave no answer"
    what = "refuses this call" if exchange.status < 500 else "could not answer"
    return f"{what} (status {exchange.status})"


def was_interrupted(exchange: Exchange) -> bool:
    """True if the call was ended by an interrupt, not by the API."""
    return (exchange.error or "").startswith(INTERRUPTED)


def is_waiting(exchange: Exchange) -> bool:
    """True while the answer of a call is on its way."""
    is_open = exchange.reply is None and exchange.error is None
    return exchange.is_sent and is_open and exchange.seconds is None


def tool_uses(reply: dict | None) -> list[dict]:
    """The tool_use blocks of a reply."""
    return [b for b in blocks_of(reply or {}) if b.get("type") == "tool_use"]
