"""Tickets, which open the stream of a game in a browser.

A ticket replaces a token in the address of a game's stream, because a browser's EventSource cannot send headers. It
connects to the same address again whenever a stream ends, so a ticket can be used again: for one game, with the rights
of its token, until the time in the ticket. Nothing is stored: a ticket is that time and an HMAC of game and time, whose
key is the digest of the token that it replaces. It is valid only as long as its token.
docs/adr/0052-tickets-are-computed.md
"""

import base64
import hmac
import re
from typing import Final

from service.model.answer import refusal
from service.model.game import Game
from service.model.timestamps import now_ms
from service.model.tokens import game_not_found

_FORM: Final = re.compile(r"t_([0-9a-f]{8})_[\w-]{43}", re.ASCII)


def new_ticket(game: Game, token_digest: str, life_s: int) -> str:
    """A ticket that replaces a token of the game."""
    return _ticket(game.id, token_digest, f"{now_ms() // 1000 + life_s:08x}")


def token_of_ticket(game: Game, ticket: str) -> str:
    """The digest of the token that a ticket replaces; raises Problem if the ticket or its token is not valid."""
    found = _FORM.fullmatch(ticket)
    if found and int(found[1], 16) > now_ms() // 1000:
        for token_digest in game.tokens:
            if hmac.compare_digest(_ticket(game.id, token_digest, found[1]), ticket):
                return token_digest
    if not game.public:
        raise game_not_found(game.id)
    raise refusal("ticket/unknown", "ticket_unknown", game=game.id, field="ticket")


def _ticket(game_id: str, token_digest: str, until: str) -> str:
    """The ticket for a game until ``until``, seconds since 1970 in 8 hexadecimal digits."""
    proof = hmac.digest(token_digest.encode(), f"ticket\n{game_id}\n{until}".encode(), "sha256")
    return f"t_{until}_{base64.urlsafe_b64encode(proof).rstrip(b'=').decode()}"
