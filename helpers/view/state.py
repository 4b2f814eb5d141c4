"""How a conversation stands: a kind with its sign, and a sentence.

What the loop told comes first; what it did not tell is read from its calls.
"""

from helpers.recording import Conversation, Ending, Exchange
from helpers.view.endings import (
    WHY_IT_STOPPED,
    is_waiting,
    refusal,
    tool_uses,
    was_interrupted,
)

SIGNS = {
    "done": "✔",
    "busy": "…",
    "tool": "⚙",
    "wrong": "✖",
    "bound": "◆",
    "left": "■",
    "interrupted": "⚡",
}
STYLES = {
    "tool": "busy",
    "bound": "stopped",
    "left": "stopped",
    "interrupted": "stopped",
}
"""The style of a kind that has none of its own name."""

State = tuple[str, str]


def state(conversation: Conversation) -> State:
    """How the conversation stands: a kind of SIGNS, and a sentence."""
    if not conversation.exchanges:
        return "busy", "Nothing to show yet: call Claude, and it appears here."
    last, number = conversation.exchanges[-1], len(conversation.exchanges)
    if is_waiting(last):
        return "busy", f"Call {number}: Claude is answering …"
    if conversation.running:
        return "tool", f"Your code is running {_names_of_running(conversation)} …"
    told = _told(conversation)
    if told is not None:
        return told
    if last.error is not None:
        return _state_of_error(last, number)
    if last.reply is None:
        return "busy", "The newest messages have not been sent yet."
    return _state_of_reply(last.reply)


def is_codes_turn(conversation: Conversation) -> bool:
    """True while a reply waits for results that nobody is known to work on."""
    reply = conversation.exchanges[-1].reply if conversation.exchanges else None
    is_asked = bool(tool_uses(reply)) and reply.get("stop_reason") == "tool_use"
    return is_asked and not conversation.running


def began(conversation: Conversation) -> float | None:
    """When the call or the tool began that the conversation waits for, if it does."""
    if conversation.exchanges and is_waiting(conversation.exchanges[-1]):
        return conversation.last_begin
    return min((start for _, start in conversation.running), default=None)


def _names_of_running(conversation: Conversation) -> str:
    names = [name for name, _ in conversation.running]
    more = f" and {len(names) - 2} more" if len(names) > 2 else ""
    return ", ".join(names[:2]) + more


def _told(conversation: Conversation) -> State | None:
    ending = conversation.ending
    words = TOLD.get(ending.kind) if ending else None
    return words(ending, conversation) if words else None


def _bound(ending: Ending, conversation: Conversation) -> State:
    bound = conversation.loop.bound if conversation.loop else "its"
    calls = "call" if bound == 1 else "calls"
    return "bound", f"Stopped: the bound of {bound} {calls} is reached."


def _left(ending: Ending, conversation: Conversation) -> State:
    return "left", "Stopped by you between turns. Its messages can be gone on with."


def _interrupted(ending: Ending, conversation: Conversation) -> State:
    if ending.detail:
        return "interrupted", f"Interrupted while {ending.detail} ran."
    last = conversation.exchanges[-1]
    if was_interrupted(last):
        return _state_of_error(last, len(conversation.exchanges))
    return "interrupted", "Interrupted while your code was at work."


def _stopped(ending: Ending, conversation: Conversation) -> State | None:
    reply = conversation.exchanges[-1].reply or {}
    if reply.get("stop_reason") in ("tool_use", None):  # else the reply tells it all
        return "wrong", f"Stopped: {ending.detail}"
    return None


def _failed(ending: Ending, conversation: Conversation) -> State | None:
    if conversation.exchanges[-1].error is not None:
        return None  # which tells more
    return "wrong", f"Your code ended with {ending.detail}."


TOLD = {
    "bound": _bound,
    "left": _left,
    "interrupted": _interrupted,
    "stopped": _stopped,
    "failed": _failed,
}


def _state_of_error(last: Exchange, number: int) -> State:
    if was_interrupted(last):
        return "interrupted", f"Call {number}: interrupted while Claude was answering."
    who = "the API" if last.could_be_sent else "Your code:"
    return "wrong", f"Call {number}: {who} {refusal(last)}."


def _state_of_reply(reply: dict) -> State:
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
