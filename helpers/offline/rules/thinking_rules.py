"""Rules about thinking blocks: where they stand, and when they must be sent back."""

from operator import itemgetter

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.block_binding import drops_blocks
from helpers.offline.rules.conversation import Conversation
from helpers.offline.rules.signatures import THINKING, is_own, misplaced_blocks


def thinking_comes_first(talk: Conversation) -> None:
    """An assistant message that holds thinking starts with it.

    https://github.com/lbjlaq/Antigravity-Manager/issues/653
    """
    for n, _, _ in sorted(talk.blocks(*THINKING), key=itemgetter(0)):
        role, blocks = talk.turns[n]
        first = blocks[0]["type"]
        if role == "assistant" and first not in THINKING:
            refuse(
                f"messages.{n}.content.0: If an assistant message contains any "
                "thinking blocks, the first block must be thinking or "
                f"redacted_thinking. Found {first}."
            )


def manual_thinking_is_sent_back(talk: Conversation) -> None:
    """Under thinking type "enabled", a turn that goes on starts with its thinking.

    https://github.com/openai/openai-agents-python/issues/1704
    """
    n = start_of_open_turn(talk)
    if talk.thinking != "enabled" or n is None or not talk.turns[n][1]:
        return
    found = talk.turns[n][1][0]["type"]
    if found not in THINKING:
        refuse(
            f"messages.{n}.content.0.type: Expected `thinking` or `redacted_thinking`, "
            f"but found `{found}`. When `thinking` is enabled, a final `assistant` "
            "message must start with a thinking block (preceeding the lastmost set of "
            "`tool_use` and `tool_result` blocks). We recommend you include thinking "
            "blocks from previous turns. To avoid this requirement, disable "
            "`thinking`. Please consult our documentation at "
            "https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking"
        )


def start_of_open_turn(talk: Conversation) -> int | None:
    """The first assistant message of a turn that the next reply continues, if any.

    A choice: later messages of a turn need no thinking of their own, because a model
    without interleaved thinking sends none.
    """
    start = None
    for n in range(len(talk.turns) - 1, -1, -1):
        role, blocks = talk.turns[n]
        if role == "assistant":
            start = n
        elif not any(block["type"] == "tool_result" for block in blocks):
            break
    return start


def latest_thinking_is_unchanged(talk: Conversation) -> None:
    """The thinking of the last assistant message is sent back as it came.

    Only the stand-in's own blocks are known: their text is empty.
    https://platform.claude.com/docs/en/api/errors
    """
    changed = changed_blocks(talk)
    if not changed:
        return
    latest = max(n for n, turn in enumerate(talk.turns) if turn[0] == "assistant")
    for n, m in changed:
        if n == latest:
            refuse(
                f"messages.{n}.content.{m}: `thinking` or `redacted_thinking` blocks "
                "in the latest assistant message cannot be modified. These blocks must "
                "remain as they were in the original response."
            )


def earlier_thinking_is_unchanged(talk: Conversation) -> None:
    """Neither is the thinking of an earlier message changed.

    https://github.com/anthropics/anthropic-sdk-python/issues/1598
    """
    for n, m in changed_blocks(talk):
        refuse(f"messages.{n}.content.{m}: Invalid `signature` in `thinking` block")


def changed_blocks(talk: Conversation) -> list[tuple[int, int]]:
    """(N, M) of the stand-in's blocks that came without text and have some now."""
    return [(n, m) for n, m, block in own_blocks(talk) if block["thinking"]]


def thinking_belongs_to_its_history(talk: Conversation) -> None:
    """What stands before a thinking block is what it was the reply to.

    https://platform.claude.com/docs/en/models/haiku-5-5/migration-guide
    https://github.com/pydantic/pydantic-ai/issues/7984 (system and tools, live)
    """
    if not talk.model.bound_thinking or not own_blocks(talk):
        return
    if drops_blocks(talk.request):
        return
    for n, m in misplaced_blocks(talk.request):
        refuse(
            f"messages.{n}.content.{m}: Invalid `signature` in `thinking` block. The "
            "block is bound to a different conversation. Remove the block, or set "
            '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
        )


def own_blocks(talk: Conversation) -> list[tuple[int, int, dict]]:
    """(N, M, block) for the assistant's thinking that the stand-in has signed."""
    return [
        (n, m, block)
        for n, m, block in talk.blocks("thinking")
        if is_own(block) and talk.turns[n][0] == "assistant"
    ]


THINKING_RULES = (
    thinking_comes_first,
    manual_thinking_is_sent_back,
    latest_thinking_is_unchanged,
    earlier_thinking_is_unchanged,
    thinking_belongs_to_its_history,
)
