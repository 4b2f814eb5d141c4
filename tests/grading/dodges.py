"""Ways to pass without a right answer: texts of `run_tools`, and what is said of each.

What an answer can do to its own process does not matter, since nothing there knows what
is right: only data comes back, and what came back is judged elsewhere.
"""

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
# What the row says of each; of those without a line here, NOT_RIGHT.
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
