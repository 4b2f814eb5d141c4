"""What the tests of the grader share: one runner, and an exercise with code answers."""

import made_up
import pytest

from helpers.grading.containment import Limits
from helpers.grading.running import started
from helpers.grading.submission import grade

QUICK = Limits(cpu_seconds=1, seconds=20)


@pytest.fixture(scope="session")
def runner():
    """Gives the shared process for code answers; a new one when that has ended."""
    running = []

    def give():
        if not running or not running[-1].is_running():
            running.append(started(QUICK))
        return running[-1]

    yield give
    for one in running:
        one.close()


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    """The folders of the made-up exercise and of its solution."""
    place = tmp_path_factory.mktemp("kit")
    name = "10_code.ipynb"
    made_up.write(place / "exercises" / name, made_up.notebook(made_up.STARTERS))
    made_up.write(place / "solutions" / name, made_up.submission())
    return place / "exercises", place / "solutions"


@pytest.fixture
def graded(runner, folders):
    """Grades a submission with these code answers; its row comes back."""

    def give(seed="seed", **changed):
        content = made_up.as_bytes(made_up.submission(**changed))
        return grade("ana.ipynb", content, str(folders[0]), seed, runner)

    return give
