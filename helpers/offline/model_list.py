"""The answers of GET /v1/models: the models that the stand-in knows, newest first.

https://platform.claude.com/docs/en/api/models-list
"""

import httpx2

from helpers.offline.capabilities import capabilities, line_and_version
from helpers.offline.pages import page
from helpers.offline.rules.api_error import ApiError, refuse
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.shapes import items, one_of

# https://platform.claude.com/docs/en/models/opus-4-8/overview, and so for each model;
# where a live answer is known (4.5 and 4.6), its day. Mythos came with Fable.
RELEASED = {
    "fable-5-2": "2026-11-09",
    "haiku-5-5": "2026-10-07",
    "sonnet-5-5": "2026-09-28",
    "opus-5-5": "2026-09-21",
    "fable-5-1": "2026-09-01",
    "opus-5": "2026-07-24",
    "sonnet-5": "2026-06-30",
    "fable-5": "2026-06-09",
    "opus-4-8": "2026-05-28",
    "opus-4-7": "2026-04-16",
    "sonnet-4-6": "2026-02-17",
    "opus-4-6": "2026-02-04",
    "opus-4-5": "2025-11-24",
    "haiku-4-5": "2025-10-15",
}
NOT_KNOWN = "1970-01-01"  # the API's value for it, by the SDK's types/model_info.py
# From when, and until when:
# https://github.com/samarthputhraya/Modelpin/releases/tag/v0.5.7
DEPRECATED = {"opus-4-5": ("2026-11-23", "2027-01-22")}

# An alias is no entry of its own: "claude-haiku-4-5" -> "claude-haiku-4-5-20251001".
ALIASES = {
    name: dated for name in MODELS for dated in MODELS if dated.startswith(f"{name}-20")
}
LIFECYCLE = items(one_of("active", "deprecated", "retired"))
EITHER = ["active", "deprecated"]


def model_list(query: httpx2.QueryParams) -> dict:
    """Return a page of the models in the lifecycle stages that the query names.

    A choice: retired models are not known, so there are none.
    """
    stages = query.get_list("lifecycle[]") or query.get_list("lifecycle") or EITHER
    if problem := LIFECYCLE(stages):
        refuse(f"lifecycle{problem}")
    entries = [entry(name) for name in MODELS if name not in ALIASES]
    entries.sort(key=lambda model: model["created_at"], reverse=True)
    return page([model for model in entries if model["lifecycle"] in stages], query)


def one_model(model_id: str) -> dict:
    """Return a model by its id or alias, or raise the API's 404."""
    if model_id not in MODELS:
        raise ApiError(404, "not_found_error", f"model: {model_id}")
    return entry(ALIASES.get(model_id, model_id))


def entry(model_id: str) -> dict:
    """A model with the keys of the SDK's types/model_info.py."""
    line, version = line_and_version(model_id)
    name = "-".join([line, *map(str, version)])
    since, until = DEPRECATED.get(name, (None, None))
    released = RELEASED.get(name.replace("mythos", "fable"), NOT_KNOWN)
    return {
        "type": "model",
        "id": model_id,
        "display_name": f"Claude {line.title()} {'.'.join(map(str, version))}",
        "line": line,
        "created_at": midnight(released),
        "lifecycle": "deprecated" if since else "active",
        "deprecated_at": midnight(since),
        "retires_at": midnight(until),
        "max_input_tokens": MODELS[model_id].context,
        "max_tokens": MODELS[model_id].max_tokens,
        "capabilities": capabilities(model_id),
    }


def midnight(day: str | None) -> str | None:
    return day and f"{day}T00:00:00Z"
