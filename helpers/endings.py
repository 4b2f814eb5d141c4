"""How a conversation ends: with a final answer, or by ConversationStopped."""

from helpers.recording import Ending

BOUND_REACHED = "{} calls were made and Claude is not done."
WHY_STOPPED = {
    "max_tokens": "the reply was cut at max_tokens. Ask again with more room.",
    "refusal": "Claude declined to answer. Ask in another way; do not just repeat.",
    "pause_turn": "a tool on Anthropic's side had not finished.",
    "stop_sequence": "the reply ended at one of your stop_sequences.",
    "model_context_window_exceeded": "the conversation fills the context window.",
    "tool_use": "the reply asks for tools but names none.",
    "end_turn": "the reply says that it is final but asks for tools.",
}


class ConversationStopped(Exception):
    """The conversation ended without a final answer; `messages` can be gone on with.

    `reason` is "max_turns", "unusable_reply" or the stop_reason of the last reply,
    such as "max_tokens" or "refusal"; `reply` is that reply.
    """

    def __init__(self, reason: str, messages: list[dict], explanation: str, reply=None):
        super().__init__(reason, messages, explanation, reply)
        self.reason, self.messages, self.reply = reason, messages, reply
        self.explanation = explanation

    def __str__(self) -> str:
        return f"{self.reason}: {self.explanation}"

    @property
    def ending(self) -> Ending:
        """How the loop ended, as the recorder and the dashboard say it."""
        kind = "bound" if self.reason == "max_turns" else "stopped"
        return Ending(kind, self.explanation)


def goes_on(response, requests: list) -> bool:
    """True if Claude waits for our tools, or for a tool of Anthropic's."""
    asks = response.stop_reason == "tool_use" and requests
    return bool(asks) or response.stop_reason == "pause_turn"


def stop(messages: list[dict], response, results: list[dict], max_turns: int) -> None:
    """End with a final answer; raise ConversationStopped for every other ending."""
    if goes_on(response, results):
        reason, why = "max_turns", BOUND_REACHED.format(max_turns)
    else:
        reason, why = str(response.stop_reason), why_stopped(response)
    for result in results:
        result["content"] = f"Not run: {why}"
    if reason != "end_turn" or results:
        raise ConversationStopped(reason, messages, why, response)


def why_stopped(response) -> str:
    """Why a reply that is not final ends the loop."""
    why = WHY_STOPPED.get(
        response.stop_reason, "the API gave a stop_reason that is not known here."
    )
    details = getattr(response, "stop_details", None)
    if details is None:
        return why
    return f"{why} {details.to_dict() if hasattr(details, 'to_dict') else details}"
