"""Wrong arguments of dashboard() are refused at once, with what to do."""

import pytest

from helpers import dashboard
from helpers.tools import run_tool


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"max_turns": 0}, ValueError, "the most calls to make, 1 or more; got 0"),
        ({"max_turns": "5"}, ValueError, "the most calls to make, 1 or more; got '5'"),
        ({"tools": "x"}, TypeError, "tools is a list of schemas.*got str"),
        ({"tools": [run_tool]}, TypeError, "got function in the list"),
        ({"tools": {"name": "x"}}, TypeError, "tools is a list of schemas.*got dict"),
        ({"run_tool": "x"}, TypeError, "run_tool is the function.*got str"),
        ({"run_tool": None}, TypeError, "got NoneType"),
        ({"client": "x"}, TypeError, r"client is what connect\(\) gives.*got str"),
        ({"conversation": 5}, TypeError, "Give the list of messages.*got int"),
        ({"conversation": "x"}, TypeError, "Give the list of messages.*got str"),
    ],
    ids=range(10),
)
def test_a_wrong_argument_says_what_was_expected_and_what_came(arguments, error, words):
    with pytest.raises(error, match=words):
        dashboard(**arguments)
