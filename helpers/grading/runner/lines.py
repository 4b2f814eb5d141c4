"""JSON values between the grader and its runner, one a line."""

import json
import os
import select

MAX_LINE = 500_000


class TooMuch(Exception):
    """A value is too long to be sent."""


class Lines:
    """JSON values over a pair of file descriptors, one a line."""

    def __init__(self, read_from: int, write_to: int):
        self.read_from, self.write_to, self.rest = read_from, write_to, b""

    def send(self, value) -> None:
        """Write one value."""
        line = json.dumps(value).encode() + b"\n"
        if len(line) > MAX_LINE:
            raise TooMuch(f"{len(line):,} bytes")
        while line:
            line = line[os.write(self.write_to, line) :]

    def line(self, seconds: float | None = None, unless: int = -1) -> bytes | None:
        """The next line; b"" when there is no more, None when it takes too long.

        It waits no longer when something comes from the descriptor `unless`.
        """
        while b"\n" not in self.rest:
            if seconds is not None:
                ready = self._ready(seconds, unless)
                if self.read_from not in ready:
                    return b"" if ready else None
            piece = os.read(self.read_from, 65_536)
            if not piece or len(self.rest) > MAX_LINE:
                return b""
            self.rest += piece
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def receive(self):
        """The next value, or None when there is no more."""
        line = self.line()
        return json.loads(line) if line else None

    def _ready(self, seconds: float, unless: int) -> list[int]:
        watched = [self.read_from] if unless < 0 else [self.read_from, unless]
        return select.select(watched, [], [], seconds)[0]
