"""What a learner's code sends: a client that keeps it, and that gives up in time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from helpers.exercise_checks.attempt import TooManyCalls
from helpers.helpers import default_client
from helpers.offline import offline_client
from helpers.offline.replies import reply as course_reply
from helpers.samples import MANY_CALLS, NOW


@contextmanager
def watched(reply: Callable[[dict], dict] = course_reply) -> Iterator[list[dict]]:
    """Within the block `chat` is answered by `reply`; yields the list of requests."""
    requests: list[dict] = []

    def answer(request: dict) -> dict:
        requests.append(request)
        if len(requests) > MANY_CALLS:
            raise TooManyCalls
        return reply(request)

    with default_client(offline_client(answer, max_retries=0)):
        yield requests


def calls_of(function, *arguments, reply: Callable[[dict], dict]) -> tuple[int, object]:
    """How many calls a learner's loop makes, and what it returns or raises."""
    outcome = None
    with watched(reply) as requests, suppress(TooManyCalls):
        try:
            outcome = function(*arguments)
        except Exception as error:
            outcome = error
    return len(requests), outcome


def never_done(request: dict) -> dict:
    """A reply that asks for a tool each time."""
    number = len(request["messages"])
    return {"content": [NOW | {"id": f"toolu_{number}"}], "stop_reason": "tool_use"}


def ends_with(stop_reason: str, *content: dict) -> Callable[[dict], dict]:
    """A reply that ends like this each time."""
    return lambda request: {"content": list(content), "stop_reason": stop_reason}
