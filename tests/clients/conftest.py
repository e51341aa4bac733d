"""The whole service as ``make run`` starts it, for clients that know nothing but its contract."""

import pytest

from tests.ports import free_port
from tests.service.supervised import Supervised, wait_until

START_S = 90
MAX_WAIT_S = 2  # generated requests wait as long as they may


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    port = free_port()
    folder = tmp_path_factory.mktemp("service")
    with pytest.MonkeyPatch.context() as environment:
        for name in ("REDIS_URL", "QUEUE_REDIS_URL"):
            environment.delenv(name, raising=False)
        arguments = ["-m", "service.ops.run", "--port", str(port), "--data-dir", str(folder / "data"), "--workers", "1"]
        environment.setenv("FACEOFF_MAX_WAIT_S", str(MAX_WAIT_S))
        environment.setenv("FACEOFF_MAX_STREAM_S", "1")
        environment.setenv("FACEOFF_AI_PACE_MS", "0")
        supervised = Supervised(arguments, folder)
    try:
        wait_until(lambda: "Faceoff is ready" in supervised.output, lambda: supervised.output, START_S)
        yield f"http://127.0.0.1:{port}"
    finally:
        supervised.end()
