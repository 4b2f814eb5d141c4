"""course.py as a learner runs it: in copies, from another folder, without a network."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ("course.py", "course_setup.py")
FILES = ("requirements.txt", "constraints.txt", "pyproject.toml")
OFFLINE = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_FIND_LINKS": "",
    "PIP_NO_INDEX": "1",
    "PYTHONUTF8": "1",
}
WITHOUT_ENSUREPIP = """\
import os, runpy, sys
sys.modules["ensurepip"] = None
script = sys.argv.pop(1)
sys.path.insert(0, os.path.dirname(script))
runpy.run_path(script, run_name="__main__")
"""


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A copy of course.py, as a module, in a folder with a space and accents."""
    folder = tmp_path / "cours d'été 課"
    (folder / "notebooks").mkdir(parents=True)
    for name in SCRIPTS:
        shutil.copy(ROOT / name, folder)
    for name in FILES:
        (folder / name).touch()
    monkeypatch.syspath_prepend(folder)  # where course.py finds course_setup.py
    monkeypatch.delitem(sys.modules, "course_setup", raising=False)
    spec = importlib.util.spec_from_file_location("course_copy", folder / "course.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def installed_course(course):
    """A copy whose .venv holds all that this test's own Python holds."""
    venv.create(course.setup.VENV, symlinks=os.name != "nt")
    [folder] = course.setup.VENV.glob("**/site-packages")
    path = sysconfig.get_path("purelib")
    (folder / "all.pth").write_text(path, encoding="utf-8")
    course.setup.STAMP.write_text(
        f"{course.setup.wanted_stamp()} test", encoding="utf-8"
    )
    return course


def run(course, *arguments, python=()):
    """The answer to `python course.py ...`, called from another folder."""
    return subprocess.run(
        [sys.executable, *python, str(course.ROOT / "course.py"), *arguments],
        cwd=course.ROOT.parent,
        env={**os.environ, **OFFLINE},
        capture_output=True,
        encoding="utf-8",
    )


@pytest.mark.parametrize("name", SCRIPTS)
def test_old_python_can_read_the_file_and_so_can_say_that_it_is_old(name):
    ast.parse((ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 6))


def test_too_old_a_python_is_told_which_one_to_install(course):
    course.setup.OLDEST = (99, 1)
    with pytest.raises(SystemExit, match=r"needs Python 99\.1 or newer; this is 3\..*"):
        course.main(["lab"])


@pytest.mark.parametrize("arguments", [[], ["--help"]], ids=["nothing", "help"])
def test_usage_names_every_command(course, arguments):
    answer = run(course, *arguments)
    assert answer.returncode == 0
    for command in course.COMMANDS:
        assert f"python course.py {command}" in answer.stdout


def test_unknown_command_is_named_and_the_usage_shown(course):
    answer = run(course, "lap")
    assert answer.returncode == 1
    assert "no command 'lap'" in answer.stderr
    assert "python course.py lab" in answer.stderr


def test_python_without_venv_is_told_the_package_to_install(course):
    answer = run(course, "lab", python=["-c", WITHOUT_ENSUREPIP])
    assert answer.returncode == 1
    version = "{}.{}".format(*sys.version_info[:2])
    assert f"sudo apt install python{version}-venv" in answer.stderr
    assert not course.setup.VENV.exists()


def test_folder_that_is_no_virtual_environment_is_left_alone(course):
    course.setup.VENV.mkdir()
    diary = course.setup.VENV / "diary.txt"
    diary.touch()
    answer = run(course, "lab")
    assert answer.returncode == 1
    assert "is not a virtual environment" in answer.stderr
    assert diary.exists()


def test_each_step_that_fails_says_so_and_the_next_run_goes_on_from_there(course):
    requirements = course.ROOT / "requirements.txt"
    requirements.write_text("no-such-package", encoding="utf-8")
    answer = run(course, "lab")
    assert answer.returncode == 1
    assert "No matching distribution found for no-such-package" in answer.stderr
    assert "Check the internet connection" in answer.stderr

    requirements.write_text("", encoding="utf-8")
    answer = run(course, "lab")
    assert answer.returncode == 1
    assert "anew" not in answer.stdout
    assert "No module named 'jupyterlab'" in answer.stderr
    assert "no notebook can start" in answer.stderr
    assert not course.setup.is_ready("")


def test_installed_course_passes_arguments_on_to_jupyterlab(installed_course):
    answer = run(installed_course, "lab", "--version")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith("4.")


def test_installed_course_passes_arguments_on_to_pytest(installed_course):
    (installed_course.ROOT / "test_one.py").write_text("def test_one(): pass")
    answer = run(installed_course, "test", "cours d'été 課/test_one.py", "-n0")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "1 passed" in answer.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("options", "provisioner"),
    [([], "warm-kernels"), (["--cold"], "local-provisioner")],
    ids=["warm", "cold"],
)
def test_tests_start_kernels_warm_unless_they_are_told_not_to(
    installed_course, options, provisioner
):
    (installed_course.ROOT / "test_one.py").write_text(
        "import os\n"
        "def test_one():\n"
        f"    assert os.environ['JUPYTER_DEFAULT_PROVISIONER_NAME'] == {provisioner!r}"
    )
    answer = run(
        installed_course, "test", "cours d'été 課/test_one.py", "-n0", *options
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("name", FILES)
def test_course_is_not_ready_after_a_change_of_what_it_needs(installed_course, name):
    assert installed_course.setup.is_ready("")
    (installed_course.ROOT / name).write_text("# changed", encoding="utf-8")
    assert not installed_course.setup.is_ready("")


def test_course_is_not_ready_for_tests_when_only_the_lab_was_installed(
    installed_course,
):
    stamp = installed_course.setup.wanted_stamp()
    installed_course.setup.STAMP.write_text(f"{stamp} ", encoding="utf-8")
    assert installed_course.setup.is_ready("")
    assert not installed_course.setup.is_ready("test")


def test_venv_without_pip_is_made_anew(course):
    venv.create(course.setup.VENV, symlinks=os.name != "nt")
    assert "pip does not start" in course.setup.reason_to_rebuild()


def test_interrupted_installation_is_made_anew(installed_course):
    installed_course.setup.STAMP.write_text(
        installed_course.setup.UNFINISHED, encoding="utf-8"
    )
    assert not installed_course.setup.is_ready("")
    assert "interrupted" in installed_course.setup.reason_to_rebuild()


@pytest.mark.skipif(os.name == "nt", reason="no way to ask whether a process lives")
def test_second_course_waits_for_the_installation_of_the_first(installed_course):
    setup = installed_course.setup
    setup.STAMP.write_text(f"{setup.UNFINISHED} {os.getppid()}", encoding="utf-8")
    with pytest.raises(SystemExit, match="Another course"):
        setup.set_up()
    assert setup.PYTHON.exists()
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    setup.STAMP.write_text(f"{setup.UNFINISHED} {ended.pid}", encoding="utf-8")
    setup.check_nobody_installs()
    assert "interrupted" in setup.reason_to_rebuild()


def test_venv_whose_python_is_gone_is_made_anew_and_says_so(installed_course, capsys):
    installed_course.setup.PYTHON.unlink()
    assert not installed_course.setup.is_ready("")
    installed_course.setup.remove_broken_venv()
    assert capsys.readouterr().out == "Making .venv anew: its Python is gone.\n"
    assert not installed_course.setup.VENV.exists()
