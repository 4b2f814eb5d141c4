"""One tool_result for each tool_use, whatever the tool does."""

import json
import subprocess
import sys
from datetime import datetime

import pytest

from helpers import run_tools
from helpers.results import MAX_RESULT_CHARACTERS
from helpers.samples import IN_A_WEEK, NOW, NOW_AGAIN, TEXT, UNKNOWN, a_message


def result_of(output) -> dict:
    """The tool_result for a tool that gives this output, or raises it."""

    def run_tool(name, tool_input):
        if isinstance(output, BaseException):
            raise output
        return output

    [block] = run_tools(a_message(NOW), run_tool)
    return block


def test_results_come_in_the_order_of_the_requests_with_their_ids():
    results = run_tools(a_message(TEXT, NOW, IN_A_WEEK, NOW_AGAIN))
    assert [block["tool_use_id"] for block in results] == [
        "toolu_1",
        "toolu_2",
        "toolu_3",
    ]
    assert "2024-03-18" in results[1]["content"]


def test_a_message_without_requests_gives_no_results():
    assert run_tools(a_message(TEXT)) == []
    assert run_tools("Hello") == []


def test_blocks_as_dicts_are_answered_too():
    [block] = run_tools([TEXT, NOW])
    assert block["tool_use_id"] == "toolu_1"


@pytest.mark.parametrize(
    "output", ["à 15h, 牙醫", {"a": [1, None]}, 0, "", False, [], 1.5], ids=repr
)
def test_a_result_is_readable_json(output):
    block = result_of(output)
    assert json.loads(block["content"]) == output
    assert block["is_error"] is False


def test_accents_and_chinese_stay_readable():
    assert result_of("à 15h, 牙醫")["content"] == '"à 15h, 牙醫"'


def test_none_is_never_a_silent_null():
    block = result_of(None)
    assert block["is_error"] is True
    assert "returned nothing (None)" in block["content"]


CIRCULAR: list = []
CIRCULAR.append(CIRCULAR)


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ({"now": datetime(2024, 3, 11)}, "Object of type datetime is not JSON"),
        ({1, 2}, "Object of type set is not JSON"),
        (float("nan"), "not JSON compliant"),
        (CIRCULAR, "Circular reference"),
    ],
    ids=["datetime", "set", "nan", "circular"],
)
def test_a_result_that_is_not_json_is_an_error_with_its_reason(output, reason):
    block = result_of(output)
    assert block["is_error"] is True
    assert reason in block["content"]


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("Unknown unit"), "Error: Unknown unit"),
        (KeyError("city"), "Error: KeyError('city')"),
        (ValueError(), "Error: ValueError()"),
        (RuntimeError("down"), "Error: RuntimeError('down')"),
        (StopIteration(), "Error: StopIteration()"),
    ],
    ids=["written", "key", "empty", "runtime", "stop"],
)
def test_a_failing_tool_is_an_error_with_a_text(error, text):
    block = result_of(error)
    assert block == {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": text,
        "is_error": True,
    }


def test_an_unknown_tool_is_an_error_that_names_it():
    [block] = run_tools(a_message(UNKNOWN))
    assert block["is_error"] is True
    assert block["content"].startswith("Error: Tool 'read_my_mind' not found")


def test_a_key_error_inside_a_tool_is_not_called_an_unknown_tool():
    assert "not found" not in result_of(KeyError("get_current_datetime"))["content"]


def test_the_traceback_of_a_failing_tool_stays_visible(caplog):
    result_of(ZeroDivisionError("our own bug"))
    assert "ZeroDivisionError: our own bug" in caplog.text
    assert "in run_tool" in caplog.text


def test_the_traceback_reaches_a_person_who_configured_nothing():
    program = (
        "from helpers import run_tools\n"
        "block = {'type': 'tool_use', 'id': 'toolu_1', 'name': 'nope', 'input': {}}\n"
        "run_tools([block])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "ValueError: Tool 'nope' not found" in done.stderr


class Unreadable(ValueError):
    def __str__(self):
        raise RuntimeError("even the error is broken")


def test_an_error_that_cannot_be_read_is_named_by_its_type(caplog):
    caplog.set_level("CRITICAL")
    assert result_of(Unreadable())["content"] == "Error: Unreadable"


def test_an_async_tool_is_named_as_what_it_is():
    async def later():
        return "too late"

    [block] = run_tools(a_message(NOW), lambda *_: later())
    assert "async function" in block["content"]


def test_a_huge_result_is_cut_and_says_so():
    content = result_of("x" * 1_000_000)["content"]
    assert len(content) < MAX_RESULT_CHARACTERS + 100
    assert content.endswith("[Cut here: 100,000 of 1,000,002 characters.]")


def test_half_an_emoji_does_not_break_the_request(caplog):
    caplog.set_level("CRITICAL")  # what is logged could not be sent between workers
    result_of("\ud83d")["content"].encode("utf-8")
    result_of(ValueError("\ud83d"))["content"].encode("utf-8")


def test_an_interrupt_inside_a_tool_is_not_swallowed():
    with pytest.raises(KeyboardInterrupt):
        result_of(KeyboardInterrupt())
