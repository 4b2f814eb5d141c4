"""Rules that differ by API version, which the header `anthropic-version` names.

2023-06-01 is chosen by default_headers={"anthropic-version": "2023-06-01"}. All that is
known to differ is here; the rest is the same in both, for lack of a source.
https://platform.claude.com/docs/en/api/migration-2026-10-21
"""

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.choices import VERSION_HEADER_REQUIRED, own_words
from helpers.offline.rules.conversation import Conversation
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.shapes import Check, expect, integer

CURRENT = "2026-10-21"
# A choice: the first version, of January 2023, is taken for the second.
OLD = ("2023-06-01", "2023-01-01")

number = expect(
    lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    ": Input should be a valid number",
)


def check_version(version: str) -> None:
    """A version that the API has; "" stands for a request without the header.

    https://github.com/decolua/9router/issues/2357
    """
    if not version and VERSION_HEADER_REQUIRED:
        refuse("anthropic-version: header is required")
    if version and version not in (CURRENT, *OLD):
        refuse(f'anthropic-version: "{version}" is not a valid version')


def temperature(request: dict) -> None:
    """https://conselara.dev/notes/opus-4-8-temperature-deprecated/"""
    sampled("temperature", number, request)


def top_k(request: dict) -> None:
    """By analogy with temperature."""
    sampled("top_k", integer, request)


def top_p(request: dict) -> None:
    """By analogy with temperature."""
    sampled("top_p", number, request)


def sampled(key: str, check: Check, request: dict) -> None:
    """A number, for models that still take it."""
    if key not in request:
        return
    if problem := check(request[key]):
        refuse(f"{key}{problem}")
    if not MODELS[request["model"]].sampling:
        refuse(f"`{key}` is deprecated for this model.")


def one_way_to_sample(request: dict) -> None:
    """The text is seen in public code only.

    It speaks of the 4.x models: these are all that take sampling at all.
    """
    if "temperature" in request and "top_p" in request:
        refuse(
            "`temperature` and `top_p` cannot both be specified for this model. Please "
            "use only one."
        )


# Keys that are read until 2023-06-01.
SAMPLING = {"temperature": temperature, "top_k": top_k, "top_p": top_p}


def documents_come_from_the_user(talk: Conversation) -> None:
    """No document stands in a message of the assistant."""
    for n, m, _ in talk.blocks("document"):
        if talk.turns[n][0] == "assistant":
            refuse(own_words("document").format(n=n, m=m))


def user_text_has_no_citations(talk: Conversation) -> None:
    """Only the assistant cites; text in a user's search_result does not either."""
    for n, m, block in talk.blocks("text", "search_result"):
        if talk.turns[n][0] != "user":
            continue
        texts, kind = [block], "text"
        if block["type"] == "search_result":
            texts, kind = block["content"], "search_result.content.text"
        if any(text.get("citations") for text in texts):
            refuse(own_words("citations").format(n=n, m=m, kind=kind))


# Rules since 2026-10-21.
DOCUMENT_RULES = (documents_come_from_the_user, user_text_has_no_citations)
