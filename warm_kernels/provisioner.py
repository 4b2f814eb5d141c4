"""The kernel provisioner, jupyter_client's own extension point: it asks for forks.

jupyter_client uses it when JUPYTER_DEFAULT_PROVISIONER_NAME says "warm-kernels";
`course.py test` and `verify` say so. Where a process cannot fork, it starts kernels
cold, as jupyter_client does.
https://jupyter-client.readthedocs.io/en/stable/provisioning.html
"""

import asyncio
import os

from jupyter_client.provisioning import LocalProvisioner

from warm_kernels import can_be_warm
from warm_kernels.client import Fork, server

KILLING_SECONDS = 5


class WarmKernels(LocalProvisioner):
    """Starts each kernel as a fork; all else is as with a kernel of one's own."""

    async def launch_kernel(self, cmd: list[str], **kwargs):
        if not can_be_warm(cmd):
            return await super().launch_kernel(cmd, **kwargs)
        environment = kwargs.get("env") or dict(os.environ)
        folder = kwargs.get("cwd") or os.getcwd()  # noqa: PTH109 (a str, as cwd is)
        self.process = server().start(cmd, environment, str(folder))
        self.pid = self.pgid = self.process.pid  # a fork leads a session of its own
        self.cwd = folder
        return self.connection_info

    async def kill(self, restart: bool = False) -> None:
        await super().kill(restart)
        # jupyter_client looks ten times a second; a fork says when it has ended.
        if isinstance(self.process, Fork):
            await asyncio.to_thread(self.process.wait, KILLING_SECONDS)
