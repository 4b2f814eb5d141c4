"""How a check says that an answer is not right yet."""


class NotYet(Exception):
    """An answer that is not right yet; the text says which rule, and where."""

    state = "not yet"


class NotAttempted(NotYet):
    """An answer that still holds its placeholder."""

    state = "not attempted"


def counted(number: int, thing: str) -> str:
    """A number with its thing: "1 call", "2 calls"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def expect(is_right: bool, message: str) -> None:
    """Raise NotYet with this message unless the answer is right."""
    if not is_right:
        raise NotYet(message)
