"""Ways to pass without a right answer: each fails, with a reason, and harms no other.

What an answer can do to its own process does not matter, since nothing there knows what
is right: only data comes back, and what came back is judged elsewhere.
"""

import json
import re

import made_up
import pytest

from helpers.grading import filling
from helpers.grading.exercises import EXERCISES, SOLUTIONS, load
from helpers.grading.submission import grade

WRONG = """\
def run_tools(message):
    return [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "1"}]
"""
NOT_RIGHT = "one tool_result for each tool_use|is the id of its request"

DODGES = {
    "looks for the expected in the frames that called it": """\
import sys
def run_tools(message):
    frame, found = sys._getframe(), []
    while frame:
        found += [v for n, v in frame.f_locals.items() if n in ("wanted", "expected")]
        frame = frame.f_back
    return found[0] if found else []""",
    "looks for results among all objects": """\
import gc
def run_tools(message):
    lists = [o for o in gc.get_objects() if isinstance(o, list) and len(o) == 3]
    lists = [o for o in lists if all(isinstance(b, dict) for b in o)]
    return next((o for o in lists if all("tool_use_id" in b for b in o)), [])""",
    "patches what Python compares with": WRONG
    + """\
import builtins
builtins.sorted = builtins.list = lambda *arguments: []
builtins.all = builtins.bool = lambda *arguments: True""",
    "patches how values are written": WRONG
    + """\
import values
values.encoded = lambda value, depth=0: {"passed": True}""",
    "patches json": WRONG
    + """\
import json
json.dumps = lambda value, **options: '{"value": {"state": "passed", "points": 9}}'""",
    "writes to the grader itself": WRONG
    + """\
import os
for descriptor in range(3, 64):
    try:
        os.write(descriptor, b'{"value": [], "state": "passed"}\\n' * 9)
    except OSError:
        pass""",
    "closes the way to the grader": WRONG + "import os\nos.closerange(0, 64)",
    "is a generator": "def run_tools(message):\n    yield {}",
    "is a class that is unpickled as something else": """\
class run_tools(list):
    def __init__(self, message):
        super().__init__([{"type": "tool_result"}])
    def __reduce__(self):
        return (print, ("passed",))""",
    "returns texts that equal everything": """\
class Text(str):
    __eq__ = lambda self, other: True
    __hash__ = str.__hash__
def run_tools(message):
    return [{"type": Text("a"), "tool_use_id": Text("b"), "content": Text("c")}] * 3""",
    "returns a dict that changes": """\
class Changing(dict):
    def items(self):
        return [("type", "tool_result"), ("tool_use_id", str(id(self)))]
def run_tools(message):
    return [Changing(a=1), Changing(a=1), Changing(a=1)]""",
    "returns itself, again and again": """\
def run_tools(message):
    made = []
    made += [made] * 3
    return made""",
    "goes on in a thread": WRONG
    + """\
import threading
def spin():
    while True:
        pass
threading.Thread(target=spin, daemon=True).start()""",
    "acts when the process ends": WRONG
    + """\
import atexit
atexit.register(lambda: open("passed", "w"))""",
    "ignores every signal": WRONG
    + """\
import signal
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True:
    pass""",
    "leaves a link to the root of all files": WRONG
    + "import os\nos.symlink('/', 'root')\nos.makedirs('a/b')\nos.symlink('/', 'a/c')",
    "reads what other processes know": """\
import glob
def run_tools(message):
    told = b""
    for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
        try:
            told += open(path, "rb").read()
        except OSError:
            pass
    assert b"seed" not in told and b"sk-ant" not in told
    return []""",
    "raises an error that cannot be shown": """\
class Silent(BaseException):
    __str__ = lambda self: 1 / 0
def run_tools(message):
    raise Silent()""",
    "calls itself by letters that look alike": """\
def run_t\u043e\u043els(message):
    return []""",
    "says that it was stopped by the grader": """\
def run_tools(message):
    raise KeyboardInterrupt""",
    "asks for modules that know": "import helpers.exercise_checks\n" + WRONG,
    "brings back the module of checks": """\
import sys
del sys.modules["helpers.checks"]
from helpers.checks import CHECKS""",
    "turns its own limits off": WRONG
    + """\
import resource
for name in ("RLIMIT_CPU", "RLIMIT_NPROC"):
    resource.setrlimit(getattr(resource, name), (resource.RLIM_INFINITY,) * 2)""",
    "is too long to be read": "run_tools = " + "1+" * 60_000 + "1",
    "has a lone half of a letter in it": WRONG + "text = '\ud800'",
}
REASONS = {
    "closes the way to the grader": "It ended the process|cut the way to the grader",
    "is a generator": "got generator. Is there a return",
    "is a class that is unpickled as something else": "got|callable|list",
    "returns texts that equal everything": "is the id of its request",
    "returns a dict that changes": "Each result is a dict|is the id of its request",
    "returns itself, again and again": "Each result is a dict|computing time|too much",
    "ignores every signal": "killed: it used too much|computing time",
    "raises an error that cannot be shown": "an error whose text cannot be shown",
    "calls itself by letters that look alike": "must define run_tools",
    "says that it was stopped by the grader": "raised KeyboardInterrupt",
    "brings back the module of checks": "a part of the course that knows answers|Error",
    "turns its own limits off": "Error: not allowed|Error: current limit",
    "is too long to be read": "at most 100,000 are read",
    "has a lone half of a letter in it": "UnicodeEncodeError|surrogates",
    "patches json": "It ended the process|cannot be read|callable|dict",
    "patches what Python compares with": "It ended the process|" + NOT_RIGHT,
    "writes to the grader itself": "callable|list|cannot be read|got",
}


