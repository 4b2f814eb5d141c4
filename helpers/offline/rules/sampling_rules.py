"""Rules about temperature, top_p and top_k, which only an old API version takes.

The version 2023-06-01 is chosen by default_headers={"anthropic-version": "2023-06-01"}.
"""

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.shapes import expect, integer

OLD_VERSION = "2023-06-01"
SAMPLING_KEYS = ("temperature", "top_p", "top_k")

number = expect(
    lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    ": Input should be a valid number",
)
CHECKS = {"temperature": number, "top_k": integer, "top_p": number}


def sampling(request: dict) -> None:
    """Numbers, for models that still take them, and not two of them at once.

    https://conselara.dev/notes/opus-4-8-temperature-deprecated/ (temperature; the same
    for top_p and top_k is by analogy). The text about two is seen in public code only.
    """
    for key, check in CHECKS.items():
        if key in request and (problem := check(request[key])):
            refuse(f"{key}{problem}")
        if key in request and not MODELS[request["model"]].sampling:
            refuse(f"`{key}` is deprecated for this model.")
    if "temperature" in request and "top_p" in request:
        refuse(
            "`temperature` and `top_p` cannot both be specified for this model. Please "
            "use only one."
        )
