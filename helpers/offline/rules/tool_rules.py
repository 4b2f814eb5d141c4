"""Rules about the tools that a request offers, and about the choice between them.

`N` in a message of the API is the index of the tool, from 0. "custom" is the type of a
tool that the caller runs; the other types are the API's own.
"""

import re

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.blocks import cache_control
from helpers.offline.rules.choices import own_words
from helpers.offline.rules.example_rules import fits
from helpers.offline.rules.grammar_rules import grammar_problem
from helpers.offline.rules.json_schema import is_json_schema
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.shapes import (
    OBJECT_EXPECTED,
    array,
    boolean,
    fields,
    nullable,
    record,
    string,
    tagged,
)

NAME = re.compile(r"[a-zA-Z0-9_-]+")
PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
# The types of the SDK's tool_union_param.py and its beta (2.14).
OWN_TOOLS = {
    "advisor": "20260301",
    "bash": "20241022 20250124",
    "browser_toolset": "20260801",
    "code_execution": "20250522 20250825 20260120 20260521",
    "computer": "20241022 20250124 20251124",
    "computer_toolset": "20260801",
    "memory": "20250818",
    "text_editor": "20241022 20250124 20250429 20250728",
    "tool_search_tool_bm25": "20251119",
    "tool_search_tool_regex": "20251119",
    "web_fetch": "20250910 20260209 20260309 20260318",
    "web_search": "20250305 20260209 20260318",
}
UNDATED = ("mcp_toolset", "tool_search_tool_bm25", "tool_search_tool_regex")
NOT_A_SCHEMA = (
    "JSON schema is invalid. It must match JSON Schema draft 2020-12 "
    "(https://json-schema.org/draft/2020-12). Learn more about tool use at "
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview."
)


def name(value: object) -> str | None:
    """The problem of a tool's name.

    https://github.com/home-assistant/core/issues/147760
    https://github.com/anthropics/claude-code/issues/96152 (its length)
    """
    if not isinstance(value, str):
        return string(value)
    if not value:
        return ": String should have at least 1 character"
    if len(value) > 128:
        return ": String should have at most 128 characters"
    if not NAME.fullmatch(value):
        return ": String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"
    return None


def properties(value: object) -> str | None:
    """The problem of the properties of an input_schema; those inside of them are free.

    https://github.com/LLPhant/LLPhant/pull/497 (a list)
    https://github.com/ComposioHQ/composio/issues/3500 (names)
    https://github.com/decocms/studio/pull/6874 (only the outer ones)
    """
    if not isinstance(value, dict):
        return OBJECT_EXPECTED
    if not all(map(PROPERTY.fullmatch, value)):
        return ": Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"
    return None


def input_schema(value: object) -> str | None:
    """The problem of a tool's input_schema.

    https://github.com/Kilo-Org/kilocode/issues/12238 (type)
    https://github.com/anthropics/claude-code/issues/40075 (oneOf, allOf, anyOf)
    https://github.com/anthropics/claude-code/issues/86664 (draft 2020-12)
    Without a type, oneOf, allOf and anyOf are not reached: of two shapes of a union,
    https://github.com/router-for-me/CLIProxyAPI/issues/4428 has two messages.
    """
    if not isinstance(value, dict):
        return OBJECT_EXPECTED
    if "type" not in value:
        return ".type: Field required"
    if value["type"] != "object":
        return ".type: Input should be 'object'"
    named = value.get("properties")
    if named is not None and (problem := properties(named)):
        return f".properties{problem}"
    if value.keys() & {"oneOf", "allOf", "anyOf"}:
        return ": input_schema does not support oneOf, allOf, or anyOf at the top level"
    return None if is_json_schema(value) else f": {NOT_A_SCHEMA}"


custom_keys = record(
    {"name": name, "input_schema": input_schema},
    {
        "allowed_callers": array,
        "cache_control": cache_control,
        "defer_loading": boolean,
        "description": string,
        "eager_input_streaming": nullable(boolean),
        "input_examples": array,
        "strict": boolean,
    },
)


def custom(tool: dict) -> str | None:
    """The problem of a tool that the caller runs.

    That of a strict one's schema has the path of the tool:
    https://github.com/experientiallabs/experiential/pull/804
    """
    if problem := custom_keys(tool):
        return problem
    if tool.get("strict") and (problem := grammar_problem(tool["input_schema"])):
        return f": {problem}"
    for n, example in enumerate(tool.get("input_examples", ())):
        if not fits(example, tool["input_schema"]):
            return own_words("example").format(n=n)
    return None


COMMON = {"name": string, "cache_control": cache_control}
common_keys = fields({}, COMMON)


def own_tool(tool: dict) -> str | None:
    """The problem of a tool of the API's own: only what all of them take is checked."""
    return common_keys({key: tool[key] for key in tool if key in COMMON})


typed_tool = tagged(
    {"custom": custom}
    | {
        f"{kind}_{date}": own_tool
        for kind, dates in OWN_TOOLS.items()
        for date in dates.split()
    }
    | dict.fromkeys(UNDATED, own_tool)
)


def one_tool(tool: object) -> str | None:
    """The problem of one entry of `tools`, whose type may be absent or null."""
    if isinstance(tool, dict) and tool.get("type") is None:
        problem = custom(tool)
        return problem and f".custom{problem}"
    return typed_tool(tool)


def tools(request: dict) -> None:
    """A list of tools with different names.

    https://github.com/danny-avila/LibreChat/issues/13162
    The SDK sends tools=None as null, which is refused here.
    """
    if "tools" not in request:
        return
    if problem := array(request["tools"]):
        refuse(f"tools{problem}")
    for n, tool in enumerate(request["tools"]):
        if problem := one_tool(tool):
            refuse(f"tools.{n}{problem}")
    names = [tool["name"] for tool in request["tools"] if "name" in tool]
    if len(set(names)) < len(names):
        refuse("tools: Tool names must be unique.")


PARALLEL = {"disable_parallel_tool_use": boolean}
choice = tagged(
    {
        "auto": record({}, PARALLEL),
        "any": record({}, PARALLEL),
        "tool": record({"name": string}, PARALLEL),
        "none": record({}, {}),
    }
)


def tool_choice(request: dict) -> None:
    """One of the four types of choice.

    Forced choice: https://platform.claude.com/docs/en/api/errors
    """
    if "tool_choice" not in request:
        return
    if problem := choice(request["tool_choice"]):
        refuse(f"tool_choice{problem}")
    forced = request["tool_choice"]["type"] in ("any", "tool")
    if forced and not MODELS[request["model"]].forced_tools:
        refuse('tool_choice: type "tool" and "any" are not supported for this model.')


def tool_choice_has_its_tool(request: dict) -> None:
    """A forced choice needs something to choose.

    https://github.com/aakshintala/fiber/issues/132 (live, 2026-09-29)
    """
    wanted = request.get("tool_choice", {})
    offered = request.get("tools", [])
    if wanted.get("type") == "any" and not offered:
        refuse("tool_choice.any may only be specified while providing tools")
    names = [tool.get("name") for tool in offered]
    if wanted.get("type") == "tool" and wanted["name"] not in names:
        refuse(f"Tool '{wanted['name']}' not found in provided tools")
