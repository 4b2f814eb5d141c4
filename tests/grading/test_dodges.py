"""No dodge passes: each fails, with a reason, and harms no other answer."""

import re

import made_up
import pytest
from dodges import DODGES, NOT_RIGHT, REASONS


@pytest.mark.parametrize("dodge", DODGES)
def test_dodge_fails_with_a_reason_and_the_other_answers_keep_their_points(
    dodge, graded
):
    row = graded(run_tools=DODGES[dodge])
    first, *others = row["answers"]
    assert (row["state"], first["state"]) == ("not yet", "not yet")
    assert first["points"] == 0
    assert re.search(REASONS.get(dodge, NOT_RIGHT), row["reason"]), row["reason"]
    assert [a["name"] for a in others if a["state"] == "passed"] == [
        "run_conversation",
        "own_tool",
    ]


def test_enum_of_texts_is_read_as_its_text(graded):
    """A subclass of str is no dodge by itself."""
    text = (
        made_up.RIGHT["run_tools"].replace('"tool_result"', "Kind.RESULT")
        + "\n\nimport enum\nclass Kind(enum.StrEnum):\n    RESULT = 'tool_result'\n"
    )
    assert graded(run_tools=text)["state"] == "passed"
