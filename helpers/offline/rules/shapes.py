"""Checks of the JSON shape of a value, in the words in which the API reports them.

A check takes a value and returns None when it is right, else the end of the API's
message: ": Input should be a valid string", or ".text: Field required" for a part of
the value. The caller puts the path of the value in front of it.
"""

from collections.abc import Callable, Collection

Check = Callable[[object], str | None]

EXTRA = ": Extra inputs are not permitted"
REQUIRED = ": Field required"
OBJECT_EXPECTED = ": Input should be an object"


def is_integer(value: object) -> bool:
    """Whether the value is an integer of at most 64 bits (`true` is none)."""
    return type(value) is int and abs(value) < 2**63


def expect(is_right: Callable[[object], bool], text: str) -> Check:
    """The check that answers `text` when `is_right` is false."""
    return lambda value: None if is_right(value) else text


def instance(kind: type, text: str) -> Check:
    """The check that the value has this Python type."""
    return lambda value: None if isinstance(value, kind) else text


def anything(value: object) -> None:
    """The check that takes every value."""


string = instance(str, ": Input should be a valid string")
boolean = instance(bool, ": Input should be a valid boolean")
array = instance(list, ": Input should be a valid array")
dictionary = instance(dict, ": Input should be a valid dictionary")
json_object = instance(dict, OBJECT_EXPECTED)
integer = expect(is_integer, ": Input should be a valid integer")


def nullable(check: Check) -> Check:
    """The check that also takes JSON null."""
    return lambda value: None if value is None else check(value)


def string_or(check: Check) -> Check:
    """The check that also takes a string."""
    return lambda value: None if isinstance(value, str) else check(value)


def one_of(*values: str) -> Check:
    """The check that the value is one of these strings."""
    *first, last = [f"'{value}'" for value in values]
    text = f"{', '.join(first)} or {last}" if first else last
    return expect(lambda value: value in values, f": Input should be {text}")


def items(check: Check) -> Check:
    """The check of an array whose every item passes `check`."""

    def check_items(value: object) -> str | None:
        if not isinstance(value, list):
            return array(value)
        problems = ((n, check(item)) for n, item in enumerate(value))
        return next((f".{n}{problem}" for n, problem in problems if problem), None)

    return check_items


def record(required: dict[str, Check], optional: dict[str, Check]) -> Check:
    """The check of a tagged object: `fields`, and a `type` that `tagged` has read."""
    return fields(required, {"type": anything} | optional)


def fields(required: dict[str, Check], optional: dict[str, Check]) -> Check:
    """The check of an object: required keys, then the shape of each, then others."""
    checks = required | optional

    def check_fields(value: object) -> str | None:
        if not isinstance(value, dict):
            return OBJECT_EXPECTED
        for key in required:
            if key not in value:
                return f".{key}{REQUIRED}"
        extra = None
        for key, item in value.items():
            check = checks.get(key)
            if check is None:
                extra = extra or f".{key}{EXTRA}"
            elif problem := check(item):
                return f".{key}{problem}"
        return extra

    return check_fields


def tagged(checks: dict[str, Check], shown: Collection[str] = ()) -> Check:
    """The check of an object whose `type` names the check for the rest of it.

    `shown` are the types that the message about an unknown type lists.
    """
    tags = ", ".join(f"'{tag}'" for tag in shown or checks)

    def check_tagged(value: object) -> str | None:
        if not isinstance(value, dict):
            return OBJECT_EXPECTED
        if "type" not in value:
            return f".type{REQUIRED}"
        tag = value["type"]
        if not isinstance(tag, str):
            tag = type(tag).__name__  # no type is named so
        if tag not in checks:
            return (
                f": Input tag '{tag}' found using 'type' does not match any of the "
                f"expected tags: {tags}"
            )
        problem = checks[tag](value)
        return problem and f".{tag}{problem}"

    return check_tagged
