"""What the dashboard's buttons and fields do."""

import asyncio

from helpers.conversations import last_conversation
from helpers.view.find import find_error

SECONDS_PER_STEP = 1.0


def connect(dashboard) -> None:
    """Let each control of a dashboard do its work."""
    controls = dashboard.controls
    clicks = {
        controls.previous: lambda: dashboard.show_step(dashboard.step - 1),
        controls.next: lambda: dashboard.show_step(dashboard.step + 1),
        controls.next_error: lambda: _go_to_error(dashboard),
        controls.play: lambda: _toggle_play(dashboard),
        controls.ask: lambda: _ask(dashboard),
        controls.stop: dashboard.live_run.stop,
    }
    for button, action in clicks.items():
        button.on_click(lambda _, action=action: action())
    changes = {
        controls.go_to: lambda call: dashboard.show_step(2 * call - 1),
        controls.choose: lambda chosen: _choose(dashboard, chosen),
        controls.scenario: lambda text: _fill_in(controls.question, text),
    }
    for field, action in changes.items():
        field.observe(_unless_quiet(dashboard, action), "value")
    for box in controls.filters.values():
        box.observe(lambda _: dashboard.draw(), "value")
    dashboard.tabs.observe(lambda _: dashboard.draw(), "selected_index")
    controls.question.on_msg(lambda _, content, __: _on_message(dashboard, content))


def _unless_quiet(dashboard, action):
    """The reaction to a change by the reader; the dashboard makes changes, too."""

    def react(change) -> None:
        if not dashboard.is_quiet and change.new is not None:
            action(change.new)

    return react


def _choose(dashboard, conversation) -> None:
    dashboard.follows = conversation is last_conversation()
    dashboard.show_conversation(conversation)


def _fill_in(field, text: str) -> None:
    if text:
        field.value = text


def _ask(dashboard) -> None:
    dashboard.start(dashboard.ask(dashboard.controls.question.value))


def _on_message(dashboard, content: dict) -> None:
    if content.get("event") == "submit" and not dashboard.controls.ask.disabled:
        _ask(dashboard)


def _go_to_error(dashboard) -> None:
    step = find_error(dashboard.conversation, dashboard.step)
    if step is not None:
        dashboard.show_step(step)
        return
    dashboard.note = "There is no error in this conversation."
    dashboard.draw()


def _toggle_play(dashboard) -> None:
    if dashboard.playing is None:
        dashboard.playing = dashboard.start(_play(dashboard))
    else:
        dashboard.playing.cancel()


async def _play(dashboard) -> None:
    button = dashboard.controls.play
    button.description = "Pause"
    try:
        if dashboard.step >= dashboard.last_step:
            dashboard.show_step(0)
        while dashboard.step < dashboard.last_step:
            await asyncio.sleep(SECONDS_PER_STEP)
            dashboard.show_step(dashboard.step + 1)
    finally:
        button.description, dashboard.playing = "Play", None
