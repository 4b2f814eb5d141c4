"""Where a question may be cut in two: "... and ...", a list, two sentences."""

import re

from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.folding import (
    fold,
    left_over,
    one_of,
    without_texts,
)

MOST_SPLITS = 12
END = " ?!.？！。"  # noqa: RUF001


def splits(question: str, language: str) -> list[tuple[str, str, str]]:
    """Each way to cut the question in two at a word or mark that joins sentences."""
    joiners = one_of(language, "connectors")
    marks = (
        rf"[,;?!。、](?!\d)\s*(?:{joiners})?|"
        rf"(?<!\b\w)(?<!\bst)\.\s+(?:{joiners})?|{joiners}"
    )
    ways = []
    told = re.sub(tool_words.CITIES, lambda city: "x" * len(city[0]), fold(question))
    for mark in re.finditer(marks, without_texts(told)):
        left, right = question[: mark.start()].strip(), question[mark.end() :].strip()
        if left_over(left) and left_over(right):
            both = with_one_unit(left, right)
            ways += [(left, mark[0].strip(), right) for left, right in both]
    return ways[:MOST_SPLITS]


def with_one_unit(left: str, right: str) -> list[tuple[str, str]]:
    """Both sides with a unit that one of them names, if it is the only one; and as is.

    "Paris and London in celsius" asks for celsius twice.
    """
    said = [re.findall(tool_words.SCALE, fold(side)) for side in (left, right)]
    if len(said[0] + said[1]) != 1:
        return [(left, right)]
    if said[0]:
        return [(left, f"{right.rstrip(END)} {said[0][0]}"), (left, right)]
    return [(f"{left.rstrip(END)} {said[1][0]}", right), (left, right)]


def without_unit(text: str) -> str:
    """The text without the names of units of temperature."""
    return re.sub(rf"(?i){tool_words.SCALE}", "", text)


def is_list(mark: str, right: str, language: str) -> bool:
    """Whether a mark joins two items of a list, and not "Springfield, Illinois"."""
    if mark != ",":
        return True
    joined = re.split(one_of(language, "connectors"), fold(right))
    return len(joined) > 1 and "," not in joined[-1]
