"""The still picture that stands beside a dashboard, for when no widget can be shown.

It is an output of its own, hidden while the dashboard is there, and is put up to date
at the end of each cell: so a saved notebook holds the conversation, not its beginning.
"""

from IPython import get_ipython
from IPython.display import display, update_display

from helpers.recording import Conversation
from helpers.view.picture import STATIC_CALLS, static_view

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
MOST_BYTES = 400_000  # Jupyter's server drops what comes faster than 1 MB a second

HIDES = """<style>
.jp-OutputArea:has(.cv-dashboard) .jp-OutputArea-child:has(.cv-still){display:none}
</style>"""
# A new dashboard takes a moment to appear; the still picture waits for it.
WAITS = "<style>@keyframes cv-wait{from,to{max-height:0;overflow:hidden}}</style>"

CAPTION = (
    "<p><em>A still picture of the dashboard, as the last cell left it. Run this cell "
    "for one that follows.</em></p>"
)


def show(dashboard) -> None:
    """Publish a dashboard, and its still picture after it."""
    bundle = dashboard._repr_mimebundle_()
    display({WIDGET_VIEW: bundle[WIDGET_VIEW]}, raw=True)
    dashboard.kept = _version(dashboard.conversation)
    display(_bundle(dashboard), raw=True, display_id=dashboard.model_id)


def keep_still(dashboard) -> None:
    """Put the still picture up to date, if the dashboard was shown and has changed."""
    version = _version(dashboard.conversation)
    is_in_notebook = hasattr(get_ipython(), "kernel")
    if dashboard.kept is None or dashboard.kept == version or not is_in_notebook:
        return
    dashboard.kept = version
    update_display(_bundle(dashboard), raw=True, display_id=dashboard.model_id)


def _bundle(dashboard) -> dict:
    still = CAPTION + small_static_view(dashboard.conversation)
    html = f'{WAITS}<div class="cv-still" style="animation:cv-wait 1s">{still}</div>'
    return {"text/html": html, "text/plain": repr(dashboard)}


def small_static_view(conversation: Conversation) -> str:
    """The static view, with fewer of its calls where it would be too large."""
    calls = STATIC_CALLS
    html = static_view(conversation)
    while len(html) > MOST_BYTES and calls > 2:
        calls //= 2
        html = static_view(conversation, calls)
    return html


def _version(conversation: Conversation) -> tuple:
    """Differs whenever the picture does."""
    last = conversation.exchanges[-1] if conversation.exchanges else None
    number, end = len(conversation.exchanges), last and last.seconds
    return id(conversation), number, end, conversation.ending
