"""Logs: one JSON object per line on standard error, with facts as fields. They never contain a card or a token."""

import json
import logging
import os
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from service.model.timestamps import now_ms, time_text

if TYPE_CHECKING:  # workers log too, and do not load Flask
    from flask import Request, Response

log = logging.getLogger(__name__)

FIELDS: Final = (
    "game_id",
    "ply",
    "version",
    "simulations",
    "attempt",
    "ms",
    "status",
    "method",
    "path",
    "request_id",
)
caused_by: ContextVar[str] = ContextVar("caused_by", default="")
"""The id of the request that this thread serves, or that led to the computer turn it plays."""


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": time_text(now_ms()),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if caused_by.get():
            entry.setdefault("request_id", caused_by.get())
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry)


def configure_logging() -> None:
    """Send the log of this process to standard error, at the level of ``FACEOFF_LOG_LEVEL``."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=os.environ.get("FACEOFF_LOG_LEVEL", "WARNING").upper(), handlers=[handler], force=True)


def log_request(request: "Request", response: "Response", began: float) -> None:
    """Log one request: its method, path and status; no body, no query and no header."""
    if not log.isEnabledFor(logging.INFO):
        return
    fields = {
        "method": request.method,
        "path": request.path,
        "status": response.status_code,
        "ms": round((time.monotonic() - began) * 1000, 1),
    }
    log.info("request", extra=fields | {"request_id": response.headers["X-Request-Id"]})
