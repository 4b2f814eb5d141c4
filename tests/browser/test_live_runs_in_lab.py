"""Loops in plain cells, watched in JupyterLab while they run, and what is kept of them.

While such a cell runs, no click reaches Python; what Python says reaches the browser.
"""

import subprocess
import sys

import lab
import nbformat
import pytest
from cells import ASK, IMPORTS, SHOW, WAITS_FOR_FILE

REASON = "the browser tests need it: pip install playwright"
expect = pytest.importorskip("playwright.sync_api", reason=REASON).expect
pytest.importorskip("jupyterlab", reason="the browser tests run in JupyterLab")

RUN_SLOWLY = """
messages = []
add_user_message(messages, "What day will it be in 103 days?")
messages = run_conversation(messages, tool_schemas, waits, max_turns=7)
"""
GO_ON = """
add_user_message(messages, "What time is it?")
run_conversation(messages, tool_schemas)[-1]["content"]
"""


def progress(page):
    return page.locator(".cv-progress")


def seen(page, words: str):
    """What shows these words; the still picture beside a dashboard is hidden."""
    return page.get_by_text(words).filter(visible=True)


def start_cell(page, number: int) -> None:
    """Run a code cell, and do not wait for it."""
    page.locator(".jp-CodeCell .cm-content").nth(number).click()
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-cell'); }")


def open_first_cell(open_page, name: str, *cells: str):
    """A page whose first cell shows a dashboard, and has been run."""
    page = open_page(name, [IMPORTS + WAITS_FOR_FILE + SHOW, *cells], run=False)
    lab.command(page, "notebook:run-cell")
    expect(progress(page)).to_be_visible()
    return page


def test_a_running_tool_is_seen_with_its_seconds_while_a_plain_cell_runs(
    open_page, root
):
    page = open_first_cell(open_page, "slow", RUN_SLOWLY, "dash")
    start_cell(page, 1)
    line = progress(page).first
    expect(line).to_contain_text("⚙ Your code is running get_current_datetime …")
    expect(seen(page, "1 of at most 7 calls")).to_be_visible()
    page.wait_for_function(
        """() => {
          const style = getComputedStyle(document.querySelector('.cv-seconds'));
          return +style.getPropertyValue('--cv-seconds') >= 2;
        }"""
    )
    (root / "go_on").touch()
    expect(line).to_contain_text("✔ Finished: Claude gave its final answer.")
    expect(seen(page, "3 of at most 7 calls")).to_be_visible()
    expect(page.locator(".cv-seconds")).to_have_count(0)
    (root / "go_on").unlink()
    start_cell(page, 2)  # in a second place, both follow
    expect(progress(page)).to_have_count(2)
    expect(page.locator(".cv-still:visible")).to_have_count(0)
    start_cell(page, 1)
    for line in progress(page).all():
        expect(line).to_contain_text("⚙ Your code is running get_current_datetime …")
    (root / "go_on").touch()
    for line in progress(page).all():
        expect(line).to_contain_text("✔ Finished")
    (root / "go_on").unlink()
    assert page.errors == []


def test_an_interrupted_loop_says_so_and_its_messages_can_be_gone_on_with(open_page):
    page = open_first_cell(open_page, "interrupt", RUN_SLOWLY, GO_ON)
    start_cell(page, 1)
    expect(progress(page)).to_contain_text("Your code is running get_current_datetime")
    lab.command(page, "notebook:interrupt-kernel")
    words = "⚡ Interrupted while get_current_datetime ran."
    expect(progress(page)).to_contain_text(words)
    page.wait_for_function(lab.READY)  # what is asked before that is not run
    start_cell(page, 2)
    expect(progress(page)).to_contain_text("✔ Finished: Claude gave its final answer.")
    expect(page.locator(".jp-CodeCell").nth(2)).to_contain_text("10:22")
    assert page.errors == []


def test_an_ended_kernel_is_not_shown_as_a_running_tool(open_page):
    page = open_first_cell(open_page, "ended", RUN_SLOWLY)
    start_cell(page, 1)
    expect(seen(page, "Your code is running")).to_be_visible()
    page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()"
    )
    expect(seen(page, "Your code is running")).to_be_hidden()
    content = "e => getComputedStyle(e, '::after').content"
    assert "The kernel has ended" in progress(page).evaluate(content)


def test_a_saved_notebook_holds_the_last_conversation_for_readers_without_a_kernel(
    open_page, root
):
    page = open_page("kept", [IMPORTS + SHOW, ASK])
    expect(progress(page)).to_contain_text("Finished")
    expect(page.locator(".cv-still")).to_be_hidden()
    lab.command(page, "docmanager:save")
    saved = nbformat.read(root / "kept.ipynb", as_version=4)
    html = saved.cells[0].outputs[-1].data["text/html"]
    assert "Saturday 22 June 2024." in html
    assert "3 of at most 10 calls" in html
    again = open_page("kept_again", notebook=root / "kept.ipynb", run=False)
    still = again.locator(".cv-still, .jp-RenderedHTMLCommon").first
    expect(still).to_contain_text("✔ Finished: Claude gave its final answer.")
    expect(seen(again, "Saturday 22 June 2024.")).to_be_visible()
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--stdout"]
    page_of_html = subprocess.run(
        [*command, str(root / "kept.ipynb")], capture_output=True, check=True
    )
    assert b"Saturday 22 June 2024." in page_of_html.stdout


def test_a_screen_reader_finds_every_control_by_its_name(open_page):
    page = open_page("aria", [IMPORTS + SHOW, ASK])
    expect(progress(page)).to_contain_text("Finished")
    lines = page.locator(".cv-dashboard").aria_snapshot().splitlines()
    controls = ("button", "textbox", "combobox", "spinbutton", "checkbox", "tab")
    unnamed = [
        line
        for line in map(str.strip, lines)
        if line.removeprefix("- ").split(" ")[0].rstrip(":") in controls
        and '"' not in line
    ]
    assert unnamed == []
    for name in ("Ask", "Stop after this turn", "Play", "Next error ✖"):
        assert any(f'- button "{name}"' in line for line in lines)
    assert any("status" in line and "✔ Finished: Claude" in line for line in lines)
    live = progress(page).locator("[aria-live=polite]")
    expect(live).to_have_attribute("role", "status")
