"""Ctrl-C on `python course.py grade`: a real signal, to the process or to all of them.

A terminal sends it to the whole group; a service manager sends SIGTERM, and in the end
SIGKILL.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import made_up
import psutil
import pytest

from helpers.grading import kept

ROOT = Path(__file__).resolve().parents[2]
QUICK = 3
PATIENCE = 120  # seconds, for a busy machine
WAITS = "import time\ntime.sleep(600)"
SECONDS = 100 + os.getpid() % 1000  # a mark, in the command lines of these runners
STARTS = 3  # in one of three, a Ctrl-C for all was too early for bubblewrap

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")


def grading(folder: Path, exercises: Path) -> subprocess.Popen:
    """`course.py grade` on a folder, as a process that leads a group of its own."""
    options = [
        "--workers",
        "2",
        "--seconds",
        str(SECONDS),
        "--exercises",
        str(exercises),
    ]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "helpers.grade", str(folder), *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=let_ctrl_c_through,
    )


def let_ctrl_c_through() -> None:
    """Undo what a shell does for a command in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def rows(folder: Path) -> list[dict]:
    """What is kept of the submissions of a folder."""
    path = kept.kept_file(folder)
    return list(kept.read(path).values()) if path.exists() else []


def wait_for_rows(folder: Path, count: int) -> None:
    until = time.monotonic() + PATIENCE
    while len(rows(folder)) < count and time.monotonic() < until:
        time.sleep(0.05)
    assert len(rows(folder)) == count


def runners() -> list[psutil.Process]:
    """The processes for code answers that these tests have started and that live."""
    found = psutil.process_iter(["cmdline", "status"])
    mark = f'"RLIMIT_CPU": [{SECONDS}, '
    return [
        process
        for process in found
        if mark in " ".join(process.info["cmdline"] or [])
        and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


def end(process: subprocess.Popen, to: str) -> None:
    """Tell a grade run to end, in one of the ways that there are."""
    send = os.killpg if to == "group" else os.kill
    send(process.pid, signal.SIGTERM if to == "service" else signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    message = "Stopped. What was graded is kept: the same command goes on from there."
    assert errors.strip() == message


@pytest.mark.parametrize("to", ["process", "group", "service"])
def test_ctrl_c_keeps_what_is_done_leaves_nothing_running_and_goes_on(
    to, tmp_path, folders
):
    folder = tmp_path / "class"
    for i in range(QUICK):
        made_up.write(folder / f"a{i}.ipynb", made_up.notebook(made_up.STARTERS))
    for i in range(2):  # both workers wait for these
        made_up.write(folder / f"b{i}.ipynb", made_up.submission(run_tools=WAITS))
    first = grading(folder, folders[0])
    wait_for_rows(folder, QUICK)
    family = psutil.Process(first.pid).children(recursive=True)
    end(first, to)
    assert not psutil.wait_procs(family, timeout=PATIENCE)[1]
    assert not runners()
    _check_goes_on(folder, folders[0])


@pytest.mark.parametrize("to", ["group", "service"])
def test_ctrl_c_while_a_runner_starts_leaves_nothing_running(to, tmp_path, folders):
    folder = tmp_path / "class"
    for i in range(2):
        made_up.write(folder / f"b{i}.ipynb", made_up.submission(run_tools=WAITS))
    for i in range(STARTS):
        run = grading(folder, folders[0])
        until = time.monotonic() + PATIENCE
        while not runners() and time.monotonic() < until:
            time.sleep(0.001)
        time.sleep(i * 0.005)
        end(run, to)
        assert not runners()


def _check_goes_on(folder: Path, exercises: Path) -> None:
    for i in range(2):
        made_up.write(folder / f"b{i}.ipynb", made_up.submission())
    before = {row["file"]: json.dumps(row) for row in rows(folder)}
    second = grading(folder, exercises)
    output, _ = second.communicate(timeout=PATIENCE)
    assert second.returncode == 1
    assert output.count("not attempted") >= QUICK
    after = {row["file"]: json.dumps(row) for row in rows(folder)}
    assert len(after) == QUICK + 2
    assert before.items() <= after.items()  # with the seconds that they took then


def test_a_second_ctrl_c_does_not_stop_the_tidying_up(tmp_path, folders):
    folder = tmp_path / "class"
    made_up.write(folder / "a.ipynb", made_up.notebook(made_up.STARTERS))
    made_up.write(folder / "b.ipynb", made_up.submission(run_tools=WAITS))
    run = grading(folder, folders[0])
    wait_for_rows(folder, 1)  # one worker is idle, one is busy
    for _ in range(3):
        os.killpg(run.pid, signal.SIGINT)
        time.sleep(0.05)
    run.communicate(timeout=PATIENCE)
    assert run.returncode in (130, -signal.SIGINT)  # the last may meet its very end
    assert not runners()


def test_workers_end_when_the_grader_is_killed(tmp_path, folders):
    folder = tmp_path / "class"
    for i in range(3):
        made_up.write(folder / f"{i}.ipynb", made_up.notebook(made_up.STARTERS))
    made_up.write(folder / "b.ipynb", made_up.submission(run_tools=WAITS))
    run = grading(folder, folders[0])
    wait_for_rows(folder, 3)
    family = psutil.Process(run.pid).children(recursive=True)
    assert family
    run.kill()
    run.communicate()
    assert not psutil.wait_procs(family, timeout=PATIENCE)[1]
