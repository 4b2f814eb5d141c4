"""Warm kernels give the verdicts of cold ones, and end as they do."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from jupyter_client.provisioning import KernelProvisionerFactory
from nbformat.v4 import new_code_cell, new_notebook, new_output

from helpers.grading import warm_kernels

ROOT = Path(__file__).resolve().parents[2]

CELLS = {
    "1 + 1": "2",  # right
    "'two'": "'three'",  # another output
    "1 / 0": None,  # raises
    "import helpers\nhelpers.check('run_tools', ...)": None,  # strict: raises
    "__name__": "'__main__'",
    "import random, os\nlen(os.listdir('.')) > 0": "True",
}


def notebook() -> nbformat.NotebookNode:
    return new_notebook(cells=[cell(*item) for item in CELLS.items()])


def cell(source: str, shown: str | None) -> nbformat.NotebookNode:
    """A cell that was run, with what it showed."""
    made = new_code_cell(source, execution_count=1)
    if shown is not None:
        text = {"text/plain": shown}
        made.outputs = [new_output("execute_result", text, execution_count=1)]
    return made


def verdicts(path: Path, provisioner: str) -> list[tuple]:
    """What pytest --nbval says of each cell."""
    outcome = path.with_suffix(f".{provisioner}.xml")
    options = ["-p", "no:cacheprovider", "--nbval", "--nbval-current-env", "-q"]
    subprocess.run(
        [sys.executable, "-m", "pytest", *options, f"--junitxml={outcome}", str(path)],
        cwd=path.parent,
        env={**os.environ, warm_kernels.ENVIRONMENT: provisioner},
        capture_output=True,
    )
    cases = ElementTree.parse(outcome).iter("testcase")
    return [(case.get("name"), [part.tag for part in case]) for case in cases]


def test_verdicts_are_those_of_cold_kernels(tmp_path):
    path = tmp_path / "made_up.ipynb"
    nbformat.write(notebook(), path)
    warm = verdicts(path, warm_kernels.NAME)
    assert warm == verdicts(path, "local-provisioner")
    assert len(warm) == len(CELLS)
    assert {bool(parts) for _, parts in warm} == {True, False}


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
    assert isinstance(fork, warm_kernels.Fork)
    assert fork.poll() is None
    manager.shutdown_kernel()
    assert fork.wait(timeout=30) is not None


def test_kernel_that_dies_is_seen_to_be_dead(kernel):
    manager, client = kernel
    fork = manager.provisioner.process
    client.execute("import os\nos._exit(7)")
    assert fork.wait(timeout=30) == 7
    assert not manager.is_alive()
