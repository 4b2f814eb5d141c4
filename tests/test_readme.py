"""What README.md and CONTRIBUTING.md say about the course is still so."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from notebook_cells import prose

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SAYS_NO_ADDRESS = {
    "binder": "https://mybinder.org",
    "colab": "https://colab.research.google.com/github",
}
SAYS_ADDRESS = {
    "binder": r"https://mybinder\.org/v2/gh/(\w[\w.-]*/[\w.-]+)/[\w.-]+"
    r"\?urlpath=lab/tree/(notebooks/\w+\.ipynb)",
    "colab": r"https://colab\.research\.google\.com/github/(\w[\w.-]*/[\w.-]+)"
    r"/blob/[\w.-]+/(notebooks/\w+\.ipynb)",
}


def button(name: str, readme: str = README) -> str:
    """Where a button of the README leads."""
    return re.search(rf"^\[{name}\]: (\S+)$", readme, re.MULTILINE)[1]


def button_problems(readme: str) -> list[str]:
    """What is wrong with the buttons: they name no course, or all the same one."""
    found = {name: button(name, readme) for name in SAYS_ADDRESS}
    cell = re.search(r"git clone -q https://github\.com/(\S+) ", readme)[1]
    if found == SAYS_NO_ADDRESS and cell == "OWNER/REPOSITORY":
        return []
    problems, courses = [], {cell}
    for name, form in SAYS_ADDRESS.items():
        parts = re.fullmatch(form, found[name])
        if not parts or not (ROOT / parts[2]).is_file():
            problems.append(f"[{name}] leads to {found[name]}: see docs/authors.md")
        courses |= {parts[1]} if parts else set()
    if len(courses) > 1 or "OWNER/REPOSITORY" in courses:
        problems.append(f"expected one course's address, got {sorted(courses)}")
    return problems


def filled(binder: str, colab: str, cell: str) -> str:
    """The README with addresses."""
    readme = README.replace("OWNER/REPOSITORY course", f"{cell} course")
    readme = readme.replace(f"[binder]: {button('binder')}", f"[binder]: {binder}")
    return readme.replace(f"[colab]: {button('colab')}", f"[colab]: {colab}")


def test_every_lesson_stands_in_the_table_under_its_title():
    rows = re.findall(r"^\| (\d\d) \| \[(.+?)\]\((\S+?)\) \|", README, re.MULTILINE)
    lessons = sorted((ROOT / "notebooks").glob("*.ipynb"))
    paths = [f"notebooks/{path.name}" for path in lessons]
    odd = sorted({row[2] for row in rows} ^ set(paths))
    assert not odd, f"the table and the folder differ in {odd}: give each one row"
    assert [row[2] for row in rows] == paths, "the rows are not in order"
    for (number, title, _), path in zip(rows, lessons, strict=True):
        lesson = prose(json.loads(path.read_text(encoding="utf-8")))
        assert lesson.startswith(f"# {number} · {title}\n"), f"row {number}: {title}"


def test_the_map_of_helpers_names_every_file_once():
    table = README[README.index("## Map of `helpers/`") :]
    cells = re.findall(r"^\| (`.+?) \|", table, re.MULTILINE)
    named = [name for cell in cells for name in re.findall(r"`(.+?)`", cell)]
    there = [
        path.name + "/" * path.is_dir()
        for path in (ROOT / "helpers").iterdir()
        if path.suffix == ".py" or path.is_dir()
    ]
    odd = sorted(set(named) ^ (set(there) - {"__init__.py", "__pycache__/"}))
    assert not odd, f"the map and the folder differ in {odd}"
    assert len(named) == len(set(named)), "a file stands on the map twice"


def test_the_map_of_the_code_names_what_is_there():
    text = CONTRIBUTING[CONTRIBUTING.index("## Map of the code") :].split("```")[1]
    paths = re.findall(r"^(\S+)  ", text, re.MULTILINE)
    assert len(paths) > 10
    assert not [path for path in paths if not (ROOT / path).exists()]
    folders = {path.parent.name for path in ROOT.glob("[a-z]*/*") if path.is_file()}
    known = {path.split("/")[0] for path in paths}
    unknown = {name for name in folders - known if "." not in name}  # no egg-info
    assert unknown <= {"build", "dist"}, "a folder is not on the map"


def test_the_buttons_lead_to_one_course_or_ask_for_it():
    problems = button_problems(README)
    assert not problems, "\n".join(problems)


BINDER = "https://mybinder.org/v2/gh/ana/kit/HEAD?urlpath=lab/tree/notebooks/"
COLAB = "https://colab.research.google.com/github/ana/kit/blob/main/notebooks/"
START = "00_start.ipynb"


@pytest.mark.parametrize(
    ("links", "is_right"),
    [
        ((BINDER + START, COLAB + START, "ana/kit"), True),
        ((BINDER + "gone.ipynb", COLAB + START, "ana/kit"), False),
        ((BINDER + START, COLAB + START, "bea/kit"), False),
        ((BINDER + START, COLAB + START, "OWNER/REPOSITORY"), False),
        ((BINDER + START, SAYS_NO_ADDRESS["colab"], "ana/kit"), False),
    ],
    ids=["all filled in", "no such lesson", "another course", "not filled in", "half"],
)
def test_buttons_that_differ_are_found(links, is_right):
    assert (button_problems(filled(*links)) == []) is is_right


def test_the_cell_for_colab_asks_for_the_version_of_pyproject():
    wanted = re.findall(r'^%pip install -q "(.+)"$', README, re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert wanted
    assert set(wanted) <= set(project["project"]["dependencies"])


def test_binder_installs_the_course_with_a_python_that_it_supports():
    folder = ROOT / "binder"
    lines = (folder / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line[0] != "#"] == ["-r ../requirements.txt"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    runtime = (folder / "runtime.txt").read_text(encoding="utf-8").strip()
    assert runtime == f"python-{oldest}"
