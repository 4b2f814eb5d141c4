"""An offline stand-in for the Messages API, behind the real anthropic SDK."""

from helpers.offline.rules import ApiError
from helpers.offline.stand_in_error import StandInError
from helpers.offline.transport import offline_async_client, offline_client

__all__ = ["ApiError", "StandInError", "offline_async_client", "offline_client"]
