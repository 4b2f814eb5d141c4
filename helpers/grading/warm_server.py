"""A process that has imported what notebooks import, and forks itself for each kernel.

It takes one JSON line for each kernel to start, and answers with its process number;
when a kernel has ended, it says so. It is started by warm_kernels.py.
"""

import json
import os
import runpy
import select
import signal
import sys


def preload() -> None:
    """Import what most notebooks need; nothing here starts a thread or a socket."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a thread would not survive a fork
    import anthropic.types
    import ipykernel.ipkernel
    import ipykernel.kernelapp
    import ipywidgets
    import pandas

    import helpers
    import helpers.checks
    from helpers.tools import reminders, tool_schemas

    _ = anthropic, ipykernel, ipywidgets, pandas
    # The SDK imports parts of itself at the first call.
    question = {"role": "user", "content": "Remind me of the bread tomorrow at 9."}
    helpers.run_conversation([question], tool_schemas)
    reminders.clear()


def forget() -> None:
    """Take back what the first call left: a kernel starts with nothing done."""
    from helpers.recorder import conversations

    conversations.clear()


def become_kernel(wanted: dict) -> None:
    """Turn this fork into the kernel that a command line asks for."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.environ.clear()
    os.environ.update(wanted["environment"])
    os.environ["JPY_PARENT_PID"] = str(os.getppid())  # a kernel ends with its parent
    os.chdir(wanted["folder"])
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    command = wanted["command"]
    module = command.index("-m")
    sys.argv = command[module + 1 :]
    sys.path.insert(0, "")  # as `python -m` does; the launcher takes it out again
    runpy.run_module(command[module + 1], run_name="__main__", alter_sys=True)


def say(answer: dict) -> None:
    print(json.dumps(answer), flush=True)


def tell_ended() -> None:
    """Say which kernels have ended, and how."""
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not process:
            return
        say({"ended": process, "code": os.waitstatus_to_exitcode(status)})


def main() -> None:
    """Serve until the other end is gone."""
    preload()
    forget()
    wakes, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    while True:
        ready, _, _ = select.select([sys.stdin, wakes], [], [])
        if wakes in ready:
            os.read(wakes, 512)
            tell_ended()
        if sys.stdin in ready:
            line = sys.stdin.buffer.readline()
            if not line:
                return
            process = os.fork()
            if process == 0:
                signal.set_wakeup_fd(-1)
                become_kernel(json.loads(line))
                os._exit(0)
            say({"started": process})


if __name__ == "__main__":
    main()
