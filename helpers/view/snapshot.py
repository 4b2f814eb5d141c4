"""Still pictures of conversations, for a cell of their own: they need no widget.

They survive a reload, a notebook without a kernel, and the way to plain HTML.
"""

from dataclasses import dataclass

from helpers.recording import Conversation
from helpers.safe_html import one_line
from helpers.view.chart import chart
from helpers.view.compare import compare_view
from helpers.view.head import question
from helpers.view.looks import LANES, element, inlined
from helpers.view.picture import static_view

NO_TOKENS = "No tokens to show: none of these calls was made, or recorded, here."


@dataclass(frozen=True, repr=False)
class Snapshot:
    """A conversation as HTML."""

    conversation: Conversation

    def _repr_html_(self) -> str:
        return static_view(self.conversation)

    def __repr__(self) -> str:
        return f"Snapshot: {name_of(self.conversation)}"


@dataclass(frozen=True, repr=False)
class Chart:
    """The tokens of a conversation's calls as HTML."""

    conversation: Conversation

    def _repr_html_(self) -> str:
        bars = chart(self.conversation, None) or NO_TOKENS
        return inlined(element("view", bars), without=LANES)

    def __repr__(self) -> str:
        return f"Chart: {name_of(self.conversation)}"


@dataclass(frozen=True, repr=False)
class Comparison:
    """Two conversations side by side as HTML."""

    first: Conversation
    second: Conversation

    def _repr_html_(self) -> str:
        return inlined(compare_view(self.first, self.second), without=LANES)

    def __repr__(self) -> str:
        return f"Comparison: {name_of(self.first)} / {name_of(self.second)}"


def name_of(conversation: Conversation) -> str:
    """The start of the question, as a name."""
    return one_line(question(conversation), 60)
