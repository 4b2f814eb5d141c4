"""How a check says that an answer is not right yet."""


class NotYet(Exception):
    """An answer that is not right yet; the text says which rule, and where."""

    state = "not yet"


class NotAttempted(NotYet):
    """An answer that still holds its placeholder."""

    state = "not attempted"


def expect(is_right: bool, message: str) -> None:
    """Raise NotYet with this message unless the answer is right."""
    if not is_right:
        raise NotYet(message)
