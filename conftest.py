"""Makes every pytest run strict, however it is started.

A check tells a learner "not yet" and lets the notebook go on. Under pytest that would
count as a pass, so COURSE_STRICT=1 makes checks raise; notebook kernels inherit it.
"""

import os

import pytest

os.environ["COURSE_STRICT"] = "1"


@pytest.hookimpl(optionalhook=True)  # there is no such hook without pytest-xdist
def pytest_xdist_make_scheduler(config, log):
    """With `-n`, give all cells of a notebook to one worker: they share a kernel."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log)
