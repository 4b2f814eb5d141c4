"""Rules about each message by itself: its role, its keys, the shape of its content.

`N` in a message of the API is the index of the message, `M` of the block, from 0.
"""

from typing import NoReturn

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.blocks import content_block
from helpers.offline.rules.choices import own_words
from helpers.offline.rules.shapes import (
    EXTRA,
    OBJECT_EXPECTED,
    REQUIRED,
    array,
    json_object,
    nullable,
    one_of,
)

ROLES = ("user", "assistant", "system")  # system: for some models and places
# The keys beside role and content: the SDK's beta_system_message_param.py.
SYSTEM_KEYS = {
    "output_config": nullable(json_object),
    "clear_at": nullable(one_of("next_user_message", "never")),
}


def messages(request: dict) -> None:
    """A list of at least one message, and of no more than 100,000.

    https://github.com/anthropics/anthropic-sdk-python (docstring of create)
    """
    if "messages" not in request:
        refuse(f"messages{REQUIRED}")
    value = request["messages"]
    if problem := array(value):
        refuse(f"messages{problem}")
    if not value:
        refuse("messages: at least one message is required")
    if len(value) > 100_000:
        refuse(own_words("too many messages"))
    for n, message in enumerate(value):
        one_message(n, message)


def one_message(n: int, message: object) -> None:
    """Role, content, then other keys.

    A whole Message object appended to the list fails at its first other key:
    https://github.com/anthropics/claude-code/issues/4378
    """
    if not isinstance(message, dict):
        refuse(f"messages.{n}{OBJECT_EXPECTED}")
    if "role" not in message:
        refuse(f"messages.{n}.role{REQUIRED}")
    role = message["role"]
    if role not in ROLES:
        unknown_role(n, role)
    if "content" in message:
        content(n, message["content"])
    elif role != "system" or "output_config" not in message:
        refuse(f"messages.{n}.content{REQUIRED}")
    if len(message) > 2:
        other_keys(n, message, SYSTEM_KEYS if role == "system" else {})


def unknown_role(n: int, role: object) -> NoReturn:
    """https://github.com/BerriAI/litellm/issues/3474"""
    if not isinstance(role, str):
        refuse(f"messages.{n}.role: Input should be a valid string")
    refuse(
        f'messages: Unexpected role "{role}". Allowed roles are "user" or "assistant"'
    )


def content(n: int, value: object) -> None:
    """A string or a list of blocks.

    https://github.com/anthropics/claude-code/issues/4378
    """
    if isinstance(value, str):
        return
    if not isinstance(value, list):
        refuse(f"messages.{n}.content{array(value)}")
    for m, block in enumerate(value):
        if problem := content_block(block):
            refuse(f"messages.{n}.content.{m}{problem}")


def other_keys(n: int, message: dict, allowed: dict) -> None:
    for key, value in message.items():
        if key in ("role", "content"):
            continue
        check = allowed.get(key)
        if problem := EXTRA if check is None else check(value):
            refuse(f"messages.{n}.{key}{problem}")
