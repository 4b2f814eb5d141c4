"""What the kit asks for: the answers of each exercise, as its notebook ships them."""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from helpers.grading.cell_text import mark
from helpers.grading.reading import read_cells, source, tags

KIT = Path(__file__).resolve().parents[2]
EXERCISES = KIT / "exercises"
SOLUTIONS = KIT / "solutions"


@dataclass(frozen=True)
class Wanted:
    """One answer cell of an exercise: where it stands, and what it starts from."""

    name: str
    cell_id: str
    position: int
    """How many code cells stand before it."""
    starter: str
    check: str
    """The name of its check, and what the check cell gives to it."""
    expression: str


@dataclass(frozen=True)
class Exercise:
    """An exercise of the kit: its name, its code cells and the answers it wants."""

    name: str
    code: tuple[str, ...]
    ids: frozenset[str]
    wanted: tuple[Wanted, ...]


@cache
def load(folder: str) -> tuple[Exercise, ...]:
    """The exercises of a folder that have answer cells."""
    paths = sorted(Path(folder).glob("*.ipynb"))
    exercises = [_exercise(path.stem, path.read_bytes()) for path in paths]
    return tuple(exercise for exercise in exercises if exercise.wanted)


def closest(cells: list[dict], file_name: str, folder: str) -> Exercise | None:
    """The exercise that a submission answers, whatever its file is called."""
    exercises = load(folder)
    return max(exercises, key=lambda e: _likeness(cells, file_name, e), default=None)


def _likeness(cells: list[dict], file_name: str, exercise: Exercise) -> tuple:
    wanted = {answer.name for answer in exercise.wanted}
    marks = {mark(source(cell)) for cell in cells} & wanted
    ids = {cell.get("id") for cell in cells if isinstance(cell.get("id"), str)}
    same_code = {source(cell).strip() for cell in cells} & set(exercise.code)
    shared = len(marks) + len(ids & exercise.ids) + len(same_code)
    return shared, exercise.name in file_name


def _exercise(name: str, content: bytes) -> Exercise:
    cells, _ = read_cells(content)
    code = [cell for cell in cells if cell.get("cell_type") == "code"]
    answers = [i for i, cell in enumerate(code) if "answer" in tags(cell)]
    return Exercise(
        name,
        tuple(source(cell).strip() for cell in code),
        frozenset(cell["id"] for cell in cells),
        tuple(_wanted(code, i) for i in answers),
    )


def _wanted(code: list[dict], position: int) -> Wanted:
    cell = code[position]
    check, expression = _check(code[position + 1 :])
    name = mark(source(cell)) or cell["id"]
    return Wanted(name, cell["id"], position, source(cell), check, expression)


def _check(below: list[dict]) -> tuple[str, str]:
    """The arguments of the first check below: its name, and the answer as code."""
    for cell in below:
        for node in ast.walk(ast.parse(source(cell) if "check" in tags(cell) else "")):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "check":
                return ast.literal_eval(node.args[0]), ast.unparse(node.args[1])
    return "", "None"
