"""The clock of Redis, which is that of the service. docs/adr/0049-one-clock.md says why."""

import logging
import time
from typing import Any

from service.model.timestamps import follow

log = logging.getLogger(__name__)


def now_of(client: Any) -> int:
    """The clock of Redis, in ms."""
    seconds, micros = client.time()
    return int(seconds) * 1000 + int(micros) // 1000


def set_clock(client: Any) -> None:
    """Set the clock of this process by that of Redis."""
    began = time.monotonic()
    if changed_ms := follow(now_of(client), 1000 * (time.monotonic() - began)):
        log.warning("this machine's clock is not that of Redis: times are set by %+.1f s", changed_ms / 1000)
