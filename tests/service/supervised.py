"""A supervisor under test, and everything that comes from it."""

import os
import shutil
import signal
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from service.config import IN_MEMORY
from service.ops import supervisor
from tests import children
from tests.patience import PATIENCE_S, wait_until
from tests.ports import free_port

START_S = 90
GAMES_SERVER, QUEUE_SERVER = "redis.sock", "queue.sock"
"""What is in the command lines of the two Redis servers."""


def heed_hangups():
    """Tests that run under nohup inherit that SIGHUP is ignored, and the supervisor respects that."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Supervised:
    """A supervisor in a session of its own, so that every process that comes from it can be found."""

    def __init__(self, arguments, folder, root=supervisor.ROOT):
        self.file = folder / "output"
        with self.file.open("w") as output:
            self.process = children.start(
                [sys.executable, *arguments],
                cwd=root,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=heed_hangups,
            )

    @property
    def output(self):
        return self.file.read_text()

    def wait_for(self, text, times=1):
        def has_come():
            ended = self.process.poll() is not None
            come = self.output.count(text) >= times
            assert come or not ended, f"ended without {text!r}:\n{self.output}"
            return come

        wait_until(has_come, lambda: f"{text!r} has not come {times} times:\n{self.output}")

    def pid_of(self, name):
        """The process that a polite part reported last."""
        return int(self.output.rsplit(f"{name} | pid ", 1)[1].split()[0])

    def signal(self, number):
        self.process.send_signal(number)

    def status(self):
        return self.process.wait(PATIENCE_S)

    def session(self):
        """The processes of the session by id."""
        return {pid: process for pid, process in children.running().items() if process.session == self.process.pid}

    def find(self, words):
        """The part whose command line has ``words``: a child of the supervisor."""
        return next(
            pid
            for pid, process in self.session().items()
            if process.parent == self.process.pid and words in process.command
        )

    def find_all(self, words):
        """All processes of the session whose command line has ``words``."""
        return [pid for pid, process in self.session().items() if words in process.command]

    def end(self):
        """End whatever is still there, and wait for it: a killed server holds its port until it is gone. Some of it
        ends with its parent, before its turn comes.
        """
        for pid in self.session():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.leaves_nothing()

    def leaves_nothing(self):
        wait_until(lambda: not self.session(), lambda: f"left behind: {self.session()}")


@contextmanager
def whole_service(folder, port=None, root=supervisor.ROOT, **settings):
    """Faceoff as ``make run`` starts it in ``root``, with one AI worker and the data in ``folder``; its supervisor and
    its address.
    """
    port = port or free_port()
    with pytest.MonkeyPatch.context() as environment:
        for name in ("REDIS_URL", "QUEUE_REDIS_URL"):
            environment.delenv(name, raising=False)
        for name, value in {"FACEOFF_TRUST_LOOPBACK": "true", **settings}.items():  # the tests' own calls
            environment.setenv(name, value)
        arguments = ["-m", "faceoff", "run", "--port", str(port), "--data-dir", str(folder / "data"), "--workers", "1"]
        supervised = Supervised(arguments, folder, root)
    try:
        wait_until(lambda: "Faceoff is ready" in supervised.output, lambda: supervised.output, START_S)
        yield supervised, f"http://127.0.0.1:{port}"
    finally:
        supervised.end()
        for left in Path(IN_MEMORY).glob(f"faceoff-*-metrics-*-{port}"):  # where the supervisor was killed
            shutil.rmtree(left)
