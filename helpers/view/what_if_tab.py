"""The dashboard's "What if" tab: one tool call changed, and both runs side by side."""

import ipywidgets as w

from helpers import recorder
from helpers.live import is_live
from helpers.recording import Conversation
from helpers.safe_html import block, one_line
from helpers.view.compare import compare_view
from helpers.view.controls import button, row, wide
from helpers.view.endings import tool_uses
from helpers.view.looks import element
from helpers.view.what_if_changes import CHANGES, LABELS, TEXTS
from helpers.what_if import SameSettings, beginning, changed, no_effect

HOW = (
    "Choose a tool call and what happens to it. The same question is asked again with "
    "that one change, and both runs stand side by side."
)
WAITING = "The question is asked again … While a tool runs, your clicks wait."
IS_BUSY = "A run is going on. Wait until it has ended, or stop it; then try again."
MOST_LISTED = 30


class WhatIf:
    """The controls of the tab, for a dashboard; `box` is the widget."""

    def __init__(self, dashboard):
        self.dashboard = dashboard
        self.tool_call = wide(w.Dropdown(description="Tool call"), "0 1 280px")
        self.change = wide(
            w.Dropdown(options=list(CHANGES), description="What if it"), "0 1 180px"
        )
        self.text = wide(
            w.Text(TEXTS["fails"], description=LABELS["fails"]), "1 1 220px"
        )
        self.button = button("Run it again", button_style="primary")
        self.pane = w.HTML()
        controls = row(self.tool_call, self.change, self.text, self.button)
        self.box = w.VBox([controls, self.pane])
        self.button.on_click(lambda _: dashboard.start(self.run()))
        self.change.observe(self._on_change, "value")
        costs = " This calls Claude, and costs what a run costs." if is_live() else ""
        self._show(element("note", HOW + costs))

    def list_tool_calls(self, conversation: Conversation) -> None:
        """Offer the tool calls of a conversation, in order."""
        exchanges = conversation.exchanges[: 2 * MOST_LISTED]
        blocks = [block for e in exchanges for block in tool_uses(e.reply)]
        names = [one_line(block.get("name"), 60) for block in blocks[:MOST_LISTED]]
        options = [(f"{i}: {name}", i) for i, name in enumerate(names, 1)]
        if list(self.tool_call.options) != options:
            self.tool_call.options = options
            self.tool_call.value = 1 if options else None
        self.button.disabled = not options

    def _on_change(self, change) -> None:
        self.text.value, self.text.description = TEXTS[change.new], LABELS[change.new]

    async def run(self) -> None:
        """Run the conversation again with the change, and show both."""
        first, number = self.dashboard.conversation, self.tool_call.value
        if number is None:
            return
        if self.dashboard.live_run.is_running:
            self._say(IS_BUSY)
            return
        try:
            change = CHANGES[self.change.value](self.text.value)
        except ValueError as error:  # what was typed into the field
            self._say(str(error))
            return
        self._say(WAITING)
        title = self._title()
        run_tool = changed(self.dashboard.live_run.run_tool, number, change)
        note = await self._run_again(first, run_tool)
        note = note or ("" if run_tool.has_changed else no_effect(number))
        picture = compare_view(first, recorder.last_conversation(), title, times=True)
        self._show((element("note", f"<b>{block(note)}</b>") if note else "") + picture)

    async def _run_again(self, first: Conversation, run_tool) -> str:
        messages, tools = beginning(first)
        client = SameSettings(first, self.dashboard.live_run.client)
        self.dashboard.is_paused = True  # the dashboard stays with the first run
        try:
            return await self.dashboard.run(messages, tools, run_tool, client)
        finally:
            self.dashboard.is_paused = False

    def _title(self) -> str:
        """The change in words: "tool call 2 returns: 2030-01-01"."""
        kind, text = self.change.value, one_line(self.text.value, 60)
        text = f"{text} s" if kind == "is slow" else text
        return f"tool call {self.tool_call.value} {kind}: {text}"

    def _say(self, words: str) -> None:
        self._show(element("note", block(words), more='role="status"'))

    def _show(self, html: str) -> None:
        self.pane.value = element("view", html)
