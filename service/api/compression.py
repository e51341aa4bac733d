"""Compressed responses for what is large and changes only with a release: the contract, pages, what they load, variants and cards.

The answers of games are not compressed: they hold secrets beside input of the caller, and their compressed length could reveal them.
"""

from typing import Final

from flask import Flask, Response, g
from flask_compress import Compress

TYPES: Final = (
    *("application/yaml", "application/json", "text/html", "text/css", "text/javascript", "application/javascript", "text/markdown"),
    "image/svg+xml",
)


def register(app: Flask) -> None:
    """Compress what `lasting` has marked, if it is of these types, as the client accepts."""
    app.config |= {
        "COMPRESS_MIMETYPES": list(TYPES),
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_REGISTER": False,  # it would add Vary to every answer
    }
    compress = Compress(app)

    @app.after_request
    def shorten(response: Response) -> Response:
        return compress.after_request(response) if g.get("is_lasting") else response
