"""Every link of a page or a notebook leads somewhere: to a file, to a heading of it.

Nothing here uses the network: of an address elsewhere only the form is looked at.
"""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import notebook_cells
import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
NOTEBOOKS = sorted(
    path
    for folder in ("notebooks", "exercises", "solutions")
    for path in (ROOT / folder).glob("*.ipynb")
)
FENCED = re.compile(r"^(```|~~~).*?^\1$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"``.+?``|`[^`\n]+`", re.DOTALL)
LINK = re.compile(
    r"""\]\(<?([^)>\s]+)|^\[[^\]\n]+\]:\s*(\S+)|\b(?:src|href)="(.*?)\"""", re.M
)
HEADING = re.compile(r"^#{1,6} +(.+?)[ #]*$", re.MULTILINE)


def prose(path: Path) -> str:
    """The text of a page, or of the markdown cells of a notebook."""
    text = path.read_text(encoding="utf-8")
    return notebook_cells.prose(json.loads(text)) if path.suffix == ".ipynb" else text


def links(text: str) -> list[str]:
    """The targets of links and pictures; what stands in code is no link."""
    found = LINK.findall(CODE.sub("", FENCED.sub("", text)))
    return [target for groups in found for target in groups if target]


def anchors(path: Path) -> set[str]:
    """The anchors of a file's headings, as GitHub makes them, or as JupyterLab does."""
    headings = HEADING.findall(FENCED.sub("", prose(path)))
    if path.suffix == ".ipynb":
        return {heading.replace(" ", "-") for heading in headings}
    kept = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in kept}


def problem(target: str, page: Path) -> str:
    """What is wrong with a link of a page, or an empty string."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        is_well_formed = parts.scheme == "https" and "." in (parts.hostname or "")
        return "" if is_well_formed else f"{target}: expected https://a.host/..."
    there = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not there.exists():
        return f"{target}: there is no such file"
    if ROOT not in [there, *there.parents]:
        return f"{target}: leads out of the course"
    if parts.fragment and unquote(parts.fragment) not in anchors(there):
        known = ", ".join(sorted(anchors(there)))
        return f"{target}: {there.name} has no such heading; it has {known}"
    return ""


@pytest.mark.parametrize(
    "path", [*PAGES, *NOTEBOOKS], ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_links_lead_somewhere(path):
    problems = filter(None, (problem(target, path) for target in links(prose(path))))
    assert not (found := list(problems)), "\n".join(found)


def test_links_and_pictures_are_found_outside_of_code():
    text = (
        "[a](x.md#top) ![b](y.png) [c](<z.md>) `[d](no)`\n```\n[e](no)\n```\n"
        '<a href="v.md"><img src="w.png"></a>\n[f]: https://a.org\n'
    )
    found = ["x.md#top", "y.png", "z.md", "v.md", "w.png", "https://a.org"]
    assert links(text) == found


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("gone.md", "no such file"),
        ("README.md#nowhere", "README.md has no such heading; it has"),
        ("#nowhere", "no such heading"),
        ("notebooks/00_start.ipynb#recap", "has no such heading; it has"),
        ("../elsewhere", "no such file"),
        ("..", "leads out of the course"),
        ("http://example.org/x", "expected https"),
        ("https://nohost", "expected https"),
        ("htps://example.org", "expected https"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(target, said):
    assert said in problem(target, ROOT / "README.md")


@pytest.mark.parametrize(
    "target",
    [
        "docs/standin.md#in-the-apis-words",
        "notebooks/00_start.ipynb#Recap",
        "README.md#map-of-helpers",
        "exercises",
        "https://a.org/b#c",
    ],
)
def test_a_good_link_is_left_alone(target):
    assert problem(target, ROOT / "README.md") == ""
