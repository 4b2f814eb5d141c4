"""A small table for lessons: rows of dicts that draw themselves, without pandas.

It looks the same in every lesson, in light and dark, and shows every text as text.
"""

from helpers.view.safe_html import printable, safe

TABLE = "border-collapse:collapse;margin:4px 0;font-size:13px"
CELL = (
    "text-align:left;vertical-align:top;padding:3px 12px 3px 0;background:none;"
    "border:0;line-height:1.4"
)
HEAD = f"{CELL};font-weight:600;border-bottom:2px solid rgba(128,128,128,.6)"
RULE = "border-top:1px solid rgba(128,128,128,.6)"
ERROR = "border-left:4px solid #d55e00;padding-left:6px;font-weight:600"
WORDS = "white-space:pre-wrap;overflow-wrap:anywhere;min-width:12em;max-width:44em"
SHORT = "white-space:nowrap"


class Table:
    """Rows that draw themselves as a small table; a rule parts the calls."""

    def __init__(self, rows: list[dict], columns: list[str]):
        self.rows, self.columns = rows, columns

    def __repr__(self) -> str:
        lines = [self.columns, *map(self._texts, self.rows)]
        return printable("\n".join(" | ".join(line) for line in lines))

    def _repr_html_(self) -> str:
        head = "".join(
            self._cell("th", column, column, HEAD) for column in self.columns
        )
        body, call = [], None
        for row in self.rows:
            is_first = row.get("call") != call and call is not None
            call = row.get("call")
            body.append(self._row(row, f"{CELL};{RULE}" if is_first else CELL))
        return (
            f"<table style='{TABLE}'><thead><tr>{head}</tr></thead>"
            f"<tbody>{''.join(body)}</tbody></table>"
        )

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
        style = f"{style};{WORDS if column == 'content' else SHORT}"
        return f"<{tag} style='{style}'>{safe(text)}</{tag}>"

    def _texts(self, row: dict) -> list[str]:
        return [_text(row.get(column)) for column in self.columns]


def _text(value) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return "" if value is None else str(value)
