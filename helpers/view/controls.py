"""The dashboard's buttons and fields, each with a name of its own; no logic."""

import ipywidgets as w

from helpers.view.endings import KINDS
from helpers.view.scenarios import SCENARIOS

WRAP = {"flex_flow": "row wrap", "align_items": "center"}


def button(name: str, **options) -> w.Button:
    """A button as wide as its name."""
    return w.Button(description=name, layout=w.Layout(width="auto"), **options)


def wide(field: w.Widget, flex: str) -> w.Widget:
    """A field that takes the room there is, with its name in full."""
    field.layout = w.Layout(width="auto", flex=flex)
    field.style.description_width = "initial"
    return field


def row(*children: w.Widget) -> w.HBox:
    """Widgets side by side, or one below the other where it is narrow."""
    return w.HBox(children, layout=w.Layout(**WRAP))


class Controls:
    """All the controls above the tabs; `rows` holds them in order."""

    def __init__(self):
        self.scenario = wide(
            w.Dropdown(
                options=[("choose one …", ""), *SCENARIOS.items()],
                description="Examples",
            ),
            "0 1 270px",
        )
        self.question = wide(w.Text(description="Ask"), "1 1 260px")
        self.ask = button("Ask", button_style="primary")
        self.stop = button("Stop after this turn", disabled=True)
        self.previous = button("◀ Previous step")
        self.next = button("Next step ▶")
        self.play = button("Play")
        self.next_error = button("Next error ✖")
        self.go_to = w.BoundedIntText(
            1, min=1, description="Go to call", layout=w.Layout(width="150px")
        )
        self.position = w.HTML(layout=w.Layout(min_width="90px"))
        self.filters = {kind: _checkbox(kind) for kind in KINDS}
        self.choose = wide(w.Dropdown(description="Conversation"), "1 1 260px")
        self.rows = [
            row(self.scenario, self.question, self.ask, self.stop),
            row(self.previous, self.next, self.play, self.next_error,
                self.go_to, self.position),
            row(_label("Show"), *self.filters.values(), self.choose),
        ]  # fmt: skip

    def hidden(self) -> frozenset[str]:
        """The kinds of blocks that are not to be shown."""
        return frozenset(kind for kind, box in self.filters.items() if not box.value)

    def show_position(self, step: int, last_step: int, calls: int) -> None:
        """Say where the reader is. A button that was disabled would lose the focus."""
        steps = last_step + 1 if calls else 0
        words = f"Step {min(step + 1, steps)} of {steps}"
        # A screen reader says it when it changes.
        self.position.value = f'<span role="status">{words}</span>'
        self.go_to.max = max(1, calls)
        self.go_to.value = min(step // 2 + 1, self.go_to.max)

    def show_running(self, is_running: bool) -> None:
        """While a run goes on it can be stopped, and no other can be started."""
        self.ask.disabled, self.stop.disabled = is_running, not is_running


def _label(name: str) -> w.Label:
    return w.Label(name, layout=w.Layout(margin="2px 8px 2px 2px"))


def _checkbox(kind: str) -> w.Checkbox:
    layout = w.Layout(width="auto", margin="2px 14px 2px 0")
    return w.Checkbox(True, description=kind, indent=False, layout=layout)
