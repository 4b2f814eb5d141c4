"""The cost of the loop: one conversation against the same calls made by hand.

Prints the ratio of run_conversation to four bare SDK calls on the same transport.
Run it with: python benchmarks/conversation.py
"""

import statistics
import time

from helpers import run_conversation
from helpers.helpers import DEFAULT_MODEL, MAX_TOKENS
from helpers.offline import offline_client
from helpers.tools import tool_schemas

QUESTION = "Set a reminder for my dentist appointment next Thursday at 3pm."
ROUNDS = 200


def requests_of_one_conversation(client) -> list[list[dict]]:
    """What the four calls send."""
    messages = [{"role": "user", "content": QUESTION}]
    run_conversation(messages, tool_schemas, client=client)
    return [messages[:end] for end in (1, 3, 5, 7)]


def by_hand(client, requests) -> None:
    for messages in requests:
        client.messages.create(
            model=DEFAULT_MODEL,
            max_tokens=MAX_TOKENS,
            messages=messages,
            tools=tool_schemas,
        )


def by_the_loop(client, requests) -> None:
    run_conversation([dict(requests[0][0])], tool_schemas, client=client)


def seconds(run, client, requests) -> float:
    start = time.perf_counter()
    run(client, requests)
    return time.perf_counter() - start


def main() -> None:
    client = offline_client()
    requests = requests_of_one_conversation(client)
    pairs = [
        (seconds(by_the_loop, client, requests), seconds(by_hand, client, requests))
        for _ in range(ROUNDS)
    ]
    loop, bare = map(statistics.median, zip(*pairs, strict=True))
    print(f"run_conversation: {loop * 1000:.2f} ms")
    print(f"four bare calls:  {bare * 1000:.2f} ms")
    print(f"ratio: {loop / bare:.2f} (aim: at most 1.1)")


if __name__ == "__main__":
    main()
