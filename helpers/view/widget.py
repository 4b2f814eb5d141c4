"""The dashboard's widget: it follows the recorder, steps, and draws one pane.

The pane is drawn again at each step, so that the thousandth call costs what the tenth
does.
"""

import asyncio
from contextlib import contextmanager

import ipywidgets as w

from helpers import recorder
from helpers.helpers import add_user_message
from helpers.recording import Conversation
from helpers.trace import conversation_of
from helpers.view import still
from helpers.view.cells import watch_cells
from helpers.view.clicks import connect
from helpers.view.controls import Controls
from helpers.view.endings import is_waiting
from helpers.view.following import STANDS_STILL, follow, leave
from helpers.view.live_run import LiveRun
from helpers.view.looks import style_sheet
from helpers.view.picture import static_view, view
from helpers.view.progress import SHEET, progress_line
from helpers.view.raw import answer_view, request_view, table_view
from helpers.view.snapshot import Snapshot, name_of
from helpers.view.what_if_tab import WhatIf

MOST_LISTED_CALLS = 60  # of a conversation whose tool calls are offered


class Dashboard(w.VBox):
    """A conversation to step through. `messages` holds what was asked on it."""

    def __init__(self, conversation, tools, live_run: LiveRun):
        self.tools, self.live_run = tools, live_run
        self.messages: list[dict] = []
        self.note = ""
        self.follows = conversation is None
        self.conversation = conversation_of(conversation)
        self.step = self._drawn_last = self.last_step
        self.is_quiet = self.is_paused = self.is_still = False
        self.playing = self.kept = self._drawn = None
        self.controls, self.progress = Controls(), w.HTML()
        self.progress.add_class("cv-progress")
        self.what_if = WhatIf(self)
        self._make_tabs()
        sheets = style_sheet() + SHEET + still.HIDES
        sheet = w.HTML(sheets, layout=w.Layout(display="none"))
        above = [sheet, *self.controls.rows, self.progress]
        super().__init__(children=[*above, self.tabs])
        self.add_class("cv-dashboard")
        connect(self)
        follow(self)
        watch_cells()
        self._list_conversations()
        self.what_if.list_tool_calls(self.conversation)
        self.draw()

    def _make_tabs(self) -> None:
        pictures = {
            "Conversation": self._view,
            "Table": lambda: table_view(self.conversation, self.step // 2),
            "Request": lambda: request_view(self.conversation, self.step // 2),
            "Answer": lambda: answer_view(self.conversation, self.step // 2),
        }
        self.panes = {name: (w.HTML(), draw) for name, draw in pictures.items()}
        children = [*(pane for pane, _ in self.panes.values()), self.what_if.box]
        self.tabs = w.Tab(children, titles=[*self.panes, "What if"])

    # What is shown

    @property
    def last_step(self) -> int:
        """The number of the last step; each call has two."""
        return max(0, 2 * len(self.conversation.exchanges) - 1)

    def show_step(self, step: int) -> None:
        """Go to a step; step 0 is what the first call sends."""
        self.step = max(0, min(step, self.last_step))
        self.note = ""  # it was about what was shown before
        self.draw()

    def draw(self) -> None:
        """Draw the progress line, and the pane of the open tab."""
        self._drawn = _version(self.conversation)
        calls = len(self.conversation.exchanges)
        with self._quietly():
            self.controls.show_position(self.step, self.last_step, calls)
        self.progress.value = progress_line(self.conversation)
        index = self.tabs.selected_index or 0
        if index < len(self.panes):
            pane, picture = list(self.panes.values())[index]
            pane.value = picture()

    def _view(self) -> str:
        return view(
            self.conversation,
            self.step,
            hidden=self.controls.hidden(),
            note=self.note or (STANDS_STILL if self.is_still else ""),
            with_state=False,  # the progress line has it
        )

    @contextmanager
    def _quietly(self):
        """Within the block, a changed control is no wish of the reader."""
        before, self.is_quiet = self.is_quiet, True
        try:
            yield
        finally:
            self.is_quiet = before

    def show_conversation(self, conversation: Conversation) -> None:
        """Turn to another conversation, at its end."""
        self.conversation, self.note = conversation, ""
        self.step = self._drawn_last = self.last_step
        self.what_if.list_tool_calls(conversation)
        self.draw()

    def snapshot(self) -> Snapshot:
        """The whole conversation as HTML that needs no widget and no kernel."""
        return Snapshot(self.conversation)

    def _ipython_display_(self) -> None:
        still.show(self)

    def _repr_mimebundle_(self, **options) -> dict:
        bundle = super()._repr_mimebundle_(**options)
        html = static_view(self.conversation)
        return {**bundle, "text/plain": repr(self), "text/html": html}

    def __repr__(self) -> str:
        return f"Dashboard: {name_of(self.conversation)}"

    # Following the recorder

    def on_call(self, conversation: Conversation) -> None:
        """A call, a tool or a loop began or ended in this conversation."""
        if conversation is not self.conversation:
            self._list_conversations()
            if self.follows and not self.is_paused:
                self.show_conversation(conversation)
                self._list_conversations()
        elif not self.is_paused:
            self._go_on()

    def _go_on(self) -> None:
        if self._drawn == _version(self.conversation):  # no call began or ended
            self.progress.value = progress_line(self.conversation)
            return
        is_at_end = self.step >= self._drawn_last
        self._drawn_last = self.last_step
        if len(self.conversation.exchanges) <= MOST_LISTED_CALLS:
            self.what_if.list_tool_calls(self.conversation)
        self.show_step(self.last_step if is_at_end else self.step)

    def close(self) -> None:
        leave(self)
        super().close()

    def _list_conversations(self) -> None:
        known = [*recorder.conversations]
        if self.conversation not in known:
            known.append(self.conversation)
        names = [f"{i}: {name_of(c)}" for i, c in enumerate(known, 1)]
        options = tuple(zip(names, known, strict=True))[::-1]
        with self._quietly():
            if self.controls.choose.options != options:
                self.controls.choose.options = options
            self.controls.choose.value = self.conversation

    # Running a loop

    def start(self, work) -> asyncio.Task:
        """Do some work while the buttons go on working."""
        # Kept, for asyncio itself holds a task only weakly.
        self._task = asyncio.get_running_loop().create_task(work)
        return self._task

    async def ask(self, text: str) -> list[dict]:
        """Ask a question through the loop, turn by turn, and give its messages."""
        if self.live_run.is_running or not text.strip():
            return self.messages
        self.messages, self.follows = [], True
        follow(self)
        add_user_message(self.messages, text)
        self.tabs.selected_index = 0
        self.note = await self.run(self.messages, self.tools)
        self.draw()
        return self.messages

    async def run(self, messages: list[dict], tools, run_tool=None, client=None) -> str:
        """Run the loop with its buttons; the answer is what LiveRun.run says."""
        self.controls.show_running(True)
        try:
            return await self.live_run.run(messages, tools, run_tool, client)
        finally:
            self.controls.show_running(False)
            still.keep_still(self)


def _version(conversation: Conversation) -> tuple:
    """Differs when a call began or ended; a tool changes the progress line only."""
    calls = conversation.exchanges
    is_open = bool(calls) and is_waiting(calls[-1])
    return id(conversation), len(calls), is_open, conversation.ending
