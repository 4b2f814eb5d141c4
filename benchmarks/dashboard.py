"""What a thousand calls cost: the recorder, and the dashboard's pictures of them.

Prints ratios, which a slow machine changes little. A call after 10 draws fewer bars
than one after 50 or 1,000, which draw the same. Run it with: python
benchmarks/dashboard.py
"""

import gc
import json
import statistics
import time

import anthropic
import httpx2

from helpers.recorder import record
from helpers.recording import Conversation, Exchange
from helpers.view.picture import static_view, view
from helpers.view.widget import Dashboard, LiveRun

ASK = {"model": "claude-haiku-5-5", "max_tokens": 100}
ROUNDS = 15
GROWING_CALLS = 400
LENGTHS = (10, 50, 1000)
TURN_CHARACTERS = 200


def message(number: int) -> dict:
    use = {"type": "tool_use", "id": f"t{number}", "name": "look", "input": {"i": 1}}
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [use],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 100 + number, "output_tokens": 10},
    }


def turn(number: int) -> list[dict]:
    """What a loop adds after reply `number`."""
    text = "x" * TURN_CHARACTERS
    result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": text}
    return [
        {"role": "assistant", "content": message(number)["content"]},
        {"role": "user", "content": [result]},
    ]


def conversation(calls: int) -> Conversation:
    made, added = Conversation(), [{"role": "user", "content": "start"}]
    for i in range(calls):
        kept = len(made.history)
        exchange = Exchange(kept=kept, added=added, reply=message(i), seconds=0.1)
        made.begin(exchange)
        made.answer(exchange)
        added = turn(i)
    return made


def median_ms(action, rounds: int = ROUNDS) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def recorded_calls() -> tuple[float, float]:
    """Milliseconds of growing calls without and with the recorder, taking turns."""
    body = json.dumps(message(1))
    transport = httpx2.MockTransport(lambda request: httpx2.Response(200, text=body))
    clients = [
        anthropic.Anthropic(
            api_key="none",
            http_client=httpx2.Client(transport=transport),
            middleware=middleware,
        )
        for middleware in ([], [record])
    ]
    messages, totals = [{"role": "user", "content": "start"}], [0.0, 0.0]
    for i in range(GROWING_CALLS):
        for j, client in enumerate(clients):
            start = time.perf_counter()
            client.messages.create(**ASK, messages=messages)
            totals[j] += (time.perf_counter() - start) * 1000
        messages += turn(i)
    return totals[0], totals[1]


def added_call_ms(calls: int) -> tuple[float, int]:
    """Milliseconds and bytes of one more call on a dashboard of so many calls."""
    made = conversation(calls)
    dash = Dashboard(made, [], LiveRun(print, None, 10))
    number, sizes = calls, []

    def add() -> None:
        nonlocal number
        kept = len(made.history)
        exchange = Exchange(kept=kept, added=turn(number - 1), settings={})
        made.begin(exchange)
        dash.on_call(made)
        exchange.reply, exchange.seconds = message(number), 0.1
        made.answer(exchange)
        dash.on_call(made)
        sizes.append(len(dash.panes["Conversation"][0].value.encode()))
        number += 1

    return median_ms(add), sizes[-1]


def main() -> None:
    print_recorded("garbage collector on", 1.4)
    gc.disable()
    print_recorded("garbage collector off", 1.15)
    gc.enable()
    costs = {calls: added_call_ms(calls) for calls in LENGTHS}
    for calls, (milliseconds, size) in costs.items():
        print(f"one more call after {calls:>5,}: {milliseconds:.2f} ms, {size:,} bytes")
    print(f"  ratio {costs[1000][0] / costs[50][0]:.2f} (aim: at most 1.3)")
    large = conversation(1000)
    steps = {n: median_ms(lambda n=n: view(large, n)) for n in (100, 1000, 1999)}
    for step, milliseconds in steps.items():
        print(f"step {step:>5,} of 2,000: {milliseconds:.2f} ms")
    still = len(static_view(large).encode())
    print(f"a still picture of 1,000 calls: {still:,} bytes")
    print(f"the memory of 1,000 calls: {sum_of_sizes(large):,} bytes as JSON")


def print_recorded(how: str, aim: float) -> None:
    """What is kept for long makes the collector look more often: hence both ways."""
    without, recorded = recorded_calls()
    print(f"{GROWING_CALLS} calls, {how}: {without:.0f} ms, recorded {recorded:.0f} ms")
    print(f"  ratio {recorded / without:.2f} (aim: at most {aim})")


def sum_of_sizes(made: Conversation) -> int:
    values = [[exchange.added, exchange.reply] for exchange in made.exchanges]
    return len(json.dumps(values))


if __name__ == "__main__":
    main()
