"""What several test files begin with."""

import pytest

from helpers.conversations import forget
from helpers.listening import listeners


@pytest.fixture
def an_empty_recorder():
    """No conversation before the test, and no dashboard that listens after it."""
    forget()
    yield
    forget()
    for listener in list(listeners):
        listener.__self__.close()
