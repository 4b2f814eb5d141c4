"""What a thousand calls cost: the dashboard's pictures, and what it sends.

Prints ratios, which a slow machine changes little; bytes repeat exactly. A call after
10 draws fewer bars than one after 100 or 1,000, which draw the same.
Run it with: python benchmarks/dashboard.py
"""

import json
import statistics
import time

from comm_bytes import count_messages, taken

from helpers.recording import Conversation, Exchange
from helpers.view.picture import static_view, view
from helpers.view.widget import Dashboard, LiveRun

ROUNDS = 15
LENGTHS = (10, 100, 1000)
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


def opened(made: Conversation) -> tuple[Dashboard, int]:
    """A dashboard, and the bytes that show it: its widgets, and the still picture."""
    taken()
    dash = Dashboard(made, [], LiveRun(print, None, 10))
    bundle = dash._repr_mimebundle_()
    return dash, taken()[0] + len(json.dumps(bundle).encode())


def added_calls(calls: int) -> dict[str, float]:
    """What it costs to open a dashboard of so many calls, and to add one more."""
    made = conversation(calls)
    dash, at_opening = opened(made)
    number, sizes = calls, []

    def add() -> None:
        nonlocal number
        taken()
        exchange = Exchange(kept=len(made.history), added=turn(number - 1))
        made.begin(exchange)
        dash.on_call(made)
        exchange.reply, exchange.seconds = message(number), 0.1
        made.answer(exchange)
        dash.on_call(made)
        sizes.append(taken())
        number += 1

    milliseconds = median_ms(add)
    size, messages = sizes[-1]
    dash.close()
    return {
        "ms": milliseconds,
        "opening": at_opening,
        "size": size,
        "messages": messages,
    }


def main() -> None:
    count_messages()
    print_added()
    large = conversation(1000)
    steps = {n: median_ms(lambda n=n: view(large, n)) for n in (100, 1000, 1999)}
    for step, milliseconds in steps.items():
        print(f"step {step:>5,} of 2,000: {milliseconds:.2f} ms")
    still = len(static_view(large).encode())
    print(f"a still picture of 1,000 calls: {still:,} bytes")
    print(f"the memory of 1,000 calls: {sum_of_sizes(large):,} bytes as JSON")


def print_added() -> None:
    costs = {calls: added_calls(calls) for calls in LENGTHS}
    for calls, cost in costs.items():
        print(
            f"{calls:>5,} calls: opening sends {cost['opening']:,} bytes; one more "
            f"{cost['ms']:.2f} ms, {cost['size']:,} bytes, {cost['messages']} messages"
        )
    for name, few, aim in (("ms", 100, 1.3), ("size", 100, 1.1), ("size", 10, 3.0)):
        ratio = costs[1000][name] / costs[few][name]
        print(f"  {name} of 1,000 / {few}: ratio {ratio:.2f} (aim: at most {aim})")


def sum_of_sizes(made: Conversation) -> int:
    values = [[exchange.added, exchange.reply] for exchange in made.exchanges]
    return len(json.dumps(values))


if __name__ == "__main__":
    main()
