"""A small table for lessons: rows of dicts that draw themselves, without pandas.

It looks the same in every lesson, in light and dark, and shows every text as text.
"""

from helpers.safe_html import clip, printable, safe

TABLE = "border-collapse:collapse;margin:4px 0;font-size:13px"
CELL = (
    "text-align:left;vertical-align:top;padding:3px 12px 3px 0;background:none;"
    "border:0;line-height:1.4"
)
HEAD = f"{CELL};font-weight:600;border-bottom:2px solid rgba(128,128,128,.6)"
RULE = "border-top:1px solid rgba(128,128,128,.6)"
NOTE = "font-size:12px;opacity:.8;margin:2px 0 6px 0"
ERROR = "border-left:4px solid #d55e00;padding-left:6px;font-weight:600"
WORDS = "white-space:pre-wrap;overflow-wrap:anywhere;min-width:12em;max-width:44em"
SHORT = "white-space:nowrap"
NAME = "overflow-wrap:anywhere;min-width:8em;max-width:14em"
NAMES = ("tool", "tool_use_id")

LONGEST_NAME = 26  # characters; a longer one is broken where it must be
LONGEST_VALUE = 60
LONGEST_TEXT = 1_000  # the dashboard and the rows themselves have the whole
MOST_ROWS = 200


class Table:
    """Rows that draw themselves as a small table; a rule parts the calls."""

    def __init__(self, rows: list[dict], columns: list[str], note: str = ""):
        self.rows, self.columns, self.note = rows, columns, note

    def __repr__(self) -> str:
        first, last = self._ends()
        lines = [self.columns, *map(self._texts, first)]
        if last:
            lines += [[self._left_out()], *map(self._texts, last)]
        return printable("\n".join(" | ".join(line) for line in lines))

    def _repr_html_(self) -> str:
        head = "".join(
            self._cell("th", column, column, HEAD) for column in self.columns
        )
        first, last = self._ends()
        body = self._rows(first)
        if last:
            span = len(self.columns)
            cell = f"<td colspan='{span}' style='{CELL};{RULE}'>{self._left_out()}</td>"
            body += f"<tr style='background:none'>{cell}</tr>" + self._rows(last)
        note = f"<div style='{NOTE}'>{safe(self.note)}</div>" if self.note else ""
        return (
            f"<table style='{TABLE}'><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>{note}"
        )

    def _ends(self) -> tuple[list[dict], list[dict]]:
        """The first rows and the last ones; all are first if they are not too many."""
        if len(self.rows) <= MOST_ROWS:
            return self.rows, []
        half = MOST_ROWS // 2
        return self.rows[:half], self.rows[-half:]

    def _left_out(self) -> str:
        return f"… {len(self.rows) - MOST_ROWS:,} rows are not shown …"

    def _rows(self, rows: list[dict]) -> str:
        drawn, call = [], None
        for row in rows:
            is_first = row.get("call") != call and call is not None
            call = row.get("call")
            drawn.append(self._row(row, f"{CELL};{RULE}" if is_first else CELL))
        return "".join(drawn)

    def _row(self, row: dict, style: str) -> str:
        is_error = "error" in str(row.get("type"))
        cells = [
            self._cell(
                "td",
                column,
                text,
                f"{style};{ERROR}" if is_error and column == "type" else style,
            )
            for column, text in zip(self.columns, self._texts(row), strict=True)
        ]
        return f"<tr style='background:none'>{''.join(cells)}</tr>"

    def _cell(self, tag: str, column: str, text: str, style: str) -> str:
        return f"<{tag} style='{style};{_breaks(column, text)}'>{safe(text)}</{tag}>"

    def _texts(self, row: dict) -> list[str]:
        return [clip(_text(row.get(column)), LONGEST_TEXT) for column in self.columns]


def with_sign(row: dict) -> dict:
    """The row of a trace with a type that says when a tool failed."""
    return row | {"type": "tool_result (error)"} if row.get("is_error") else row


def _breaks(column: str, text: str) -> str:
    """Where a cell's text may be broken: the table is to fit a notebook."""
    if column in NAMES and len(text) > LONGEST_NAME:
        return NAME
    return WORDS if column == "content" or len(text) > LONGEST_VALUE else SHORT


def _text(value) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return "" if value is None else str(value)
