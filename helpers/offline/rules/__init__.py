"""What the Messages API refuses: a request comes in, an ApiError comes out, or nothing.

`check_request` runs the rules in the order in which the API finds them, and the first
one that is broken answers. A new rule is one function, with its source, and one line in
a table. What is a choice of the stand-in stands in choices.py and in docs/standin.md.
"""

from helpers.offline.rules.api_error import ApiError, refuse
from helpers.offline.rules.beta_rules import BETA_OF, beta_keys
from helpers.offline.rules.blocks import cache_control
from helpers.offline.rules.cache_rules import cache_marks_are_few, long_marks_come_first
from helpers.offline.rules.choices import SPLIT_RESULTS_ACCEPTED, own_words
from helpers.offline.rules.conversation import conversation
from helpers.offline.rules.deferred_rules import (
    references_have_their_tool,
    some_tool_is_loaded,
)
from helpers.offline.rules.grammar_rules import grammars_are_small
from helpers.offline.rules.message_rules import messages
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.output_rules import output_config
from helpers.offline.rules.pairing_rules import PAIRING_RULES
from helpers.offline.rules.parameter_rules import (
    diagnostics,
    max_tokens,
    metadata,
    model,
    only_known,
    shaped,
    stop_sequences,
    system,
)
from helpers.offline.rules.shapes import (
    boolean,
    json_object,
    nullable,
    one_of,
    string,
    string_or,
)
from helpers.offline.rules.thinking_parameter import (
    thinking,
    thinking_budget,
    thinking_is_not_forced_to_call,
)
from helpers.offline.rules.thinking_rules import THINKING_RULES
from helpers.offline.rules.tool_rules import (
    tool_choice,
    tool_choice_has_its_tool,
    tools,
)
from helpers.offline.rules.turn_rules import (
    TURN_RULES,
    conversation_does_not_end_in_thought,
    conversation_ends_with_the_user,
)
from helpers.offline.rules.version_rules import (
    CURRENT,
    DOCUMENT_RULES,
    OLD,
    SAMPLING,
    check_version,
    one_way_to_sample,
)

__all__ = ["MODELS", "ApiError", "check_request"]


def check_request(
    request: object,
    *,
    counting: bool = False,
    split_results: bool = SPLIT_RESULTS_ACCEPTED,
    version: str = CURRENT,
    betas: str = "",
) -> None:
    """Raise the ApiError of the first rule that the request breaks.

    `counting` is for the body of count_tokens, which has no max_tokens; `version` and
    `betas` are the headers anthropic-version and anthropic-beta.
    """
    check_version(version)
    if not isinstance(request, dict):
        refuse(own_words("body"))
    create_rules = OLD_CREATE_RULES if version in OLD else CREATE_RULES
    for rule in COUNT_RULES if counting else create_rules:
        rule(request)
    beta_keys(request, betas)
    talk = conversation(request, MODELS[request["model"]], split_results)
    for rule in OLD_CONVERSATION_RULES if version in OLD else CONVERSATION_RULES:
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


# The keys that the SDK's count_tokens and create can send (2.14, resources/messages and
# its beta).
COUNT_KEYS = (
    *("model", "tool_choice", "tools", "messages", "system", "thinking"),
    *("output_config", "cache_control", "speed", "billing_policy", "compaction"),
    *("context_management", "mcp_servers"),
)
CREATE_KEYS = (
    *COUNT_KEYS,
    *("max_tokens", "metadata", "stop_sequences", "service_tier", "stream"),
    *("container", "inference_geo", "diagnostics", *BETA_OF, "thread"),
)

SHARED_RULES = (
    model,
    tool_choice,
    tools,
    some_tool_is_loaded,
    tool_choice_has_its_tool,
    messages,
    system,
    thinking,
    output_config,
    shaped("cache_control", cache_control),
)
SPEED = shaped("speed", nullable(one_of("standard", "fast")))
COUNT_RULES = (
    *SHARED_RULES,
    SPEED,
    only_known(COUNT_KEYS),
    thinking_budget,
    grammars_are_small,
)
LENGTH_RULES = (
    max_tokens,
    shaped("metadata", metadata),
    stop_sequences,
)
SERVICE_TIER = shaped("service_tier", one_of("auto", "standard_only"))
DELIVERY_RULES = (
    shaped("stream", boolean),
    shaped("container", nullable(string_or(json_object))),
    shaped("inference_geo", nullable(string)),
    SPEED,
    shaped("diagnostics", nullable(diagnostics)),
)
LAST_RULES = (
    thinking_budget,
    thinking_is_not_forced_to_call,
    grammars_are_small,
    no_thread,
)
CREATE_RULES = (
    *SHARED_RULES,
    *LENGTH_RULES,
    SERVICE_TIER,
    *DELIVERY_RULES,
    only_known(CREATE_KEYS),
    *LAST_RULES,
)
OLD_CREATE_RULES = (
    *SHARED_RULES,
    *LENGTH_RULES,
    SAMPLING["temperature"],
    SERVICE_TIER,
    SAMPLING["top_k"],
    SAMPLING["top_p"],
    *DELIVERY_RULES,
    one_way_to_sample,
    only_known((*CREATE_KEYS, *SAMPLING)),
    *LAST_RULES,
)
OLD_CONVERSATION_RULES = (
    *TURN_RULES,
    *PAIRING_RULES,
    references_have_their_tool,
    *THINKING_RULES,
    cache_marks_are_few,
    long_marks_come_first,
    conversation_does_not_end_in_thought,
    conversation_ends_with_the_user,
)
CONVERSATION_RULES = (*DOCUMENT_RULES, *OLD_CONVERSATION_RULES)
