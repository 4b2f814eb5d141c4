"""The cards of the dashboard as HTML: one for each block, and the stop_reason."""

from helpers.recording import Exchange
from helpers.view.endings import WHY_IT_STOPPED, is_waiting
from helpers.view.looks import element
from helpers.view.safe_html import block, safe
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
SHORT, LONG = 420, 4_000  # characters of a card, closed and open


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


def _text(card: Card, is_final: bool) -> str:
    names = "code-text" if card.kind == "tool_result" else "words"
    if is_final and card.kind == "text":
        names += " final"
    if not card.text:
        return ""
    if len(card.text) <= SHORT:
        return element(names, block(card.text))
    start = element(names, block(card.text[:SHORT] + " …"))
    size = f"All {len(card.text):,} characters"
    if len(card.text) > LONG:
        size = f"The first {LONG:,} of {len(card.text):,} characters"
    whole = element(names, block(card.text[:LONG]))
    return f"{start}<details><summary>{size}</summary>{whole}</details>"


def _arguments(card: Card) -> str:
    if not card.arguments:
        return element("code-text", "(no arguments)")
    lines = [f"{name}: {value}" for name, value in card.arguments]
    return _text(Card(card.lane, "tool_result", "", "\n".join(lines)), is_final=False)
