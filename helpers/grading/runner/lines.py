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

    def line(self, seconds: float | None = None) -> bytes | None:
        """The next line; b"" when there is no more, None when it takes too long."""
        while b"\n" not in self.rest:
            if seconds is not None and not self._is_ready(seconds):
                return None
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

    def _is_ready(self, seconds: float) -> bool:
        return bool(select.select([self.read_from], [], [], seconds)[0])
