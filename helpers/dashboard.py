"""The dashboard: a conversation turn by turn, live while a loop runs, or replayed.

This file is light, so that `helpers` can offer the function; the widget is in
view/widget.py, and loads when a dashboard is made.
"""

from helpers import tools as course_tools
from helpers.arguments import check_bound
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
    _check_tools(tools)
    _check_run_tool(run_tool)
    _check_client(client)
    check_bound(max_turns)
    return Dashboard(conversation, tools, LiveRun(run_tool, client, max_turns))


def _check_tools(tools) -> None:
    is_list = isinstance(tools, list)
    wrong = [t for t in tools if not isinstance(t, dict)] if is_list else [tools]
    if wrong:
        raise TypeError(
            "tools is a list of schemas, which are dicts, such as tool_schemas of "
            f"helpers.tools; got {type(wrong[0]).__name__}"
            f"{' in the list' if is_list else ''}."
        )


def _check_run_tool(run_tool) -> None:
    if not callable(run_tool):
        raise TypeError(
            "run_tool is the function that runs a tool, given its name and its input; "
            f"got {type(run_tool).__name__}. Give its name without brackets."
        )


def _check_client(client) -> None:
    messages = getattr(client, "messages", None)
    if client is not None and not hasattr(messages, "create"):
        raise TypeError(
            "client is what connect() gives, or nothing for the client that chat() "
            f"uses; got {type(client).__name__}."
        )


def compare(first, second):
    """Two conversations side by side, as a still picture."""
    from helpers.view.snapshot import Comparison

    return Comparison(conversation_of(first), conversation_of(second))


def snapshot(conversation=None):
    """A conversation as a still picture: plain HTML, without a widget or a kernel."""
    from helpers.view.snapshot import Snapshot

    return Snapshot(conversation_of(conversation))


def token_chart(conversation=None):
    """The tokens of each call as bars, with the part sent before: a still picture."""
    from helpers.view.snapshot import Chart

    return Chart(conversation_of(conversation))
