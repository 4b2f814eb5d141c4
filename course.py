"""Starts what the course can do, in a .venv of its own, with nothing but Python itself.

Python 3.6 must be able to read this file, so that an old Python answers with a
sentence instead of a SyntaxError: no `:=`, no `match`, no `list[str]`.
"""

import os
import subprocess
import sys

import course_setup as setup
from course_setup import ROOT

USAGE = """\
python course.py lab           open the course in JupyterLab
python course.py test          run all tests and notebooks
python course.py grade FOLDER  grade the notebooks that a class handed in
python course.py verify        check before class that all works here
python course.py refresh       run notebooks, store their outputs (for authors)

What follows `lab` goes to JupyterLab (--no-browser --port 8890), what follows `test`
to pytest (files first: notebooks/00_start.ipynb -v), what follows `refresh` names
notebooks. `test --cold` gives each notebook a kernel that starts from nothing, as
JupyterLab's do; else it is a fork of one that has imported the SDK. `grade --help`
lists its options. `verify --latest` tries the newest versions of all packages, in a
folder of their own. The first run makes the folder .venv and installs the course there:
about a minute, with internet. Later runs start at once."""

# Who starts kernels; warm_kernels/ has the warm ones.
WARM = {"JUPYTER_DEFAULT_PROVISIONER_NAME": "warm-kernels"}
COLD = {"JUPYTER_DEFAULT_PROVISIONER_NAME": "local-provisioner"}


def hand_over(*command, **variables):
    """Go on as another command of .venv; its exit code becomes ours."""
    command = [str(setup.PYTHON), *map(str, command)]
    environment = dict(setup.own_jupyter(), **variables)
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(command[0], command, environment)
    process = subprocess.Popen(command, env=environment)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the command got the same Ctrl-C, and decides when to end


def lab(arguments):
    """Open JupyterLab on the first lesson."""
    setup.set_up()
    names = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    opened = "".join(f"/tree/notebooks/{name}" for name in names[:1])
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return hand_over(
        *("-m", "jupyterlab", f"--ServerApp.root_dir={ROOT}"),
        f"--LabApp.default_url=/lab{opened}",
        *(["--allow-root"] if is_root else []),
        *arguments,
    )


def test(arguments):
    """Run the style checks, the unit tests and all notebooks, two files at a time."""
    setup.set_up("test")
    everything = [ROOT / "tests", ROOT / "notebooks", ROOT / "solutions"]
    kernels = COLD if "--cold" in arguments else WARM
    arguments = [argument for argument in arguments if argument != "--cold"]
    names_files = arguments and not arguments[0].startswith("-")
    paths = [] if names_files else everything
    return hand_over(
        *("-m", "pytest", f"--rootdir={ROOT}", "--nbval", "--nbval-current-env"),
        *("-n", "2", "--dist", "loadfile", *paths, *arguments),
        **kernels,
    )


def refresh(arguments):
    """Run lessons and solutions again and store their outputs."""
    setup.set_up()
    return hand_over(ROOT / "tests" / "refresh.py", *arguments)


def grade(arguments):
    """Grade a folder of submissions; no file in it can pose as a part of the kit."""
    setup.set_up()
    return hand_over("-P", "-m", "helpers.grade", *arguments)


def verify(arguments):
    """Check that lessons, solutions, exercises and the grader work on this machine."""
    if arguments == ["--latest"]:
        setup.use_newest_versions()
    else:
        setup.set_up("test")
    return hand_over("-P", "-m", "helpers.grading.verify", *arguments)


COMMANDS = {
    "lab": lab,
    "test": test,
    "grade": grade,
    "verify": verify,
    "refresh": refresh,
}


def main(arguments):
    """The exit code of the command that the arguments name."""
    setup.check_python()
    name = arguments[0] if arguments else "--help"
    if name in ("-h", "--help"):
        print(USAGE)
        return 0
    if name not in COMMANDS:
        raise SystemExit(f"There is no command {name!r}.\n\n{USAGE}")
    return COMMANDS[name](arguments[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("\nStopped. Run the same command again to go on.")
