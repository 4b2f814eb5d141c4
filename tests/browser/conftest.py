"""One JupyterLab and one Chromium for a file of tests; a page of its own for each.

They end with the file: while Playwright is there, no other test can run a loop of its
own, for an event loop is running.
"""

import shutil

import lab
import pytest


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """The folder that JupyterLab shows."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def address(root, tmp_path_factory):
    if lab.browser_path() is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    with lab.jupyter_lab(root, tmp_path_factory.mktemp("home")) as address:
        yield address


@pytest.fixture(scope="module")
def context(address, tmp_path_factory):
    from playwright.sync_api import expect, sync_playwright  # or the tests skip

    expect.set_options(timeout=30_000)  # the machine may be busy with other tests
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=lab.browser_path(),
            headless=True,
            viewport={"width": 1280, "height": 1000},
            args=lab.ARGUMENTS,
        )
        yield context
        context.close()


@pytest.fixture
def open_page(context, address, root):
    """Opens a notebook with the given code cells, and runs them unless told not to."""
    pages = []

    def open_page(name, cells=(), *, run=True, outputs=(), notebook=None):
        path = root / f"{name}.ipynb"
        if notebook is None:
            lab.write_notebook(path, cells, outputs)
        else:
            shutil.copy(notebook, path)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        pages.append(page)
        lab.open_notebook(page, address, f"{name}.ipynb")
        if run:
            assert lab.run_all(page) is True
        return page

    yield open_page
    for page in pages:
        lab.end_kernel(page)
        page.close()
