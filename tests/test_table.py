"""Tables in a notebook: they fit, and what is too long or too many is told."""

import re

import pandas
import pytest

import helpers
from helpers import add_user_message, show, trace
from helpers.table import MOST_ROWS, Table
from helpers.tools import tool_schemas


def failed_tool() -> list[dict]:
    use = {"type": "tool_use", "id": "t1", "name": "look", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t1", "is_error": True}
    return [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result | {"content": "x" * 1_000_000}]},
        {"role": "assistant", "content": "<b>It failed.</b>"},
    ]


def test_a_long_text_is_clipped_in_a_table_and_whole_in_the_trace():
    for shown in (show(failed_tool()), trace(failed_tool())):
        assert "… [1,000,000 characters in all]" in shown._repr_html_()
        assert len(shown._repr_html_()) < 10_000
    assert len(repr(show(failed_tool()))) < 10_000
    assert trace(failed_tool())["content"].str.len().max() == 1_000_000


def test_of_many_rows_a_table_shows_the_first_and_the_last():
    rows = [{"call": i, "content": f"row {i}."} for i in range(3 * MOST_ROWS)]
    table = Table(rows, ["call", "content"])
    for picture in (table._repr_html_(), repr(table)):
        assert f"… {2 * MOST_ROWS} rows are not shown …" in picture
        assert picture.count("row ") == MOST_ROWS
        assert "row 0." in picture
        assert f"row {3 * MOST_ROWS - 1}." in picture


def test_a_table_of_few_rows_leaves_none_out():
    rows = [{"call": i, "content": "row"} for i in range(MOST_ROWS)]
    assert "not shown" not in Table(rows, ["call", "content"])._repr_html_()


@pytest.mark.parametrize("column", ["tool", "tool_use_id", "yours"])
def test_a_long_value_may_be_broken_in_any_column(column):
    html = Table([{column: "x" * 64}], [column])._repr_html_()
    [cell] = re.findall(r"<td style='([^']*)'>x", html)
    assert "overflow-wrap:anywhere" in cell
    assert "nowrap" not in cell


def test_a_trace_shows_itself_as_a_table_that_says_what_it_leaves_out():
    messages: list[dict] = []
    add_user_message(messages, "What day will it be in 103 days?")
    helpers.run_conversation(messages, tool_schemas)
    html = trace(messages)._repr_html_()
    assert "22 June 2024" in html
    assert "7 rows, a pandas DataFrame." in html
    assert "Not shown: tool_use_id, is_error, seconds." in html
    tokens = trace(messages)["input_tokens"].dropna().astype(int)
    assert all(f">{number}</td>" in html for number in tokens)


def test_a_trace_shows_every_text_as_text_and_marks_a_failed_tool():
    html = trace(failed_tool())._repr_html_()
    assert "&lt;b&gt;It failed.&lt;/b&gt;" in html
    assert "tool_result (error)" in html


def test_what_is_selected_from_a_trace_is_plain_pandas():
    frame = trace(failed_tool())
    for made in (frame[["call", "type"]], frame.dropna(), frame.copy(), frame.head(2)):
        assert type(made) is pandas.DataFrame
    assert len(frame.attrs["calls"]) == 2


def test_an_empty_trace_can_be_shown():
    assert "0 rows" in trace([])._repr_html_()
