"""Who listens to the recorder: called when something happens in a conversation.

A listener that fails breaks nothing: the learner's own call goes on.
"""

import logging
import threading
from collections.abc import Callable

from helpers.recording import Conversation

logger = logging.getLogger("helpers.recorder")

listeners: list[Callable[[Conversation], None]] = []
"""Called when a call or a tool begins or ends, and when a loop has ended."""
_one_at_a_time = threading.RLock()


def tell(conversation: Conversation) -> None:
    """Tell all listeners that something happened in this conversation."""
    if listeners:
        with _one_at_a_time:  # calls and tools may run in threads
            for listener in list(listeners):
                safely(listener, conversation)


def safely(step: Callable, *arguments):
    """What the step returns; a bug here must not break the caller's call."""
    try:
        return step(*arguments)
    except Exception as error:
        # No traceback: it would stand under the learner's cell as if it were theirs.
        reason = f"{type(error).__name__}: {error}"
        logger.warning("A call may be missing in the trace. %s", reason)
        logger.debug("Where it went wrong:", exc_info=True)
        return None
