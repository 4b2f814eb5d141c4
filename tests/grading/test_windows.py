"""What Windows lacks is needed nowhere that Windows goes.

A process in which these modules and functions are gone imports every module of the kit,
and grades an answer: in a process of its own, without fork.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Other packages know Windows; they are imported while all is there.
WITHOUT = """\
import importlib, os, pkgutil, signal, subprocess, sys
import anthropic, anthropic.types, IPython, ipywidgets, pandas, distributed
import jupyter_client.provisioning, multiprocessing.connection
import helpers, warm_kernels
names = [
    module.name
    for package in (helpers, warm_kernels)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if ".runner" not in module.name
]
ours = ("helpers", "warm_kernels")
for name in {*names, *filter(lambda name: name.startswith(ours), [*sys.modules])}:
    importlib.import_module(name)
for name in [name for name in sys.modules if name.startswith(ours)]:
    del sys.modules[name]
for name in ("resource", "fcntl", "pwd", "grp", "termios", "pty", "tty"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "setsid", "killpg", "geteuid", "getuid", "setuid",
             "getpgid", "chown", "wait3", "O_NOFOLLOW", "O_NONBLOCK"):
    delattr(os, name)
SIGKILL = signal.SIGKILL
for name in ("SIGKILL", "SIGXCPU", "SIGCHLD", "SIGALRM", "SIGHUP", "setitimer"):
    delattr(signal, name)
for name in names:
    importlib.import_module(name)
print(len(names), "modules")
signal.SIGKILL = SIGKILL  # Python's own subprocess needs it here
"""
GRADE = """\
from helpers.grading import work
from pathlib import Path
row = work.row(
    work.Settings(str(Path("exercises").resolve()), "seed"),
    "ana.ipynb",
    Path("solutions/06_routing.ipynb").read_bytes(),
)
print(row["state"], "|", row["reason"], "|", row["contained"])
"""


def test_every_module_is_imported_and_an_answer_graded_without_what_windows_lacks():
    answer = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WITHOUT + GRADE],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert answer.returncode == 0, answer.stderr
    modules, row = answer.stdout.splitlines()
    assert int(modules.split()[0]) > 80
    assert row.startswith("passed |  | time limit only.")
