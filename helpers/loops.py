"""What a loop tells of itself: its bound, the tool that it runs, and how it ended.

A loop that tells nothing is followed as well: by the calls that it makes.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from helpers.conversations import asking
from helpers.listening import safely, tell
from helpers.recording import Conversation, Ending, Loop

INTERRUPTS = (KeyboardInterrupt, asyncio.CancelledError)

_calling: ContextVar[Loop | None] = ContextVar("calling", default=None)


@contextmanager
def told_loop(bound: int) -> Iterator[Loop]:
    """A loop that makes at most so many calls; an end before its time is told."""
    loop = Loop(bound)
    try:
        yield loop
    except BaseException as error:
        safely(_end, loop, ending_of(error))
        raise


@contextmanager
def calling(loop: Loop) -> Iterator[None]:
    """Within the block, a call is one of this loop."""
    loop.calls += 1
    before = _calling.set(loop)
    try:
        yield
    finally:
        _calling.reset(before)


def calling_loop() -> Loop | None:
    """The loop that makes the call of this moment, if one has told."""
    return _calling.get()


def ending_of(error: BaseException) -> Ending:
    """How a loop ended that this error came out of; the error may say so itself."""
    if isinstance(error, GeneratorExit):
        return Ending("left")
    if isinstance(error, INTERRUPTS):
        return Ending("interrupted")
    told = getattr(error, "ending", None)
    return told if isinstance(told, Ending) else Ending("failed", type(error).__name__)


def _end(loop: Loop, ending: Ending) -> None:
    conversation = loop.conversation
    if conversation is None or conversation.loop is not loop:
        return  # no call of it was seen, or others came after it
    if conversation.ending is None:  # an interrupted tool has told more
        conversation.ending = ending
    tell(conversation)


@contextmanager
def running(tool_use_id: str, name: str) -> Iterator[None]:
    """Within the block, the tool runs that this tool_use asked for."""
    tool = (str(name), time.perf_counter())
    conversation = safely(asking, tool_use_id)
    if conversation is None:
        yield
        return
    try:
        _begin_tool(conversation, tool)
        yield
    except INTERRUPTS:
        conversation.ending = Ending("interrupted", tool[0])
        raise
    finally:
        _end_tool(conversation, tool)


def _begin_tool(conversation: Conversation, tool: tuple[str, float]) -> None:
    conversation.ending = None
    conversation.running.append(tool)
    tell(conversation)


def _end_tool(conversation: Conversation, tool: tuple[str, float]) -> None:
    if tool in conversation.running:  # an interrupt may have come before it began
        conversation.running.remove(tool)
    tell(conversation)
