"""Warm kernels give the verdicts of cold ones, and end as they do."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from jupyter_client.provisioning import KernelProvisionerFactory
from nbformat.v4 import new_code_cell, new_notebook, new_output

import warm_kernels
from warm_kernels.client import Fork

# The cells of each notebook, and what is stored as their output.
NOTEBOOKS = {
    "a_passes": {"1 + 1": "2", "import helpers, os\n__name__": "'__main__'"},
    "b_fails": {
        "'two'": "'three'",  # another output
        "1 / 0": None,
        "import helpers\nhelpers.check('run_tools', ...)": None,  # strict: raises
        "'goes on'": "'goes on'",
    },
    "c_changes_all": {
        "import os, builtins, random, sys, anthropic, helpers, pandas": None,
        "os.environ['LEFT'] = 'behind'\nos.chdir('/')\nrandom.seed(1)": None,
        "builtins.left = helpers.left = anthropic.left = pandas.left = 1": None,
        "helpers.chat = len\nsys.path.append('left')": None,
        "sys.modules['left'] = helpers\nhelpers.tools.reminders.append(1)": None,
        "print(os.getcwd(), helpers.chat([1]))": None,
    },
    "d_sees_no_change": {
        "import os, builtins, sys, anthropic, helpers, pandas": None,
        "'LEFT' in os.environ, os.path.exists('a_passes.ipynb')": "(False, True)",
        "[hasattr(m, 'left') for m in (builtins, helpers, anthropic, pandas)]": (
            "[False, False, False, False]"
        ),
        "helpers.chat is len, 'left' in sys.path, 'left' in sys.modules": (
            "(False, False, False)"
        ),
        "helpers.tools.reminders, helpers.trace.__name__": None,
        "len(helpers.tools.reminders), len(helpers.recorder.conversations)": "(0, 0)",
    },
}
FAILS = {"b_fails": 3, "c_changes_all": 1, "d_sees_no_change": 1}
DYING = {
    "e_dies": {"1": "1", "import os\nos._exit(3)": None, "2": "2"},
    "f_is_not_harmed": {"3": "3"},
}
# Seconds for a cell. nbval waits them all out for a kernel that died.
PATIENT, SHORT = 100, 10


def notebook(cells: dict[str, str | None]) -> nbformat.NotebookNode:
    return new_notebook(cells=[cell(*item) for item in cells.items()])


def cell(source: str, shown: str | None) -> nbformat.NotebookNode:
    """A cell that was run, with what it showed."""
    made = new_code_cell(source, execution_count=1)
    if shown is not None:
        text = {"text/plain": shown}
        made.outputs = [new_output("execute_result", text, execution_count=1)]
    return made


def verdicts(folder: Path, provisioner: str, seconds: int) -> list[tuple]:
    """What pytest --nbval says of each cell of the notebooks in a folder."""
    outcome = folder.with_suffix(f".{provisioner}.xml")
    options = ["-p", "no:cacheprovider", "--nbval", "--nbval-current-env", "-q"]
    options += [f"--nbval-cell-timeout={seconds}", f"--junitxml={outcome}"]
    subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(folder)],
        cwd=folder,
        env={**os.environ, warm_kernels.ENVIRONMENT: provisioner},
        capture_output=True,
    )
    return [
        (case.get("classname"), case.get("name"), [part.tag for part in case])
        for case in ElementTree.parse(outcome).iter("testcase")
    ]


@pytest.mark.parametrize(
    ("notebooks", "seconds", "fails"),
    [(NOTEBOOKS, PATIENT, FAILS), (DYING, SHORT, {"e_dies": 2})],
    ids=["living", "dying"],
)
def test_verdicts_are_those_of_cold_kernels(tmp_path, notebooks, seconds, fails):
    folder = tmp_path / "notebooks"
    folder.mkdir()
    for name, cells in notebooks.items():
        nbformat.write(notebook(cells), folder / f"{name}.ipynb")
    warm = verdicts(folder, warm_kernels.NAME, seconds)
    assert warm == verdicts(folder, "local-provisioner", seconds)
    failed = Counter(name.split(".")[-2] for name, _, parts in warm if parts)
    assert len(warm) == sum(map(len, notebooks.values()))
    assert failed == fails


@pytest.fixture
def kernel(monkeypatch):
    factory = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "default_provisioner_name", warm_kernels.NAME)
    manager, client = start_new_kernel()
    yield manager, client
    client.stop_channels()
    if manager.has_kernel:
        manager.shutdown_kernel(now=True)


def test_kernel_is_a_fork_and_ends_when_it_is_told_to(kernel):
    manager, _ = kernel
    fork = manager.provisioner.process
    assert isinstance(fork, Fork)
    assert fork.poll() is None
    manager.shutdown_kernel()
    assert fork.wait(timeout=30) is not None


def test_kernel_that_dies_is_seen_to_be_dead(kernel):
    manager, client = kernel
    fork = manager.provisioner.process
    client.execute("import os\nos._exit(7)")
    assert fork.wait(timeout=30) == 7
    assert not manager.is_alive()
