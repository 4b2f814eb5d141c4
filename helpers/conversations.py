"""The recorded conversations: which one a call belongs to, and what is forgotten.

They are bounded: by their number, by the calls of each, and by their size together.
"""

import threading
from collections import deque

from helpers.plain import in_common, plain_messages, weight
from helpers.recording import Conversation, Exchange, blocks_of_type

MAX_CONVERSATIONS = 50
MAX_CALLS = 20_000  # of one conversation
MAX_BYTES = 64 * 1024 * 1024
FORGOTTEN = "[Not kept: this conversation is larger than the recorder's memory.]"

conversations: deque[Conversation] = deque()
"""The newest is last."""
lock = threading.RLock()


def last_conversation() -> Conversation | None:
    """The conversation of the newest call, or None before the first one."""
    with lock:  # another thread may move a conversation to the end
        return conversations[-1] if conversations else None


def forget() -> None:
    """Empty the recorder."""
    with lock:
        conversations.clear()


def place(messages: list, settings: dict) -> tuple[Conversation, int, list[dict]]:
    """The conversation of a request, how much of it is repeated, and what is new."""
    threaded = _thread_of(settings)
    if threaded is not None:
        conversation, before = threaded
        messages = [*before, *plain_messages(messages)]
        kept = in_common(conversation.history, messages)
        return conversation, kept, messages[kept:]
    found = _search(messages)
    if found is not None:
        conversation, kept = found
        return conversation, kept, plain_messages(messages[kept:])
    as_json = plain_messages(messages)
    found = _search(as_json) if as_json != messages else None
    conversation, kept = found or (Conversation(), 0)
    return conversation, kept, as_json[kept:]


def _search(messages: list) -> tuple[Conversation, int] | None:
    """The conversation that a request continues the furthest; of two, the newest."""
    found = [
        (conversation, kept)
        for conversation in reversed(conversations)
        if (kept := conversation.shared_with(messages)) is not None
    ]
    return max(found, key=lambda pair: pair[1], default=None)


def _thread_of(settings: dict) -> tuple[Conversation, list[dict]] | None:
    """The conversation that a thread continues, with its messages up to there.

    The SDK's tool_runner sends only what is new, and the id of the last reply.
    """
    thread = settings.get("thread")
    previous = thread.get("previous_message_id") if isinstance(thread, dict) else None
    if previous is None:
        return None
    for conversation in reversed(conversations):
        for i in range(len(conversation.exchanges) - 1, -1, -1):
            reply = conversation.exchanges[i].reply
            if reply is not None and reply.get("id") == previous:
                turn = {"role": "assistant", "content": reply.get("content")}
                return conversation, [*conversation.messages_of(i), turn]
    return None


def asking(tool_use_id: str) -> Conversation | None:
    """The conversation whose last reply holds this tool_use; of two, the newest."""
    with lock:
        for conversation in reversed(conversations):
            reply = conversation.exchanges[-1].reply or {}
            for request in blocks_of_type([reply], "tool_use"):
                if request.get("id") == tool_use_id:
                    return conversation
    return None


def add_call(conversation: Conversation, exchange: Exchange, messages: list) -> None:
    """Begin a call with its new messages, or without them where memory is full."""
    if conversation.size > MAX_BYTES:
        # The history stays as it is, so that later calls are still recognised.
        exchange.added = [{"role": "user", "content": FORGOTTEN}]
        conversation.exchanges.append(exchange)
        return
    size = weight(messages)  # what can fail comes first, so that all is kept or nothing
    exchange.added = messages
    conversation.begin(exchange)
    conversation.size += size


def make_room(newest: Conversation) -> None:
    """Forget the oldest conversations, never the newest."""
    if last_conversation() is not newest:
        if newest in conversations:
            conversations.remove(newest)
        conversations.append(newest)
    while len(conversations) > 1 and (
        len(conversations) > MAX_CONVERSATIONS
        or sum(conversation.size for conversation in conversations) > MAX_BYTES
    ):
        conversations.popleft()
