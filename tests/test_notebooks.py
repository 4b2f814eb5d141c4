"""Every notebook keeps the rules in notebook_rules, and each rule can be broken."""

import json
import re
from copy import deepcopy
from pathlib import Path

import lesson_rules as lessons
import notebook_rules as rules
import pytest
from notebook_cells import prose

ROOT = Path(__file__).resolve().parent.parent


def named(path: Path) -> str:
    """A notebook's name in the list of tests, such as `solutions/07_loop`."""
    return f"{path.parent.name}/{path.stem}"


def read(path: Path) -> dict:
    """A notebook as its JSON, untouched."""
    return json.loads(path.read_text(encoding="utf-8"))


NOTEBOOKS = [p for name in rules.RULES for p in sorted((ROOT / name).glob("*.ipynb"))]
EXERCISES = sorted((ROOT / "exercises").glob("*.ipynb"))


def text_cell(id: str, text: str) -> dict:
    return {"cell_type": "markdown", "id": id, "metadata": {}, "source": text}


def code_cell(id: str, text: str, count: int) -> dict:
    output = {"name": "stdout", "output_type": "stream", "text": ["three\n"]}
    return {
        "cell_type": "code",
        "execution_count": count,
        "id": id,
        "metadata": {},
        "outputs": [output],
        "source": text,
    }


GOOD = {
    "cells": [
        text_cell("goals", "# 07 · The loop\n\n- write it,\n- bound it."),
        code_cell("run-answer", "# NBVAL_CHECK_OUTPUT\nprint('three')", 1),
        text_cell("predict", "## Predict\n\nHow many?" + " **Predict:** and then?" * 2),
        *(text_cell(part, f"## {part.title()}") for part in ("run", "investigate")),
        *(code_cell(f"run-{n}", "1 + 2", n) for n in range(2, 14)),
        *(text_cell(part, f"## {part.title()}") for part in ("modify", "check")),
        code_cell("check-loop", "check('loop', loop)", 14),
        text_cell("recap", "## Recap\n\n- a\n- b\n- c\n\n**Next:** [08](08.ipynb)"),
    ],
    "metadata": {
        "kernelspec": {"display_name": "Python 3", "name": "python3"},
        "language_info": {"name": "python"},
    },
    "nbformat": 4,
    "nbformat_minor": 5,
}

UUID = "3f2b0c1e-5dad-4be5-8b1f-0123456789ab"  # as JupyterLab makes them

RECAP = "## Recap\n\n- a\n- b\n- c\n\n"
ANSWER = code_cell("answer", "# ANSWER: loop\nloop = ...", 1)
ANSWER["metadata"] = {"tags": ["answer"]}
CHECK = code_cell("check", 'check("loop", loop)', 2)
CHECK["metadata"] = {"tags": ["check"]}

