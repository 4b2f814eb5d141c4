"""Answers to exercise 05."""

import json

from exercise_answers.ex03 import block
from helpers import run_tool
from helpers.results import tool_result

UNITS = {"days": 1, "weeks": 7}


def in_days_with_get(number, unit):
    factor = UNITS.get(unit)
    if factor is None:
        raise TypeError(f"got {unit}, but a unit is one of {sorted(UNITS)}")
    return factor * number


def bare_lookup(number, unit):
    return number * UNITS[unit]


def silent(number, unit):
    return number * UNITS.get(unit, 0)


def says_what_came(number, unit):
    if unit not in UNITS:
        raise ValueError(f"Unknown unit {unit!r}.")
    return number * UNITS[unit]


def says_what_is_accepted(number, unit):
    if unit not in UNITS:
        raise ValueError("Use one of: days, weeks.")
    return number * UNITS[unit]


def a_literal_text(number, unit):
    if unit not in UNITS:
        raise ValueError("Unknown unit 'fortnights'. Use one of: days, weeks.")
    return number * UNITS[unit]


def knows_one_wrong_unit(number, unit):
    if unit == "fortnights":
        raise ValueError(f"Unknown unit {unit!r}. Use one of: days, weeks.")
    return number * UNITS.get(unit, 1)


def without_f(number, unit):
    if unit not in UNITS:
        raise ValueError("Unknown unit {unit!r}. Use one of: {names}.")
    return number * UNITS[unit]


def returns_the_text(number, unit):
    if unit not in UNITS:
        return f"Unknown unit {unit!r}. Use one of: days, weeks."
    return number * UNITS[unit]


def forgets_to_multiply(number, unit):
    return in_days_with_get(1, unit)


def told(request, text_of, **changes) -> dict:
    try:
        return block(request, json.dumps(run_tool(request.name, request.input)))
    except Exception as error:
        return block(request, text_of(error), **{"is_error": True, **changes})


def told_by_the_kit(request):
    return tool_result(request, run_tool)


def braces(request):
    return told(request, lambda error: "Error: {error}")


def only_the_kind(request):
    return told(request, lambda error: f"Error: {type(error).__name__}")


def the_error_itself(request):
    return told(request, lambda error: error)


def no_flag(request):
    return told(request, lambda error: f"Error: {error}", is_error=False)


def lets_it_rise(request):
    return block(request, json.dumps(run_tool(request.name, request.input)))


def always_failed(request):
    return told(request, str) | {"is_error": True}


def no_type(request):
    made = told(request, str)
    del made["type"]
    return made


def only_value_errors(request):
    try:
        return block(request, json.dumps(run_tool(request.name, request.input)))
    except ValueError as error:
        return block(request, f"Error: {error}", is_error=True)


def a_text(request):
    return told(request, str)["content"]


def seats(row):
    if not isinstance(row, int) or not 1 <= row <= 9:
        raise ValueError(f"There is no row {row!r}: the rows go from 1 to 9.")
    return 10 + row


def mute(row):
    if row not in range(1, 10):
        raise ValueError("Give a row of this hall, from 1 to 9, please.")
    return 10 + row


def terse(row):
    if row not in range(1, 10):
        raise ValueError(f"Wrong row: {row}")
    return 10 + row


def vague(row):
    if row != "a":
        raise ValueError(f"the thing {row} is quite bad")
    return 11


def lookup(row):
    return {"1": 11}[row]


def parts(tool, good, bad) -> dict:
    return {"tool": tool, "good": good, "bad": bad}


ONE, TWELVE = {"row": 1}, {"row": 12}

RIGHT = [
    ("in_days", in_days_with_get),
    ("result_of", told_by_the_kit),
    ("own_error", parts(seats, ONE, TWELVE)),
    ("own_error", parts(seats, {"row": 5}, TWELVE)),
]
WRONG = [
    ("in_days", bare_lookup, "in_days raised KeyError('fortnights')"),
    ("in_days", silent, "it returned 0, which Claude would take for a success"),
    ("in_days", returns_the_text, "must raise an error"),
    ("in_days", says_what_came, "nobody can learn which units are accepted"),
    ("in_days", says_what_is_accepted, "does not say which unit came"),
    ("in_days", without_f, "Claude would read the braces themselves"),
    ("in_days", forgets_to_multiply, "in_days(3, 'days') must return 3; got 1"),
    ("in_days", a_literal_text, "does not say which unit came, 'moons'"),
    ("in_days", knows_one_wrong_unit, "'unit': 'moons'}; it returned 1"),
    (
        "result_of",
        no_type,
        "datetime: type must be 'tool_result'; got None",
    ),
    (
        "result_of",
        only_value_errors,
        "datetime: a failing tool is an answer too",
    ),
    ("result_of", braces, "read_my_mind: Claude receives the braces"),
    ("result_of", only_the_kind, "read_my_mind: the content 'Error: ValueError'"),
    ("result_of", the_error_itself, "read_my_mind: the content must be a text"),
    ("result_of", no_flag, "read_my_mind: the tool failed, so is_error"),
    ("result_of", lets_it_rise, "read_my_mind: a failing tool is an answer too"),
    ("result_of", always_failed, "get_current_datetime: this tool worked"),
    ("result_of", a_text, "get_current_datetime: expected its tool_result block"),
    ("own_error", parts(seats, TWELVE, ONE), "For the good input {'row': 12}"),
    ("own_error", parts(seats, ONE, {"row": 2}), "Your tool must raise an error for"),
    ("own_error", parts(seats, ONE, {"line": 12}), "good has the arguments ['row']"),
    ("own_error", parts(mute, ONE, TWELVE), "does not say what came, 12"),
    ("own_error", parts(terse, ONE, TWELVE), "must also say what is accepted"),
    (
        "own_error",
        parts(vague, {"row": "a"}, {"row": "b"}),
        "what is accepted: your good value a, or limits in numbers",
    ),
    (
        "own_error",
        parts(lookup, {"row": "1"}, {"row": "2"}),
        "Your tool raised KeyError('2')",
    ),
    ("own_error", parts(print, {}, {}), "your tool returned None"),
    ("own_error", parts(seats, 1, 12), "dicts of arguments"),
    ("own_error", parts(lambda: {1}, {}, {}), "Writing {1} as JSON raised TypeError"),
    ("own_error", {"tool": seats}, "Expected a dict with the keys tool, good, bad"),
]
