"""Whether a value is a JSON schema of draft 2020-12, and what schemas it holds.

One row for each keyword of https://json-schema.org/draft/2020-12/schema. Left out: the
"format" of strings (whether a pattern compiles, whether a URI is one).
"""

import re
from collections.abc import Callable, Iterator

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
ANCHOR = re.compile(r"[A-Za-z_][-A-Za-z0-9._]*")
MISSING = object()


def is_string(value: object) -> bool:
    return isinstance(value, str)


def is_boolean(value: object) -> bool:
    return isinstance(value, bool)


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_positive(value: object) -> bool:
    return is_number(value) and value > 0


def is_count(value: object) -> bool:
    return is_number(value) and value >= 0 and value == value // 1


def is_list(value: object) -> bool:
    return isinstance(value, list)


def is_dict(value: object) -> bool:
    return isinstance(value, dict)


def is_anchor(value: object) -> bool:
    return is_string(value) and bool(ANCHOR.fullmatch(value))


def is_id(value: object) -> bool:
    return is_string(value) and "#" not in value.removesuffix("#")


def is_names(value: object) -> bool:
    """Whether the value is a list of different strings."""
    return is_list(value) and all(map(is_string, value)) and no_repeat(value)


def no_repeat(names: list[str]) -> bool:
    return len(set(names)) == len(names)


def is_type(value: object) -> bool:
    """Whether the value is one of the seven type names, or a list of some."""
    if is_list(value):
        return bool(value) and all(name in TYPES for name in value) and no_repeat(value)
    return value in TYPES


def is_dict_of(check: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: is_dict(value) and all(map(check, value.values()))


def keywords(names: str, check: Callable) -> dict[str, Callable]:
    return dict.fromkeys(names.split(), check)


# What a keyword that holds no schema must look like.
VALUES = (
    keywords("$ref $dynamicRef $recursiveRef $schema $comment", is_string)
    | keywords("title description format pattern", is_string)
    | keywords("contentEncoding contentMediaType", is_string)
    | keywords("$anchor $dynamicAnchor $recursiveAnchor", is_anchor)
    | keywords("$id", is_id)
    | keywords("$vocabulary", is_dict_of(is_boolean))
    | keywords("uniqueItems deprecated readOnly writeOnly", is_boolean)
    | keywords("maximum minimum exclusiveMaximum exclusiveMinimum", is_number)
    | keywords("multipleOf", is_positive)
    | keywords("minLength maxLength minItems maxItems", is_count)
    | keywords("minProperties maxProperties minContains maxContains", is_count)
    | keywords("enum examples", is_list)
    | keywords("required", is_names)
    | keywords("dependentRequired", is_dict_of(is_names))
    | keywords("type", is_type)
)


def one(value: object) -> list:
    return [value]


def named(value: object) -> list | None:
    return list(value.values()) if is_dict(value) else None


def some(value: object) -> list | None:
    return value if is_list(value) and value else None


def dependencies(value: object) -> list | None:
    schemas = named(value)
    return schemas and [schema for schema in schemas if not is_names(schema)]


# How a keyword holds schemas: the function lists them, or returns None when it cannot.
HOLDERS = (
    keywords("items contains additionalProperties propertyNames not if then else", one)
    | keywords("unevaluatedItems unevaluatedProperties contentSchema", one)
    | keywords("properties patternProperties dependentSchemas", named)
    | keywords("$defs definitions", named)
    | keywords("prefixItems allOf anyOf oneOf", some)
    | keywords("dependencies", dependencies)
)


def schemas_in(schema: object) -> Iterator[object]:
    """Yield the schema and all that it holds, in the order in which it is written.

    None stands for what cannot hold one. A loop and not a recursion: a schema may be
    nested more deeply than Python calls.
    """
    waiting = [schema]
    while waiting:
        current = waiting.pop()
        yield current
        if is_dict(current):
            waiting += reversed(held_by(current))


def held_by(schema: dict) -> list:
    """The schemas right inside of this one, in the order of its keywords."""
    found = []
    for keyword in schema:
        if keyword in HOLDERS:
            held = HOLDERS[keyword](schema[keyword])
            found += [None] if held is None else held
    return found


def is_json_schema(schema: object) -> bool:
    """Whether the schema is valid under draft 2020-12."""
    return all(
        is_boolean(part) or (is_dict(part) and has_valid_keywords(part))
        for part in schemas_in(schema)
    )


def has_valid_keywords(schema: dict) -> bool:
    return all(VALUES[keyword](schema[keyword]) for keyword in schema.keys() & VALUES)
