"""Ports for servers under test, chosen so that test processes that run side by side never choose the same one."""

import itertools
import os
import socket
from functools import cache

FIRST, EACH, PROCESSES = 10_000, 100, 200
"""Enough for each process that a port is reused only long after its server was chosen. All are below the ports that
Linux and macOS hand out by themselves: no connection takes one before its server is started.
"""

_numbers = itertools.cycle(range(1, EACH))


@cache
def first_port():
    """The first of the ports of this process: as long as it runs it is bound, so that no other process takes them."""
    for number in range(PROCESSES):
        port = FIRST + (os.getpid() + number) % PROCESSES * EACH
        guard = socket.socket()
        try:
            guard.bind(("127.0.0.1", port))
        except OSError:
            guard.close()
        else:
            guard.detach()
            return port
    raise OSError(f"{PROCESSES} test processes are running")


def free_port():
    """A port without a listener, among those of this process."""
    for number in itertools.islice(_numbers, EACH - 1):
        port = first_port() + number
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("all ports of this test process are busy")
