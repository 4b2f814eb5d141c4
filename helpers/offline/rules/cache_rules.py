"""Rules about marks of the prompt cache: how many there may be, in which order."""

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.conversation import Conversation

MOST = 4


def cache_marks_are_few(talk: Conversation) -> None:
    """No more than four blocks and tools are marked with `cache_control`.

    https://github.com/envoyproxy/ai-gateway/pull/1712
    A choice: the mark of the whole request, and those inside a result, do not count.
    """
    found = len(marks(talk))
    if found > MOST:
        refuse(
            f"A maximum of {MOST} blocks with cache_control may be provided. "
            f"Found {found}."
        )


def long_marks_come_first(talk: Conversation) -> None:
    """What is kept for an hour stands before what is kept for five minutes.

    https://github.com/headroomlabs-ai/headroom/issues/2939
    https://github.com/vellum-ai/vellum-assistant/pull/22191 (tools, then system)
    """
    short = False
    for path, mark in marks(talk):
        if short and mark.get("ttl") == "1h":
            refuse(
                f"{path}.cache_control.ttl: a ttl='1h' cache_control block must not "
                "come after a ttl='5m' cache_control block. Note that blocks are "
                "processed in the following order: `tools`, `system`, `messages`."
            )
        short = short or mark.get("ttl") != "1h"


def marks(talk: Conversation) -> list[tuple[str, dict]]:
    """The paths and the marks of tools, of blocks of the system prompt, of messages."""
    system = talk.request.get("system")
    parts = {
        "tools": talk.request.get("tools", ()),
        "system": system if isinstance(system, list) else (),
    }
    before = [
        (f"{key}.{n}", part["cache_control"])
        for key, found in parts.items()
        for n, part in enumerate(found)
        if part.get("cache_control") is not None
    ]
    return before + [
        (f"messages.{n}.content.{m}", block["cache_control"])
        for n, m, block in talk.marked
    ]
