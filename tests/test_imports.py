"""Imports go one way: the list in CONTRIBUTING.md is what the files do."""

import ast
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KIT = ROOT / "helpers"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
# A module by its path in helpers/: "tools", "view/", "view/chart", and "" is helpers.
MODULES = {
    str(path.relative_to(KIT).with_suffix("").as_posix()).removesuffix("__init__"): path
    for path in KIT.rglob("*.py")
}


def lines_of_the_list() -> list[list[str]]:
    """The files and folders of each line, from the top."""
    block = CONTRIBUTING[CONTRIBUTING.index("Imports go one way") :].split("```")[1]
    rows = re.sub(r"\n +", " ", block.strip()).splitlines()
    return [re.split(r",? +", row)[1:] for row in rows]


PLACES = {name: i for i, names in enumerate(lines_of_the_list()) for name in names}


def place(module: str) -> int:
    """The number of the line of a module or its nearest folder; -1 without one."""
    folders = [module[: i + 1] for i, sign in enumerate(module) if sign == "/"]
    names = [module or "__init__", *reversed(folders)]
    return next((PLACES[name] for name in names if name in PLACES), -1)


def module_of(dotted: str) -> str:
    """The module in which an imported name stands: helpers.tools.run_tool is tools."""
    path = dotted.removeprefix("helpers").removeprefix(".").replace(".", "/")
    while path not in MODULES and f"{path}/" not in MODULES:
        path = path.rpartition("/")[0]
    return path if path in MODULES else f"{path}/"


def dotted_names(source: str) -> list[str]:
    """Every name that a file takes from helpers, also inside of its functions."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return [name for name in names if name.split(".")[0] == "helpers"]


def imports_of(module: str) -> set[str]:
    names = dotted_names(MODULES[module].read_text(encoding="utf-8"))
    return {module_of(name) for name in names} - {module}


def is_allowed(module: str, imported: str) -> bool:
    return place(imported) <= place(module)


def test_every_file_has_its_line_and_every_name_its_file():
    homeless = [module for module in MODULES if place(module) < 0]
    assert not homeless, f"{homeless} stand on no line of the list in CONTRIBUTING"
    files = {*MODULES, "__init__"}
    gone = [name for name in PLACES if name not in files and not (KIT / name).is_dir()]
    assert not gone, f"the list in CONTRIBUTING names {gone}, which are not there"


@pytest.mark.parametrize("module", sorted(MODULES), ids=lambda name: name or "helpers")
def test_a_file_imports_from_its_own_line_and_from_those_above(module):
    wrong = [other for other in imports_of(module) if not is_allowed(module, other)]
    assert not wrong, f"{module} imports {wrong}, which stand below it in CONTRIBUTING"


def test_no_imports_go_in_a_circle():
    try:
        TopologicalSorter({name: imports_of(name) for name in MODULES}).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def test_importing_what_lessons_use_loads_no_widgets_no_pandas_and_no_picture():
    code = "import helpers, sys; print(*sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = answer.stdout.split()
    assert "helpers.dashboard" in loaded
    assert {"pandas", "ipywidgets", "helpers.view"}.isdisjoint(loaded)


def test_no_file_takes_a_private_name_from_another():
    taken = {
        (module, name)
        for module, path in MODULES.items()
        for name in dotted_names(path.read_text(encoding="utf-8"))
        if re.search(r"\._(?!_)", name)
    }
    assert not taken


@pytest.mark.parametrize(
    ("module", "imported"),
    [("offline/transport", "tools"), ("table", "view/cards"), ("tools", "checks")],
)
def test_an_import_from_below_is_not_allowed(module, imported):
    assert not is_allowed(module, imported)
    assert is_allowed(imported, module)
