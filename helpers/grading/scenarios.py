"""Random scenarios: what the tools are asked for, drawn anew for each run.

A result that was written into the code instead of computed fails here.
"""

import json
from datetime import datetime, timedelta
from random import Random

from helpers.dates import FIXED_UNITS
from helpers.tools import run_tool

FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%H:%M", "%A %d %B", "%Y/%j"]
WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron"]


def now(random: Random) -> dict:
    """A request for the present moment, in some format."""
    chosen = {"date_format": random.choice(FORMATS)}
    return tool_use(random, "get_current_datetime", chosen)


def later(random: Random) -> dict:
    """A request to add some duration to some moment."""
    start = datetime(2020, 1, 1) + timedelta(minutes=random.randrange(5_000_000))
    chosen = {
        "datetime_str": str(start),
        "duration": random.randint(2, 400),
        "unit": random.choice(list(FIXED_UNITS)),
    }
    return tool_use(random, "add_duration_to_datetime", chosen)


def refused(random: Random) -> dict:
    """A request that its tool refuses."""
    chosen = later(random)["input"] | {"unit": random.choice(WORDS)}
    return tool_use(random, "add_duration_to_datetime", chosen)


def unknown(random: Random) -> dict:
    """A request for a tool that does not exist."""
    return tool_use(random, f"read_{random.choice(WORDS)}", {})


def requests(random: Random, makers: list) -> list[dict]:
    """A request of each maker, in the order of their ids, as Claude's come."""
    return sorted((make(random) for make in makers), key=lambda block: block["id"])


def tool_use(random: Random, name: str, tool_input: dict) -> dict:
    """A tool_use block with an id of its own."""
    number = f"toolu_{random.getrandbits(60):015x}"
    return {"type": "tool_use", "id": number, "name": name, "input": tool_input}


def text(random: Random) -> dict:
    """A text block that nobody could have guessed."""
    words = random.sample(WORDS, 3)
    return {"type": "text", "text": f"{' '.join(words)} {random.randrange(10_000)}."}


def means(content, request: dict) -> bool:
    """True if a result's content says what the tool returns for this request."""
    expected = run_tool(request["name"], request["input"])
    if not isinstance(content, str):
        return False
    try:
        decoded = json.loads(content)
    except ValueError:
        decoded = content
    return decoded == expected or expected["datetime"] in content
