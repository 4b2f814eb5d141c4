"""The lines between a tool_use and its tool_result: which there are, where they run."""

import re

import pytest

from helpers.trace import conversation_of
from helpers.view.lines import MOST_LINES
from helpers.view.looks import STYLES
from helpers.view.picture import static_view, view

PIECE = re.compile(r"cv-line cv-track-(\d+) cv-(asks|passes|answers)")


def parallel(calls: int, answers: list[int], failed: int | None = None) -> list[dict]:
    """A turn that asks for several tools, and the results in some order."""
    uses = [
        {"type": "tool_use", "id": f"t{i}", "name": "look", "input": {}}
        for i in range(calls)
    ]
    results = [
        {
            "type": "tool_result",
            "tool_use_id": f"t{i}",
            "content": "ok",
            "is_error": i == failed,
        }
        for i in answers
    ]
    return [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": uses},
        {"role": "user", "content": results},
        {"role": "assistant", "content": "Done."},
    ]


def pieces(messages: list[dict], **options) -> list[tuple[str, str]]:
    return PIECE.findall(view(conversation_of(messages), 3, **options))


def tracks(found: list[tuple[str, str]], what: str) -> list[str]:
    return [track for track, kind in found if kind == what]


def test_each_line_begins_at_its_request_and_ends_at_its_result():
    found = pieces(parallel(3, [2, 0, 1]))
    assert tracks(found, "asks") == ["0", "1", "2"]
    assert tracks(found, "answers") == ["2", "0", "1"]


def test_a_line_passes_every_row_between_its_ends_and_no_other():
    found = pieces(parallel(2, [0, 1]))
    # Track 0 passes the second request, the stop and the facts; track 1 the last two,
    # and the first result.
    assert sorted(tracks(found, "passes")) == ["0", "0", "0", "1", "1", "1"]


def test_a_line_to_a_missing_result_ends_in_a_cross_and_so_does_a_failed_one():
    html = view(conversation_of(parallel(3, [0, 1], failed=1)), 3)
    tips = re.findall(r'cv-tip">(.)</span>', html)
    assert tips == ["▶", "✖", "✖"]


@pytest.mark.parametrize("kind", ["tool_use", "tool_result"])
def test_a_line_whose_end_is_hidden_is_not_drawn(kind):
    assert pieces(parallel(2, [0, 1]), hidden=frozenset({kind})) == []


def test_a_result_that_nobody_asked_for_has_no_line():
    messages = parallel(1, [0, 7])
    assert tracks(pieces(messages), "answers") == ["0"]


def test_only_so_many_lines_are_drawn_as_have_room():
    found = pieces(parallel(20, [*range(20)]))
    assert tracks(found, "asks") == [str(i) for i in range(MOST_LINES)]
    assert {f"track-{i}" for i in range(MOST_LINES)} <= set(STYLES)


def test_no_line_runs_to_a_call_that_is_not_the_next_one():
    first = parallel(1, [0])[:2]
    assert pieces([*first, {"role": "user", "content": "No."}, *first]) != []
    assert pieces(first) == []


def test_screen_readers_hear_the_badges_and_no_line():
    html = static_view(conversation_of(parallel(2, [0, 1])))
    lines = html.count("position:absolute;left:20%")
    assert lines == html.count('aria-hidden="true"') == len(pieces(parallel(2, [0, 1])))
