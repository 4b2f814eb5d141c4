"""The answer cells of the solutions, for a learner who asks to see one.

They are read as text. Nothing here runs them, and no check looks at them.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

SOLUTIONS = Path(__file__).resolve().parent.parent / "solutions"


@dataclass(frozen=True)
class Source:
    """The text of an answer cell; a notebook shows it as it is."""

    text: str

    def __repr__(self) -> str:
        return self.text


def solution(exercise: str, folder: Path = SOLUTIONS) -> Source:
    """One right answer: the answer cell before the check of this name."""
    paths = sorted(folder.glob("*.ipynb"))
    if not paths:
        return Source(
            f"There are no solutions here: expected notebooks in {folder}. They come "
            "with the course's own folder, and not with an installed package."
        )
    for path in paths:
        text = _answer(json.loads(path.read_text(encoding="utf-8")), exercise)
        if text is not None:
            return Source(text)
    raise ValueError(
        f"No exercise has a check named {exercise!r}. Its name stands in the cell "
        'below the answer: check("name", ...).'
    )


def _answer(notebook: dict, exercise: str) -> str | None:
    answer = None
    checks = re.compile(rf"\bcheck\(\s*[\"']{re.escape(str(exercise))}[\"']")
    for cell in notebook["cells"]:
        source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
        if "answer" in tags:
            answer = source
        if "check" in tags and checks.search(source):
            return answer
    return None
