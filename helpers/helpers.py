"""Talking to Claude: connect, send a conversation, add to it, read the answer."""

import os
from contextlib import contextmanager
from pathlib import Path

import anthropic
from anthropic.types import Message
from anthropic.types.beta import BetaMessage

from helpers.arguments import (
    check_client,
    check_messages,
    list_of_tools,
    why_not_sent,
)
from helpers.live import is_live
from helpers.offline import offline_client
from helpers.offline.rules import MODELS
from helpers.recorder import record as recorder
from helpers.recording_file import FileRecorder

DEFAULT_MODEL = "claude-haiku-5-5"  # the only place that names a model
# Thinking counts towards max_tokens: a small bound can leave no room for the answer.
# https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
MAX_TOKENS = 8000
THINKING = ("thinking", "redacted_thinking")

SERVER = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL")
SIGNS_IN = {"api_key", "auth_token", "credentials", "config", "profile"}

_clients: dict[int, anthropic.Anthropic] = {}
_given_clients: list[anthropic.Anthropic] = []


def connect(
    *, record: str | Path | None = None, **client_options
) -> anthropic.Anthropic:
    """A client of the Messages API: the offline stand-in, or Claude when live.

    It is live when the environment says COURSE_LIVE=1; the SDK then reads the key
    (ANTHROPIC_API_KEY) and the server (ANTHROPIC_BASE_URL) from the environment.
    `record` names a file that keeps every exchange of this client, without the key:
    trace("that.json") shows it, offline_client(replay="that.json") answers from it.
    Options such as `max_retries` go to the SDK's client.
    """
    middleware = list(client_options.pop("middleware", ()))
    if record is not None:
        middleware.append(FileRecorder(record))
    if not is_live():
        return offline_client(middleware=middleware, **client_options)
    if not SIGNS_IN & set(client_options):
        _check_key()
    return anthropic.Anthropic(middleware=[*middleware, recorder], **client_options)


def chat(
    messages: list[dict],
    system: str | None = None,
    stop_sequences: list[str] | None = None,
    tools: list[dict] | None = None,
    *,
    max_tokens: int = MAX_TOKENS,
    model: str | None = None,
    container: str | None = None,
    client: anthropic.Anthropic | None = None,
) -> Message:
    """Claude's answer to the conversation so far: the whole Message, not its text.

    `container` is the id in the container of an earlier answer, whose code goes on.
    https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool
    """
    check_messages(messages)
    if client is not None:
        check_client(client)
    request = {
        "model": model or _model_id(),
        "max_tokens": max_tokens,
        "messages": messages,
    }
    optional = {
        "system": system,
        "stop_sequences": stop_sequences,
        "tools": list_of_tools(tools),
        "container": container,
    }
    # A key that is None would be sent as null, which the API refuses.
    request |= {key: value for key, value in optional.items() if value}
    try:
        return (client or current_client()).messages.create(**request)
    except UnicodeEncodeError as error:
        raise why_not_sent(request, error) from None


def add_user_message(messages: list[dict], message) -> None:
    """Add a user turn: a string, a list of blocks, or a Message's content."""
    check_messages(messages)
    content = content_of(message)
    content = [*content] if isinstance(content, list) else content
    messages.append({"role": "user", "content": content})


def add_assistant_message(messages: list[dict], message) -> None:
    """Add an assistant turn: a Message, or a string or a list of blocks.

    Of a Message, blank text is left out, and so is a turn that says nothing else:
    the API sends such turns at times, but refuses them when they come back.
    https://github.com/anthropics/anthropic-sdk-python/issues/461
    """
    check_messages(messages)
    content = content_of(message)
    content = [*content] if isinstance(content, list) else content
    if isinstance(message, Message | BetaMessage):
        content = [block for block in content if not _is_blank_text(block)]
        if all(field(block, "type") in THINKING for block in content):
            return
    messages.append({"role": "assistant", "content": content})


def text_from_message(message) -> str:
    """The text blocks of a Message, one a line; "" when it holds none."""
    content = content_of(message)
    if isinstance(content, str):
        return content
    blocks = [block for block in content if field(block, "type") == "text"]
    return "\n".join(field(block, "text") for block in blocks)


def content_of(message) -> str | list:
    """The content of a Message or of a message dict; a string or a list as it is."""
    if isinstance(message, Message | BetaMessage):
        return message.content
    if isinstance(message, dict) and "role" in message and "content" in message:
        return message["content"]
    if isinstance(message, list):
        _check_blocks(message)
    if isinstance(message, str | list):
        return message
    raise TypeError(
        "Expected a string, a list of content blocks, or the Message that chat() "
        f"returned; got {type(message).__name__}."
    )


def _check_blocks(blocks: list) -> None:
    for block in blocks:
        if field(block, "type") is not None:
            continue
        if field(block, "role") is not None:
            raise TypeError(
                "This is a list of messages, perhaps the whole conversation. Give one "
                "message: the last one is messages[-1]."
            )
        raise TypeError(
            'Expected a list of content blocks such as {"type": "text", "text": "Hi"}; '
            f"one of the items is {block!r}."
        )


def field(block, name: str):
    """A field of a content block, which is an SDK object or a dict."""
    return block.get(name) if isinstance(block, dict) else getattr(block, name, None)


def _is_blank_text(block) -> bool:
    return field(block, "type") == "text" and not field(block, "text").strip()


@contextmanager
def default_client(client: anthropic.Anthropic):
    """Within the block, `chat` without a client uses this one."""
    _given_clients.append(client)
    try:
        yield client
    finally:
        _given_clients.remove(client)


def current_client() -> anthropic.Anthropic:
    """The client that `chat` uses when it is given none."""
    if _given_clients:
        return _given_clients[-1]
    # A client for the environment as it is now: a key may have been corrected.
    environment = hash((is_live(), *map(os.environ.get, SERVER)))
    client = _clients.get(environment)
    if client is None:
        client = connect()
        _clients.clear()
        _clients[environment] = client
    return client  # and not _clients[environment]: another thread may clear it


def _model_id() -> str:
    chosen = os.environ.get("ANTHROPIC_MODEL") or DEFAULT_MODEL
    # The stand-in plays Claude; the model of another server is for the live course.
    return chosen if is_live() or chosen in MODELS else DEFAULT_MODEL


def _check_key() -> None:
    """Refuse to go live without a key, or with one that cannot be sent.

    The key itself is never quoted: a notebook stores what it shows.
    """
    # A local server (ANTHROPIC_BASE_URL) needs no real key, but the SDK wants one.
    names = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE")
    given = {name: os.environ[name] for name in names if os.environ.get(name)}
    if not given:
        raise RuntimeError(
            "COURSE_LIVE=1 asks for Claude, but ANTHROPIC_API_KEY is not set. Set it "
            "in the terminal before you start JupyterLab (for a local server, to any "
            "word), or set COURSE_LIVE=0 to use the offline stand-in."
        )
    for name, value in given.items():
        if not value.isascii() or not value.isprintable() or " " in value:
            raise RuntimeError(
                f"{name} holds a blank, a line break or a strange character. Set it "
                "again, to the key alone."
            )
