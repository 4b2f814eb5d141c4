"""Exercises as they are shipped fail under pytest: no check passes by itself."""

from pathlib import Path

import nbformat
import pytest
import refresh

EXERCISES = sorted((refresh.ROOT / "exercises").glob("*.ipynb"))

# These speak of our code. A check speaks of the learner's answer.
NOT_A_VERDICT = {"ImportError", "ModuleNotFoundError", "NameError", "SyntaxError"}


def failures(path: Path) -> dict[str, str]:
    """The checks of a notebook, run strictly: cell id -> name of the error, or ''."""
    notebook = nbformat.read(path, as_version=4)
    refresh.run(notebook, path.parent, allow_errors=True)
    return {
        cell.id: "".join(output.get("ename", "") for output in cell.outputs)
        for cell in notebook.cells
        if "check" in cell.metadata.get("tags", [])
    }


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_every_check_of_an_untouched_exercise_fails(path):
    verdicts = failures(path)
    assert verdicts, "no cell is tagged `check`"
    passed = [cell for cell, error in verdicts.items() if not error]
    assert not passed, f"these checks pass untouched: {passed}"
    assert not NOT_A_VERDICT & set(verdicts.values()), verdicts
