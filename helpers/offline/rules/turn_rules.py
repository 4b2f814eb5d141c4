"""Rules about who speaks when, and what a turn may hold."""

from itertools import groupby
from operator import itemgetter

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.conversation import Conversation, is_server_block
from helpers.offline.rules.signatures import THINKING

SYSTEM_BLOCKS = ("text", "tool_addition", "tool_removal")
DIRECTIVE_ONLY = (
    "the directive-only form (content: [] with output_config) is accepted at any "
    "position"
)
# The one role whose messages may hold a block, and the refusal in the others.
ROLE_OF = {
    "tool_use": (
        "assistant",
        "messages.{n}: `tool_use` blocks can only be in `assistant` messages",
    ),
    "tool_result": (
        "user",
        "messages.{n}: `tool_result` blocks can only be in `user` messages",
    ),
    **dict.fromkeys(
        THINKING,
        (
            "assistant",
            "messages.{n}.content: thinking blocks may only be in `assistant` messages",
        ),
    ),
}


def blocks_stand_in_their_role(talk: Conversation) -> None:
    """The assistant thinks and calls tools; the user sends results.

    https://github.com/microsoft/agent-framework/issues/4328
    The text about thinking is quoted in public code, with a request id.
    """
    misplaced = [
        (n, m, text.format(n=n))
        for kind, (role, text) in ROLE_OF.items()
        for n, m, _ in talk.blocks(kind)
        if talk.turns[n][0] not in (role, "system")
    ]
    if misplaced:
        refuse(min(misplaced)[2])


def user_turns_have_content(talk: Conversation) -> None:
    """User messages in a row are one turn, which must hold something.

    https://github.com/anthropics/claude-code/issues/6774
    """
    if all(blocks for role, blocks in talk.turns if role == "user"):
        return
    n = 0
    for role, run in groupby(talk.turns, key=itemgetter(0)):
        contents = [blocks for _, blocks in run]
        if role == "user" and not any(contents):
            refuse(f"messages.{n}: user messages must have non-empty content")
        n += len(contents)


def assistant_messages_have_content(talk: Conversation) -> None:
    """Only the last message may be an empty one of the assistant.

    https://github.com/tidyverse/ellmer/issues/709
    """
    for n, (role, blocks) in enumerate(talk.turns[:-1]):
        if role == "assistant" and not blocks:
            refuse(
                f"messages.{n}: all messages must have non-empty content except for "
                "the optional final assistant message"
            )


def text_is_not_blank(talk: Conversation) -> None:
    """A text block, and so a string, holds more than blanks.

    https://github.com/anthropics/claude-code/issues/59812
    https://github.com/home-assistant/core/issues/175637
    """
    for n, _, block in talk.blocks("text"):
        if not block["text"].strip() and talk.turns[n][0] != "system":
            refuse_blank("messages", block["text"])


def refuse_blank(path: str, text: str) -> None:
    if not text:
        refuse(f"{path}: text content blocks must be non-empty")
    if not text.strip():
        refuse(f"{path}: text content blocks must contain non-whitespace text")


def system_messages_stand_in_their_place(talk: Conversation) -> None:
    """A system message follows a user turn and closes it.

    https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages
    https://github.com/Seungwoo321/agent-devtools/pull/11 (models without it)
    The order of these checks is a choice.
    """
    for n, (role, blocks) in enumerate(talk.turns):
        if role == "system" and not is_directive_only(talk.request["messages"][n]):
            system_place(talk, n)
            system_content(n, blocks)
            if not talk.model.system_messages:
                refuse("role 'system' is not supported on this model")


def is_directive_only(message: dict) -> bool:
    return not message.get("content") and bool(message.get("output_config"))


def system_place(talk: Conversation, n: int) -> None:
    if n == 0:
        refuse(
            "messages.0: use the top-level 'system' parameter for the initial system "
            f"prompt; {DIRECTIVE_ONLY}"
        )
    if talk.role(n + 1) not in (None, "assistant"):
        refuse(
            f"messages.{n}: role 'system' must precede an 'assistant' message or end "
            f"the array; {DIRECTIVE_ONLY}"
        )
    before, blocks = talk.turns[n - 1]
    after_server_tool = before == "assistant" and blocks and is_server_block(blocks[-1])
    if before != "user" and not after_server_tool:
        refuse(
            f"messages.{n}: role 'system' must follow a 'user' message or an "
            "'assistant' message ending in a server tool result"
        )


def system_content(n: int, blocks: list[dict]) -> None:
    """What a system message may hold; source C1 of docs/standin.md."""
    if not blocks:
        refuse(f"messages.{n}: system content must contain at least one block")
    for block in blocks:
        if block["type"] not in SYSTEM_BLOCKS:
            refuse(
                f"messages.{n}: role 'system' supports text, tool_addition and "
                "tool_removal blocks only"
            )
        if block["type"] == "text" and not block["text"].strip():
            refuse(f"messages.{n}: system text blocks must contain non-whitespace text")


def conversation_does_not_end_in_thought(talk: Conversation) -> None:
    """The last message is not an assistant's that ends in thinking; earlier ones may.

    https://github.com/tailcallhq/forgecode/issues/3071
    https://github.com/router-for-me/CLIProxyAPI/issues/5321 (only the last, live)
    """
    role, blocks = talk.turns[-1]
    kind = blocks[-1]["type"] if blocks else ""
    if role == "assistant" and kind in THINKING:
        refuse(
            f"messages.{len(talk.turns) - 1}: The final block in an assistant message "
            f"cannot be `{kind}`."
        )


def conversation_ends_with_the_user(talk: Conversation) -> None:
    """No prefill, but for old models; a paused turn of a server tool may go on.

    https://platform.claude.com/docs/en/api/errors
    https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
    https://github.com/tailcallhq/forgecode/issues/1872 (trailing blanks)
    """
    role, blocks = talk.turns[-1]
    if role != "assistant" or (blocks and is_server_block(blocks[-1])):
        return
    if not talk.model.prefill:
        refuse(
            "This model does not support assistant message prefill. "
            "The conversation must end with a user message."
        )
    text = blocks[-1].get("text", "") if blocks else ""
    if text != text.rstrip():
        refuse("messages: final assistant content cannot end with trailing whitespace")


TURN_RULES = (
    blocks_stand_in_their_role,
    user_turns_have_content,
    assistant_messages_have_content,
    text_is_not_blank,
    system_messages_stand_in_their_place,
)
