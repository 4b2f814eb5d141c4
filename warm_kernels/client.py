"""The way to the process that forks kernels, which is started when first needed.

Child processes share it. pytest starts it first of all (conftest.py), so that it gets
warm while pytest and its workers do.
"""

import atexit
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from warm_kernels import ENVIRONMENT

PROGRAM = Path(__file__).with_name("server.py")
ADDRESS = "WARM_KERNELS_SERVER"  # who started it, with which Python, and where it is
ENDING_SECONDS = 5


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
        """Its exit code, once it has ended; None if that takes too long."""
        self.ended.wait(timeout)
        return self.returncode

    def end(self, code: int) -> None:
        """Keep its exit code, and wake who waits for it."""
        self.returncode = code
        self.ended.set()

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
    """A connection to the warm process, and the kernels that it has forked for us."""

    def __init__(self, path: str):
        self.connection = _connected(path)
        self.is_open = True
        self.forks: dict[int, Fork] = {}
        self.started: queue.Queue[Fork | None] = queue.Queue()
        self.one_at_a_time = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def start(self, command: list[str], environment: dict, folder: str) -> Fork:
        """A new kernel."""
        wanted = {"command": command, "environment": environment, "folder": folder}
        with self.one_at_a_time, suppress(OSError):
            self.connection.sendall(json.dumps(wanted).encode() + b"\n")
            if fork := self.started.get():
                return fork
        self.is_open = False
        raise RuntimeError(
            "The process that forks warm kernels has ended; its last lines say why. "
            f"Without {ENVIRONMENT} kernels start cold."
        )

    def _listen(self) -> None:
        with suppress(OSError), self.connection.makefile("rb") as lines:
            for line in lines:
                self._hear(json.loads(line))
        self.is_open = False
        for fork in self.forks.values():  # they end with the process that forked them
            fork.end(-signal.SIGKILL)
        self.started.put(None)

    def _hear(self, told: dict) -> None:
        if "started" in told:
            fork = self.forks[told["started"]] = Fork(told["started"])
            self.started.put(fork)
        else:
            self.forks.pop(told["ended"]).end(told["code"])

    def close(self) -> None:
        """Leave the process; it ends the kernels that it has forked for us."""
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        self.connection.close()


_servers: list[Server] = []


def server() -> Server:
    """The connection of this process, to its own warm process or its parent's."""
    if not _servers or not _servers[-1].is_open:
        _servers.append(_shared() or Server(start()))
        atexit.register(_servers[-1].close)
    return _servers[-1]


def prepare() -> None:
    """Start the warm process now, unless this process or its parent has one."""
    if not _is_shared():
        start()


def start() -> str:
    """The path of a new warm process, for this process and its children."""
    # Not in $TMPDIR: the path of a socket has about 100 letters at most.
    folder = tempfile.mkdtemp(prefix="warm-kernels-", dir="/tmp")
    path = f"{folder}/socket"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        process = subprocess.Popen(
            [sys.executable, "-P", str(PROGRAM), str(listener.fileno())],
            stdin=subprocess.PIPE,
            pass_fds=[listener.fileno()],
        )
    os.environ[ADDRESS] = json.dumps([os.getpid(), sys.executable, path])
    atexit.register(_end, process, folder)
    return path


def _shared() -> Server | None:
    """A connection to the warm process that this one or its parent has started."""
    if _is_shared():
        with suppress(OSError):  # it has ended
            return Server(json.loads(os.environ[ADDRESS])[-1])
    return None


def _is_shared() -> bool:
    starter, python, _ = json.loads(os.environ.get(ADDRESS, '[0, "", ""]'))
    return starter in (os.getpid(), os.getppid()) and python == sys.executable


def _connected(path: str) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
    except OSError:
        connection.close()
        raise
    return connection


def _end(process: subprocess.Popen, folder: str) -> None:
    process.stdin.close()  # it ends its kernels, removes the folder, then ends itself
    with suppress(subprocess.TimeoutExpired):
        process.wait(ENDING_SECONDS)
    process.kill()
    process.wait()
    shutil.rmtree(folder, ignore_errors=True)  # it may have been killed
