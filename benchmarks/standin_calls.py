"""Time per call through the SDK: the stand-in against a constant answer.

Prints one row for each length of history: the CPU time of the fastest call of each
client, which take turns, and the ratio, which is what to look at. Both carry the
course's recorder, as every client of `connect` does, offline and live. The assistant's
turns are in the history as lessons append them (response.content), then as plain dicts,
which the SDK sends faster. Run it with: python benchmarks/standin_calls.py
"""

import gc
import json
import time
from collections.abc import Callable

import anthropic
import httpx2
from anthropic.types import TextBlock, ToolUseBlock

from helpers.offline import offline_client
from helpers.recorder import forget, record

LENGTHS = {4: 200, 100: 60, 1_000: 20, 5_000: 10}  # messages of history: rounds
ASK = {
    "model": "claude-haiku-5-5",
    "max_tokens": 1000,
    "tools": [
        {
            "name": "get_current_datetime",
            "description": "Returns the current date and time.",
            "input_schema": {"type": "object", "properties": {}},
        }
    ],
}
QUESTION = {"role": "user", "content": "What day is it?"}


def history(length: int, block: Callable) -> list[dict]:
    """Return questions, each with a tool call, its result and an answer, and one more.

    `block` makes the assistant's content blocks from their class and fields.
    """
    messages = []
    for i in range(length // 4):
        call = block(
            ToolUseBlock,
            type="tool_use",
            id=f"toolu_{i}",
            name="get_current_datetime",
            input={},
        )
        result = {
            "type": "tool_result",
            "tool_use_id": f"toolu_{i}",
            "content": '"2024-03-11 10:22:00"',
        }
        answer = block(TextBlock, type="text", text="It is Monday.")
        messages += [
            {"role": "user", "content": f"Question {i}: what day is it?"},
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [result]},
            {"role": "assistant", "content": [answer]},
        ]
    return [*messages, QUESTION]


def as_objects(cls: type, **fields):
    return cls(**fields)


def as_dicts(cls: type, **fields) -> dict:
    return fields


def constant_client() -> anthropic.Anthropic:
    """Return a client whose every call gets the same bytes."""
    message = offline_client().messages.create(**ASK, messages=[QUESTION])
    body = json.dumps(message.to_dict())
    transport = httpx2.MockTransport(lambda request: httpx2.Response(200, text=body))
    http_client = httpx2.Client(transport=transport)
    return anthropic.Anthropic(
        api_key="offline", http_client=http_client, middleware=[record]
    )


def seconds(client: anthropic.Anthropic, messages: list[dict]) -> float:
    forget()  # what was recorded before would slow the garbage collector,
    gc.collect()  # and what one call leaves behind is not to slow the next one
    start = time.process_time()
    client.messages.create(**ASK, messages=messages)
    return time.process_time() - start


def fastest(clients: list, messages: list[dict], rounds: int) -> list[float]:
    """Return each client's fastest call, over rounds in which they take turns."""
    times = [[seconds(client, messages) for client in clients] for _ in range(rounds)]
    return [min(of_client) for of_client in zip(*times, strict=True)]


def print_table(title: str, block: Callable) -> None:
    clients = [constant_client(), offline_client()]
    print(f"{title:<20} {'constant':>10} {'stand-in':>10} {'ratio':>6}")
    for length, rounds in LENGTHS.items():
        constant, standin = fastest(clients, history(length, block), rounds)
        print(
            f"{length:>11,} messages {constant * 1000:>7.2f} ms "
            f"{standin * 1000:>7.2f} ms {standin / constant:>6.2f}"
        )


if __name__ == "__main__":
    print_table("response.content", as_objects)
    print_table("plain dicts", as_dicts)
