"""What the text of a cell says: its mark, its statements, the names that it makes."""

import ast
import re
import warnings

MARK = re.compile(r"^\s*#\s*ANSWER:\s*(\w+)\s*$", re.MULTILINE)
MOST_CHARACTERS = 100_000  # to read more as Python could take all memory
NOT_PARSED = (SyntaxError, ValueError, RecursionError, MemoryError)


def mark(text: str) -> str | None:
    """The name in a cell's `# ANSWER:` line."""
    found = MARK.search(text)
    return found.group(1) if found else None


def statements(text: str) -> list[ast.stmt]:
    """The statements of a cell; one of NOT_PARSED is raised if it is not Python."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"more than {MOST_CHARACTERS:,} characters")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "\d" in a student's text is no concern here
        return ast.parse(text).body


def variables(text: str) -> list[str]:
    """The names that a cell assigns or defines; none if it is not Python."""
    try:
        body = statements(text)
    except NOT_PARSED:
        return []
    names = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    targets = [t for node in body if isinstance(node, ast.Assign) for t in node.targets]
    return names + [target.id for target in targets if isinstance(target, ast.Name)]


def has_placeholder(text: str) -> bool:
    """True while a cell holds a `...` that stands for an answer."""
    try:
        nodes = [node for statement in statements(text) for node in ast.walk(statement)]
    except NOT_PARSED:
        return False
    return any(isinstance(n, ast.Constant) and n.value is ... for n in nodes)


def without_magics(text: str) -> str:
    """The text with its %magics and !commands made comments: plain Python runs it."""
    return re.sub(r"^(\s*)([%!])", r"\1pass  # \2", text, flags=re.MULTILINE)
