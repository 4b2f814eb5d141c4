"""The calls of a request whose tool_choice leaves the model no choice.

https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools
"""

from helpers.offline.replies.calls import Call
from helpers.offline.replies.questions.dates import read_datetime
from helpers.offline.replies.questions.own_tools import pointed_at
from helpers.offline.replies.questions.tool_inputs import read_inputs
from helpers.offline.replies.questions.tool_schemas import kind_of, properties_of
from helpers.offline.replies.questions.understanding import Understood


def forced_calls(
    calls: list[Call], choice: dict, understood: Understood, tools: list[dict]
) -> list[Call]:
    """The story's own calls if they fit the choice, else a call of a tool that does."""
    if choice["type"] == "tool":
        calls = [call for call in calls if call.name == choice["name"]]
        tools = [tool for tool in tools if tool["name"] == choice["name"]]
    if calls or not tools:
        return calls
    pointed = pointed_at(understood.question, understood.language, tools)
    return [made_up_call(pointed or tools[0], understood)]


def made_up_call(tool: dict, understood: Understood) -> Call:
    """A call with the inputs that the question holds, and a sensible rest."""
    inputs, missing, _ = read_inputs(understood.question, understood.language, tool)
    properties = properties_of(tool)
    inputs |= {name: sensible(name, properties[name], understood) for name in missing}
    return Call(tool["name"], inputs)


def sensible(name: str, rule: dict, understood: Understood) -> object:
    """A value that the schema accepts."""
    if rule.get("enum"):
        return rule["enum"][0]
    for key in ("const", "default"):
        if key in rule:
            return rule[key]
    kind = kind_of(rule)
    if kind in BY_TYPE:
        return rule.get("minimum", BY_TYPE[kind])
    if "date" in name or "time" in name:
        return known_date(understood)
    return understood.question


BY_TYPE = {"integer": 1, "number": 1, "boolean": True, "array": [], "object": {}}


def known_date(understood: Understood) -> str:
    """The last date that a tool told, else one in the question, else its words."""
    texts = [r.date_text for found in understood.results.values() for r in found]
    dates = [text for text in [understood.question, *texts] if read_datetime(text)]
    return dates[-1] if dates else understood.question
