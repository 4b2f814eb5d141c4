"""A run that was started on the dashboard: turn by turn, so that it can be stopped.

While a synchronous cell runs, no click reaches Python; between two turns one does.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from helpers.conversation import ConversationStopped, turns
from helpers.what_if import without_tracebacks


@dataclass
class LiveRun:
    """The loop of run_conversation with what the dashboard was given for it."""

    run_tool: Callable
    client: object
    max_turns: int
    is_running: bool = False
    is_stopping: bool = False

    def stop(self) -> None:
        """Stop the run once its turn is whole."""
        self.is_stopping = True

    async def run(self, messages: list[dict], tools, run_tool=None, client=None) -> str:
        """Run the loop on messages; "" unless it failed: then in which way.

        How else it ended, the loop has told.
        """
        self.is_running, self.is_stopping = True, False
        loop = turns(
            messages,
            tools,
            run_tool or self.run_tool,
            max_turns=self.max_turns,
            client=client or self.client,
        )
        try:
            with without_tracebacks(), suppress(ConversationStopped):
                await self._turns(loop)
        except Exception as error:
            # The reader clicked a button: what went wrong is told where they look.
            return f"The run ended with {type(error).__name__}: {error}"
        finally:
            loop.close()  # it tells that it was left, if it was
            self.is_running = False
        return ""

    async def _turns(self, loop) -> None:
        for _ in loop:
            await asyncio.sleep(0.05)  # clicks and drawings have their turn
            if self.is_stopping:
                return
