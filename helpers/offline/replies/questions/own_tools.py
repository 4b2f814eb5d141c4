"""A learner's own tool: found by the words of the question, its inputs read from it.

A tool is called only when the words point to exactly one offered tool and nothing of
the question is left unread; the answer quotes what the tool returned and adds nothing.
"""

import re
from functools import cache, lru_cache

from helpers.offline.replies.languages import regex
from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.folding import (
    any_of,
    fold,
    left_over,
    whole_of,
    without_texts,
)
from helpers.offline.replies.questions.goal import Goal
from helpers.offline.replies.questions.tool_choices import names_two
from helpers.offline.replies.questions.tool_inputs import (
    ARITHMETIC,
    PERCENT_OF,
    read_inputs,
)
from helpers.offline.replies.questions.tool_marked import currencies
from helpers.offline.replies.questions.tool_numbers import take_times
from helpers.offline.replies.questions.tool_schemas import properties_of
from helpers.offline.replies.questions.tool_texts import AFTER_COLON, small_words

COURSE_TOOLS = {"get_current_datetime", "add_duration_to_datetime", "set_reminder"}


def read_own_tool(
    question: str, language: str, tools: list[dict], *, again: str = ""
) -> Goal | None:
    """The goal to call the one own tool that the question is about.

    `again` names the tool that the words before were about: "... and in Tokyo?"
    """
    same = next((tool for tool in tools if tool["name"] == again), None)
    tool = same or pointed_at(question, language, tools)
    asked = without_texts(fold(question))
    if not tool or is_unwanted(asked, language, tool):
        return None
    properties = properties_of(tool)
    if names_two(properties, without_texts(question), language):
        return None
    times, question = take_times(question, language, properties)
    inputs, missing, rest = read_inputs(question, language, tool)
    if unread(rest, language, tool) or holds_labels(inputs, properties, question):
        return None
    return Goal(
        "own_tool",
        language,
        tool=tool["name"],
        arguments=tuple(inputs.items()),
        missing=tuple(missing),
        times=times,
    )


def holds_labels(inputs: dict, properties: dict, question: str) -> bool:
    """Whether a text after a colon names inputs itself: "size large, topping ham"."""
    tail = re.search(AFTER_COLON, question)
    if not tail or tail[1] not in inputs.values() or len(properties) < 2:
        return False
    return bool(re.search(any_of(tuple(map(fold, properties)), "en"), fold(tail[1])))


def is_unwanted(asked: str, language: str, tool: dict) -> bool:
    """Whether a call may be what the user does not want, or not so."""
    changes = re.match(rf"(?:{tool_words.CHANGING})(?:_|$)", tool["name"].lower())
    if changes and re.search(regex(language, "yes_or_no"), asked):
        return True
    is_step = re.search(tool_words.STEP, asked)
    takes_step = re.search(tool_words.STEP_INPUTS, " ".join(properties_of(tool)))
    if is_step and not takes_step:
        return True
    unsure = re.search(tool_words.UNSURE, asked)
    return bool(unsure or re.search(whole_of(language, "unwanted"), asked))


def pointed_at(question: str, language: str, tools: list[dict]) -> dict | None:
    """The tool that most words of the question belong to; None on a draw."""
    own = [t for t in tools if "input_schema" in t and t["name"] not in COURSE_TOOLS]
    asked = without_texts(fold(question))
    said = meanings(asked, language)
    if any(currencies(asked)):
        said |= meanings("currency", "en")
    if re.search(f"{ARITHMETIC}|{PERCENT_OF}", question):
        said |= meanings("calculate", "en")
    named = set(re.findall(r"[^\W_]+", asked))
    scores = [(score(said, tool), len(named & name_words(tool))) for tool in own]
    best = max(scores, default=(0, 0))
    # A whole question may point to the only tool there is with a single word.
    enough = 1 if len(own) == 1 and len(asked.split()) > 2 else 2
    if best[0] < enough or scores.count(best) > 1:
        return None
    return own[scores.index(best)]


def name_words(tool: dict) -> set[str]:
    """The words of a tool's name, which decide between two that fit alike."""
    return {word for word in texts_of(tool)[0].split("_") if len(word) > 2}


def score(said: set[str], tool: dict) -> int:
    """How well the words fit a tool: name first, then inputs, then descriptions."""
    return sum(
        weight * len(said & meanings(text, "en"))
        for weight, text in zip((4, 2, 1), texts_of(tool), strict=True)
    )


def texts_of(tool: dict) -> tuple[str, str, str]:
    """A tool's name, the names and choices of its inputs, and its descriptions."""
    properties = properties_of(tool)
    choices = [str(c) for p in properties.values() for c in (p.get("enum") or [])]
    described = [str(p.get("description", "")) for p in properties.values()]
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", tool["name"])
    description = " ".join([tool.get("description") or "", *described])
    return fold(name), fold(" ".join([*properties, *choices])), fold(description)


@lru_cache(maxsize=1000)
def meanings(text: str, language: str) -> frozenset[str]:
    """The words of a folded text and the ideas they stand for, without small words.

    An idea is told by the first word of its row: "météo" and 天氣 mean "weather".
    """
    small = small_words(language) | small_words("en") | {"or", "given", "number"}
    found = {stem(w) for w in re.findall(r"[^\W_]+", text) if w not in small}
    ideas, explained = set(), set()
    for row in idea_rows():
        in_chinese = any(w in text for w in row if w > "\u3400")
        if in_chinese or found & set(row):
            ideas.add(row[0])
            explained |= found & set(row)
    return frozenset(ideas | (found - explained))


@cache
def idea_rows() -> list[list[str]]:
    """The rows of words with the same meaning, as `stem` leaves them."""
    return [[stem(w) for w in row.split()] for row in tool_words.SAME_MEANING]


def stem(word: str) -> str:
    """The word without the ending of a plural."""
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


def unread(rest: str, language: str, tool: dict) -> str:
    """The words of the question that neither an input nor the tool's texts explain."""
    small = any_of(small_words(language), language)
    rest = re.sub(small, " ", rest)
    if language == "zh":
        known = [
            w for row in tool_words.SAME_MEANING for w in row.split() if w > "\u3400"
        ]
        return left_over(re.sub(any_of(tuple(known), "zh"), " ", rest))
    told = meanings(" ".join(texts_of(tool)), "en")
    words_left = re.findall(r"[^\W_]+", rest)
    return " ".join(w for w in words_left if not meanings(w, language) <= told)
