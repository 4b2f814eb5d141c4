"""What the recorder adds to a call, in the time of the processor.

Two clients, one of them bare, send the same growing conversation in turns, over a
transport that answers at once. Prints ratios, asserts nothing. Run it with:
python benchmarks/recorder.py
"""

import gc
import json
import statistics
import time

import anthropic
import httpx2

from helpers.conversations import forget
from helpers.recorder import record

CALLS = 400
ROUNDS = 3
AIM = 1.1
ASK = {"model": "claude-haiku-5-5", "max_tokens": 100}


def turn(number: int) -> list[dict]:
    """What a loop adds after each reply."""
    use = {"type": "tool_use", "id": f"t{number}", "name": "look", "input": {"i": 1}}
    result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "x" * 200}
    return [
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
    ]


def client(middleware: list) -> anthropic.Anthropic:
    reply = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": turn(0)[0]["content"],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 100, "output_tokens": 10},
    }
    body = json.dumps(reply)
    transport = httpx2.MockTransport(lambda request: httpx2.Response(200, text=body))
    return anthropic.Anthropic(
        api_key="none",
        http_client=httpx2.Client(transport=transport),
        middleware=middleware,
    )


def ratio() -> float:
    """The seconds of recorded calls to those of bare ones."""
    forget()
    clients, seconds = [client([]), client([record])], [0.0, 0.0]
    messages = [{"role": "user", "content": "start"}]
    for number in range(CALLS):
        for i, each in enumerate(clients):
            start = time.process_time()
            each.messages.create(**ASK, messages=messages)
            seconds[i] += time.process_time() - start
        messages += turn(number)
    return seconds[1] / seconds[0]


def main() -> None:
    for how, switch in (("on", gc.enable), ("off", gc.disable)):
        switch()
        ratios = sorted(ratio() for _ in range(ROUNDS))
        middle = statistics.median(ratios)
        spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        print(f"{CALLS} growing calls, garbage collector {how}: ", end="")
        print(f"ratio {middle:.2f} ({spread}; aim: at most {AIM})")
        gc.enable()


if __name__ == "__main__":
    main()
