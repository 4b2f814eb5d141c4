"""How students' code is shut in, in each way that this machine has."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from helpers.grading.containment import WAYS, Limits, environment
from helpers.grading.exercises import KIT
from helpers.grading.marks import Ended
from helpers.grading.running import started
from helpers.grading.student import answering

LIMITS = Limits(cpu_seconds=1, seconds=20)
FORKING = [way for way in WAYS if way != "time limit only"]
SECRET = "sk-ant-not-a-real-key"  # noqa: S105, RUF100 (made up)


@pytest.fixture(scope="module", params=FORKING)
def running(request):
    """A runner that is contained in one way; skipped where the way is not there."""
    try:
        runner = started(LIMITS, (request.param,))
    except RuntimeError as error:
        pytest.skip(str(error))
    yield runner
    runner.close()


def value(runner, text: str, expression: str = "found"):
    """What an answer finds out about the place in which it runs."""
    with answering(runner, ()) as student:
        student.define(text, {"kit": [], "above": []})
        return student.value(expression)


def ending(runner, text: str) -> str:
    """Why an answer could not be judged."""
    with pytest.raises(Ended) as ended:
        value(runner, text)
    return str(ended.value)


def test_no_secret_reaches_the_code(running, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", SECRET)
    assert SECRET not in str(environment())
    found = value(running, "import os\nfound = dict(os.environ)")
    assert "ANTHROPIC_API_KEY" not in found
    assert set(found) <= {*environment(), "HOME", "TMPDIR", "PWD"}


def test_checks_and_grader_are_not_imported(running):
    text = "import sys\nfound = [n for n in sys.modules if n.startswith('helpers')]"
    names = " ".join(value(running, text))
    for part in ("dentist", "exercise_checks", "lesson_checks", "grading"):
        assert part not in names


def test_folder_of_an_answer_is_its_own_and_is_gone_afterwards(running):
    text = "import os\nopen('mine', 'w').close()\nfound = [os.getcwd(), os.listdir()]"
    first, second = value(running, text), value(running, text)
    assert first[1] == second[1] == ["mine"]
    if running.containment.folder:
        assert not list(Path(running.containment.folder).iterdir())


def test_process_that_an_answer_leaves_behind_is_killed(running):
    text = (
        "import os, time\n"
        "ours, theirs = os.pipe()\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        os.write(theirs, str(os.getpid()).encode())\n"
        "        time.sleep(600)\n"
        "    os._exit(0)\n"
        "found = int(os.read(ours, 99))"
    )
    process = value(running, text)
    alive = f"import os\nfound = os.path.exists('/proc/{process}/stat')"
    assert value(running, alive) is False


def test_nothing_is_left_of_a_runner_that_is_closed_while_an_answer_waits(running):
    runner = started(LIMITS, (running.containment.name,))
    runner.start_answer(())
    waits = "import subprocess\nsubprocess.run(['sleep', '600'])"
    command = {"do": "define", "answer": waits, "kit": [], "above": []}
    runner._send({"do": "say", "say": command, "seconds": 300})
    process = psutil.Process(runner.process.pid)
    until = time.monotonic() + 60
    while not _names_of(process) & {"sleep"} and time.monotonic() < until:
        time.sleep(0.05)
    family = [process, *process.children(recursive=True)]
    assert "sleep" in _names_of(process)
    runner.close()
    assert not psutil.wait_procs(family, timeout=20)[1]


def _names_of(process: psutil.Process) -> set[str]:
    """The names of all processes below one; they come and go meanwhile."""
    names = set()
    for child in process.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            names.add(child.name())
    return names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("while True:\n    pass", "more than 1 s of computing time"),
        ("kept = bytearray(2_000_000_000)", "more than 1024 MB of memory"),
        ("import os\nos._exit(0)", "ended the process that it runs in"),
        ("import os\nos.kill(os.getpid(), 9)", "killed: it used too much"),
        ("found = 'x' * 1_000_000", "It gives back too much: 1,000,"),
    ],
    ids=["loop", "memory", "exit", "kill", "output"],
)
def test_limit_is_kept_and_the_runner_goes_on(running, text, message):
    assert message in ending(running, text)
    assert value(running, "found = 5") == 5


def test_file_has_a_limit(running):
    text = (
        "try:\n    open('big', 'wb').write(b'x' * 20_000_000)\n    found = 'written'\n"
        "except OSError as error:\n    found = str(error)"
    )
    assert "File too large" in value(running, text)


def test_many_processes_are_refused(running):
    if running.containment.name == "limits only" and os.geteuid() == 0:
        pytest.skip("root is bound by no limit of processes")
    patient = Limits(cpu_seconds=60, seconds=120)
    runner = started(patient, (running.containment.name,))
    text = ending(runner, "import os\nwhile True: os.fork()")
    runner.close()
    assert "more than 8 processes" in text


BUBBLEWRAP_ONLY = "only bubblewrap keeps this out"


def test_neither_solutions_nor_files_nor_network_are_there_with_bubblewrap(running):
    if running.containment.name != "bubblewrap":
        pytest.skip(BUBBLEWRAP_ONLY)
    home = str(Path.home())
    text = (
        "import os, socket\n"
        f"found = [sorted(os.listdir({str(KIT)!r})),\n"
        f"         os.path.exists({home + '/.bashrc'!r}),\n"
        "         [name for _, name in socket.if_nameindex()]]"
    )
    kit, has_home, networks = value(running, text)
    shared = Path(sys.prefix).is_relative_to(KIT)
    wanted = ["helpers", Path(sys.prefix).name] if shared else ["helpers"]
    assert kit == sorted(wanted)
    assert not has_home
    assert networks == ["lo"]


def test_no_file_with_a_check_can_be_read_with_bubblewrap(running):
    if running.containment.name != "bubblewrap":
        pytest.skip(BUBBLEWRAP_ONLY)
    text = (
        "import pathlib\n"
        "found = []\n"
        f"for path in pathlib.Path({str(KIT / 'helpers')!r}).rglob('*.py'):\n"
        "    try:\n"
        "        found += [path.name] if 'def check_' in path.read_text() else []\n"
        "    except OSError:\n"
        "        pass"
    )
    readable = set(value(running, text))
    assert not {name for name in readable if name.startswith(("ex0", "dentist"))}
    assert "lesson_checks.py" not in readable


def test_answer_cannot_end_the_runner_that_serves_the_next_one(running):
    if not running.containment.options["user"]:
        pytest.skip("without a second user an answer can end its runner, and no more")
    text = (
        "import os\n"
        "try:\n    os.kill(os.getppid(), 9)\n    found = 'killed'\n"
        "except PermissionError:\n    found = 'refused'"
    )
    assert value(running, text) == "refused"
    assert running.is_running()


@pytest.fixture
def cold():
    """A runner as on Windows: no fork, and one answer only."""
    runner = started(LIMITS, ("time limit only",))
    yield runner
    runner.close()


def test_without_fork_an_answer_has_a_process_of_its_own(cold):
    assert value(cold, "found = 6") == 6
    assert not cold.is_running()


def test_without_fork_an_answer_that_ends_its_process_is_told_so(cold):
    assert "ended the process" in ending(cold, "import os\nos._exit(0)")
