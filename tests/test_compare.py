"""Two runs side by side: what differs is said in words, and where."""

import pytest

from helpers import add_user_message, run_conversation
from helpers.recorder import last_conversation
from helpers.recording import Conversation
from helpers.tools import run_tool, tool_schemas
from helpers.view.compare import compare_view
from helpers.what_if import changed, fails

pytestmark = pytest.mark.usefixtures("an_empty_recorder")


def run(question: str = "What day will it be in 103 days?", tool=run_tool):
    messages: list[dict] = []
    add_user_message(messages, question)
    run_conversation(messages, tool_schemas, tool)
    return last_conversation()


def test_two_runs_that_say_the_same_are_said_to_be_the_same():
    html = compare_view(run(), run())
    assert "= Both runs say the same." in html
    assert "≠" not in html


def test_the_first_call_that_differs_is_named_and_so_is_the_end():
    failed = run(tool=changed(run_tool, 1, fails("No clock.")))
    html = compare_view(run(), failed)
    assert "≠ The runs differ from call 2 on." in html
    other = compare_view(run(), run("What day will it be in 45 days?"))
    assert "from call 1 on. Claude's last words differ." in other


def test_a_failure_that_leads_to_the_same_answer_is_told():
    first = run()
    html = compare_view(first, run(tool=changed(run_tool, 2, fails("Once."))))
    assert "from call 3 on. Claude's last words are the same." in html


def test_a_slower_run_is_marked_only_where_times_are_shown():
    first, slower = run(), run()
    first.exchanges[1].code_seconds, slower.exchanges[1].code_seconds = 0.1, 3.0
    html = compare_view(first, slower, "it is slow", times=True)
    assert html.count("≠ takes longer") == 1
    assert "your code took 3.0 s before it" in html
    assert "≠" not in compare_view(first, slower)
    assert "≠" not in compare_view(slower, first, times=True)


def test_each_side_is_named_for_windows_that_show_one_below_the_other():
    html = compare_view(run(), run(), "it fails")
    assert html.count('cv-side-name">First run<') == 6
    assert html.count('cv-side-name">What if<') == 6


def test_an_empty_run_can_be_compared():
    assert "differ from call 1" in compare_view(Conversation(), run())
    assert "Both runs say the same" in compare_view(Conversation(), Conversation())
