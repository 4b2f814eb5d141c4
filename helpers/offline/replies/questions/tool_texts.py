"""The texts of a question that may be a tool's input: quoted, named, or left over."""

import re
from functools import cache

from helpers.offline.replies.languages import regex, words
from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.folding import (
    QUOTED,
    any_of,
    blanked,
    cut,
    fold,
    vocabulary,
    whole,
)
from helpers.offline.replies.questions.moments import When, take_when
from helpers.offline.replies.questions.tool_schemas import direction_of

AFTER_COLON = r"[:\uff1a](?!//)\s*(\S.*\S|\S)\s*$"
PATH = r"(?<!\S)(https?://\S*[\w/]|[~.]?/[\w./~-]*\w|[\w-]+\.[a-z]{2,4}(?!\w))"
CODE = r"(?<![\w.])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]+(?!\w)"
LATIN_NAME = r"[A-ZÀ-Þ][\w'-]*(?: [A-ZÀ-Þ][\w'-]*)*"
CAPITAL = r"[^\W\d_a-zà-öø-ÿ][\w'\u2019&-]*"
STATE = r"(?:, [A-Z]{2}(?!\w))?"  # "San Francisco, CA"
NAME = rf"(?:St\. )?{CAPITAL}(?:(?: (?:de|of|du|da|la|le|del|des))* {CAPITAL})*{STATE}"
ARTICLE = "La|Le|Les|El|Los|Las|The"
LONGEST_ELLIPSIS = 3


def in_original(pattern: str, question: str, rest: str) -> re.Match | None:
    """The first match in the question's own spelling that nobody has read yet."""
    for match in re.finditer(pattern, question):
        if rest[match.start() : match.end()].strip():
            return match
    return None


def read_directed(
    name: str, question: str, rest: str, language: str
) -> tuple[str | None, str]:
    """A name after "from" or "to", for an input that is a start or an end."""
    direction = direction_of(name)
    if not direction:
        return None, rest
    word = regex(language, direction)
    said = rf"(?i:(?<!\w)(?:{word})(?<=')|(?<!\w)(?:{word}) )(?P<name>{NAME})"
    if language == "zh":
        said = rf"(?:{word})(?P<name>[^\W\d_]+?)(?=[到至的有之]|\W|$)"
    found = in_original(said, question, rest)
    return (found["name"], cut(rest, found)) if found else (None, rest)


def read_text(
    name: str, question: str, rest: str, language: str
) -> tuple[str | None, str]:
    """Quoted text, text after a colon, a name, or for a free text what is left."""
    for marked in (QUOTED, AFTER_COLON, PATH):
        found = in_original(marked, question, rest)
        if found:
            return next(group for group in found.groups() if group), cut(rest, found)
    searched = name.lower() in tool_words.SEARCHED.split("|")
    found = left(rest, language) if searched else named(question, rest, language)
    found = found or in_lower_case(rest, language)
    if not found and name.lower() in tool_words.FREE_TEXT.split("|"):
        found = left(rest, language)
    elif not found and language == "zh":
        found = re.search(tool_words.CITIES, rest) or left(rest, language)
        found = found if found and len(found[0]) > 1 else None  # a part of a name
    if not found:
        return None, rest
    return question[found.start() : found.end()], cut(rest, found)


def named(question: str, rest: str, language: str) -> re.Match | None:
    """The next name or code in the question that nobody has read."""
    name = re.compile(rf"{CODE}|{LATIN_NAME if language == 'zh' else NAME}")
    for found in name.finditer(question):
        opening, *others = found[0].split(" ", 1)
        belongs = found.start() and re.fullmatch(ARTICLE, opening)  # "à La Rochelle"
        if others and is_common(opening, language) and not belongs:  # "In Paris"
            found = name.search(question, found.start() + len(opening))
        span = slice(found.start(), found.end())
        is_unread = rest[span] == fold(found[0])
        if (
            is_unread
            and not is_opening(found, question)
            and not is_common(found[0], language)
        ):
            return found
    return None


def is_opening(found: re.Match, question: str) -> bool:
    """Whether a word is capitalised only because it opens a sentence."""
    is_one_word = found[0].istitle() and " " not in found[0]
    is_long = len(question.split()) > LONGEST_ELLIPSIS
    return is_one_word and is_long and not question[: found.start()].strip("¿¡ \"'")


def in_lower_case(rest: str, language: str) -> re.Match | None:
    """The words after a preposition, as in "the weather in new york"."""
    word = r"[^\W\d_]{3,}"
    for before in words(language, "before_names"):
        found = re.search(rf"(?<=\b{before} ){word}(?: {word})?(?=\W*$)", rest)
        if found and not any(is_common(w, language) for w in found[0].split()):
            has_time = re.search(regex(language, "not_in_subject"), found[0])
            return None if has_time else found
    return None


def left(rest: str, language: str) -> re.Match | None:
    """The words between the small ones; in Chinese only where they are one group."""
    kept = blanked(any_of(small_words(language), language), rest)
    if language == "zh":
        groups = list(re.finditer(r"\w+", kept))
        has_time = take_when(kept, language)[0] != When()
        return groups[0] if len(groups) == 1 and not has_time else None
    inner = re.search(r"\w(?:.*\w)?", kept)
    if inner and re.search(whole(tool_words.OPEN_LABELS, "en"), inner[0]):
        return None
    return inner and re.compile(".*").match(rest, inner.start(), inner.end())


@cache
def small_words(language: str) -> frozenset[str]:
    """The words of a language that say nothing about a tool."""
    names = ("filler", "tool_filler", "asked_with")
    return frozenset(word for name in names for word in words(language, name))


@cache
def no_names() -> frozenset[str]:
    """Units, currencies and languages: "And in Fahrenheit?" names no city."""
    currencies = [row.split()[1:] for row in tool_words.CURRENCIES]
    languages = [row.split() for row in tool_words.LANGUAGES]
    longer = {w for row in [*currencies, *languages] for w in row if len(w) > 2}
    return frozenset(longer | set(tool_words.NO_NAMES.split()))


def is_common(said: str, language: str) -> bool:
    """Whether these are words that every question may hold."""
    common = vocabulary(language) | small_words(language) | no_names()
    return all(w in common or len(w) == 1 for w in re.findall(r"\w+", fold(said)))
