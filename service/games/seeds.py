"""Seeds of players in the shuffles: promised as digests when a seat is taken, revealed when all seats are.

Everyone who gives a seed is bound to it before another one is known, and the service before that, so that none can
choose a seed for the cards that result. A game in which a promised seed is missing is called off: who reveals last can
prevent a game, not choose its cards (docs/adr/0053-promised-seeds.md).
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from service.games.progress import end, require_not_over, start_if_ready
from service.games.update import Games, Unchanged
from service.language import ENGLISH
from service.model import shuffles
from service.model.events import Aborted, SeedGiven, SeedMissing
from service.model.game import ABORTED, Game, Role
from service.model.problem import Problem
from service.model.timestamps import now_ms, parse_time_ms
from service.model.tokens import RoleIn, SeatIn


@dataclass(frozen=True)
class OwnSeed:
    """The seed of who takes a seat: promised by its digest, or given at once."""

    digest: str | None = None
    seed: str | None = None

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Self:
        """What a request says."""
        return cls(body.get("seed_digest"), body.get("client_seed"))


NO_SEED: Final = OwnSeed()


def promise(game: Game, who: Role, own: OwnSeed) -> None:
    """Note the promise of a contributor, a seat or the owner. A seed that is given at once is a promise that is kept at
    once.
    """
    if own.seed is not None:
        game.client_seeds[str(who)] = own.seed
        game.promises[str(who)] = shuffles.seed_digest(own.seed)
    elif own.digest is not None:
        game.promises[str(who)] = own.digest


def promise_again(games: Games, game: Game, seat_in: SeatIn, own: OwnSeed) -> Game:
    """Promise a seed in a rematch that waits for the promises of its players, or do without one."""

    def take(game: Game) -> None:
        seat = seat_in(game)
        if not game.takes_promises:  # too late: others may have been shown all promises
            raise Unchanged
        game.promises.pop(str(seat), None)
        promise(game, seat, own)
        _ask_for_seeds(game)

    return games.changed(game.id, take) if game.takes_promises else game


def _ask_for_seeds(game: Game) -> None:
    """Ask for the seeds as soon as no other one may be promised."""
    if not game.takes_promises:
        game.asked_at = None
        start_if_ready(game)


def reveal(games: Games, game_id: str, member_in: RoleIn, seed: str) -> Game:
    """Reveal the seed that a member of the game has promised; it starts unless a seat is open or another seed is
    missing.
    """

    def take(game: Game) -> None:
        who = member_in(game)
        promised = game.promises.get(str(who))
        if promised is None:
            raise Problem("seed/not_promised", ENGLISH.phrase("seed_not_promised", game=game.id))
        if not secrets.compare_digest(shuffles.seed_digest(seed), promised):
            raise Problem(
                "seed/mismatch", f"client_seed: its SHA-256 is not the promised {promised}", field="client_seed"
            )
        if str(who) in game.client_seeds:
            raise Unchanged
        require_not_over(game)
        game.client_seeds[str(who)] = seed
        game.events.append(SeedGiven(by=str(who)))
        start_if_ready(game)

    return games.changed(game_id, take)


def call_off_late(game: Game) -> None:
    """Abort the game if the time for promised seeds is over.

    A rematch for whose promises the time is over goes on with those that were made: nothing is known yet that could be
    used.
    """
    if game.seeds_due is None or parse_time_ms(game.seeds_due) > now_ms():
        return
    if game.takes_promises:
        game.promises = {who: promised for who, promised in game.promises.items() if promised is not None}
        _ask_for_seeds(game)
        return
    game.events += [SeedMissing(by=who) for who in game.missing_seeds]
    game.events.append(Aborted())
    end(game, ABORTED)
