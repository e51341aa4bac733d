import socket

import pytest


@pytest.fixture
def free_ports():
    """Two ports that nobody listens on."""
    with socket.socket() as first, socket.socket() as second:
        for probe in (first, second):
            probe.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]
