"""The rule about marks of the prompt cache: how many a request may have."""

from collections.abc import Iterator

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.conversation import Conversation

MOST = 4


def cache_marks_are_few(talk: Conversation) -> None:
    """No more than four blocks and tools are marked with `cache_control`.

    https://github.com/envoyproxy/ai-gateway/pull/1712
    A choice: the mark of the whole request, and those inside a result, do not count.
    """
    found = sum(part.get("cache_control") is not None for part in markable(talk))
    if found > MOST:
        refuse(
            f"A maximum of {MOST} blocks with cache_control may be provided. "
            f"Found {found}."
        )


def markable(talk: Conversation) -> Iterator[dict]:
    """Yield the tools, the blocks of the system prompt and those of the messages."""
    yield from talk.request.get("tools", ())
    system = talk.request.get("system")
    yield from system if isinstance(system, list) else ()
    for _, blocks in talk.turns:
        yield from blocks
