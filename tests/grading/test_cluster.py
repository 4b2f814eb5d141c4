"""The same grading on a Dask cluster: a scheduler and two workers, on loopback."""

import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path

import made_up
import pytest

from helpers.grading import cluster
from helpers.grading.work import Settings

pytestmark = pytest.mark.filterwarnings("default")  # those of dask are not ours

ROOT = Path(__file__).resolve().parents[2]
STARTING_SECONDS = 60


def started(*command: str) -> subprocess.Popen:
    command = [sys.executable, "-W", "ignore", "-m", *command]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@pytest.fixture
def scheduler(tmp_path):
    """The address of a scheduler, and the processes of its two workers."""
    from distributed import Client

    file = tmp_path / "scheduler.json"
    options = ["--no-dashboard", "--scheduler-file", str(file)]
    processes = [
        started(
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            *options,
        )
    ]
    worker = ["distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", *options]
    until = time.monotonic() + STARTING_SECONDS
    while not file.exists() and time.monotonic() < until:
        assert processes[0].poll() is None, "the scheduler has ended"
    processes += [
        started(*worker, "--local-directory", str(tmp_path)) for _ in range(2)
    ]
    with Client(scheduler_file=str(file), set_as_default=False) as client:
        client.wait_for_workers(2, timeout=STARTING_SECONDS)
        yield client.scheduler.address, processes[1:]
    for process in processes:
        process.kill()
        process.wait()


def test_lost_scheduler_is_told():
    lost: Future = Future()
    lost.cancel()
    with pytest.raises(cluster.Lost, match="scheduler was lost"):
        cluster._row(lost, "ana.ipynb")


def test_lost_worker_loses_no_submission(scheduler, folders):
    address, workers = scheduler
    settings = Settings(str(folders[0]), "seed")
    wrong = made_up.submission(run_tools="def run_tools(message):\n    return []")
    tasks = [
        (f"{i}.ipynb", made_up.as_bytes(wrong if i % 3 else made_up.submission()))
        for i in range(12)
    ]
    rows = []
    for row in cluster.graded(tasks, settings, address):
        rows.append(row)
        if len(rows) == 3:
            workers[0].kill()
    states = {row["file"]: row["state"] for row in rows}
    assert states == {f"{i}.ipynb": "not yet" if i % 3 else "passed" for i in range(12)}
