"""The cases of this folder: requests, and what the Messages API answers to them.

One case a line: id, source, request, then either "accepted": true or status, type and
message ("match": "prefix" where only the start of the message is known). "counting"
marks a body of count_tokens; "version" and "betas" are the headers anthropic-version
and anthropic-beta, where they matter. api_refusals.jsonl and behaviours.jsonl hold
requests of public bug reports, rebuilt with invented values; rules.jsonl holds for each
rule what breaks it and the nearest request that does not.
"""

import json
from pathlib import Path

FILES = ("api_refusals.jsonl", "behaviours.jsonl", "rules.jsonl")


def read(name: str) -> list[dict]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


CASES = [case for name in FILES for case in read(name)]
REFUSED = [case for case in CASES if "accepted" not in case]
ACCEPTED = [case for case in CASES if "accepted" in case]


def agrees(case: dict, message: str) -> bool:
    """Whether this is the message that the case expects."""
    if case.get("match") == "prefix":
        return message.startswith(case["message"])
    return message == case["message"]


def options(case: dict) -> dict:
    """The arguments of check_request that the case needs beside its request."""
    given = {key: case[key] for key in ("version", "betas") if key in case}
    return {"counting": "counting" in case, **given}
