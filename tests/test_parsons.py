"""Lines that are put in order: the buttons move a line, and the letters tell the order.

How it works with the keyboard in JupyterLab was tried in a browser: after each move the
focus stays on the line that was moved.
"""

import pytest

from helpers.parsons import order_lines

LINES = {"A": "first()", "B": "if a < b:", "C": "third()"}


def buttons(rows) -> dict[str, object]:
    """The buttons by the words on them, which are their names for a screen reader."""
    both = [button for row in rows.children[:-1] for button in row.children[1:]]
    return {button.description: button for button in both}


def order(rows) -> str:
    return rows._repr_mimebundle_()["text/plain"].split()[-1]


def test_the_lines_start_in_the_order_of_their_letters():
    assert order(order_lines(LINES)) == "ABC"


@pytest.mark.parametrize(
    ("clicks", "expected"),
    [
        (["A down"], "BAC"),
        (["A down", "A down"], "BCA"),
        (["C up", "C up"], "CAB"),
        (["B up", "C up", "B down"], "CBA"),
    ],
    ids=" ".join,
)
def test_each_button_moves_its_own_line_by_one_place(clicks, expected):
    rows = order_lines(LINES)
    for name in clicks:
        buttons(rows)[name].click()
    assert order(rows) == expected


def test_the_first_line_cannot_go_up_nor_the_last_one_down():
    rows = order_lines(LINES)
    buttons(rows)["A down"].click()
    off = {name for name, button in buttons(rows).items() if button.disabled}
    assert off == {"B up", "C down"}


def test_every_button_says_what_it_moves_and_where():
    tips = [button.tooltip for button in buttons(order_lines(LINES)).values()]
    assert tips[:2] == ["Move line A up", "Move line A down"]
    assert len(set(tips)) == len(tips) == 6


def test_the_code_of_a_line_is_shown_and_not_read_as_html():
    rows = order_lines(LINES)
    assert "if a &lt; b:" in rows.children[1].children[0].value
    assert "B  if a < b:" in rows._repr_mimebundle_()["text/plain"]
