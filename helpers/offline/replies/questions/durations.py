"""Numbers and durations read from a question: "two weeks", "45 jours", 半小時."""

import re
from fractions import Fraction
from functools import cache

from helpers.offline.replies.languages import regex, words
from helpers.offline.replies.questions.folding import left_over, take, whole

# A fraction of a unit is counted in the next smaller one: half an hour, 30 minutes.
SMALLER = {
    "minutes": (60, "seconds"),
    "hours": (60, "minutes"),
    "days": (24, "hours"),
    "weeks": (7, "days"),
    "years": (12, "months"),
}
# "A die" counts nothing, nor does 一顆.
NOT_AN_ARTICLE = r"(?!(?:an?|une?|una)\b)(?!一[顆個張枚句首])"
# A hyphen that joins no words; a dash with a space behind it may be no minus.
MINUS = r"(?<!\w)[-\u2212\u2013] ?"
DIGITS = r"\d{1,3}(?:[ ,.]\d{3})+(?![\d.,]\d)|\d+(?:[.,]\d+)?"


@cache
def number_words(language: str) -> dict[str, int]:
    """The number words of a language: {"zero": 0, "one": 1, ..., "thousand": 1000}."""
    units = {word: n for n, word in enumerate(words(language, "numbers"))}
    return units | words(language, "larger_numbers")


@cache
def number_pattern(language: str) -> str:
    """A pattern for a number in digits or in words."""
    names = sorted(number_words(language), key=len, reverse=True)
    word = "(?:" + "|".join(names) + ")"
    spelled = f"{word}(?:{regex(language, 'number_joiner')}{word})*"
    if language == "zh":
        return f"(?:{DIGITS}|{spelled})"
    return rf"(?:{DIGITS}|(?<!\w){spelled}(?!\w))"


def read_number(text: str, language: str) -> Fraction | None:
    """The value of a text that `number_pattern` matched; "nine fifteen" has none."""
    if text[0].isdigit():
        return _read_digits(text, language)
    total = current = 0
    for word in _split(text, language):
        value = number_words(language)[word]
        if value >= 1000:
            total, current = total + max(current, 1) * value, 0
        elif value in (10, 100) and (language == "zh" or value == 100):
            hundreds = current % 100 if value == 10 else current
            current += (max(hundreds, 1) * value) - hundreds
        elif not _may_follow(current, value, language):
            return None
        else:
            current += value
    return Fraction(total + current)


def _may_follow(current: int, value: int, language: str) -> bool:
    """Whether a smaller number may stand behind: "twenty one", not "nine fifteen"."""
    below_hundred = current % 100
    if below_hundred == 0:
        return current == 0 or value < 100
    if language == "fr" and below_hundred in (60, 80):
        return value < 20
    is_ten = below_hundred % 10 == 0 and (below_hundred >= 20 or language == "zh")
    return is_ten and value < 10


def _split(text: str, language: str) -> list[str]:
    names = sorted(number_words(language), key=len, reverse=True)
    return re.findall(whole("|".join(names), language), text)


def _read_digits(text: str, language: str) -> Fraction:
    decimal = "." if language in ("en", "zh") else ","
    if re.search(rf"\{decimal}\d{{3}}$", text) and text.count(decimal) == 1:
        return Fraction(text.replace(decimal, "."))
    if re.fullmatch(r"\d{1,3}(?:[ ,.]\d{3})+", text):
        return Fraction(re.sub(r"\D", "", text))
    return Fraction(text.replace(",", "."))


@cache
def unit_names(language: str) -> list[tuple[str, str]]:
    """The unit patterns of a language with their names, the longest first."""
    rows = [
        (name, unit)
        for unit, names in words(language, "units").items()
        for name in names.split("|")
    ]
    return sorted(rows, key=lambda row: len(row[0]), reverse=True)


def unit_of(text: str, language: str) -> str:
    """The API name of a unit: "semaine" -> "weeks"."""
    return next(u for p, u in unit_names(language) if re.fullmatch(p, text))


@cache
def duration_pattern(language: str) -> str:
    """A pattern for one amount with its unit."""
    unit = "(?P<unit>" + "|".join(p for p, _ in unit_names(language)) + ")"
    minus = f"(?P<minus>{MINUS}|{regex(language, 'minus')})?"
    number = f"{minus}(?P<number>{number_pattern(language)})"
    half = f"(?P<half>{regex(language, 'half_before')})"
    more = f"(?P<more>{regex(language, 'half_after')})?"
    if language == "zh":
        # 哪一天 asks for a day; it does not count one.
        return f"(?<![哪那這每])(?:{number}個?{more}|{half}) ?{unit}"
    # "two and a half hours" and "an hour and a half"
    late = more.replace("more", "late")
    return whole(rf"(?:{number}{more}[ -]?|{half}){unit}{late}", language)


def take_durations(text: str, language: str) -> tuple[list[tuple[int, str]], str]:
    """The duration of a text in whole numbers of units, and the rest.

    "an hour and a half" is (90, "minutes"); what cannot be whole stays in the text.
    """
    said, rest = take_said_durations(text, language)
    return _joined([_whole(*duration) for duration in said]), rest


def take_said_durations(text: str, language: str) -> tuple[list[tuple], str]:
    """The parts of a duration as they were said: 1.5 days is (Fraction(3, 2), "days").

    "45 days and 60 days" is no one duration: such parts stay in the text.
    """
    found, end, rest = [], None, text
    while True:
        match, shorter = take(duration_pattern(language), rest)
        amount = match and _amount(match.groupdict(), language)
        if not amount:
            return found, rest
        gap = left_over(text[end : match.start()]) if found else ""
        found.append(amount)
        if not are_one(found) or (gap and gap not in words(language, "joins_units")):
            return [], text
        end, rest = match.end(), shorter


def are_one(durations: list[tuple]) -> bool:
    """Whether these parts add up: each in its own unit, and none below zero."""
    are_apart = len({unit for _, unit in durations}) == len(durations)
    return len(durations) == 1 or (are_apart and all(n >= 0 for n, _ in durations))


def _amount(parts: dict, language: str) -> tuple[Fraction, str] | None:
    """One amount with its unit, if it can be counted in whole numbers of some unit."""
    unit = unit_of(parts["unit"], language)
    if not parts["number"]:
        half = None if parts.get("late") else _whole(Fraction(1, 2), unit)
        return half and (Fraction(half[0]), half[1])
    amount = read_number(parts["number"], language)
    minus = parts["minus"] or ""
    if amount is None or minus in ("- ", "\u2212 ", "\u2013 "):
        return None
    amount += Fraction(bool(parts["more"] or parts.get("late")), 2)
    amount *= -1 if minus else 1
    return (amount, unit) if _whole(amount, unit) else None


def _whole(amount: Fraction, unit: str) -> tuple[int, str] | None:
    """The amount in the largest unit that makes it whole: 1.5 days as 36 hours."""
    while amount.denominator > 1 and unit in SMALLER:
        factor, unit = SMALLER[unit]
        amount *= factor
    return (int(amount), unit) if amount.denominator == 1 else None


def _joined(found: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """One hour and 30 minutes as 90 minutes; a month and 3 days stay two steps."""
    joined = found[:1]
    for amount, unit in found[1:]:
        before, larger = joined[-1]
        factor = 1
        while larger != unit and larger in SMALLER:
            step, larger = SMALLER[larger]
            factor *= step
        if larger == unit:
            joined[-1] = (before * factor + amount, unit)
        else:
            joined.append((amount, unit))
    return joined
