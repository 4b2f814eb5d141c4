"""Ctrl-C on `python course.py grade`: a real signal, to the process or to all of them.

A terminal sends it to the whole group; a service manager sends it to the first process.
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

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")


def grading(folder: Path, exercises: Path) -> subprocess.Popen:
    """`course.py grade` on a folder, as a process that leads a group of its own."""
    options = ["--workers", "2", "--seconds", "60", "--exercises", str(exercises)]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "helpers.grade", str(folder), *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )


def rows(folder: Path) -> list[dict]:
    """What is kept of the submissions of a folder."""
    path = kept.kept_file(folder)
    return list(kept.read(path).values()) if path.exists() else []


def wait_for_rows(folder: Path, count: int) -> None:
    until = time.monotonic() + PATIENCE
    while len(rows(folder)) < count and time.monotonic() < until:
        time.sleep(0.05)
    assert len(rows(folder)) == count


@pytest.mark.parametrize("to", ["process", "group"])
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
    send = {"process": os.kill, "group": os.killpg}[to]
    send(first.pid, signal.SIGINT)
    _, errors = first.communicate(timeout=PATIENCE)
    assert first.returncode == 130
    message = "Stopped. What was graded is kept: the same command goes on from there."
    assert errors.strip() == message
    assert not psutil.wait_procs(family, timeout=PATIENCE)[1]
    _check_goes_on(folder, folders[0])


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