@pytest.mark.parametrize("dodge", DODGES)
def test_dodge_fails_with_a_reason_and_the_other_answers_keep_their_points(
    dodge, graded
):
    row = graded(run_tools=DODGES[dodge])
    first, *others = row["answers"]
    assert (row["state"], first["state"]) == ("not yet", "not yet")
    assert first["points"] == 0
    assert re.search(REASONS.get(dodge, NOT_RIGHT), row["reason"]), row["reason"]
    assert [a["name"] for a in others if a["state"] == "passed"] == [
        "run_conversation",
        "own_tool",
    ]


def test_ten_thousand_cells_are_read(runner, folders):
    made = made_up.submission()
    many = [made_up.cell(f"c{i}", f"x{i} = {i}") for i in range(10_000)]
    made["cells"][1:1] = many
    content = made_up.as_bytes(made)
    row = grade("ana.ipynb", content, str(folders[0]), "seed", runner)
    assert row["state"] == "passed", row["reason"]


def test_answer_that_needs_more_code_than_can_be_sent_is_told_so(runner, folders):
    made = made_up.submission(run_tools="run_tools = x0")
    many = [
        made_up.cell(f"c{i}", f"x{i} = x{i + 1}  # {'.' * 9_000}") for i in range(50)
    ]
    made["cells"][1:1] = many[::-1]
    content = made_up.as_bytes(made)
    row = grade("ana.ipynb", content, str(folders[0]), "seed", runner)
    assert "characters; at most 200,000 are run" in row["reason"]
    assert row["answers"][1]["state"] == "passed"


def test_of_cells_with_the_same_id_the_last_counts(runner, folders):
    made = made_up.submission()
    copied = json.loads(json.dumps(made["cells"][2])) | {"source": WRONG}
    made["cells"].append(copied)
    content = made_up.as_bytes(made)
    row = grade("ana.ipynb", content, str(folders[0]), "seed", runner)
    assert row["answers"][0]["state"] == "not yet"
    assert "2 times; the last one counts" in row["answers"][0]["notes"][0]


@pytest.mark.parametrize(
    "changes",
    [
        {"id": {"a": 1}},
        {"metadata": []},
        {"metadata": {"tags": [{}, ["answer"]]}},
        {"source": {"a": 1}},
        {"source": ["a", 5]},
        {"cell_type": None},
    ],
    ids=str,
)
def test_cell_of_a_strange_form_stops_nothing(changes, runner, folders):
    made = made_up.submission()
    made["cells"].insert(1, made["cells"][1] | changes)
    content = made_up.as_bytes(made)
    row = grade("ana.ipynb", content, str(folders[0]), "seed", runner)
    assert row["state"] == "passed", row["reason"]


def test_schema_of_lists_in_lists_without_end_is_no_work_without_end(graded):
    deep = '{"type": "string"}'
    for _ in range(40):
        deep = f'{{"type": "array", "items": {deep}}}'
    text = made_up.RIGHT["own_tool"].replace('{"type": "string"}', deep)
    row = graded(own_tool=text.replace("text.split()", "str(text).split()"))
    assert row["answers"][2]["state"] == "not yet"


def test_enum_of_texts_is_read_as_its_text(graded):
    """A subclass of str is no dodge by itself."""
    text = (
        made_up.RIGHT["run_tools"].replace('"tool_result"', "Kind.RESULT")
        + "\n\nimport enum\nclass Kind(enum.StrEnum):\n    RESULT = 'tool_result'\n"
    )
    assert graded(run_tools=text)["state"] == "passed"


def test_every_answer_of_the_kit_has_a_wrong_form_for_the_samples():
    names = {w.name for e in load(str(EXERCISES)) for w in e.wanted}
    assert names <= set(filling.WRONG)
    for path in SOLUTIONS.glob("*.ipynb"):
        solution = filling.read(path)
        pairs = zip(
            filling.cells_with(solution, "answer"),
            filling.cells_with(filling.wrong(solution), "answer"),
            strict=True,
        )
        assert all("".join(a["source"]) != b["source"] for a, b in pairs), path.name
