"""An exercise with code answers, made here: the kit's own come with the lessons.

Three answers: `run_tools`, `run_conversation` and a tool of one's own.
"""

import json
from pathlib import Path

IMPORTS = """\
import json

from helpers import add_assistant_message, add_user_message, chat, check, run_tool
from helpers.results import tool_requests\
"""

STARTERS = {
    "run_tools": "def run_tools(message):\n    ...",
    "run_conversation": "def run_conversation(messages, tools):\n    ...",
    "own_tool": "my_function = ...\nmy_schema = ...\nmy_question = ...",
}

RIGHT = {
    "run_tools": """\
def run_tools(message):
    results = []
    for request in tool_requests(message):
        try:
            content, failed = json.dumps(run_tool(request.name, request.input)), False
        except Exception as error:
            content, failed = f"Error: {error}", True
        results.append({"type": "tool_result", "tool_use_id": request.id,
                        "content": content, "is_error": failed})
    return results""",
    "run_conversation": """\
def run_conversation(messages, tools, max_turns=10):
    for _ in range(max_turns):
        response = chat(messages, tools=tools)
        add_assistant_message(messages, response)
        if response.stop_reason != "tool_use":
            break
        add_user_message(messages, run_tools(response))
    return messages""",
    "own_tool": """\
def count_words(text):
    return {"words": len(text.split())}


my_function = count_words
my_schema = {
    "name": "count_words",
    "description": "Counts words. Use it when the user asks to count words.",
    "input_schema": {"type": "object", "properties": {"text": {"type": "string"}},
                     "required": ["text"]},
}
my_question = 'Count the words of "to be or not to be".'
""",
}
EXPRESSIONS = {
    "own_tool": (
        '{"function": my_function, "schema": my_schema, "question": my_question}'
    ),
}


SHARED = "ex03.py"  # the other modules of exercise_answers import from it


def text_of(lesson) -> str:
    """A module of answers as one text that needs no other module of tests."""
    paths = [Path(lesson.__file__).with_name(SHARED), Path(lesson.__file__)]
    texts = [path.read_text(encoding="utf-8") for path in dict.fromkeys(paths)]
    lines = "\n".join(texts).splitlines()
    return "\n".join(line for line in lines if "from exercise_answers" not in line)


def cell(cell_id: str, text: str, *tags: str, kind: str = "code") -> dict:
    """A cell as JupyterLab saves it."""
    made = {"cell_type": kind, "id": cell_id, "source": text.splitlines(True)}
    made["metadata"] = {"tags": list(tags)} if tags else {}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def notebook(answers: dict[str, str]) -> dict:
    """The exercise with these answers in its answer cells."""
    cells = [cell("goals", "# A made-up exercise", kind="markdown")]
    cells.append(cell("imports", IMPORTS))
    for name, text in answers.items():
        with_mark = f"# ANSWER: {name}\n{text}"
        cells.append(cell(f"answer-{name.replace('_', '-')}", with_mark, "answer"))
        check = f'check("{name}", {EXPRESSIONS.get(name, name)})'
        cells.append(cell(f"check-{name.replace('_', '-')}", check, "check"))
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def submission(**changed: str) -> dict:
    """A right submission, but for the answers that are changed."""
    return notebook(RIGHT | changed)


def as_bytes(made: dict) -> bytes:
    """A notebook as the content of its file."""
    return json.dumps(made).encode()


def write(path: Path, made: dict) -> Path:
    """Save a notebook."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_bytes(made))
    return path
