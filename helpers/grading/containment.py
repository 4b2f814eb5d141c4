"""How the process that runs students' code is shut in, on this machine.

WAYS goes from the strongest to the weakest; the first that works here is used, and the
report names it. What each way does not keep out is part of its description.
"""

import json
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from helpers.grading.exercises import KIT
from helpers.grading.walls import INSIDE, walls

RUNNER = Path(__file__).with_name("runner")
CAN_FORK = hasattr(os, "fork")
MEGABYTE = 1024 * 1024

# Nothing of the instructor's environment reaches a student: no key, no token, no path.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONUTF8": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OPENBLAS_NUM_THREADS": "1",  # should an answer import numpy
}
WINDOWS_NEEDS = ("SYSTEMROOT", "TEMP")


@dataclass(frozen=True)
class Limits:
    """What one answer may use."""

    cpu_seconds: int = 3
    seconds: int = 12
    memory: int = 1024  # megabytes, for each process
    processes: int = 8
    file: int = 10  # megabytes

    def by_resource(self) -> dict[str, tuple[int, int]]:
        """The same as the names and values of `resource.setrlimit`."""
        limits = {
            "RLIMIT_CPU": (self.cpu_seconds, self.cpu_seconds + 1),
            "RLIMIT_FSIZE": (self.file * MEGABYTE,) * 2,
            "RLIMIT_NPROC": (self.processes,) * 2,
            "RLIMIT_NOFILE": (64, 64),
            "RLIMIT_CORE": (0, 0),
        }
        if sys.platform == "linux":  # macOS has the name, but does not keep to it
            limits["RLIMIT_AS"] = (self.memory * MEGABYTE,) * 2
        return limits


@dataclass(frozen=True)
class Containment:
    """One way to shut the runner in: a command, what it says of itself, a folder."""

    name: str
    description: str
    command: tuple[str, ...]
    options: dict = field(default_factory=dict)
    folder: str = ""
    """A temporary folder of this machine that is removed at the end, if any."""


def contained(way: str, limits: Limits, user=None) -> Containment | None:
    """A way of WAYS made ready to start, or None where it cannot work.

    `user` is the number of the second user, or 0 for none; only root can take one.
    """
    return WAYS[way](limits, _second_user() if user is None else user)


def environment() -> dict[str, str]:
    """The environment of the runner."""
    needed = {name: os.environ[name] for name in WINDOWS_NEEDS if name in os.environ}
    return ENVIRONMENT | (needed if os.name == "nt" else {})


def _bubblewrap(limits: Limits, user: int) -> Containment | None:
    """https://github.com/containers/bubblewrap"""
    program = shutil.which("bwrap")
    if program is None or not CAN_FORK:
        return None
    options = _options(limits, folder=INSIDE, user=user, alone=True)
    return Containment(
        "bubblewrap",
        "Students' code sees neither the solutions nor your files, and no network.",
        (program, *walls(program, RUNNER, user), "--", *_runner(options)),
        options,
    )


def _second_user_only(limits: Limits, user: int) -> Containment | None:
    if not user:
        return None
    folder = tempfile.mkdtemp(prefix="grading-")
    Path(folder).chmod(0o711)
    options = _options(limits, folder=folder, user=user)
    return Containment(
        "second user",
        "Students' code runs as another user. It can read what every user of this "
        "machine may read, the solutions too unless you forbid it, and the network is "
        "open to it. Install bubblewrap to shut it in.",
        tuple(_runner(options)),
        options,
        folder,
    )


def _limits_only(limits: Limits, user: int) -> Containment | None:
    if not CAN_FORK:
        return None
    folder = tempfile.mkdtemp(prefix="grading-")
    options = _options(limits, folder=folder)
    return Containment(
        "limits only",
        "Students' code runs as you, within limits of time, memory, processes and file "
        "size (no limit of memory on macOS). It can read your files and use the "
        "network. On Linux, install bubblewrap; elsewhere, grade in a container or "
        "virtual machine.",
        tuple(_runner(options)),
        options,
        folder,
    )


def _time_only(limits: Limits, user: int) -> Containment:
    options = _options(limits, folder="", fork=False)
    return Containment(
        "time limit only",
        "Students' code runs as you, with a limit of time and no other: this system "
        "has no limits of memory, processes or file size for it, and what it starts "
        "can outlive it. Grade code answers in a virtual machine or under WSL.",
        tuple(_runner(options)),
        options,
    )


WAYS = {
    "bubblewrap": _bubblewrap,
    "second user": _second_user_only,
    "limits only": _limits_only,
    "time limit only": _time_only,
}


def _options(limits: Limits, *, folder: str, user=0, alone=False, fork=True) -> dict:
    return {
        "kit": str(KIT),
        "folder": folder,
        "user": user,
        "alone": alone,
        "fork": fork,
        "limits": limits.by_resource() if fork else {},
    }


def _runner(options: dict) -> list[str]:
    return [sys.executable, "-I", "-B", str(RUNNER), json.dumps(options)]


def _second_user() -> int:
    """A user of this grader's own, so that its processes can be counted and killed."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return 20_000 + os.getpid() % 40_000 if is_root else 0
