"""The dashboard: a conversation turn by turn, live while a loop runs, or replayed.

This file is light, so that `helpers` can offer the function; the widget is in
view/widget.py, and loads when a dashboard is made.
"""

from helpers import tools as course_tools
from helpers.trace import conversation_of


def dashboard(
    conversation=None,
    *,
    tools: list[dict] | None = None,
    run_tool=course_tools.run_tool,
    client=None,
    max_turns: int = 10,
):
    """A dashboard of a conversation, or of the newest one, which it then follows.

    `conversation` is what `trace` takes. The questions that are asked on the dashboard
    go through the loop with these tools, by default the course's own.
    """
    # ipywidgets loads here, when it is needed
    from helpers.view.live_run import LiveRun
    from helpers.view.widget import Dashboard

    tools = course_tools.tool_schemas if tools is None else tools
    return Dashboard(conversation, tools, LiveRun(run_tool, client, max_turns))


def compare(first, second):
    """Two conversations side by side, as a still picture."""
    from helpers.view.snapshot import Comparison

    return Comparison(conversation_of(first), conversation_of(second))


def snapshot(conversation=None):
    """A conversation as a still picture: plain HTML, without a widget or a kernel."""
    from helpers.view.snapshot import Snapshot

    return Snapshot(conversation_of(conversation))
