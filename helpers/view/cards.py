"""The cards of the dashboard as HTML: one for each block, and the stop_reason."""

from helpers.recording import Exchange
from helpers.safe_html import block, safe
from helpers.view.endings import WHY_IT_STOPPED, is_waiting
from helpers.view.looks import element
from helpers.view.steps import CLAUDE, CODE, YOU, Card

WHO = {YOU: "You", CODE: "Your code", CLAUDE: "Claude"}
ICONS = {
    "text": "",
    "thinking": "💭 thinks",
    "tool_use": "⚙ asks for",
    "tool_result": "↩ answers",
    "error": "✖",
    "waiting": "…",
}
SHORT, LONG = (420, 12), (4_000, 400)  # characters and lines of a card, closed and open
FINAL = (1_500, 40)  # a closed card with the final answer


def stop_line(exchange: Exchange) -> str:
    """The stop_reason of an answer, and what it means for the loop."""
    if exchange.reply is None or is_waiting(exchange):
        return ""
    stop_reason = exchange.reply.get("stop_reason")
    if stop_reason is None:
        return ""
    sign = "✔ " if stop_reason == "end_turn" else ""
    why = WHY_IT_STOPPED.get(
        stop_reason, "This reason is unknown, so the loop must end."
    )
    reason = element("stop-reason", safe(stop_reason, 80), "span")
    return element("stop", f"{sign}stop_reason {reason}: {why}")


def card_view(card: Card, is_final: bool = False) -> str:
    """A card: who, what kind, which pair, and the text itself."""
    body = _arguments(card) if card.arguments is not None else _text(card, is_final)
    return element(
        f"card {card.lane} {card.kind}", element("title", _title(card)) + body
    )


def _title(card: Card) -> str:
    is_from_api = card.kind == "error" and card.lane == CLAUDE
    who = element("who", "The API" if is_from_api else WHO[card.lane], "span")
    icon = ICONS[card.kind]
    names = "name" if card.kind == "tool_use" else "words"
    plain = card.kind in ("text", "thinking") and card.title in ("text", "thinking")
    what = "" if plain else element(names, _apart(card.title, 200), "span")
    badge = element("badge", safe(card.badge), "span") if card.badge else ""
    tool_use_id = element("id", _apart(card.id, 120), "span") if card.id else ""
    is_result = card.kind == "tool_result"
    words = f"{badge} {what}" if is_result else f"{what}{badge}"
    return f"{who} {icon} {words}{tool_use_id}"


def _apart(name: str, limit: int) -> str:
    """A name whose direction of writing leaves what stands around it alone."""
    return f"<bdi>{safe(name, limit)}</bdi>"


def _text(card: Card, is_final: bool = False) -> str:
    names = "code-text" if card.kind == "tool_result" else "words"
    is_final = is_final and card.title == "text"
    return _folded(
        card.text,
        f"{names} final" if is_final else names,
        FINAL if is_final else SHORT,
    )


def _folded(text: str, names: str, closed: tuple[int, int]) -> str:
    """A text whose start is seen; a long one opens with a click, up to a bound."""
    start = _start(text, *closed)
    if start == text:
        return element(names, block(text)) if text else ""
    whole = _start(text, *LONG)
    size = f"{len(text):,} characters"
    size = f"All {size}" if whole == text else f"The first {len(whole):,} of {size}"
    opened = (
        f"<details><summary>{size}</summary>{element(names, block(whole))}</details>"
    )
    return element(names, block(start + " …")) + opened


def _start(text: str, characters: int, lines: int) -> str:
    return "\n".join(text[:characters].split("\n", lines)[:lines])


def _arguments(card: Card) -> str:
    if not card.arguments:
        return element("code-text", "(no arguments)")
    lines = [f"{name}: {value}" for name, value in card.arguments]
    return _folded("\n".join(lines), "code-text", SHORT)
