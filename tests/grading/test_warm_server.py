"""The process that forks warm kernels: who shares it; how it and its kernels end."""

import json
import os
import signal
import subprocess
import sys

import psutil
import pytest

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


def start_and_kill(code: str) -> tuple[psutil.Process, psutil.Process]:
    """The kernel and the server that such a program names before it is killed."""
    process = program(code)
    kernel, server = map(psutil.Process, map(int, process.stdout.readline().split()))
    assert kernel.is_running()
    assert server.is_running()
    process.kill()
    process.communicate()
    return kernel, server


def test_a_child_process_shares_the_warm_process_of_its_parent():
    child = f"{KERNEL}fork = kernel()\n{TOLD}"
    parent = "import subprocess\nclient.prepare()\nfork = kernel()\n" + TOLD
    told = output(
        f"{parent}subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    )
    (ours, server), (other, same) = (line.split() for line in told.splitlines())
    assert server == same
    assert ours != other


@pytest.mark.parametrize(
    "address",
    [[1, sys.executable, "/nowhere"], [os.getpid(), "another python", "/nowhere"]],
    ids=["of another process", "of another Python"],
)
def test_a_warm_process_that_is_not_ours_is_left_alone(address):
    env = {**os.environ, "WARM_KERNELS_SERVER": json.dumps(address)}
    assert output(f"fork = kernel()\n{TOLD}", env=env)


def test_a_warm_process_of_the_parent_that_has_ended_is_replaced():
    env = {
        **os.environ,
        "WARM_KERNELS_SERVER": json.dumps([os.getpid(), sys.executable, "/nowhere"]),
    }
    assert output(f"fork = kernel()\n{TOLD}", env=env)


def test_a_warm_process_that_ends_is_said_to_have_ended_then_replaced():
    told = output(
        "import psutil, signal\n"
        "fork = kernel()\n"
        "server = psutil.Process(psutil.Process(fork.pid).ppid())\n"
        "server.kill()\n"
        "psutil.wait_procs([server])\n"
        "try:\n"
        "    client._servers[-1].start([], {}, '')\n"
        "except RuntimeError as error:\n"
        "    print(error)\n"
        "print(kernel().poll())\n"
        "print(fork.pid)\n"
    )
    reason, state, left = told.splitlines()
    assert "has ended; its last lines say why" in reason
    assert state == "None"
    assert is_gone(int(left))


def test_kernels_and_the_warm_process_end_when_the_one_who_started_them_is_killed():
    family = start_and_kill(f"fork = kernel()\n{TOLD}{WAITS}")
    assert not psutil.wait_procs(family, timeout=PATIENCE)[1]


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


def test_a_program_leaves_nothing_behind(tmp_path):
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    told = output(f"fork = kernel()\n{TOLD}", env=env)
    assert all(map(is_gone, map(int, told.split())))
    assert not list(tmp_path.glob("warm-kernels-*"))


def test_pytest_loads_the_provisioner_without_helpers():
    code = "import sys, warm_kernels.provisioner as p\n" + (
        "print(sorted({'anthropic', 'helpers', 'pandas'} & set(sys.modules)))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"
