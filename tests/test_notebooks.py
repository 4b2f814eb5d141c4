"""Every notebook keeps the rules of notebook_rules, and each rule can be broken."""

import json
import re
from copy import deepcopy
from pathlib import Path
from urllib.parse import unquote

import notebook_rules as rules
import pytest

ROOT = Path(__file__).resolve().parent.parent


def named(path: Path) -> str:
    """A notebook's name in the list of tests, such as `solutions/07_loop`."""
    return f"{path.parent.name}/{path.stem}"


def read(path: Path) -> dict:
    """A notebook as its JSON, untouched."""
    return json.loads(path.read_text(encoding="utf-8"))


NOTEBOOKS = [p for name in rules.RULES for p in sorted((ROOT / name).glob("*.ipynb"))]
EXERCISES = sorted((ROOT / "exercises").glob("*.ipynb"))
LINK = re.compile(r"\]\(([^)\s]+)\)")

GOOD = {
    "cells": [
        {
            "cell_type": "code",
            "execution_count": 1,
            "id": "run-answer",
            "metadata": {},
            "outputs": [
                {"name": "stdout", "output_type": "stream", "text": ["three\n"]}
            ],
            "source": ["# NBVAL_CHECK_OUTPUT\n", "print('three')"],
        },
        {"cell_type": "markdown", "id": "recap", "metadata": {}, "source": ["Done"]},
    ],
    "metadata": {
        "kernelspec": {"display_name": "Python 3", "name": "python3"},
        "language_info": {"name": "python"},
    },
    "nbformat": 4,
    "nbformat_minor": 5,
}

UUID = "3f2b0c1e-5dad-4be5-8b1f-0123456789ab"  # as JupyterLab makes them

# rule, where in GOOD, what to put there
BROKEN = [
    (rules.is_valid, ("nbformat_minor",), 4),
    (rules.is_valid, ("cells", 0, "outputs"), "three"),
    (rules.has_readable_ids, ("cells", 0, "id"), "3f2b0c1e"),
    (
        rules.has_readable_ids,
        ("cells", 0, "id"),
        "3f2b0c1e-5dad-4be5-8b1f-0123456789ab",
    ),
    (rules.has_readable_ids, ("cells", 0, "id"), "Run_Answer"),
    (rules.has_readable_ids, ("cells", 0, "id"), "recap"),
    (rules.has_clean_metadata, ("metadata", "kernelspec", "name"), "conda-env-foo-py"),
    (rules.has_clean_metadata, ("metadata", "language_info", "version"), "3.11.7"),
    (rules.has_clean_metadata, ("metadata", "widgets"), {}),
    (rules.has_clean_metadata, ("cells", 0, "metadata", "execution"), {}),
    (rules.has_markers_nbval_knows, ("cells", 0, "source"), "# NBVAL_IGNORE_OUTPUTS"),
    (rules.has_markers_nbval_knows, ("cells", 0, "source"), "now()  # NBVAL_SKIP"),
    (rules.has_markers_nbval_knows, ("cells", 0, "metadata", "tags"), ["NBVAL-SKIP"]),
    (rules.has_small_cells, ("cells", 1, "source"), "word\n" * 26),
    (rules.has_small_cells, ("cells", 0, "source"), "x = 1\n" * 7),
    (rules.has_small_cells, ("cells", 0, "source"), "x = 1\n" * 16),
    (rules.names_no_model, ("cells", 0, "source"), "model = 'claude-haiku-4-5'"),
    (rules.holds_nothing_private, ("cells", 0, "source"), "key = 'sk-ant-1'"),
    (rules.holds_nothing_private, ("cells", 0, "outputs"), ["/home/ana/kit"]),
    (rules.holds_nothing_private, ("cells", 1, "source"), r"C:\Users\ana"),
    (rules.can_be_compared, ("cells", 0, "source"), "plot();\n"),
    (rules.can_be_compared, ("cells", 0, "source"), "clear_output()"),
    (rules.can_be_compared, ("cells", 0, "source"), "out = widgets.Output()"),
    (rules.was_run, ("cells", 0, "execution_count"), None),
    (rules.was_run, ("cells", 0, "execution_count"), 2),
    (rules.was_run, ("cells", 0, "outputs"), [{"output_type": "error"}]),
    (rules.was_not_run, ("cells", 0, "outputs"), []),
    (rules.was_not_run, ("cells", 0, "execution_count"), None),
    (rules.is_short, ("cells", 1, "source"), "word " * 901),
]


