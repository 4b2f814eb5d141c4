"""`python course.py grade`: report, files, exit status, resuming."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import made_up
import pytest

from helpers import grade
from helpers.grading import kept, report, screen, workers
from helpers.grading.run import run
from helpers.grading.work import Settings

ROOT = Path(__file__).resolve().parents[2]


def command(*arguments, folder=ROOT, **environment):
    """The answer to the grade command, started in some folder."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "helpers.grade", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )


@pytest.fixture(scope="module")
def graded_class(tmp_path_factory):
    """The answer, and the folder, of a class of five, graded with all reports."""
    place = tmp_path_factory.mktemp("graded")
    folder = place / "class"
    assert command(folder, "--sample", 5).returncode == 0
    for i, path in enumerate(sorted(folder.rglob("*.ipynb"))):
        path.parent.rename(folder / f"<b>{'=' * (i == 0)}student{i}")
    reports = ["--csv", "r.csv", "--json", "r.json", "--html", "r.html"]
    options = [*reports, "--feedback", "back", "--workers", "2"]
    return command(folder, *options, folder=place), folder


def test_table_names_each_submission_and_the_status_says_that_not_all_passed(
    graded_class,
):
    answer, _ = graded_class
    assert answer.returncode == 1, answer.stderr
    assert answer.stdout.count("<b>") == 5
    assert "passed" in answer.stdout
    assert answer.stderr == ""


def test_files_hold_every_submission_and_nothing_that_runs(graded_class):
    _, folder = graded_class
    rows = json.loads((folder.parent / "r.json").read_text(encoding="utf-8"))
    assert len(rows["submissions"]) == 5
    text = (folder.parent / "r.csv").read_text(encoding="utf-8-sig")
    lines = list(csv.DictReader(text.splitlines()))
    assert [line["state"] for line in lines] == [
        row["state"] for row in rows["submissions"]
    ]
    page = (folder.parent / "r.html").read_text(encoding="utf-8")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


def test_each_student_gets_a_page_with_the_messages(graded_class):
    _, folder = graded_class
    pages = sorted((folder.parent / "back").rglob("*.html"))
    assert len(pages) == 5
    texts = [page.read_text(encoding="utf-8") for page in pages]
    assert any("Not attempted" in text for text in texts)


def test_second_run_grades_nothing_again_and_says_the_same(graded_class):
    answer, folder = graded_class
    before = kept.kept_file(folder).stat().st_mtime_ns, answer.stdout
    again = command(folder)
    assert again.stdout == answer.stdout
    assert kept.kept_file(folder).stat().st_mtime_ns > before[0]


@pytest.mark.parametrize("columns", [80, 100, 200])
def test_table_is_no_wider_than_the_terminal(columns, graded_class):
    _, folder = graded_class
    rows = list(kept.read(kept.kept_file(folder)).values())
    named = [row | {"file": f"王小明 Żółć/{'x' * 60}{row['file']}"} for row in rows]
    lines = screen.table(named, columns).splitlines()
    assert {screen.width(line) for line in lines} == {columns}
    assert all(line.startswith("王小明 Żółć/") for line in lines[1:])


def test_terminal_that_knows_few_letters_gets_the_table_all_the_same(graded_class):
    _, folder = graded_class
    path = folder.parent / "letters" / "王小明.ipynb"
    made_up.write(path, made_up.submission())
    answer = command(path.parent, PYTHONIOENCODING="cp1252")
    assert "???.ipynb" in answer.stdout, answer.stderr


