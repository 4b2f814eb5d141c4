"""The final exercise: does a predicted trace of the dentist reminder hold?

The table is data. Nothing is compared as text that can be run: each row's tool is run
with the row's own input, and moments are compared.
"""

import inspect
from datetime import datetime, timedelta

from helpers import clock
from helpers.conversation import ConversationStopped, run_conversation
from helpers.helpers import add_user_message, default_client, text_from_message
from helpers.offline import offline_client
from helpers.results import tool_requests
from helpers.tools import TOOLS, run_tool, tool_schemas
from helpers.trace_table import (
    FIELDS,
    NOTHING,
    decoded,
    is_result,
    moment_in,
    moment_of,
    rows_of,
)
from helpers.verdict import NotAttempted, NotYet, expect

QUESTION = "Set a reminder for my dentist appointment next Thursday at 3pm."
ORDER = ["get_current_datetime", "add_duration_to_datetime", "set_reminder"]
STOP_REASONS = ("tool_use", "end_turn")
THURSDAY = 3
DENTIST = ("dentist", "牙")


def check_trace(answer) -> str:
    """Passes a table that tells the dentist reminder, call by call."""
    rows, api_calls = rows_of(answer)
    _check_filled(rows, api_calls)
    _check_calls(rows, api_calls)
    _check_tools(rows)
    for number, row in enumerate(rows[:-1], start=1):
        _check_answered(number, row)
    _check_today(rows[0])
    _check_duration(rows[1], moment_in(rows[0]["result"]), _coming_thursday())
    _check_reminder(rows[2], _coming_thursday())
    _check_final(rows[3])
    return f"{len(rows)} calls, {len(rows) - 1} tools, and every request answered."


def check_call(answer, tool: str | None) -> str:
    """Passes the row of one call, known by its tool; None is the final answer."""
    rows, api_calls = rows_of(answer)
    _check_some_filled(rows, api_calls)
    places = [n for n, row in enumerate(rows, start=1) if row.get("tool", ...) == tool]
    what = "is a final answer" if tool is None else "asks for a tool needed here"
    expect(bool(places), f"One call is missing: no row that {what}.")
    number, row = places[0], rows[places[0] - 1]
    _check_row_filled(number, row)
    wanted = "end_turn" if tool is None else "tool_use"
    expect(
        row["stop_reason"] == wanted,
        f"Row {number}: {row['stop_reason']!r} is not why Claude stopped there.",
    )
    if tool is not None:
        _check_answered(number, row)
    CALLS[tool](row)
    return f"Row {number} is right."


def check_order(answer) -> str:
    """Passes a table with the right number of calls, in the right order."""
    rows, api_calls = rows_of(answer)
    _check_filled(rows, api_calls)
    _check_calls(rows, api_calls)
    _check_tools(rows)
    return f"{len(rows)} calls, in order."


def check_week_later(answer) -> str:
    """Passes a duration and a timestamp for the Thursday one week later."""
    expect(
        isinstance(answer, dict) and {"duration", "unit", "timestamp"} <= set(answer),
        "Expected a dict with duration, unit and timestamp.",
    )
    if any(answer[name] is ... for name in ("duration", "unit", "timestamp")):
        raise NotAttempted("Replace each ... with your answer.")
    later = _coming_thursday() + timedelta(weeks=1)
    start = clock.now().replace(tzinfo=None)
    duration = {"duration": answer["duration"], "unit": answer["unit"]}
    tool_input = {"datetime_str": str(start), **duration}
    _check_moment("your duration", _reached("Part C", tool_input), later)
    _check_moment("the timestamp", moment_of(answer["timestamp"]), later)
    return "Same loop, same three tools: only the numbers moved by a week."


def check_own_reminder(request) -> str:
    """Passes a request of the learner's own that ends with a reminder set.

    The stand-in answers it, live too: a check neither costs nor depends on a model.
    """
    expect(
        isinstance(request, str) and bool(request.strip()),
        "Write your request as a text in quotes.",
    )
    expect(
        request.strip().rstrip(".").lower() != QUESTION.rstrip(".").lower(),
        "That is the request of Part A. Change the subject, the day or the hour.",
    )
    messages: list[dict] = []
    add_user_message(messages, request)
    try:
        with default_client(offline_client()):
            run_conversation(messages, tool_schemas)
    except ConversationStopped as stopped:
        raise NotYet(f"The loop ended without an answer: {stopped}") from None
    reminded = [r for m in messages for r in tool_requests(m) if r.name == ORDER[-1]]
    expect(
        bool(reminded),
        "The loop ran, but no reminder was set. Claude said: "
        f"{text_from_message(messages[-1])} Say what to remind you of, which day and "
        "what time.",
    )
    return f"Reminder set: {reminded[-1].input}"


def _coming_thursday() -> datetime:
    today = clock.now().replace(tzinfo=None, hour=15, minute=0, second=0, microsecond=0)
    return today + timedelta(days=(THURSDAY - today.weekday()) % 7 or 7)


def _check_filled(rows: list[dict], api_calls) -> None:
    _check_some_filled(rows, api_calls)
    for number, row in enumerate(rows, start=1):
        _check_row_filled(number, row)
    expect(api_calls is not ..., "Still to fill in: api_calls.")


