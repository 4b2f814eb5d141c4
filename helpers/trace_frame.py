"""The DataFrame of `trace`: it shows itself as a table that fits a notebook.

What pandas makes of it (a selection, a copy, a sum) is plain pandas again.
"""

import pandas

from helpers.table import Table, with_sign

IN_VIEW = [
    "call", "role", "type", "tool", "content", "stop_reason",
    "input_tokens", "output_tokens",
]  # fmt: skip
WHOLE_NUMBERS = {"call", "input_tokens", "output_tokens"}


class TraceFrame(pandas.DataFrame):
    """The rows of a trace, to compute with."""

    def _repr_html_(self) -> str:
        rows = [_shown(row) for row in self.to_dict("records")]
        columns = [column for column in IN_VIEW if column in self.columns]
        return Table(rows, columns, note=self._note(columns))._repr_html_()

    def _note(self, columns: list[str]) -> str:
        others = [column for column in self.columns if column not in columns]
        more = f" Not shown: {', '.join(map(str, others))}." if others else ""
        return f"{len(self)} rows, a pandas DataFrame.{more}"


def _shown(row: dict) -> dict:
    """A row as it was before pandas, which turns gaps and the numbers beside them."""
    row = {name: None if pandas.isna(value) else value for name, value in row.items()}
    for name in WHOLE_NUMBERS & row.keys():
        row[name] = None if row[name] is None else int(row[name])
    return with_sign(row)
