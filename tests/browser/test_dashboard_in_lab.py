"""The dashboard in JupyterLab, as a learner uses it: looked at, clicked, typed into."""

from pathlib import Path

import lab
import nbformat
import pytest
from cells import (
    ASK,
    HOSTILE_MESSAGES,
    IMPORTS,
    RIGHT_TO_LEFT,
    SHOW,
    THOUSAND_CALLS,
)

from helpers import chat, dashboard
from helpers.offline import offline_client

REASON = "the browser tests need it: pip install playwright"
expect = pytest.importorskip("playwright.sync_api", reason=REASON).expect
pytest.importorskip("jupyterlab", reason="the browser tests run in JupyterLab")

LESSON = Path(__file__).resolve().parents[2] / "notebooks" / "10_dashboard.ipynb"


def seen(page, words: str):
    """What shows these words; the still picture beside a dashboard is hidden."""
    return page.get_by_text(words).filter(visible=True)


def button(page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def tab(page, name: str):
    return page.locator(".cv-dashboard").get_by_role("tab", name=name, exact=True)


def test_the_dashboard_follows_a_loop_in_another_cell_and_steps_through_it(open_page):
    page = open_page("follow", [IMPORTS + SHOW, ASK])
    expect(page.locator(".cv-progress")).to_contain_text("Finished: Claude gave")
    expect(seen(page, "Step 6 of 6")).to_be_visible()
    final = seen(page, "In 103 days it will be Saturday 22 June 2024.")
    expect(final).to_be_visible()
    button(page, "◀ Previous step").click()
    expect(seen(page, "Step 5 of 6")).to_be_visible()
    expect(final).to_be_hidden()
    button(page, "Next step ▶").click()
    expect(final).to_be_visible()
    expect(button(page, "Next step ▶")).to_be_focused()  # at the end as well
    page.get_by_label("Go to call").fill("1")
    page.keyboard.press("Enter")
    expect(seen(page, "Step 2 of 6")).to_be_visible()
    assert page.locator(".cv-badge", has_text="1a").count() == 2
    line = page.locator(".cv-line.cv-asks").first
    expect(line).to_be_visible()
    page.set_viewport_size({"width": 500, "height": 1000})
    expect(line).to_be_hidden()  # no room for it: the badges say it
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.get_by_role("checkbox", name="tool_use").uncheck()
    expect(seen(page, "hidden by your choice").first).to_be_visible()
    assert page.errors == []


def test_lesson_10_runs_and_its_dashboard_plays_the_last_conversation(open_page):
    page = open_page("lesson", notebook=LESSON)
    page.locator(".cv-dashboard").scroll_into_view_if_needed()
    expect(page.locator(".cv-dashboard .cv-question")).to_contain_text("in 45 days")
    page.get_by_label("Go to call").fill("3")
    page.keyboard.press("Enter")
    expect(seen(page, "Step 6 of 8")).to_be_visible()
    button(page, "Play").click()
    expect(button(page, "Pause")).to_be_visible()
    expect(seen(page, "Step 8 of 8")).to_be_visible()
    expect(button(page, "Play")).to_be_visible()
    assert page.errors == []


def test_a_question_is_asked_by_keyboard_and_asked_again_with_a_change(open_page):
    page = open_page("ask", [IMPORTS + SHOW])
    page.get_by_label("Ask", exact=True).fill("What date is it in 2 fortnights?")
    page.keyboard.press("Enter")
    expect(seen(page, "4 of at most 10 calls")).to_be_visible()
    button(page, "Next error ✖").focus()
    page.keyboard.press("Space")
    expect(seen(page, "Step 5 of 8")).to_be_visible()
    expect(page.locator(".cv-now .cv-error")).to_contain_text("Unknown unit")
    tab(page, "Request").click()
    expect(page.locator(".cv-raw:visible")).to_contain_text('"messages"')
    tab(page, "Table").click()
    expect(page.locator(".cv-dashboard table")).to_contain_text("tool_result (error)")
    tab(page, "What if").click()
    page.get_by_label("Tool call").select_option("1: get_current_datetime")
    page.get_by_label("What if it").select_option("returns")
    saying = page.get_by_label("text or JSON")
    expect(saying).to_have_value("2030-01-01 00:00:00")  # Python has answered
    saying.fill("2031-01-01 00:00:00")
    button(page, "Run it again").click()
    expect(seen(page, "What if: tool call 1 returns")).to_be_visible()
    expect(seen(page, "≠ differs").first).to_be_visible()
    expect(seen(page, "29 January 2031").first).to_be_visible()


def test_a_run_without_end_is_stopped_between_two_turns(open_page):
    page = open_page(
        "stop",
        [
            IMPORTS + "dash = dashboard(max_turns=100_000)\ndash",
            "str(dash.messages[-1:])[:80]",
        ],
    )
    page.get_by_label("Ask", exact=True).fill(
        "Keep checking the time until it is midnight."
    )
    button(page, "Ask").click()
    stop = button(page, "Stop after this turn")
    expect(stop).to_be_enabled()
    expect(seen(page, "of at most 100,000 calls")).to_be_visible()
    stop.click()
    progress = page.locator(".cv-progress")
    expect(progress).to_contain_text("■ Stopped by you between turns.")
    expect(stop).to_be_disabled()
    page.locator(".jp-CodeCell .cm-content").nth(1).click()
    lab.command(page, "notebook:run-cell")
    expect(
        seen(page, "[{'role': 'user', 'content': [{'type': 'tool_result'")
    ).to_be_visible()


def test_hostile_texts_are_shown_as_text_in_both_themes(open_page):
    page = open_page(
        "hostile",
        [
            IMPORTS + HOSTILE_MESSAGES,
            "dash = dashboard(messages)\ndash.note = texts[1]\ndash.draw()\ndash",
            "dash.snapshot()",
            "show(messages)",
        ],
    )
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        lab.set_theme(page, theme)
        for name in ("Conversation", "Table", "Request", "Answer"):
            tab(page, name).click()
            expect(tab(page, name)).to_have_attribute("aria-selected", "true")
        tab(page, "Conversation").click()
        button(page, "Next error ✖").click()
        expect(page.locator(".cv-now")).to_be_visible()
        expect(page.locator(".cv-words", has_text="onerror").first).to_be_attached()
        assert page.evaluate("() => window.pwned") is None
        assert page.locator(".jp-OutputArea img, .jp-OutputArea script").count() == 0
        shown = "() => getComputedStyle(document.body).display"
        assert page.evaluate(shown) != "none"  # no style sheet got out either
        assert page.locator("mjx-container").count() == 0  # and no formula was drawn
    assert page.errors == []


def test_it_fits_a_narrow_window_in_both_directions(open_page):
    page = open_page("narrow", [IMPORTS + RIGHT_TO_LEFT, SHOW])
    lab.command(page, "application:toggle-left-area")
    page.set_viewport_size({"width": 360, "height": 900})
    card = page.locator(".cv-card").last
    expect(card).to_be_visible()
    page.wait_for_function(
        """() => {
          const right = e => e.getBoundingClientRect().right;
          const all = [...document.querySelectorAll('.cv-dashboard *')];
          const edge = right(document.querySelector('.cv-dashboard')) + 1;
          const words = [...document.querySelectorAll('.cv-legend')];
          return all.every(e => right(e) <= edge)
            && words.every(e => e.scrollWidth <= e.clientWidth);
        }"""
    )
    is_right_to_left = "e => getComputedStyle(e).direction"
    assert card.locator("[dir=auto]").first.evaluate(is_right_to_left) == "rtl"


def test_a_thousand_calls_open_and_can_be_stepped_through(open_page):
    cells = [IMPORTS + THOUSAND_CALLS, "dash = dashboard(long)\ndash"]
    page = open_page("thousand", cells, run=False)
    lab.command(page, "notebook:run-cell-and-select-next")
    page.evaluate(
        """() => {
          const seen = () => document.querySelector('.cv-dashboard .cv-call');
          window.began = performance.now();
          new MutationObserver((_, o) => {
            if (seen()) { window.shown = performance.now(); o.disconnect(); }
          }).observe(document.body, {childList: true, subtree: true});
        }"""
    )
    lab.command(page, "notebook:run-cell")
    page.wait_for_function("() => window.shown")
    shown = page.evaluate("() => window.shown - window.began")
    print(f"1,000 calls visible after {shown:.0f} ms (aim: 2,000)")
    button(page, "◀ Previous step").click()
    expect(seen(page, "Step 1999 of 2000")).to_be_visible()


def test_a_notebook_from_elsewhere_shows_the_conversation_without_a_kernel(
    open_page, root
):
    chat([{"role": "user", "content": "What time is it?"}], client=offline_client())
    output = nbformat.v4.new_output("display_data", dashboard()._repr_mimebundle_())
    page = open_page("elsewhere", ["dash"], run=False, outputs=[output])
    expect(seen(page, "What time is it?").first).to_be_visible()
    expect(seen(page, "the loop").first).to_be_visible()
