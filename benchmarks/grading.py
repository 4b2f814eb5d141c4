"""The grader against the cold ways, in one run: only the ratios mean something.

    python benchmarks/grading.py            200 submissions, and the notebooks
    python benchmarks/grading.py 1000       so many submissions, for the memory

Cold ways are timed on a few notebooks and scaled up. nbgrader is timed only where it
is installed. The aims: submissions at least 20 times as fast as cold `pytest --nbval`,
notebooks under nbval at least twice as fast warm as cold, memory flat.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from helpers.grading.exercises import EXERCISES, KIT, SOLUTIONS
from helpers.grading.filling import read, save, wrong
from warm_kernels import COLD, WARM

COUNT = 200
TIMED = 6  # notebooks that are timed the cold way


def seconds(command: list[str], folder: Path = KIT, **environment: str) -> float:
    """How long a command takes."""
    start = time.perf_counter()
    subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - start


def nbval(*places: object, workers: int = 2) -> list[str]:
    """pytest --nbval on some notebooks, as the course starts it."""
    options = ["-q", "-p", "no:cacheprovider", f"--rootdir={KIT}", f"-n{workers}"]
    nbval = ["--nbval", "--nbval-current-env"]
    return [sys.executable, "-m", "pytest", *options, *nbval, *map(str, places)]


def write_class(folder: Path, count: int) -> list[Path]:
    """Right and wrong submissions of all exercises, in turn."""
    paths = sorted(EXERCISES.glob("*.ipynb"))
    made = []
    for i in range(count):
        name = paths[i % len(paths)].name
        solution = read(SOLUTIONS / name)
        path = folder / f"{i:04}" / name
        path.parent.mkdir(parents=True)
        save(path, wrong(solution) if i % 4 == 3 else solution)
        made.append(path)
    return made


def graded(folder: Path, workers: int) -> float:
    """How long `course.py grade` takes, its own start included."""
    command = [sys.executable, "-P", "-m", "helpers.grade", str(folder), "--all"]
    return seconds([*command, "--workers", str(workers)])


def show(what: str, here: float, there: float, count: int, aim: float) -> None:
    """One line: the ratio, and the two times behind it."""
    print(
        f"{what:44} {there / here:6.1f} times as fast (aim: {aim:g})   "
        f"{here:7.1f} s against {there:7.1f} s for {count}"
    )


def compare_submissions(folder: Path, count: int) -> None:
    """Print the grader's ratios to cold ways."""
    paths = write_class(folder, count)
    few = paths[:: max(1, count // TIMED)][:TIMED]
    here = min(graded(folder, workers) for workers in (1, 2))
    cold = seconds(nbval(*few)) / len(few) * count
    show("submissions: grade / cold nbval -n 2", here, cold, count, 20)
    if shutil.which("nbgrader"):
        nbgrader = autograde(few) / len(few) * count
        show("submissions: grade / nbgrader autograde", here, nbgrader, count, 20)
    else:
        print("submissions: nbgrader is not installed; install it to compare with it")


def autograde(paths: list[Path]) -> float:
    """How long nbgrader takes for these notebooks, each as a student's assignment."""
    with tempfile.TemporaryDirectory() as name:
        course = Path(name)
        for i, path in enumerate(paths):
            for place in (course / "source/a", course / f"submitted/s{i}/a"):
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, place / path.name)
        seconds(["nbgrader", "generate_assignment", "a", "--force"], course)
        taken = seconds(["nbgrader", "autograde", "a", "--force"], course)
        done = len(list(course.glob("autograded/*/a/*.ipynb")))
        if done != len(paths):
            raise SystemExit(f"nbgrader graded {done} of {len(paths)}: no comparison.")
        return taken


def compare_kernels(workers: int) -> None:
    """Print the ratio of warm to cold kernels, over all lessons and solutions."""
    command = nbval(KIT / "notebooks", KIT / "solutions", workers=workers)
    pairs = [(seconds(command, **WARM), seconds(command, **COLD)) for _ in range(2)]
    warm, cold = (min(times) for times in zip(*pairs, strict=True))
    count = len([*(KIT / "notebooks").glob("*.ipynb"), *SOLUTIONS.glob("*.ipynb")])
    what = f"lessons and solutions: warm / cold nbval -n{workers}"
    show(what, warm, cold, count, 2)


def peak_memory(folder: Path) -> int:
    """The most memory that a grade run and its processes took, in MB."""
    code = (
        "import resource, sys; from helpers import grade; "
        f"grade.main([{str(folder)!r}, '--all', '--workers', '1']); "
        "kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN); "
        "used = [resource.getrusage(kind).ru_maxrss for kind in kinds]; "
        "print(*used, file=sys.stderr)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return max(map(int, answer.stderr.split())) // 1024


def compare_memory(count: int) -> None:
    """Print the peak memory for a tenth of the submissions and for all of them."""
    peaks = []
    for size in (count // 10, count):
        with tempfile.TemporaryDirectory() as name:
            write_class(Path(name, "class"), size)
            peaks.append(peak_memory(Path(name, "class")))
    print(
        f"{'largest process':44} {peaks[1] / peaks[0]:6.2f} times as large for "
        f"{count} submissions as for {count // 10}   {peaks[1]} MB, {peaks[0]} MB"
    )


def main(arguments: list[str]) -> None:
    """Print the ratios."""
    count = int(arguments[0]) if arguments else COUNT
    with tempfile.TemporaryDirectory() as name:
        compare_submissions(Path(name, "class"), count)
    compare_memory(count)
    compare_kernels(0)
    compare_kernels(2)


if __name__ == "__main__":
    main(sys.argv[1:])
