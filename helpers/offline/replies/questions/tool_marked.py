"""Inputs that the question marks by what they are: a currency, a language, a label.

Each reader takes an input's name and rule, the question and what nobody has read of it,
and returns the input, None if it is not there, with the rest.
"""

import re

from helpers.offline.replies.languages import words
from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.folding import QUOTED, any_of, cut, whole
from helpers.offline.replies.questions.tool_schemas import direction_of, is_text
from helpers.offline.replies.questions.tool_texts import in_original, small_words

CODE = r"(?<![\w.,:-])(?=[\w-]*\d)[\w-]+(?![\w%]|[.,:]\d)"
EMAIL = r"[\w.+-]+@[\w-]+\.[\w.-]*\w"
ZONE = r"(?<!\w)[A-Z]\w+(?:/[A-Z][\w-]*)+"


def read_currency(name, rule, question, rest, language):
    """The code of a currency: the start is the one with the amount, or the first."""
    if "currency" not in name.lower():
        return None, rest
    found = [(m, code) for code, m in currencies(rest)]
    found.sort(key=lambda pair: pair[0].start())
    with_amount = [p for p in found if re.search(r"\d ?$", rest[: p[0].start()])]
    if direction_of(name) == "into":
        found = [pair for pair in found if pair not in with_amount]
    match, code = next(iter(with_amount or found), (None, None))
    return code, cut(rest, match) if match else rest


def currencies(rest: str):
    """Yield (code, match) for each currency that is named in a folded text."""
    for row in tool_words.CURRENCIES:
        code, *names = row.split()
        for said in (code.lower(), *names):
            border = "zh" if said > "\u3400" else "en"
            for match in re.finditer(whole(re.escape(said), border), rest):
                yield code, match


def read_code(name, rule, question, rest, language):
    """A number or a code for a text that is one by its name: order 12345."""
    if not is_text(rule) or not re.search(tool_words.CODES, name.lower()):
        return None, rest
    found = in_original(rf"(?<=#){CODE}|{CODE}|{EMAIL}|{ZONE}", question, rest)
    return (found[0], cut(rest, found)) if found else (None, rest)


def read_weekday(name, rule, question, rest, language):
    """The name of a weekday, as the question writes it."""
    if not is_text(rule) or not re.fullmatch("(?:week)?day|day_of_week", name.lower()):
        return None, rest
    named = "|".join(row for row in words(language, "weekdays"))
    found = re.search(whole(named, language), rest)
    if not found:
        return None, rest
    return question[found.start() : found.end()], cut(rest, found)


def read_language(name, rule, question, rest, language):
    """The name of a language, as the question writes it."""
    if not re.search("lang|^to$|^target$", name.lower()):
        return None, rest
    names = " ".join(tool_words.LANGUAGES).split()
    names = {said for said in names if len(said) > 2} - small_words(language)
    latin = any_of(tuple(said for said in names if said < "\u3400"), "en")
    chinese = any_of(tuple(said for said in names if said > "\u3400"), "zh")
    match = re.search(f"{latin}|{chinese}", rest)
    if not match:
        return None, rest
    return question[match.start() : match.end()], cut(rest, match)


def read_labelled(name, rule, question, rest, language):
    """Quoted text right behind the input's own name: the subject "Lunch"."""
    rows = [row for row in tool_words.LABELS if name.lower() in row.split()]
    labels = "|".join([re.escape(name), *" ".join(rows).split()])
    pattern = rf"(?i:{labels})(?:\s*(?:is|est|es|:|：|是|為))?\s*(?:{QUOTED})"  # noqa: RUF001
    if name.lower() in tool_words.ONE_WORD.split("|"):
        one = rf"(?i:(?<!\w)(?:{tool_words.ONE_WORD})) ([\w'-]+)"
        pattern = rf"{pattern}|{one}|([A-Za-z'-]+) ?(?:這|这)個?(?:單?字|詞|單詞)"
    found = in_original(pattern, question, rest)
    if not found:
        return None, rest
    return next(text for text in found.groups() if text), cut(rest, found)
