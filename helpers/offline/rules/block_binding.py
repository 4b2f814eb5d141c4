"""What happens to thinking of another conversation when the request wants it dropped.

The SDK's types/beta/beta_thinking_block_binding_param.py and
https://platform.claude.com/docs/en/build-with-claude/preserved-thinking
"""

from helpers.offline.rules.models import MODELS
from helpers.offline.rules.signatures import misplaced_blocks

# With this beta the Message lists what was dropped.
BETA = "thinking-binding-controls-2026-08-01"


def drops_blocks(request: dict) -> bool:
    """Whether blocks of another conversation are dropped, and not refused."""
    binding = request.get("thinking", {}).get("block_binding") or {}
    return binding.get("prefix_mismatch_behavior") == "drop_block"


def without_misplaced_thinking(request: dict) -> tuple[dict, list[dict]]:
    """The request as the model reads it, and the `input_transformations` made."""
    if not drops_blocks(request) or not MODELS[request["model"]].bound_thinking:
        return request, []
    places = set(misplaced_blocks(request))
    if not places:
        return request, []
    messages = [
        left(message, {m for where, m in places if where == n})
        for n, message in enumerate(request["messages"])
    ]
    return request | {"messages": messages}, [dropped(*p) for p in sorted(places)]


def left(message: dict, lost: set[int]) -> dict:
    """The message without the blocks that are lost."""
    if not lost:
        return message
    kept = [block for m, block in enumerate(message["content"]) if m not in lost]
    return message | {"content": kept}


def dropped(n: int, m: int) -> dict:
    return {
        "type": "thinking_dropped",
        "path": f"messages.{n}.content.{m}",
        "reason": "prefix_binding_mismatch",
    }
