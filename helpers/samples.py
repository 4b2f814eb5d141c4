"""Messages, blocks and replies such as checks and tests need them."""

from anthropic.types import Message

STOP_REASONS = [
    "end_turn",
    "max_tokens",
    "stop_sequence",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
    "a_stop_reason_of_next_year",
]

MANY_CALLS = 40

TEXT = {"type": "text", "text": "Let me look."}

THINKING = {"type": "thinking", "thinking": "", "signature": "c2ln"}


def tool_use(number: int, name: str, **tool_input) -> dict:
    """A tool_use block with the id toolu_NUMBER."""
    return {
        "type": "tool_use", "id": f"toolu_{number}", "name": name, "input": tool_input
    }  # fmt: skip


NOW = tool_use(1, "get_current_datetime")

IN_A_WEEK = tool_use(
    2, "add_duration_to_datetime", datetime_str="2024-03-11", duration=7, unit="days"
)

NOW_AGAIN = tool_use(3, "get_current_datetime", date_format="%H:%M")

UNKNOWN = tool_use(4, "read_my_mind")

REFUSED = tool_use(5, "set_reminder", content="", timestamp="2024-03-14 15:00:00")

SEARCH = {
    "type": "server_tool_use",
    "id": "srvtoolu_1",
    "name": "web_search",
    "input": {"query": "weather"},
}

FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}


def a_message(*blocks: dict, stop_reason: str | None = "end_turn") -> Message:
    """A Message such as the SDK returns, with these content blocks."""
    message = Message.model_validate(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "a model",
            "content": list(blocks),
            "stop_reason": None,
            "usage": {"input_tokens": 10, "output_tokens": 10},
        }
    )
    message.stop_reason = stop_reason  # one that the SDK does not know is allowed
    return message


def reply(blocks: list[dict], stop_reason: str) -> dict:
    """What a reply function of `offline_client` returns."""
    return {"content": blocks, "stop_reason": stop_reason}
