"""A conversation whose replies begin with thinking, for the tests of thinking."""

from helpers.offline import offline_client
from helpers.tools import tool_schemas

MODEL = "claude-haiku-5-5"
ADAPTIVE = {"type": "adaptive"}
QUESTION = {"role": "user", "content": "What day will it be in 103 days?"}
SYSTEM = "You are brief."
ASKED = {
    "model": MODEL,
    "max_tokens": 2000,
    "system": SYSTEM,
    "tools": tool_schemas,
    "thinking": ADAPTIVE,
}


def ask(messages, **changes):
    given = ASKED | {"messages": messages} | changes
    sent = {key: value for key, value in given.items() if value is not None}
    return offline_client().messages.create(**sent)


def results(reply):
    """The user's answer to the calls of a reply."""
    return [
        {
            "type": "tool_result",
            "tool_use_id": block.id,
            "content": '{"datetime": "2024-03-11 10:22:00"}',
        }
        for block in reply.content
        if block.type == "tool_use"
    ]


def as_dicts(reply):
    return [block.to_dict() for block in reply.content]


def first_turns(echo=as_dicts):
    """The question, and two calls with thinking before each, answered."""
    messages = [QUESTION]
    for _ in range(2):
        reply = ask(messages)
        assert reply.content[0].type == "thinking"
        messages += [
            {"role": "assistant", "content": echo(reply)},
            {"role": "user", "content": results(reply)},
        ]
    return messages


def changed(messages):
    return [{"role": "user", "content": "Another question"}, *messages[1:]]


def without_thinking(messages, places):
    return [
        message if n not in places else message | {"content": message["content"][1:]}
        for n, message in enumerate(messages)
    ]
