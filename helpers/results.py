"""A tool's outcome, good or bad, as a tool_result block for Claude."""

import copy
import inspect
import json
import logging

from helpers.helpers import content_of, field
from helpers.loops import running

MAX_RESULT_CHARACTERS = 100_000  # a result is sent again with every later call
MAX_ERROR_CHARACTERS = 4_000

logger = logging.getLogger("helpers.results")


def tool_requests(message) -> list:
    """The tool_use blocks of a message, in order."""
    content = content_of(message)
    blocks = [] if isinstance(content, str) else content
    return [block for block in blocks if field(block, "type") == "tool_use"]


def tool_result(request, run_tool) -> dict:
    """The tool_result for one tool_use: what the tool returned, or why it failed.

    https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls
    """
    name = field(request, "name")
    # A copy: a tool that changes its input must not change the history.
    tool_input = copy.deepcopy(field(request, "input"))
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


def _log(name: str, error: Exception) -> None:
    """Show where a tool failed: Claude reads the error, but the bug may be ours."""
    where = error.__traceback__.tb_next  # without the line of this file
    logger.error(
        "The tool %s failed. Claude is told; here is where:",
        name,
        exc_info=(type(error), error, where),
    )


def _content(output) -> str:
    if inspect.iscoroutine(output):
        output.close()
        raise TypeError("The tool is an async function; give one that returns at once.")
    if output is None:
        raise ValueError(
            "The tool returned nothing (None), so it is not known whether it worked. "
            "A tool must return a value, for example a short text."
        )
    text = json.dumps(output, ensure_ascii=False, allow_nan=False)
    return _clip(text, MAX_RESULT_CHARACTERS)


def _reason(error: Exception) -> str:
    """The message of an error that was written to be read, else its repr."""
    try:
        written = str(error) if isinstance(error, TypeError | ValueError) else ""
        return written.strip() or repr(error)
    except Exception:  # an error that cannot even tell what it is
        return type(error).__name__


def _clip(text: str, limit: int) -> str:
    text = text.encode("utf-8", "replace").decode()  # half an emoji cannot be sent
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n[Cut here: {limit:,} of {len(text):,} characters.]"
