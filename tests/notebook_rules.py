"""Rules that every notebook keeps: a notebook as its JSON in, a list of problems out.

Most guard nbval, which passes in silence over what it does not understand.
"""

import json
import re
from statistics import median

import nbformat
from lesson_rules import (
    ends_with_check_and_recap,
    has_every_part,
    has_marked_answers,
    is_short,
    opens_with_goals,
)
from notebook_cells import code_cells, source, tags

MARKER = re.compile(
    r"#\s*NBVAL_(IGNORE_OUTPUT|CHECK_OUTPUT|SKIP|RAISES_EXCEPTION)|raises-exception"
    r"|nbval-(ignore-output|check-output|skip|raises-exception)"
)
RANDOM_ID = re.compile(r"[0-9a-f]{8}(-?[0-9a-f]{4}){0,3}(-?[0-9a-f]{12})?")
MODEL_ID = re.compile(r"claude-(\d|fable|haiku|instant|mythos|opus|sonnet)[\w.-]*")
PRIVATE = re.compile(r"sk-ant-|/(?:home|root|Users)/|/tmp/ipykernel|[A-Za-z]:\\Users")
UNCOMPARABLE = re.compile(
    r"\bclear_output\b|\bupdate_display\b|\binteract\(|\bOutput\("
)


def is_valid(notebook: dict) -> list[str]:
    """The file is nbformat 4.5, the first with cell ids, as its schema says."""
    version = (notebook["nbformat"], notebook["nbformat_minor"])
    if version != (4, 5):
        return [f"expected nbformat (4, 5), got {version}"]
    try:
        nbformat.validate(nbformat.from_dict(notebook))
    except nbformat.ValidationError as error:
        return [f"not a valid notebook: {error.message}"]
    return []


def has_readable_ids(notebook: dict) -> list[str]:
    """Every cell has an id of its own, made of words; translations hang on them."""
    ids = [cell["id"] for cell in notebook["cells"]]
    words = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
    wrong = [i for i in ids if RANDOM_ID.fullmatch(i) or not words.fullmatch(i)]
    twice = sorted({i for i in ids if ids.count(i) > 1})
    return [
        f"cell id {i!r} is no words: in a text editor, write one like 'run-answer'"
        for i in wrong
    ] + [f"cell id {i!r} is used twice" for i in twice]


def has_clean_metadata(notebook: dict) -> list[str]:
    """The kernel is python3, and nothing differs by machine: `refresh` sees to it."""
    metadata = notebook["metadata"]
    problems = []
    if metadata.get("kernelspec", {}).get("name") != "python3":
        problems.append("metadata.kernelspec.name must be python3")
    if "version" in metadata.get("language_info", {}):
        problems.append("metadata.language_info holds a Python version")
    if "widgets" in metadata:
        problems.append("metadata holds the state of widgets")
    if any("execution" in cell["metadata"] for cell in notebook["cells"]):
        problems.append("a cell's metadata holds the time of its execution")
    return problems


def has_markers_nbval_knows(notebook: dict) -> list[str]:
    """An NBVAL marker is spelt right and alone on its line; others do nothing."""
    lines = [line for cell in code_cells(notebook) for line in source(cell).split("\n")]
    labels = [tag for cell in notebook["cells"] for tag in tags(cell)]
    return [
        f"nbval does not understand {text.strip()!r}"
        for text in lines + labels
        if re.search("nbval", text, re.I) and not MARKER.fullmatch(text.strip())
    ]


def has_small_cells(notebook: dict) -> list[str]:
    """No cell over 25 lines; code cells: half up to 6 lines, 90 % up to 15."""
    problems = [
        f"cell {cell['id']} has {len(source(cell).splitlines())} lines, over 25"
        for cell in notebook["cells"]
        if len(source(cell).splitlines()) > 25
    ]
    lengths = [len(source(cell).splitlines()) for cell in code_cells(notebook)] or [0]
    if median(lengths) > 6:
        problems.append(f"half of the code cells have {median(lengths)} lines, over 6")
    if sum(n > 15 for n in lengths) > len(lengths) / 10:
        problems.append("more than 10 % of the code cells have over 15 lines")
    return problems


def names_no_model(notebook: dict) -> list[str]:
    """No cell names a model: models retire, and `helpers` is where one changes it."""
    found = [MODEL_ID.search(source(cell)) for cell in notebook["cells"]]
    return [
        f"names the model {match.group()}: leave it to `helpers`"
        for match in found
        if match
    ]


def holds_nothing_private(notebook: dict) -> list[str]:
    """No key and no path of somebody's machine, in sources and outputs alike."""
    text = json.dumps(notebook, ensure_ascii=False).replace("\\\\", "\\")
    return [f"holds {found!r}" for found in sorted(set(PRIVATE.findall(text)))]


def can_be_compared(notebook: dict) -> list[str]:
    """No cell does what nbval fails on: a last `;`, clear_output, an Output widget."""
    problems = []
    for cell in code_cells(notebook):
        if source(cell).rstrip().endswith(";"):
            problems.append(f"cell {cell['id']} ends in `;`")
        for found in UNCOMPARABLE.finditer(source(cell)):
            problems.append(f"cell {cell['id']} uses {found.group()}")
    return problems


def was_run(notebook: dict) -> list[str]:
    """Every code cell was run, once and in order, and none failed: nbval compares."""
    counts = [cell["execution_count"] for cell in code_cells(notebook)]
    problems = []
    if counts != list(range(1, len(counts) + 1)):
        problems.append(f"cells must be run in order, 1 to {len(counts)}: got {counts}")
    for cell in code_cells(notebook):
        if any(output["output_type"] == "error" for output in cell["outputs"]):
            problems.append(f"cell {cell['id']} holds an error")
    return problems


def was_not_run(notebook: dict) -> list[str]:
    """No code cell holds an output or a count."""
    return [
        f"cell {cell['id']} holds an output or a count"
        for cell in code_cells(notebook)
        if cell["outputs"] or cell["execution_count"] is not None
    ]


EVERYWHERE = [
    is_valid,
    has_readable_ids,
    has_clean_metadata,
    has_markers_nbval_knows,
    has_small_cells,
    names_no_model,
    holds_nothing_private,
    can_be_compared,
]
LESSON = [is_short, opens_with_goals, has_every_part, ends_with_check_and_recap]
RULES = {
    "notebooks": [*EVERYWHERE, was_run, *LESSON],
    "exercises": [*EVERYWHERE, was_not_run, has_marked_answers],
    "solutions": [*EVERYWHERE, was_run, has_marked_answers],
}
