"""Judging a tool of the student's own that refuses: it is given other wrong values."""

from random import Random

from helpers.grading import scenarios
from helpers.grading.marks import Step
from helpers.verdict import expect

FAR = 10_000


def _other_values(bad, random: Random) -> list:
    """Values that a tool that refuses `bad` is likely to refuse as well."""
    word, number = scenarios.text(random)["text"], random.randint(2, 90)
    if isinstance(bad, bool) or bad is None:
        return [word, number]
    if isinstance(bad, int | float):
        return [bad + number, bad - number, bad + 2 * number, FAR * number, -FAR, word]
    return [word, f"{bad} {word}", f"{word} {bad}", str(number), ""]


def _refuses_others(answer: dict, random: Random) -> None:
    """A tool is written for a rule, so it refuses more than the one bad value."""
    tool, good, bad = (answer[name] for name in ("tool", "good", "bad"))
    [name, *_] = [name for name in bad if bad[name] != good[name]]
    if not bad[name] and bad[name] is not None:
        return  # nothing, or zero, can be the only value that is refused
    tried = _other_values(bad[name], random)
    told = [(value, _refusal(tool, bad | {name: value})) for value in tried]
    expect(
        any(text for _, text in told),
        f"Your tool refuses {bad[name]!r}, but none of {tried}. Is the refusal written "
        "for this one value?",
    )
    expect(
        any(str(value) in text for value, text in told if str(value)),
        f"The error text does not change with what came: {told[0][1]!r}.",
    )


def _refusal(tool, tool_input: dict) -> str:
    try:
        tool(**tool_input)
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


OWN_ERROR = (Step("other wrong values", _refuses_others),)
