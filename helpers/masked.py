"""What no recording holds: keys and tokens. A notebook is shown to others."""

import re

KEY = re.compile(r"sk-ant-[\w-]+")
SECRETS = {"authorization_token", "api_key", "auth_token"}


def masked(value):
    """A JSON value with "[not kept]" in the place of each key and token."""
    if isinstance(value, dict):
        return {
            k: "[not kept]" if k in SECRETS else masked(v) for k, v in value.items()
        }
    return [masked(item) for item in value] if isinstance(value, list) else value


def masked_text(text: str) -> str:
    """A text with "[key]" in the place of each key."""
    return KEY.sub("[key]", text)
