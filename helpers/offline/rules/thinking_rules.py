"""Rules about thinking blocks: where they stand, and when they must be sent back."""

from operator import itemgetter

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.conversation import Conversation
from helpers.offline.rules.signatures import OWN, signatures

THINKING = ("thinking", "redacted_thinking")


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
    own = own_blocks(talk)
    latest = max(
        (n for n, turn in enumerate(talk.turns) if turn[0] == "assistant"), default=None
    )
    for n, m, block in own:
        if n == latest and block["thinking"]:
            refuse(
                f"messages.{n}.content.{m}: `thinking` or `redacted_thinking` blocks "
                "in the latest assistant message cannot be modified. These blocks must "
                "remain as they were in the original response."
            )


def thinking_belongs_to_its_history(talk: Conversation) -> None:
    """The messages before a thinking block are those that it was the reply to.

    https://platform.claude.com/docs/en/models/haiku-5-5/migration-guide
    """
    own = own_blocks(talk)
    if not own or talk.drops_blocks or not talk.model.bound_thinking:
        return
    expected = list(signatures(talk.messages))
    for n, m, block in own:
        if block["signature"] != expected[n]:
            refuse(
                f"messages.{n}.content.{m}: Invalid `signature` in `thinking` block. "
                "The block is bound to a different conversation. Remove the block, or "
                "set `thinking.block_binding.prefix_mismatch_behavior` to "
                '"drop_block".'
            )


def own_blocks(talk: Conversation) -> list[tuple[int, int, dict]]:
    """(N, M, block) for the thinking blocks that the stand-in has signed."""
    blocks = talk.blocks("thinking")
    return [place for place in blocks if place[2]["signature"].startswith(OWN)]


THINKING_RULES = (
    thinking_comes_first,
    manual_thinking_is_sent_back,
    latest_thinking_is_unchanged,
    thinking_belongs_to_its_history,
)
