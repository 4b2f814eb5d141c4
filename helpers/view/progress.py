"""The progress line: how the run stands, and for how many seconds it has waited.

The browser counts the seconds by itself, by a style: so they go on while a cell runs
and Python is busy, and cost no message. A browser that cannot count shows none.
"""

import time

from helpers.recording import Conversation
from helpers.view.head import state_chip
from helpers.view.looks import element
from helpers.view.state import began

MOST_SECONDS = 3600

SHEET = f"""<style>
@property --cv-seconds{{syntax:"<integer>";initial-value:0;inherits:false}}
@property --cv-can-count{{syntax:"*";initial-value:inline;inherits:false}}
@keyframes cv-count{{to{{--cv-seconds:{MOST_SECONDS}}}}}
.cv-seconds{{display:var(--cv-can-count,none);counter-reset:cv-n var(--cv-seconds);
animation:cv-count {MOST_SECONDS}s steps({MOST_SECONDS}) forwards}}
.cv-seconds::after{{content:" " counter(cv-n) " s"}}
.jupyter-widgets-disconnected.cv-progress .widget-html-content{{display:none}}
.jupyter-widgets-disconnected.cv-progress::after{{font-weight:600;
content:"✖ The kernel has ended: run this cell again for a dashboard that follows."}}
</style>"""


def progress_line(conversation: Conversation) -> str:
    """The state as a line that a screen reader says when it changes."""
    start = began(conversation)
    seconds = "" if start is None else _seconds(time.perf_counter() - start)
    return state_chip(conversation, seconds, 'role="status" aria-live="polite"')


def _seconds(waited: float) -> str:
    # What counts up would be read aloud each second, so it is not for the ear.
    more = f'aria-hidden="true" style="animation-delay:-{waited:.1f}s"'
    return element("seconds", "", "span", more)
