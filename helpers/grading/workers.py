"""Worker processes on this machine: submissions in, rows out, as they are done.

A worker that dies or hangs costs its submission a row that says so, and no other.
"""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait

from helpers.grading import work
from helpers.grading.work import Settings

# Where forking is safe a worker starts at once: all is imported already.
CONTEXT = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
ANSWERS_OF_ONE = 12  # no exercise has more code answers
STARTING_SECONDS = 120
ENDING_SECONDS = 40  # a runner has 30 to end what it runs

Task = tuple[str, bytes]


@dataclass
class Worker:
    """A process, the way to it, and what it is at."""

    process: multiprocessing.Process
    connection: Connection
    name: str = ""
    until: float = 0.0


def graded(tasks: Iterable[Task], settings: Settings, count: int) -> Iterator[dict]:
    """The rows of all tasks, in the order in which they get done."""
    tasks = iter(tasks)
    busy: list[Worker] = []
    idle: list[Worker] = []
    try:
        while True:
            while len(busy) < count and (task := next(tasks, None)) is not None:
                worker = idle.pop() if idle else _started(settings)
                busy.append(_given(worker, task, settings))
            if not busy:
                return
            for worker in _done(busy):
                busy.remove(worker)
                row = _row(worker)
                if worker.process.is_alive():
                    idle.append(worker)
                yield row
    finally:
        for worker in busy:
            worker.process.terminate()
        for worker in [*busy, *idle]:
            _end(worker)


def _started(settings: Settings) -> Worker:
    ours, theirs = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_serve, args=(theirs, settings))
    process.start()
    _shield(process.pid)
    theirs.close()
    return Worker(process, ours)


def _shield(pid: int) -> None:
    """Give a process (0 is this one) a group of its own, that Ctrl-C does not reach.

    bubblewrap that is hit by it while it starts leaves a process that never ends.
    """
    if hasattr(os, "setpgid"):
        with suppress(OSError):  # it has done so itself, or has ended
            os.setpgid(pid, pid)


def _serve(connection: Connection, settings: Settings) -> None:
    """What a worker process does: a row for each task, until there are no more."""
    _shield(0)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        while (task := connection.recv()) is not None:
            connection.send(work.row(settings, *task))
    except (EOFError, OSError, KeyboardInterrupt):
        return  # the grader has ended
    finally:
        work.close()
        _end_group()


def _end_group() -> None:
    """End this process, and what it was starting when it was told to end."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)


def _given(worker: Worker, task: Task, settings: Settings) -> Worker:
    worker.name = task[0]
    seconds = ANSWERS_OF_ONE * settings.limits.seconds + STARTING_SECONDS
    worker.until = time.monotonic() + seconds
    worker.connection.send(task)
    return worker


def _done(busy: list[Worker]) -> list[Worker]:
    """The workers that have a row, have died, or are late."""
    left = min(worker.until for worker in busy) - time.monotonic()
    ready = wait([worker.connection for worker in busy], timeout=max(0, left))
    if ready:
        return [worker for worker in busy if worker.connection in ready]
    return [worker for worker in busy if worker.until <= time.monotonic()]


def _row(worker: Worker) -> dict:
    try:
        if worker.connection.poll():
            return worker.connection.recv()
        reason = "it took too long"
    except (EOFError, OSError):
        reason = "its process ended"
    worker.process.terminate()
    _end(worker)
    return work.failed(worker.name, reason)


def _end(worker: Worker) -> None:
    """End a worker that is idle or told to end; it ends what it has started first."""
    with suppress(OSError):  # it has ended
        worker.connection.send(None)
    worker.process.join(ENDING_SECONDS)
    worker.process.kill()
    worker.process.join()
    worker.connection.close()
