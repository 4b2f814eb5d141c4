"""Tables of several modules as one, such as all CHECKS and all HINTS."""

from collections.abc import Iterable


def merged(modules: Iterable, table: str) -> dict:
    """The rows of the table that each of these modules has under this name.

    A row in two of them raises ValueError: one check would hide the other.
    """
    rows: dict = {}
    for module in modules:
        twice = sorted(rows.keys() & getattr(module, table).keys())
        if twice:
            raise ValueError(
                f"Expected each name once in all {table}; {module.__name__} repeats "
                f"{', '.join(twice)}. Give another name."
            )
        rows |= getattr(module, table)
    return rows
