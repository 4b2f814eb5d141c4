"""Rules about schemas that the API makes a grammar of, which then binds the model.

These are the schemas of strict tools and the one of output_config.format. They know
fewer keywords than JSON Schema does:
https://platform.claude.com/docs/en/build-with-claude/structured-outputs
A choice: what is written first is reported first, an outer schema before an inner one.
"""

from collections.abc import Callable
from urllib.parse import unquote

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.json_schema import (
    is_boolean,
    is_dict,
    is_list,
    is_number,
    is_string,
    schemas_in,
)

MOST_STRICT, MOST_OPTIONAL, MOST_UNIONS = 20, 24, 16

# The keywords that are refused beside a type, all seen in answers of the API. What
# nobody reports is let through; so are minLength and maxLength, which live calls of 16
# August and 4 September 2026 got accepted (public code).
# https://github.com/experientiallabs/experiential/pull/804 (maxItems)
# https://github.com/agentjido/req_llm/issues/302 (minimum)
# https://github.com/sherifkozman/the-llm-council/pull/55 (two in one message)
BOUNDS = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
REFUSED = {
    "number": BOUNDS,
    "integer": BOUNDS,
    "array": {"maxItems", "uniqueItems"},
    "object": {
        *("propertyNames", "minProperties", "maxProperties"),
        *("items", "minItems", "name", "strict"),
    },
}


def is_integer(value: object) -> bool:
    return is_number(value) and value == value // 1


IS_OF_TYPE: dict[str, Callable[[object], bool]] = {
    "array": is_list,
    "boolean": is_boolean,
    "integer": is_integer,
    "null": lambda value: value is None,
    "number": is_number,
    "object": is_dict,
    "string": is_string,
}


def grammar_problem(schema: dict) -> str | None:
    """What keeps a valid JSON schema from being made a grammar, without its path."""
    for part in schemas_in(schema):
        if is_dict(part) and (problem := part_problem(part, schema)):
            return problem
    return None


def part_problem(part: dict, root: dict) -> str | None:
    """The problem of one schema inside of the root.

    https://github.com/vercel/ai/issues/12876 (oneOf)
    """
    if "oneOf" in part:
        return "Schema type 'oneOf' is not supported"
    for name in types_of(part):
        problem = type_problem(name, part)
        if problem:
            return problem
    return enum_problem(part) or reference_problem(part, root)


def types_of(part: dict) -> list[str]:
    declared = part.get("type", [])
    return declared if is_list(declared) else [declared]


def type_problem(name: str, part: dict) -> str | None:
    """The keywords that this type does not take, and the values that they may not have.

    https://github.com/ghostlobster/memorize-everything/issues/93 (minItems; its end is
    quoted in public code)
    """
    if name == "array" and part.get("minItems", 0) > 1:
        limits = f"[{part['minItems']}, {part.get('maxItems', '∞')}]"
        return (
            "For 'array' type, 'minItems' values other than 0 or 1 are not supported "
            f"(got: {limits})"
        )
    refused = sorted(part.keys() & REFUSED.get(name, set()))
    if len(refused) == 1:
        return f"For '{name}' type, property '{refused[0]}' is not supported"
    if refused:
        return f"For '{name}' type, properties {', '.join(refused)} are not supported"
    return openness(part) if name == "object" else None


def openness(part: dict) -> str | None:
    """An object names all its properties.

    https://github.com/ax-llm/ax/issues/458 (nested too)
    That an explicit true, or a schema, is refused in other words: public code that
    quotes answers of the API, of March to October 2026.
    """
    more = part.get("additionalProperties")
    if more is False:
        return None
    if more is None:
        return (
            "For 'object' type, 'additionalProperties' must be explicitly set to false"
        )
    kind = "true" if more is True else "object"
    return (
        f"For 'object' type, 'additionalProperties: {kind}' is not supported. Please "
        "set 'additionalProperties' to false"
    )


def enum_problem(part: dict) -> str | None:
    """Each value of an enum has the one type that is declared, if any is.

    Public code that quotes answers of the API, of April to September 2026: beside a
    list of types no value fits. Lists and objects in an enum are let through.
    """
    declared = part.get("type")
    is_right = IS_OF_TYPE.get(declared if is_string(declared) else "", is_nothing)
    for value in part.get("enum", []) if declared else []:
        if not (is_right(value) or is_list(value) or is_dict(value)):
            return (
                f"Invalid schema: Enum value {value!r} does not match declared type "
                f"'{declared}'"
            )
    return None


def is_nothing(value: object) -> bool:
    return False


def reference_problem(part: dict, root: dict) -> str | None:
    """A reference into the schema finds something there; seen in public code.

    A choice: what stands in a list is not looked for.
    """
    reference = part.get("$ref", "")
    if not reference.startswith("#/"):
        return None
    found = root
    for step in reference[2:].split("/"):
        key = unquote(step).replace("~1", "/").replace("~0", "~")
        if is_list(found):
            return None
        if not is_dict(found) or key not in found:
            return f"Invalid schema: Reference to non-existent definition: {reference}"
        found = found[key]
    return None


def grammars_are_small(request: dict) -> None:
    """All grammars of a request together keep three limits.

    https://github.com/elizaOS/eliza/issues/16499 (strict tools, optional parameters)
    https://github.com/camel-ai/camel/pull/4171 (all three)
    The rest of the texts is quoted in public code, with request ids. A choice: what
    stands under $defs counts once, and the limits are checked after all other keys.
    """
    strict = [tool for tool in request.get("tools", ()) if tool.get("strict")]
    if len(strict) > MOST_STRICT:
        refuse(
            f"Too many strict tools ({len(strict)}). The maximum number of strict "
            f"tools supported is {MOST_STRICT}. Try reducing the number of tools "
            "marked as strict."
        )
    own = [tool for tool in strict if tool.get("type") in (None, "custom")]
    schemas = [tool["input_schema"] for tool in own]
    answer = request.get("output_config", {}).get("format")
    schemas += [answer["schema"]] if answer else []
    parts = [p for schema in schemas for p in schemas_in(schema) if is_dict(p)]
    refuse_many(sum(map(optional_parameters, parts)), sum(map(is_union, parts)))


def refuse_many(optional: int, unions: int) -> None:
    if optional > MOST_OPTIONAL:
        refuse(
            f"Schemas contains too many optional parameters ({optional}), which would "
            "make grammar compilation inefficient. Reduce the number of optional "
            f"parameters in your tool schemas (limit: {MOST_OPTIONAL})."
        )
    if unions > MOST_UNIONS:
        refuse(
            f"Schemas contains too many parameters with union types ({unions} "
            "parameters with type arrays or anyOf). This causes exponential "
            "compilation cost. Reduce the number of nullable or union-typed parameters "
            f"(limit: {MOST_UNIONS} parameters with unions)."
        )


def optional_parameters(part: dict) -> int:
    return len(part.get("properties", {}).keys() - set(part.get("required", [])))


def is_union(part: dict) -> bool:
    return "anyOf" in part or is_list(part.get("type"))
