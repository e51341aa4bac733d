"""Instructions of a move and of a view in one process, and of the same calls of a bare Flask route, counted by
valgrind's callgrind.

The counts are the same whatever else the machine does. They need valgrind and a C compiler.
"""

import ctypes
import gc
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from bench.speed import bare
from bench.speed.prepared import KINDS, answer_of, new_game, service_at
from service.ops.embedded_redis import EmbeddedRedis

MARKS: Final = Path(__file__).with_name("callgrind.c")
WARM_UP: Final = 20
"""Calls before those that are counted, so that nothing is counted that happens once, and a game is half over."""
CALLED: Final = 10
"""The mean of so few is the same in every run, to a hundredth."""


def run_counted(url: str, library: str) -> None:
    """The main program of the process under valgrind."""
    service, anchor = service_at(url), bare.make_app(url)
    marks = ctypes.CDLL(library)
    counted = []
    for app, whose in ((service, "ours"), (anchor, "bare")):
        for kind in KINDS:
            calls = [kind.call_of(move) for move in new_game(service)]
            for call in calls[:WARM_UP]:
                answer_of(app, call)
            counted.append((app, kind, calls[WARM_UP : WARM_UP + CALLED], f"{whose} {kind.name}".encode()))
    gc.freeze()  # as the service does when it is loaded
    marks.start()
    for app, kind, calls, name in counted:
        for call in calls:
            kind.forget(service)
            answer_of(app, call)
        marks.mark(name)


def can_count() -> bool:
    """Whether valgrind and a C compiler are here."""
    return all(map(shutil.which, ("cc", "valgrind"))) and Path("/usr/include/valgrind/callgrind.h").exists()


def count() -> dict[str, float]:
    """Instructions of a call by ``ours`` or ``bare`` and the name of its kind, as in ``ours move``."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as server:
        library = f"{folder}/count.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, str(MARKS)], check=True)
        valgrind = [
            "valgrind",
            "--tool=callgrind",
            "--instr-atstart=no",
            f"--callgrind-out-file={folder}/counted",
            "--quiet",
        ]
        command = [*valgrind, sys.executable, "-m", "bench.speed.instructions", server.url, library]
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "0"}, check=True)
        found = {}
        for file in Path(folder).glob("counted.*"):
            text = file.read_text()
            if named := re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M):
                total = re.search(r"^(?:summary|totals): (\d+)", text, re.M)
                assert total is not None
                found[named[1]] = int(total[1]) / CALLED
    return found


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run_counted(*sys.argv[1:])
    else:
        print(json.dumps(count()))
