"""Exercise 05: an error that helps, an error that is told, a tool that refuses."""

import json
import re

from helpers.exercise_checks.attempt import expect_function, expect_parts, run
from helpers.samples import NOW, REFUSED, UNKNOWN, a_message, tool_use
from helpers.tools import run_tool
from helpers.verdict import NotYet, expect

UNKNOWN_UNITS = ("fortnights", "moons")
WRONG_ARGUMENT = tool_use(6, "get_current_datetime", zone="UTC")


def check_in_days(in_days) -> str:
    """Passes a tool that counts days, and says which units it knows."""
    expect_function(in_days, "in_days")
    for number, unit, days in ((3, "days", 3), (2, "weeks", 14)):
        got = run(in_days, number, unit, what=f"in_days({number}, {unit!r})")
        expect(
            got == days and not isinstance(got, bool),
            f"in_days({number}, {unit!r}) must return {days}; got {got!r}.",
        )
    for unit in UNKNOWN_UNITS:
        _expect_refused(in_days, unit)
    return "It says what was wrong, and what would be right."


def _expect_refused(in_days, unit: str) -> None:
    text = _refusal(in_days, {"number": 1, "unit": unit}, "in_days")
    expect(
        "{" not in text,
        f"Claude would read the braces themselves: {text!r}. What is missing before "
        "the first quote?",
    )
    expect(
        unit in text,
        f"The error text does not say which unit came, {unit!r}: {text!r}.",
    )
    expect(
        "days" in text and "weeks" in text,
        f"From this text nobody can learn which units are accepted: {text!r}.",
    )


def _refusal(tool, tool_input: dict, name: str) -> str:
    """The text with which a tool refuses an input."""
    try:
        returned = tool(**tool_input)
    except Exception as error:
        text = str(error.args[0]) if error.args else str(error)
        expect(
            text not in map(str, tool_input.values()),
            f"{name} raised {error!r}: its text holds the word and nothing else. "
            "Raise an error with a text of your own, before the lookup.",
        )
        return text
    raise NotYet(
        f"{name} must raise an error for {tool_input}; it returned {returned!r}, which "
        "Claude would take for a success."
    )


def check_result_of(result_of) -> str:
    """Passes a function whose error results say what went wrong."""
    expect_function(result_of, "result_of")
    message = a_message(NOW, UNKNOWN, REFUSED, WRONG_ARGUMENT, stop_reason="tool_use")
    worked, *failed = [_block(result_of, request) for request in message.content]
    expect(
        not worked.get("is_error"),
        f"{NOW['name']}: this tool worked, so is_error must not be true; got {worked}.",
    )
    expect(
        "2024" in json.loads(worked["content"])["datetime"],
        f"{NOW['name']}: the content must hold what the tool returned, as JSON.",
    )
    for request, block in zip(message.content[1:], failed, strict=True):
        _expect_told(request, block)
    return "Claude reads the reason, and can correct its call."


def _block(result_of, request) -> dict:
    what = f"{request.name}: a failing tool is an answer too, but result_of"
    block = run(result_of, request, what=what)
    expect(
        isinstance(block, dict) and block.get("tool_use_id") == request.id,
        f"{request.name}: expected its tool_result block; got {block!r}.",
    )
    expect(
        block.get("type") == "tool_result",
        f"{request.name}: type must be 'tool_result'; got {block.get('type')!r}.",
    )
    expect(
        isinstance(block.get("content"), str),
        f"{request.name}: the content must be a text; got "
        f"{type(block.get('content')).__name__}.",
    )
    return block


def _expect_told(request, block: dict) -> None:
    expect(
        block.get("is_error") is True,
        f"{request.name}: the tool failed, so is_error must be True.",
    )
    content = block["content"]
    expect(
        "{" not in content,
        f"{request.name}: Claude receives the braces themselves: {content!r}.",
    )
    reason = _reason(request)
    expect(
        reason in content,
        f"{request.name}: the content {content!r} does not say what the error said.",
    )


def _reason(request) -> str:
    """The words of an error that stand in every way of writing it."""
    try:
        run_tool(request.name, request.input)
    except Exception as error:
        return str(error).split("'")[0].split(";")[0].strip()
    raise AssertionError("these requests always fail")


def check_own_error(answer) -> str:
    """Passes a tool of the learner's own that works, and refuses with a good text."""
    tool, good, bad = expect_parts(answer, "tool", "good", "bad")
    expect_function(tool, "tool")
    expect(
        isinstance(good, dict) and isinstance(bad, dict),
        "good and bad are inputs, as Claude sends them: dicts of arguments.",
    )
    output = run(tool, **good, what=f"For the good input {good}, your tool")
    expect(
        output is not None,
        "For the good input your tool returned None. Claude cannot tell if it worked.",
    )
    run(json.dumps, output, what=f"Writing {output!r} as JSON")
    expect(
        set(bad) == set(good),
        f"good has the arguments {sorted(good)}, bad has {sorted(bad)}. Give bad the "
        "same arguments with a wrong value.",
    )
    text = _refusal(tool, bad, "Your tool")
    changed = [name for name in bad if bad[name] != good[name]]
    wrong = [str(bad[name]) for name in changed]
    expect(
        any(value in text for value in wrong),
        f"The error text does not say what came, {' or '.join(wrong)}: {text!r}.",
    )
    expect(
        _names_accepted(text, wrong, [str(good[name]) for name in changed]),
        "The error text must also say what is accepted: your good value "
        f"{' or '.join(str(good[name]) for name in changed)}, or limits in numbers; "
        f"got {text!r}.",
    )
    return f"It works, and it refuses with a reason: {text}"


def _names_accepted(text: str, wrong: list[str], right: list[str]) -> bool:
    """Without what came, does the text hold a good value or a number?"""
    for value in wrong:
        text = re.sub(_word(value), " ", text, flags=re.ASCII)
    good = any(re.search(_word(value), text, re.ASCII) for value in right if value)
    return good or re.search(r"\d", text) is not None


def _word(value: str) -> str:
    return rf"(?<!\w){re.escape(value)}(?!\w)"


CHECKS = {
    "in_days": check_in_days,
    "result_of": check_result_of,
    "own_error": check_own_error,
}

HINTS = {
    "in_days": [
        "A good text says what was wrong, and what would be right. What came is in "
        "unit; what is accepted are the keys of UNITS.",
        'An f-string puts values into a text: f"Unknown unit {unit!r}." And ", ".join '
        "makes one text of several words.",
        'Raise ValueError with f"Unknown unit {unit!r}. Use one of: " and the joined '
        "keys. The number of days is number times UNITS[unit].",
    ],
    "result_of": [
        "Read what Claude receives, letter by letter. Was the error's text put in?",
        "Where does Python replace {error} by its value, and where does it not?",
        'The line with "Error: {error}" needs an f before its first quote.',
    ],
    "own_error": [
        "Think of a tool with one argument that has few right values: a colour, a "
        "size, a number of sides.",
        "Test the argument first. If it is wrong, raise ValueError with an f-string.",
        "For example, a shirt size: for S, M and L return a price, for all else raise "
        'ValueError(f"Unknown size {size!r}. Use one of: S, M, L.")',
    ],
}
