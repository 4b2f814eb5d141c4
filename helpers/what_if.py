"""What if a tool had done something else: run a conversation again with one change."""

import logging
import time
from collections.abc import Callable
from contextlib import contextmanager

from helpers import tools as course_tools
from helpers.conversation import ConversationStopped, run_conversation
from helpers.helpers import current_client
from helpers.live import is_live
from helpers.offline.rules import MODELS
from helpers.recording import Conversation, blocks_of_type
from helpers.trace import conversation_of

Change = Callable[[Callable, str, dict], object]
MOST_SECONDS = 10.0  # nothing else goes on while a tool waits
# How a request travels is no setting: a streamed run is run again without streaming.
# A container of that run has expired, and the loop sends the new one.
NOT_CARRIED = {"messages", "stream", "thread", "container"}
TIMEOUT = 600.0  # given, so that the SDK takes a large max_tokens without streaming


def fails(reason: str = "The service does not answer.") -> Change:
    """The tool raises an error instead of working."""

    def change(run_tool, name, tool_input):
        raise ValueError(reason)

    return change


def returns(value) -> Change:
    """The tool is not run; this value comes back."""

    def change(run_tool, name, tool_input):
        return value

    return change


def is_slow(seconds: float = 1.0) -> Change:
    """The tool works, and takes its time."""
    if isinstance(seconds, bool) or not 0 <= seconds <= MOST_SECONDS:
        raise ValueError(
            f"seconds is how long the tool waits, from 0 to {MOST_SECONDS:g}; "
            f"got {seconds!r}."
        )

    def change(run_tool, name, tool_input):
        time.sleep(seconds)
        return run_tool(name, tool_input)

    return change


def changed(run_tool: Callable, number: int, change: Change) -> Callable:
    """A run_tool whose n-th call is changed; the first is number 1.

    Its `has_changed` says whether that call came.
    """
    count = 0

    def run(name: str, tool_input: dict):
        nonlocal count
        count += 1
        if count == number:
            run.has_changed = True
            return change(run_tool, name, tool_input)
        return run_tool(name, tool_input)

    run.has_changed = False
    return run


class SameSettings:
    """A client whose n-th call carries every setting that the n-th call had.

    So a run differs from the first in the change alone. Calls that the first run did
    not make carry the settings of its last one.
    """

    def __init__(self, conversation: Conversation, client=None):
        answered = [e.settings for e in conversation.exchanges if e.reply is not None]
        self.settings = [_carried(settings) for settings in answered] or [{}]
        self.client, self.messages, self.count = client, self, 0

    def create(self, **request):
        request |= self.settings[min(self.count, len(self.settings) - 1)]
        self.count += 1
        named = {key: request.pop(key) for key in ("model", "max_tokens", "messages")}
        client = self.client or current_client()
        return client.messages.create(**named, extra_body=request, timeout=TIMEOUT)


def _carried(settings: dict) -> dict:
    kept = {key: settings[key] for key in settings.keys() - NOT_CARRIED}
    if not is_live() and kept.get("model") not in MODELS:
        kept.pop("model", None)  # the stand-in plays Claude, and no other model
    return kept


def what_if(
    conversation=None,
    number: int = 1,
    change: Change | None = None,
    *,
    run_tool: Callable = course_tools.run_tool,
    max_turns: int = 10,
) -> list[dict]:
    """The messages of a conversation run again, with its n-th tool call changed.

    It starts from what the first call sent, and each call has the settings that it had
    then. A run that does not end in an answer gives the messages up to there.
    """
    conversation = conversation_of(conversation)
    messages, tools = beginning(conversation)
    _check_number(conversation, number)
    _check_change(change)
    run = changed(run_tool, number, change or fails())
    client = SameSettings(conversation)
    try:
        with without_tracebacks():
            run_conversation(messages, tools, run, max_turns=max_turns, client=client)
    except ConversationStopped as stopped:
        messages = stopped.messages
    if not run.has_changed:
        raise ValueError(no_effect(number))
    return messages


def no_effect(number: int) -> str:
    """Why nothing was changed, for a run in which the tool call did not come."""
    return (
        f"Nothing was changed: the run ended before tool call {number}. It asks the "
        "first question only; choose an earlier tool call."
    )


def _check_number(conversation: Conversation, number: int) -> None:
    replies = [exchange.reply for exchange in conversation.exchanges]
    count = len(blocks_of_type(replies, "tool_use"))
    is_number = isinstance(number, int) and not isinstance(number, bool)
    if not is_number or not 1 <= number <= count:
        raise ValueError(
            f"number is the tool call to change; this conversation has {count}, and "
            f"the first is 1; got {number!r}."
        )


def _check_change(change: Change | None) -> None:
    if change in (fails, returns, is_slow) or not (change is None or callable(change)):
        name = getattr(change, "__name__", repr(change))
        raise ValueError(
            'change is what happens to the tool call, with brackets: fails("reason"), '
            f"returns(value) or is_slow(seconds); got {name}."
        )


def beginning(conversation: Conversation) -> tuple[list[dict], list[dict] | None]:
    """What the first call of a conversation sent: its messages and its tools."""
    if not conversation.exchanges:
        raise ValueError("There is no conversation to run again: ask something first.")
    settings = conversation.exchanges[0].settings
    return conversation.messages_of(0), settings.get("tools")


@contextmanager
def without_tracebacks():
    """Within the block, a tool that fails logs nothing: its card or block says why."""
    logger = logging.getLogger("helpers.results")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
