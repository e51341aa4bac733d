"""Tokens: their form, how they are stored, and the role that each one gives in a game."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Final, Literal, overload

from service.model.answer import Problem, refusal
from service.model.events import TokenRenewed
from service.model.game import Game, Role

OWNER: Final = "owner"
SEAT: Final = "seat"
MEMBER: Final = "member"
"""A player with a seat, or the owner."""
VIEWER: Final = "viewer"
"""Anyone; a token, if there is one, must be the game's."""
ID_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
JOIN_ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that cannot be confused with each other."""


Draw = Callable[[str], bytes]
"""Gives 32 secret bytes for a purpose."""


def at_random(purpose: str) -> bytes:
    """New random bytes at every call."""
    return secrets.token_bytes(32)


def derived(secret: bytes, salt: str) -> Draw:
    """Bytes derived from ``secret``, ``salt`` and the purpose: the same at every call, unknown without the secret."""
    return lambda purpose: hmac.digest(secret, f"{salt}\n{purpose}".encode(), "sha256")


def _text(drawn: bytes, alphabet: str, length: int) -> str:
    """``length`` characters from 32 bytes; uniform up to one part in 2**150."""
    number, found = int.from_bytes(drawn), ""
    for _ in range(length):
        number, index = divmod(number, len(alphabet))
        found += alphabet[index]
    return found


def new_id(kind: str, draw: Draw = at_random, length: int = 20) -> str:
    """The id of a new game, match, bot or other thing, random or derived. It begins with the first letter of its kind.

    20 characters carry 100 bits and cannot be guessed.
    """
    return f"{kind[0]}_{_text(draw(kind), ID_ALPHABET, length)}"


def new_join_code(draw: Draw = at_random) -> str:
    """A code that people can read to each other: 12 characters in groups, 59 bits."""
    drawn = _text(draw("join code"), JOIN_ALPHABET, 12)
    return "-".join(drawn[at : at + 4] for at in range(0, 12, 4))


def new_token(owner_id: str, draw: Draw = at_random, purpose: str = "token") -> str:
    """The id of the game or bot and 256 bits. The id distinguishes a token of another game from a wrong one."""
    return f"{owner_id}.{base64.urlsafe_b64encode(draw(purpose)).rstrip(b'=').decode()}"


def digest(secret: str) -> str:
    """SHA-256 in hex: how tokens and codes are stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def join_code_digest(game_id: str, code: str) -> str:
    """The stored form of a join code: with the game's id, so that a copy of Redis has to be searched for the code of
    each game separately.
    """
    without_groups = "".join(code.upper().replace("-", "").split())
    return digest(f"{game_id} {without_groups}")


def is_join_code(game_id: str, code: str, stored: str) -> bool:
    """True if the code of a game is the stored one, however it is spelt."""
    return secrets.compare_digest(join_code_digest(game_id, code), stored)


def game_not_found(game_id: str) -> Problem:
    """The same refusal for games that do not exist, have expired, or are private without a token."""
    return refusal("game/not_found", "game_not_found", game=repr(game_id))


SeatIn = Callable[[Game], int]
"""The seat of the sender of a request, in this version of a game; raises Problem if the sender has none in it."""
RoleIn = Callable[[Game], Role]
"""The same for a sender who may also be the owner."""


@overload
def role_in(game: Game, token: str | None, needs: Literal["seat"]) -> int: ...
@overload
def role_in(game: Game, token: str | None, needs: Literal["owner", "member"]) -> Role: ...
@overload
def role_in(game: Game, token: str | None, needs: Literal["viewer"]) -> Role | None: ...
def role_in(game: Game, token: str | None, needs: Literal["seat", "owner", "member", "viewer"]) -> Role | None:
    """The seat of a token in a game, or OWNER; None for a viewer without a token.

    Raises Problem if the token is unknown, belongs to another game, or does not have the required role. A private game
    is refused as if it did not exist.
    """
    role = game.tokens.get(digest(token)) if token else None
    if role is None:
        if not game.public:
            raise game_not_found(game.id)
        if not token:
            if needs == VIEWER:
                return None
            raise refusal("auth/missing", _SEND[needs])
        if token.partition(".")[0] != game.id and token.startswith("g_"):
            raise refusal("auth/foreign_token", "foreign_token", game=game.id)
        raise refusal("auth/unknown_token", "unknown_token", game=game.id)
    if needs == SEAT and role == OWNER:
        raise refusal("auth/not_a_seat", "token_of_owner")
    if needs == OWNER and role != OWNER:
        raise refusal("auth/not_the_owner", "token_of_seat")
    return role


def set_token(game: Game, role: Role, token: str) -> None:
    """Replace the token of a seat or the owner."""
    game.tokens = {known: other for known, other in game.tokens.items() if other != role} | {digest(token): role}
    if role != OWNER:
        game.events.append(TokenRenewed(seat=role))


_SEND: Final = {SEAT: "send_seat_token", OWNER: "send_owner_token", MEMBER: "send_token"}
"""The phrase that asks for a token."""
