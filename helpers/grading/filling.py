"""Notebooks with their answers filled in: right, or each made wrong in its own way."""

import copy
import json
from collections.abc import Callable
from pathlib import Path

from helpers.grading.cell_text import mark
from helpers.grading.reading import source, tags

Change = Callable[[str, str], str]

# What is changed to make an answer wrong; an answer without a line here is emptied.
WRONG = {
    "say": ("text_from_message(response)", "response"),
    "start_conversation": ("messages=None", "messages=[]"),
    "own_conversation": ("Count from 1 to 5.", "Good morning!"),
    "wanted_tools": ('response.stop_reason != "tool_use"', "not response.content"),
    "ask": (", tools=[get_current_datetime_schema]", ""),
    "own_predictions": ('tomorrow?": "tool_use"', 'tomorrow?": "end_turn"'),
    "result_block": ("request.id", "request.name"),
    "readable_block": (", ensure_ascii=False", ""),
    "own_round_trip": ("6 weeks after 2024-07-01", "30 days after 2024-05-01"),
    "missing_ids": ("not in answered", "in answered"),
    "own_questions": ("2 weeks after 2024-06-01", "30 days after 2024-05-01"),
    "in_days": ("number * UNITS[unit]", "number"),
    "result_of": ('f"Error', '"Error'),
    "own_error": ("Unknown size {size!r}. ", ""),
    "without_function": ("not in tools", "in tools"),
    "matching_tools": ('"set_reminder"', '"remind"'),
    "loop_order": ("BDGFEAC", "DBGFEAC"),
    "own_bound": ("my_bound = 4", "my_bound = 5"),
    "next_step": ('"stop and say why"', '"done"'),
    "run_until_done": ("range(max_turns)", "range(1)"),
    "own_client": ('"refusal"', '"end_turn"'),
    "trace": ('"api_calls": 4', '"api_calls": 3'),
    "week_later": ("14678", "10080"),
    "own_reminder": ("Remind me to buy bread tomorrow at 8am.", "Good morning!"),
    "run_tools": ("request.id", '"toolu_1"'),
    "run_conversation": ("range(max_turns)", "range(1)"),
    "run_every_tool": ("request.id", '"toolu_1"'),
    "run_whole": ("range(max_turns)", "range(1)"),
    "own_tool": ("my_question = ", "my_question = 5, "),
}


def filled(exercise: dict, solution: dict, change: Change) -> dict:
    """A copy of the exercise with the solution's answers, changed as by `answered`."""
    texts = {cell["id"]: source(cell) for cell in cells_with(solution, "answer")}
    copied = copy.deepcopy(exercise)
    for cell in cells_with(copied, "answer"):
        cell["source"] = texts[cell["id"]]
    return answered(copied, change)


def read(path: Path) -> dict:
    """A notebook as its JSON."""
    return json.loads(path.read_text(encoding="utf-8"))


def save(path: Path, notebook: dict) -> None:
    """Write a notebook as JupyterLab does."""
    text = json.dumps(notebook, ensure_ascii=False, indent=1)
    path.write_bytes(text.encode())


def cells_with(notebook: dict, tag: str) -> list[dict]:
    """The cells of a notebook that have a tag."""
    return [cell for cell in notebook["cells"] if tag in tags(cell)]


def answered(notebook: dict, change: Change) -> dict:
    """A copy in which each answer's text is changed, by its name and its text."""
    copied = copy.deepcopy(notebook)
    for cell in cells_with(copied, "answer"):
        text = source(cell)
        cell["source"] = change(mark(text) or "", text)
    return copied


def wrong(solution: dict) -> dict:
    """The solution with each answer made wrong."""
    return answered(solution, _made_wrong)


def _made_wrong(name: str, text: str) -> str:
    if name in WRONG:
        return text.replace(*WRONG[name])
    return text.partition("\n")[0]
