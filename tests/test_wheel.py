"""The course as a package: the wheel builds, and is complete without the folder."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("helpers", "warm_kernels")
SAMPLE = re.compile(r"```python\n(.*?)```\n\n```\n(.*?)```", re.DOTALL)
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "COURSE_LIVE": "0"}


def run(*command, **options) -> str:
    """What a Python program prints; its complaints, if it failed."""
    answer = subprocess.run(
        [sys.executable, *map(str, command)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        **options,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from a copy so that the course's folder stays clean."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    alone = ("--no-build-isolation", "--no-deps", "--wheel-dir", folder)
    run("-m", "pip", "wheel", *alone, source, env={**os.environ, **OFFLINE})
    [path] = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel) -> dict:
    """An environment where `helpers` is the wheel's, and a folder that holds nothing.

    The packages that the course needs are this Python's own.
    """
    target = wheel.parent / "installed"
    env = {**os.environ, **OFFLINE}
    run("-m", "pip", "install", "--no-deps", "--target", target, wheel, env=env)
    (wheel.parent / "empty").mkdir()
    env["PYTHONPATH"] = str(target)
    return {"env": env, "cwd": wheel.parent / "empty"}


def test_the_wheel_holds_all_of_the_packages_and_nothing_else(wheel):
    kept = [
        path.relative_to(ROOT).as_posix()
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    ]
    names = [
        name for name in zipfile.ZipFile(wheel).namelist() if "dist-info" not in name
    ]
    assert sorted(names) == sorted(kept)


def test_the_sample_of_the_readme_prints_what_it_says(installed):
    [(code, output)] = SAMPLE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    where = "import helpers\nprint(helpers.__file__)\n"
    place, printed = run("-c", where + code, **installed).split("\n", 1)
    assert Path(place).is_relative_to(installed["env"]["PYTHONPATH"])
    assert printed == output


def test_verify_without_the_folder_of_the_course_says_where_to_run_it(installed):
    answer = subprocess.run(
        [sys.executable, "-m", "helpers.grading.verify"],
        capture_output=True,
        encoding="utf-8",
        **installed,
    )
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.startswith("verify expected the course's folder around")
    assert "Run `python course.py verify`" in answer.stderr
