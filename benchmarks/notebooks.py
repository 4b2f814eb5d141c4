"""How long nbval takes for a lesson, against a kernel that only imports the SDK.

Both are run by one pytest, in turns, so that a busy machine slows both alike. The aim
is a ratio of at most 1.5: a lesson's own work should cost little.
"""

from collections import defaultdict
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def write_bare_notebook(path: Path) -> Path:
    """A notebook that imports the SDK and does nothing else."""
    nbformat.write(new_notebook(cells=[new_code_cell("import anthropic")]), path)
    return path


class Stopwatch:
    """A pytest plugin that adds up the seconds of all cells by notebook."""

    def __init__(self):
        self.seconds = defaultdict(float)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        """Time one cell; the first starts the kernel, the last stops it."""
        start = perf_counter()
        result = yield
        self.seconds[item.path.stem] += perf_counter() - start
        return result


def seconds(notebooks: list[Path]) -> dict[str, float]:
    """nbval's time for each notebook, by its name."""
    watch = Stopwatch()
    options = [f"--rootdir={ROOT}", "-q", "--nbval", "--nbval-current-env"]
    if pytest.main([*options, *map(str, notebooks)], plugins=[watch]) != 0:
        raise SystemExit("These times mean nothing: some cells failed.")
    return watch.seconds


def main() -> None:
    """Print each lesson's time, and its ratio to the median bare kernel."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        turns = [
            path
            for i, lesson in enumerate(LESSONS)
            for path in (write_bare_notebook(folder / f"bare{i}.ipynb"), lesson)
        ]
        times = seconds(turns)
    bare = median(times.pop(f"bare{i}") for i in range(len(LESSONS)))
    print(f"{'bare kernel':28} {bare:6.2f} s   median of {len(LESSONS)}")
    for name, time in times.items():
        print(f"{name:28} {time:6.2f} s   ratio {time / bare:.2f}")
    print(f"{'all':28} {sum(times.values()):6.2f} s   ", end="")
    print(f"ratio {sum(times.values()) / bare / len(times):.2f}   aim: at most 1.5")


if __name__ == "__main__":
    main()
