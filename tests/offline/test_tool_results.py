"""What a story makes of results: dates in any writing, refusals, failures, junk."""
# ruff: noqa: RUF001 - Chinese questions have Chinese punctuation.

import pytest
from dialogue import converse

from helpers.tools import run_tool

DENTIST = "Set a reminder for my dentist appointment next Thursday at 3pm."
IN_103_DAYS = "What day will it be in 103 days?"


def test_another_today_changes_the_second_turn():
    def run(name, arguments):
        if name == "get_current_datetime":
            return {"datetime": "2024-03-12 09:00:30", "weekday": "Tuesday"}
        return run_tool(name, arguments)

    calls, answer, _ = converse(DENTIST, run=run)
    assert "2024-03-12 09:00:30 +194370 seconds" in calls
    assert "Thursday 14 March at 15:00" in answer


@pytest.mark.parametrize(
    "today",
    [
        "2024-03-11 10:22:00",
        {"datetime": "2024-03-11 10:22:00"},
        {"now": "2024-03-11 10:22:00", "weekday": "Monday"},
        "2024-03-11T10:22:00",
        "2024-03-11T10:22:00.000001+00:00",
        "Monday, March 11, 2024 10:22 AM",
        "11/03/2024 10:22",
        "le 11 mars 2024, 10:22",
        "2024年3月11日 10:22",
    ],
)
def test_today_is_read_in_any_usual_form(today):
    def run(name, arguments):
        return today if name == "get_current_datetime" else run_tool(name, arguments)

    if today == "11/03/2024 10:22":  # 11 March or 3 November: only French is sure
        question = "Quelle heure est-il ?"
    else:
        question = "What time is it?"
    _, answer, _ = converse(question, run=run)
    assert "11 mar" in answer.lower()
    assert "10:22" in answer or "10h22" in answer


def test_result_without_a_date_is_told_as_it_is():
    _, answer, _ = converse(IN_103_DAYS, run=lambda *_: "banana")
    assert answer == 'I got "banana" and can\'t read a date in it.'


def test_weekday_is_the_one_that_the_tool_told():
    def run(name, arguments):
        return {"datetime": "2024-06-22 10:22:00", "weekday": "Friday"}

    assert "Friday 22 June 2024" in converse(IN_103_DAYS, run=run)[1]


def test_reminder_without_a_confirmation_is_not_called_set():
    def run(name, arguments):
        return None if name == "set_reminder" else run_tool(name, arguments)

    _, answer, _ = converse(DENTIST, run=run)
    assert "returned null" in answer
    assert "Done" not in answer


def test_failed_tool_is_called_a_second_time():
    failures = ["clock is broken"]

    def run(name, arguments):
        if failures:
            raise RuntimeError(failures.pop())
        return run_tool(name, arguments)

    calls, answer, _ = converse(IN_103_DAYS, run=run)
    assert calls == "now > now > +103 days"
    assert "22 June 2024" in answer


def test_second_failure_is_told_with_the_message_of_the_tool():
    def run(name, arguments):
        raise RuntimeError("clock is broken")

    calls, answer, _ = converse(IN_103_DAYS, run=run)
    assert calls == "now > now"
    assert "get_current_datetime failed twice" in answer
    assert "clock is broken" in answer


FORTNIGHTS = "What day will it be in 2 fortnights?"


def test_refused_unit_is_corrected_to_one_that_the_error_names():
    def run(name, arguments):
        if arguments.get("unit") not in (None, "days"):
            raise ValueError("unit must be days or hours")
        return run_tool(name, arguments)

    calls, answer, _ = converse(FORTNIGHTS, run=run)
    assert calls == "now > +2 fortnights > +28 days"
    assert "8 April 2024" in answer


def test_accepted_unit_is_not_corrected():
    def run(name, arguments):
        if arguments.get("unit") == "fortnights":
            return {"datetime": "2024-04-08 10:22:00"}
        return run_tool(name, arguments)

    assert converse(FORTNIGHTS, run=run)[0] == "now > +2 fortnights"


def test_refused_format_is_corrected_by_an_input_format():
    def run(name, arguments):
        if name == "add_duration_to_datetime" and "input_format" not in arguments:
            raise ValueError("unconverted data remains: 10:22:00")
        return run_tool(name, arguments)

    _, answer, messages = converse(IN_103_DAYS, run=run)
    assert messages[-3]["content"][0]["input"]["input_format"] == "%Y-%m-%d %H:%M:%S"
    assert "22 June 2024" in answer


@pytest.mark.parametrize(
    "question",
    [
        "Keep checking the time until it is midnight.",
        "Vérifie l'heure jusqu'à ce qu'il soit minuit.",
        "Sigue mirando la hora hasta que sea medianoche.",
        "一直查看時間，直到午夜。",
    ],
)
@pytest.mark.parametrize("result", ["2024-03-11 10:22:00", "banana", None])
def test_waiting_never_ends_whatever_comes_back(question, result):
    calls, _, _ = converse(question, run=lambda *_: result)
    assert calls == " > ".join(["now"] * 6)


def test_waiting_ends_when_the_hour_has_come():
    calls, answer, _ = converse(
        "Keep checking the time until it is midnight.",
        run=lambda *_: "2024-03-12 00:00:10",
    )
    assert calls == "now"
    assert "The hour has come" in answer
