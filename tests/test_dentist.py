"""The final exercise: right tables pass, each plausible wrong one has its message."""

import copy

import pytest

from helpers import add_user_message, check, run_conversation
from helpers.tools import set_clock, tool_schemas
from helpers.trace_table import compare_trace, real_trace

NOW, THURSDAY = "2024-03-11 10:22:00", "2024-03-14 15:00:00"
RIGHT = {
    "api_calls": 4,
    "turns": [
        {
            "stop_reason": "tool_use",
            "tool": "get_current_datetime",
            "input": {},
            "result": NOW,
            "result_id": "toolu_1",
            "is_error": False,
        },
        {
            "stop_reason": "tool_use",
            "tool": "add_duration_to_datetime",
            "input": {"datetime_str": NOW, "duration": 4598, "unit": "minutes"},
            "result": THURSDAY,
            "result_id": "toolu_2",
            "is_error": False,
        },
        {
            "stop_reason": "tool_use",
            "tool": "set_reminder",
            "input": {"content": "Rendez-vous dentiste", "timestamp": THURSDAY},
            "result": "Reminder set successfully",
            "result_id": "toolu_3",
            "is_error": False,
        },
        {
            "stop_reason": "end_turn",
            "tool": None,
            "input": None,
            "result": None,
            "result_id": None,
            "is_error": None,
        },
    ],
}


@pytest.fixture(autouse=True)
def a_student_at_work(monkeypatch):
    monkeypatch.setenv("COURSE_STRICT", "0")
    yield
    set_clock(None)


def changed(**changes) -> dict:
    """The right table with changes such as row2_input={"duration": 3}."""
    table = copy.deepcopy(RIGHT)
    for name, value in changes.items():
        if name == "api_calls":
            table["api_calls"] = value
            continue
        row = table["turns"][int(name[3]) - 1]
        field = name[5:]
        is_part = isinstance(value, dict) and isinstance(row[field], dict)
        row[field] = row[field] | value if is_part else value
    return table


def without_row(number: int) -> dict:
    table = copy.deepcopy(RIGHT)
    del table["turns"][number - 1]
    return table | {"api_calls": 3}


def dentist_conversation() -> list[dict]:
    messages: list[dict] = []
    add_user_message(
        messages, "Set a reminder for my dentist appointment next Thursday at 3pm."
    )
    return run_conversation(messages, tool_schemas)


JSON_NOW = '{"datetime": "2024-03-11 10:22:00", "weekday": "Monday", "timezone": "UTC"}'


@pytest.mark.parametrize(
    "table",
    [
        RIGHT,
        changed(row1_result=JSON_NOW),
        changed(row1_result='"2024-03-11 10:22:00"'),
        changed(row2_result="2024-03-14T15:00"),
        changed(row1_input={"date_format": "%Y-%m-%d %H:%M:%S"}),
        changed(row2_input={"duration": 275880, "unit": "seconds"}),
        changed(row2_input={"duration": 76.6333, "unit": "hours"}),
        changed(row3_input={"content": "牙醫預約"}),
        changed(row3_result='"Reminder set successfully"'),
        changed(row4_is_error=False),
        changed(row3_result="reminder set successfully."),
        changed(
            row1_input={"date_format": "%Y-%m-%d"},
            row1_result="2024-03-11",
            row2_input={"datetime_str": "2024-03-11", "duration": 87, "unit": "hours"},
        ),
    ],
)
def test_right_tables_pass_in_every_way_of_writing_them(table):
    result = check("dentist_trace", table)
    assert result.passed, result


def test_the_real_conversation_passes_its_own_check():
    table = {"api_calls": 4, "turns": real_trace(dentist_conversation())}
    assert check("dentist_trace", table).passed


WRONG = [
    (changed(row2_input={"duration": 3, "unit": "days"}), "Right day, wrong hour"),
    (without_row(4), "Your last row is not a final answer"),
    (without_row(1), "Row 1: what must Claude know"),
    (without_row(2), "The tools come in another order, or one is missing"),
    (changed(api_calls=3), "You count 3 API calls, but your table has 4 rows"),
    (changed(row2_is_error=True), "Row 2: is_error is only true when a tool failed"),
    (changed(row3_result_id="toolu_2"), "Row 3: a tool_result carries the id"),
    (
        changed(row2_input={"duration": 14678}, row2_result="2024-03-21 15:00:00"),
        "is a Thursday, but not the one meant here",
    ),
    (changed(row2_input={"duration": 5978}), "Not that day"),
    (changed(row2_input={"datetime_str": "2024-03-12 10:22:00"}), "is added to the"),
    (changed(row2_input={"unit": "fortnights"}), "Unknown unit 'fortnights'"),
    (changed(row2_input={"minutes": 4598}), "Its arguments are: datetime_str"),
    (changed(row2_result="2024-03-14 10:22:00"), "the result leads to 2024-03-14 10"),
    (changed(row1_result="2024-03-12 10:22:00"), "Row 1: the result is the course's"),
    (changed(row1_stop_reason="end_turn"), "Row 1: the conversation goes on after"),
    (changed(row1_tool="get_date"), "Row 1: 'get_date' is no tool of the course"),
    (changed(row4_tool="set_reminder"), "Last row: a final answer asks for no tool"),
    (changed(row1_input=None), "Row 1: input is an object"),
    (changed(row3_result=None), "Row 3: null tells Claude nothing"),
    (changed(row3_result="null"), "Row 3: null tells Claude nothing"),
    (changed(row3_result="Done"), "set_reminder does not return 'Done'"),
    (changed(row3_input={"content": "Thing"}), "must tell what it is about"),
    (changed(row3_input={"timestamp": "Thursday"}), "There is no date to be read"),
    (changed(row2_tool=...), "Row 2: still to fill in: tool"),
    ({"turns": []}, 'Expected a dict with "api_calls" and "turns"'),
    ({"turns": "four", "api_calls": 4}, '"turns" must be a list of rows'),
    ({"turns": [], "api_calls": 0}, "Your table has no rows"),
    (changed(row1_is_error="False"), "Row 1: write is_error without quotes"),
    (changed(row1_is_error=None), "Row 1: is_error is True or False"),
    (changed(row1_stop_reason="tool use"), "is not a stop_reason that comes up"),
    (changed(row2_input={"duration": "3"}), "must be a number"),
    (changed(row2_tool="get_current_datetime"), "is there more than once"),
    (changed(row1_input={"date_format": "%H:%M"}), "Row 1: the result is the"),
    (changed(row1_input={"format": "%H"}), "Row 1: the tool refuses this input"),
    (changed(row3_input={"colour": "red"}), "Row 3: the tool refuses this input. set"),
    (changed(row3_input={"timestamp": {"datetime": THURSDAY}}), "There is no date"),
    (changed(row3_input={"content": "identity accident"}), "with the word dentist"),
    (changed(row4_result="Done"), "Last row: nothing is asked for"),
    (
        changed(row2_result={"datetime": THURSDAY, "weekday": "Friday"}),
        "Row 2: it is no Friday",
    ),
]


