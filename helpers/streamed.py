"""Streamed answers: the Message that a stream of events adds up to.

A tee keeps the bytes on their way to the caller, who sees the same stream.
https://platform.claude.com/docs/en/build-with-claude/streaming
"""

import json
from collections.abc import Callable

import httpx2

MAX_BYTES = 16 * 1024 * 1024


def message_from_events(body: bytes) -> tuple[dict | None, str | None]:
    """The Message of a stream's bytes, and the error that ended it.

    A stream that was cut, or that the caller stopped reading, gives what had come:
    a Message whose stop_reason is None.
    """
    message, error, inputs = None, None, {}
    for event in _events(body):
        kind = event.get("type")
        if kind == "message_start":
            message = event["message"] | {"content": list(event["message"]["content"])}
        elif kind == "error":
            error = (event.get("error") or {}).get("message", "the stream failed")
        elif message is not None:
            _add(message, inputs, event)
    for index, written in inputs.items():  # a block that was cut before its end
        if written:
            message["content"][index]["input"] = _input(written)
    return message, error


def _events(body: bytes):
    for line in body.decode("utf-8", "replace").splitlines():
        if line.startswith("data:"):
            try:
                yield json.loads(line[5:])
            except ValueError:  # the last line of a stream that was cut
                return


def _add(message: dict, inputs: dict, event: dict) -> None:
    kind = event.get("type")
    if kind == "content_block_start":
        message["content"].append(dict(event["content_block"]))
    elif kind == "content_block_delta":
        index, delta = event["index"], event["delta"]
        if delta["type"] == "input_json_delta":
            inputs[index] = inputs.get(index, "") + delta["partial_json"]
        else:
            _grow(message["content"][index], delta)
    elif kind == "content_block_stop" and inputs.get(event["index"]):
        block = message["content"][event["index"]]
        block["input"] = _input(inputs.pop(event["index"]))
    elif kind == "message_delta":
        message.update(event["delta"])
        usage = {k: v for k, v in (event.get("usage") or {}).items() if v is not None}
        message["usage"] = (message.get("usage") or {}) | usage
        if edits := event.get("context_management"):
            message["context_management"] = edits


def _grow(block: dict, delta: dict) -> None:
    """Add what a delta brings: its fields but `type` are fields of the block."""
    for key, value in delta.items():
        if key == "citation":
            block["citations"] = [*(block.get("citations") or []), value]
        elif key != "type" and isinstance(value, str):
            block[key] = (block.get(key) or "") + value


def _input(written: str):
    try:
        return json.loads(written)
    except ValueError:
        return written  # half an input, shown as it came


class Tee:
    """Keeps the bytes of a stream and calls `done` with them once, at its end."""

    def __init__(self, stream, done: Callable[[bytes], None]):
        self.stream, self.done = stream, done
        self.chunks: list[bytes] = []
        self.size = 0

    def __getattr__(self, name: str):
        return getattr(self.stream, name)  # the SDK looks for fields of its own

    def keep(self, chunk: bytes) -> bytes:
        if self.size < MAX_BYTES:
            self.chunks.append(chunk)
            self.size += len(chunk)
        return chunk

    def finish(self) -> None:
        done, self.done = self.done, None
        if done is not None:
            done(b"".join(self.chunks))


class TeeStream(Tee, httpx2.SyncByteStream):
    """A tee for a client that does not await."""

    def __iter__(self):
        for chunk in self.stream:
            yield self.keep(chunk)
        self.finish()

    def close(self) -> None:
        self.stream.close()
        self.finish()


class AsyncTeeStream(Tee, httpx2.AsyncByteStream):
    """A tee for a client that awaits."""

    async def __aiter__(self):
        async for chunk in self.stream:
            yield self.keep(chunk)
        self.finish()

    async def aclose(self) -> None:
        await self.stream.aclose()
        self.finish()
