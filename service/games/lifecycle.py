"""The course of a game beside its moves: aborted, played again, a seat handed to a computer, a seed handed in, time that runs out."""

import logging
import secrets
from dataclasses import replace

from ai.levels import LEVELS
from service.games import catalogue, play
from service.games.play import Queue
from service.model import shuffles, tokens
from service.model.game import ABORTED, AI, FINISHED, OPEN, PERSON, GameRecord, Seat, persons_asked
from service.model.problem import Problem
from service.model.timestamps import now_ms, parse_time_ms, time_text
from service.model.tokens import OWNER
from service.store.games import GameStore

log = logging.getLogger(__name__)


def require_owner(game: GameRecord, token: str | None) -> None:
    """Raise Problem unless the token is that of the game's owner."""
    role = tokens.role_of(game, token)
    if role is None:
        raise Problem("auth/missing", "Send the owner's token, given when the game was created, as Authorization: Bearer <token>.")
    if role != OWNER:
        raise Problem(
            "auth/not_the_owner", "This is the token of a seat; the owner's token, given when the game was created, is needed here."
        )


# -- abort and rematch


def abort(store: GameStore, queue: Queue, game_id: str, *, by_operator: bool = False) -> GameRecord:
    """Call the game off before its first move, or, for an operator, at any time; nobody wins."""

    def call_off(game: GameRecord) -> None:
        if game.is_over:
            raise Problem("game/over", f"Game {game.id} is {game.status}.")
        if game.moves and not by_operator:
            raise Problem("abort/too_late", f"Game {game.id} has its first move behind it: a seat can resign, but nobody can abort it.")
        play.end(game, ABORTED)
        game.join_code = None
        game.events.append({"type": "aborted"})

    return play.change(store, queue, game_id, "abort", call_off)[0]


def rematch(store: GameStore, queue: Queue, game_id: str, seat: int) -> tuple[GameRecord, int, bool]:
    """The same game once more with the sides exchanged: the new game, the caller's seat there, and whether this call made it.

    There is one rematch of a game, whoever asks, and however often. Everybody moves on by one seat and keeps the token, so nothing
    secret has to be handed round. The old game learns the id first: should this process die in between, the next call goes on.
    """
    new_id = tokens.new_game_id()

    def name_it(game: GameRecord) -> None:
        if game.status != FINISHED:
            raise Problem("rematch/not_finished", f"Game {game.id} is {game.status}; a rematch follows a finished game.")
        if game.rematch is None:
            game.rematch = new_id
            game.events.append({"type": "rematch", "game": new_id, "seat": seat})

    old = store.load(game_id)
    if old.rematch is None:
        old, _ = play.change(store, queue, game_id, "rematch", name_it)
    assert old.rematch is not None
    seat_there = _moved_on(old, seat)
    made = _rematch_of(old, old.rematch, seat)
    committed = store.commit(made, "create", seat)
    if not committed.done or committed.replayed:
        return store.load(old.rematch), seat_there, False
    made.version = committed.version
    if made.public:
        store.list_public(made)
    play.wake(queue, made)
    return made, seat_there, True


def _moved_on(game: GameRecord, seat: int) -> int:
    """The seat of the rematch: partners stay partners, the sides change."""
    return (seat + 1) % len(game.seats)


def _rematch_of(old: GameRecord, new_id: str, asking: int) -> GameRecord:
    """A new game of the same people. A computer that has taken over a seat stays, unless its player is the one who asks."""
    seats = [replace(seat, budget_fraction=None) for seat in old.seats]
    if seats[asking].kind == AI:
        seats[asking] = Seat(PERSON, seats[asking].name)
    exchanged = seats[-1:] + seats[:-1]
    roles = {token: role if isinstance(role, str) else _moved_on(old, role) for token, role in old.tokens.items()}
    tokens = {token: role for token, role in roles.items() if isinstance(role, str) or exchanged[role].kind == PERSON}
    game = GameRecord(
        id=new_id,
        variant_key=old.variant_key,
        rules_version=old.variant.rules_version,
        preset=old.preset,
        options=old.options,
        status=OPEN,
        seats=exchanged,
        public=old.public,
        created_at=time_text(now_ms()),
        seed=shuffles.new_seed(),
        tokens=tokens,
        join_code=None,
        state=old.variant.new_game(old.options),
        pace_ms=old.pace_ms,
        time_limit_s=old.time_limit_s,
        absent_after_s=old.absent_after_s,
        expire_after_s=old.expire_after_s,
        rematch_of=old.id,
        key_id=old.key_id,
    )
    play.start_if_ready(game)
    return game


# -- absent players


def hand_over(store: GameStore, queue: Queue, game_id: str, seat: int, by: int | str, level: int | None) -> GameRecord:
    """A computer goes on playing a person's seat: its own player may say so at any time, others when it has been absent too long."""
    chosen = catalogue.find_level(len(LEVELS) // 2 if level is None else level, "level")

    def take_over(game: GameRecord) -> None:
        play.require_active(game)
        _require_person(game, seat)
        if by != seat:
            _require_absent(game, seat)
        game.events.append({"type": "seat_taken_over", "seat": seat, "level": chosen.number, "by": by})
        game.seats[seat] = Seat(AI, game.seats[seat].name, chosen.number)
        play.note_turns(game)

    return play.change(store, queue, game_id, "hand_over", take_over)[0]


def _require_person(game: GameRecord, seat: int) -> None:
    if not 0 <= seat < len(game.seats):
        raise Problem("seat/not_found", f"Game {game.id} has no seat {seat}; there are 0 to {len(game.seats) - 1}.")
    if game.seats[seat].kind != PERSON:
        raise Problem("seat/not_a_person", f"Seat {seat} is a computer's already.")


def _require_absent(game: GameRecord, seat: int) -> None:
    if seat not in persons_asked(game) or game.asked_at is None:
        raise Problem("seat/not_absent", f"Seat {seat} is not asked now, so nobody waits for it.")
    left_ms = parse_time_ms(game.asked_at) + 1000 * game.absent_after_s - now_ms()
    if left_ms > 0:
        raise Problem(
            "seat/not_absent",
            f"Seat {seat} has been asked since {game.asked_at}; it counts as absent after {game.absent_after_s} s, "
            f"in {-(-left_ms // 1000)} s.",
        )


# -- seeds of the players


def give_seed(store: GameStore, queue: Queue, game_id: str, client_seed: str) -> GameRecord:
    """Hand in the seed that the creator has promised; the game starts unless a seat is open."""

    def take(game: GameRecord) -> None:
        _require_promised(game, client_seed)
        if game.status != OPEN:
            raise Problem("game/over", f"Game {game.id} is {game.status}.")
        game.client_seeds[shuffles.OWNER_SEED] = client_seed
        game.events.append({"type": "seed_given"})
        play.start_if_ready(game)

    game = store.load(game_id)
    _require_promised(game, client_seed)
    if shuffles.OWNER_SEED in game.client_seeds:  # sent again
        return game
    return play.change(store, queue, game_id, "seed", take)[0]


def _require_promised(game: GameRecord, client_seed: str) -> None:
    if game.seed_digest is None:
        raise Problem("seed/not_promised", f"Game {game.id} was created without seed_digest: it waits for no seed.")
    if not secrets.compare_digest(shuffles.seed_digest(client_seed), game.seed_digest):
        raise Problem("seed/mismatch", f"client_seed: its SHA-256 is not the promised {game.seed_digest}", field="client_seed")
