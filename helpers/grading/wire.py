"""Values on their way between the grader and a student's process, as JSON.

What JSON does not know travels as a dict with one `$` key; `runner/values.py` has the
other half. A student may forge any of it: it is only ever data about that student.
"""

import inspect
from collections.abc import Callable

import anthropic.types
from pydantic import BaseModel

from helpers.grading.marks import Ended
from helpers.tools import TOOLS

MAX_DEPTH = 60
MAX_TEXT = 20_000


class Wire:
    """Both directions for one answer; a list keeps its identity over all calls."""

    def __init__(self, function: Callable[[dict], Callable]):
        self.function = function
        self.lists: dict[str, list] = {}

    def encoded(self, value, depth: int = 0):
        """A value of the grader as JSON."""
        if isinstance(value, BaseModel):
            return {"$sdk": type(value).__name__, "value": value.to_dict()}
        if isinstance(value, tuple):
            return {"$tuple": [self.encoded(item, depth + 1) for item in value]}
        if isinstance(value, list):
            items = [self.encoded(item, depth + 1) for item in value]
            return {"$list": self._token(value), "value": items} if not depth else items
        if isinstance(value, dict):
            return {k: self.encoded(item, depth + 1) for k, item in value.items()}
        return {"$callable": value.__name__} if callable(value) else value

    def read(self, value):
        """A value of the student's, or the end of its grading."""
        try:
            return self.decoded(value)
        except Exception as error:  # it can be forged in any way
            raise Ended(f"What it gives back cannot be read: {error!r}") from None

    def decoded(self, value, depth: int = 0):
        """A value of the student's; what is no value becomes a Foreign."""
        if depth > MAX_DEPTH:
            raise ValueError("the value is nested too deeply")
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise ValueError(f"a text has more than {MAX_TEXT:,} characters")
        if isinstance(value, list):
            return [self.decoded(item, depth + 1) for item in value]
        if not isinstance(value, dict):
            return value
        for form, read in FORMS.items():
            if form in value:
                return read(self, value, depth + 1)
        return {key: self.decoded(item, depth + 1) for key, item in value.items()}

    def _token(self, value: list) -> str:
        for token, known in self.lists.items():
            if known is value:
                return token
        token = f"grader {len(self.lists)}"
        self.lists[token] = value
        return token

    def _list(self, value: dict, depth: int) -> list:
        known = self.lists.setdefault(str(value["$list"]), [])
        known[:] = self.decoded(list(value["value"]), depth)
        return known

    def _tuple(self, value: dict, depth: int) -> tuple:
        return tuple(self.decoded(list(value["$tuple"]), depth))

    def _sdk(self, value: dict, depth: int) -> BaseModel:
        cls = getattr(anthropic.types, str(value["$sdk"]))
        if not issubclass(cls, BaseModel):
            raise TypeError(f"{cls} is no object of the SDK")
        fields = dict(value["value"])
        known = fields | {"stop_reason": None} if "stop_reason" in fields else fields
        made = cls.model_validate(known)
        if "stop_reason" in fields:  # one that the SDK does not know is allowed
            made.stop_reason = fields["stop_reason"]
        return made

    def _function(self, value: dict, depth: int) -> Callable:
        return self.function(value["$function"])

    def _tool(self, value: dict, depth: int) -> Callable:
        return TOOLS[value["$tool"]]

    def _set(self, value: dict, depth: int) -> set:
        return set(self.decoded(list(value["$set"]), depth))

    def _dict(self, value: dict, depth: int) -> dict:
        return dict(self.decoded(list(value["$dict"]), depth))

    def _object(self, value: dict, depth: int) -> "Foreign":
        return type(str(value["$object"])[:80], (Foreign,), {})()


class Foreign:
    """Stands for an object of the student's that is no data; its type has its name."""

    def __repr__(self) -> str:
        return f"<an object of the type {type(self).__name__}>"


FORMS = {
    "$list": Wire._list,
    "$tuple": Wire._tuple,
    "$set": Wire._set,
    "$dict": Wire._dict,
    "$sdk": Wire._sdk,
    "$function": Wire._function,
    "$tool": Wire._tool,
    "$object": Wire._object,
    "$ellipsis": lambda wire, value, depth: ...,
}


def signature(parameters) -> inspect.Signature:
    """The signature that a student's function has, as far as it is known."""
    return inspect.Signature(
        inspect.Parameter(
            str(name),
            getattr(inspect.Parameter, str(kind)),
            default=inspect.Parameter.empty if must else None,
        )
        for name, kind, must in parameters
    )
