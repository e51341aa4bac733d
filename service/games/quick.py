"""Play now: two people who want the same game are paired; after a time that the caller gives, a computer takes the open
seat.
"""

from dataclasses import replace
from typing import Any, Final

from msgspec import to_builtins

from service.games.computers import Computer
from service.games.create import NewGame, Seated, create_game, take_seat
from service.games.once import Once
from service.games.progress import start_if_ready
from service.games.seeds import NO_SEED, OwnSeed
from service.games.update import Games, Unchanged
from service.language import ENGLISH
from service.model.events import SeatFilled
from service.model.game import AI, OPEN, OPEN_SEAT, PERSON, Game
from service.model.problem import Problem
from service.model.timestamps import is_over, now_ms, parse_time_ms, time_text
from service.model.tokens import digest, new_game_id
from service.store.history import dump_payload

MAX_WAIT_S: Final = 300
MAX_PAIRINGS: Final = 10
"""Games that one call tries to join. Those that cannot be joined were aborted or have just begun with a computer."""


def play_now(
    games: Games,
    new: NewGame,
    once: Once,
    name: str | None,
    wait_s: int,
    computer: Computer,
    own_seed: OwnSeed = NO_SEED,
) -> Seated:
    """Join a waiting game of the same variant and options, or create one that waits ``wait_s`` seconds for an opponent.

    After that ``computer`` takes the seat.

    One script of the store takes a waiting game or lets the new one wait, so that a game is taken once and two callers
    never wait for each other. It remembers which game it has found for the id of the caller's own game, which is the
    same when the request is repeated. An own game that is not needed, because another began to wait in the same moment,
    is deleted. Such a game has no owner: of two who meet by chance, neither has a right over the other's seat.
    """
    _, options = new.variant.resolve_options(new.preset, new.options)
    seats = int(new.variant.new_game(options).seats())
    if seats != 2:
        raise Problem("seats/invalid", ENGLISH.phrase("only_two_seats", variant=new.variant.key, seats=seats))
    computer.check(new.variant)  # refuses a wrong one now, not when the wait is over
    group = digest(f"{new.variant.key} {dump_payload(options)}")

    def create() -> Seated:
        """The own game, which waits for an opponent or is played against a computer at once."""
        person: dict[str, Any] = {"kind": PERSON} | ({} if name is None else {"name": name})
        other = {"kind": OPEN_SEAT} if wait_s else {"kind": AI, **to_builtins(computer)}
        fallback = {"at": time_text(now_ms() + 1000 * wait_s), **to_builtins(computer)} if wait_s else None
        promises = {"0": own_seed.digest} if own_seed.digest else {}
        return create_game(
            games, replace(new, seats=[person, other], has_owner=False, promises=promises), once, fallback
        )

    own_id = new_game_id(once.draw)
    own: Seated | None = None
    gone, wait_ms = "", None if wait_s else 0
    for _ in range(MAX_PAIRINGS):
        found = games.store.find_waiting(group, own_id, wait_ms, gone, once.request is not None)
        if found == own_id:
            break
        if not found:
            own = create()
            wait_ms = max(0, _until_ms(own.game) - now_ms())
            continue
        try:
            joined = take_seat(games, found, once, name, own_seed=own_seed)
        except Problem as problem:
            if problem.code not in ("join/no_open_seat", "game/not_found"):
                raise
            gone = found
            continue  # it has begun with a computer, was aborted, or has expired
        if own is not None:
            games.store.games.delete(own_id)
        return joined
    return own or create()


def _until_ms(game: Game) -> int:
    return 0 if game.fallback is None else parse_time_ms(game.fallback["at"])


# -- the computer that takes the seat of an opponent who has not come


def fill_open_seat(games: Games, game: Game) -> Game:
    """Let a computer take the open seat of a quick game whose wait is over, and return the game after that."""

    def seat_computer(game: Game) -> None:
        if game.status != OPEN or game.fallback is None or not is_over(_until_ms(game), 1000 * MAX_WAIT_S):
            raise Unchanged
        for number, seat in enumerate(game.seats):
            if seat.kind == OPEN_SEAT:
                game.seats[number] = Computer.of(game.fallback).seat()
                game.events.append(SeatFilled(seat=number, **game.seats[number].computer))
        game.fallback = game.join_code = None
        start_if_ready(game)

    if game.fallback is None:
        return game
    return games.changed(game.id, seat_computer)
