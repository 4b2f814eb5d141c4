"""One submission, graded: the content of a file in, a row out.

The row is plain data, the same on this machine and on another; nothing that a student
can send makes this raise.
"""

import time
from collections.abc import Callable

from helpers.grading.exercises import closest
from helpers.grading.one_answer import outcome
from helpers.grading.reading import Unreadable, read_cells
from helpers.grading.running import Runner


def grade(
    name: str, content: bytes, folder: str, seed: str, runner: Callable[[], Runner]
) -> dict:
    """The row of one submission: its answers, their points, and why some are lost.

    `folder` holds the exercises, `seed` draws the scenarios; `runner` gives the process
    for code answers, and is only called when there is one.
    """
    start = time.perf_counter()
    try:
        cells, notes = read_cells(content)
    except Unreadable as reason:
        return refused(name, str(reason))
    exercise = closest(cells, name, folder)
    if exercise is None:
        return refused(name, f"There are no exercises in {folder}.")
    given = [outcome(cells, exercise, w, seed, runner) for w in exercise.wanted]
    if all(answer["state"] == "missing" for answer in given):
        return refused(
            name,
            f"It is a notebook without answers of {exercise.name}. Hand in the "
            "exercise's own notebook.",
        )
    return _row(name, exercise.name, given, notes, time.perf_counter() - start)


def refused(name: str, reason: str) -> dict:
    """The row of a file that cannot be graded."""
    return {
        **_row(name, "", [], [], 0.0),
        "state": "unreadable",
        "reason": reason,
    }


def _row(name: str, exercise: str, answers: list, notes: list, seconds: float) -> dict:
    points, of = (sum(answer[key] for answer in answers) for key in ("points", "of"))
    return {
        "file": name,
        "exercise": exercise,
        "state": _state(answers),
        "points": points,
        "of": of,
        "seconds": round(seconds, 3),
        "reason": next((m for a in answers for m in a["messages"]), ""),
        "notes": notes,
        "answers": answers,
    }


def _state(given: list[dict]) -> str:
    states = {answer["state"] for answer in given}
    return states.pop() if len(states) == 1 else "not yet"
