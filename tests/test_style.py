"""All Python files and notebooks pass ruff, whose settings are in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("command", ["check", "format --check"])
def test_ruff_has_nothing_to_say(command):
    answer = subprocess.run(
        [sys.executable, "-m", "ruff", *command.split(), "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
