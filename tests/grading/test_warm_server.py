"""The process that forks warm kernels: who shares it; how it and its kernels end."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil
import pytest

from warm_kernels.client import ADDRESS

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

PATIENCE = 60  # seconds, for a busy machine
# A kernel from the warm process that `client` finds; the server is its parent.
KERNEL = """\
import os, sys, tempfile
from jupyter_client.connect import write_connection_file
from warm_kernels import client
def kernel():
    file = write_connection_file(tempfile.mktemp())[0]
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", file]
    return client.server().start(command, dict(os.environ), os.getcwd())
"""
TOLD = "import psutil\nprint(fork.pid, psutil.Process(fork.pid).ppid(), flush=True)\n"
FOLDER = (
    "import json, pathlib\n"
    "path = json.loads(os.environ[client.ADDRESS])[-1]\n"
    "print(pathlib.Path(path).parent, flush=True)\n"
)
WAITS = "import time\ntime.sleep(600)\n"


def program(code: str, **options) -> subprocess.Popen:
    """A Python program that can fork warm kernels, as it starts."""
    return subprocess.Popen(
        [sys.executable, "-c", KERNEL + code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        **options,
    )


def output(code: str, **options) -> str:
    """What such a program prints."""
    process = program(code, **options)
    told, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    return told


def is_gone(number: int) -> bool:
    """True once the process with this number has ended."""
    try:
        return not psutil.wait_procs([psutil.Process(number)], timeout=PATIENCE)[1]
    except psutil.NoSuchProcess:
        return True


def test_a_child_process_shares_the_warm_process_of_its_parent():
    child = f"{KERNEL}fork = kernel()\n{TOLD}"
    parent = "import subprocess\nclient.prepare()\nfork = kernel()\n" + TOLD
    told = output(
        f"{parent}subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    )
    (ours, server), (other, same) = (line.split() for line in told.splitlines())
    assert server == same
    assert ours != other


@pytest.fixture
def listener():
    """A socket that stands where a warm process would listen, and its path."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "socket"))
        listening.listen()
        listening.setblocking(False)
        yield listening, str(folder / "socket")
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("starter", "python"),
    [(1, sys.executable), (os.getpid(), "another python")],
    ids=["of another process", "of another Python"],
)
def test_a_warm_process_that_is_not_ours_is_left_alone(listener, starter, python):
    listening, path = listener
    env = {**os.environ, ADDRESS: json.dumps([starter, python, path])}
    assert output(f"fork = kernel()\n{TOLD}", env=env)
    with pytest.raises(BlockingIOError):  # nobody has connected
        listening.accept()


def test_a_warm_process_of_the_parent_that_has_ended_is_replaced():
    address = json.dumps([os.getpid(), sys.executable, "/nowhere"])
    env = {**os.environ, ADDRESS: address}
    assert output(f"fork = kernel()\n{TOLD}", env=env)


def test_getting_warm_never_calls_claude():
    with socket.create_server(("127.0.0.1", 0)) as api:
        api.setblocking(False)
        base = f"http://127.0.0.1:{api.getsockname()[1]}"
        live = {
            "COURSE_LIVE": "1",
            "ANTHROPIC_API_KEY": "k",
            "ANTHROPIC_BASE_URL": base,
        }
        assert output(f"fork = kernel()\n{TOLD}", env={**os.environ, **live})
        with pytest.raises(BlockingIOError):  # nobody has connected
            api.accept()


def test_a_client_that_goes_before_it_is_answered_harms_no_other():
    told = output(
        "import json, socket\n"
        "fork = kernel()\n"
        "hasty = socket.socket(socket.AF_UNIX)\n"
        "hasty.connect(json.loads(os.environ[client.ADDRESS])[-1])\n"
        "hasty.sendall(b'{}\\n{}\\n')\n"
        "hasty.close()\n"
        "kernel()\n"
        "print(kernel().poll())\n"
    )
    assert told == "None\n"


def test_a_warm_process_that_ends_is_said_to_have_ended_then_replaced():
    told = output(
        "import psutil\n"
        "fork = kernel()\n"
        "server = psutil.Process(psutil.Process(fork.pid).ppid())\n"
        "server.kill()\n"
        "psutil.wait_procs([server])\n"
        "try:\n"
        "    client._servers[-1].start([], {}, '')\n"
        "except RuntimeError as error:\n"
        "    print(error)\n"
        "print(kernel().poll(), fork.poll())\n"
        "print(fork.pid)\n"
    )
    reason, states, left = told.splitlines()
    assert "has ended; its last lines say why" in reason
    assert states == f"None {-signal.SIGKILL}"
    assert is_gone(int(left))


def test_all_is_gone_when_the_one_who_started_it_is_killed():
    process = program(f"fork = kernel()\n{TOLD}{FOLDER}{WAITS}")
    family = [*map(int, process.stdout.readline().split())]
    folder = Path(process.stdout.readline().strip())
    assert folder.exists()
    process.kill()
    process.communicate()
    assert all(map(is_gone, family))
    assert not folder.exists()


def test_kernels_of_a_child_end_with_it_while_the_warm_process_goes_on():
    child = f"{KERNEL}fork = kernel()\n{TOLD}os.kill(os.getpid(), {signal.SIGKILL:d})"
    told = output(
        "import psutil, subprocess\n"
        "client.prepare()\n"
        f"child = subprocess.run([sys.executable, '-c', {child!r}],\n"
        "                       stdout=subprocess.PIPE, text=True)\n"
        "number, server = map(int, child.stdout.split())\n"
        "print(number, psutil.Process(kernel().pid).ppid() == server)\n"
    )
    number, goes_on = told.split()
    assert goes_on == "True"
    assert is_gone(int(number))


def test_a_program_leaves_nothing_behind():
    processes, folder = output(f"fork = kernel()\n{TOLD}{FOLDER}").splitlines()
    assert all(map(is_gone, map(int, processes.split())))
    assert not Path(folder).exists()


def test_pytest_loads_the_provisioner_without_helpers():
    code = "import sys, warm_kernels.provisioner as p\n" + (
        "print(sorted({'anthropic', 'helpers', 'pandas'} & set(sys.modules)))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"
