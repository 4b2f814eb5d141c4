"""The rows of the dentist's trace: what each must hold, and why it does not yet.

Nothing is compared as text that can be run: each row's tool is run with the row's own
input, and moments are compared.
"""

from datetime import datetime, timedelta

from helpers import clock
from helpers.tools import TOOLS, check_arguments, run_tool
from helpers.trace_table import (
    FIELDS,
    NOTHING,
    decoded,
    is_result,
    moment_in,
    moment_of,
)
from helpers.verdict import NotAttempted, NotYet, counted, expect

ORDER = ["get_current_datetime", "add_duration_to_datetime", "set_reminder"]
STOP_REASONS = ("tool_use", "end_turn")
THURSDAY = 3
DENTIST = ("dentist", "牙")


def coming_thursday() -> datetime:
    """The coming Thursday at three, from the course's clock."""
    today = clock.now().replace(tzinfo=None, hour=15, minute=0, second=0, microsecond=0)
    return today + timedelta(days=(THURSDAY - today.weekday()) % 7 or 7)


def check_filled(rows: list[dict], api_calls) -> None:
    """Every field of every row, and the number of calls, is filled in."""
    check_some_filled(rows, api_calls)
    for number, row in enumerate(rows, start=1):
        check_row_filled(number, row)
    expect(api_calls is not ..., "Still to fill in: api_calls.")


def check_some_filled(rows: list[dict], api_calls) -> None:
    """At least one field is filled in."""
    values = [value for row in rows for value in row.values()] + [api_calls]
    if all(value is ... for value in values):
        raise NotAttempted("Replace each ... and add a row for each API call.")


def check_row_filled(number: int, row: dict) -> None:
    """This row has all fields, no other, and none in quotes by mistake."""
    missing = [name for name in FIELDS if row.get(name, ...) is ...]
    expect(not missing, f"Row {number}: still to fill in: {', '.join(missing)}.")
    unknown = [name for name in row if name not in FIELDS]
    expect(
        not unknown,
        f"Row {number}: there is no field {', '.join(map(repr, unknown))}. The fields "
        f"are {', '.join(FIELDS)}.",
    )
    quoted = [name for name in FIELDS if row[name] in ("None", "True", "False")]
    expect(not quoted, f"Row {number}: write {', '.join(quoted)} without quotes.")


def check_calls(rows: list[dict], api_calls) -> None:
    """As many calls as rows, and stop reasons that fit the order."""
    expect(bool(rows), "Your table has no rows. Write one for each call to Claude.")
    expect(
        api_calls == len(rows),
        f"You count {api_calls!r} API calls, but your table has "
        f"{counted(len(rows), 'row')}. "
        "Each call to Claude is one row, the one that ends the conversation too.",
    )
    for number, row in enumerate(rows, start=1):
        expect(
            row["stop_reason"] in STOP_REASONS,
            f"Row {number}: {row['stop_reason']!r} is not a stop_reason that comes up "
            "here. Lesson 02 lists them.",
        )
    expect(
        rows[-1]["stop_reason"] == "end_turn",
        "Your last row is not a final answer. After a tool_result is sent, Claude "
        "still has to speak: which stop_reason tells that it is done?",
    )
    for number, row in enumerate(rows[:-1], start=1):
        expect(
            row["stop_reason"] == "tool_use",
            f"Row {number}: the conversation goes on after it, so its stop_reason "
            f"cannot be {row['stop_reason']!r}.",
        )


def check_tools(rows: list[dict]) -> None:
    """The three tools, in the order in which Claude can ask for them."""
    used = [row["tool"] for row in rows[:-1]]
    for number, name in enumerate(used, start=1):
        expect(
            name in ORDER,
            f"Row {number}: {name!r} is no tool of the course. The tools are: "
            f"{', '.join(ORDER)}.",
        )
    twice = [name for name in ORDER if used.count(name) > 1]
    expect(not twice, f"{twice} is there more than once; once is enough.")
    expect(
        rows[-1]["tool"] is None,
        "Last row: a final answer asks for no tool. Write None there.",
    )
    expect(
        used[:1] == ORDER[:1],
        "Row 1: what must Claude know before it can tell which day Thursday is?",
    )
    expect(
        used == ORDER,
        f"The tools come in another order, or one is missing: {used}. Claude asks for "
        "one thing at a time, when it has what it needs for it.",
    )


