"""Numbers of a question as inputs of a learner's own tool.

Each reader takes an input's name and rule, the question and what nobody has read of it,
and returns the input, None if it is not there, with the rest.
"""

import re
from fractions import Fraction

from helpers.offline.replies.languages import regex
from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.durations import (
    NOT_AN_ARTICLE,
    number_pattern,
    read_number,
)
from helpers.offline.replies.questions.folding import any_of, fold, whole
from helpers.offline.replies.questions.tool_schemas import kind_of
from helpers.offline.replies.questions.tool_synonyms import same_meaning
from helpers.offline.replies.questions.tool_texts import cut

YEAR = r"(?:19|20)\d\d"


def read_taken_from(name, rule, question, rest, language):
    """In "subtract 3 from 10" the 10, which is the first input of a tool."""
    taken = any_of(tuple(tool_words.TAKING_AWAY.split()), "en")
    if not is_number(rule) or not re.search(taken, fold(question)):
        return None, rest
    number = number_of(language)
    origin = regex(language, "taken_from")
    found = re.search(rf"{number},? (?:{origin}) (?P<number>{number})", rest)
    value = found and value_of(found["number"], rule, language)
    if value is None:
        return None, rest
    start, end = found.span("number")
    return value, rest[:start] + " " * (end - start) + rest[end:]


def read_count(name, rule, question, rest, language):
    """The number beside the input's own name ("6 sides"), else the next number."""
    if not is_number(rule):
        return None, rest
    number = number_of(language)
    border = "zh" if language == "zh" else "en"
    beside = whole("|".join(map(re.escape, same_meaning(name))), border)
    near = rf"(?P<first>{number})[ -]?個?{beside}|{beside} ?=? ?(?P<last>{number})"
    found = re.search(near, rest) or re.search(f"(?P<first>{number})", rest)
    if not found or (is_limit(name) and re.fullmatch(YEAR, found[0])):
        return None, rest
    if counts_things(found, question) and not is_limit(name):
        return None, rest
    value = value_of(found["first"] or found["last"], rule, language)
    return (None, rest) if value is None else (value, cut(rest, found))


def number_of(language: str) -> str:
    """A pattern for a number, which may be below zero."""
    return f"{NOT_AN_ARTICLE}-?{number_pattern(language)}"


def is_number(rule: dict) -> bool:
    """Whether an input takes a number."""
    return kind_of(rule) in ("number", "integer")


def value_of(said: str, rule: dict, language: str) -> int | float | None:
    """The value of a number as it was said, if the input can hold it."""
    value = read_number(said.lstrip("-"), language)
    if value is None:
        return None
    value *= Fraction(-1 if said[0] == "-" else 1)
    if value.denominator == 1:
        return int(value)
    return float(value) if kind_of(rule) == "number" else None


def counts_things(found: re.Match, question: str) -> bool:
    """Whether a number says how many dice to roll, and not how many sides they have."""
    behind = fold(question)[found.end() :]
    return bool(re.match(rf"[ -]?(?:{tool_words.COUNTED_THINGS})", behind))


def is_limit(name: str) -> bool:
    """Whether an input says how many are wanted; no year says that."""
    return bool(re.search("max|limit|count|results|number|times|quantity|how_", name))
