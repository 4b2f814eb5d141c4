"""The instructor's check before class: `python course.py verify`, one page.

Lessons and solutions give their stored outputs, exercises fail untouched, solutions
pass, each common wrong answer gets its own message, and the grader works here. Exit
status: 0 all is well, 1 something is not.
"""

import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

from helpers.grading.containment import Limits
from helpers.grading.exercises import EXERCISES, KIT, SOLUTIONS
from helpers.grading.running import Runner, started
from helpers.grading.submission import grade
from warm_kernels import CAN_FORK, WARM, client

# What pytest runs, and what it means when it passes. Two groups, each in a process of
# its own, keep two cores busy for about as long.
GROUPS = (
    {
        "notebooks": "lessons give the outputs that are stored in them",
        "tests/test_exercises.py": "exercises that nobody has touched fail",
    },
    {
        "solutions": "solutions pass their checks and give their stored outputs",
        "tests/test_checks.py": "wrong answers to the lessons' checks are told why",
        "tests/test_exercise_checks.py": "so are those to exercises 01 to 08",
        "tests/test_dentist.py": "so are those to exercise 09, the final one",
    },
)
NO_COURSE = (
    f"verify expected the course's folder around {KIT / 'helpers'}, with its lessons, "
    "tests and constraints.txt; an installed package has none of them. Run `python "
    "course.py verify` in the course's folder."
)

Line = tuple[bool, str]


def main(arguments: list[str]) -> int:
    """The exit status; each line is shown as soon as it is known."""
    if not (KIT / "constraints.txt").is_file():
        print(NO_COURSE, file=sys.stderr)
        return 1
    start = time.perf_counter()
    strict = "--latest" not in arguments
    wells = []
    if CAN_FORK:
        client.prepare()  # the runs of pytest share it
    with tempfile.TemporaryDirectory() as folder:
        runs = [Run(group, Path(folder, f"{i}.xml")) for i, group in enumerate(GROUPS)]
        parts = [environment(), versions(strict), grader(), *(r.lines() for r in runs)]
        try:
            for well, text in chain.from_iterable(parts):
                print(f"{'ok ' if well else 'NOT'}  {text}", flush=True)
                wells.append(well)
        finally:
            for run in runs:
                run.end()
    seconds = time.perf_counter() - start
    verdict = "All is well." if all(wells) else "See the lines that start with NOT."
    print(f"\n{verdict} ({seconds:.0f} s)")
    return 0 if all(wells) else 1


def environment() -> Iterator[Line]:
    """The system and its Python."""
    system = f"{platform.system()} {platform.release()}"
    yield True, f"Python {platform.python_version()} on {system}, {sys.prefix}"


def versions(strict: bool) -> Iterator[Line]:
    """Whether the packages are those of constraints.txt; newer ones are named."""
    text = (KIT / "constraints.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)$", text, flags=re.MULTILINE))
    installed = {name: _version(name) for name in pinned}
    others = [
        f"{name} {installed[name]} (not {version})"
        for name, version in pinned.items()
        if installed[name] not in ("", version)
    ]
    if not others:
        yield True, f"{len(pinned)} packages as in constraints.txt"
    else:
        what = "other than in constraints.txt"
        yield not strict, f"{len(others)} packages {what}: {', '.join(others)}"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""  # some are for other systems only


def grader() -> Iterator[Line]:
    """How the grader contains code here, and that it tells right from untouched."""
    runner = started(Limits())
    name, description = runner.containment.name, runner.containment.description
    yield True, f"students' code is contained by {name}. {description}"
    for failure in runner.failures:
        yield False, failure
    try:
        yield from _graded(runner)
    finally:
        runner.close()


def _graded(runner: Runner) -> Iterator[Line]:
    for folder, wanted in ((SOLUTIONS, "passed"), (EXERCISES, "not attempted")):
        paths = sorted(folder.glob("*.ipynb"))
        rows = [_row(path, lambda: runner) for path in paths]
        wrong = [row["file"] for row in rows if row["state"] != wanted]
        text = f"the grader finds {len(rows)} {folder.name} {wanted}"
        yield not wrong, text + (f"; but not {', '.join(wrong)}" if wrong else "")


def _row(path: Path, runner: Callable[[], Runner]) -> dict:
    return grade(path.name, path.read_bytes(), str(EXERCISES), "verify", runner)


class Run:
    """A run of pytest over some places, in the background; `lines` waits for it."""

    def __init__(self, parts: dict[str, str], outcome: Path):
        self.parts, self.outcome = parts, outcome
        self.told = outcome.with_suffix(".txt")
        with self.told.open("wb") as told:
            self.process = subprocess.Popen(
                _pytest(parts, outcome),
                env={**os.environ, **WARM},
                cwd=KIT,
                stdout=told,
                stderr=subprocess.STDOUT,
            )

    def lines(self) -> Iterator[Line]:
        """What was found, a line for each place."""
        self.process.wait()
        if not self.outcome.exists():
            told = self.told.read_text(encoding="utf-8", errors="replace")
            yield False, f"pytest did not run: {told[-2000:]}"
            return
        cases = list(ElementTree.parse(self.outcome).iter("testcase"))
        for place, meaning in self.parts.items():
            yield _summed(place, meaning, cases)

    def end(self) -> None:
        """Stop it, if it still runs."""
        self.process.terminate()
        self.process.wait()


def _pytest(parts: dict[str, str], outcome: Path) -> list[str]:
    places = [str(KIT / place) for place in parts]
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={KIT}"]
    nbval = ["--nbval", "--nbval-current-env", f"--junitxml={outcome}"]
    return [sys.executable, "-P", "-m", "pytest", *options, *nbval, *places]


def _summed(place: str, meaning: str, cases: list[ElementTree.Element]) -> Line:
    start = place.removesuffix(".py").replace("/", ".")
    own = [case for case in cases if case.get("classname", "").startswith(start)]
    failed = [case for case in own if case.find("failure") is not None]
    failed += [case for case in own if case.find("error") is not None]
    if own and not failed:
        return True, f"{meaning} ({len(own)} checked)"
    told = [f"\n     {case.get('classname')} {case.get('name')}" for case in failed]
    return False, f"{meaning}: {len(failed)} of {len(own)} are not{''.join(told[:10])}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
