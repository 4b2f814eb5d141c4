"""The lines in the lanes, from each tool_use to its tool_result in the next call.

Each pair has a line of its own, left of your code's lane. A line is drawn in pieces,
one for each row that it passes, so it needs no measuring and no script.
"""

from collections.abc import Callable

from helpers.view.cards import card_view
from helpers.view.looks import element
from helpers.view.steps import CODE, Card

MOST_LINES = 5  # more would leave no room beside the lane: the badges tie the others
TIPS = {"tool_result": "▶", "error": "✖"}


def pairs(answered: list[Card], sent_next: list[Card]) -> list[str]:
    """The badges that a call's answer and the next call have in common, in order."""
    results = {card.badge for card in sent_next if card.lane == CODE}
    asked = [card.badge for card in answered if card.kind == "tool_use"]
    return [badge for badge in asked if badge in results][:MOST_LINES]


def row(content: str, tracks: list[int], corner: str = "") -> str:
    """A row with the lines that pass it, and the one that begins or ends in it."""
    lines = corner + "".join(_line(i, "passes") for i in tracks)
    return element("row", lines + content) if lines else content


def asking_rows(cards: list[Card], badges: list[str], **options) -> list[str]:
    """The cards of an answer; a line begins at each tool_use that has its result."""
    return _rows(cards, badges, [], _begin, **options)


def answering_rows(cards: list[Card], badges: list[str], **options) -> list[str]:
    """The cards of what is sent; a line ends at each result."""
    return _rows(cards, badges, [*range(len(badges))], _end, **options)


def _rows(
    cards: list[Card], badges: list[str], tracks: list[int], turn: Callable, **options
) -> list[str]:
    drawn = []
    for card in cards:
        track = badges.index(card.badge) if card.badge in badges else None
        corner = "" if track is None else turn(card, track, tracks)
        content = card_view(card, **options)
        passing = [i for i in tracks if i != track]
        drawn.append(row(content, passing, corner))
    return drawn


def _begin(card: Card, track: int, tracks: list[int]) -> str:
    tracks.append(track)
    return _line(track, "asks")


def _end(card: Card, track: int, tracks: list[int]) -> str:
    if track not in tracks:
        return ""
    tracks.remove(track)
    return _line(track, "answers", element("tip", TIPS.get(card.kind, ""), "span"))


def _line(track: int, names: str, content: str = "") -> str:
    return element(f"line track-{track} {names}", content, more='aria-hidden="true"')
