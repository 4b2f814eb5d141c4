"""The inputs of a learner's own tool, read from the question by the tool's schema.

Only marked words become an input: a value that the schema lists, a number, quoted or
capitalised text, an address, a date, or what follows a colon.
"""

import re
from datetime import datetime

from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.dates import take_date
from helpers.offline.replies.questions.durations import (
    NOT_AN_ARTICLE,
    number_pattern,
    read_number,
)
from helpers.offline.replies.questions.folding import any_of, fold, whole
from helpers.offline.replies.questions.tool_marked import (
    read_currency,
    read_labelled,
    read_language,
)
from helpers.offline.replies.questions.tool_schemas import (
    is_address,
    is_text,
    kind_of,
    with_addresses,
)
from helpers.offline.replies.questions.tool_texts import (
    cut,
    in_original,
    read_directed,
    read_text,
    small_words,
)

YEAR = r"(?:19|20)\d\d"
EMAIL = r"[\w.+-]+@[\w-]+\.[\w.-]*\w"
ARITHMETIC = (
    r"\(*-?\d+(?:\.\d+)?\)*"
    r"(?:\s*(?:\*\*|[-+*/\u00d7÷^%])\s*\(*-?\d+(?:\.\d+)?\)*)+"
)


def read_inputs(question: str, language: str, tool: dict) -> tuple[dict, list, str]:
    """The inputs that were found, the required ones that were not, and the rest."""
    properties = with_addresses(tool)
    required = tool["input_schema"].get("required") or []
    required = [name for name in required if name in properties]
    names = [*required, *(name for name in properties if name not in required)]
    inputs, rest = {}, without_name(fold(question), tool["name"])
    for reader in READERS:
        for name in names:
            if name not in inputs:
                rule = properties[name]
                found, rest = reader(name, rule, question, rest, language)
                inputs |= {} if found is None else {name: found}
    ordered = {name: inputs[name] for name in properties if name in inputs}
    return ordered, [name for name in required if name not in inputs], rest


def without_name(folded: str, tool_name: str) -> str:
    """The question without the words that only name the tool."""
    names = same_meaning(tool_name)
    latin = any_of(tuple(w for w in names if w < "\u3400"), "en")
    chinese = any_of(tuple(w for w in names if w > "\u3400"), "zh")
    return re.sub(f"{latin}|{chinese}", lambda match: " " * len(match[0]), folded)


def same_meaning(name: str) -> list[str]:
    """The words for a name of a tool or an input in all languages."""
    parts = set(fold(name).replace("_", " ").split())
    rows = [row.split() for row in tool_words.SAME_MEANING]
    return sorted(parts.union(*(row for row in rows if parts & set(row))))


def read_choice(name, rule, question, rest, language):
    """The value of an enum that the question names, in any of the languages."""
    found = []
    for value in rule.get("enum") or []:
        spoken = fold(str(value))
        rows = [row.split() for row in tool_words.SAME_VALUE if spoken in row.split()]
        for word in {spoken}.union(*rows) - small_words(language):  # "en" is "in"
            border = "zh" if word > "\u3400" else "en"
            match = re.search(whole(re.escape(word), border), rest)
            found += [(match.start(), -len(word), match, value)] if match else []
    if not found:
        return None, rest
    _, _, match, value = min(found, key=lambda row: row[:2])
    return value, cut(rest, match)


def read_address(name, rule, question, rest, language):
    """An e-mail address for an input that is one by its name or format."""
    if is_address(name, rule) or re.search("^to$|address", name):
        found = in_original(EMAIL, question, rest)
        if found and is_text(rule):
            return found[0], cut(rest, found)
    return None, rest


def read_day(name, rule, question, rest, language):
    """A full date for an input whose name or format says that it is one."""
    if is_text(rule) and re.search("date|day", f"{name} {rule.get('format')}"):
        date, shorter = take_date(rest, language)
        try:
            return datetime(*date).strftime("%Y-%m-%d"), shorter
        except (TypeError, ValueError):  # no date, no year, or no such day
            return None, rest
    return None, rest


def read_arithmetic(name, rule, question, rest, language):
    """A calculation such as 12 * (3 + 4)."""
    found = is_text(rule) and in_original(ARITHMETIC, question, rest)
    if found and re.search("expr|calc|formula|equation|operation", name):
        return found[0], cut(rest, found)
    return None, rest


def read_count(name, rule, question, rest, language):
    """The number beside the input's own name ("6 sides"), else the next number."""
    if kind_of(rule) not in ("number", "integer"):
        return None, rest
    number = f"{NOT_AN_ARTICLE}-?{number_pattern(language)}"
    border = "zh" if language == "zh" else "en"
    beside = whole("|".join(map(re.escape, same_meaning(name))), border)
    near = rf"(?P<first>{number})[ -]?個?{beside}|{beside} ?=? ?(?P<last>{number})"
    found = re.search(near, rest) or re.search(f"(?P<first>{number})", rest)
    if not found or (is_limit(name) and re.fullmatch(YEAR, found[0])):
        return None, rest
    said = found["first"] or found["last"]
    value = read_number(said.lstrip("-"), language)
    if value is None:
        return None, rest
    value *= -1 if said[0] == "-" else 1
    if value.denominator == 1:
        return int(value), cut(rest, found)
    return (
        (float(value), cut(rest, found)) if kind_of(rule) == "number" else (None, rest)
    )


def is_limit(name: str) -> bool:
    """Whether an input says how many results are wanted; no year says that."""
    return bool(re.search("max|limit|count|results", name))


def read_direction(name, rule, question, rest, language):
    """A name after "from" or "to"."""
    if not is_text(rule) or is_address(name, rule):
        return None, rest
    return read_directed(name, question, rest, language)


def read_words(name, rule, question, rest, language):
    """Quoted text, a name, and what else may be a text."""
    if not is_text(rule) or is_address(name, rule):
        return None, rest
    found, shorter = read_text(name, question, rest, language)
    if found and re.search(EMAIL, found):  # one more recipient, and no text
        return None, rest
    return found, shorter


READERS = [
    read_choice,
    read_address,
    read_day,
    read_arithmetic,
    read_currency,
    read_count,
    read_language,
    read_labelled,
    read_direction,
    read_words,
]
