"""The first step of a call: the cards of what your code sends, each in its lane.

A result is looked for in the message right after its tool_use, as the API does.
"""

from helpers.blocks import as_json, blocks_of, is_echo, other_text, result_text
from helpers.recording import Conversation
from helpers.view.endings import tool_uses
from helpers.view.steps import CODE, YOU, Card, answer_card, badges


def cards_sent(conversation: Conversation, number: int) -> list[Card]:
    """What call `number` sends that is new; the first call is 0."""
    exchange = conversation.exchanges[number]
    added = exchange.added
    before = conversation.reply_before(number)
    cards, asked = _system_prompt(conversation, number), {}
    if before is not None:
        reply = conversation.exchanges[before].reply
        asked = _requests(reply, str(before + 1))
        if added and is_echo(added[0], reply):
            added = added[1:]
        elif added and exchange.kept == conversation.exchanges[before].sent:
            cards.append(_changed_turn(added[0]))
            asked = {i: asked[i] for i in _ids_asked(added[0]) if i in asked}
            added = added[1:] if added[0].get("role") == "assistant" else added
    position = exchange.sent - len(added)
    for place, message in enumerate(added, position + 1):
        if message.get("role") == "assistant":
            asked = _requests(message, f"m{place}")
            known = {i: request.badge for i, request in asked.items()}
            cards += [answer_card(block, known) for block in blocks_of(message)]
        else:
            cards += _answers(message, asked)
            asked = {}
    return cards


def _ids_asked(message: dict) -> list[str]:
    is_claudes = message.get("role") == "assistant"
    return [str(b.get("id")) for b in tool_uses(message)] if is_claudes else []


def _requests(message: dict | None, prefix: str) -> dict[str, Card]:
    """The tool calls that a message asks for, by id."""
    known = badges(message, prefix)
    cards = [answer_card(block, known) for block in tool_uses(message)]
    return {card.id: card for card in cards}


def _answers(message: dict, asked: dict[str, Card]) -> list[Card]:
    """A user message: what you said, the results, and the results that are missing."""
    cards, answered = _order(message) if asked else [], set()
    for block in blocks_of(message):
        tool_use_id = str(block.get("tool_use_id"))
        if block.get("type") == "tool_result":
            is_new = tool_use_id not in answered
            cards.append(_result(block, asked.get(tool_use_id) if is_new else None))
            answered.add(tool_use_id)
        else:
            cards.append(Card(YOU, "text", str(block.get("type")), other_text(block)))
    return cards + [_missing(card) for i, card in asked.items() if i not in answered]


def _order(message: dict) -> list[Card]:
    """What is wrong with the order of a message: results come first in it."""
    are_results = [b.get("type") == "tool_result" for b in blocks_of(message)]
    if are_results == sorted(are_results, reverse=True):
        return []
    words = "The API takes results only before all else. Put the text after them."
    return [Card(CODE, "error", "something stands before a tool_result", words)]


def _result(block: dict, request: Card | None) -> Card:
    is_error = bool(block.get("is_error"))
    tool_use_id = str(block.get("tool_use_id"))
    return Card(
        CODE,
        "error" if is_error else "tool_result",
        "sends tool_result with is_error" if is_error else "tool_result",
        result_text(block),
        badge=request.badge if request else "?",
        id=tool_use_id if request else f"{tool_use_id}: nothing asks for this id here",
    )


def _missing(request: Card) -> Card:
    return Card(
        CODE,
        "error",
        "tool_result is missing",
        f"Claude asked for {request.title}, but no result has its id.",
        badge=request.badge,
        id=request.id,
    )


def _system_prompt(conversation: Conversation, number: int) -> list[Card]:
    system = conversation.exchanges[number].settings.get("system")
    if not system or number > 0:
        return []
    texts = [str(block.get("text", "")) for block in blocks_of({"content": system})]
    return [Card(CODE, "text", "system prompt", "\n".join(texts))]


def _changed_turn(message: dict) -> Card:
    if message.get("role") != "assistant":
        return Card(
            CODE,
            "error",
            "Claude's last answer is missing",
            "The messages go on without it. Add each answer before you reply to it.",
        )
    text = "\n".join(_spoken(block) for block in blocks_of(message))
    return Card(CODE, "text", "Claude's last answer, changed by your code", text)


def _spoken(block: dict) -> str:
    if block.get("type") == "tool_use":
        return f"{block.get('name')} {as_json(block.get('input'))}"
    return other_text(block)
