"""Sets the course up in .venv: makes it, installs into it, and proves that it works.

Python 3.6 must be able to read this file, as course.py: no `:=`, no `list[str]`.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "course-stamp.txt"
UNFINISHED = "unfinished"

# A class should see the lesson, not JupyterLab's news and updates.
LAB_SETTINGS = VENV / "share/jupyter/lab/settings/overrides.json"
NO_NEWS = """\
{"@jupyterlab/apputils-extension:notification":
  {"fetchNews": "false", "checkForUpdates": false}}
"""

# A kernel that really starts and imports is the only proof that a lesson will run.
TRY_KERNEL = """\
import jupyterlab
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name="python3")
imports = "import anthropic, helpers, ipywidgets, nbval, pandas"
answer = client.execute(imports, reply=True, timeout=120)["content"]
client.stop_channels()
manager.shutdown_kernel()
if answer["status"] != "ok":
    raise SystemExit(answer["ename"] + ": " + answer["evalue"])
"""


def check_python():
    """Stop with a sentence if this Python cannot run the course."""
    if sys.version_info < OLDEST:
        raise SystemExit(
            "The course needs Python {}.{} or newer; this is {}. Install it from "
            "https://www.python.org/downloads/ and run course.py with it.".format(
                *OLDEST, sys.version.split()[0]
            )
        )


def give_up(output, sentence):
    """Show the end of a program's output, then stop with a sentence."""
    for line in output.strip().splitlines()[-15:]:
        print(line[:200], file=sys.stderr)
    raise SystemExit("\n" + sentence)


def wanted_stamp():
    """What the stamp says when .venv fits this folder, this Python and these files."""
    stamp = hashlib.sha256(os.fsencode(str(ROOT)) + str(sys.version_info[:2]).encode())
    for name in ("requirements.txt", "constraints.txt", "pyproject.toml"):
        stamp.update((ROOT / name).read_bytes())
    return stamp.hexdigest()


def stamped():
    """The stamp and the extra that were installed last, or an empty list."""
    return STAMP.read_text(encoding="utf-8").split() if STAMP.is_file() else []


def is_ready(extra):
    """True if .venv holds what is wanted; `test` includes all that `lab` needs."""
    done = stamped()
    return PYTHON.exists() and done[:1] == [wanted_stamp()] and extra in ["", *done[1:]]


def stamp_unfinished():
    """Say in .venv that its installation goes on, and in which process."""
    STAMP.write_text(f"{UNFINISHED} {os.getpid()}", encoding="utf-8")


def check_nobody_installs():
    """Stop with a sentence while another course.py installs into .venv."""
    stamp = stamped()
    if os.name == "nt" or stamp[:1] != [UNFINISHED] or stamp[1:] == [str(os.getpid())]:
        return  # on Windows a process cannot be asked whether it lives
    try:
        os.kill(int(stamp[1]), 0)
    except (IndexError, ValueError, OSError):
        return
    raise SystemExit(
        f"Another course.py (process {stamp[1]}) installs the course into .venv. Wait "
        "until it is done; if there is none, delete the folder .venv. Then run the "
        "same command again."
    )


def reason_to_rebuild():
    """Why the .venv that is there cannot be used, or an empty string."""
    if stamped()[:1] == [UNFINISHED]:
        return "its installation was interrupted"
    if not PYTHON.exists():
        return "its Python is gone"
    show = "import pip, sys; print('%d.%d' % sys.version_info[:2])"
    answer = subprocess.run([str(PYTHON), "-c", show], capture_output=True, text=True)
    if answer.returncode != 0:
        return "its Python or its pip does not start"
    if answer.stdout.strip() != "{}.{}".format(*sys.version_info[:2]):
        return "it was made with Python " + answer.stdout.strip()
    return ""


def remove_broken_venv():
    """Remove a .venv that cannot be used, and say so; leave anything else alone."""
    if not (VENV / "pyvenv.cfg").is_file() and not STAMP.is_file():
        raise SystemExit(
            f"{VENV} is in the way: it is not a virtual environment. "
            "Rename or move it, then run the same command again."
        )
    reason = reason_to_rebuild()
    if reason:
        print(f"Making .venv anew: {reason}.")
        shutil.rmtree(VENV)


