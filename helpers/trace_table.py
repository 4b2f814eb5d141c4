"""A trace as the table of the final exercise: one row for each API call.

Reading such a table, making it from a real conversation, and comparing the two.
"""

import json
from datetime import datetime

from helpers.dates import read_datetime
from helpers.plain import plain
from helpers.results import tool_requests
from helpers.table import Table
from helpers.tools import run_tool
from helpers.verdict import NotYet, expect

FIELDS = ["stop_reason", "tool", "input", "result", "result_id", "is_error"]
NOTHING = (None, False, {}, "")


def rows_of(answer) -> tuple[list[dict], object]:
    """The rows and the number of calls of a learner's table."""
    expect(
        isinstance(answer, dict) and {"api_calls", "turns"} <= set(answer),
        'Expected a dict with "api_calls" and "turns".',
    )
    rows = answer["turns"]
    expect(
        isinstance(rows, list) and all(isinstance(row, dict) for row in rows),
        '"turns" must be a list of rows, one dict for each API call.',
    )
    return rows, answer["api_calls"]


def real_trace(messages: list[dict]) -> list[dict]:
    """The rows of a conversation whose turns ask for one tool at a time."""
    rows: list[dict] = []
    for message in plain(messages):
        if message["role"] == "assistant":
            rows.append(_request_row(tool_requests(message), len(rows) + 1))
        elif rows and rows[-1]["tool"]:
            [block, *_] = message["content"]
            is_error = bool(block.get("is_error"))
            rows[-1] |= {"result": block["content"], "is_error": is_error}
    return rows


def compare_trace(answer, messages: list[dict]) -> Table:
    """Your table beside the real conversation, cell by cell."""
    try:
        rows, _ = rows_of(answer)
    except NotYet:
        rows = []  # the check says what is wrong with the table
    real = real_trace(messages)
    compared = []
    for number in range(max(len(rows), len(real))):
        yours = rows[number] if number < len(rows) else {}
        actual = real[number] if number < len(real) else {}
        compared += [_cell(number + 1, name, yours, actual) for name in FIELDS]
    return Table(compared, ["call", "field", "yours", "real", "same"])


def decoded(result):
    """A result's value: what its JSON says, or the text itself."""
    try:
        return json.loads(result)
    except (TypeError, ValueError):
        return result


def moment_in(result) -> datetime | None:
    """The moment in a tool's result: a string, JSON, or a dict with "datetime"."""
    result = decoded(result)
    return moment_of(result.get("datetime") if isinstance(result, dict) else result)


def moment_of(text) -> datetime | None:
    """The moment that a text names, without its zone; None when it names none."""
    try:
        return read_datetime(text).replace(tzinfo=None)
    except ValueError:
        return None


def is_result(mine, actual) -> bool:
    """True when a learner's result means what the tool really returned."""
    mine, actual = decoded(mine), decoded(actual)
    if not isinstance(actual, dict):
        return _words(mine) == _words(actual)
    if isinstance(mine, dict):
        mine, rest = mine.get("datetime"), mine.items()
        if any(actual.get(key) != value for key, value in rest if key != "datetime"):
            return False
    wanted = actual["datetime"]
    return mine == wanted or (moment_of(mine) or 0) == (moment_of(wanted) or 1)


def _words(text):
    """A sentence without its case and its last mark, which mean nothing here."""
    return text.strip().rstrip(".!").lower() if isinstance(text, str) else text


def _request_row(requests: list[dict], number: int) -> dict:
    if not requests:
        return {**dict.fromkeys(FIELDS), "stop_reason": "end_turn"}
    name, tool_input = requests[0]["name"], requests[0]["input"]
    row = {"stop_reason": "tool_use", "tool": name, "input": tool_input}
    return row | {"result_id": f"toolu_{number}"}


def _cell(number: int, name: str, yours: dict, real: dict) -> dict:
    mine, actual = yours.get(name, ...), real.get(name)
    if mine is ... or (isinstance(mine, dict) and ... in mine.values()):
        cell = {"yours": "", "same": "(not filled in)"}
    else:
        same = _same(name, mine, actual)
        cell = {"yours": repr(mine), "same": "yes" if same else "NO"}
    return {"call": number, "field": name, "real": repr(actual), **cell}


def _same(name: str, mine, actual) -> bool:
    if name == "result":
        return is_result(mine, actual)
    if name == "input" and isinstance(mine, dict) and isinstance(actual, dict):
        return _same_input(mine, actual)
    if actual is None and name in ("input", "result_id", "is_error"):
        return mine in NOTHING
    return mine == actual


def _same_input(mine: dict, actual: dict) -> bool:
    """Own words are free, and a duration may be written in another unit."""
    if "duration" not in actual:
        return mine | {"content": ""} == actual | {"content": ""}
    try:
        tool = "add_duration_to_datetime"
        return run_tool(tool, mine) == run_tool(tool, actual)
    except (TypeError, ValueError):
        return False
