"""bubblewrap's walls: the options that say what students' code sees, and no more.

https://github.com/containers/bubblewrap
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from helpers.grading.exercises import KIT

INSIDE = "/answers"  # where answers may write, within bubblewrap
MOST_BYTES = 100 * 1024 * 1024  # of that folder, which is in memory
# Files and folders of helpers/ that students' code does not see.
MASKED = ("*check*", "dentist*", "solutions*", "grading")
POWERS = ("SETUID", "SETGID", "KILL", "CHOWN", "DAC_OVERRIDE", "FOWNER")
SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin")
SHARED_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives")


def walls(program: str, runner: Path, user: int) -> list[str]:
    """What can be seen, read-only; nothing else is there."""
    options = ["--die-with-parent", "--new-session", "--unshare-pid", "--unshare-net"]
    options += ["--unshare-ipc", "--unshare-uts"]
    if user:
        options += [part for power in POWERS for part in ("--cap-add", f"CAP_{power}")]
    else:
        options += ["--unshare-user"]
    for path in (*SYSTEM, *SHARED_FILES):
        options += ["--ro-bind-try", path, path]
    for path in (*_python_folders(), str(KIT / "helpers")):
        options += [*_passable(path, user), "--ro-bind", path, path]
    for path in _masked():
        mask = ["--tmpfs"] if path.is_dir() else ["--ro-bind", os.devnull]
        options += [*mask, str(path)]
    options += ["--ro-bind", str(runner), str(runner)]
    options += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    options += [*_size(program), "--tmpfs", INSIDE]
    return [*options, "--remount-ro", "/", "--chdir", INSIDE]


def _passable(path: str, user: int) -> list[str]:
    """The folders above a path, made so that the second user can pass them."""
    above = reversed(Path(path).parents[:-1]) if user else []
    return [part for f in above for part in ("--perms", "0755", "--dir", str(f))]


def _masked() -> list[Path]:
    """The files and folders of MASKED; a compiled file says as much as its source."""
    patterns = [place + name for name in MASKED for place in ("", "__pycache__/")]
    return sorted({p for text in patterns for p in (KIT / "helpers").glob(text)})


def _python_folders() -> list[str]:
    """Where this Python and its packages are, if not in the system's folders."""
    places = {Path(place).resolve() for place in (sys.prefix, sys.base_prefix)}
    places |= {Path(sys.prefix), Path(sys.base_prefix)}
    return sorted(
        str(place)
        for place in places
        if not any(place.is_relative_to(system) for system in SYSTEM)
    )


@cache
def _size(program: str) -> list[str]:
    """The limit of the folder in memory, where this bubblewrap can set one."""
    answer = subprocess.run([program, "--help"], capture_output=True, text=True)
    can_limit = "--size" in answer.stdout + answer.stderr
    return ["--size", str(MOST_BYTES)] if can_limit else []
