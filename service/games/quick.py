"""Play now: two people who want the same game are paired; after a time that the caller gives, a computer takes the open
seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from service.games.computers import computer_seat, seat_of
from service.games.create import Created, NewGame, create_game, take_seat
from service.games.once import FIRST, Attempt
from service.games.progress import start_if_ready
from service.games.seeds import NO_SEED, OwnSeed
from service.games.update import Games
from service.language import ENGLISH
from service.model.game import AI, OPEN, OPEN_SEAT, PERSON, Game
from service.model.problem import Problem
from service.model.timestamps import is_over, now_ms, parse_time_ms, time_text
from service.model.tokens import digest, new_game_id
from service.store.history import dump_payload

MAX_WAIT_S: Final = 300
MAX_PAIRINGS: Final = 10
"""Games that one call tries to join. Those that cannot be joined were aborted or have just begun with a computer."""


@dataclass(frozen=True)
class Quick:
    """A game for the caller, and the token of the caller's seat."""

    game: Game
    seat: int
    token: str


def play_now(
    games: Games,
    new: NewGame,
    name: str | None,
    wait_s: int,
    computer: Mapping[str, Any],
    attempt: Attempt = FIRST,
    own_seed: OwnSeed = NO_SEED,
) -> Quick:
    """Join a waiting game of the same variant and options, or create one that waits ``wait_s`` seconds for an opponent.

    After that ``computer`` takes the seat: the fields that ``service.games.computers`` reads.

    One script of the store takes a waiting game or lets the new one wait, so that a game is taken once and two callers
    never wait for each other. A game that the caller no longer needs, because another began to wait in the same moment,
    is deleted. Such a game has no owner: of two who meet by chance, neither has a right over the other's seat. A
    repeated attempt returns the game that the first one joined or created, with the same secrets.
    """
    _, options = new.variant.resolve_options(new.preset, new.options)
    seats = int(new.variant.new_game(options).seats())
    if seats != 2:
        raise Problem("seats/invalid", ENGLISH.phrase("only_two_seats", variant=new.variant.key, seats=seats))
    computer_seat(new.variant, computer)  # refuses a wrong one now, not when the wait is over
    group = digest(f"{new.variant.key} {dump_payload(options)}")
    ask = _Ask(games, new, name, wait_s, computer, attempt, own_seed)
    before = ask.found_before() if attempt.note else None
    if isinstance(before, Quick):
        return before
    own = before
    for _ in range(MAX_PAIRINGS):
        waiting = games.store.waiting.pair(group, own.game.id if own else "", _until_ms(own.game) if own else 0)
        if own is not None and waiting == own.game.id:  # it waited already, and does so again after the next call
            continue
        joined = ask.join(waiting) if waiting else None
        if joined is not None:
            if own is not None:
                games.store.games.delete(own.game.id)
            return joined
        if not waiting:
            if own is not None or not wait_s:
                break
            own = ask.create()
    return _quick(own or ask.create())


@dataclass(frozen=True)
class _Ask:
    """What the caller wants, and how far an earlier attempt got. Its note is the id of the game that it was about to
    join or create.
    """

    games: Games
    new: NewGame
    name: str | None
    wait_s: int
    computer: Mapping[str, Any]
    attempt: Attempt
    own_seed: OwnSeed

    def create(self) -> Created:
        """A game that waits for an opponent, or is played against a computer at once."""
        person: dict[str, Any] = {"kind": PERSON} | ({} if self.name is None else {"name": self.name})
        other = {"kind": OPEN_SEAT} if self.wait_s else {"kind": AI, **self.computer}
        fallback = {"at": time_text(now_ms() + 1000 * self.wait_s), **self.computer} if self.wait_s else None
        self.attempt.keep_note(new_game_id(self.attempt.draw))
        promises = {"0": self.own_seed.digest} if self.own_seed.digest else {}
        new = replace(self.new, seats=[person, other], has_owner=False, promises=promises)
        return create_game(self.games, new, self.attempt, fallback)

    def join(self, game_id: str) -> Quick | None:
        """Take the open seat; None if that is no longer possible."""
        self.attempt.keep_note(game_id)
        try:
            return self._take_seat(game_id)
        except Problem:
            return None

    def found_before(self) -> Quick | Created | None:
        """The game of an earlier attempt; None if it died before it had one. Raises Problem if the token was renewed
        since.

        A game of its own that an attempt left open is returned as created: it may have died before it let the game
        wait.
        """
        if self.attempt.note == new_game_id(self.attempt.draw):
            own = self.create()
            return own if own.game.status == OPEN and own.game.fallback and not self.attempt.is_done else _quick(own)
        return self._take_seat(self.attempt.note) if self.attempt.is_done else self.join(self.attempt.note)

    def _take_seat(self, game_id: str) -> Quick:
        joined = take_seat(self.games, game_id, self.name, own_seed=self.own_seed, attempt=self.attempt)
        return Quick(joined.game, joined.seat, joined.token)


def _quick(own: Created) -> Quick:
    return Quick(own.game, 0, own.tokens[0])


def _until_ms(game: Game) -> int:
    return 0 if game.fallback is None else parse_time_ms(game.fallback["at"])


# -- the computer that takes the seat of an opponent who has not come


class _NotWaiting(Exception):
    """A player has joined, or the game was aborted."""


def fill_open_seat(games: Games, game: Game) -> Game:
    """Let a computer take the open seat of a quick game whose wait is over, and return the game after that."""

    def seat_computer(game: Game) -> None:
        if game.status != OPEN or game.fallback is None or not is_over(_until_ms(game), 1000 * MAX_WAIT_S):
            raise _NotWaiting
        for number, seat in enumerate(game.seats):
            if seat.kind == OPEN_SEAT:
                game.seats[number] = seat_of(game.fallback)
                game.events.append({"type": "seat_filled", "seat": number, **game.seats[number].computer})
        game.fallback = game.join_code = None
        start_if_ready(game)

    if game.fallback is None:
        return game
    try:
        return games.update(game.id, seat_computer).game
    except _NotWaiting:
        return games.load(game.id)
