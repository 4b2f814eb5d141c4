"""Grades a folder of submitted notebooks: `python course.py grade FOLDER`.

Exit status: 0 all submissions have full marks, 1 some have not, 2 nothing was graded
(a wrong folder or option) or a report could not be written, 3 the grader itself failed
at one, 130 stopped by Ctrl-C or another signal to end.
"""

import argparse
import os
import secrets
import signal
import sys
from pathlib import Path

from helpers.grading import cluster, report, screen
from helpers.grading.containment import Limits
from helpers.grading.exercises import EXERCISES, SOLUTIONS
from helpers.grading.run import run
from helpers.grading.work import Settings

KEPT = "What was graded is kept: the same command goes on from there."
PER_WORKER = 40  # submissions that are worth the start of one more worker


def main(arguments: list[str]) -> int:
    """The exit status of the command that the arguments give."""
    options = parser().parse_args(arguments)
    if options.sample:
        return write_sample(options)
    if not options.folder.is_dir():
        print(
            f"There is no folder {options.folder}. Give the folder that holds what was "
            "handed in.",
            file=sys.stderr,
        )
        return 2
    try:
        rows = run(
            options.folder, options.exercises, grader(options), again=options.all
        )
    except KeyboardInterrupt:
        print(f"\nStopped. {KEPT}", file=sys.stderr)
        return 130
    except cluster.Lost as reason:
        print(f"\n{reason} {KEPT}", file=sys.stderr)
        return 2
    try:
        tell(rows, options)
    except OSError as error:
        print(
            f"{error.filename} could not be written: {error.strerror}. What was graded "
            "is kept: the same command with another place for it is quick.",
            file=sys.stderr,
        )
        return 2
    return status(rows)


def parser() -> argparse.ArgumentParser:
    """The options; `--help` shows them."""
    parser = argparse.ArgumentParser(
        prog="python course.py grade",
        description="Grades all notebooks of a folder. Rows of earlier runs are kept "
        "in FOLDER.grades.jsonl, and only what changed is graded again.",
        epilog=(__doc__ or "").partition("\n\n")[2],
    )
    add = parser.add_argument
    add("folder", type=Path, metavar="FOLDER", help="the submissions")
    add("--all", action="store_true", help="grade again what has not changed, too")
    add("--csv", type=Path, metavar="FILE", help="a table for a spreadsheet")
    add("--json", type=Path, metavar="FILE", help="all that is known")
    add("--html", type=Path, metavar="FILE", help="the report as a page")
    add("--feedback", type=Path, metavar="DIR", help="a page for each student")
    add("--workers", type=positive, metavar="N", help="processes on this machine")
    add("--scheduler", metavar="ADDRESS", help="a Dask cluster, tcp://host:8786")
    add(
        "--seconds",
        type=positive,
        default=Limits.cpu_seconds,
        metavar="N",
        help=SECONDS,
    )
    add("--seed", default=secrets.token_hex(8), help="draws the same scenarios again")
    add("--sample", type=int, metavar="N", help="write N made-up submissions to FOLDER")
    add("--exercises", type=Path, default=EXERCISES, help=argparse.SUPPRESS)
    add("--solutions", type=Path, default=SOLUTIONS, help=argparse.SUPPRESS)
    return parser


def positive(text: str) -> int:
    """A whole number from 1 on; what is not is told by the parser."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {number}")
    return number


SECONDS = "computing time of one code answer, and a quarter of its waiting time"


def grader(options: argparse.Namespace):
    """What makes rows of submissions: workers here, or those of a cluster."""
    limits = Limits(cpu_seconds=options.seconds, seconds=4 * options.seconds)
    settings = Settings(str(options.exercises.resolve()), options.seed, limits)
    if options.scheduler:
        return lambda tasks: cluster.graded(tasks, settings, options.scheduler)
    from helpers.grading import workers

    count = options.workers or _workers(options.folder)
    return lambda tasks: workers.graded(tasks, settings, count)


def _workers(folder: Path) -> int:
    notebooks = sum(1 for _ in folder.rglob("*.ipynb"))
    return max(1, min(os.cpu_count() or 1, notebooks // PER_WORKER))


def tell(rows: list[dict], options: argparse.Namespace) -> None:
    """Show the table, and write the files that were asked for."""
    about = report.summary(rows)
    if rows:
        print(screen.table(rows))
    print("", *about, sep="\n")
    if options.csv:
        report.write_csv(options.csv, rows)
    if options.json:
        report.write_json(options.json, rows, [*about, f"Seed: {options.seed}"])
    if options.html:
        report.write_html(options.html, rows, about)
    if options.feedback:
        report.write_feedback(options.feedback, rows)


def status(rows: list[dict]) -> int:
    """The exit status that the rows lead to."""
    states = {row["state"] for row in rows}
    if "grader failed" in states:
        return 3
    if not rows:
        return 2
    return 0 if states == {"passed"} else 1


def write_sample(options: argparse.Namespace) -> int:
    """Write made-up submissions, to try the grader with."""
    from helpers.grading import sample

    kit = options.exercises, options.solutions
    try:
        names = sample.write(options.folder, options.sample, *kit)
    except FileExistsError as error:
        print(
            f"{error.filename} is there already. Give a folder without samples.",
            file=sys.stderr,
        )
        return 2
    print(f"{len(names)} made-up submissions are in {options.folder}.")
    return 0


if __name__ == "__main__":
    for name in ("SIGTERM", "SIGHUP"):  # a service manager's, a closed terminal's
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, signal.default_int_handler)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # an old terminal may not know all letters
    sys.exit(main(sys.argv[1:]))
