"""Worker processes on this machine: submissions in, rows out, as they are done.

A worker that dies or hangs costs its submission a row that says so, and no other.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait

from helpers.grading import work
from helpers.grading.work import Settings

# Where forking is safe a worker starts at once: all is imported already.
CONTEXT = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
ANSWERS_OF_ONE = 12  # no exercise has more code answers
STARTING_SECONDS = 120
ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
ENDING_SECONDS = 40  # a runner has 30 to end what it runs

Task = tuple[str, bytes]


@dataclass
class Worker:
    """A process, the way to it, and what it is at: no name while it is idle."""

    process: multiprocessing.Process
    connection: Connection
    name: str = ""
    until: float = 0.0


def graded(tasks: Iterable[Task], settings: Settings, count: int) -> Iterator[dict]:
    """The rows of all tasks, in the order in which they get done."""
    tasks, workers = iter(tasks), []
    try:
        while True:
            _give(tasks, workers, settings, count)
            busy = [worker for worker in workers if worker.name]
            if not busy:
                return
            for worker in _done(busy):
                row, worker.name = _row(worker), ""
                if not worker.process.is_alive():
                    workers.remove(worker)
                yield row
    finally:
        _end_all(workers)


def _give(tasks: Iterator[Task], workers: list[Worker], settings, count: int) -> None:
    """Make so many workers busy, as long as there are tasks."""
    idle = [worker for worker in workers if not worker.name]
    while len(workers) - len(idle) < count and (task := next(tasks, None)) is not None:
        worker = idle.pop() if idle else _started(settings, workers)
        worker.name = task[0]
        seconds = ANSWERS_OF_ONE * settings.limits.seconds + STARTING_SECONDS
        worker.until = time.monotonic() + seconds
        worker.connection.send(task)


def _started(settings: Settings, workers: list[Worker]) -> Worker:
    """A new one of these workers."""
    ours, theirs = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_serve, args=(theirs, settings))
    workers.append(Worker(process, ours))
    process.start()
    _shield(process.pid)
    theirs.close()
    return workers[-1]


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
    threading.Thread(target=_end_with_grader, daemon=True).start()
    try:
        while (task := connection.recv()) is not None:
            connection.send(work.row(settings, *task))
    except (EOFError, OSError, KeyboardInterrupt):
        return  # the grader has ended
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        work.close()
        _end_group()


def _end_with_grader() -> None:
    """Tell this process to end when the grader is killed, whatever it is at."""
    wait([multiprocessing.parent_process().sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _end_group() -> None:
    """End this process, and what it was starting when it was told to end."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)


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


def _end_all(workers: list[Worker]) -> None:
    """End all workers, the busy ones at once; a second Ctrl-C does not stop this."""
    with _undisturbed():
        started = [worker for worker in workers if worker.process.pid]
        for worker in started:
            if worker.name:
                worker.process.terminate()
        for worker in started:
            _end(worker)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignores the signals to end, where they would come."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = [name for name in ENDING_SIGNALS if hasattr(signal, name)]
    before = {
        name: signal.signal(getattr(signal, name), signal.SIG_IGN) for name in names
    }
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _end(worker: Worker) -> None:
    """End a worker that is idle or told to end; it ends what it has started first."""
    with suppress(OSError):  # it has ended
        worker.connection.send(None)
    worker.process.join(ENDING_SECONDS)
    worker.process.kill()
    worker.process.join()
    worker.connection.close()
