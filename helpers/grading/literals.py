"""An answer that is data: read from the source of its cell, never run."""

import ast

from helpers.grading.cell_text import statements, variables
from helpers.verdict import NotYet

MAX_CHARACTERS = 20_000


def read_value(text: str, starter: str) -> tuple[object, list[str]]:
    """The value that a cell assigns to the starter's variable, and notes.

    Raises NotYet when the cell is no Python, or holds anything but plain values.
    """
    body = _body(text)
    [name, *_] = variables(starter)
    assigned = [node for node in body if isinstance(node, ast.Assign | ast.AnnAssign)]
    assigned = [node for node in assigned if node.value is not None]
    named = [node for node in assigned if name in _targets(node)]
    notes = []
    if not named and len(assigned) == 1:
        named = assigned
        notes.append(f"the variable is called {_targets(named[0])[0]!r}, not {name!r}")
    if not named:
        raise NotYet(f"The cell must assign the answer to {name}; it does not.")
    if len(body) > 1:
        notes.append("other lines of the cell were not run: only values count")
    return _value(named[-1].value), notes


def _body(text: str) -> list[ast.stmt]:
    if len(text) > MAX_CHARACTERS:
        raise NotYet(
            f"The cell has {len(text):,} characters; an answer has at most "
            f"{MAX_CHARACTERS:,}."
        )
    try:
        return statements(text)
    except SyntaxError as error:
        raise NotYet(
            f"The cell is not Python: {error.msg} (line {error.lineno})."
        ) from None
    except (ValueError, RecursionError, MemoryError):
        raise NotYet("The cell is not Python that can be read.") from None


def _targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [ast.unparse(target) for target in targets]


def _value(node: ast.expr):
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError, MemoryError):
        raise NotYet(
            "This answer must be written as values only (text, numbers, lists, dicts, "
            "True, False, None). Code in it is never run when it is graded. Line "
            f"{node.lineno} and below hold something else."
        ) from None
