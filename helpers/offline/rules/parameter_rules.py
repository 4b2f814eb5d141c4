"""Rules about the parameters of a request beside its messages and tools."""

from collections.abc import Callable

from helpers.offline.rules.api_error import ApiError, refuse
from helpers.offline.rules.blocks import cache_control, citations, is_marked_empty
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.shapes import (
    EXTRA,
    REQUIRED,
    Check,
    array,
    fields,
    integer,
    items,
    nullable,
    one_of,
    string,
    string_or,
)
from helpers.offline.rules.turn_rules import refuse_blank

Rule = Callable[[dict], None]
MOVED = (
    ": This field is deprecated. Use 'output_config.format' instead. See "
    "https://platform.claude.com/docs/en/build-with-claude/structured-outputs for more "
    "information."
)


def shaped(key: str, check: Check) -> Rule:
    """The rule that the value of this key, when it is there, has this shape."""

    def rule(request: dict) -> None:
        if key in request and (problem := check(request[key])):
            refuse(f"{key}{problem}")

    return rule


def only_known(keys: tuple[str, ...]) -> Rule:
    """The rule that the body has no other keys.

    temperature, top_p and top_k are unknown since version 2026-10-21:
    https://github.com/amrit110/oli/issues/7 (the text),
    https://platform.claude.com/docs/en/api/migration-2026-10-21 (those three)
    https://github.com/prism-php/prism/issues/912 (output_format)
    https://github.com/anthropics/claude-plugins-official/issues/2098 (with its beta)
    """

    def rule(request: dict) -> None:
        for key in request:
            if key not in keys:
                refuse(f"{key}{MOVED if key == 'output_format' else EXTRA}")

    return rule


def model(request: dict) -> None:
    """A model that the API has.

    https://github.com/spring-projects/spring-ai/pull/2387
    """
    if "model" not in request:
        refuse(f"model{REQUIRED}")
    value = request["model"]
    if problem := string(value):
        refuse(f"model{problem}")
    if not value:
        refuse("model: String should have at least 1 character")
    if value not in MODELS:
        raise ApiError(404, "not_found_error", f"model: {value}")


system_keys = fields(
    {"text": string, "type": one_of("text")},
    {"cache_control": cache_control, "citations": citations},
)


def system_block(value: object) -> str | None:
    """The problem of a block of the system prompt, which must be of type text.

    https://github.com/vellum-ai/vellum-assistant/pull/30712 (marked and empty)
    Public code quotes `system.0.type: Field required` and `Input should be 'text'`.
    """
    return system_keys(value) or is_marked_empty(value)


system_shape = string_or(items(system_block))


def system(request: dict) -> None:
    """A string or a list of text blocks; the SDK sends system=None as null.

    https://github.com/anthropics/claude-code/issues/59812 (the same for messages)
    """
    value = request.get("system", "")
    if problem := system_shape(value):
        refuse(f"system{problem}")
    if isinstance(value, list):
        for block in value:
            refuse_blank("system", block["text"])


def max_tokens(request: dict) -> None:
    """A number from 0 to the model's limit.

    https://github.com/anthropics/claude-code/issues/11302
    """
    if "max_tokens" not in request:
        refuse(f"max_tokens{REQUIRED}")
    value = request["max_tokens"]
    if problem := integer(value):
        refuse(f"max_tokens{problem}")
    if value < 0:
        refuse("max_tokens: must be greater than or equal to 0")
    limit = MODELS[request["model"]].max_tokens
    if value > limit:
        refuse(
            f"max_tokens: {value} > {limit}, which is the maximum allowed number of "
            f"output tokens for {request['model']}"
        )


def stop_sequences(request: dict) -> None:
    """A list of strings that are not blank.

    https://github.com/MegaGrindStone/mcp-web-ui/issues/5 (empty)
    https://github.com/BerriAI/litellm/issues/3286 (blank)
    """
    value = request.get("stop_sequences")
    if value is None:
        return
    if problem := array(value):
        refuse(f"stop_sequences{problem}")
    for n, sequence in enumerate(value):
        if problem := string(sequence):
            refuse(f"stop_sequences.{n}{problem}")
        if not sequence:
            refuse("stop_sequences: each stop sequence must be non-empty")
        if not sequence.strip():
            refuse("stop_sequences: each stop sequence must contain non-whitespace")


metadata = nullable(fields({}, {"user_id": nullable(string)}))
diagnostics = fields({}, {"previous_message_id": nullable(string)})
