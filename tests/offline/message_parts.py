"""Requests, replies and blocks to make Message bodies of, for the tests of them."""

QUESTION = {"role": "user", "content": "What day is it?"}
CALL = {"type": "tool_use", "name": "get_current_datetime", "input": {}}
REMINDER = {
    "type": "tool_use",
    "name": "set_reminder",
    "input": {"content": "dentist", "timestamp": "2024-03-14T15:00:00"},
}
THOUGHT = {"type": "thinking", "thinking": "I need a date.", "signature": "c2ln"}


def request(**changes) -> dict:
    return {
        "model": "claude-haiku-5-5",
        "max_tokens": 1000,
        "messages": [QUESTION],
        **changes,
    }


def says(*blocks: dict | str, **ending) -> dict:
    content = [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks]
    return {"content": content, "stop_reason": "end_turn", **ending}
