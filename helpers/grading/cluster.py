"""Grading on other machines: the same work, handed to a Dask cluster.

Each worker needs the kit installed as it is here. A worker that is lost costs nothing:
its submissions go to another. https://distributed.dask.org
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError

from helpers.grading import work
from helpers.grading.work import Settings

AT_ONCE = 64  # submissions on their way; their notebooks are in memory

Task = tuple[str, bytes]


class Lost(Exception):
    """There is no way to the cluster; the text says so."""


def graded(tasks: Iterable[Task], settings: Settings, address: str) -> Iterator[dict]:
    """The rows of all tasks, in the order in which they get done."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise SystemExit(
            "--scheduler needs the package distributed. Install it with "
            "`pip install -e .[cluster]` in .venv, here and on the workers."
        ) from None
    tasks = iter(tasks)
    try:
        connected = Client(address)
    except (OSError, ValueError) as error:
        raise Lost(f"There is no Dask scheduler at {address}: {error}.") from None
    with connected as client:
        names: dict[str, str] = {}

        def submit(task: Task):
            future = client.submit(work.row, settings, *task, pure=False)
            names[future.key] = task[0]
            return future

        first = [submit(task) for _, task in zip(range(AT_ONCE), tasks, strict=False)]
        running = as_completed(first)
        for future in running:
            task = next(tasks, None)
            if task is not None:
                running.add(submit(task))
            yield _row(future, names.pop(future.key))


def _row(future, name: str) -> dict:
    """The row; a submission that ended worker after worker gets one that says so."""
    try:
        error = future.exception()
        return future.result() if error is None else work.failed(name, repr(error))
    except CancelledError:
        raise Lost("The connection to the Dask scheduler was lost.") from None