def check_answered(number: int, row: dict) -> None:
    """The row's result answers the row's own request."""
    expect(
        isinstance(row["input"], dict),
        f"Row {number}: input is an object, as a Python dict; without arguments, {{}}. "
        f"You wrote {row['input']!r}.",
    )
    expect(
        row["result_id"] == f"toolu_{number}",
        f"Row {number}: a tool_result carries the id of the request that it answers, "
        f"the one of this row. You wrote {row['result_id']!r}.",
    )
    expect(
        isinstance(row["is_error"], bool),
        f"Row {number}: is_error is True or False; you wrote {row['is_error']!r}.",
    )
    expect(
        not row["is_error"],
        f"Row {number}: is_error is only true when a tool failed. Did this one fail?",
    )


def check_today(row: dict) -> None:
    """Row 1: what the clock really returns for the row's input."""
    returned = _returned("Row 1", ORDER[0], row["input"])
    expect(
        is_result(row["result"], returned),
        f"Row 1: the result is the course's frozen clock; you wrote {row['result']!r}. "
        "The first cells show it.",
    )


def check_duration(row: dict, start: datetime, wanted: datetime) -> None:
    """Row 2: the duration leads from the start to the wanted moment."""
    datetime_str = row["input"].get("datetime_str")
    returned = _returned("Row 2", ORDER[1], row["input"])
    expect(
        moment_of(datetime_str) == start,
        "Row 2: the duration is added to the moment that the first tool returned; "
        f"your datetime_str is {datetime_str!r}.",
    )
    check_moment("your duration", moment_in(returned), wanted)
    check_moment("the result", moment_in(row["result"]), wanted)
    weekday = decoded(row["result"])
    if isinstance(weekday, dict):
        weekday = weekday.get("weekday", returned["weekday"])
        expect(weekday == returned["weekday"], f"Row 2: it is no {weekday}.")


def check_reminder(row: dict, wanted: datetime) -> None:
    """Row 3: the reminder's moment, text and result."""
    try:
        check_arguments(TOOLS[ORDER[2]], row["input"])  # run, it would set a reminder
    except TypeError as error:
        raise NotYet(f"Row 3: the tool refuses this input. {error}") from None
    check_moment("the timestamp", moment_of(row["input"].get("timestamp")), wanted)
    content = str(row["input"].get("content", ""))
    expect(
        any(word in content.lower() for word in DENTIST),
        "Row 3: the content must tell what it is about, with the word dentist; you "
        f"wrote {content!r}.",
    )
    expect(
        decoded(row["result"]) is not None,
        "Row 3: null tells Claude nothing: was the reminder set or not? What does "
        "set_reminder return?",
    )
    expect(
        is_result(row["result"], "Reminder set successfully"),
        f"Row 3: set_reminder does not return {row['result']!r}. Lesson 09 shows it.",
    )


def check_final(row: dict) -> None:
    """The last row asks for nothing and sends nothing back."""
    for name in ("input", "result", "result_id", "is_error"):
        expect(
            row[name] in NOTHING,
            f"Last row: nothing is asked for and nothing is sent back. In {name} you "
            f"wrote {row[name]!r}; write None.",
        )


def check_moment(name: str, moment: datetime | None, wanted: datetime) -> None:
    """This moment is the wanted one, within a second."""
    expect(
        moment is not None,
        f"There is no date to be read in {name}: write it as YYYY-MM-DD HH:MM:SS.",
    )
    if abs(moment - wanted) <= timedelta(seconds=1):
        return
    same_day = moment.date() == wanted.date()
    expect(not same_day, f"Right day, wrong hour: {name} leads to {moment}.")
    week = moment.date() - wanted.date()
    expect(
        abs(week) != timedelta(weeks=1),
        f"{moment:%Y-%m-%d} is a Thursday, but not the one meant here: {name} is a "
        "week off. People do read it in both ways; the exercise says which is meant.",
    )
    raise NotYet(f"Not that day: {name} leads to {moment}.")


def reached(place: str, tool_input: dict) -> datetime | None:
    """The moment to which the learner's duration leads."""
    return moment_in(_returned(place, ORDER[1], tool_input))


def _returned(place: str, tool: str, tool_input: dict):
    """What the tool returns for the learner's input; its refusal is the verdict."""
    try:
        return run_tool(tool, tool_input)
    except (TypeError, ValueError) as error:
        raise NotYet(f"{place}: the tool refuses this input. {error}") from None
