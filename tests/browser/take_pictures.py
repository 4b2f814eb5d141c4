"""Takes the pictures of the README: python tests/browser/take_pictures.py

They are to be looked at before they are kept.
"""

import tempfile
from pathlib import Path

import lab
from cells import ASK, IMPORTS, SHOW, TWO_TOOLS
from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
MISSING = """
half = {"role": "user", "content": messages[4]["content"][:1]}
try:
    chat([*messages[:4], half], tools=tool_schemas)
except Exception as error:
    print(type(error).__name__)
"""


def take(page: Page, name: str, text: str) -> None:
    """A picture of the dashboard, once it shows a text."""
    page.get_by_text(text).first.wait_for()
    page.mouse.move(0, 0)
    page.locator(".cv-dashboard").screenshot(path=PICTURES / f"{name}.png")


def take_all(page: Page, address: str) -> None:
    lab.open_notebook(page, address, "finished.ipynb")
    lab.command(page, "application:toggle-left-area")
    lab.run_all(page)
    take(page, "dashboard", "Finished: Claude gave its final answer.")
    page.get_by_role("tab", name="What if").click()
    page.get_by_label("What if it").select_option("returns")
    page.get_by_role("button", name="Run it again").click()
    take(page, "what_if", "≠ differs")
    lab.open_notebook(page, address, "missing.ipynb")
    lab.command(page, "application:toggle-left-area")
    lab.run_all(page)
    lab.set_theme(page, "JupyterLab Dark")
    take(page, "dashboard_dark", "tool_result is missing")


def main() -> None:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        root, home, profile = (Path(place) / name for name in ("root", "home", "p"))
        root.mkdir()
        lab.write_notebook(root / "finished.ipynb", [IMPORTS + ASK, SHOW])
        cells = [IMPORTS + SHOW, TWO_TOOLS + MISSING]
        lab.write_notebook(root / "missing.ipynb", cells)
        with lab.jupyter_lab(root, home) as address:
            context = playwright.chromium.launch_persistent_context(
                profile,
                executable_path=lab.browser_path(),
                viewport={"width": 1060, "height": 1500},
                args=lab.ARGUMENTS,
            )
            take_all(context.new_page(), address)
            context.close()


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    main()
