"""Checks of lessons 04 to 06: answering tool_use blocks, and routing."""

from helpers.expectations import expect_raises, expect_results
from helpers.samples import (
    IN_A_WEEK,
    NOW,
    NOW_AGAIN,
    REFUSED,
    TEXT,
    UNKNOWN,
    a_message,
)
from helpers.verdict import expect


def check_run_tools(run_tools) -> str:
    """Passes a function that answers every tool_use, in order."""
    message = a_message(TEXT, NOW, IN_A_WEEK, NOW_AGAIN, stop_reason="tool_use")
    results = run_tools(message)
    expect_results(message, results)
    for block in results:
        expect(not block.get("is_error"), f"No tool failed, but got {block}.")
    expect(
        "2024-03-18" in results[1]["content"],
        f"The second result must hold the date a week later; got {results[1]}.",
    )
    return "3 requests in, 3 results out, same ids, same order."


def check_run_tools_errors(run_tools) -> str:
    """Passes a run_tools that answers what failed, too."""
    message = a_message(NOW, UNKNOWN, REFUSED, stop_reason="tool_use")
    results = run_tools(message)
    expect_results(message, results)
    flags = [bool(block.get("is_error")) for block in results]
    expect(
        flags == [False, True, True],
        "One tool worked, one is unknown, one refused its input: expected is_error "
        f"False, True, True; got {flags}.",
    )
    for block in results[1:]:
        expect(
            bool(block["content"].strip()),
            "An error result needs a text: Claude can only act on what it can read.",
        )
    return "Every request is answered, the failed ones with a reason."


def check_run_tool(run_tool) -> str:
    """Passes a router that finds each tool and raises for an unknown one."""
    today = run_tool("get_current_datetime", {"date_format": "%Y-%m-%d"})
    expect("2024" in str(today), f"get_current_datetime gave {today!r}.")
    week = run_tool(IN_A_WEEK["name"], IN_A_WEEK["input"])
    expect("2024-03-18" in str(week), f"add_duration_to_datetime gave {week!r}.")
    expect_raises(run_tool, "read_my_mind", {}, "An unknown tool name")
    expect_raises(run_tool, NOW["name"], {"colour": "red"}, "An unknown argument")
    return "Every name finds its tool, and an unknown one raises."


CHECKS = {
    "run_tools": check_run_tools,
    "run_tools_errors": check_run_tools_errors,
    "run_tool": check_run_tool,
}