def changed(path: tuple, value) -> dict:
    """GOOD with another value in one place."""
    notebook = deepcopy(GOOD)
    place = notebook
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return notebook


def broken_links(text: str, folder: Path) -> list[str]:
    """The relative links of a text that lead to no file."""
    links = [unquote(link.split("#")[0]) for link in LINK.findall(text)]
    local = [link for link in links if link and not re.match(r"[a-z]+:", link)]
    return [link for link in local if not (folder / link).exists()]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_notebook_keeps_the_rules(path):
    notebook = read(path)
    problems = [p for rule in rules.RULES[path.parent.name] for p in rule(notebook)]
    assert not problems, "\n".join([named(path), *problems])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_links_between_files_lead_somewhere(path):
    prose = [c for c in read(path)["cells"] if c["cell_type"] == "markdown"]
    missing = broken_links("\n".join(map(rules.source, prose)), path.parent)
    assert not missing, f"{named(path)} links to files that do not exist: {missing}"


def test_exercises_and_solutions_have_the_same_names():
    solutions = sorted((ROOT / "solutions").glob("*.ipynb"))
    assert [path.name for path in EXERCISES] == [path.name for path in solutions]


@pytest.mark.parametrize("path", EXERCISES, ids=named)
def test_solution_is_the_exercise_with_its_answers_filled_in(path):
    problems = rules.is_pair(read(path), read(ROOT / "solutions" / path.name))
    assert not problems, "\n".join(problems)


def test_good_notebook_breaks_no_rule():
    assert not [p for rule in rules.RULES["notebooks"] for p in rule(GOOD)]


@pytest.mark.parametrize(("rule", "path", "value"), BROKEN)
def test_rule_finds_what_breaks_it(rule, path, value):
    assert rule(changed(path, value))


def test_every_rule_has_a_notebook_that_breaks_it():
    all_rules = {rule for folder in rules.RULES.values() for rule in folder}
    assert {rule for rule, _, _ in BROKEN} == all_rules


def test_emptied_exercise_counts_as_not_run():
    exercise = changed(("cells", 0, "outputs"), [])
    exercise["cells"][0]["execution_count"] = None
    assert not rules.was_not_run(exercise)


ANSWER = ("cells", 0, "metadata", "tags")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("cells", 0, "id"), "other"),
        (("cells", 0, "source"), "answer = 3"),
        (("cells", 1, "source"), "Other words"),
        (ANSWER, ["answer"]),
    ],
    ids=["id", "code", "prose", "tag"],
)
def test_pair_that_differs_outside_its_answers_is_found(path, value):
    assert rules.is_pair(GOOD, changed(path, value))


def test_pair_may_and_must_differ_in_its_answers():
    exercise = changed(ANSWER, ["answer"])
    solution = deepcopy(exercise)
    assert rules.is_pair(exercise, solution)
    solution["cells"][0]["source"] = "answer = 3"
    assert not rules.is_pair(exercise, solution)


def test_link_to_a_missing_file_is_found(tmp_path):
    (tmp_path / "là bas.md").touch()
    text = "[a](l%C3%A0%20bas.md#top) [b](https://a.org/x) [c](#top) [d](gone.ipynb)"
    assert broken_links(text, tmp_path) == ["gone.ipynb"]