def _check_some_filled(rows: list[dict], api_calls) -> None:
    values = [value for row in rows for value in row.values()] + [api_calls]
    if all(value is ... for value in values):
        raise NotAttempted("Replace each ... and add a row for each API call.")


def _check_row_filled(number: int, row: dict) -> None:
    missing = [name for name in FIELDS if row.get(name, ...) is ...]
    expect(not missing, f"Row {number}: still to fill in: {', '.join(missing)}.")
    unknown = [name for name in row if name not in FIELDS]
    expect(not unknown, f"Row {number}: there is no field {unknown}.")
    quoted = [name for name in FIELDS if row[name] in ("None", "True", "False")]
    expect(not quoted, f"Row {number}: write {', '.join(quoted)} without quotes.")


def _check_calls(rows: list[dict], api_calls) -> None:
    expect(bool(rows), "Your table has no rows.")
    expect(
        api_calls == len(rows),
        f"You count {api_calls!r} API calls, but your table has {len(rows)} rows. "
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


def _check_tools(rows: list[dict]) -> None:
    used = [row["tool"] for row in rows[:-1]]
    unknown = [name for name in used if name not in ORDER]
    expect(not unknown, f"These are no tools of the course: {unknown}.")
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


def _check_answered(number: int, row: dict) -> None:
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


def _check_today(row: dict) -> None:
    returned = _returned("Row 1", ORDER[0], row["input"])
    expect(
        is_result(row["result"], returned),
        f"Row 1: the result is the course's frozen clock; you wrote {row['result']!r}. "
        "The first cells show it.",
    )


def _check_duration(row: dict, start: datetime, wanted: datetime) -> None:
    datetime_str = row["input"].get("datetime_str")
    returned = _returned("Row 2", ORDER[1], row["input"])
    expect(
        moment_of(datetime_str) == start,
        "Row 2: the duration is added to the moment that the first tool returned; "
        f"your datetime_str is {datetime_str!r}.",
    )
    _check_moment("your duration", moment_in(returned), wanted)
    _check_moment("the result", moment_in(row["result"]), wanted)
    weekday = decoded(row["result"])
    if isinstance(weekday, dict):
        weekday = weekday.get("weekday", returned["weekday"])
        expect(weekday == returned["weekday"], f"Row 2: it is no {weekday}.")


def _check_reminder(row: dict, wanted: datetime) -> None:
    _check_arguments("Row 3", ORDER[2], row["input"])
    _check_moment("the timestamp", moment_of(row["input"].get("timestamp")), wanted)
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


def _check_final(row: dict) -> None:
    for name in ("input", "result", "result_id", "is_error"):
        expect(
            row[name] in NOTHING,
            f"Last row: nothing is asked for and nothing is sent back. In {name} you "
            f"wrote {row[name]!r}; write None.",
        )


def _check_moment(name: str, moment: datetime | None, wanted: datetime) -> None:
    expect(moment is not None, f"I cannot read a date in {name}.")
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
    expect(False, f"Not that day: {name} leads to {moment}.")


def _reached(place: str, tool_input: dict) -> datetime | None:
    return moment_in(_returned(place, ORDER[1], tool_input))


def _returned(place: str, tool: str, tool_input: dict):
    """What the tool returns for the learner's input; its refusal is the verdict."""
    try:
        return run_tool(tool, tool_input)
    except (TypeError, ValueError) as error:
        raise NotYet(f"{place}: the tool refuses this input. {error}") from None


def _check_arguments(place: str, tool: str, tool_input: dict) -> None:
    signature = inspect.signature(TOOLS[tool])
    try:
        signature.bind(**tool_input)
    except TypeError as error:
        raise NotYet(
            f"{place}: {error}. {tool} takes {', '.join(signature.parameters)}."
        ) from None


CALLS = {
    ORDER[0]: _check_today,
    ORDER[1]: lambda row: _check_duration(
        row, clock.now().replace(tzinfo=None), _coming_thursday()
    ),
    ORDER[2]: lambda row: _check_reminder(row, _coming_thursday()),
    None: _check_final,
}

CHECKS = {
    "dentist_trace": check_trace,
    "dentist_week_later": check_week_later,
    "own_reminder": check_own_reminder,
}

HINTS = {
    "dentist_trace": [
        "Claude does not plan ahead. For each row ask: what does Claude know now, and "
        "what is the one thing that it needs next?",
        "The tool adds one number of one unit. From Monday 10:22 to Thursday 15:00 is "
        "not a whole number of days: count it in a smaller unit.",
        "Row 2 goes from Monday 10:22 to Thursday 15:00. How many whole days is that, "
        "and how many hours and minutes more? Turn all of it into minutes.",
    ],
    "dentist_week_later": [
        "A week later is 7 days more of the unit that you used.",
        "One week has 7 * 24 * 60 minutes.",
        "Add them to the minutes of Part A; only the day of the timestamp changes.",
    ],
    "own_reminder": [
        "Say three things: what to remind you of, which day, and what time.",
        'The form of Part A helps: "Set a reminder for ... next ... at ...".',
        'Or: "Remind me to ... on ... at ...", with an hour such as 9:30 or 3pm.',
    ],
}
