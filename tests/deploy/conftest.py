"""What the tests of image and manifests share."""

import pytest

from service.app import create_app
from service.config import Settings
from tests.ports import free_port


@pytest.fixture
def free_ports():
    """Two ports that nobody listens on."""
    return free_port(), free_port()


@pytest.fixture(scope="session")
def app():
    """The app, to be asked what it has: nothing here reaches its Redis."""
    return create_app(Settings(background=False))
