"""Does a tool use its arguments? It is called with others of the same kinds."""

import json

from helpers.verdict import expect

OTHERS = {
    str: ["", "a", "level", "Zz 9", "madrid", "two words", "3"],
    int: [0, 1, -1, 2, 7, 12, 100],
    float: [0.0, 1.0, -1.0, 2.5, 7.0, 12.0, 100.0],
    bool: [True, False],
}
KINDS = {"integer": int, "number": float, "boolean": bool}


def expect_dependent(function, schema: dict, content: str) -> None:
    """A tool that has arguments uses them: with others it returns something else."""
    properties = schema["input_schema"].get("properties", {})
    outputs = {content}
    for number in range(len(OTHERS[str])):
        tool_input = {k: _other(rules, number) for k, rules in properties.items()}
        try:
            outputs.add(json.dumps(function(**tool_input), ensure_ascii=False))
        except Exception:
            return  # it refuses an input, so it looks at it
    expect(
        not properties or len(outputs) > 1,
        f"Whatever {schema['name']} is given, it returns {content}. Let it use its "
        "arguments, or tell what it did with them.",
    )


def _other(rules, number: int):
    """Another value for an argument, of the kind that its schema asks for."""
    rules = rules if isinstance(rules, dict) else {}
    values = rules.get("enum") or OTHERS[KINDS.get(str(rules.get("type")), str)]
    return values[number % len(values)]
