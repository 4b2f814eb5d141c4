"""What the Messages API refuses: a request comes in, an ApiError comes out, or nothing.

`check_request` runs the rules in the order in which the API finds them, and the first
one that is broken answers. A new rule is one function, with its source, and one line in
a table. What is a choice of the stand-in stands in choices.py and in docs/standin.md.
"""

from helpers.offline.rules.api_error import ApiError, refuse
from helpers.offline.rules.blocks import cache_control
from helpers.offline.rules.choices import SPLIT_RESULTS_ACCEPTED, own_words
from helpers.offline.rules.conversation import conversation
from helpers.offline.rules.message_rules import messages
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.pairing_rules import PAIRING_RULES
from helpers.offline.rules.parameter_rules import (
    container,
    max_tokens,
    metadata,
    model,
    only_known,
    output_config,
    shaped,
    stop_sequences,
    system,
    thinking,
    thinking_budget,
)
from helpers.offline.rules.sampling_rules import (
    OLD_VERSION,
    SAMPLING_KEYS,
    sampling,
)
from helpers.offline.rules.shapes import boolean, nullable, one_of, string
from helpers.offline.rules.thinking_rules import THINKING_RULES
from helpers.offline.rules.tool_rules import (
    tool_choice,
    tool_choice_has_its_tool,
    tools,
)
from helpers.offline.rules.turn_rules import TURN_RULES, conversation_ends_with_the_user

__all__ = ["MODELS", "ApiError", "check_request"]


def check_request(
    request: object,
    *,
    counting: bool = False,
    split_results: bool = SPLIT_RESULTS_ACCEPTED,
    version: str = "",
) -> None:
    """Raise the ApiError of the first rule that the request breaks.

    `counting` is for the body of count_tokens, which has no max_tokens; `version` is
    the header anthropic-version, of which only 2023-06-01 changes anything.
    """
    if not isinstance(request, dict):
        refuse(own_words("body"))
    create_rules = OLD_CREATE_RULES if version == OLD_VERSION else CREATE_RULES
    for rule in COUNT_RULES if counting else create_rules:
        rule(request)
    talk = conversation(request, MODELS[request["model"]], split_results)
    for rule in CONVERSATION_RULES:
        rule(talk)


def no_thread(request: dict) -> None:
    """A choice: the stand-in keeps no state, so it holds no conversation for anyone.

    This answer makes the SDK's tool_runner send the whole history again without
    `thread` (lib/threads/_thread_state.py of the SDK). It comes before the rules about
    the conversation, of which a continued thread sends only the end.
    """
    if request.get("thread") is not None:
        raise ApiError(
            400,
            "invalid_request_error",
            "thread: not supported by the offline stand-in, which keeps no state. "
            "Send the full conversation without `thread`.",
            details={"error_code": "thread_unsupported_request"},
        )


# What the SDK's create can send (2.14, resources/messages and its beta), in the order
# in which the API checks it; the rest of the beta keys are only let through.
COUNT_KEYS = (
    *("model", "tool_choice", "tools", "messages", "system", "thinking"),
    *("output_config", "cache_control", "speed", "billing_policy", "compaction"),
    *("context_management", "mcp_servers"),
)
CREATE_KEYS = (
    *COUNT_KEYS,
    *("max_tokens", "metadata", "stop_sequences", "service_tier", "stream"),
    *("container", "inference_geo", "diagnostics", "fallbacks"),
    *("fallback_credit_token", "thread"),
)

SHARED_RULES = (
    model,
    tool_choice,
    tools,
    tool_choice_has_its_tool,
    messages,
    system,
    thinking,
    shaped("output_config", output_config),
    shaped("cache_control", cache_control),
)
COUNT_RULES = (*SHARED_RULES, only_known(COUNT_KEYS), thinking_budget)
PARAMETER_RULES = (
    *SHARED_RULES,
    max_tokens,
    shaped("metadata", metadata),
    stop_sequences,
    shaped("service_tier", one_of("auto", "standard_only")),
    shaped("stream", boolean),
    shaped("container", nullable(container)),
    shaped("inference_geo", nullable(string)),
)
LAST_RULES = (thinking_budget, no_thread)
CREATE_RULES = (*PARAMETER_RULES, only_known(CREATE_KEYS), *LAST_RULES)
OLD_CREATE_RULES = (
    *PARAMETER_RULES,
    sampling,
    only_known((*CREATE_KEYS, *SAMPLING_KEYS)),
    *LAST_RULES,
)
CONVERSATION_RULES = (
    *TURN_RULES,
    *PAIRING_RULES,
    *THINKING_RULES,
    conversation_ends_with_the_user,
)
