"""An answer is found by id, tag, mark, position or name, in this order."""

import made_up
import pytest

from helpers.grading import handed_in
from helpers.grading.exercises import closest, load
from helpers.grading.finding import find


@pytest.fixture
def exercise(folders):
    [loaded] = load(str(folders[0]))
    return loaded


def lose(cells, *, ids=False, tags=False, marks=False):
    """The cells as another program saves them."""
    for cell in cells:
        if ids:
            del cell["id"]
        if tags:
            cell["metadata"] = {}
        if marks:
            lines = cell["source"]
            cell["source"] = [line for line in lines if "# ANSWER" not in line]
    return cells


@pytest.mark.parametrize(
    ("lost", "how"),
    [
        ({}, "id"),
        ({"ids": True}, "tag"),
        ({"ids": True, "tags": True}, "mark"),
        ({"ids": True, "tags": True, "marks": True}, "position"),
    ],
    ids=["nothing", "ids", "ids and tags", "all but position"],
)
def test_answer_is_found_and_how_is_noted(exercise, lost, how):
    cells = lose(made_up.submission()["cells"], **lost)
    for wanted in exercise.wanted:
        found = find(cells, exercise, wanted)
        assert found.how == how
        assert f"def {'count_words' if wanted.name == 'own_tool' else wanted.name}" in (
            found.text
        )
        assert bool(found.notes) is (how != "id")


def test_answer_among_other_cells_is_found_by_the_name_that_it_defines(exercise):
    cells = lose(made_up.submission()["cells"], ids=True, tags=True, marks=True)
    cells.insert(1, made_up.cell("mine", "x = 1"))
    found = find(cells, exercise, exercise.wanted[0])
    assert (found.how, "def run_tools" in found.text) == ("name", True)


def test_last_of_two_answers_counts(exercise):
    cells = made_up.submission()["cells"]
    cells.append(made_up.cell("copy", "# ANSWER: run_tools\nrun_tools = 5", "answer"))
    found = find(cells, exercise, exercise.wanted[0])
    assert "run_tools = 5" in found.text
    assert "2 times" in found.notes[0]


def test_names_that_differ_stay_different_where_letters_cannot_be_shown(tmp_path):
    names = ["Ana\u200b.ipynb", "Ana\u200c.ipynb", "José.ipynb"]
    for name in names:
        (tmp_path / name).touch()
    shown = {name for name, _ in handed_in.files(tmp_path)}
    assert shown == {"Ana~200b~.ipynb", "Ana~200c~.ipynb", "José.ipynb"}


def test_answer_that_is_not_there_is_not_found(exercise):
    cells = made_up.submission()["cells"][:2]
    assert find(cells, exercise, exercise.wanted[0]) is None


def test_exercise_is_known_whatever_the_file_is_called(folders):
    cells = made_up.submission()["cells"]
    assert closest(cells, "final.ipynb", str(folders[0])).name == "10_code"
