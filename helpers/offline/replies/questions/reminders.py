"""Reading a reminder: its trigger, its moment, and the words left as its subject."""

import re

from helpers.offline.replies.languages import regex
from helpers.offline.replies.questions.durations import (
    NOT_AN_ARTICLE,
    duration_pattern,
    number_pattern,
)
from helpers.offline.replies.questions.folding import (
    QUOTED,
    fold,
    one_of,
    take,
    whole_of,
)
from helpers.offline.replies.questions.goal import Goal
from helpers.offline.replies.questions.moments import When, take_when

NAMED_TIME = r"(?<!\w)[A-Z][\w.]* [Tt]ime(?!\w)"  # "at 9:30 New York time"


def read_reminder(question: str, folded: str, language: str) -> Goal | None:
    """The reminder that a question asks for, if its moment is understood whole."""
    trigger, rest = take(whole_of(language, "remind"), folded)
    has_verb = bool(trigger)
    if not trigger:
        trigger, rest = take(whole_of(language, "reminder"), folded)
    if not trigger:
        return None
    when, rest = take_when(rest, language)
    if when.durations:
        future, rest = take(one_of(language, "future"), rest)
        if when.has_day or when.hour or not future:
            return None
    before, after = (
        subject_in(question[part], rest[part], language)
        for part in (slice(trigger.start()), slice(trigger.end(), None))
    )
    if before and (after or not has_verb):
        return None
    if is_unclear(question, folded, rest, trigger, language):
        return None
    return Goal("reminder", language, when, before or after)


def is_unclear(
    question: str, folded: str, rest: str, trigger: re.Match, language: str
) -> bool:
    """Whether words remain that tell another time, or that the reminder is unwanted."""
    if re.search(whole_of(language, "negation"), rest[: trigger.start()]):
        return True
    for name in ("not_in_subject", "time_zones"):
        if re.search(whole_of(language, name), rest):
            return True
    if language == "en" and re.search(NAMED_TIME, question):
        return True
    if re.search(duration_pattern(language), rest):
        return True
    if re.search(number_after(language), rest):
        return True
    if take_when(rest, language)[0] != When():
        return True
    quotes = re.finditer(QUOTED, question)
    return any(folded[q.start() : q.end()] != rest[q.start() : q.end()] for q in quotes)


def number_after(language: str) -> str:
    """A number right behind what was read: "Thursday the 21st", "at nine fifteen".

    The two spaces are the blanks of what was read.
    """
    if language == "zh":
        return r"[\d一二三四五六七八九十]{1,3}[日號]"
    number = rf"{NOT_AN_ARTICLE}{number_pattern(language)}(?:st|nd|rd|th)?(?!\w)"
    return rf"(?<=  )(?:the |le |el |y |et )?{number}"


def subject_in(question: str, rest: str, language: str) -> str:
    """The original words of a reminder's subject: those that no other reader took."""
    pairs = zip(question, rest, strict=True)
    kept = "".join(" " if r == " " else q for q, r in pairs)
    subject = trimmed(" ".join(kept.split()), language)
    return subject[:1].upper() + subject[1:]


def trimmed(subject: str, language: str) -> str:
    """The subject without the small words and marks around it."""
    small = f"{whole_of(language, 'edge')}|{regex(language, 'elision')}"
    opening = re.match(rf"(?:[^\w(\[\"'«“「]|{small})+", fold(subject))
    subject = subject[opening.end() :] if opening else subject
    small = whole_of(language, "edge_end")
    closing = re.search(rf"(?:[^\w)\]\"'»”\u2019」]|{small})+$", fold(subject))
    return subject[: closing.start()] if closing else subject
