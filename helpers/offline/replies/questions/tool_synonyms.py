"""The words of all four languages for a name of a tool or of an input."""

from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.folding import fold


def same_meaning(name: str) -> list[str]:
    """The words for a name: "roll_dice" -> [..., "dado", "dice", "lance", ...]."""
    parts = set(fold(name).replace("_", " ").split())
    rows = [row.split() for row in tool_words.SAME_MEANING]
    return sorted(parts.union(*(row for row in rows if parts & set(row))))
