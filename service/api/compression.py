"""Compressed responses for what is large and the same for everyone: the contract, the pages and what they load."""

from typing import Final

from flask import Flask, Response
from flask_compress import Compress

TYPES: Final = ("application/yaml", "text/html", "text/css", "text/javascript", "application/javascript", "text/markdown", "image/svg+xml")
"""No JSON: answers hold secrets beside input of the caller, and their compressed length could reveal them."""


def register(app: Flask) -> None:
    """Compress responses of these types as the client accepts."""
    app.config |= {
        "COMPRESS_MIMETYPES": list(TYPES),
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_REGISTER": False,  # it would add Vary to every answer
    }
    compress = Compress(app)

    @app.after_request
    def shorten(response: Response) -> Response:
        return compress.after_request(response) if response.mimetype in TYPES else response
