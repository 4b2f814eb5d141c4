"""The final exercise: does a predicted trace of the dentist reminder hold?

The table is data, one row for each API call. Nothing is compared as text that can be
run: the learner's duration is added to the clock, and the moments are compared.
"""

import json
from datetime import datetime, timedelta

from helpers import clock
from helpers.conversation import run_conversation
from helpers.dates import read_datetime
from helpers.helpers import add_user_message, content_of
from helpers.results import tool_requests
from helpers.tools import TOOLS, run_tool, tool_schemas
from helpers.trace import Table, plain
from helpers.verdict import NotAttempted, expect

FIELDS = ["stop_reason", "tool", "input", "result", "result_id", "is_error"]
ORDER = ["get_current_datetime", "add_duration_to_datetime", "set_reminder"]
THURSDAY = 3
DENTIST = ("dent", "牙")


def check_trace(answer) -> str:
    """Passes a table that tells the dentist reminder, call by call."""
    rows, api_calls = _table(answer)
    _check_filled(rows, api_calls)
    _check_calls(rows, api_calls)
    _check_tools(rows)
    for number, row in enumerate(rows[:-1], start=1):
        _check_answered(number, row)
    _check_today(rows[0])
    _check_duration(rows[1], _moment(rows[0]["result"]), _coming_thursday())
    _check_reminder(rows[2], _coming_thursday())
    return f"{len(rows)} calls, {len(rows) - 1} tools, and every request answered."


def check_call(answer, tool: str | None) -> str:
    """Passes the row of one call, known by its tool; None is the final answer."""
    rows, api_calls = _table(answer)
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
    rows, api_calls = _table(answer)
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
    if ... in answer.values():
        raise NotAttempted("Replace each ... with your answer.")
    later = _coming_thursday() + timedelta(weeks=1)
    start = clock.now().replace(tzinfo=None)
    duration = {"duration": answer["duration"], "unit": answer["unit"]}
    row = {"input": {"datetime_str": str(start), **duration}, "result": str(later)}
    _check_duration(row, start, later)
    _check_moment("timestamp", _moment(answer["timestamp"]), later)
    return "Same loop, same three tools: only the numbers moved by a week."


def check_own_reminder(request) -> str:
    """Passes a request of the learner's own that ends with a reminder set."""
    expect(isinstance(request, str), "Write your request as a string, in quotes.")
    messages: list[dict] = []
    add_user_message(messages, request)
    run_conversation(messages, tool_schemas)
    reminded = [r for m in messages for r in tool_requests(m) if r.name == ORDER[-1]]
    expect(
        bool(reminded),
        "The loop ran, but no reminder was set. Claude said: "
        f"{_last_text(messages)} Say what to remind you of, which day and what time.",
    )
    return f"Reminder set: {reminded[-1].input}"


def compare_trace(answer, messages: list[dict]) -> Table:
    """Your table beside the real conversation, cell by cell."""
    rows, _ = _table(answer)
    real = real_trace(messages)
    compared = []
    for number in range(max(len(rows), len(real))):
        yours = rows[number] if number < len(rows) else {}
        actual = real[number] if number < len(real) else {}
        compared += [_cell(number + 1, name, yours, actual) for name in FIELDS]
    return Table(compared, ["call", "field", "yours", "real", "same"])


def real_trace(messages: list[dict]) -> list[dict]:
    """The rows of a conversation in the form of the exercise's table."""
    rows: list[dict] = []
    for message in plain(messages):
        requests = tool_requests(message)
        if message["role"] == "assistant":
            rows.append(_request_row(requests, len(rows) + 1))
        elif rows and rows[-1]["tool"]:
            [block, *_] = message["content"]
            is_error = bool(block.get("is_error"))
            rows[-1] |= {"result": block["content"], "is_error": is_error}
    return rows


def _request_row(requests: list[dict], number: int) -> dict:
    if not requests:
        return {**dict.fromkeys(FIELDS), "stop_reason": "end_turn"}
    name, tool_input = requests[0]["name"], requests[0]["input"]
    row = {"stop_reason": "tool_use", "tool": name, "input": tool_input}
    return row | {"result_id": f"toolu_{number}"}


def _cell(number: int, name: str, yours: dict, real: dict) -> dict:
    mine, actual = yours.get(name, ...), real.get(name)
    same = _same(name, mine, actual)
    sign = "(not filled in)" if mine is ... else ("yes" if same else "NO")
    mine_text = "" if mine is ... else mine
    return {
        "call": number, "field": name, "yours": mine_text, "real": actual, "same": sign
    }  # fmt: skip


def _same(name: str, mine, actual) -> bool:
    if name == "result":
        return _value(mine) == _value(actual)
    if name == "input" and isinstance(mine, dict) and isinstance(actual, dict):
        return _same_input(mine, actual)
    return mine == actual


