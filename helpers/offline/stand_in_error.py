"""The error of the stand-in itself, which is no answer of the API."""

import anthropic


class StandInError(anthropic.AnthropicError):
    """No answer: a reply function has a bug, or a recording holds no such request."""