@pytest.mark.parametrize(("table", "message"), WRONG)
def test_each_wrong_table_gets_its_own_message(table, message):
    result = check("dentist_trace", table)
    assert result.state == "not yet"
    assert message in result.message


def test_no_message_gives_the_duration_or_the_number_of_calls_away():
    for table, _ in WRONG:
        message = check("dentist_trace", table).message
        assert "4598" not in message
        assert "4 calls" not in message


def test_an_untouched_table_is_not_attempted():
    row = dict.fromkeys(RIGHT["turns"][0], ...)
    result = check("dentist_trace", {"api_calls": ..., "turns": [row]})
    assert result.state == "not attempted"


def test_on_another_day_the_check_computes_the_coming_thursday_anew():
    set_clock("2024-03-14 15:30")  # a Thursday, after three
    table = {"api_calls": 4, "turns": real_trace(dentist_conversation())}
    assert table["turns"][2]["input"]["timestamp"] == "2024-03-21 15:00:00"
    assert check("dentist_trace", table).passed


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ({"duration": 14678, "unit": "minutes", "timestamp": "2024-03-21 15:00"}, True),
        (
            {"duration": 880680, "unit": "seconds", "timestamp": "2024-03-21T15:00"},
            True,
        ),
        ({"duration": 10, "unit": "days", "timestamp": "2024-03-21 15:00"}, False),
        ({"duration": 4598, "unit": "minutes", "timestamp": "2024-03-21 15:00"}, False),
        ({"duration": 14678, "unit": "minutes", "timestamp": "2024-03-14"}, False),
        ({"duration": 14678}, False),
    ],
)
def test_the_thursday_a_week_later_is_computed_too(answer, state):
    assert check("dentist_week_later", answer).passed is state


@pytest.mark.parametrize(
    "request_text",
    [
        "Remind me to buy bread tomorrow at 8am.",
        "Programme un rappel pour mon dentiste jeudi prochain à 15h",
    ],
)
def test_an_own_reminder_that_is_set_passes(request_text):
    assert check("own_reminder", request_text).passed


def test_the_request_of_part_a_is_no_request_of_ones_own():
    result = check(
        "own_reminder", "set a reminder for my dentist appointment next Thursday at 3pm"
    )
    assert "That is the request of Part A" in result.message


def test_a_request_that_never_ends_is_told_in_words():
    result = check("own_reminder", "Keep checking the time until it is midnight.")
    assert "The loop ended without an answer: max_turns" in result.message


def test_a_request_without_a_reminder_quotes_what_claude_said():
    result = check("own_reminder", "What time is it?")
    assert result.state == "not yet"
    assert "no reminder was set. Claude said: It is Monday 11 March" in result.message


def test_the_comparison_says_cell_by_cell_what_differs():
    table = changed(row2_input={"duration": 3, "unit": "days"}, row4_tool=...)
    compared = compare_trace(table, dentist_conversation()).rows
    differing = [(row["call"], row["field"]) for row in compared if row["same"] == "NO"]
    assert differing == [(2, "input")]
    assert [row["field"] for row in compared if "not filled" in row["same"]] == ["tool"]


@pytest.mark.parametrize(
    "table",
    [
        changed(row2_input={"unit": "min"}),
        changed(row2_input={"duration": ...}),
        changed(row2_input={"datetime_str": "x"}),
        {"api_calls": ..., "turns": ...},
        5,
    ],
)
def test_the_comparison_shows_any_table(table):
    assert len(compare_trace(table, dentist_conversation()).rows) == 24


def test_check_and_comparison_agree_on_the_last_row():
    table = changed(row4_is_error=False, row4_input={})
    assert check("dentist_trace", table).passed
    compared = compare_trace(table, dentist_conversation()).rows
    assert "NO" not in [row["same"] for row in compared]


def test_the_comparison_of_a_short_table_shows_the_missing_rows():
    compared = compare_trace(without_row(4), dentist_conversation()).rows
    assert [row["same"] for row in compared if row["call"] == 4] == [
        "(not filled in)"
    ] * 6
