"""Made-up submissions to try the grader with: right, wrong, odd and hostile ones.

`python course.py grade FOLDER --sample 30` writes them. SAMPLES names each kind; its
function gets the path to write, the exercise, and the solution.
"""

import copy
import json
import os
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from helpers.grading import hostile
from helpers.grading.filling import answered, cells_with, read, save, wrong
from helpers.grading.reading import source, tags

WRONG_OUTPUT = {
    "output_type": "stream",
    "name": "stdout",
    "text": ["✅ Passed (trust me)"],
}
ERROR_OUTPUT = {
    "output_type": "error",
    "ename": "CheckNotPassed",
    "evalue": "Not yet",
    "traceback": [],
}


def hostile_answers(lines: str) -> Callable:
    """Wrong submissions whose answers all end with hostile lines."""

    def make(path: Path, exercise: dict, solution: dict) -> None:
        save(path, answered(wrong(solution), lambda _, text: f"{text}\n{lines}"))

    return make


def right(path, exercise, solution):
    save(path, solution)


def untouched(path, exercise, solution):
    save(path, exercise)


def wrong_with_its_output_saved(path, exercise, solution):
    notebook = wrong(solution)
    for cell in cells_with(notebook, "check"):
        cell["outputs"] = [WRONG_OUTPUT]
    save(path, notebook)


def outputs_cleared(path, exercise, solution):
    notebook = copy.deepcopy(solution)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    save(path, notebook)


def error_saved_and_allowed(path, exercise, solution):
    notebook = wrong(solution)
    for cell in cells_with(notebook, "check"):
        cell["outputs"] = [ERROR_OUTPUT]
        cell["metadata"]["tags"] = ["check", "raises-exception"]
    save(path, notebook)


def changed_checks(change: Callable[[dict], None]) -> Callable:
    """Wrong submissions whose check cells are changed."""

    def make(path: Path, exercise: dict, solution: dict) -> None:
        notebook = wrong(solution)
        for cell in cells_with(notebook, "check"):
            change(cell)
        save(path, notebook)

    return make


def checks_deleted(path, exercise, solution):
    notebook = wrong(solution)
    kept = [cell for cell in notebook["cells"] if "check" not in tags(cell)]
    save(path, {**notebook, "cells": kept})


def helpers_folder_beside(path, exercise, solution):
    save(path, wrong(solution))
    package = path.parent / "helpers"
    package.mkdir(exist_ok=True)
    text = "def check(*answer):\n    return 'passed'\n"
    (package / "__init__.py").write_text(text, encoding="utf-8")


def cells_out_of_order(path, exercise, solution):
    notebook = copy.deepcopy(solution)
    notebook["cells"].reverse()
    save(path, notebook)


def answer_pasted_twice(path, exercise, solution):
    notebook = copy.deepcopy(wrong(solution))
    for cell in cells_with(solution, "answer"):
        place = [c.get("id") for c in notebook["cells"]].index(cell["id"])
        pasted = {**copy.deepcopy(cell), "id": f"{cell['id']}-1"}
        notebook["cells"].insert(place + 1, pasted)
    save(path, notebook)


def without_ids(path, exercise, solution):
    notebook = copy.deepcopy(solution)
    notebook["nbformat_minor"] = 4
    for cell in notebook["cells"]:
        del cell["id"]
    save(path, notebook)


def renamed(path, exercise, solution):
    save(path.with_name(f"Copy of final (2) {path.name}"), solution)


def encoded(change: Callable[[str], bytes]) -> Callable:
    """Right submissions, stored in another encoding."""

    def make(path: Path, exercise: dict, solution: dict) -> None:
        path.write_bytes(change(json.dumps(solution, ensure_ascii=False, indent=1)))

    return make


def huge_output(path, exercise, solution):
    notebook = copy.deepcopy(solution)
    output = {"output_type": "stream", "name": "stdout", "text": "x" * 50_000_000}
    cells_with(notebook, "check")[0]["outputs"] = [output]
    save(path, notebook)


def link_out_of_the_folder(path, exercise, solution):
    path.symlink_to(__file__)


def a_pdf(path, exercise, solution):
    path.with_suffix(".pdf").write_bytes(b"%PDF-1.7\n")


LINKS = {} if os.name == "nt" else {"link-out": link_out_of_the_folder}

SAMPLES: dict[str, Callable] = {
    "right": right,
    "wrong-output-saved": wrong_with_its_output_saved,
    "untouched": untouched,
    "outputs-cleared": outputs_cleared,
    "error-saved-and-allowed": error_saved_and_allowed,
    "check-edited": changed_checks(lambda cell: cell.update(source="print('Passed')")),
    "check-deleted": checks_deleted,
    "check-made-raw": changed_checks(lambda cell: cell.update(cell_type="raw")),
    "check-skipped": changed_checks(
        lambda cell: cell.update(source="# NBVAL_SKIP\n" + source(cell))
    ),
    "helpers-folder-beside": helpers_folder_beside,
    "cells-out-of-order": cells_out_of_order,
    "answer-pasted-twice": answer_pasted_twice,
    "without-ids": without_ids,
    "renamed": renamed,
    **{name: hostile_answers(text) for name, text in hostile.ANSWERS.items()},
    "empty": lambda path, exercise, solution: path.write_bytes(b""),
    "cut-off": encoded(lambda text: text.encode()[: len(text) // 2]),
    "a-pdf": a_pdf,
    **LINKS,
    "windows-newlines": encoded(lambda text: text.replace("\\n", "\\r\\n").encode()),
    "byte-order-mark": encoded(lambda text: text.encode("utf-8-sig")),
    "latin-1": encoded(lambda text: text.encode("latin-1", "replace")),
    "huge-output": huge_output,
}


def write(folder: Path, count: int, exercises: Path, solutions: Path) -> list[str]:
    """Write `count` submissions, kind after kind; the names of their folders."""
    paths = sorted(exercises.glob("*.ipynb"))
    pairs = [(read(path), read(solutions / path.name), path.name) for path in paths]
    names = []
    for number, (kind, pair) in enumerate(zip(cycle(SAMPLES), cycle(pairs)), start=1):
        if number > count:
            break
        exercise, solution, name = pair
        names.append(f"{number:04}-{kind}")
        place = folder / names[-1]
        place.mkdir(parents=True)
        SAMPLES[kind](place / name, exercise, solution)
    return names
