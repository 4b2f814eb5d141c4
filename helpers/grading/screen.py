"""The report on the screen: a table as wide as the terminal, a line a submission."""

import shutil
from unicodedata import combining, east_asian_width

MOST_ANSWERS = 6  # columns; a folder of several exercises would not fit the screen
NARROW, WIDE = 100, 160  # characters; wide is what is not a terminal
LEAST_REASON = 24
REASON = "first thing wrong"


def table(rows: list[dict], columns: int = 0) -> str:
    """The rows as a table, as wide as the terminal or as so many columns."""
    import pandas

    columns = columns or shutil.get_terminal_size((WIDE, 24)).columns
    frame = pandas.DataFrame(_lines(rows, columns)).astype(str)
    with pandas.option_context(
        *("display.max_colwidth", None, "display.unicode.east_asian_width", True)
    ):
        return frame.to_string(index=False, justify="left")


def width(text: str) -> int:
    """The columns that a text takes on a terminal; a Chinese character takes two."""
    return sum(map(_width, text))


def fitted(text: str, room: int) -> str:
    """The text in exactly so many columns: filled up, or its middle left out."""
    if width(text) > room:
        end = _cut(text[::-1], room // 2 - 1)[::-1]
        text = f"{_cut(text, room - 2 - width(end))}..{end}"
    return text + " " * (room - width(text))


def _lines(rows: list[dict], columns: int) -> list[dict[str, str]]:
    """The table's lines, with every text as wide as its column."""
    is_narrow = columns < NARROW
    names = list(dict.fromkeys(a["name"] for row in rows for a in row["answers"]))
    lines = [_line(row, names, is_narrow) for row in rows]
    room = {key: _widest(key, lines) for key in lines[0]}
    room["file"] = min(room["file"], columns // 3)
    left = columns - sum(room.values()) - len(room)
    widest = max(len(REASON), *(width(row["reason"]) for row in rows))
    reason = max(LEAST_REASON, min(left, widest))
    return [
        {key: fitted(text, room[key]) for key, text in line.items()}
        | {REASON: _started(row["reason"], reason)}
        for line, row in zip(lines, rows, strict=True)
    ]


def _line(row: dict, names: list[str], is_narrow: bool) -> dict[str, str]:
    of_answer = {a["name"]: f"{a['points']}/{a['of']}" for a in row["answers"]}
    line = {"file": row["file"], "state": row["state"]}
    line["points"] = f"{row['points']}/{row['of']}" if row["of"] else ""
    if is_narrow:
        return line
    shown = names if len(names) <= MOST_ANSWERS else []
    line |= {name: of_answer.get(name, "") for name in shown}
    return line | {"s": f"{row['seconds']:.2f}"}


def _widest(key: str, lines: list[dict[str, str]]) -> int:
    return max(width(text) for text in (key, *(line[key] for line in lines)))


def _started(text: str, room: int) -> str:
    """The start of a text, in exactly so many columns."""
    if width(text) > room:
        text = f"{_cut(text, room - 2)}.."
    return text + " " * (room - width(text))


def _cut(text: str, room: int) -> str:
    kept = ""
    for c in text:
        room -= _width(c)
        if room < 0:
            break
        kept += c
    return kept


def _width(c: str) -> int:
    return 0 if combining(c) else 1 + (east_asian_width(c) in "WF")
