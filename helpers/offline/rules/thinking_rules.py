"""Rules about thinking blocks: where they stand, and when they must be sent back."""

from operator import itemgetter

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.conversation import Conversation

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


THINKING_RULES = (thinking_comes_first, manual_thinking_is_sent_back)
