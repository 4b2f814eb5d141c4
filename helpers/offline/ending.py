"""Where a reply ends early: at one of the request's stop_sequences, or at max_tokens.

Each function returns the fields of the Message that change, or {} when nothing does.
"""

from helpers.offline.tokens import beginning, block_tokens, estimate, to_json


def stopped_at_sequence(content: list[dict], sequences: list[str]) -> dict:
    """Return the text before the stop sequence that is complete first.

    https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
    """
    for i, block in enumerate(content):
        if block["type"] != "text":
            continue
        starts = {s: block["text"].find(s) for s in sequences if s in block["text"]}
        if starts:
            found = min(starts, key=lambda s: starts[s] + len(s))
            before = block["text"][: starts[found]]
            return {
                "content": content[:i] + text_block(block, before),
                "stop_reason": "stop_sequence",
                "stop_sequence": found,
            }
    return {}


def cut_at_max_tokens(content: list[dict], max_tokens: int) -> dict:
    """Return the content that fits in max_tokens, the last block perhaps in part.

    https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
    """
    left = max_tokens
    for i, block in enumerate(content):
        size = block_tokens(block)
        if size > left:
            return {
                "content": content[:i] + part_of(block, left),
                "stop_reason": "max_tokens",
                "stop_sequence": None,
            }
        left -= size
    return {}


def part_of(block: dict, tokens: int) -> list[dict]:
    """Return the beginning of a block: a list of one block, or of none."""
    match block["type"]:
        case "text":
            return text_block(block, beginning(block["text"], tokens))
        case "thinking" if tokens:
            return [{**block, "thinking": beginning(block["thinking"], tokens)}]
        case "tool_use":
            left = tokens - estimate(block["name"])
            fitting = first_inputs(block["input"], left)
            return [{**block, "input": fitting}] if left > 0 else []
        case _:
            return []


def text_block(block: dict, text: str) -> list[dict]:
    return [{**block, "text": text}] if text else []  # the API sends no empty text


def first_inputs(given: dict, tokens: int) -> dict:
    """Return the first inputs of a tool_use that fit, each of them whole."""
    fitting = {}
    for key, value in given.items():
        if estimate(to_json({**fitting, key: value})) > tokens:
            break
        fitting[key] = value
    return fitting
