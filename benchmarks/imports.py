"""How much time `import helpers` adds to the `import anthropic` that it contains.

Each import is timed in a fresh process; the two take turns, so that a busy machine
slows both alike. The aim is a ratio of at most 1.10.
"""

import os
import subprocess
import sys
from statistics import median

ROUNDS = 11
CODE = """
from time import perf_counter
start = perf_counter()
import {}
print(perf_counter() - start)
"""


def seconds(module: str) -> float:
    """The time that the import of a module takes in a fresh process."""
    command = [sys.executable, "-c", CODE.format(module)]
    learner = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    answer = subprocess.run(
        command, check=True, capture_output=True, text=True, env=learner
    )
    return float(answer.stdout)


def main() -> None:
    """Print both medians and their ratio."""
    seconds("helpers")  # the first one also reads the disk
    pairs = [(seconds("anthropic"), seconds("helpers")) for _ in range(ROUNDS)]
    anthropic, helpers = (median(column) for column in zip(*pairs, strict=True))
    print(f"import anthropic  {anthropic:.3f} s   median of {ROUNDS}")
    print(f"import helpers    {helpers:.3f} s   median of {ROUNDS}")
    print(f"ratio             {helpers / anthropic:.2f}     aim: at most 1.10")


if __name__ == "__main__":
    main()
