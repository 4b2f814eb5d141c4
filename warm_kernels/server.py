"""A process that has imported what notebooks import, and forks itself for each kernel.

It is started by client.py with a listening socket. On a connection it takes one JSON
line for each kernel to start, and answers with its process number; when a kernel has
ended, it says so. It ends when its standard input does.
"""

import json
import os
import runpy
import select
import shutil
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path


def preload() -> None:
    """Import what most notebooks need; nothing here starts a thread or a socket."""
    os.environ["COURSE_LIVE"] = "0"  # the first call, below, must never start a bill
    os.environ.pop("ANTHROPIC_MODEL", None)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a thread would not survive a fork
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # no advice about debugging
    import anthropic.types
    import ipywidgets
    import pandas

    import helpers
    import helpers.checks
    from helpers.tools import reminders, tool_schemas

    preload_kernel()
    _ = anthropic, ipywidgets, pandas, helpers.checks
    # The SDK imports parts of itself at the first call.
    question = {"role": "user", "content": "Remind me of the bread tomorrow at 9."}
    helpers.run_conversation([question], tool_schemas)
    reminders.clear()


def preload_kernel() -> None:
    """Import what a kernel imports while it starts."""
    import sqlite3

    import debugpy.server.api
    import ipykernel.debugger
    import ipykernel.ipkernel
    import ipykernel.kernelapp
    import IPython.core.completerlib
    import IPython.extensions.storemagic
    import tornado.platform.asyncio

    _ = debugpy, ipykernel, IPython, sqlite3, tornado


def forget() -> None:
    """Take back what the first call left: a kernel starts with nothing done."""
    from helpers.recorder import conversations

    conversations.clear()


def become_kernel(wanted: dict, parent: int) -> None:
    """Turn this fork into the kernel that a command line asks for."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    os.environ.clear()
    os.environ.update(wanted["environment"])
    os.chdir(wanted["folder"])
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    command = wanted["command"]
    module = command.index("-m")
    # It ends with its parent; JPY_PARENT_PID was read when ipykernel was imported.
    sys.argv = [*command[module + 1 :], f"--IPKernelApp.parent_handle={parent}"]
    sys.path.insert(0, "")  # as `python -m` does; the launcher takes it out again
    runpy.run_module(command[module + 1], run_name="__main__", alter_sys=True)


class Client:
    """One that asks for kernels, and the process numbers of those that run for it."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.lines = connection.makefile("rb")
        self.kernels: set[int] = set()

    def fileno(self) -> int:
        """What select() waits for."""
        return self.connection.fileno()

    def line(self) -> bytes:
        """What it asks for; nothing once it is gone."""
        with suppress(OSError):
            return self.lines.readline()
        return b""

    def say(self, answer: dict) -> None:
        """Send a line, if the client is still there."""
        with suppress(OSError):
            self.connection.sendall(json.dumps(answer).encode() + b"\n")

    def close(self) -> None:
        """Close our end of the connection."""
        self.lines.close()
        self.connection.close()

    def end(self) -> None:
        """End its kernels: it is gone."""
        for process in self.kernels:
            for kill in (os.kill, os.killpg):  # it may have had no time for a group
                with suppress(OSError):
                    kill(process, signal.SIGKILL)


def fork_kernel(client: Client, line: bytes, ours: list) -> None:
    """Fork a kernel for a client, without our connections, and tell the client."""
    parent = os.getpid()
    process = os.fork()
    if process == 0:
        for connection in ours:
            connection.close()
        become_kernel(json.loads(line), parent)
        os._exit(0)
    client.kernels.add(process)
    client.say({"started": process})


def tell_ended(clients: list[Client]) -> None:
    """Say which kernels have ended, and how."""
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not process:
            return
        for client in clients:
            if process in client.kernels:
                client.kernels.remove(process)
                code = os.waitstatus_to_exitcode(status)
                client.say({"ended": process, "code": code})


def answer(client: Client, clients: list[Client], ours: list[socket.socket]) -> None:
    """Fork the kernel that a client asks for; if it is gone, end those it had."""
    if line := client.line():
        fork_kernel(client, line, [*ours, *clients])
    else:
        clients.remove(client)
        client.end()
        client.close()


def serve(listener: socket.socket, ended: socket.socket, wake: socket.socket) -> None:
    """Fork kernels for all who connect, until standard input ends."""
    clients: list[Client] = []
    while True:
        ready, _, _ = select.select([sys.stdin, ended, listener, *clients], [], [])
        if ended in ready:
            ended.recv(512)
            tell_ended(clients)
        for client in [client for client in clients if client in ready]:
            answer(client, clients, [listener, ended, wake])
        if listener in ready:
            clients.append(Client(listener.accept()[0]))
        if sys.stdin in ready:
            break
    for client in clients:
        client.end()


def main(listener: socket.socket) -> None:
    """Get warm, then serve; at the end the address is gone too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    try:
        preload()
        forget()
        ended, wake = socket.socketpair()
        wake.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        serve(listener, ended, wake)
    finally:
        shutil.rmtree(Path(listener.getsockname()).parent, ignore_errors=True)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
