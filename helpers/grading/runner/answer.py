"""What happens to one answer: it is run, its values are told, its functions called."""

import sys
import traceback
from contextlib import suppress

from lines import Lines
from values import FUNCTIONS, decoded, encoded


class Stopped(BaseException):
    """The grader has seen enough of a call; no `except Exception` holds it up."""


def serve(lines: Lines, hides: list[str]) -> None:
    """Obey the grader's commands about one answer until there are no more."""
    from helpers.helpers import default_client

    hide(hides)
    namespace = kit_names(hides)
    with default_client(asking_client(lines)):
        while (command := lines.receive()) is not None:
            try:
                answer = COMMANDS[command["do"]](namespace, command)
                lines.send(answer)
            except BaseException as error:
                lines.send({"error": described(error)})


def kit_names(hides: list[str]) -> dict:
    """What an answer starts with: the kit's names, but those it is to define."""
    import helpers

    names = [name for name in helpers.__all__ if name not in hides]
    return {"__name__": "__main__"} | {name: getattr(helpers, name) for name in names}


def define(namespace: dict, command: dict) -> dict:
    """Run an answer after what stands above it; only the answer itself must work."""
    notes = []
    for text in command["kit"]:
        with suppress(Exception):  # some of it is not there in the sandbox
            exec(compile(text, "<kit>", "exec"), namespace)
    for text in command["above"]:
        try:
            exec(compile(text, "<above>", "exec"), namespace)
        except Exception as error:
            notes.append(f"a cell above the answer failed: {described(error)['text']}")
    exec(compile(command["answer"], "<answer>", "exec"), namespace)
    return {"value": notes}


def value(namespace: dict, command: dict) -> dict:
    """The value of an expression, in which the kit's check cell names the answer."""
    return {"value": encoded(eval(command["expression"], namespace))}


def call(namespace: dict, command: dict) -> dict:
    """Call one of the student's functions; its arguments come back as it left them."""
    arguments = [decoded(argument) for argument in command["arguments"]]
    returned = FUNCTIONS[command["function"]](*arguments, **command["options"])
    return {"value": encoded(returned), "arguments": [encoded(a) for a in arguments]}


COMMANDS = {"define": define, "value": value, "call": call}


def described(error: BaseException) -> dict:
    """An exception as data: its type, its text, and the line of the answer."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == "<answer>"]
    if isinstance(error, SyntaxError) and error.filename == "<answer>":
        lines = [error.lineno]
    return {
        "type": type(error).__name__,
        "text": text_of(error),
        "line": lines[-1] if lines else None,
    }


def text_of(error: BaseException) -> str:
    """What an exception says; a student may have made one that cannot be shown."""
    text = error.msg if isinstance(error, SyntaxError) else error
    if isinstance(error, KeyError) and len(error.args) == 1:
        [text] = error.args  # its str() has quotes more
    try:
        return str.__str__(str(text))[:500]
    except BaseException:
        return "an error whose text cannot be shown"


def asking_client(lines: Lines):
    """A client whose calls the grader answers; the kit's `connect` gives such, too."""
    from helpers import helpers
    from helpers.offline import ApiError, offline_client

    def reply(request: dict) -> dict:
        lines.send({"ask": request})
        answer = lines.receive()
        if "stop" in answer:
            raise Stopped
        if "refusal" in answer:
            raise ApiError(*answer["refusal"])
        return answer["reply"]

    helpers.offline_client = lambda **options: offline_client(reply, **options)
    return helpers.offline_client()


def hide(names: list[str]) -> None:
    """Replace functions of the kit that the answer is to replace itself."""
    kit = [module for name, module in sys.modules.items() if name.startswith("helpers")]
    for name in names:
        for module in kit:
            if callable(getattr(module, name, None)):
                setattr(module, name, refusing(name))


def refusing(name: str):
    """A function that says that it is the student's to write."""

    def hidden(*arguments, **options):
        raise NotImplementedError(f"{name} is what this exercise asks you to write")

    return hidden
