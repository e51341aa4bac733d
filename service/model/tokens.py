"""TODO service/model/tokens.py."""

import hashlib
import secrets

from service.model.game import GameRecord
from service.model.problem import Problem

OWNER = "owner"


ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


def new_game_id() -> str:
    """A name that nobody can guess: 100 random bits."""
    return "g_" + "".join(secrets.choice(ID_ALPHABET) for _ in range(20))


# -- who is asking


def digest(secret: str) -> str:
    """How tokens and codes are stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def role_of(game: GameRecord, token: str | None) -> int | str | None:
    """The seat of a token, OWNER, or None without a token; raises Problem for a token of elsewhere or of nobody.

    A private game answers everybody else as if it did not exist.
    """
    role = game.tokens.get(digest(token)) if token else None
    if role is not None:
        return role
    if not game.public:
        raise Problem("game/not_found", f"There is no game {game.id!r}, or it has expired, or it is private and you gave no token of it.")
    if not token:
        return None
    if token.partition(".")[0] != game.id and token.startswith("g_"):
        raise Problem("auth/foreign_token", f"This is a token of another game; game {game.id} knows its own only.")
    raise Problem(
        "auth/unknown_token", f"Game {game.id} does not know this token; send the one you were given when you created or joined it."
    )


def seat_of(game: GameRecord, token: str | None) -> int:
    """The seat of a token; raises Problem if it has none."""
    role = role_of(game, token)
    if role is None:
        raise Problem("auth/missing", "Send the token of your seat as Authorization: Bearer <token>.")
    if isinstance(role, str):
        raise Problem("auth/not_a_seat", "This is the owner's token; a seat's token is needed here.")
    return role


def _new_token(game_id: str) -> str:
    """256 random bits behind the game's id, so that a token sent to another game can be told from a wrong one."""
    return f"{game_id}.{secrets.token_urlsafe(32)}"
