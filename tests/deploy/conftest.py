"""Fixtures of the tests of documents, image and manifests."""

from types import SimpleNamespace

import pytest

from service.app import create_app
from service.config import Settings
from tests.ports import free_port
from tests.service.supervised import whole_service


@pytest.fixture
def free_ports():
    """Three ports without a listener."""
    return free_port(), free_port(), free_port()


@pytest.fixture(scope="session")
def app():
    """The app, for queries without its Redis."""
    return create_app(Settings(background=False))


@pytest.fixture(scope="package")
def service(tmp_path_factory):
    """The whole service as ``make run`` starts it. Streams end after about a second, so that a command for one ends
    too.
    """
    with whole_service(tmp_path_factory.mktemp("service"), FACEOFF_MAX_STREAM_S="1", FACEOFF_AI_PACE_MS="0") as (
        supervised,
        address,
    ):
        yield SimpleNamespace(address=address, output=supervised.output)
