"""The context window: a prompt that is longer than the model's is refused."""

from helpers.offline.message import count_tokens
from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.models import MODELS
from helpers.offline.tokens import BYTES_PER_TOKEN

MOST_GROWTH = 2  # a body as the estimate reads it, with blanks, against as it was sent


def check_prompt_fits(request: dict, size: int) -> None:
    """Raise the ApiError for a prompt that is too long; `size` is the body's in bytes.

    The tokens are the stand-in's estimate. Most bodies are too short to be counted.
    https://github.com/anthropics/claude-code/issues/62560
    """
    limit = MODELS[request["model"]].context
    if size * MOST_GROWTH <= limit * BYTES_PER_TOKEN:
        return
    tokens = count_tokens(request)
    if tokens > limit:
        refuse(f"prompt is too long: {tokens} tokens > {limit} maximum")
