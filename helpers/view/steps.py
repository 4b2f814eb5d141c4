"""A conversation as steps to look at: pure values, no HTML.

Each call is two steps: what your code sends, and what Claude answers. A step is a list
of cards; a card says who speaks, what kind of block it is, and which tool call it
belongs to.
"""

from dataclasses import dataclass

from helpers.blocks import as_json, blocks_of, other_text
from helpers.recording import Conversation
from helpers.view.endings import KINDS, is_waiting, refusal, tool_uses

YOU, CODE, CLAUDE = "you", "code", "claude"


@dataclass(frozen=True)
class Card:
    """One block, or one thing to know, in the lane of who says it."""

    lane: str
    kind: str
    title: str
    text: str = ""
    badge: str = ""
    """Ties a tool_use to its tool_result: "2b" is the second tool of call 2."""
    id: str = ""
    arguments: tuple[tuple[str, str], ...] | None = None


def cards_answered(conversation: Conversation, number: int) -> list[Card]:
    """What came back for call `number`."""
    exchange = conversation.exchanges[number]
    cards = []
    if exchange.reply is not None:
        known = badges(exchange.reply, str(number + 1))
        cards = [answer_card(block, known) for block in blocks_of(exchange.reply)]
        if not cards:
            cards = [Card(CLAUDE, "text", "an answer with no content")]
    if exchange.error is not None:
        lane = CLAUDE if exchange.could_be_sent else CODE
        cards.append(Card(lane, "error", refusal(exchange), exchange.error))
    if is_waiting(exchange):
        cards = [Card(CLAUDE, "waiting", "Waiting for Claude's answer …")]
    return cards


def answer_card(block: dict, known: dict[str, str]) -> Card:
    """A block of Claude's as a card."""
    kind = str(block.get("type"))
    if kind != "tool_use":
        shown = kind if kind in KINDS else "text"
        return Card(CLAUDE, shown, kind, other_text(block))
    given = block.get("input")
    pairs = given.items() if isinstance(given, dict) else [("input", given)]
    return Card(
        CLAUDE,
        "tool_use",
        str(block.get("name")),
        badge=known.get(str(block.get("id")), ""),
        id=str(block.get("id")),
        arguments=tuple((str(name), as_json(value)) for name, value in pairs),
    )


def badges(message: dict | None, prefix: str) -> dict[str, str]:
    """A short name for each tool_use id of a message: {"toolu_01A...": "2b"}."""
    return {
        str(block.get("id")): f"{prefix}{_letters(i)}"
        for i, block in enumerate(tool_uses(message))
    }


def _letters(i: int) -> str:
    """a, b, ... z, aa, ab, ..."""
    return (_letters(i // 26 - 1) if i >= 26 else "") + chr(97 + i % 26)
