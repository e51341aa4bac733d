"""A worker of the API whose loop fails, or that cannot start a thread, on request."""

import errno
import os
import threading
from pathlib import Path

from service.ops.api_worker import ApiWorker


class FailingWorker(ApiWorker):
    """Its loop fails once when there is a file of the name ``FAILS_AT``; no thread starts while there is one of the
    name ``NO_THREAD``.
    """

    def run(self):
        start = threading.Thread.start

        def start_or_not(thread):
            if Path(os.environ["NO_THREAD"]).exists():
                raise RuntimeError("can't start new thread")
            start(thread)

        threading.Thread.start = start_or_not
        super().run()

    def murder_keepalived(self, force=False):
        super().murder_keepalived(force)
        if (sign := Path(os.environ["FAILS_AT"])).exists():
            sign.unlink()
            raise OSError(errno.EBADF, "as if the poller had been closed")
