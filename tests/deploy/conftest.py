"""What the tests of image and manifests share."""

import socket

import pytest

from service.app import create_app
from service.config import Settings


@pytest.fixture
def free_ports():
    """Two ports that nobody listens on."""
    with socket.socket() as first, socket.socket() as second:
        for probe in (first, second):
            probe.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]


@pytest.fixture(scope="session")
def app():
    """The app, to be asked what it has: nothing here reaches its Redis."""
    return create_app(Settings(background=False))
