"""Which cell of a submission holds an answer: by id, tag, mark, position or name.

Programs other than JupyterLab drop ids or tags, and students copy and paste.
"""

from dataclasses import dataclass

from helpers.grading.cell_text import mark, variables
from helpers.grading.exercises import Exercise, Wanted
from helpers.grading.reading import source, tags


@dataclass(frozen=True)
class Found:
    """An answer's cell: its place in the notebook, its text, how it was found."""

    index: int
    text: str
    how: str
    notes: tuple[str, ...] = ()


def find(cells: list[dict], exercise: Exercise, wanted: Wanted) -> Found | None:
    """The cell that holds an answer, or None when no way leads to it."""
    for how, finder in FINDERS.items():
        indexes = finder(cells, exercise, wanted)
        if indexes:
            return _found(cells, indexes, how)
    return None


def _found(cells: list[dict], indexes: list[int], how: str) -> Found:
    notes = [] if how == "id" else [f"found by its {how}, its cell id is lost"]
    if len(indexes) > 1:
        notes.append(f"it is there {len(indexes)} times; the last one counts")
    if cells[indexes[-1]].get("cell_type") != "code":
        notes.append("its cell is not a code cell any more")
    return Found(indexes[-1], source(cells[indexes[-1]]), how, tuple(notes))


def _by_id(cells: list[dict], exercise: Exercise, wanted: Wanted) -> list[int]:
    """Also cells pasted from it: they carry its mark, and below it they count."""
    same = [i for i, cell in enumerate(cells) if cell.get("id") == wanted.cell_id]
    pasted = _by_mark(cells, exercise, wanted)
    return sorted({*same, *(i for i in pasted if i > same[0])}) if same else []


def _by_tag(cells: list[dict], exercise: Exercise, wanted: Wanted) -> list[int]:
    """The tag says that it is an answer; the order of the tags says which."""
    tagged = [i for i, cell in enumerate(cells) if "answer" in tags(cell)]
    if len(tagged) != len(exercise.wanted):
        return []
    index = tagged[exercise.wanted.index(wanted)]
    return [index] if mark(source(cells[index])) in (None, wanted.name) else []


def _by_mark(cells: list[dict], exercise: Exercise, wanted: Wanted) -> list[int]:
    return [i for i, cell in enumerate(cells) if mark(source(cell)) == wanted.name]


def _by_position(cells: list[dict], exercise: Exercise, wanted: Wanted) -> list[int]:
    code = [i for i, cell in enumerate(cells) if cell.get("cell_type") == "code"]
    if len(code) != len(exercise.code):
        return []
    index = code[wanted.position]
    return [index] if mark(source(cells[index])) is None else []


def _by_name(cells: list[dict], exercise: Exercise, wanted: Wanted) -> list[int]:
    names = set(variables(wanted.starter))
    return [
        i
        for i, cell in enumerate(cells)
        if cell.get("cell_type") == "code" and names & set(variables(source(cell)))
    ]


FINDERS = {
    "id": _by_id,
    "tag": _by_tag,
    "mark": _by_mark,
    "position": _by_position,
    "name": _by_name,
}
