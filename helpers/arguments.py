"""What chat and the loop are given: a wrong kind is refused before anything is sent."""

import inspect
from collections.abc import Iterable, Iterator

import anthropic

from helpers.plain import plain

REGISTRY = "run_tool=lambda name, tool_input: registry[name](**tool_input)"


def check_messages(messages) -> None:
    """Raise TypeError unless this is the list that holds a conversation."""
    if not isinstance(messages, list):
        raise TypeError(
            "messages is the list that holds the conversation: start with "
            f"messages = []; got {_kind(messages)}."
        )


def list_of_tools(tools) -> list[dict]:
    """The schemas as a list, which can go out with every call; None gives none."""
    if tools is None:
        return []
    if isinstance(tools, str | dict) or not isinstance(tools, Iterable):
        raise TypeError(
            "tools is the list of the tools' schemas; one schema stands in brackets, "
            f"too: tools=[schema]; got {_kind(tools)}."
        )
    tools = list(tools)  # an iterator would be used up after the first call
    for number, tool in enumerate(tools):
        if not isinstance(tool, dict):
            raise TypeError(
                'Each of the tools is a schema, a dict with "name", "description" and '
                f'"input_schema"; tools[{number}] is {_kind(tool)}.'
            )
    return tools


def check_run_tool(run_tool) -> None:
    """Raise TypeError unless this can be called; of a registry, say how to write it."""
    if isinstance(run_tool, dict):
        raise TypeError(f"run_tool is a function, not a registry: write {REGISTRY}")
    if not callable(run_tool):
        raise TypeError(
            "run_tool is a function, which is called as run_tool(name, tool_input); "
            f"got {_kind(run_tool)}."
        )


def check_client(client) -> None:
    """Raise TypeError unless this is a client that answers at once."""
    if isinstance(client, anthropic.Anthropic):
        return
    messages = getattr(client, "messages", None)
    create = getattr(messages, "create", None)
    if isinstance(client, type) or not callable(create):
        raise TypeError(
            f"client is what connect() or anthropic.Anthropic() gives; got "
            f"{_kind(client)}."
        )
    if inspect.iscoroutinefunction(inspect.unwrap(create)):
        raise TypeError(
            "client must answer at once, and this one has to be awaited: give "
            f"connect() or anthropic.Anthropic(); got {_kind(client)}."
        )


def check_bound(max_turns: int) -> None:
    """Raise ValueError unless this is a number of calls that bounds a loop."""
    is_number = isinstance(max_turns, int) and not isinstance(max_turns, bool)
    if not is_number or max_turns < 1:
        raise ValueError(
            f"max_turns is the most calls to make, 1 or more; got {max_turns!r}."
        )


def why_not_sent(request: dict, error: UnicodeEncodeError) -> ValueError:
    """The error that names the text of a request which holds half an emoji.

    Such a text is no Unicode: nothing can send it.
    """
    for place, text in _texts("", plain(request)):
        half = next((sign for sign in text if "\ud800" <= sign <= "\udfff"), None)
        if half is not None:
            return ValueError(
                f"{place} holds half an emoji ({half!a} at character "
                f"{text.index(half)}), which cannot be sent. Was the text cut there? "
                'Mend it: text = text.encode("utf-8", "replace").decode()'
            )
    return error  # about something else, such as a header


def _texts(place: str, value) -> Iterator[tuple[str, str]]:
    """All texts in a request, each with the Python expression of its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _texts(f"{place}[{number}]", item)
    elif isinstance(value, dict):
        for key, item in value.items():
            inner = f"{place}[{key!a}]" if place else key
            yield f"a key of {place}", key
            yield from _texts(inner, item)


def _kind(value) -> str:
    """What a value is, in words: a dict, the class Anthropic, a function."""
    if isinstance(value, type):
        return f"the class {value.__name__}, which needs brackets to make one"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