def _same_input(mine: dict, actual: dict) -> bool:
    """Own words are free, and a duration may be written in another unit."""
    if "duration" in mine and "duration" in actual:
        return run_tool(ORDER[1], mine) == run_tool(ORDER[1], actual)
    return mine | {"content": ""} == actual | {"content": ""}


def _value(result):
    """A result as the moment it names, or as its text: JSON or not."""
    moment = _moment(result)
    return moment if moment else _decoded(result)


def _decoded(result):
    try:
        return json.loads(result)
    except (TypeError, ValueError):
        return result


def _moment(result) -> datetime | None:
    """The moment in a tool's result: a string, JSON, or a dict with "datetime"."""
    result = _decoded(result)
    if isinstance(result, dict):
        result = result.get("datetime")
    try:
        return read_datetime(result).replace(tzinfo=None)
    except ValueError:
        return None


def _coming_thursday() -> datetime:
    today = clock.now().replace(tzinfo=None, hour=15, minute=0, second=0, microsecond=0)
    return today + timedelta(days=(THURSDAY - today.weekday()) % 7 or 7)


def _table(answer) -> tuple[list, object]:
    expect(
        isinstance(answer, dict) and {"api_calls", "turns"} <= set(answer),
        'Expected a dict with "api_calls" and "turns".',
    )
    rows = answer["turns"]
    expect(
        isinstance(rows, list) and all(isinstance(row, dict) for row in rows),
        '"turns" must be a list of rows, one dict for each API call.',
    )
    return rows, answer["api_calls"]


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


def _check_calls(rows: list[dict], api_calls) -> None:
    expect(
        api_calls == len(rows),
        f"You count {api_calls!r} API calls, but your table has {len(rows)} rows. "
        "Each call to Claude is one row, the one that ends the conversation too.",
    )
    expect(
        bool(rows) and rows[-1]["stop_reason"] == "end_turn",
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
    unknown = [name for name in used if name not in TOOLS]
    expect(not unknown, f"These are no tools of the course: {unknown}.")
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
        f"Row {number}: a tool_result carries the id of the request that it answers; "
        f"{row['result_id']!r} belongs to another request.",
    )
    expect(
        row["is_error"] is False,
        f"Row {number}: is_error is only true when a tool failed. Did this one fail?",
    )


def _check_today(row: dict) -> None:
    known = set(row["input"]) <= {"date_format"}
    expect(known, f"Row 1: {ORDER[0]} takes at most a date_format.")
    expect(
        _moment(row["result"]) == clock.now().replace(tzinfo=None),
        f"Row 1: the result is the course's frozen clock; you wrote {row['result']!r}. "
        "The first cells show it.",
    )


def _check_duration(row: dict, start: datetime, wanted: datetime) -> None:
    expect(
        _moment(row["input"].get("datetime_str")) == start,
        "The duration is added to the moment that the first tool returned: "
        f"your datetime_str is {row['input'].get('datetime_str')!r}.",
    )
    reached = _moment(run_tool(ORDER[1], row["input"]))
    _check_moment("your duration", reached, wanted)
    _check_moment("the result", _moment(row["result"]), wanted)


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


def _check_reminder(row: dict, wanted: datetime) -> None:
    _check_moment("the timestamp", _moment(row["input"].get("timestamp")), wanted)
    content = str(row["input"].get("content", ""))
    expect(
        any(word in content.lower() for word in DENTIST),
        f"Row 3: the content must tell what it is about; you wrote {content!r}.",
    )
    expect(
        _decoded(row["result"]) is not None,
        "Row 3: null tells Claude nothing: was the reminder set or not? What does "
        "set_reminder return?",
    )
    expect(
        _decoded(row["result"]) == "Reminder set successfully",
        f"Row 3: set_reminder does not return {row['result']!r}. Look at its code.",
    )


def _last_text(messages: list[dict]) -> str:
    content = content_of(plain(messages)[-1])
    texts = [block.get("text", "") for block in content if isinstance(block, dict)]
    return content if isinstance(content, str) else " ".join(texts)


CALLS = {
    ORDER[0]: _check_today,
    ORDER[1]: lambda row: _check_duration(
        row, clock.now().replace(tzinfo=None), _coming_thursday()
    ),
    ORDER[2]: lambda row: _check_reminder(row, _coming_thursday()),
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
        "Each answer of Claude is one API call. Three of them ask for a tool; one does "
        "not. Run Part B, and look at where the two columns differ.",
    ],
    "dentist_week_later": [
        "A week later is 7 days more of the unit that you used.",
        "One week has 7 * 24 * 60 minutes.",
    ],
}
