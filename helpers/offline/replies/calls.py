"""The calls that a story makes, and what an error makes of them."""

from collections.abc import Callable, Generator
from dataclasses import dataclass

from helpers.offline.replies.history import Result
from helpers.offline.replies.questions.dates import DATE_FORMAT


@dataclass(frozen=True)
class Call:
    """A tool to call with its input; `corrected` makes a better call of an error."""

    name: str
    input: dict
    corrected: Callable[[str], "Call"] | None = None


# It yields a turn, a list of calls that may open with a sentence; is sent their
# results; and returns the last text.
Story = Generator[list, list[Result], str]

# What a unit that the tool refuses is worth, best correction first.
IN_ACCEPTED_UNITS = {
    "fortnights": [(2, "weeks"), (14, "days")],
    "half-months": [(15, "days")],
    "ten-day weeks": [(10, "days")],
    "quarters": [(3, "months")],
    "decades": [(10, "years"), (120, "months")],
    "centuries": [(100, "years"), (1200, "months")],
}


def call(name: str, /, **arguments: object) -> Call:
    """A call of this tool with this input."""
    return Call(name, arguments)


def add_duration(start: str, amount: int, unit: str) -> Call:
    """A call that adds a duration; the text of an error corrects it.

    "2 fortnights" goes out as it was said: only the tool's refusal makes it 4 weeks.
    """
    arguments = {"datetime_str": start, "duration": amount, "unit": unit}

    def corrected(error: str) -> Call:
        choices = IN_ACCEPTED_UNITS.get(unit)
        if choices:
            factor, accepted = next((c for c in choices if c[1] in error), choices[-1])
            return add_duration(start, amount * factor, accepted)
        if "format" in error or "unconverted" in error:
            with_format = arguments | {"input_format": DATE_FORMAT}
            return Call("add_duration_to_datetime", with_format)
        return Call("add_duration_to_datetime", arguments)

    return Call("add_duration_to_datetime", arguments, corrected)


def added(durations: list[tuple[int, str]], start: str) -> Story:
    """The result of adding each duration to the start, one after the other."""
    for amount, unit in durations:
        [result] = yield [add_duration(start, amount, unit)]
        start = result.datetime
    return result
