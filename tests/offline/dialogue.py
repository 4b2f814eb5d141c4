"""A whole conversation with the stand-in, written as one line for tables of tests.

"now > +4598 minutes > remind 2024-03-14 15:00:00 Call Mom" is three turns of one call;
" & " stands between the calls of one turn.
"""

import json

from helpers.offline.replies import reply
from helpers.tools import run_tool, tool_schemas

MOST_TURNS = 6


def converse(question, tools=tool_schemas, run=run_tool, before=(), **options):
    """The turns of calls as a line, the last text, and all messages."""
    messages = [*before, {"role": "user", "content": question}]
    turns = []
    for _ in range(MOST_TURNS):
        answer = reply({"messages": messages, "tools": tools, **options})
        blocks = with_ids(answer["content"], len(messages))
        messages = [*messages, {"role": "assistant", "content": blocks}]
        if answer["stop_reason"] != "tool_use":
            break
        calls = [block for block in blocks if block["type"] == "tool_use"]
        turns.append(" & ".join(in_short(c["name"], c["input"]) for c in calls))
        results = [result_of(call, run) for call in calls]
        messages = [*messages, {"role": "user", "content": results}]
    texts = [block["text"] for block in blocks if block["type"] == "text"]
    return " > ".join(turns), "\n".join(texts), messages


def with_ids(blocks, position):
    """The blocks with an id for each tool_use, as the transport adds them."""
    return [
        {**block, "id": f"toolu_{position}_{i}"}
        if block["type"] == "tool_use"
        else block
        for i, block in enumerate(blocks)
    ]


def result_of(call, run):
    """The tool_result of a call, an error included."""
    try:
        content, is_error = json.dumps(run(call["name"], call["input"])), False
    except Exception as error:
        content, is_error = f"Error: {error}", True
    return {
        "type": "tool_result",
        "tool_use_id": call["id"],
        "content": content,
        "is_error": is_error,
    }


def run_by_name(name, arguments):
    """The tool's name as its result."""
    return f"<{name}>"


def in_short(name, arguments):
    """A call in a few words."""
    if name == "get_current_datetime" and not arguments:
        return "now"
    if name == "set_reminder":
        return f"remind {arguments['timestamp']} {arguments['content']}"
    if name == "add_duration_to_datetime":
        start = arguments["datetime_str"]
        start = "" if start == "2024-03-11 10:22:00" else f"{start} "
        return f"{start}{arguments['duration']:+d} {arguments['unit']}"
    return f"{name} {json.dumps(arguments, ensure_ascii=False)}"
