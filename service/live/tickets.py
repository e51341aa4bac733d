"""Tickets replace a token once, for 30 seconds, where a token cannot be sent: a browser's EventSource cannot set headers."""

import secrets
from typing import Final

from service.model.game import Game
from service.model.problem import Problem
from service.model.tokens import OWNER, digest, game_not_found, role_of
from service.store.interface import TicketStore

TICKET_S: Final = 30


def issue_ticket(tickets: TicketStore, game: Game, token: str | None) -> str:
    """A ticket for the role of ``token``, which must be a token of the game."""
    role = role_of(game, token)
    if role is None:
        raise Problem(
            "auth/missing", "Send a token of the game as Authorization: Bearer <token>; to watch a public game no ticket is needed."
        )
    ticket = f"t_{secrets.token_urlsafe(32)}"
    tickets.keep(game.id, digest(ticket), str(role), TICKET_S)
    return ticket


def redeem_ticket(tickets: TicketStore, game: Game, ticket: str) -> int | None:
    """The seat of the ticket, None for the owner's. The ticket cannot be used again."""
    role = tickets.take(game.id, digest(ticket))
    if role is None:
        if not game.public:
            raise game_not_found(game.id)
        raise Problem(
            "ticket/unknown", f"A ticket can be used once, within {TICKET_S} s, for one game; get a new one for {game.id}.", field="ticket"
        )
    return None if role == OWNER else int(role)
