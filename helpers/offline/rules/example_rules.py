"""Whether an example of a tool's input fits the tool's schema.

https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools
A choice: only `type`, `enum`, `const`, `required`, `properties`, `items` and
`additionalProperties: false` are read; what other keywords say is taken as kept.
"""

from helpers.offline.rules.grammar_rules import IS_OF_TYPE, types_of


def fits(value: object, schema: object) -> bool:
    """Whether the value is what the schema, which is a valid one, asks for.

    A loop and not a recursion, as `schemas_in`.
    """
    waiting = [(value, schema)]
    while waiting:
        value, schema = waiting.pop()
        if schema is True:
            continue
        if schema is False or not is_asked(value, schema):
            return False
        waiting += inner_values(value, schema)
    return True


def is_asked(value: object, schema: dict) -> bool:
    """Whether the value itself, whatever it holds, is right."""
    types = types_of(schema)
    if types and not any(IS_OF_TYPE[name](value) for name in types):
        return False
    if isinstance(value, dict):
        return has_its_keys(value, schema)
    # Lists are not compared: Python compares them by recursion.
    return isinstance(value, list) or (
        value in schema.get("enum", [value]) and value == schema.get("const", value)
    )


def has_its_keys(value: dict, schema: dict) -> bool:
    closed = (
        schema.get("additionalProperties") is False
        and "patternProperties" not in schema
    )
    if closed and value.keys() - schema.get("properties", {}).keys():
        return False
    return all(key in value for key in schema.get("required", []))


def inner_values(value: object, schema: dict) -> list[tuple[object, object]]:
    """What the value holds, each with its schema."""
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return [(value[key], properties[key]) for key in value if key in properties]
    if isinstance(value, list) and "prefixItems" not in schema:
        return [(item, schema.get("items", True)) for item in value]
    return []
