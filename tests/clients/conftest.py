"""The whole service as ``make run`` starts it, for clients that use only its contract."""

import pytest

from tests.service.supervised import whole_service

MAX_WAIT_S = 2  # generated requests wait as long as they may


@pytest.fixture(scope="package")
def running(tmp_path_factory):
    """Its supervisor and its address."""
    settings = {"FACEOFF_MAX_WAIT_S": str(MAX_WAIT_S), "FACEOFF_MAX_STREAM_S": "1", "FACEOFF_AI_PACE_MS": "0"}
    with whole_service(tmp_path_factory.mktemp("service"), **settings) as started:
        yield started


@pytest.fixture(scope="package")
def address(running):
    return running[1]