# rule, where in GOOD, what to put there
BROKEN = [
    (rules.is_valid, ("nbformat_minor",), 4),
    (rules.is_valid, ("cells", 1, "outputs"), "three"),
    (rules.has_readable_ids, ("cells", 1, "id"), "3f2b0c1e"),
    (rules.has_readable_ids, ("cells", 1, "id"), UUID),
    (rules.has_readable_ids, ("cells", 1, "id"), "Run_Answer"),
    (rules.has_readable_ids, ("cells", 1, "id"), "recap"),
    (rules.has_clean_metadata, ("metadata", "kernelspec", "name"), "conda-env-foo-py"),
    (rules.has_clean_metadata, ("metadata", "language_info", "version"), "3.11.7"),
    (rules.has_clean_metadata, ("metadata", "widgets"), {}),
    (rules.has_clean_metadata, ("cells", 1, "metadata", "execution"), {}),
    (rules.has_markers_nbval_knows, ("cells", 1, "source"), "# NBVAL_IGNORE_OUTPUTS"),
    (rules.has_markers_nbval_knows, ("cells", 1, "source"), "now()  # NBVAL_SKIP"),
    (rules.has_markers_nbval_knows, ("cells", 1, "metadata", "tags"), ["NBVAL-SKIP"]),
    (rules.has_small_cells, ("cells", 2, "source"), "word\n" * 26),
    (rules.has_small_cells, ("cells",), [code_cell("long", "x = 1\n" * 7, 1)] * 2),
    (rules.has_small_cells, ("cells",), [code_cell("long", "x = 1\n" * 16, 1)] * 2),
    (rules.names_no_model, ("cells", 1, "source"), "model = 'claude-haiku-4-5'"),
    (rules.holds_nothing_private, ("cells", 1, "source"), "key = 'sk-ant-1'"),
    (rules.holds_nothing_private, ("cells", 1, "outputs"), ["/home/ana/kit"]),
    (rules.holds_nothing_private, ("cells", 2, "source"), r"C:\Users\ana"),
    (rules.holds_nothing_private, ("cells", 1, "outputs"), ["/Users/ana/kit"]),
    (rules.can_be_compared, ("cells", 1, "source"), "plot();\n"),
    (rules.can_be_compared, ("cells", 1, "source"), "clear_output()"),
    (rules.can_be_compared, ("cells", 1, "source"), "out = widgets.Output()"),
    (rules.was_run, ("cells", 1, "execution_count"), None),
    (rules.was_run, ("cells", 1, "execution_count"), 2),
    (rules.was_run, ("cells", 1, "outputs"), [{"output_type": "error"}]),
    (rules.was_not_run, ("cells", 1, "outputs"), []),
    (rules.was_not_run, ("cells", 1, "execution_count"), None),
    (lessons.is_short, ("cells", 2, "source"), "word " * 901),
    (lessons.is_short, ("cells",), [text_cell("recap", "Done")] * 19),
    (lessons.is_short, ("cells",), [text_cell("recap", "Done")] * 36),
    (lessons.opens_with_goals, ("cells", 0, "source"), "# The loop\n\n- a\n- b"),
    (lessons.opens_with_goals, ("cells", 0, "source"), "# 07 · The loop\n\n- a"),
    (lessons.has_every_part, ("cells", 3, "source"), "## Ran"),
    (lessons.has_every_part, ("cells", 2, "source"), "## Predict\n\n**Predict:** a"),
    (lessons.ends_with_check_and_recap, ("cells", -2, "source"), "loop()"),
    (lessons.ends_with_check_and_recap, ("cells", -1, "source"), "## Recap\n\n- a"),
    (lessons.ends_with_check_and_recap, ("cells", -1, "source"), RECAP + "Next: 08"),
    (lessons.has_marked_answers, ("cells",), [ANSWER]),
    (lessons.has_marked_answers, ("cells",), [ANSWER, ANSWER, CHECK]),
    (lessons.has_marked_answers, ("cells",), [ANSWER | {"source": "a = 1"}, CHECK]),
    (lessons.has_marked_answers, ("cells",), [ANSWER, CHECK | {"source": "a"}]),
]


def changed(path: tuple, value) -> dict:
    """GOOD with another value in one place."""
    notebook = deepcopy(GOOD)
    place = notebook
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return notebook


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_notebook_keeps_the_rules(path):
    notebook = read(path)
    problems = [p for rule in rules.RULES[path.parent.name] for p in rule(notebook)]
    assert not problems, "\n".join([named(path), *problems])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_links_call_a_lesson_by_its_title(path):
    for title, target in re.findall(
        r"\[(\d\d · [^\]]+)\]\(([^)]+)\)", prose(read(path))
    ):
        lesson = prose(read(path.parent / target))
        assert lesson.startswith(f"# {title}\n"), f"{target} is not called {title!r}"


def test_exercises_and_solutions_have_the_same_names():
    solutions = sorted((ROOT / "solutions").glob("*.ipynb"))
    assert [path.name for path in EXERCISES] == [path.name for path in solutions]


@pytest.mark.parametrize("path", EXERCISES, ids=named)
def test_solution_is_the_exercise_with_its_answers_filled_in(path):
    problems = lessons.is_pair(read(path), read(ROOT / "solutions" / path.name))
    assert not problems, "\n".join(problems)


def test_good_notebook_breaks_no_rule():
    assert not [p for rule in rules.RULES["notebooks"] for p in rule(GOOD)]


@pytest.mark.parametrize(("rule", "path", "value"), BROKEN)
def test_rule_finds_what_breaks_it(rule, path, value):
    assert rule(changed(path, value))


def test_every_rule_has_a_notebook_that_breaks_it():
    all_rules = {rule.__name__ for folder in rules.RULES.values() for rule in folder}
    odd = sorted({rule.__name__ for rule, _, _ in BROKEN} ^ all_rules)
    assert not odd, f"BROKEN and the tables of rules differ in {odd}"


def test_emptied_exercise_counts_as_not_run():
    emptied = ANSWER | {"outputs": [], "execution_count": None}
    assert not rules.was_not_run(changed(("cells",), [emptied]))


TAGS = ("cells", 1, "metadata", "tags")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("cells", 1, "id"), "other"),
        (("cells", 1, "source"), "answer = 3"),
        (("cells", 2, "source"), "Other words"),
        (TAGS, ["answer"]),
    ],
    ids=["id", "code", "prose", "tag"],
)
def test_pair_that_differs_outside_its_answers_is_found(path, value):
    assert lessons.is_pair(GOOD, changed(path, value))


def test_pair_may_and_must_differ_in_its_answers():
    exercise = changed(TAGS, ["answer"])
    solution = deepcopy(exercise)
    assert lessons.is_pair(exercise, solution)
    solution["cells"][1]["source"] = "answer = 3"
    assert not lessons.is_pair(exercise, solution)
