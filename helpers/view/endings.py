"""How a call and a conversation stand, in words."""

from helpers.blocks import blocks_of
from helpers.recording import Conversation, Exchange

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

NOT_SENDABLE = "this request could not be sent"


def refusal(exchange: Exchange) -> str:
    """What went wrong with a call."""
    if exchange.reply is not None:
        return "broke off its answer"
    if not exchange.could_be_sent:
        return NOT_SENDABLE
    if exchange.status is None:
        return "gave no answer"
    what = "refuses this call" if exchange.status < 500 else "could not answer"
    return f"{what} (status {exchange.status})"


def is_waiting(exchange: Exchange) -> bool:
    """True while the answer of a call is on its way."""
    is_open = exchange.reply is None and exchange.error is None
    return exchange.is_sent and is_open and exchange.seconds is None


def state(conversation: Conversation) -> tuple[str, str]:
    """How the conversation stands: "done", "busy" or "wrong", and a sentence."""
    if not conversation.exchanges:
        return "busy", "Nothing to show yet: call Claude, and it appears here."
    last, number = conversation.exchanges[-1], len(conversation.exchanges)
    if is_waiting(last):
        return "busy", f"Call {number} is on its way to Claude …"
    if last.error is not None:
        who = "the API" if last.could_be_sent else "Your code:"
        return "wrong", f"Call {number}: {who} {refusal(last)}."
    if last.reply is None:
        return "busy", "The newest messages have not been sent yet."
    return _state_of_reply(last.reply)


def _state_of_reply(reply: dict) -> tuple[str, str]:
    names = ", ".join(str(block.get("name")) for block in tool_uses(reply))
    stop_reason = reply.get("stop_reason")
    if names and stop_reason in ("tool_use", None):
        return "busy", f"It is your code's turn: run {names} and send the result."
    if stop_reason is None:
        return "done", "The last message is Claude's."
    if stop_reason == "end_turn":
        return "done", "Finished: Claude gave its final answer."
    why = WHY_IT_STOPPED.get(stop_reason, "The loop must stop.")
    return "wrong", f"Ended with stop_reason {stop_reason}. {why}"


def tool_uses(reply: dict | None) -> list[dict]:
    """The tool_use blocks of a reply."""
    return [b for b in blocks_of(reply or {}) if b.get("type") == "tool_use"]
