"""Tickets stand for a token once, for half a minute, where a token cannot be sent: a browser's EventSource knows no headers."""

import secrets
from typing import Final

from service.model.game import Game
from service.model.problem import Problem
from service.model.tokens import OWNER, digest, game_not_found, role_of
from service.store.interface import TicketStore

TICKET_S: Final = 30


def issue_ticket(tickets: TicketStore, game: Game, token: str | None) -> str:
    """A ticket for whoever holds ``token``, which must be one of the game's."""
    role = role_of(game, token)
    if role is None:
        raise Problem(
            "auth/missing", "Send a token of the game as Authorization: Bearer <token>; to watch a public game no ticket is needed."
        )
    ticket = f"t_{secrets.token_urlsafe(32)}"
    tickets.keep(game.id, digest(ticket), str(role), TICKET_S)
    return ticket


def redeem_ticket(tickets: TicketStore, game: Game, ticket: str) -> int | None:
    """The seat that the ticket lets look, None for the owner's; the ticket is used up."""
    role = tickets.take(game.id, digest(ticket))
    if role is None:
        if not game.public:
            raise game_not_found(game.id)
        raise Problem(
            "ticket/unknown", f"A ticket is good once, for {TICKET_S} s and one game; get another one for {game.id}.", field="ticket"
        )
    return None if role == OWNER else int(role)
