"""Kernels that start warm: forks of a process that has imported what notebooks import.

They are no part of helpers: pytest loads the provisioner, and would wait for helpers to
import anthropic.
"""

import os
import sys
from pathlib import Path

NAME = "warm-kernels"
ENVIRONMENT = "JUPYTER_DEFAULT_PROVISIONER_NAME"
WARM = {ENVIRONMENT: NAME}
COLD = {ENVIRONMENT: "local-provisioner"}
CAN_FORK = hasattr(os, "fork")


def are_wanted() -> bool:
    """True where the environment asks for warm kernels and they can be had."""
    return CAN_FORK and os.environ.get(ENVIRONMENT) == NAME


def can_be_warm(command: list[str]) -> bool:
    """True for a kernel of this very environment's Python where a process can fork."""
    wanted, ours = Path(command[0]), Path(sys.executable)
    same = wanted.parent == ours.parent and wanted.resolve() == ours.resolve()
    return CAN_FORK and same and "ipykernel_launcher" in command
