"""The names that lessons import. Light: pandas and ipywidgets load when used."""

from helpers.checks import check, hint
from helpers.conversation import ConversationStopped, run_conversation, run_tools
from helpers.dashboard import compare, dashboard, snapshot, token_chart
from helpers.helpers import (
    add_assistant_message,
    add_user_message,
    chat,
    connect,
    text_from_message,
)
from helpers.tools import run_tool
from helpers.trace import show, trace

__all__ = [
    "ConversationStopped",
    "add_assistant_message",
    "add_user_message",
    "chat",
    "check",
    "compare",
    "connect",
    "dashboard",
    "hint",
    "run_conversation",
    "run_tool",
    "run_tools",
    "show",
    "snapshot",
    "text_from_message",
    "token_chart",
    "trace",
]
