"""The content blocks that a message may hold, and the keys that each may have.

Keys are those of the SDK's `*_block_param.py` types (2.14). A choice: beta blocks and
their keys are let through without a beta header. An unknown key is refused with
`messages.N.content.M.<type>.<key>: Extra inputs are not permitted`
(https://github.com/anthropics/claude-code/issues/4378).
"""

import re

from helpers.offline.rules.shapes import (
    Check,
    anything,
    array,
    boolean,
    dictionary,
    items,
    json_object,
    nullable,
    one_of,
    record,
    string,
    string_or,
    tagged,
)

ID = re.compile(r"[a-zA-Z0-9_-]+")
SERVER_ID = re.compile(r"srvtoolu_[a-zA-Z0-9_]+")

cache_control = nullable(tagged({"ephemeral": record({}, {"ttl": one_of("5m", "1h")})}))


def block(required: dict[str, Check], optional: dict[str, Check]) -> Check:
    """The check of a block that may carry `cache_control`."""
    return record(required, {"cache_control": cache_control} | optional)


def block_id(value: object) -> str | None:
    """The problem of the id of a tool call.

    https://github.com/screenpipe/screenpipe/pull/3252
    https://github.com/QwenLM/qwen-code/issues/8160 (in the result too)
    """
    if isinstance(value, str) and not ID.fullmatch(value):
        return ": String should match pattern '^[a-zA-Z0-9_-]+$'"
    return string(value)


def server_id(value: object) -> str | None:
    """The problem of the id of a call of the API's own tools, and of its result.

    https://github.com/ding113/claude-code-hub/issues/470
    https://github.com/decolua/9router/issues/3685
    """
    if isinstance(value, str) and not SERVER_ID.fullmatch(value):
        return ": String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'"
    return string(value)


def tool_name(value: object) -> str | None:
    """The problem of the name in a tool call."""
    return ": String should have at least 1 character" if value == "" else string(value)


def tool_result(value: object) -> str | None:
    """The problem of a tool_result: its keys, its content, then what an error may hold.

    Empty: https://github.com/jlevy/markform/issues/153
    Not text: https://github.com/vellum-ai/vellum-assistant/pull/18387
    """
    if problem := result_keys(value):
        return problem
    if value.get("is_error") is not True:
        return None
    content = value.get("content")
    if not content:
        return ": content cannot be empty if `is_error` is true"
    if isinstance(content, list) and any(part["type"] != "text" for part in content):
        return ": all content must be type `text` if `is_error` is true"
    return None


citations = nullable(array)
text_keys = block({"text": string}, {"citations": citations})


def text_block(value: object) -> str | None:
    """The problem of a block of text."""
    return text_keys(value) or is_marked_empty(value)


def is_marked_empty(value: dict) -> str | None:
    """An empty text cannot be cached.

    https://github.com/anthropics/claude-code/issues/50082
    """
    if value["text"] or value.get("cache_control") is None:
        return None
    return ": cache_control cannot be set for empty text blocks"


text_blocks = items(tagged({"text": text_block}))
image = block({"source": json_object}, {"transformations": anything})
document = block(
    {"source": json_object},
    {
        "citations": nullable(json_object),
        "context": nullable(string),
        "title": nullable(string),
    },
)
search_result = block(
    {"content": text_blocks, "source": string, "title": string},
    {"citations": json_object},
)
result_blocks = items(
    tagged(
        {
            "text": text_block,
            "image": image,
            "search_result": search_result,
            "document": document,
            "tool_reference": block({"tool_name": string}, {}),
            "browser_state": block({"tabs": array}, {"state_changes": nullable(array)}),
        }
    )
)
# A choice: null content counts as none, because the SDK's own tool runner sends it for
# a tool that returns None.
result_keys = block(
    {"tool_use_id": block_id},
    {
        "content": nullable(string_or(result_blocks)),
        "is_error": boolean,
        "toolset_name": nullable(string),
    },
)
server_result = block(
    {"tool_use_id": server_id, "content": anything}, {"caller": json_object}
)

BLOCKS = {
    "text": text_block,
    "image": image,
    "document": document,
    "search_result": search_result,
    "thinking": record({"signature": string, "thinking": string}, {}),
    "redacted_thinking": record({"data": string}, {}),
    "tool_use": block(
        {"id": block_id, "name": tool_name, "input": dictionary},
        {"caller": json_object, "toolset_name": nullable(string)},
    ),
    "tool_result": tool_result,
    "server_tool_use": block(
        {"id": server_id, "name": string, "input": dictionary}, {"caller": json_object}
    ),
    "web_search_tool_result": server_result,
    "web_fetch_tool_result": server_result,
    "code_execution_tool_result": server_result,
    "bash_code_execution_tool_result": server_result,
    "text_editor_code_execution_tool_result": server_result,
    "tool_search_tool_result": server_result,
    "container_upload": block({"file_id": string}, {}),
}

BETA_BLOCKS = {
    "advisor_tool_result": server_result,
    "mcp_tool_use": block(
        {"id": string, "name": string, "input": dictionary, "server_name": string}, {}
    ),
    "mcp_tool_result": block(
        {"tool_use_id": string}, {"content": anything, "is_error": boolean}
    ),
    "compaction": block(
        {},
        dict.fromkeys(
            ("content", "encrypted_content", "signature", "tool_changes"), anything
        ),
    ),
    "tool_addition": block({"tool": json_object}, {}),
    "tool_removal": block({"tool": json_object}, {}),
    "mcp_tool_listing": record({"mcp_server_name": string, "tools": array}, {}),
    "fallback": record({"from": json_object, "to": json_object}, {"trigger": anything}),
}

content_block = tagged(BLOCKS | BETA_BLOCKS, shown=BLOCKS)
SERVER_RESULTS = [
    kind for kind, check in (BLOCKS | BETA_BLOCKS).items() if check is server_result
]
