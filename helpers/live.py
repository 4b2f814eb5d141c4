"""Whether the course talks to Claude (live) or to its offline stand-in."""

import os

ON = {"1", "true", "yes", "on"}
OFF = {"", "0", "false", "no", "off"}


def is_live() -> bool:
    """True when `COURSE_LIVE` asks for the real API; a key alone starts no bill."""
    value = os.environ.get("COURSE_LIVE", "").strip().lower()
    if value in ON:
        return True
    if value in OFF:
        return False
    raise ValueError(
        "COURSE_LIVE is neither 1 nor 0. Set it to 1 to talk to Claude, "
        "or to 0 (or leave it out) to stay offline."
    )
