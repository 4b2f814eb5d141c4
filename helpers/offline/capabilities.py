"""What the list of models says that a model can do.

The keys are those of the SDK's types/model_capabilities.py, the values those of live
answers of 2026 where there are some: https://github.com/QAInsights/jmeter-ai/issues/49
(Sonnet and Opus 4.6); Haiku 4.5 on 2 October 2026.
"""

from helpers.offline.rules.models import MODELS

EVERY_MODEL = ("batch", "citations", "image_input", "pdf_input", "structured_outputs")
SERVER_TOOLS = ("code_execution", "web_search")  # a choice: all models
EFFORTS = ("low", "medium", "high", "xhigh", "max")
THINKING = ("adaptive", "between_tools", "disabled", "enabled")
EDITS = ("clear_thinking_20251015", "clear_tool_uses_20250919")


def line_and_version(model_id: str) -> tuple[str, tuple[int, ...]]:
    """The parts of an id: "claude-haiku-4-5-20251001" -> ("haiku", (4, 5))."""
    _, line, *numbers = model_id.split("-")
    return line, tuple(int(number) for number in numbers if len(number) < 8)


def capabilities(model_id: str) -> dict:
    """The `capabilities` of a model: {"batch": {"supported": True}, ...}."""
    line, version = line_and_version(model_id)
    types = {kind: kind not in MODELS[model_id].refused_thinking for kind in THINKING}
    efforts = {level: level in effort_levels(line, version) for level in EFFORTS}
    edits = {**dict.fromkeys(EDITS, True), "compact_20260112": version >= (4, 6)}
    return {
        **{name: supported(True) for name in EVERY_MODEL},
        "code_execution": supported((line, version) != ("haiku", (4, 5))),
        "context_management": supported(True) | each(edits),
        "effort": supported(any(efforts.values())) | each(efforts),
        "server_tools": supported(True) | each(dict.fromkeys(SERVER_TOOLS, True)),
        "thinking": supported(True) | {"types": each(types)},
    }


def effort_levels(line: str, version: tuple[int, ...]) -> tuple[str, ...]:
    """https://platform.claude.com/docs/en/build-with-claude/effort"""
    if (line, version) == ("haiku", (4, 5)):
        return ()
    newer = {"max": (4, 6), "xhigh": (4, 7)}
    return tuple(level for level in EFFORTS if version >= newer.get(level, ()))


def supported(value: bool) -> dict:
    return {"supported": value}


def each(values: dict[str, bool]) -> dict:
    return {name: supported(value) for name, value in values.items()}
