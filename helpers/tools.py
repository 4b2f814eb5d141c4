"""The course's three tools, their schemas, and `run_tool`, which picks one by name."""

import inspect

from anthropic.types import ToolParam

from helpers import clock
from helpers.clock import set_clock
from helpers.dates import add_duration, read_datetime, weekday

__all__ = [
    "TOOLS",
    "add_duration_to_datetime",
    "add_duration_to_datetime_schema",
    "get_current_datetime",
    "get_current_datetime_schema",
    "reminders",
    "run_tool",
    "set_clock",
    "set_reminder",
    "set_reminder_schema",
    "tool_schemas",
]

reminders: list[dict] = []
"""What `set_reminder` has kept so far: {"content": ..., "timestamp": ...}."""


def get_current_datetime(date_format: str = "%Y-%m-%d %H:%M:%S") -> dict:
    """The current moment: {"datetime": ..., "weekday": "Monday", "timezone": "UTC"}.

    The weekday is there because a model that works it out itself gets it wrong at
    times: https://github.com/anthropics/claude-code/issues/76170
    """
    if not isinstance(date_format, str) or "%" not in date_format:
        raise ValueError(
            "date_format must be a strftime pattern such as '%Y-%m-%d'; "
            f"got {date_format!r}."
        )
    moment = clock.now()
    return {
        "datetime": moment.strftime(date_format),
        "weekday": weekday(moment),
        "timezone": clock.timezone_name(moment),
    }


get_current_datetime_schema: ToolParam = {
    "name": "get_current_datetime",
    "description": (
        "Returns the current date and time, with the weekday and the time zone. "
        "Use it first whenever a question depends on today's date or on the time now, "
        "for example 'in 3 days', 'next Thursday' or 'tomorrow at 9'."
    ),
    "input_schema": {
        "type": "object",
        "properties": {
            "date_format": {
                "type": "string",
                "description": "A Python strftime pattern. Default: %Y-%m-%d %H:%M:%S",
            }
        },
        "required": [],
    },
}


def add_duration_to_datetime(
    datetime_str: str,
    duration: float = 0,
    unit: str = "days",
    input_format: str | None = None,
) -> dict:
    """The moment after a duration: {"datetime": ..., "weekday": "Saturday"}.

    It counts on the wall clock: a change to summer time adds or removes no hour.
    A month's end is kept: one month after 31 January is the last day of February.
    """
    moment = add_duration(read_datetime(datetime_str, input_format), duration, unit)
    return {"datetime": str(moment), "weekday": weekday(moment)}


add_duration_to_datetime_schema: ToolParam = {
    "name": "add_duration_to_datetime",
    "description": (
        "Adds a duration to a date and returns the new date with its weekday. Use it "
        "for every date calculation instead of counting yourself. A negative duration "
        "goes back in time. One unit per call: 3 days and 4 hours are 76 hours."
    ),
    "input_schema": {
        "type": "object",
        "properties": {
            "datetime_str": {
                "type": "string",
                "description": "The start: YYYY-MM-DD HH:MM:SS or YYYY-MM-DD.",
            },
            "duration": {
                "type": "number",
                "description": "How many units to add, e.g. 103, or -7 to go back.",
            },
            "unit": {
                "type": "string",
                "description": "seconds, minutes, hours, days, weeks, months or years.",
            },
            "input_format": {
                "type": "string",
                "description": "A strptime pattern, only for a start in another form.",
            },
        },
        "required": ["datetime_str"],
    },
}


def set_reminder(content: str, timestamp: str) -> str:
    """Keep a reminder in `reminders`; a moment in the past is refused."""
    if not isinstance(content, str) or not content.strip():
        raise ValueError(f"content must be the text of the reminder; got {content!r}.")
    moment, present = read_datetime(timestamp), clock.now()
    if moment.tzinfo is None:
        present = present.replace(tzinfo=None)
    if moment < present:
        raise ValueError(
            f"{moment} is in the past: it is now {present}. Give a later moment."
        )
    reminder = {"content": content, "timestamp": str(moment)}
    if reminder not in reminders:  # a cell may be run twice
        reminders.append(reminder)
    return "Reminder set successfully"


set_reminder_schema: ToolParam = {
    "name": "set_reminder",
    "description": (
        "Sets a reminder for the user at a moment in the future. Use it when the user "
        "asks to be reminded, once the exact date and time are known."
    ),
    "input_schema": {
        "type": "object",
        "properties": {
            "content": {
                "type": "string",
                "description": "What to remind the user of, in a few words.",
            },
            "timestamp": {
                "type": "string",
                "description": "When: YYYY-MM-DD HH:MM:SS, later than now.",
            },
        },
        "required": ["content", "timestamp"],
    },
}

TOOLS = {
    "get_current_datetime": get_current_datetime,
    "add_duration_to_datetime": add_duration_to_datetime,
    "set_reminder": set_reminder,
}

tool_schemas = [
    get_current_datetime_schema,
    add_duration_to_datetime_schema,
    set_reminder_schema,
]


def run_tool(tool_name: str, tool_input: dict):
    """What the named tool returns for this input; an unknown name raises."""
    if tool_name not in TOOLS:
        raise ValueError(
            f"Tool {tool_name!r} not found. The tools are: {', '.join(TOOLS)}."
        )
    tool = TOOLS[tool_name]
    try:
        return tool(**tool_input)
    except TypeError:  # of the call, or from inside the tool
        check_arguments(tool, tool_input)
        raise


def check_arguments(tool, tool_input: dict) -> None:
    """Raise TypeError, with the right names, unless the tool takes this input."""
    signature = inspect.signature(tool)
    try:
        signature.bind(**tool_input)
    except TypeError as error:
        accepted = ", ".join(signature.parameters)
        raise TypeError(
            f"{tool.__name__}: {error}. Its arguments are: {accepted}."
        ) from None
