"""The messages of a request as its rules read them: who spoke, and which blocks.

Built once a request has the right shape, so a rule need not look at types again.
"""

from collections import defaultdict
from dataclasses import dataclass

from helpers.offline.rules.models import Model
from helpers.offline.rules.signatures import blocks_of


@dataclass(frozen=True)
class Conversation:
    """The turns as (role, blocks), with what their rules depend on.

    `by_type` holds for each type of block where it stands, as (N, M, block).
    `marked` holds those with `cache_control`, in order. `thinking` is the type of the
    `thinking` parameter, None when there is none.
    """

    turns: list[tuple[str, list[dict]]]
    by_type: dict[str, list[tuple[int, int, dict]]]
    marked: list[tuple[int, int, dict]]
    request: dict
    model: Model
    thinking: str | None
    split_results: bool

    def blocks(self, *kinds: str) -> list[tuple[int, int, dict]]:
        """(N, M, block) for each block of these types, one type after the other."""
        return [place for kind in kinds for place in self.by_type.get(kind, ())]

    def role(self, n: int) -> str | None:
        """The role of message n, None when there is no such message."""
        return self.turns[n][0] if 0 <= n < len(self.turns) else None


def conversation(request: dict, model: Model, split_results: bool) -> Conversation:
    """The conversation of a request whose shape is right."""
    turns, by_type, marked = [], defaultdict(list), []
    for n, message in enumerate(request["messages"]):
        blocks = blocks_of(message.get("content"))
        turns.append((message["role"], blocks))
        for m, block in enumerate(blocks):
            by_type[block["type"]].append((n, m, block))
            if block.get("cache_control") is not None:
                marked.append((n, m, block))
    thinking = request.get("thinking", {}).get("type")
    return Conversation(turns, by_type, marked, request, model, thinking, split_results)


def is_server_block(block: dict) -> bool:
    """Whether the block belongs to a tool that the API itself runs."""
    kind = block["type"]
    return kind in ("server_tool_use", "mcp_tool_use") or kind.endswith("_tool_result")
