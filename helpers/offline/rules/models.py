"""What differs by model: one row for each model id that the stand-in knows.

Ids are those of the SDK's types/model.py (2.14). An id that is not here is answered
with 404, as the API answers a model that it does not have or has retired.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Model:
    """What one model takes.

    `max_tokens` and `context` are its limits in tokens, of a reply and of a prompt.
    `prefill` says whether the last message may be the assistant's, `refused_thinking`
    which types of the `thinking` parameter are refused, `forced_tools` whether
    tool_choice may force a call, `system_messages` whether a message in the middle may
    have the role system, `sampling` whether temperature, top_p and top_k are read under
    version 2023-06-01, `bound_thinking` whether thinking blocks belong to what stands
    before them, `efforts` the levels of output_config.effort, none where it is refused,
    and `deep_effort_thinks` whether those above high need thinking.
    """

    max_tokens: int = 128_000
    context: int = 1_000_000
    prefill: bool = False
    refused_thinking: frozenset[str] = frozenset({"enabled"})
    forced_tools: bool = True
    system_messages: bool = False
    sampling: bool = False
    bound_thinking: bool = False
    efforts: tuple[str, ...] = ("low", "medium", "high", "xhigh", "max")
    deep_effort_thinks: bool = False


# Limits of max_tokens: https://platform.claude.com/docs/en/models and
# https://github.com/Effect-TS/effect/pull/7129 (the 4.5 models 64000, later 128000).
# Prefill, thinking and forced tools: https://platform.claude.com/docs/en/api/errors
# System messages: Opus 4.8 and later, not Sonnet 5, by
# https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages
# and Haiku and Sonnet 5.5, Fable, by
# https://github.com/langchain-ai/langchainjs/releases/tag/@langchain%2Fanthropic@1.5.13
# Context: https://platform.claude.com/docs/en/models/haiku-5-5/overview (1M; Haiku 4.5
# 200K). A choice: the other 4.5 models as Haiku 4.5, all newer ones as Haiku 5.5.
# Sampling: https://qiita.com/khronov/items/4dd5155b0db7f482ea64 (Sonnet 4.6 takes it).
# A choice: it was given up together with thinking type "enabled".
# Effort: https://platform.claude.com/docs/en/build-with-claude/effort (levels),
# https://github.com/TauricResearch/TradingAgents/issues/831 (not Haiku 4.5),
# https://github.com/SkillfulAgents/SuperAgent/pull/1142 (4.6 without xhigh, live),
# https://docs.apiyi.com/en/live/2026-11/claude-thinking-guide-refresh (up to high where
# thinking is off: Opus 5, Haiku 5.5). A choice: Mythos and Fable have all levels.
EXTENDED = Model(
    64_000,
    context=200_000,
    prefill=True,
    refused_thinking=frozenset({"adaptive"}),
    sampling=True,
    efforts=(),
)
OPUS_4_5 = replace(EXTENDED, efforts=("low", "medium", "high"))
BOTH = Model(
    refused_thinking=frozenset(),
    sampling=True,
    efforts=("low", "medium", "high", "max"),
)
ADAPTIVE = Model()
STEERED = replace(ADAPTIVE, system_messages=True)
# Thinking that is bound: https://platform.claude.com/docs/en/api/errors; not on Mythos:
# https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-thinking-block-binding.html
# A choice: Mythos is taken for Fable in the rest.
ALWAYS = replace(STEERED, refused_thinking=frozenset({"enabled", "disabled"}))
UNFORCED = replace(ALWAYS, forced_tools=False, bound_thinking=True)
MYTHOS = replace(UNFORCED, bound_thinking=False)
OPUS_5 = replace(STEERED, deep_effort_thinks=True)
HAIKU = replace(OPUS_5, bound_thinking=True)

# Left out on purpose, so 404: claude-mythos-preview, whose end of life has passed, and
# claude-sonnet-4-5 (with and without its date), whose end of life is 2026-11-30. A
# choice: the course will be read after that day.
MODELS = {
    "claude-haiku-5-5": HAIKU,
    "claude-haiku-4-5": EXTENDED,
    "claude-haiku-4-5-20251001": EXTENDED,
    "claude-sonnet-5-5": STEERED,
    "claude-sonnet-5": ADAPTIVE,
    "claude-sonnet-4-6": BOTH,
    "claude-opus-5-5": UNFORCED,
    "claude-opus-5": OPUS_5,
    "claude-opus-4-8": STEERED,
    "claude-opus-4-7": ADAPTIVE,
    "claude-opus-4-6": BOTH,
    "claude-opus-4-5": OPUS_4_5,
    "claude-opus-4-5-20251101": OPUS_4_5,
    "claude-fable-5": ALWAYS,
    "claude-fable-5-1": UNFORCED,
    "claude-fable-5-2": UNFORCED,
    "claude-mythos-5": ALWAYS,
    "claude-mythos-5-1": MYTHOS,
    "claude-mythos-5-2": MYTHOS,
}
# https://platform.claude.com/docs/en/build-with-claude/thinking
ALWAYS_THINKING = {
    name for name, model in MODELS.items() if "disabled" in model.refused_thinking
}
