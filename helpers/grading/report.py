"""What a run tells: a table on the screen, files for other programs, feedback."""

import csv
import json
from collections import Counter
from pathlib import Path

from helpers.grading import pages
from helpers.grading.handed_in import student


def summary(rows: list[dict]) -> list[str]:
    """How many are in which state, and how code answers were contained."""
    counts = Counter(row["state"] for row in rows)
    told = [", ".join(f"{n} {state}" for state, n in counts.most_common())]
    used = sorted({row["contained"] for row in rows if row.get("contained")})
    told += [f"Contained by {text}" for text in used]
    return told or ["There is nothing to grade."]


def write_csv(path: Path, rows: list[dict]) -> None:
    """One line for each submission, with a column for each answer's points."""
    names = list(dict.fromkeys(a["name"] for row in rows for a in row["answers"]))
    fixed = ["file", "student", "exercise", "state", "points", "of", "seconds"]
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, [*fixed, *names, "messages"], restval="")
        writer.writeheader()
        for row in rows:
            told = " | ".join(pages.messages(row) or [row["reason"]])
            line = {key: row.get(key) for key in fixed}
            line |= {"student": student(row["file"]), "messages": told}
            line |= {a["name"]: a["points"] for a in row["answers"]}
            writer.writerow({key: _safe(value) for key, value in line.items()})


def write_json(path: Path, rows: list[dict], about: list[str]) -> None:
    """All that is known of each submission."""
    path.write_text(
        json.dumps({"about": about, "submissions": rows}, indent=1), encoding="utf-8"
    )


def write_html(path: Path, rows: list[dict], about: list[str]) -> None:
    """The report as a page."""
    path.write_text(pages.report(rows, about), encoding="utf-8")


def write_feedback(folder: Path, rows: list[dict]) -> None:
    """A page for each student, under the name of the file that was handed in."""
    for row in rows:
        path = folder / f"{row['file']}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pages.feedback(row), encoding="utf-8")


def _safe(value):
    """A value that a spreadsheet does not take for a formula."""
    is_formula = isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t")
    return f"'{value}" if is_formula else value
