"""The simplest call and the simplest reply function, for the tests of the transport."""

ASK = {
    "model": "claude-haiku-5-5",
    "max_tokens": 1000,
    "messages": [{"role": "user", "content": "Hello"}],
}


def hello(request: dict) -> dict:
    return {"content": [{"type": "text", "text": "Hello yourself."}]}
