"""What must run before an answer: only what it needs of the cells above it.

A kit's cell that chats, a student's cell that loops without end: what does not define
a name that the answer uses is left out.
"""

import ast

import helpers
from helpers.grading.cell_text import NOT_PARSED, mark, statements, without_magics
from helpers.grading.exercises import Exercise, Wanted
from helpers.grading.finding import Found
from helpers.grading.reading import source, tags


def needed(
    cells: list[dict], exercise: Exercise, wanted: Wanted, found: Found
) -> dict[str, list[str]]:
    """The kit's statements and the student's own cells that an answer needs."""
    names = _used(without_magics(found.text)) | _used(wanted.expression)
    own = _above(_own_cells(cells, exercise, found), names)
    kit = _above(_kit_statements(exercise, wanted), names | _all_used(own))
    return {"kit": kit, "above": own}


def _above(texts: list[str], names: set[str]) -> list[str]:
    """Those texts that make a needed name, or what such a text needs itself."""
    kept: list[str] = []
    for text in reversed(texts):
        if _made(text) & names or _changes(text, names):
            names = names | _used(text)
            kept.append(text)
    return kept[::-1]


def _own_cells(cells: list[dict], exercise: Exercise, found: Found) -> list[str]:
    """The student's cells above the answer: added, changed, or earlier answers.

    Of two functions the kit's is taken, so that no fault is counted in two answers.
    """
    texts = [
        without_magics(source(cell))
        for cell in cells[: found.index]
        if cell.get("cell_type") == "code"
        and source(cell).strip() not in exercise.code
        and "check" not in tags(cell)
    ]
    return [t for t in texts if mark(t) is None or not _made(t) & set(helpers.__all__)]


def _kit_statements(exercise: Exercise, wanted: Wanted) -> list[str]:
    """The statements of the kit's own cells; the last line of a cell only shows."""
    texts = []
    for text in exercise.code[: wanted.position]:
        body = _body(text) if mark(text) is None else []
        if body and isinstance(body[-1], ast.Expr):
            body = body[:-1]
        texts += map(ast.unparse, body)
    return texts


def _body(text: str) -> list[ast.stmt]:
    try:
        return statements(text)
    except NOT_PARSED:
        return []


def _made(text: str) -> set[str]:
    """The names that a text binds at its top level."""
    made = set()
    for node in _body(text):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            made.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            made |= {(a.asname or a.name).split(".")[0] for a in node.names}
        else:
            made |= _names(node, ast.Store)
    return made


def _changes(text: str, names: set[str]) -> bool:
    """True for one call such as `add_user_message(messages, ...)` on a needed name."""
    body = _body(text)
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        return False
    call = body[0].value
    arguments = call.args if isinstance(call, ast.Call) else []
    return any(isinstance(a, ast.Name) and a.id in names for a in arguments)


def _used(text: str) -> set[str]:
    return {name for node in _body(text) for name in _names(node, ast.Load)}


def _all_used(texts: list[str]) -> set[str]:
    return {name for text in texts for name in _used(text)}


def _names(node: ast.AST, context: type) -> set[str]:
    found = (n for n in ast.walk(node) if isinstance(n, ast.Name))
    return {n.id for n in found if isinstance(n.ctx, context)}
