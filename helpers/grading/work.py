"""The work of one process: grading submissions one after the other.

The same function runs in this machine's workers and in those of a cluster.
"""

import atexit
import threading
from dataclasses import dataclass, field

from helpers.grading.containment import WAYS, Limits
from helpers.grading.running import Runner, started
from helpers.grading.submission import grade, refused


@dataclass(frozen=True)
class Settings:
    """What all submissions of a run have in common."""

    exercises: str
    seed: str
    limits: Limits = field(default_factory=Limits)
    ways: tuple[str, ...] = tuple(WAYS)


_runners: dict[tuple, Runner] = {}
_one_at_a_time = threading.Lock()


def row(settings: Settings, name: str, content: bytes) -> dict:
    """The row of a submission; if the grader itself fails, the row says so."""
    used: list[Runner] = []

    def runner() -> Runner:
        used.append(_runner(settings))
        return used[-1]

    with _one_at_a_time:
        try:
            made = grade(name, content, settings.exercises, settings.seed, runner)
        except Exception as error:
            made = failed(name, repr(error))
    return made | {"contained": _described(used[-1]) if used else ""}


def failed(name: str, reason: str) -> dict:
    """The row of a submission at which the grader itself failed."""
    text = f"The grader failed here; grade it by hand and report it: {reason[:300]}"
    return refused(name, text) | {"state": "grader failed"}


def close() -> None:
    """End the runners of this process."""
    while _runners:
        _runners.popitem()[1].close()


atexit.register(close)


def _runner(settings: Settings) -> Runner:
    """This process's runner, started when it is first needed or has ended."""
    wanted = (settings.limits, settings.ways)
    runner = _runners.get(wanted)
    if runner is None or not runner.is_running():
        runner = _runners[wanted] = started(*wanted)
    return runner


def _described(runner: Runner) -> str:
    name, description = runner.containment.name, runner.containment.description
    return " ".join([f"{name}.", description, *runner.failures])
