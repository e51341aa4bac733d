"""Compressed responses for what is large and holds no secret: the contract, pages and what they load, variants, cards,
records.

Views and moves are not compressed, because some hold tokens, and all hold hidden cards, beside names that others chose:
the length could reveal them. Event streams are, with noise: docs/adr/0024-compressed-streams.md.
"""

from typing import Final

from flask import Flask, Response
from flask_compress import Compress

TYPES: Final = (
    *(
        "application/yaml",
        "application/json",
        "application/x-ndjson",
        "text/plain",
        "text/html",
        "text/css",
        "text/markdown",
    ),
    *("text/javascript", "application/javascript", "image/svg+xml"),
)


_compress: Final = Compress()


def compressed(response: Response) -> Response:
    """A response of these types, compressed as the client accepts."""
    return _compress.after_request(response)


def register(app: Flask) -> None:
    """Set how responses are compressed."""
    app.config |= {
        "COMPRESS_MIMETYPES": list(TYPES),
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        # from here on it looks for distant repetitions: 7 % less than level 4 in about the same time
        "COMPRESS_BR_LEVEL": 5,
        "COMPRESS_REGISTER": False,  # it would add Vary to every answer
    }
    _compress.init_app(app)
