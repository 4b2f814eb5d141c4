"""Content blocks of messages as plain dicts: which there are, and what each says."""

import json


def blocks_of(message: dict) -> list[dict]:
    """The content blocks of a message; a string is one text block."""
    content = message.get("content") or []
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    blocks = content if isinstance(content, list) else [content]
    return [b if isinstance(b, dict) else {"type": "text", "text": b} for b in blocks]


def other_text(block: dict) -> str:
    """What a block that is no tool_use and no tool_result says."""
    known = block.get("text", block.get("thinking"))
    if known is not None:
        return str(known)
    rest = {key: value for key, value in block.items() if key != "type"}
    return as_json(rest) if rest else ""


def result_text(block: dict) -> str:
    """The content of a tool_result as text; of a list, one line for each block."""
    content = block.get("content", "")
    if isinstance(content, list) and all(isinstance(part, dict) for part in content):
        return "\n".join(map(_part_text, content))
    return content if isinstance(content, str) else as_json(content)


def _part_text(part: dict) -> str:
    kind = part.get("type")
    return other_text(part) if kind == "text" else f"{kind}: {other_text(part)}"


def as_json(value) -> str:
    """The value as JSON with accents as they are."""
    return json.dumps(value, ensure_ascii=False)


def is_echo(message: dict, reply: dict | None) -> bool:
    """True if a message is a reply sent back whole; blank texts may be left out."""
    if reply is None or message.get("role") != "assistant":
        return False
    sent, came = blocks_of(message), blocks_of(reply)
    return _essence(sent) == _essence(came)


def _essence(blocks: list[dict]) -> list[dict]:
    return [
        {key: value for key, value in block.items() if value is not None}
        for block in blocks
        if block.get("type") != "text" or str(block.get("text")).strip()
    ]
