"""By what a tool's caller names its seat in a game: never by the seat's token, which a model would read and repeat."""

import base64
import hashlib
from collections import Counter
from typing import NamedTuple, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV


class Seat(NamedTuple):
    """A game and the token of one of its seats: all that its tools need."""

    game_id: str
    token: str


class Seats(Protocol):
    """Names of seats."""

    def named(self, seat: Seat, variant: str) -> str:
        """A name for a seat in a game of a variant."""

    def replaced(self, name: str, seat: Seat) -> str:
        """The name of a seat that has a new token; the one before is no longer valid."""

    def find(self, name: str) -> Seat:
        """The seat of a name. Raises KeyError if nothing has it."""


class KeptSeats:
    """Short names, such as ``hockey-1``, of seats whose tokens stay in this process: for one caller."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}
        self._counts = Counter[str]()

    def named(self, seat: Seat, variant: str) -> str:
        self._counts[variant] += 1
        return self.replaced(f"{variant}-{self._counts[variant]}", seat)

    def replaced(self, name: str, seat: Seat) -> str:
        self._seats[name] = seat
        return name

    def find(self, name: str) -> Seat:
        return self._seats[name]


class SealedSeats:
    """Names that contain the seat, encrypted and authenticated: only servers with the secret can read them, and nothing
    is stored. AES-SIV needs no nonce: the same seat has the same name.
    """

    def __init__(self, secret: bytes) -> None:
        self._cipher = AESSIV(hashlib.sha512(secret).digest())

    def named(self, seat: Seat, variant: str) -> str:
        # a token begins with the id of its game, unless the game is a rematch
        text = seat.token if seat.token.startswith(f"{seat.game_id}.") else f"{seat.token} {seat.game_id}"
        return base64.urlsafe_b64encode(self._cipher.encrypt(text.encode(), None)).decode().rstrip("=")

    def replaced(self, name: str, seat: Seat) -> str:
        return self.named(seat, "")

    def find(self, name: str) -> Seat:
        try:
            sealed = base64.b64decode(name + "=" * (-len(name) % 4), altchars=b"-_", validate=True)
            text = self._cipher.decrypt(sealed, None).decode()
        except (ValueError, InvalidTag):
            raise KeyError(name) from None
        token, _, game_id = text.partition(" ")
        return Seat(game_id or token.partition(".")[0], token)
