"""Compressed responses for what is large and the same for everyone: the contract, the pages and what they load."""

from typing import Final

from flask import Flask, Response
from flask_compress import Compress

TYPES: Final = ("application/yaml", "text/html", "text/css", "text/javascript", "application/javascript", "text/markdown")
"""No JSON: answers hold secrets beside input of the caller, and their compressed length could reveal them."""


def register(app: Flask) -> None:
    """Compress responses of these types as the client accepts."""
    app.config |= {
        "COMPRESS_MIMETYPES": list(TYPES),
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_ALGORITHM_STREAMING": ["br"],
        "COMPRESS_STREAMING_ENDPOINT_CONDITIONAL": ["pages.web_file"],
        "COMPRESS_REGISTER": False,  # it would add Vary to every answer
    }
    compress = Compress(app)

    @app.after_request
    def shorten(response: Response) -> Response:
        if response.mimetype not in TYPES:
            return response
        body = response.response  # of a file, which Flask-Compress reads and does not close
        if hasattr(body, "close"):
            response.call_on_close(body.close)
        return compress.after_request(response)
