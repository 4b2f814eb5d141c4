"""The inputs of a learner's own tool, read from the question by the tool's schema.

Only marked words become an input: a value that the schema lists, a number, quoted or
capitalised text, an address, a date, or what follows a colon.
"""

import re
from datetime import datetime

from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.dates import take_date
from helpers.offline.replies.questions.folding import (
    any_of,
    blanked,
    cut,
    fold,
    one_of,
)
from helpers.offline.replies.questions.tool_choices import (
    read_choice,
    read_last_choice,
    read_switch,
)
from helpers.offline.replies.questions.tool_marked import (
    EMAIL,
    read_code,
    read_currency,
    read_labelled,
    read_language,
    read_weekday,
)
from helpers.offline.replies.questions.tool_numbers import (
    in_order,
    read_counted,
    read_next_number,
    read_taken_from,
)
from helpers.offline.replies.questions.tool_schemas import (
    is_address,
    is_text,
    with_addresses,
)
from helpers.offline.replies.questions.tool_synonyms import same_meaning
from helpers.offline.replies.questions.tool_texts import (
    in_original,
    read_directed,
    read_text,
)

FREE = tool_words.FREE_TEXT.split("|")
ARITHMETIC = (
    r"\(*-?\d+(?:\.\d+)?\)*"
    r"(?:\s*(?:\*\*|[-+*/\u00d7÷^%])\s*\(*-?\d+(?:\.\d+)?\)*)+"
)
PERCENT_OF = r"(\d+(?:\.\d+)?) ?%(?: of| de|的)? ?(\d+(?:\.\d+)?)"
CALCULATIONS = "expr|calc|formula|equation|operation"


def read_inputs(question: str, language: str, tool: dict) -> tuple[dict, list, str]:
    """The inputs that were found, the required ones that were not, and the rest."""
    properties = with_addresses(tool)
    required = tool["input_schema"].get("required") or []
    required = [name for name in required if name in properties]
    names = [*required, *(name for name in properties if name not in required)]
    inputs, rest = {}, without_name(fold(question), tool["name"])
    if not any(name in FREE for name in names):
        rest = blanked(one_of(language, "at_present"), rest)
    for reader in READERS:
        open_names = [name for name in names if name not in inputs]
        if reader is read_next_number:
            open_names = in_order(open_names, required, properties, rest, language)
        for name in open_names:
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
    return blanked(f"{latin}|{chinese}", folded)


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
    """A calculation such as 12 * (3 + 4), or 15% of 80."""
    if not is_text(rule) or not re.search(CALCULATIONS, name):
        return None, rest
    if part := in_original(PERCENT_OF, question, rest):
        return f"{part[1]} / 100 * {part[2]}", cut(rest, part)
    found = in_original(ARITHMETIC, question, rest)
    return (found[0], cut(rest, found)) if found else (None, rest)


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
    read_last_choice,
    read_switch,
    read_address,
    read_day,
    read_weekday,
    read_arithmetic,
    read_code,
    read_currency,
    read_taken_from,
    read_counted,
    read_next_number,
    read_language,
    read_labelled,
    read_direction,
    read_words,
]
