"""The messages of a request as its rules read them: who spoke, and which blocks.

Built once a request has the right shape, so a rule need not look at types again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from helpers.offline.rules.models import Model


@dataclass(frozen=True)
class Conversation:
    """The turns as (role, blocks), with what their rules depend on.

    `thinking` is the type of the `thinking` parameter, None when there is none.
    """

    turns: list[tuple[str, list[dict]]]
    messages: list[dict]
    model: Model
    thinking: str | None
    split_results: bool

    def blocks(self, role: str) -> Iterator[tuple[int, int, dict]]:
        """Yield (N, M, block) for each block in the messages of one role."""
        for n, (speaker, blocks) in enumerate(self.turns):
            if speaker == role:
                for m, block in enumerate(blocks):
                    yield n, m, block

    def role(self, n: int) -> str | None:
        """The role of message n, None when there is no such message."""
        return self.turns[n][0] if 0 <= n < len(self.turns) else None


def conversation(request: dict, model: Model, split_results: bool) -> Conversation:
    """The conversation of a request whose shape is right."""
    messages = request["messages"]
    return Conversation(
        [(message["role"], as_blocks(message.get("content"))) for message in messages],
        messages,
        model,
        request["thinking"]["type"] if "thinking" in request else None,
        split_results,
    )


def as_blocks(content: str | list | None) -> list[dict]:
    """The content as a list: a string is short for one text block, "" for none."""
    if isinstance(content, str) and content:
        return [{"type": "text", "text": content}]
    return content or []


def is_server_block(block: dict) -> bool:
    """Whether the block belongs to a tool that the API itself runs."""
    kind = block["type"]
    return kind in ("server_tool_use", "mcp_tool_use") or kind.endswith("_tool_result")
