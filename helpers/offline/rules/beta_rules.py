"""Keys that only requests with a beta header may have, and their shapes.

The header `anthropic-beta` names the betas of a request; the SDK fills it from
`client.beta.messages.create(betas=[...])`. Shapes are those of the SDK's types (2.14).
"""

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.shapes import (
    EXTRA,
    Check,
    anything,
    array,
    boolean,
    fields,
    integer,
    items,
    json_object,
    nullable,
    one_of,
    record,
    string,
    string_or,
    tagged,
)

# The beta that each key belongs to: its name, up to its date.
# https://github.com/anthropics/claude-code/issues/21612 (context_management; the text
# for the other keys is by analogy) and https://platform.claude.com/docs/en/api/beta-headers
BETA_OF = {
    "context_management": ("context-management-", "compact-"),
    "mcp_servers": ("mcp-client-",),
    "fallbacks": ("server-side-fallback-",),
    "fallback_credit_token": ("fallback-credit-",),
    "compaction": ("compact-",),
    "billing_policy": ("user-profiles-billing-",),
}

clear_tool_uses = record(
    {},
    {
        "trigger": json_object,
        "keep": json_object,
        "clear_at_least": nullable(json_object),
        "clear_tool_inputs": anything,
        "exclude_tools": nullable(array),
    },
)
compact = record(
    {},
    {
        "trigger": nullable(json_object),
        "instructions": nullable(string),
        "pause_after_compaction": boolean,
    },
)
edit = tagged(
    {
        "clear_tool_uses_20250919": clear_tool_uses,
        "clear_thinking_20251015": record({}, {"keep": anything}),
        "compact_20260112": compact,
    }
)
mcp_server = fields(
    {"name": string, "type": one_of("url"), "url": string},
    {
        "authorization_token": nullable(string),
        "tool_configuration": nullable(
            fields({}, {"allowed_tools": nullable(array), "enabled": nullable(boolean)})
        ),
    },
)
fallback = fields(
    {"model": string},
    {
        "max_tokens": nullable(integer),
        "output_config": nullable(json_object),
        "speed": nullable(one_of("standard", "fast")),
        "thinking": nullable(json_object),
    },
)
fallback_list = items(fallback)
credit_token = fields({"token": string}, {"mode": one_of("strict", "best_effort")})


def fallbacks(value: object) -> str | None:
    """The problem of `fallbacks`: the word "default", or a list of models."""
    return None if value in (None, "default") else fallback_list(value)


SHAPES: dict[str, Check] = {
    "context_management": nullable(fields({}, {"edits": items(edit)})),
    "mcp_servers": items(mcp_server),
    "fallbacks": fallbacks,
    "fallback_credit_token": nullable(string_or(credit_token)),
    "compaction": nullable(
        fields({"type": one_of("summarize")}, {"instructions": nullable(string)})
    ),
    "billing_policy": nullable(
        fields(
            {"type": one_of("billing_policy")},
            {"bill_to": one_of("self", "user_profile")},
        )
    ),
}


def beta_keys(request: dict, betas: str) -> None:
    """A beta's keys come with its header, and have their shape.

    Without the header they are unknown keys:
    https://github.com/anthropics/claude-code/issues/21612
    A choice: this is found after all other keys; null is right where the SDK's types
    say so.
    """
    for key in request:
        if key not in BETA_OF:
            continue
        if not any(f",{beta}" in f",{betas}" for beta in BETA_OF[key]):
            refuse(f"{key}{EXTRA}")
        if problem := SHAPES[key](request[key]):
            refuse(f"{key}{problem}")
