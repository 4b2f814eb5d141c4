"""Lines by which an answer tries to pass without being right, or to do harm.

They follow a wrong answer. Each was tried against graders that run their
checks in the student's own process, where most of them succeed.
"""

ANSWERS = {
    "checker-patched": """\
import helpers.checks
helpers.checks.check = lambda *arguments: "passed"
helpers.checks.CHECKS.clear()""",
    "always-equal": """\
class Yes(dict):
    __hash__ = None
    __eq__ = __getitem__ = __call__ = lambda self, *arguments: self
my_trace = week_later = my_request = Yes()
run_tools = run_conversation = my_function = my_schema = Yes()""",
    "answers-imported": """\
from helpers import run_conversation, run_tools
from helpers.dentist import check_trace""",
    "solution-read-relative": """\
import pathlib
found = [p.read_text() for p in pathlib.Path("..").rglob("solutions/*.ipynb")]
found[0]""",
    "solution-read-absolute": """\
import helpers, pathlib
kit = pathlib.Path(helpers.__file__).parent.parent
found = [path.read_text() for path in (kit / "solutions").glob("*.ipynb")]
found[0]""",
    "input-transformer": """\
get_ipython().input_transformers_cleanup.append(lambda lines: ["pass"])""",
    "endless-loop": "while True:\n    pass",
    "many-processes": "import os\nwhile True:\n    os.fork()",
    "much-memory": "kept = []\nwhile True:\n    kept.append(bytearray(50_000_000))",
    "exits": "import os\nos._exit(0)",
    "asks-for-input": "input('Is it right? ')",
    "syntax-error": "def (:",
}
