"""The dashboard's widget: it follows the recorder, steps, and draws one pane.

The pane is drawn again at each step, so that the thousandth call costs what the tenth
does.
"""

import asyncio
from collections import deque

import ipywidgets as w

from helpers import recorder
from helpers.helpers import add_user_message
from helpers.recording import Conversation
from helpers.trace import conversation_of
from helpers.view.controls import Controls
from helpers.view.find import find_error
from helpers.view.live_run import LiveRun
from helpers.view.looks import style_sheet
from helpers.view.picture import static_view, view
from helpers.view.raw import answer_view, request_view, table_view
from helpers.view.snapshot import Snapshot, name_of
from helpers.view.what_if_tab import WhatIf

SECONDS_PER_STEP = 1.0
MOST_LIVE = 3  # dashboards that follow the recorder; an older one stands still
STANDS_STILL = (
    f"This dashboard stands still: the {MOST_LIVE} newest follow the calls. Ask a "
    "question on it, and it follows again."
)
MOST_LISTED_CALLS = 60  # of a conversation whose tool calls are offered

_live: deque["Dashboard"] = deque()


class Dashboard(w.VBox):
    """A conversation to step through. `messages` holds what was asked on it."""

    def __init__(self, conversation, tools, live_run: LiveRun):
        self.tools, self.live_run = tools, live_run
        self.messages: list[dict] = []
        self.note = ""
        self._asked_here = None
        self.follows = conversation is None
        self.conversation = conversation_of(conversation)
        self.step = self._drawn_last = self.last_step
        self._is_quiet = self.is_paused = self.is_still = False
        self._playing = None
        self.controls = Controls()
        self.what_if = WhatIf(self)
        self._make_tabs()
        sheet = w.HTML(style_sheet(), layout=w.Layout(display="none"))
        super().__init__(children=[sheet, *self.controls.rows, self.tabs])
        self.add_class("cv-dashboard")
        self._connect()
        self._follow_recorder()
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
        """Draw the pane of the open tab."""
        self._is_quiet = True
        calls = len(self.conversation.exchanges)
        self.controls.show_position(self.step, self.last_step, calls)
        self._is_quiet = False
        index = self.tabs.selected_index or 0
        if index < len(self.panes):
            pane, picture = list(self.panes.values())[index]
            pane.value = picture()

    def _view(self) -> str:
        return view(
            self.conversation,
            self.step,
            hidden=self.controls.hidden(),
            bound=self._bound(),
            note=self.note or (STANDS_STILL if self.is_still else ""),
        )

    def _bound(self) -> int | None:
        is_own = self.conversation is self._asked_here
        return self.live_run.max_turns if is_own else None

    def show_conversation(self, conversation: Conversation) -> None:
        """Turn to another conversation, at its end."""
        self.conversation, self.note = conversation, ""
        self.step = self._drawn_last = self.last_step
        self.what_if.list_tool_calls(conversation)
        self.draw()

    def snapshot(self) -> Snapshot:
        """The whole conversation as HTML that needs no widget and no kernel."""
        return Snapshot(self.conversation)

    def _repr_mimebundle_(self, **options) -> dict:
        bundle = super()._repr_mimebundle_(**options)
        html = static_view(self.conversation)
        return {**bundle, "text/plain": repr(self), "text/html": html}

    def __repr__(self) -> str:
        return f"Dashboard: {name_of(self.conversation)}"

    # Following the recorder

    def on_call(self, conversation: Conversation) -> None:
        """A call began or ended; the recorder says in which conversation."""
        if conversation is not self.conversation:
            self._list_conversations()
            if self.follows and not self.is_paused:
                if self.live_run.is_running:
                    self._asked_here = conversation
                self.show_conversation(conversation)
                self._list_conversations()
            return
        if self.is_paused:
            return
        is_at_end = self.step >= self._drawn_last
        self._drawn_last = self.last_step
        if len(conversation.exchanges) <= MOST_LISTED_CALLS:
            self.what_if.list_tool_calls(conversation)
        self.show_step(self.last_step if is_at_end else self.step)

    def _follow_recorder(self) -> None:
        if self.on_call in recorder.listeners:
            return
        self.is_still = False
        recorder.listeners.append(self.on_call)
        _live.append(self)
        if len(_live) > MOST_LIVE:
            _live[0].stand_still()

    def stand_still(self) -> None:
        """Follow the recorder no longer, and say so."""
        self._leave_recorder()
        self.is_still = True
        self.draw()

    def _leave_recorder(self) -> None:
        if self.on_call in recorder.listeners:
            recorder.listeners.remove(self.on_call)
        if self in _live:
            _live.remove(self)

    def close(self) -> None:
        self._leave_recorder()
        super().close()

    def _list_conversations(self) -> None:
        known = [*recorder.conversations]
        if self.conversation not in known:
            known.append(self.conversation)
        names = [f"{i}: {name_of(c)}" for i, c in enumerate(known, 1)]
        self._is_quiet = True
        options = tuple(zip(names, known, strict=True))[::-1]
        if self.controls.choose.options != options:
            self.controls.choose.options = options
        self.controls.choose.value = self.conversation
        self._is_quiet = False

    # What the controls do

    def _connect(self) -> None:
        controls = self.controls
        clicks = {
            controls.previous: lambda: self.show_step(self.step - 1),
            controls.next: lambda: self.show_step(self.step + 1),
            controls.next_error: self._go_to_error,
            controls.play: self._toggle_play,
            controls.ask: lambda: self.start(self.ask(controls.question.value)),
            controls.stop: self.live_run.stop,
        }
        for button, action in clicks.items():
            button.on_click(lambda _, action=action: action())
        controls.question.on_msg(self._on_question)
        controls.go_to.observe(self._on_go_to, "value")
        controls.choose.observe(self._on_choose, "value")
        controls.scenario.observe(self._on_scenario, "value")
        self.tabs.observe(lambda _: self.draw(), "selected_index")
        for box in controls.filters.values():
            box.observe(lambda _: self.draw(), "value")

    def _on_choose(self, change) -> None:
        if not self._is_quiet and change.new is not None:
            self.follows = change.new is recorder.last_conversation()
            self.show_conversation(change.new)

    def _on_go_to(self, change) -> None:
        if not self._is_quiet:
            self.show_step(2 * change.new - 1)

    def _on_question(self, _, content: dict, buffers) -> None:
        if content.get("event") == "submit" and not self.controls.ask.disabled:
            self.start(self.ask(self.controls.question.value))

    def _on_scenario(self, change) -> None:
        if change.new:
            self.controls.question.value = change.new

    def _go_to_error(self) -> None:
        step = find_error(self.conversation, self.step)
        if step is not None:
            self.show_step(step)
            return
        self.note = "There is no error in this conversation."
        self.draw()

    def _toggle_play(self) -> None:
        if self._playing is None:
            self._playing = self.start(self._play())
        else:
            self._playing.cancel()

    async def _play(self) -> None:
        self.controls.play.description = "Pause"
        try:
            if self.step >= self.last_step:
                self.show_step(0)
            while self.step < self.last_step:
                await asyncio.sleep(SECONDS_PER_STEP)
                self.show_step(self.step + 1)
        finally:
            self.controls.play.description, self._playing = "Play", None

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
        self._follow_recorder()
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
