"""What the notebook's own cells tell: when one ends, and whether by an error.

A loop that tells nothing of itself cannot say that it was interrupted, or that a tool
of its own failed; its cell can.
"""

import time

from IPython import get_ipython

from helpers.conversations import last_conversation
from helpers.listening import safely, tell
from helpers.loops import ending_of
from helpers.view.following import live
from helpers.view.state import is_codes_turn
from helpers.view.still import keep_still

_begin_of_cell = 0.0


def watch_cells() -> None:
    """From now on, do at each end of a cell what the end of a cell asks for."""
    shell = get_ipython()
    if shell is None:
        return
    for event, action in (("pre_run_cell", _on_begin), ("post_run_cell", _on_end)):
        if action not in shell.events.callbacks[event]:
            shell.events.register(event, action)


def _on_begin(_) -> None:
    global _begin_of_cell
    _begin_of_cell = time.perf_counter()


def _on_end(result) -> None:
    if result.error_in_exec is not None:
        safely(_note_error, result.error_in_exec)
    for dashboard in list(live):
        safely(keep_still, dashboard)


def _note_error(error: BaseException) -> None:
    conversation = last_conversation()
    if conversation is None or (conversation.last_begin or 0) < _begin_of_cell:
        return
    if conversation.ending is None and is_codes_turn(conversation):
        conversation.ending = ending_of(error)
        tell(conversation)
