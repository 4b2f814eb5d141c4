"""What the tests of the grader share: one runner, and an exercise with code answers."""

from contextlib import contextmanager

import made_up
import pytest

from helpers.grading.containment import Limits
from helpers.grading.running import started
from helpers.grading.submission import grade

QUICK = Limits(cpu_seconds=1, seconds=20)
# For answers that break another limit, which a busy machine lets them reach late.
PATIENT = Limits(cpu_seconds=60, seconds=120)


@contextmanager
def running(limits: Limits):
    """Gives the shared process for code answers; a new one when that has ended."""
    runners = []

    def give():
        if not runners or not runners[-1].is_running():
            runners.append(started(limits))
        return runners[-1]

    yield give
    for one in runners:
        one.close()


@pytest.fixture(scope="session")
def runner():
    """A process for code answers that has little time."""
    with running(QUICK) as give:
        yield give


@pytest.fixture(scope="session")
def patient_runner():
    """A process for code answers whose limit of time no answer reaches."""
    with running(PATIENT) as give:
        yield give


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    """The folders of the made-up exercise and of its solution."""
    place = tmp_path_factory.mktemp("kit")
    name = "10_code.ipynb"
    made_up.write(place / "exercises" / name, made_up.notebook(made_up.STARTERS))
    made_up.write(place / "solutions" / name, made_up.submission())
    return place / "exercises", place / "solutions"


@pytest.fixture
def row_of(runner, folders):
    """Grades a notebook as a submission; its row comes back."""

    def give(notebook, seed="seed"):
        content = made_up.as_bytes(notebook)
        return grade("ana.ipynb", content, str(folders[0]), seed, runner)

    return give


@pytest.fixture
def graded(row_of):
    """Grades a submission with these code answers; its row comes back."""

    def give(seed="seed", **changed):
        return row_of(made_up.submission(**changed), seed)

    return give
