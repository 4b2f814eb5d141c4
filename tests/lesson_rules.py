"""What a lesson is made of, and an exercise: a notebook in, a list of problems out."""

import re

from notebook_cells import code_cells, prose, source, tags

PREDICTION = re.compile(r"^## Predict$|\*\*Predict:?\*\*", re.MULTILINE)
PARTS = ["Predict", "Run", "Investigate", "Modify", "Check", "Recap"]
LEAST_CELLS, MOST_CELLS = 20, 35
LEAST_PREDICTIONS = 3
MOST_WORDS = 900


def is_short(notebook: dict) -> list[str]:
    """A lesson has 20 to 35 cells, and at most 900 words of prose."""
    words, cells = len(prose(notebook).split()), len(notebook["cells"])
    problems = []
    if words > MOST_WORDS:
        problems.append(f"{words} words of prose, over {MOST_WORDS}")
    if not LEAST_CELLS <= cells <= MOST_CELLS:
        problems.append(f"{cells} cells: expected {LEAST_CELLS} to {MOST_CELLS}")
    return problems


def opens_with_goals(notebook: dict) -> list[str]:
    """The first cell is the title, `# 07 · The loop`, and two to four goals."""
    first = source(notebook["cells"][0])
    goals = re.findall(r"^- ", first, re.MULTILINE)
    problems = []
    if not re.match(r"# \d\d · \S", first):
        title = first.split("\n")[0]
        problems.append(f"the first cell must begin `# NN · Title`; got {title!r}")
    if not 2 <= len(goals) <= 4:
        problems.append(f"the first cell must list 2 to 4 goals, got {len(goals)}")
    return problems


def has_every_part(notebook: dict) -> list[str]:
    """Each of the six headings stands there once, and enough is predicted."""
    headings = re.findall(r"^## (.+)$", prose(notebook), re.MULTILINE)
    predictions = len(PREDICTION.findall(prose(notebook)))
    problems = [
        f"the heading `## {part}` must stand there once; got {headings.count(part)}"
        for part in PARTS
        if headings.count(part) != 1
    ]
    more = [heading for heading in headings if heading not in PARTS]
    problems += [f"`## {heading}` is none of the lesson's parts" for heading in more]
    if predictions < LEAST_PREDICTIONS:
        problems.append(
            f"{predictions} predictions: expected {LEAST_PREDICTIONS} or more, each "
            "under `## Predict` or behind `**Predict:**`"
        )
    return problems


def ends_with_check_and_recap(notebook: dict) -> list[str]:
    """Before the last cell a check, perhaps with a hint; in it the recap and a link."""
    *before, last = notebook["cells"]
    problems = []
    ends = code_cells({"cells": before[-2:]})
    if not any("check(" in source(cell) for cell in ends):
        problems.append("before the last cell must be code that calls check(...)")
    if not re.match(r"## Recap\n\n(- .+\n){3}", source(last)):
        problems.append("the last cell must be `## Recap` and three lines `- ...`")
    if not re.search(r"\*\*(Next:\*\* .*\[.+\]\(.+\)|The end\.\*\*)", source(last)):
        problems.append("the last cell must link to what is **Next:**")
    return problems


def has_marked_answers(notebook: dict) -> list[str]:
    """Cells tagged `answer` say `# ANSWER: name`; one tagged `check` follows each."""
    problems, open_answer = [], ""
    for cell in code_cells(notebook):
        if "answer" in tags(cell):
            if not re.match(r"# ANSWER: \w+\n", source(cell)):
                problems.append(f"cell {cell['id']} must begin with `# ANSWER: name`")
            if open_answer:
                problems.append(f"cell {open_answer} has no check cell below it")
            open_answer = cell["id"]
        if "check" in tags(cell):
            if not re.match(r"check\(\s*\"\w+\",", source(cell)):
                problems.append(f'cell {cell["id"]} must call check("name", ...)')
            open_answer = ""
    if open_answer:
        problems.append(f"cell {open_answer} has no check cell below it")
    return problems


def is_pair(exercise: dict, solution: dict) -> list[str]:
    """Exercise and solution are the same cells; only those tagged `answer` differ."""
    ids, other = ([cell["id"] for cell in nb["cells"]] for nb in (exercise, solution))
    if ids != other:
        alone = sorted(set(ids) ^ set(other))
        what = f"only one of them has {alone}" if alone else "their order differs"
        return [f"exercise and solution must have the same cells: {what}"]
    problems = []
    for one, other in zip(exercise["cells"], solution["cells"], strict=True):
        same_source = source(one) == source(other)
        same_rest = one["cell_type"] == other["cell_type"] and tags(one) == tags(other)
        if not same_rest or (not same_source and "answer" not in tags(one)):
            problems.append(f"cell {one['id']} differs and is not tagged `answer`")
        if same_source and "answer" in tags(one):
            problems.append(f"cell {one['id']} is the same in both: answer or no tag")
    return problems
