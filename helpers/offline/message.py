"""A reply made into the Message body that the API would send.

Pure: ids come from a hash of the request, token counts are estimates.
"""

import hashlib

from helpers.offline.ending import cut_at_max_tokens, stopped_at_sequence
from helpers.offline.tokens import block_tokens, estimate, to_json, utf8

PROMPT_KEYS = ("system", "tools", "messages")  # what counts as input tokens

REPLY_KEYS = {
    *("content", "stop_reason", "stop_sequence", "stop_details", "container"),
}
BLOCK_FIELDS = {
    "text": {"text": str},
    "tool_use": {"name": str, "input": dict},
    "thinking": {"thinking": str, "signature": str},
    "redacted_thinking": {"data": str},
    "server_tool_use": {"id": str, "name": str, "input": dict},
    "web_search_tool_result": {"tool_use_id": str, "content": (list, dict)},
}
REPLY_SHAPE = (
    'A reply must be a dict like {"content": [{"type": "text", "text": "Hello"}], '
    '"stop_reason": "end_turn"}; a tool call is a block like {"type": "tool_use", '
    '"name": "get_current_datetime", "input": {}}.'
)


def complete(request: dict, reply: dict) -> dict:
    """Return the whole Message body for a reply to an accepted request.

    https://platform.claude.com/docs/en/api/messages
    """
    check_reply(reply)
    prompt = prompt_text(request)
    digest = request_digest(request, prompt)
    content = [with_id(block, digest, i) for i, block in enumerate(reply["content"])]
    ending = {
        "content": content,
        "stop_reason": reply.get("stop_reason") or default_stop_reason(content),
        "stop_sequence": reply.get("stop_sequence"),
        "stop_details": reply.get("stop_details"),
    }
    # The cut comes first: a stop sequence behind it is never written.
    cut = cut_at_max_tokens(content, request["max_tokens"])
    ending |= cut
    sequences = request.get("stop_sequences") or []
    stopped = stopped_at_sequence(ending["content"], sequences)
    ending |= stopped
    counted = usage(request, estimate(prompt), ending["content"])
    if cut and not stopped:
        counted["output_tokens"] = request["max_tokens"]
    return {
        "id": f"msg_off{digest}",
        "type": "message",
        "role": "assistant",
        "model": request["model"],
        "container": reply.get("container"),
        "diagnostics": None,
        **ending,
        "usage": counted,
    }


def count_tokens(request: dict) -> int:
    """Return the estimated input tokens of a request, as its usage will name them."""
    return estimate(prompt_text(request))


def prompt_text(request: dict) -> str:
    return to_json([request.get(key) for key in PROMPT_KEYS])


def request_digest(request: dict, prompt: str) -> str:
    """Return 12 hex digits that differ for every request of a conversation.

    `stream` is left out: the same question, streamed, gets the same ids.
    """
    options = {k: v for k, v in request.items() if k not in (*PROMPT_KEYS, "stream")}
    return hashlib.sha256(utf8(to_json(options) + prompt)).hexdigest()[:12]


def with_id(block: dict, digest: str, i: int) -> dict:
    """Return the block as the API sends it; an id that the reply chose is kept."""
    if block["type"] != "tool_use":
        return block
    return {
        "type": "tool_use",
        "id": f"toolu_off{digest}_{i}",
        "caller": {"type": "direct"},
        **block,
    }


def default_stop_reason(content: list[dict]) -> str:
    has_calls = any(block["type"] == "tool_use" for block in content)
    return "tool_use" if has_calls else "end_turn"


def usage(request: dict, input_tokens: int, content: list[dict]) -> dict:
    """Return what the call is billed for, with the keys that live answers have.

    Choices: nothing is cached, and a request that names no region is served globally.
    """
    sizes = [(block["type"], block_tokens(block)) for block in content]
    thinking = sum(size for kind, size in sizes if "thinking" in kind)
    return {
        "input_tokens": input_tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "cache_creation": {
            "ephemeral_5m_input_tokens": 0,
            "ephemeral_1h_input_tokens": 0,
        },
        "output_tokens": sum(size for _, size in sizes),
        "output_tokens_details": {"thinking_tokens": thinking},
        "service_tier": "standard",
        "inference_geo": request.get("inference_geo") or "global",
    }


def check_reply(reply: object) -> None:
    """Raise ValueError, with the shape of a reply, when this is not one."""
    if not isinstance(reply, dict):
        raise ValueError(f"{REPLY_SHAPE} Got {reply!r}.")
    if unknown := set(reply) - REPLY_KEYS:
        raise ValueError(f"{REPLY_SHAPE} Got the unknown keys {sorted(unknown)}.")
    if not isinstance(reply.get("stop_reason", ""), str):
        raise ValueError(f"{REPLY_SHAPE} Got stop_reason {reply['stop_reason']!r}.")
    if not is_container(reply.get("container")):
        raise ValueError(
            f"{REPLY_SHAPE} A container is a dict with an id, a text; "
            f"got {reply['container']!r}."
        )
    if not isinstance(reply.get("content"), list):
        raise ValueError(f"{REPLY_SHAPE} Got content {reply.get('content')!r}.")
    for block in reply["content"]:
        check_block(block)


def is_container(value: object) -> bool:
    """Whether it says where code runs on the API's side, or that none does.

    https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool
    """
    has_id = isinstance(value, dict) and isinstance(value.get("id"), str)
    return value is None or has_id


def check_block(block: object) -> None:
    if not isinstance(block, dict) or block.get("type") not in BLOCK_FIELDS:
        known = ", ".join(BLOCK_FIELDS)
        raise ValueError(f"{REPLY_SHAPE} Got the block {block!r}; types: {known}.")
    for field, kind in BLOCK_FIELDS[block["type"]].items():
        if not isinstance(block.get(field), kind):
            raise ValueError(f"{REPLY_SHAPE} {field!r} is wrong in {block!r}.")
