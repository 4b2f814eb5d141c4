"""Rules about tools that wait to be found, and about the references that find them.

https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
"""

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.conversation import Conversation


def some_tool_is_loaded(request: dict) -> None:
    """Not all tools wait to be found; those that wait are not cached.

    https://github.com/nearai/ironclaw/pull/7274 (all wait)
    https://github.com/anthropics/claude-code/issues/30920 (cached)
    Older copies of the documentation say "All tools have defer_loading set. At least
    one tool must be non-deferred."; the text here is that of its newer copies and of
    live calls of 24 August and 15 September 2026 (public code).
    """
    offered = request.get("tools", ())
    waiting = [tool for tool in offered if tool.get("defer_loading") and "name" in tool]
    for tool in waiting:
        if tool.get("cache_control") is not None:
            refuse(
                f"Tool '{tool['name']}' cannot have both defer_loading=true and "
                "cache_control set. Tools with defer_loading cannot use prompt caching."
            )
    if waiting and len(waiting) == len(offered):
        refuse(
            "At least one tool must have defer_loading=false. All tools cannot be "
            "deferred."
        )


def references_have_their_tool(talk: Conversation) -> None:
    """A result that refers to tools holds nothing else, and the request offers them.

    https://github.com/anthropics/claude-code/issues/81863
    That nothing else may stand there is quoted in public code, from live calls of 15
    September 2026. A choice: with the tools of an MCP server, any name is right.
    """
    results = talk.blocks("tool_result")
    offered = talk.request.get("tools", ()) if results else ()
    names = {tool.get("name") for tool in offered}
    has_server = any(tool.get("type") == "mcp_toolset" for tool in offered)
    for _, _, block in results:
        named = referred_tools(block.get("content"))
        lost = [name for name in named if name not in names]
        if lost and not has_server:
            refuse(f"Tool reference '{lost[0]}' not found in available tools")


def referred_tools(content: str | list | None) -> list[str]:
    """The names that a result refers to."""
    if not isinstance(content, list):
        return []
    named = [p["tool_name"] for p in content if p["type"] == "tool_reference"]
    if named and len(named) < len(content):
        refuse(
            "Tool definitions/code execution functions cannot be mixed with other "
            "content"
        )
    return named
