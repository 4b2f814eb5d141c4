"""The course's tools: dates, reminders, and the way from a name to a function."""

import inspect
from datetime import datetime

import pytest

from helpers import clock
from helpers.tools import (
    TOOLS,
    add_duration_to_datetime,
    get_current_datetime,
    reminders,
    run_tool,
    set_clock,
    set_reminder,
    tool_schemas,
)


@pytest.fixture(autouse=True)
def clock_as_delivered():
    yield
    set_clock(None)
    reminders.clear()


def test_the_offline_clock_stands_still_on_a_monday():
    assert get_current_datetime() == {
        "datetime": "2024-03-11 10:22:00",
        "weekday": "Monday",
        "timezone": "UTC",
    }


def test_a_learner_can_set_the_clock_and_let_it_go_again():
    set_clock("2024-12-24 18:00")
    assert get_current_datetime()["datetime"] == "2024-12-24 18:00:00"
    set_clock(None)
    assert clock.now() == clock.FROZEN


def test_a_clock_that_cannot_be_read_says_what_to_write():
    with pytest.raises(ValueError, match="takes a moment such as '2024-03-12 09:00'"):
        set_clock("tomorrow")


def test_the_live_clock_is_the_real_one_with_its_zone(monkeypatch):
    monkeypatch.setenv("COURSE_LIVE", "1")
    gap = datetime.now().astimezone() - clock.now()
    assert abs(gap.total_seconds()) < 60
    assert get_current_datetime()["timezone"]


@pytest.mark.parametrize("bad", [5, None, "", "today"], ids=str)
def test_a_date_format_that_is_none_is_refused(bad):
    with pytest.raises(ValueError, match="strftime pattern"):
        get_current_datetime(bad)


@pytest.mark.parametrize(
    ("start", "duration", "unit", "expected", "weekday"),
    [
        ("2024-03-11 10:22:00", 103, "days", "2024-06-22 10:22:00", "Saturday"),
        ("2024-03-11 10:22:00", 4598, "minutes", "2024-03-14 15:00:00", "Thursday"),
        ("2024-03-11 10:22:00", 275880, "seconds", "2024-03-14 15:00:00", "Thursday"),
        ("2024-03-11", 1, "week", "2024-03-18 00:00:00", "Monday"),
        ("2026-01-31 00:00:00", 1, "months", "2026-02-28 00:00:00", "Saturday"),
        ("2024-01-31", 1, "month", "2024-02-29 00:00:00", "Thursday"),
        ("2024-02-29", 1, "years", "2025-02-28 00:00:00", "Friday"),
        ("2024-03-31", -1, "months", "2024-02-29 00:00:00", "Thursday"),
        ("2024-03-11T10:22", 1.5, "hours", "2024-03-11 11:52:00", "Monday"),
        ("2026-04-14T16:51:44Z", 1, "days", "2026-04-15 16:51:44+00:00", "Wednesday"),
        ("2024-03-30 10:22:00", 1, "days", "2024-03-31 10:22:00", "Sunday"),
    ],
)
def test_a_duration_is_added(start, duration, unit, expected, weekday):
    moment = add_duration_to_datetime(start, duration, unit)
    assert moment == {"datetime": expected, "weekday": weekday}


def test_an_input_format_reads_a_date_in_another_form():
    moment = add_duration_to_datetime("11/03/2024", 1, "days", "%d/%m/%Y")
    assert moment["datetime"] == "2024-03-12 00:00:00"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("2024-03-11", 2, "fortnights"), "'fortnights'. Use one of: seconds, minutes"),
        (("next Thursday", 2), "like 2024-03-11 10:22:00 or .* got 'next Thursday'"),
        (("2024-03-11 10:22:00", 2, "days", "%Y-%m-%d"), "in the input_format"),
        (("2024-03-11", "2"), "must be a number .* got '2'"),
        (("2024-03-11", True), "must be a number .* got True"),
        (("2024-03-11", float("nan")), "must be a number .* got nan"),
        (("2024-03-11", 10**400), "leaves the years 1 to 9999"),
        (("2024-03-11", 9000, "years"), "leaves the years 1 to 9999"),
        (("2024-03-11", -9000, "years"), "leaves the years 1 to 9999"),
        (("2024-03-11", 0.5, "months"), "Only whole months"),
        (("2024-03-11", 2, None), "Unknown unit None"),
        ((20240311, 2), "got 20240311"),
    ],
)
def test_an_impossible_duration_names_what_came_and_what_is_accepted(
    arguments, message
):
    with pytest.raises(ValueError, match=message):
        add_duration_to_datetime(*arguments)


def test_a_reminder_is_kept_once_however_often_the_cell_runs():
    for _ in range(2):
        said = set_reminder("Rendez-vous dentiste", "2024-03-14 15:00:00")
    assert said == "Reminder set successfully"
    assert reminders == [
        {"content": "Rendez-vous dentiste", "timestamp": "2024-03-14 15:00:00"}
    ]


@pytest.mark.parametrize("past", ["2024-03-11 10:21:59", "2024-03-11T11:00:00+02:00"])
def test_a_reminder_in_the_past_is_refused_with_the_moment_it_is_now(past):
    with pytest.raises(ValueError, match=r"in the past: it is now 2024-03-11 10:22:00"):
        set_reminder("Dentist", past)
    assert reminders == []


@pytest.mark.parametrize("content", ["", "  ", None, 5], ids=repr)
def test_a_reminder_without_a_text_is_refused(content):
    with pytest.raises(ValueError, match="text of the reminder"):
        set_reminder(content, "2024-03-14 15:00:00")


def test_run_tool_finds_the_function_for_a_name():
    assert run_tool("get_current_datetime", {"date_format": "%Y"})["datetime"] == "2024"


def test_an_unknown_tool_raises_and_names_the_tools():
    with pytest.raises(ValueError, match=r"Tool 'nope' not found. The tools are: get_"):
        run_tool("nope", {})


@pytest.mark.parametrize(
    ("tool_input", "message"),
    [
        ({"content": "Dentist"}, "missing a required argument: 'timestamp'"),
        ({"content": "a", "timestamp": "b", "colour": "red"}, "'colour'"),
        ([], "Its arguments are: content, timestamp"),
    ],
)
def test_wrong_arguments_raise_and_name_the_accepted_ones(tool_input, message):
    with pytest.raises(TypeError, match=message):
        run_tool("set_reminder", tool_input)


@pytest.mark.parametrize("schema", tool_schemas, ids=lambda schema: schema["name"])
def test_each_schema_and_its_function_are_in_step(schema):
    parameters = inspect.signature(TOOLS[schema["name"]]).parameters
    properties = schema["input_schema"]["properties"]
    needed = [n for n, p in parameters.items() if p.default is inspect.Parameter.empty]
    assert list(properties) == list(parameters)
    assert schema["input_schema"]["required"] == needed


def test_every_tool_has_exactly_one_schema():
    assert [schema["name"] for schema in tool_schemas] == list(TOOLS)


def test_every_parameter_and_tool_is_described():
    for schema in tool_schemas:
        assert len(schema["description"]) > 40
        for parameter in schema["input_schema"]["properties"].values():
            assert parameter["description"]
