"""Token counts, estimated: one token for every four bytes of text.

The real tokenizer is not public; the estimate only grows with what is sent.
"""

import json

BYTES_PER_TOKEN = 4


def estimate(text: str) -> int:
    """Return the estimated tokens of a text: estimate("Hello") -> 2."""
    return -(-len(utf8(text)) // BYTES_PER_TOKEN)


def beginning(text: str, tokens: int) -> str:
    """Return the part of a text that fits: beginning("Hello", 1) -> "Hell"."""
    return utf8(text)[: tokens * BYTES_PER_TOKEN].decode(errors="ignore")


def block_tokens(block: dict) -> int:
    """Return the estimated tokens of a content block, at least 1."""
    match block["type"]:
        case "text":
            tokens = estimate(block["text"])
        case "thinking":
            tokens = estimate(block["thinking"])
        case "tool_use":
            tokens = estimate(block["name"]) + estimate(to_json(block["input"]))
        case _:
            tokens = estimate(to_json(block))
    return max(tokens, 1)


# A request that came as JSON holds no circle to look for, which saves a fourth.
to_json = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def utf8(text: str) -> bytes:
    return text.encode(errors="surrogatepass")  # half an emoji must not end a lesson
