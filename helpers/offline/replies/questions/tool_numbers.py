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
from helpers.offline.replies.questions.folding import any_of, cut, fold, whole
from helpers.offline.replies.questions.tool_schemas import kind_of
from helpers.offline.replies.questions.tool_synonyms import same_meaning

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


def read_counted(name, rule, question, rest, language):
    """The number beside the input's own name ("6 sides") or its unit ("75 kg")."""
    if not is_number(rule):
        return None, rest
    number = number_of(language)
    border = "zh" if language == "zh" else "en"
    beside = whole("|".join(map(re.escape, same_meaning(name))), border)
    joined = r" ?(?:=|:|of |is |de |est |es |是|為)? ?"
    near = rf"(?P<first>{number})[ -]?個?{beside}|{beside}{joined}(?P<last>{number})"
    unit = unit_of(name, rule).replace("NUMBER", number)
    found = (unit and re.search(unit, rest)) or re.search(near, rest)
    return taken(found, name, rule, question, rest, language)


def read_next_number(name, rule, question, rest, language):
    """The next number, for an input that `in_order` lets take it."""
    found = re.search(f"(?P<first>{number_of(language)})", rest)
    return taken(found, name, rule, question, rest, language)


def taken(found, name, rule, question, rest, language):
    """The number that was found as the input, unless it says something else."""
    if not found or (is_limit(name) and re.fullmatch(YEAR, found[0])):
        return None, rest
    group, said = next(pair for pair in found.groupdict().items() if pair[1])
    if counts_things(found.end(group), question) and not is_limit(name):
        return None, rest
    value = value_of(said, rule, language)
    return (None, rest) if value is None else (value, cut(rest, found))


def in_order(names, required, properties, rest, language) -> list[str]:
    """The inputs that may take the numbers left, in the order of the question.

    That are inputs whose names tell only a place ("a", "b"), or the one that is open
    when one number is left; two numbers for "bill" and "percent" may be swapped.
    """
    numeric = [name for name in names if is_number(properties[name])]
    numeric = [name for name in numeric if name in required] or numeric
    if all(re.fullmatch(tool_words.PLACES, name.lower()) for name in numeric):
        return numeric
    numbers = re.findall(f"(?P<all>{number_of(language)})", rest)
    numbers = [n[0] if isinstance(n, tuple) else n for n in numbers]
    if any(map(is_limit, numeric)):
        numbers = [n for n in numbers if not re.fullmatch(YEAR, n)]
    return numeric if len(numeric) == len(numbers) == 1 else []


def unit_of(name: str, rule: dict) -> str:
    """A pattern for a number with a unit of the input: that which its texts name."""
    parts = set(re.findall(r"[^\W_]+", fold(name).replace("_", " ")))
    told = parts | set(re.findall(r"[^\W_]+", fold(str(rule.get("description", "")))))
    for names, *units in tool_words.UNITS:
        if parts & set(names.split()):
            named = [unit for unit in units if told & set(unit.split())]
            words = " ".join(named or units).split()
            latin = any_of(tuple(w for w in words if w.isascii() and w.isalpha()), "en")
            signs = "|".join(re.escape(w) for w in words if not w.isascii() or w == "%")
            return rf"(?P<first>NUMBER)[ -]?(?:{signs or '(?!)'}|{latin})"
    return ""


def number_of(language: str) -> str:
    """A pattern for a number, which may be below zero; "d-20" and "1-10" are not."""
    return rf"{NOT_AN_ARTICLE}(?:(?<!\w)-)?{number_pattern(language)}"


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


def counts_things(end: int, question: str) -> bool:
    """Whether a number says how many dice to roll, and not how many sides they have."""
    behind = fold(question)[end:]
    return bool(re.match(rf"[ -]?(?:{tool_words.COUNTED_THINGS})", behind))


def take_times(question: str, language: str, properties: dict) -> tuple[int, str]:
    """How often to call a tool that has no input for it, and the question without that.

    "Roll two dice with 6 sides" is two calls.
    """
    sides = r"(?:[ -]\w+-sided)?"
    things = rf"{sides}[ -]?(?:{tool_words.COUNTED_THINGS}|d\d)"
    found = re.search(rf"({number_of(language)})(?={things})", fold(question))
    if not found or any(map(is_limit, properties)):
        return 1, question
    times = value_of(found[0], {"type": "integer"}, language)
    if times is None or not 1 <= times <= tool_words.MOST_TIMES:
        return 1, question
    return times, cut(question, found)


def is_limit(name: str) -> bool:
    """Whether an input says how many are wanted; no year says that."""
    return bool(re.search("max|limit|count|results|number|times|quantity|how_", name))
