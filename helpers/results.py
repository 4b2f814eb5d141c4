"""A tool's outcome, good or bad, as a tool_result block for Claude."""

import inspect
import json
import logging
from collections import Counter

from helpers.helpers import content_of, field
from helpers.loops import running
from helpers.offline.rules.blocks import result_blocks
from helpers.offline.rules.shapes import array, record, string, string_or, tagged
from helpers.plain import plain

MAX_RESULT_CHARACTERS = 100_000  # a result is sent again with every later call
MAX_ERROR_CHARACTERS = 4_000
SAME_ERROR_LIMIT = 3
BLOCKS = ("text", "image", "document", "search_result")
# The SDK's *_source_param.py types; an image has one of the first three.
SOURCES = {
    "base64": record({"media_type": string, "data": string}, {}),
    "url": record({"url": string}, {}),
    "file": record({"file_id": string}, {}),
    "text": record({"media_type": string, "data": string}, {}),
    "content": record({"content": string_or(array)}, {}),
}
OF_AN_IMAGE = ("base64", "url", "file")

as_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
logger = logging.getLogger("helpers.results")


def tool_requests(message) -> list:
    """The tool_use blocks of a message, in order."""
    content = content_of(message)
    blocks = [] if isinstance(content, str) else content
    return [block for block in blocks if field(block, "type") == "tool_use"]


def tool_result(request, run_tool) -> dict:
    """The tool_result for one tool_use: what the tool returned, or why it failed.

    A list of content blocks is sent as it is, so that Claude sees an image; every other
    value as JSON.
    https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls
    """
    name = field(request, "name")
    # A copy: a tool that changes its input must not change the history.
    tool_input = plain(field(request, "input"))
    try:
        with running(field(request, "id"), name):
            output = run_tool(name, tool_input)
        content = _content(output)
    except Exception as error:
        _log(name, error)
        return error_result(request, f"Error: {_reason(error)}")
    return {
        "type": "tool_result",
        "tool_use_id": field(request, "id"),
        "content": content,
        "is_error": False,
    }


def error_result(request, explanation: str) -> dict:
    """A tool_result that tells Claude why there is no result."""
    return {
        "type": "tool_result",
        "tool_use_id": field(request, "id"),
        "content": _clip(explanation, MAX_ERROR_CHARACTERS),
        "is_error": True,
    }


def with_warning(request, result: dict, failures: Counter) -> dict:
    """The result; the very same call that fails in the very same way is pointed out.

    https://github.com/anthropics/claude-code/issues/30150
    """
    if not result["is_error"]:
        return result
    same = (request.name, repr(request.input), result["content"])
    failures[same] += 1
    if failures[same] < SAME_ERROR_LIMIT:
        return result
    warning = f"\nThis same call has failed {failures[same]} times. Do not repeat it."
    return result | {"content": result["content"] + warning}


def _log(name: str, error: Exception) -> None:
    """Show where a tool failed: Claude reads the error, but the bug may be ours."""
    where = error.__traceback__.tb_next  # without the line of this file
    logger.error(
        "The tool %s failed. Claude is told; here is where:",
        name,
        exc_info=(type(error), error, where),
    )


def _content(output) -> str | list[dict]:
    if inspect.iscoroutine(output):
        output.close()
        raise TypeError("The tool is an async function; give one that returns at once.")
    if output is None:
        raise ValueError(
            "The tool returned nothing (None), so it is not known whether it worked. "
            "A tool must return a value, for example a short text."
        )
    return _blocks(output) or _clip(as_json(output), MAX_RESULT_CHARACTERS)


def _blocks(output) -> list[dict]:
    """The output as blocks that the API takes, or [] when it is anything else."""
    is_list = isinstance(output, list)
    if not is_list or any(field(item, "type") not in BLOCKS for item in output):
        return []
    text = json.dumps(output, ensure_ascii=False, allow_nan=False, default=_as_dict)
    blocks = json.loads(well_formed(text))  # a copy
    if result_blocks(blocks) or not all(map(_is_whole, blocks)):
        return []
    return [_clipped(block) for block in blocks]


def _as_dict(block) -> dict:
    if not hasattr(block, "to_dict"):
        raise TypeError(
            f"Object of type {type(block).__name__} is not JSON serializable"
        )
    return block.to_dict()


def _is_whole(block: dict) -> bool:
    """True unless the API would refuse what the block holds."""
    if block["type"] == "text":
        return bool(block["text"].strip())
    if block["type"] == "search_result":
        return True
    is_known = block["type"] == "document" or block["source"].get("type") in OF_AN_IMAGE
    return is_known and tagged(SOURCES)(block["source"]) is None


def _clipped(block: dict) -> dict:
    if block["type"] != "text":
        return block
    return block | {"text": _clip(block["text"], MAX_RESULT_CHARACTERS)}


def _reason(error: Exception) -> str:
    """The message of an error that was written to be read, else its repr."""
    try:
        written = str(error) if isinstance(error, TypeError | ValueError) else ""
        return written.strip() or repr(error)
    except Exception:  # an error that cannot even tell what it is
        return type(error).__name__


def _clip(text: str, limit: int) -> str:
    text = well_formed(text)
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n[Cut here: {limit:,} of {len(text):,} characters.]"


def well_formed(text: str) -> str:
    """The text with U+FFFD for each half of an emoji, which could not be sent."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
