"""Keeps every pytest run offline, whatever the terminal is set to.

Outputs are compared with the stand-in's, and a test must never start a bill. Notebook
kernels inherit the environment.
"""

import os

import pytest

import warm_kernels

os.environ["COURSE_LIVE"] = "0"
os.environ.pop("ANTHROPIC_MODEL", None)


def pytest_configure(config):
    """Let warm kernels, where they are wanted, get warm while pytest starts."""
    runs_notebooks = getattr(config.option, "nbval", False)
    is_worker = hasattr(config, "workerinput")
    if runs_notebooks and not is_worker and warm_kernels.are_wanted():
        from warm_kernels import client

        client.prepare()


@pytest.hookimpl(optionalhook=True)  # there is no such hook without pytest-xdist
def pytest_xdist_make_scheduler(config, log):
    """With `-n`, give all cells of a notebook to one worker: they share a kernel."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log)
