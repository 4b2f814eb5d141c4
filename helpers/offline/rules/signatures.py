"""The signature of the stand-in's thinking blocks: a hash of the messages before them.

A choice: what a caller may change without changing the conversation is left out, and
so are system and tools, which the real signature covers too.
"""

import hashlib
import json
from collections.abc import Iterator

OWN = "offline-"
LEFT_OUT = ("cache_control", "caller", "citations")


def signatures(messages: list[dict]) -> Iterator[str]:
    """Yield for each n the signature of a reply to the first n messages."""
    digest = hashlib.sha256()
    yield OWN + digest.hexdigest()
    for message in messages:
        told = [message["role"], essence(message.get("content"))]
        digest.update(json.dumps(told, sort_keys=True, default=str).encode())
        yield OWN + digest.hexdigest()


def essence(content: object) -> object:
    """The content of a message as a list of blocks, without what may change."""
    if not isinstance(content, list):
        return [{"type": "text", "text": content}] if content else []
    return [
        {k: v for k, v in block.items() if v is not None and k not in LEFT_OUT}
        for block in content
    ]
