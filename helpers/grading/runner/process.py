"""Where an answer runs: one process for each, within limits, and nothing left of it."""

import os
import shutil
import signal
import socket
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from answer import serve
from lines import Lines

SET_SUBREAPER, SET_DUMPABLE, NO_NEW_PRIVILEGES = 36, 4, 38  # of Linux's prctl


def start(options: dict) -> tuple[int, Lines]:
    """A process for one answer, within its limits: its id and the lines to it."""
    ours, theirs = socket.socketpair()
    folder = tempfile.mkdtemp(dir=options["folder"])
    process = os.fork()
    if process == 0:
        ours.close()
        run_apart(theirs.detach(), Path(folder), options)
    theirs.close()
    descriptor = ours.detach()
    return process, Lines(descriptor, descriptor)


def run_apart(descriptor: int, folder: Path, options: dict) -> None:
    """Serve one answer in a process of its own, and end it."""
    try:
        os.setsid()
        close_all_but(descriptor)
        confine(folder, options)
        serve(Lines(descriptor, descriptor), options["hides"])
    except BaseException:  # nothing may return into the copy of the server
        os._exit(70)
    os._exit(0)


def close_all_but(descriptor: int) -> None:
    """Leave the process one way out, and /dev/null for input and output."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.closerange(3, descriptor)
    os.closerange(descriptor + 1, 1024)


def confine(folder: Path, options: dict) -> None:
    """Set the limits, and become the second user where there is one."""
    import resource

    os.environ.update(HOME=str(folder), TMPDIR=str(folder))
    user = options["user"]
    if user:
        os.chown(folder, user, user)
    os.chdir(folder)
    for name, (soft, hard) in options["limits"].items():
        resource.setrlimit(getattr(resource, name), (soft, hard))
    if user:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    prctl(NO_NEW_PRIVILEGES, 1)


def prctl(option: int, value: int) -> None:
    """One of Linux's switches for a process; other systems do not have it."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def end(process: int, options: dict) -> int:
    """Kill an answer's process with all that it started; its exit status."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    if options["user"]:
        kill_all_of(options["user"])
    elif options["alone"]:
        kill_all()
    else:
        kill_children()
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break
    clear(options)
    return status


def kill_all_of(user: int) -> None:
    """Kill all processes of the second user, in one step that no fork outruns."""
    process = os.fork()
    if process == 0:
        os.setgid(user)
        os.setuid(user)
        kill_all()
        os._exit(0)
    os.waitpid(process, 0)


def kill_all() -> None:
    """Kill every process that this one may kill, but itself."""
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)


def kill_children() -> None:
    """Kill what is left of an answer's processes; orphans are children here."""
    tasks = Path(f"/proc/self/task/{os.getpid()}/children")
    while tasks.exists() and (children := tasks.read_text().split()):
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(int(child), 0)


def clear(options: dict) -> None:
    """Remove all files that an answer left."""
    for path in Path(options["folder"]).iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()
