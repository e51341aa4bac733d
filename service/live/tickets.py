"""Tickets replace a token in the address of an event stream, because a browser's EventSource cannot send headers.

EventSource connects to the same address again whenever a stream ends, so a ticket can be used again: for one game, with what its token
may see, for a bounded time. The store has only its digest. A token that is no longer valid takes its tickets with it.
"""

import secrets
from dataclasses import dataclass

from service.language import ENGLISH
from service.live.streams import longest_life_s
from service.model.game import Game
from service.model.problem import Problem
from service.model.timestamps import now_ms
from service.model.tokens import digest, game_not_found, role_of
from service.store.interface import TicketStore


@dataclass(frozen=True)
class Tickets:
    """The tickets of all games."""

    store: TicketStore
    life_s: int
    """How long a ticket can open a stream, after its creation and after each stream."""
    max_life_s: int
    """The same at most, however often it is used."""
    stream_s: int
    """Usual life of a stream."""

    @property
    def first_life_s(self) -> int:
        """How long a new ticket is valid unless it is used."""
        return min(self.life_s, self.max_life_s)

    def issue(self, game: Game, token: str | None) -> str:
        """A ticket that replaces ``token``, which must be a token of the game."""
        if role_of(game, token) is None or token is None:
            raise Problem("auth/missing", ENGLISH.said("send_ticket_token"))
        ticket = f"t_{secrets.token_urlsafe(32)}"
        self.store.keep(game.id, digest(ticket), digest(token), self.first_life_s, now_ms() + 1000 * self.max_life_s)
        return ticket

    def viewer(self, game: Game, ticket: str) -> int | None:
        """The seat whose view the ticket gives, None for the owner's; raises Problem if it is not valid. This use prolongs it."""
        token_digest = self.store.use(game.id, digest(ticket), self.life_s + longest_life_s(self.stream_s))
        role = game.tokens.get(token_digest) if token_digest else None
        if role is None:
            if not game.public:
                raise game_not_found(game.id)
            detail = ENGLISH.said("ticket_unknown", game=game.id)
            raise Problem("ticket/unknown", detail, field="ticket")
        return None if isinstance(role, str) else role
