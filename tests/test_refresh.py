"""Refreshing a notebook gives the same bytes every time, or leaves it as it was."""

import nbformat
import pytest
import refresh
from nbformat.v4 import new_code_cell, new_notebook


@pytest.fixture
def write(tmp_path):
    """A function that writes a notebook of one code cell into a folder of a name."""

    def write(folder: str, code: str):
        cell = new_code_cell(code, id="only", metadata={"execution": {"busy": "now"}})
        notebook = new_notebook(cells=[cell], metadata={"widgets": {}})
        path = tmp_path / folder / "été.ipynb"
        path.parent.mkdir()
        nbformat.write(notebook, path)
        return path

    return write


def test_second_refresh_changes_no_byte(write):
    path = write("notebooks", "from ipywidgets import IntSlider\nIntSlider(value=3)")
    assert refresh.refresh(path)
    first = path.read_bytes()
    assert not refresh.refresh(path)
    assert path.read_bytes() == first
    [cell] = nbformat.read(path, as_version=4).cells
    assert cell.id == "only"
    assert cell.execution_count == 1
    assert set(cell.outputs[0].data) == {"text/plain"}


def test_refresh_leaves_out_what_differs_between_machines(write):
    path = write("solutions", "1 + 1")
    refresh.refresh(path)
    notebook = nbformat.read(path, as_version=4)
    assert notebook.metadata == refresh.METADATA
    assert notebook.cells[0].metadata == {}


def test_exercise_is_emptied_and_not_run(write):
    path = write("exercises", "1 / 0")
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[0].execution_count = 7
    nbformat.write(notebook, path)
    refresh.refresh(path)
    assert nbformat.read(path, as_version=4).cells[0].execution_count is None


def test_notebook_that_fails_is_named_and_left_as_it_was(write, capsys):
    path = write("notebooks", "1 / 0")
    before = path.read_bytes()
    assert refresh.main([str(path)]) == 1
    assert path.read_bytes() == before
    assert "ZeroDivisionError" in capsys.readouterr().out


def test_checks_are_strict_while_a_notebook_is_refreshed(write):
    path = write("solutions", "import os\nos.environ['COURSE_STRICT']")
    assert refresh.main([str(path)]) == 0
    [cell] = nbformat.read(path, as_version=4).cells
    assert cell.outputs[0].data["text/plain"] == "'1'"
