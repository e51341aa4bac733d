"""Gunicorn's own log, in the form of ours: one JSON object per line, without the query of a request, of which a ticket
may be part.
"""

import logging
import re
from typing import Any, Final

from gunicorn.glogging import Logger

from service.telemetry.logs import JsonFormatter

_QUERY: Final = re.compile(r"\?[^\s'\"]+")


class JsonLog(Logger):  # type: ignore[misc]
    """What gunicorn says of its processes and of requests that fail outside the app."""

    def setup(self, cfg: Any) -> None:
        """Called once, with gunicorn's settings."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonFormatter())
            handler.addFilter(_cut_queries)


def _cut_queries(record: logging.LogRecord) -> bool:
    record.msg, record.args = _QUERY.sub("?...", record.getMessage()), ()
    return True
