"""What a run tells: a table on the screen, files for other programs, feedback."""

import csv
import json
from collections import Counter
from pathlib import Path

from helpers.grading import pages
from helpers.grading.handed_in import student

MOST_COLUMNS = 6  # answers; a folder of several exercises would not fit the screen


def table(rows: list[dict]) -> str:
    """The rows as a table for the screen."""
    import pandas

    names = list(dict.fromkeys(a["name"] for row in rows for a in row["answers"]))
    shown = names if len(names) <= MOST_COLUMNS else []
    frame = pandas.DataFrame([_line(row, shown) for row in rows])
    for name in frame:
        width = max(map(len, [*frame[name], name]))
        frame[name] = frame[name].str.ljust(width)
    with pandas.option_context("display.max_colwidth", None):
        return frame.to_string(index=False, justify="left")


def _line(row: dict, names: list[str]) -> dict[str, str]:
    of_answer = {a["name"]: f"{a['points']}/{a['of']}" for a in row["answers"]}
    return {
        "file": row["file"],
        "state": row["state"],
        "points": f"{row['points']}/{row['of']}" if row["of"] else "",
        **{name: of_answer.get(name, "") for name in names},
        "s": f"{row['seconds']:.2f}",
        "first thing wrong": row["reason"][:70],
    }


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
