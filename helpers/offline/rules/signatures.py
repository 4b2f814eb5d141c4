"""The signature of the stand-in's thinking blocks: a hash of what stands before them.

It binds a block to system, tools and all content before it, and to the thinking block
that it follows, where one is left in the request:
https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks
A choice: what a caller may change without changing the conversation is left out.
"""

import hashlib
import json
from collections.abc import Iterator

OWN = "offline-"
THINKING = ("thinking", "redacted_thinking")
LEFT_OUT = ("cache_control", "caller", "citations")
# The message to come, with the block that is to be signed.
REPLY = {"role": "assistant", "content": [{"type": "thinking", "signature": ""}]}
canonical = json.JSONEncoder(sort_keys=True, check_circular=False).encode


def is_own(block: dict) -> bool:
    """Whether the stand-in has signed the block."""
    return block["type"] == "thinking" and block["signature"].startswith(OWN)


def next_signature(request: dict) -> str:
    """The signature of the thinking block that begins the reply to this request."""
    *earlier, (*_, prefix) = thinking_after_prefix(request)
    before = [block["signature"] for _, _, block, _ in earlier if is_own(block)]
    return f"{OWN}{prefix}-{short(before[-1] if before else '')}"


def misplaced_blocks(request: dict) -> Iterator[tuple[int, int]]:
    """Yield (N, M) of each of the stand-in's blocks that another prefix precedes.

    Thinking that goes on after such a block is lost with it: the SDK's
    types/beta/beta_thinking_dropped_input_transformation.py.
    """
    before, lost = "", None
    for n, m, block, prefix in thinking_after_prefix(request):
        if lost == (n, m - 1) or (is_own(block) and not fits(block, prefix, before)):
            lost = n, m
            yield n, m
        elif is_own(block):
            before = block["signature"]


def fits(block: dict, prefix: str, before: str) -> bool:
    """Whether the block was the reply to this prefix, after this thinking.

    Earlier thinking may be left out, but not from between two blocks that are kept.
    """
    signed, _, after = block["signature"].removeprefix(OWN).partition("-")
    return signed == prefix and (not before or after == short(before))


def short(signature: str) -> str:
    return hashlib.sha256(signature.encode()).hexdigest()[:8]


def thinking_after_prefix(request: dict) -> Iterator[tuple[int, int, dict, str]]:
    """Yield (N, M, block, hash of what stands before it) for all thinking, in order.

    Messages of one role in a row are one turn, so only a change of role is hashed.
    """
    system, tools = blocks_of(request.get("system")), request.get("tools") or []
    told = [[essence(part) for part in parts] for parts in (system, tools)]
    digest = hashlib.sha256(canonical(told).encode())
    role = None
    for n, message in enumerate((*request["messages"], REPLY)):
        if message["role"] != role:
            role = message["role"]
            digest.update(role.encode())
        for m, block in enumerate(blocks_of(message.get("content"))):
            if block["type"] in THINKING:
                yield n, m, block, digest.hexdigest()[:32]
            else:
                digest.update(canonical(essence(block)).encode())


def blocks_of(content: str | list | None) -> list[dict]:
    """Content as a list of blocks: a string is short for one text block."""
    if isinstance(content, str) and content:
        return [{"type": "text", "text": content}]
    return content or []


def essence(part: dict) -> dict:
    """A block or a tool without what may change; null and false are as good as absent.

    The content of a result may be a string or a list, as that of a message.
    """
    kept = {
        key: value
        for key, value in part.items()
        if key not in LEFT_OUT and value is not None and value is not False
    }
    if kept.get("type") == "tool_result":
        kept["content"] = [essence(block) for block in blocks_of(kept.get("content"))]
    return kept
