"""Requests that ask for no date: greetings, counting, waiting for an hour."""

import re
from functools import cache

from helpers.offline.replies.languages import LANGUAGES, regex, words
from helpers.offline.replies.questions.durations import number_pattern, read_number
from helpers.offline.replies.questions.folding import (
    left_over,
    one_of,
    take,
    take_all,
    whole_of,
)
from helpers.offline.replies.questions.goal import Goal
from helpers.offline.replies.questions.hours import take_hour
from helpers.offline.replies.questions.moments import When

LONGEST_COUNT = 1000
OUTER_MARKS = r"[\s.,;:!?¿¡…。~]"


def read_small_talk(question: str, folded: str, language: str) -> Goal | None:
    """A greeting, thanks, "who are you?", and the like; a number to count to."""
    said = bare(folded, language)
    for phrase, sentence in words(language, "plain_talk").items():
        sentence = sentence if isinstance(sentence, str) else "|".join(sentence)
        if re.fullmatch(sentence, said):
            return Goal("talk", language, subject=phrase)
    return read_count(said, language) or read_hello(said, language)


def bare(folded: str, language: str) -> str:
    """The sentence without outer marks and words of politeness."""
    polite = whole_of(language, "polite")
    outer = rf"(?:{OUTER_MARKS}|{polite})"
    said = re.sub(rf"^{outer}+|{outer}+$", "", folded)
    return " ".join(said.replace(",", " ").split())


def read_count(said: str, language: str) -> Goal | None:
    """The numbers to write down in "Count from 1 to 10", as the goal's subject."""
    found = re.fullmatch(with_numbers(regex(language, "count", ""), language), said)
    if not found:
        return None
    first = read_number(found["first"] or "1", language)
    last = read_number(found["last"], language)
    are_whole = all(n is not None and n.denominator == 1 for n in (first, last))
    if not are_whole or abs(last - first) >= LONGEST_COUNT:
        return None
    step = 1 if last >= first else -1
    numbers = range(int(first), int(last) + step, step)
    return Goal("text", language, subject=", ".join(map(str, numbers)))


@cache
def with_numbers(pattern: str, language: str) -> str:
    """The pattern with NUMBER as a pattern for numbers."""
    return pattern.replace("NUMBER", number_pattern(language))


def read_hello(said: str, language: str) -> Goal | None:
    """ "Say hello in French": a greeting in the language that is named."""
    names = {name: key for key in LANGUAGES for name in words(key, "language_names")}
    sentence = regex(language, "say_hello", "").replace("LANGUAGE", "|".join(names))
    found = re.fullmatch(sentence, said)
    return found and Goal("talk", names[found["language"]], subject="hello_only")


def read_watch(question: str, folded: str, language: str) -> Goal | None:
    """ "Keep checking the time until it is midnight", or until another hour."""
    midnight, rest = take(whole_of(language, "midnight"), folded)
    hour, doubtful, rest = (
        ((0, 0), False, rest) if midnight else take_hour(rest, language)
    )
    for name in ("watch", "watched", "until"):
        found, rest = take_all(one_of(language, name), rest)
        if not found:
            return None
    small = one_of(language, "watch_filler")
    if doubtful or not hour or left_over(re.sub(small, " ", rest)):
        return None
    return Goal("watch", language, When(hour=hour))
