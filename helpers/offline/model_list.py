"""The answers of GET /v1/models: the models that the stand-in knows.

https://platform.claude.com/docs/en/api/models-list
"""

from helpers.offline.rules.api_error import ApiError
from helpers.offline.rules.models import MODELS


def model_list() -> dict:
    """Return all models on one page."""
    page = [entry(model_id) for model_id in MODELS]
    ends = {"first_id": page[0]["id"], "last_id": page[-1]["id"]}
    return {"data": page, "has_more": False, **ends}


def one_model(model_id: str) -> dict:
    """Return a model by its id, or raise the API's 404."""
    if model_id not in MODELS:
        raise ApiError(404, "not_found_error", f"model: {model_id}")
    return entry(model_id)


def entry(model_id: str) -> dict:
    return {
        "type": "model",
        "id": model_id,
        "display_name": model_id,
        "created_at": "1970-01-01T00:00:00Z",  # the API's value for "not known"
        "lifecycle": "active",
        "max_tokens": MODELS[model_id].max_tokens,
    }
