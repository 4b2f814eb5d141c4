"""Finding a step in a conversation."""

from helpers.recording import Conversation
from helpers.view.sent import cards_sent
from helpers.view.steps import cards_answered


def find_error(conversation: Conversation, step: int) -> int | None:
    """The next step with an error after this one, going round; None without one."""
    count = 2 * len(conversation.exchanges)
    for i in [*range(step + 1, count), *range(min(step + 1, count))]:
        cards = cards_answered if i % 2 else cards_sent
        if any(card.kind == "error" for card in cards(conversation, i // 2)):
            return i
    return None
