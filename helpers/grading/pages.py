"""Pages of HTML: the report for the instructor, the feedback for each student.

Everything on them comes from strangers' files, so all of it is escaped.
"""

from html import escape

STYLE = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto;
       padding: 0 1rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; } th, td { padding: .3rem .6rem; text-align: left;
       border-bottom: 1px solid #8888; vertical-align: top; }
h1 { font-size: 1.5rem; } td:first-child { min-width: 14rem; }
th, td:not(:first-child, :last-child) { white-space: nowrap; }
td ul { margin: 0; padding-left: 1rem; }
@media (max-width: 45rem) {
  thead { display: none; } tr, td { display: block; }
  tr { padding: .5rem 0; border-bottom: 2px solid #8888; }
  td { padding: 0; border: 0; } td:first-child { min-width: 0; font-weight: bold; }
}
"""


def report(rows: list[dict], about: list[str]) -> str:
    """The page with one line for each submission."""
    heads = ["File", "Exercise", "State", "Points", "Time", "What went wrong"]
    lines = [
        [
            row["file"],
            row["exercise"],
            row["state"],
            points(row),
            f"{row['seconds']:.2f} s",
            [row["reason"]] if not row["answers"] else messages(row),
        ]
        for row in rows
    ]
    told = "".join(f"<p>{escape(text)}</p>" for text in about)
    return _page("Grades", f"<h1>Grades</h1>{told}{_table(heads, lines)}")


def feedback(row: dict) -> str:
    """The page for one student: each answer's state, and what to look at again."""
    lines = [
        [a["name"], a["state"], f"{a['points']} of {a['of']}", _own(a)]
        for a in row["answers"]
    ]
    heads = ["Answer", "State", "Points", "What to look at again"]
    body = f"<h1>{escape(row['file'])}</h1><p>{escape(row['exercise'])}</p>"
    if row["answers"]:
        body += f"<p>{points(row)} points.</p>{_table(heads, lines)}"
    else:
        body += f"<p>{escape(row['reason'])}</p>"
    body += _items(row["notes"])
    return _page(f"Feedback: {row['file']}", body)


def points(row: dict) -> str:
    """The points of a row, such as "5 of 8"."""
    return f"{row['points']} of {row['of']}"


def messages(row: dict) -> list[str]:
    """All that went wrong in a row, and all that was noted."""
    told = [text for a in row["answers"] for text in (*a["messages"], *a["notes"])]
    return told + row["notes"]


def _own(answer: dict) -> list[str]:
    """The answer's messages without its name, which stands beside them."""
    told = [*answer["messages"], *answer["notes"]]
    return [text.removeprefix(f"{answer['name']}: ") for text in told]


def _table(heads: list[str], lines: list[list]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(f"<tr>{''.join(map(_cell, line))}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: str | list[str]) -> str:
    return f"<td>{_items(value) if isinstance(value, list) else escape(value)}</td>"


def _items(texts: list[str]) -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in texts if text)
    return f"<ul>{items}</ul>" if items else ""


def _page(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body>{body}</body></html>\n"
    )
