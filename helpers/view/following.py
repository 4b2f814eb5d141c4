"""Which dashboards follow the recorder: the newest few; an older one stands still."""

from collections import deque

from helpers.listening import listeners

MOST_LIVE = 3
STANDS_STILL = (
    f"This dashboard stands still: the {MOST_LIVE} newest follow the calls. Ask a "
    "question on it, and it follows again."
)

live: deque = deque()
"""The dashboards that follow; the newest is last."""


def follow(dashboard) -> None:
    """Let a dashboard hear of every call; the oldest of too many stands still."""
    if dashboard in live:
        return
    dashboard.is_still = False
    listeners.append(dashboard.on_call)
    live.append(dashboard)
    if len(live) > MOST_LIVE:
        oldest = live[0]
        leave(oldest)
        oldest.is_still = True
        oldest.draw()


def leave(dashboard) -> None:
    """Let a dashboard hear of nothing any more."""
    if dashboard.on_call in listeners:
        listeners.remove(dashboard.on_call)
    if dashboard in live:
        live.remove(dashboard)
