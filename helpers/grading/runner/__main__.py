"""The program in which students' code runs. It knows no answers and gives no verdict.

It takes commands as JSON lines and sends back data: what a function returned, or how it
failed. What Claude says comes from the grader, one reply for each request. The kit is
imported once; each answer runs in a fork of this process (or, without fork, in this
process, which then serves one answer only). Nothing of the grader is imported: in the
sandbox there is only this folder of it.
"""

import json
import os
import shutil
import sys
import types
from contextlib import suppress

from answer import serve
from lines import Lines
from process import SET_DUMPABLE, SET_SUBREAPER, end, prctl, start

CHECKS = "helpers.checks"  # an empty one takes its place


def forks(grader: Lines, options: dict) -> None:
    """Pass commands on to one process for each answer, and its data back."""
    process, answer = 0, None
    while (command := grader.receive()) is not None:
        if command["do"] == "start":
            process, answer = start({**options, "hides": command["hides"]})
            grader.send({"value": None})
        elif command["do"] == "end":
            os.close(answer.read_from)
            status = end(process, options)
            process = 0
            grader.send({"status": os.waitstatus_to_exitcode(status)})
        else:
            grader.send(exchanged(answer, command, grader.read_from))
    if process:  # the grader has ended in the middle of an answer
        end(process, options)
    if not options["alone"]:
        shutil.rmtree(options["folder"], ignore_errors=True)


def exchanged(answer: Lines, command: dict, grader: int) -> dict:
    """The line with which an answer's process replies, or that it did not.

    The grader sends nothing meanwhile: what comes from it is its end.
    """
    try:
        answer.send(command["say"])
        line = answer.line(command["seconds"], unless=grader)
    except OSError:
        line = b""
    if line is None:
        return {"late": True}
    return {"line": line.decode("utf-8", "replace")} if line else {"gone": True}


def preload(kit: str) -> None:
    """Import the kit without its checks, and let one conversation warm it up."""
    sys.path.insert(0, kit)
    checks = types.ModuleType(CHECKS)
    checks.check = checks.hint = checks.solution = lambda *arguments, **options: None
    checks.CHECKS = {}
    sys.modules[CHECKS] = checks
    import helpers
    from helpers.tools import reminders, tool_schemas

    helpers.checks = checks
    question = {"role": "user", "content": "Remind me of the bread tomorrow at 9."}
    with suppress(Exception):
        helpers.run_conversation([question], tool_schemas)
    reminders.clear()


def main(options: dict) -> None:
    """Serve the grader on standard input and output."""
    grader = Lines(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    preload(options["kit"])
    if not options["fork"]:
        os.dup2(nothing, 2)
        grader.send({"ready": True})
        serve(grader, grader.receive()["hides"])
        return
    prctl(SET_SUBREAPER, 1)
    prctl(SET_DUMPABLE, 0)
    grader.send({"ready": True})
    forks(grader, options)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
