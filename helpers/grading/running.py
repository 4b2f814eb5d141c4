"""The process that holds students' code, and one line at a time to it and back.

Whatever happens at the other end, the grader gets an answer within its time.
"""

import json
import queue
import shutil
import subprocess
import tempfile
import threading
from contextlib import suppress

from helpers.grading.containment import (
    WAYS,
    Containment,
    Limits,
    contained,
    environment,
)

STARTING_SECONDS = 120
ENDING_SECONDS = 30
GRACE = 5  # seconds, for a busy machine


class Runner:
    """A running runner; `exchange` sends one command and gives its answer."""

    def __init__(self, containment: Containment, limits: Limits):
        self.containment, self.limits = containment, limits
        self.failures: list[str] = []
        """Why no stronger way was taken, for those that should have worked."""
        self.forks = containment.options["fork"]
        # Not a pipe: what a student started could hold it open and keep us waiting.
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115 (close() closes it)
        self.process = subprocess.Popen(
            containment.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            env=environment(),
            cwd=containment.folder or None,
        )
        self.lines: queue.Queue = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with self.process.stdout as stream:
            for line in stream:
                self.lines.put(line)
        self.lines.put(b"")

    def start_answer(self, hides: tuple[str, ...]) -> None:
        """Make a process for one answer; `hides` are the kit's functions to hide."""
        self._send({"do": "start", "hides": hides})
        if self.forks:
            self._receive(STARTING_SECONDS)

    def exchange(self, command: dict, seconds: float) -> dict:
        """The answer's process replies; {"late": True} or {"gone": True} if not."""
        if not self.forks:
            self._send(command)
            return self._receive(seconds)
        self._send({"do": "say", "say": command, "seconds": seconds})
        answer = self._receive(seconds + GRACE)
        return _loaded(answer["line"]) if "line" in answer else answer

    def end_answer(self) -> int | None:
        """The exit status of the answer's process, killed with all that it started."""
        if not self.forks or not self.is_running():
            self.close()
            return None
        self._send({"do": "end"})
        answer = self._receive(ENDING_SECONDS)
        if "status" not in answer:
            self.close()
        return answer.get("status")

    def is_running(self) -> bool:
        """True while it can take another answer."""
        return self.process.poll() is None

    def is_ready(self) -> bool:
        """True once it has imported the kit and served an empty answer."""
        if self._receive(STARTING_SECONDS) != {"ready": True}:
            return False
        if not self.forks:  # it serves one answer only
            return True
        self.start_answer(())
        empty = {"do": "define", "answer": "", "kit": [], "above": []}
        answer = self.exchange(empty, STARTING_SECONDS)
        return self.end_answer() is not None and "value" in answer

    def _send(self, command: dict) -> None:
        try:
            self.process.stdin.write(json.dumps(command).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            return  # the answer will not come, which says as much

    def _receive(self, seconds: float) -> dict:
        """The next answer; {"late": True} or {"gone": True} when none comes."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return {"late": True}
        if not line:
            self.lines.put(line)  # it has ended; who asks again is told again
        return _loaded(line)

    def close(self) -> str:
        """End the runner and all that it started; the last line it complained in."""
        with suppress(OSError):
            self.process.stdin.close()  # it may hold a command that was never read
        if self.forks:  # it kills what runs, then it ends
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(ENDING_SECONDS)
        self.process.kill()
        self.process.wait()
        if self.complaints.closed:
            return ""
        with self.complaints as file:
            file.seek(0)
            complaint = file.read().decode(errors="replace").strip()
        if self.containment.folder:
            shutil.rmtree(self.containment.folder, ignore_errors=True)
        return complaint.split("\n")[-1][:200]


def started(limits: Limits, ways=tuple(WAYS)) -> Runner:
    """A runner that is ready, contained in the first of these ways that works."""
    failures: list[str] = []
    for way in ways:
        containment = contained(way, limits)
        if containment is None:
            continue
        runner = Runner(containment, limits)
        try:
            if runner.is_ready():
                runner.failures = failures
                return runner
        except BaseException:  # we are to end: so is it
            runner.close()
            raise
        failures.append(f"{way} is installed but did not start: {runner.close()}")
    raise RuntimeError(
        "No process for code answers could be started. Expected one of "
        f"{', '.join(ways)}; {' '.join(failures) or 'none is there'}."
    )


def _loaded(line: bytes | str) -> dict:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    return answer if isinstance(answer, dict) else {"gone": True}
