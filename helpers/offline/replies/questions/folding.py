"""Folded text, and how words are taken out of it one kind after the other.

A question is understood when nothing is left of it: each reader takes its words
away and leaves spaces, so positions still point into the original text.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from helpers.offline.replies.languages import regex, words

SIMPLIFIED = str.maketrans(
    "后几点周这个现时间么钟医为约诊会号请问里设给记谁说话语关两刚买东过还从总华摄气样",
    "後幾點週這個現時間麼鐘醫為約診會號請問裡設給記誰說話語關兩剛買東過還從總華攝氣樣",
)
PUNCTUATION = re.compile(r"[\s.,;:!?¿¡\"'«»“”\u2018\u2019()\[\]、。…\-]+")
QUOTED = r"[\"“«「『]\s*([^\"”»」』]+?)\s*[\"”»」』]|(?<!\w)'([^']+)'(?!\w)"


def fold(text: str) -> str:
    """The text in lower case and without accents, character for character."""
    return "".join(_folded(character) for character in text).translate(SIMPLIFIED)


@cache
def _folded(character: str) -> str:
    if character in "\u2018\u2019\u02bc":
        return "'"
    if character.isspace():
        return " "
    plain = unicodedata.normalize("NFKC", character)
    plain = plain if len(plain) == 1 else character
    return unicodedata.normalize("NFD", plain)[0].lower()[0]


def take(pattern: str, text: str) -> tuple[re.Match | None, str]:
    """The first match of the pattern, and the text with spaces in its place."""
    match = re.search(pattern, text)
    return match, cut(text, match) if match else text


def take_all(pattern: str, text: str) -> tuple[list[re.Match], str]:
    """Every match of the pattern, and the text with spaces in their places."""
    return list(re.finditer(pattern, text)), blanked(pattern, text)


def cut(text: str, match: re.Match) -> str:
    """The text with spaces in the place of what was read."""
    return text[: match.start()] + " " * len(match[0]) + text[match.end() :]


def blanked(pattern: str, text: str) -> str:
    """The text with spaces for all that the pattern finds."""
    return re.sub(pattern, lambda match: " " * len(match[0]), text)


@cache
def any_of(phrases: Iterable[str], language: str) -> str:
    """A pattern that finds these phrases, the longest first, as whole words."""
    if not phrases:
        return "(?!)"
    longest_first = sorted(phrases, key=len, reverse=True)
    return whole("|".join(re.escape(phrase) for phrase in longest_first), language)


@cache
def one_of(language: str, name: str) -> str:
    """A pattern for the words of a language's entry: one_of("en", "past")."""
    return any_of(tuple(words(language, name)), language)


def whole_of(language: str, name: str) -> str:
    """A pattern of a language's file between word borders."""
    return whole(regex(language, name), language)


def whole(pattern: str, language: str) -> str:
    """The pattern between word borders, which Chinese does not have."""
    if language == "zh":
        return f"(?:{pattern})"
    return rf"(?<!\w)(?:{pattern})(?!\w)"


@cache
def numbered(language: str, name: str, first: int = 0) -> dict[str, int]:
    """The names in a row of a language: {"monday": 0, "mon": 0, "tuesday": 1, ...}."""
    rows = enumerate(words(language, name), first)
    return {said: number for number, row in rows for said in row.split("|")}


def without_texts(folded: str) -> str:
    """The folded text with blanks for what is quoted or follows a colon."""
    return blanked(rf"{QUOTED}|:(?!\d|//).*", folded)


def left_over(text: str) -> str:
    """What is left of a text once punctuation and spaces are gone."""
    return PUNCTUATION.sub(" ", text).strip()


@lru_cache(maxsize=500)
def language_of(text: str, otherwise: str = "en") -> str:
    """The language that most words of the text belong to."""
    folded = fold(re.sub(QUOTED, " ", text))
    if re.search(r"[\u3400-\u9fff]", folded):
        return "zh"
    found = re.findall(r"\w+", folded)
    scores = {
        language: sum(word in vocabulary(language) for word in found)
        + 2 * (language == "es" and ("¿" in text or "¡" in text))
        for language in ("en", "fr", "es")
    }
    best = max(scores.values())
    if scores.get(otherwise) == best:
        return otherwise
    return max(scores, key=scores.get) if best else otherwise


SHOWING = ["weekdays", "months", "numbers", "filler", "signs", "past", "future"]
SHOWING += ["asked", "asked_alone", "asked_with", "days_from_today"]


@cache
def vocabulary(language: str) -> frozenset[str]:
    """All words by which a text shows that it is in this language."""
    entries = [words(language, name) for name in SHOWING]
    entries += [words(language, "units").values()]
    rows = " ".join(row for entry in entries for row in entry).replace("?", "")
    return frozenset(re.findall(r"\w+", rows))
