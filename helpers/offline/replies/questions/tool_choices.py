"""The values that a schema lists, found in a question in any of the languages.

Each reader takes an input's name and rule, the question and what nobody has read of it,
and returns the input, None if it is not there, with the rest.
"""

import re

from helpers.offline.replies.languages import regex
from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.folding import cut, fold, whole
from helpers.offline.replies.questions.tool_schemas import direction_of, kind_of
from helpers.offline.replies.questions.tool_texts import small_words


def read_choice(name, rule, question, rest, language):
    """The value of an enum that the question names, in any of the languages."""
    found = choices(name, rule, question, rest, language)
    if direction_of(name):
        found = [row for row in found if is_marked(name, row[0], rest, language)]
    return first_of(found, rest)


def read_last_choice(name, rule, question, rest, language):
    """For a start or an end without its word, the one value that is left of two."""
    found = choices(name, rule, question, rest, language)
    is_last = len({value for _, value in found}) == 1
    others = {
        value for _, value in choices(name, rule, question, fold(question), language)
    }
    return first_of(found if is_last and len(others) == 2 else [], rest)


def read_switch(name, rule, question, rest, language):
    """True for "on" and False for "off", for an input that is a switch."""
    if kind_of(rule) != "boolean" or not re.search(tool_words.SWITCHES, name.lower()):
        return None, rest
    switch = {"enum": ["on", "off"]}
    said, shorter = first_of(choices(name, switch, question, rest, language), rest)
    return (None, rest) if said is None else (said == "on", shorter)


def first_of(found, rest):
    """The value that stands first, the longest word for it, and what is left then."""
    if not found:
        return None, rest
    match, value = min(found, key=lambda row: (row[0].start(), -len(row[0][0])))
    return value, cut(rest, match)


def listed(name, rule) -> list:
    """The values that an input may have: what the schema lists, or degrees of a unit.

    `unit: str` lists none, and a learner asks for celsius all the same.
    """
    is_unit = kind_of(rule) == "string" and re.search(tool_words.UNIT_INPUTS, name)
    return rule.get("enum") or (tool_words.SCALES if is_unit else [])


def choices(name, rule, question, rest, language) -> list[tuple[re.Match, object]]:
    """(match, value) for each word of the rest that names a listed value."""
    found = []
    for value in listed(name, rule):
        spoken = fold(str(value))
        rows = [row.split() for row in tool_words.SAME_VALUE if spoken in row.split()]
        for word in {spoken}.union(*rows):
            if word != spoken and re.fullmatch("[a-z]", word):  # "c'est"
                continue
            match = search_choice(word, question, rest, language)
            found += [(match, value)] if match else []
    return found


def search_choice(
    word: str, question: str, rest: str, language: str
) -> re.Match | None:
    """A listed word in the question; a small word only where it is no preposition.

    "Turn on the light" and "turn the light on" name a choice, "on Monday" does not.
    """
    said = whole(re.escape(word), "zh" if word > "\u3400" else "en")
    if word not in small_words(language):
        return re.search(said, rest)
    small = rf"(?:(?<=turn )|(?<=switch )){said}|{said}(?={tool_words.AFTER_PARTICLE})"
    matches = re.finditer(small, fold(question))
    return next((m for m in matches if rest[m.start() : m.end()].strip()), None)


def is_marked(name: str, match: re.Match, rest: str, language: str) -> bool:
    """Whether a value stands behind the word for a start or for an end.

    The one beside the number is a start too: "30 celsius".
    """
    before, behind = rest[: match.start()], rest[match.end() :]
    border = "" if language == "zh" else r"(?<!\w)"
    if re.search(rf"{border}(?:{regex(language, 'into')}|in|為) ?$", before):
        return direction_of(name) == "into"
    is_start = (
        re.search(rf"{border}(?:{regex(language, 'from')}) ?$", before)
        or re.search(rf"\d ?(?:{tool_words.DEGREES})?$", before)
        or (language == "zh" and re.match(r"\d", behind))
    )
    return direction_of(name) == "from" and bool(is_start)


def names_two(properties: dict, question: str, language: str) -> bool:
    """Whether two values are named for an input that holds one: which, is a guess."""
    folded = fold(question)
    for name, rule in properties.items():
        if "lang" in name.lower() and not rule.get("enum"):
            rule = {"enum": [row.split()[0] for row in tool_words.LANGUAGES]}
        found = choices(name, rule, question, folded, language)
        values = {value for match, value in found if len(match[0].strip()) > 1}
        if len(values) > 1 and not direction_of(name):
            return True
    return False
