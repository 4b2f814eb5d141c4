"""Exceptions that a student's code raised, raised again in the grader."""

import builtins

# Checks tell these apart; any other keeps its name and is an Exception.
KNOWN = (
    *("ArithmeticError", "AssertionError", "AttributeError", "IndexError", "KeyError"),
    *("LookupError", "NameError", "RuntimeError", "TypeError", "ValueError"),
)


class Raised(Exception):
    """Marks an exception that comes from a student's code."""

    line: int | None = None

    def told(self) -> str:
        """What was raised, and in which line of the answer."""
        where = f" (line {self.line} of the answer)" if self.line else ""
        text = f": {self.args[0]}" if self.args[0] else ""
        return f"Your code raised {type(self).__name__}{text}{where}"


def raised(kind: str, text: str, line) -> Raised:
    """An exception of the same kind and text, to be raised here."""
    bases = (getattr(builtins, kind), Raised) if kind in KNOWN else (Raised,)
    error = type(kind, bases, {})(text)
    error.line = line if isinstance(line, int) else None
    return error
