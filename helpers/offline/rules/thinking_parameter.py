"""Rules about the parameter `thinking`: its types, its budget, what it excludes."""

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.shapes import (
    fields,
    integer,
    nullable,
    one_of,
    record,
    tagged,
)

BINDING = fields(
    {}, {"prefix_mismatch_behavior": nullable(one_of("error", "drop_block"))}
)
DISPLAY = {
    "display": nullable(one_of("summarized", "omitted")),
    "block_binding": nullable(BINDING),
}
thinking_shape = tagged(
    {
        "adaptive": record({}, DISPLAY),
        "disabled": record({}, {}),
        "enabled": record({"budget_tokens": integer}, DISPLAY),
        "between_tools": record({}, {}),
    }
)


def thinking(request: dict) -> None:
    """The types of thinking that the model has.

    https://platform.claude.com/docs/en/api/errors
    """
    if "thinking" not in request:
        return
    if problem := thinking_shape(request["thinking"]):
        refuse(f"thinking{problem}")
    kind = request["thinking"]["type"]
    if kind not in MODELS[request["model"]].refused_thinking:
        return
    if kind == "adaptive":
        refuse("adaptive thinking is not supported on this model")
    refuse(
        f'"thinking.type.{kind}" is not supported for this model. Use '
        '"thinking.type.adaptive" and "output_config.effort" to control thinking '
        "behavior."
    )


def thinking_budget(request: dict) -> None:
    """A budget of at least 1024 that leaves tokens for the answer.

    https://platform.claude.com/docs/en/build-with-claude/extended-thinking
    The texts are seen in public code only.
    """
    budget = request.get("thinking", {}).get("budget_tokens")
    if budget is None:
        return
    if budget < 1024:
        refuse(
            "thinking.enabled.budget_tokens: Input should be greater than or equal to "
            "1024"
        )
    if budget >= request.get("max_tokens", budget + 1):
        refuse("`max_tokens` must be greater than `thinking.budget_tokens`.")


def thinking_is_not_forced_to_call(request: dict) -> None:
    """Under thinking type "enabled" no call is forced; adaptive thinking gives way.

    https://github.com/usestrix/strix/issues/503
    https://platform.claude.com/docs/en/models/haiku-5-5/migration-guide (adaptive)
    """
    forced = request.get("tool_choice", {}).get("type") in ("any", "tool")
    if forced and request.get("thinking", {}).get("type") == "enabled":
        refuse("Thinking may not be enabled when tool_choice forces tool use.")
