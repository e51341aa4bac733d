"""A worker of the API whose loop fails when it is told to."""

import errno
import os
from pathlib import Path

from service.ops.api_worker import ApiWorker


class FailingWorker(ApiWorker):
    """Its loop fails once when there is a file of the name ``FAILS_AT``."""

    def murder_keepalived(self, force=False):
        super().murder_keepalived(force)
        if (sign := Path(os.environ["FAILS_AT"])).exists():
            sign.unlink()
            raise OSError(errno.EBADF, "as if the poller had been closed")