def check_venv_module():
    """Stop with a sentence if this Python came without what makes a .venv."""
    if not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
        raise SystemExit(
            "This Python has no `venv` module, which the course needs. On Debian or "
            "Ubuntu: sudo apt install python{}.{}-venv. Elsewhere: install Python from "
            "https://www.python.org/downloads/. Then run the same command "
            "again.".format(*sys.version_info[:2])
        )


def make_venv():
    """Make .venv, with pip in it; it counts as unfinished until all is installed."""
    check_venv_module()
    import venv

    VENV.mkdir()
    stamp_unfinished()
    try:
        venv.create(VENV, with_pip=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError as error:
        give_up(
            error.output.decode(errors="replace"),
            f"pip could not be put into {VENV}; the reason is above. Is the disk full? "
            "Run the same command again once it is solved.",
        )


def run_pip(arguments):
    """pip's exit code and output; shows what pip is at in one changing line."""
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    width = shutil.get_terminal_size().columns - 1
    lines = []
    with subprocess.Popen(
        [*pip, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        for line in process.stdout:
            lines.append(line)
            if sys.stdout.isatty():
                print(line.strip()[:width].ljust(width), end="\r", flush=True)
    if sys.stdout.isatty():
        print(" " * width, end="\r")
    return process.returncode, "".join(lines)


def install_packages(extra):
    """Install requirements.txt, and an extra of pyproject.toml if one is named."""
    print("Installing the course into .venv (about a minute)...", flush=True)
    more = ["-e", f".[{extra}]"] if extra else []
    stamp_unfinished()
    code, output = run_pip(["install", "-r", "requirements.txt", *more])
    if code == 0 or "Installing collected packages" not in output:
        STAMP.unlink()  # .venv is whole, even if it lacks something
    if code != 0:
        give_up(
            output,
            "pip could not install the course; its last lines are above. Check the "
            "internet connection and the free disk space, then run the same command "
            "again.",
        )


def check_kernel():
    """Stop with a sentence if the installed course cannot start a notebook's kernel."""
    answer = subprocess.run(
        [str(PYTHON), "-c", TRY_KERNEL],
        cwd=VENV,
        env=own_jupyter(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    if answer.returncode != 0:
        give_up(
            answer.stderr,
            "The course is installed, but no notebook can start; the reason is above. "
            "Delete the folder .venv and run the same command again.",
        )


def set_up(extra=""):
    """Make .venv hold all that the course needs; at once if it already does."""
    if is_ready(extra):
        return
    check_nobody_installs()
    try:
        if VENV.exists():
            remove_broken_venv()
        if not VENV.exists():
            make_venv()
        install_packages(extra)
        LAB_SETTINGS.parent.mkdir(parents=True, exist_ok=True)
        LAB_SETTINGS.write_text(NO_NEWS, encoding="utf-8")
        check_kernel()
        STAMP.write_text(f"{wanted_stamp()} {extra}", encoding="utf-8")
    except OSError as error:
        raise SystemExit(
            f"The course cannot be set up in {VENV}: {error.strerror}. Free some disk "
            "space, stop what runs from there, or move the course to a folder of your "
            "own; then run the same command again."
        ) from None


def own_jupyter():
    """An environment where the kernel `python3` is the one of .venv, nobody else's."""
    environment = dict(os.environ, JUPYTER_PREFER_ENV_PATH="1")
    environment.pop("JUPYTER_PATH", None)
    return environment


def use_newest_versions():
    """Make .venv-latest anew, with the newest versions that pip finds, and use it."""
    global VENV, PYTHON
    check_venv_module()
    import venv

    VENV = ROOT / ".venv-latest"
    PYTHON = VENV / PYTHON.parent.name / PYTHON.name
    venv.create(VENV, with_pip=True, clear=True, symlinks=os.name != "nt")
    print("Installing the newest versions into .venv-latest...", flush=True)
    wanted = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    names = [re.match(r"[\w.-]*", line).group() for line in wanted]
    packages = [name for name in names if name and not name.startswith("-")]
    steps = [["-e", ".[test]"], ["--upgrade", "--upgrade-strategy", "eager", *packages]]
    for step in steps:  # the second goes beyond the versions that the course allows
        code, output = run_pip(["install", *step])
        if code != 0:
            give_up(
                output,
                "pip could not install the newest versions; its last lines are above. "
                "Check the internet connection; if packages do not fit together, wait "
                "for newer ones.",
            )
