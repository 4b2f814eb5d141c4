"""The grader's end of the runner: a student's code, called from a safe distance.

A student's function is here a function that sends its call to the student's process and
returns the data that comes back. So a check judges it in the grader, as it judges a
function in a notebook; what the function asks Claude is asked in the grader, too.
"""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import anthropic

from helpers import helpers
from helpers.grading.marks import Ended
from helpers.grading.raised import raised
from helpers.grading.running import Runner
from helpers.grading.wire import Wire, signature

MAX_ASKED = 200
KILLED_BY = {  # exit statuses; Windows has no such signals
    -getattr(signal, "SIGXCPU", 0): "CPU",
    -getattr(signal, "SIGKILL", 0): "KILLED",
}

ENDINGS = {
    "CPU": "It used more than {limits.cpu_seconds} s of computing time: is there a "
    "loop that never ends?",
    "LATE": "It did not finish within {limits.seconds} s: does it wait for something, "
    "or is there a loop that never ends?",
    "KILLED": "Its process was killed: it used too much, or cut the way to the grader.",
    "GONE": "It ended the process that it runs in, or sent back too much.",
}

# What to say of an exception, by its type; the others speak for themselves.
PLAIN = {
    "EOFError": "It asks for input(), but nobody is there to type.",
    "MemoryError": "It needs more than {limits.memory} MB of memory.",
    "BlockingIOError": "It starts more than {limits.processes} processes.",
    "NotImplementedError": "Not your own work: {text}.",
    "SystemExit": "It ends the program (exit). A function should return instead.",
    "TooMuch": "It gives back too much: {text}.",
    "RecursionError": "It calls itself without end.",
}
# The same, for those whose text tells more than their type.
PLAIN_BY_TEXT = {
    "No module named 'helpers.": "It imports a part of the course that knows answers, "
    "which is not there when it is graded: {text}.",
    "name 'get_ipython' is not defined": "It uses get_ipython(), which is there only "
    "in a notebook.",
}


class Student:
    """One answer at the other end: `define` runs it, `value` gives what it made."""

    def __init__(self, runner: Runner):
        self.runner = runner
        self.until = time.monotonic() + runner.limits.seconds
        self.wire = Wire(self._function)
        self.notes: list[str] = []
        self.over = ""
        """Why there is nothing left to call."""

    def define(self, answer: str, needed: dict[str, list[str]]) -> None:
        """Run the cell of the answer, after what it needs."""
        notes = self._obey({"do": "define", "answer": answer, **needed}).get("value")
        notes = notes if isinstance(notes, list) else []
        self.notes = [str(note)[:300] for note in notes[:5]]

    def value(self, expression: str):
        """The value of an expression over the answer's names, as data and functions."""
        answer = self._obey({"do": "value", "expression": expression})
        return self.wire.read(answer.get("value"))

    def _function(self, told: dict) -> Callable:
        """One of the student's functions, to be called from here."""

        def function(*arguments, **options):
            command = {"do": "call", "function": told["number"], "options": options}
            encoded = [self.wire.encoded(argument) for argument in arguments]
            answer = self._obey({**command, "arguments": encoded})
            self.wire.read(answer.get("arguments"))  # lists change in place
            return self.wire.read(answer.get("value"))

        function.__name__ = str(told["name"])
        if told["parameters"] is not None:
            function.__signature__ = signature(told["parameters"])
        return function

    def _obey(self, command: dict) -> dict:
        answer = self._exchange(command)
        for _ in range(MAX_ASKED):
            if "ask" not in answer:
                return self._checked(answer)
            answer = self._exchange(self._replied(answer["ask"]))
        raise self._ended(f"It called Claude more than {MAX_ASKED} times.")

    def _replied(self, request) -> dict:
        """What Claude says, or how it refuses, by the client that checks set here."""
        try:
            return {"reply": _ask(request)}
        except anthropic.APIStatusError as refusal:
            return {"refusal": [refusal.status_code, *_reason(refusal)]}
        except Exception as error:
            # What came is no request: the student's code wrote to the grader itself.
            return {"refusal": [400, "invalid_request_error", repr(error)[:200]]}
        except BaseException:
            self._stop()
            raise

    def _stop(self) -> None:
        """Make the student's function end: the check has seen enough of it."""
        for _ in range(MAX_ASKED):
            if "ask" not in self._exchange({"stop": True}):
                return
        self.over = "It goes on although it was stopped."
        self.runner.end_answer()

    def _exchange(self, command: dict) -> dict:
        if self.over:
            raise Ended(self.over)
        answer = self.runner.exchange(command, max(0.1, self.until - time.monotonic()))
        if answer.keys() & {"late", "gone"}:
            status = self.runner.end_answer()
            cause = "LATE" if "late" in answer else KILLED_BY.get(status, "GONE")
            raise self._ended(ENDINGS[cause])
        return answer

    def _ended(self, text: str) -> Ended:
        if not self.over and text not in ENDINGS.values():
            self.runner.end_answer()
        self.over = text.format(limits=self.runner.limits)
        return Ended(self.over)

    def _checked(self, answer: dict) -> dict:
        error = answer.get("error")
        if not isinstance(error, dict):
            return answer
        kind, text = str(error.get("type"))[:80], str(error.get("text"))[:500]
        if kind in PLAIN:
            raise Ended(PLAIN[kind].format(limits=self.runner.limits, text=text))
        for part, plain in PLAIN_BY_TEXT.items():
            if part in text:
                raise Ended(plain.format(text=text))
        raise raised(kind, text, error.get("line"))


@contextmanager
def answering(runner: Runner, hides: tuple[str, ...]) -> Iterator[Student]:
    """A student's process for one answer; at the end nothing of it is left."""
    runner.start_answer(hides)
    student = Student(runner)
    try:
        yield student
    finally:
        if not student.over:
            runner.end_answer()


def _ask(request: dict) -> dict:
    """The reply of the grader's own client, which a check may have replaced."""
    options = {key: value for key, value in request.items() if key != "stream"}
    message = helpers.current_client().messages.create(**options)
    content = [block.to_dict() for block in message.content]
    return {"content": content, "stop_reason": message.stop_reason}


def _reason(refusal: anthropic.APIStatusError) -> list[str]:
    """The type and the text with which the API refused."""
    error = refusal.body.get("error", {}) if isinstance(refusal.body, dict) else {}
    return [str(error.get("type", "api_error")), str(error.get("message", refusal))]
