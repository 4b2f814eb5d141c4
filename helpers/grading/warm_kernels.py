"""Kernels that start warm: forks of a process that has imported what notebooks import.

It is a kernel provisioner, jupyter_client's own extension point. pytest uses it when
JUPYTER_DEFAULT_PROVISIONER_NAME says "warm-kernels"; `course.py verify` says so. Where
a process cannot fork, it starts kernels cold, as jupyter_client does.
https://jupyter-client.readthedocs.io/en/stable/provisioning.html
"""

import atexit
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from jupyter_client.provisioning import LocalProvisioner

NAME = "warm-kernels"
SERVER = Path(__file__).with_name("warm_server.py")
ENVIRONMENT = "JUPYTER_DEFAULT_PROVISIONER_NAME"


class WarmKernels(LocalProvisioner):
    """Starts each kernel as a fork; all else is as with a kernel of one's own."""

    async def launch_kernel(self, cmd: list[str], **kwargs):
        if not _can_be_warm(cmd):
            return await super().launch_kernel(cmd, **kwargs)
        environment = kwargs.get("env") or dict(os.environ)
        folder = kwargs.get("cwd") or os.getcwd()  # noqa: PTH109 (a str, as cwd is)
        self.process = _server().start(cmd, environment, str(folder))
        self.pid = self.pgid = self.process.pid  # a fork leads a session of its own
        self.cwd = folder
        return self.connection_info


class Fork:
    """A kernel's process, with the part of subprocess.Popen that is used."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int):
        self.pid = pid
        self.returncode: int | None = None
        self.ended = threading.Event()

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        """Its exit code, once it has ended."""
        self.ended.wait(timeout)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


class Server:
    """The warm process of this one, and the kernels that it has forked."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(SERVER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.forks: dict[int, Fork] = {}
        self.started: queue.Queue[Fork | None] = queue.Queue()
        self.one_at_a_time = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def start(self, command: list[str], environment: dict, folder: str) -> Fork:
        """A new kernel."""
        wanted = {"command": command, "environment": environment, "folder": folder}
        with self.one_at_a_time:
            self.process.stdin.write(json.dumps(wanted) + "\n")
            self.process.stdin.flush()
            fork = self.started.get()
        if fork is None:
            raise RuntimeError(
                "The process that forks warm kernels has ended; its last lines say "
                f"why. Without {ENVIRONMENT} kernels start cold."
            )
        return fork

    def _listen(self) -> None:
        for line in self.process.stdout:
            told = json.loads(line)
            if "started" in told:
                fork = self.forks[told["started"]] = Fork(told["started"])
                self.started.put(fork)
            else:
                fork = self.forks.pop(told["ended"])
                fork.returncode = told["code"]
                fork.ended.set()
        self.started.put(None)

    def close(self) -> None:
        """End the warm process; kernels end with it, as they do with a parent."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            pipe.close()


_servers: list[Server] = []


@atexit.register
def _close() -> None:
    while _servers:
        _servers.pop().close()


def _server() -> Server:
    """The server, started when the first kernel is; it ends when this process does."""
    if not _servers or _servers[-1].process.poll() is not None:
        _servers.append(Server())
    return _servers[-1]


def _can_be_warm(command: list[str]) -> bool:
    """True for the course's own Python where a process can fork."""
    same = Path(command[0]).resolve() == Path(sys.executable).resolve()
    return hasattr(os, "fork") and same and "ipykernel_launcher" in command
