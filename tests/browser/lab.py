"""JupyterLab on a free port, and a page of headless Chromium that drives it.

The steps are those that a person takes: open, run all cells, click, read.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import nbformat

TOKEN = "test"
# A learner's kernel starts from nothing.
COLD = {"JUPYTER_DEFAULT_PROVISIONER_NAME": "local-provisioner"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_POP_UPS = '{"checkForUpdates":false,"fetchNews":"false","doNotDisturbMode":true}'
READY = """() => {
  const w = window.jupyterapp?.shell.currentWidget, s = w?.sessionContext;
  return !!(s?.isReady && s.session?.kernel?.status === 'idle'
            && w.content.widgets.length);
}"""


def browser_path() -> str | None:
    """The Chromium of this machine, if it has one."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def write_notebook(path: Path, cells: list[str], outputs=()) -> Path:
    """A notebook with these code cells; the last one holds the outputs."""
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )
    notebook.cells[-1].outputs = list(outputs)
    nbformat.write(notebook, path)
    return path


@contextmanager
def jupyter_lab(root: Path, home: Path):
    """The address of a JupyterLab that shows a folder; it ends with the block."""
    port = free_port()
    settings = home / "s/@jupyterlab/apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(
        NO_POP_UPS, encoding="utf-8"
    )
    folders = {
        "JUPYTER_CONFIG_DIR": "c",
        "JUPYTER_DATA_DIR": "d",
        "JUPYTER_RUNTIME_DIR": "r",
        "JUPYTERLAB_SETTINGS_DIR": "s",
        "JUPYTERLAB_WORKSPACES_DIR": "w",
        "IPYTHONDIR": "i",
    }
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}",
        f"--ServerApp.root_dir={root}", "--LabApp.expose_app_in_browser=True",
    ]  # fmt: skip
    with (home / "log.txt").open("wb") as log:
        server = subprocess.Popen(
            command,
            env=os.environ | COLD | {k: str(home / v) for k, v in folders.items()},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/api/status?token={TOKEN}", server)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(server.pid, signal.SIGTERM)  # its kernels end with it
            server.wait(timeout=20)


def _wait_for(address: str, server: subprocess.Popen) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError("JupyterLab ended at once; see log.txt.")
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("JupyterLab did not answer within 60 seconds.")


def open_notebook(page, address: str, name: str) -> None:
    """Open a notebook and wait until its kernel is idle."""
    page.goto(f"{address}/lab/tree/{name}?token={TOKEN}&reset")
    page.locator("#jupyterlab-splash").wait_for(state="detached")
    page.wait_for_function(READY, timeout=60_000)


def command(page, name: str, arguments: str = "{}"):
    """Run one of JupyterLab's commands; the answer of run-all is true if all ran."""
    return page.evaluate(
        f"() => window.jupyterapp.commands.execute('{name}', {arguments})"
    )


def run_all(page) -> bool:
    return command(page, "notebook:run-all-cells")


def set_theme(page, theme: str) -> None:
    """`JupyterLab Light` or `JupyterLab Dark`."""
    command(page, "apputils:change-theme", f'{{"theme": "{theme}"}}')
    is_light = "false" if "Dark" in theme else "true"
    page.wait_for_function(f"() => document.body.dataset.jpThemeLight === '{is_light}'")
    page.locator("#jupyterlab-splash").wait_for(state="detached")


def end_kernel(page) -> None:
    """End the kernel of the open notebook; nobody waits for it."""
    page.evaluate(
        "() => { window.jupyterapp.shell.currentWidget.sessionContext.shutdown(); }"
    )