def test_report_that_cannot_be_written_is_named(graded_class):
    _, folder = graded_class
    answer = command(folder, "--csv", "nowhere/r.csv", folder=folder.parent)
    assert answer.returncode == 2
    assert "nowhere/r.csv could not be written" in answer.stderr.replace("\\", "/")
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("option", ["--workers", "--seconds"])
@pytest.mark.parametrize("number", ["0", "-1"])
def test_number_below_one_is_refused(option, number, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        grade.main([str(tmp_path), f"{option}={number}"])
    assert ended.value.code == 2
    assert "expected 1 or more" in capsys.readouterr().err


def test_spreadsheet_takes_no_name_for_a_formula(tmp_path):
    row = {
        **{"file": "=1+1/a.ipynb", "exercise": "", "state": "unreadable", "points": 0},
        **{"of": 0, "seconds": 0.0, "reason": "-", "notes": [], "answers": []},
    }
    report.write_csv(tmp_path / "r.csv", [row])
    [line] = csv.DictReader((tmp_path / "r.csv").read_text("utf-8-sig").splitlines())
    assert line["file"].startswith("'=")
    assert line["student"].startswith("'=")


@pytest.mark.parametrize(
    ("states", "status"),
    [
        (["passed", "passed"], 0),
        (["passed", "not yet"], 1),
        (["unreadable"], 1),
        ([], 2),
        (["passed", "grader failed"], 3),
    ],
    ids=str,
)
def test_status_tells_how_it_went(states, status):
    assert grade.status([{"state": state} for state in states]) == status


def test_folder_that_is_not_there_is_an_error_of_usage(tmp_path):
    answer = command(tmp_path / "no")
    assert answer.returncode == 2
    assert "There is no folder" in answer.stderr


def test_samples_are_not_written_over(tmp_path):
    folder = tmp_path / "class"
    assert command(folder, "--sample", 1).returncode == 0
    answer = command(folder, "--sample", 1)
    assert answer.returncode == 2
    assert answer.stderr.endswith("Give a folder without samples.\n")


def test_helpers_of_a_student_in_the_current_folder_are_not_imported(tmp_path):
    package = tmp_path / "helpers"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit(99)", encoding="utf-8")
    (tmp_path / "json.py").write_text("raise SystemExit(99)", encoding="utf-8")
    made_up.write(tmp_path / "ana.ipynb", {"cells": []})
    answer = command(".", folder=tmp_path)
    assert answer.returncode == 1, answer.stderr
    assert "ana.ipynb" in answer.stdout


def submissions(folder: Path, count: int) -> Path:
    for i in range(count):
        made_up.write(folder / f"s{i}.ipynb", made_up.notebook({}))
    return folder


class Interrupted(Exception):
    """Stands for Ctrl-C, or for a machine that goes off."""


def test_run_that_is_interrupted_goes_on_where_it_stopped(tmp_path, folders):
    folder = submissions(tmp_path / "class", 5)
    asked = []

    def grader(tasks, stop_after=None):
        for name, _ in tasks:
            if len(asked) == stop_after:
                raise Interrupted
            asked.append(name)
            yield {"file": name, "state": "passed"}

    with pytest.raises(Interrupted):
        run(folder, folders[0], lambda tasks: grader(tasks, 3), again=False)
    rows = run(folder, folders[0], grader, again=False)
    assert len(rows) == len(asked) == 5
    assert run(folder, folders[0], grader, again=False) == rows
    assert len(asked) == 5
    run(folder, folders[0], grader, again=True)
    assert len(asked) == 10


def test_submission_that_changed_is_graded_again(tmp_path, folders):
    folder = submissions(tmp_path / "class", 2)
    asked = []

    def grader(tasks):
        for name, _ in tasks:
            asked.append(name)
            yield {"file": name, "state": "passed"}

    run(folder, folders[0], grader, again=False)
    made_up.write(folder / "s1.ipynb", made_up.submission())
    run(folder, folders[0], grader, again=False)
    assert asked == ["s0.ipynb", "s1.ipynb", "s1.ipynb"]


def test_line_that_was_cut_off_is_not_taken_for_a_row(tmp_path):
    path = tmp_path / "kept.jsonl"
    row = {"file": "a", "key": "1"}
    path.write_text(json.dumps(row) + "\n" + json.dumps(row)[:9], encoding="utf-8")
    assert kept.read(path) == {("a", "1"): row}


def test_worker_that_dies_costs_its_submission_a_row_and_no_other():
    """Settings that cannot be used make the worker fail at one of its tasks."""
    content = made_up.as_bytes(made_up.notebook({}))
    tasks = [("a.ipynb", content), ("b.ipynb", None), ("c.ipynb", content)]
    settings = Settings(str(ROOT / "exercises"), "seed")
    rows = {row["file"]: row["state"] for row in workers.graded(tasks, settings, 2)}
    assert rows == {
        "a.ipynb": "unreadable",
        "b.ipynb": "grader failed",
        "c.ipynb": "unreadable",
    }
