"""Was an answer begun? Not while it still holds a `...`, as a value or in its code.

Also how a learner's code is run: what it raises becomes a "not yet" that says so.
"""

import re
from types import CodeType

from helpers.verdict import NotAttempted, NotYet, expect


class TooManyCalls(BaseException):
    """A client gives up. No `except Exception` of a learner's loop can hide it."""


# An SDK's error by its text: the grader knows no more of what a submission raised.
REFUSED = re.compile(r"""Error code: 400 - .*'message': (["'])(.*?)\1}.*""", re.DOTALL)
DEPTH = 3  # an answer of several parts is a dict or a list of them


def expect_attempted(answer) -> None:
    """Raise NotAttempted while an answer still holds a placeholder."""
    if _holds_placeholder(answer, DEPTH):
        raise NotAttempted("Replace each ... with your answer.")


def expect_function(answer, name: str) -> None:
    """Raise NotYet unless the answer can be called."""
    expect(
        callable(answer),
        f"Expected the function {name} itself; got {type(answer).__name__}.",
    )


def expect_parts(answer, *names: str) -> list:
    """The parts of an answer that is a dict with these keys, in this order."""
    expect(
        isinstance(answer, dict) and set(names) <= set(answer),
        f"Expected a dict with the keys {', '.join(names)}.",
    )
    return [answer[name] for name in names]


def run(function, *arguments, what: str, **options):
    """What a learner's function returns; what it raises becomes a NotYet."""
    try:
        return function(*arguments, **options)
    except TooManyCalls:
        raise NotYet(f"{what} calls again and again: nothing ends its loop.") from None
    except Exception as error:
        raise NotYet(told(error, what)) from error


def told(error: BaseException, what: str) -> str:
    """What an error says to a learner, without what packs it."""
    if isinstance(error.__cause__, NotYet):  # a reply of the learner's own, inside chat
        return str(error.__cause__)
    refused = REFUSED.fullmatch(str(error))
    if refused:
        return f"{what}: the API refused the call and said: {refused[2]}"
    return f"{what} raised {type(error).__name__}: {error}"


def _holds_placeholder(answer, depth: int) -> bool:
    if answer is ...:
        return True
    if depth and isinstance(answer, dict | list | tuple):
        parts = answer.values() if isinstance(answer, dict) else answer
        return any(_holds_placeholder(part, depth - 1) for part in parts)
    code = getattr(answer, "__code__", None)
    return isinstance(code, CodeType) and _in_code(code)


def _in_code(code: CodeType) -> bool:
    return any(
        part is ... or (isinstance(part, CodeType) and _in_code(part))
        for constant in code.co_consts
        for part in (constant if isinstance(constant, tuple) else (constant,))
    )
