"""Processes that tests start. None outlives the process of the tests, even if that is killed."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from service.ops.supervisor import tied_to_us


class Process(NamedTuple):
    parent: int
    session: int
    command: str


def start(command, **options):
    """Start a process; processes that it starts have to end with it. ``options`` are those of ``subprocess.Popen``."""
    return subprocess.Popen(tied_to_us(list(map(str, command))), **options)


def end(process):
    """End a process and all that it has started: Python's ``node`` is a script, without which Node.js goes on."""
    for pid in (*descendants(process.pid), process.pid):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    process.wait()


def running():
    """The processes of this machine by id, without those that are dead and not waited for."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent, _, session, *_ = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            if state != "Z":
                found[int(folder.name)] = Process(int(parent), int(session), (folder / "cmdline").read_text())
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def descendants(pid):
    """The descendants of a process."""
    processes, found = running(), {pid}
    while more := {one for one, process in processes.items() if process.parent in found} - found:
        found |= more
    return found - {pid}
