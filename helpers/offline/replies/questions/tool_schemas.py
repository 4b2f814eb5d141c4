"""The inputs of a learner's tool, as its input_schema describes them."""

import re

from helpers.offline.replies.questions import tool_words
from helpers.offline.replies.questions.folding import fold

CHOICES = ("anyOf", "oneOf", "allOf")
RECIPIENTS = ("to", "cc", "bcc", "address")


def properties_of(tool: dict) -> dict[str, dict]:
    """The inputs of a tool with their rules; a rule that is no object allows all."""
    schema = tool["input_schema"]
    properties = schema.get("properties") or {}
    return {name: plain_rule(rule, schema) for name, rule in properties.items()}


def plain_rule(rule: object, schema: dict) -> dict:
    """A rule without references and choices, as pydantic writes `Literal[...] | None`.

    Of several choices the first that is not null counts.
    """
    rule = rule if isinstance(rule, dict) else {}
    if str(rule.get("$ref", "")).startswith("#/$defs/"):
        name = rule["$ref"].removeprefix("#/$defs/")
        found = (schema.get("$defs") or {}).get(name)
        found = found if isinstance(found, dict) else {}
        return {k: v for k, v in found.items() if k not in ("$ref", *CHOICES)} | rule
    choices = next((rule[key] for key in CHOICES if rule.get(key)), [])
    chosen = next((c for c in choices if c != {"type": "null"}), {})
    return rule if not chosen else plain_rule(chosen, schema) | rule


def with_addresses(tool: dict) -> dict[str, dict]:
    """The inputs of a tool; in a mail tool, what names a recipient is an address."""
    is_mail = "mail" in fold(tool["name"])
    return {
        name: rule | {"format": "email"}
        if is_address(name, rule) or (is_mail and name.lower() in RECIPIENTS)
        else rule
        for name, rule in properties_of(tool).items()
    }


def is_address(name: str, rule: dict) -> bool:
    label = f"{name} {rule.get('format')}"
    return is_text(rule) and bool(re.search("mail|recipient", label))


def kind_of(rule: dict) -> str:
    """The type that an input has besides null; text where the schema tells none."""
    kinds = rule.get("type", "string")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return next((kind for kind in kinds if kind != "null"), "string")


def is_text(rule: dict) -> bool:
    """Whether an input takes any text."""
    return kind_of(rule) == "string" and not rule.get("enum")


def direction_of(name: str) -> str | None:
    """Whether an input is a start ("from") or an end ("into") by its name."""
    directions = tool_words.DIRECTIONS.items()
    return next((d for d, n in directions if name.lower() in n.split("|")), None)
