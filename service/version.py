"""The version of Faceoff: of the package, of the service at /version, and of the contract."""

from typing import Final

VERSION: Final = "0.1.0"
