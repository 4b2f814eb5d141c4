"""The final exercise: does a predicted trace of the dentist reminder hold?

The table is data; dentist_rows.py looks at it row by row.
"""

from datetime import timedelta

from helpers import clock
from helpers.conversation import ConversationStopped, run_conversation
from helpers.dentist_rows import (
    ORDER,
    check_answered,
    check_calls,
    check_duration,
    check_filled,
    check_final,
    check_moment,
    check_reminder,
    check_row_filled,
    check_some_filled,
    check_today,
    check_tools,
    coming_thursday,
    reached,
)
from helpers.helpers import add_user_message, default_client, text_from_message
from helpers.offline import offline_client
from helpers.results import tool_requests
from helpers.tools import tool_schemas
from helpers.trace_table import moment_in, moment_of, rows_of
from helpers.verdict import NotAttempted, NotYet, expect

QUESTION = "Set a reminder for my dentist appointment next Thursday at 3pm."


def check_trace(answer) -> str:
    """Passes a table that tells the dentist reminder, call by call."""
    rows, api_calls = rows_of(answer)
    check_filled(rows, api_calls)
    check_calls(rows, api_calls)
    check_tools(rows)
    for number, row in enumerate(rows[:-1], start=1):
        check_answered(number, row)
    check_today(rows[0])
    check_duration(rows[1], moment_in(rows[0]["result"]), coming_thursday())
    check_reminder(rows[2], coming_thursday())
    check_final(rows[3])
    return f"{len(rows)} calls, {len(rows) - 1} tools, and every request answered."


def check_call(answer, tool: str | None) -> str:
    """Passes the row of one call, known by its tool; None is the final answer."""
    rows, api_calls = rows_of(answer)
    check_some_filled(rows, api_calls)
    places = [n for n, row in enumerate(rows, start=1) if row.get("tool", ...) == tool]
    what = "is a final answer" if tool is None else "asks for a tool needed here"
    expect(bool(places), f"One call is missing: no row that {what}.")
    number, row = places[0], rows[places[0] - 1]
    check_row_filled(number, row)
    wanted = "end_turn" if tool is None else "tool_use"
    expect(
        row["stop_reason"] == wanted,
        f"Row {number}: {row['stop_reason']!r} is not why Claude stopped there.",
    )
    if tool is not None:
        check_answered(number, row)
    CALLS[tool](row)
    return f"Row {number} is right."


def check_order(answer) -> str:
    """Passes a table with the right number of calls, in the right order."""
    rows, api_calls = rows_of(answer)
    check_filled(rows, api_calls)
    check_calls(rows, api_calls)
    check_tools(rows)
    return f"{len(rows)} calls, in order."


def check_week_later(answer) -> str:
    """Passes a duration and a timestamp for the Thursday one week later."""
    expect(
        isinstance(answer, dict) and {"duration", "unit", "timestamp"} <= set(answer),
        "Expected a dict with duration, unit and timestamp.",
    )
    if any(answer[name] is ... for name in ("duration", "unit", "timestamp")):
        raise NotAttempted("Replace each ... with your answer.")
    later = coming_thursday() + timedelta(weeks=1)
    start = clock.now().replace(tzinfo=None)
    duration = {"duration": answer["duration"], "unit": answer["unit"]}
    tool_input = {"datetime_str": str(start), **duration}
    check_moment("your duration", reached("Part C", tool_input), later)
    check_moment("the timestamp", moment_of(answer["timestamp"]), later)
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


CALLS = {
    ORDER[0]: check_today,
    ORDER[1]: lambda row: check_duration(
        row, clock.now().replace(tzinfo=None), coming_thursday()
    ),
    ORDER[2]: lambda row: check_reminder(row, coming_thursday()),
    None: check_final,
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
