"""TODO service/games/create.py."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ai.levels import LEVELS
from engines.api import Variant
from service.games.catalogue import find_level, find_variant
from service.games.play import Queue, change, start_if_ready, wake
from service.model import shuffles
from service.model.game import AI, DEFAULT_ABSENT_AFTER_S, OPEN, OPEN_SEAT, PERSON, GameRecord, Seat
from service.model.problem import Problem
from service.model.timestamps import now_ms, time_text
from service.model.tokens import OWNER, _new_token, digest, new_game_id
from service.store.games import GameStore

JOIN_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


@dataclass(frozen=True)
class Created:
    """A new game and its secrets, shown once."""

    game: GameRecord
    tokens: dict[int, str]
    owner: str
    join_code: str | None


@dataclass(frozen=True)
class Joined:
    """A seat taken, and its token."""

    game: GameRecord
    seat: int
    token: str


# -- creating and joining


def create_game(
    store: GameStore,
    queue: Queue,
    variant_key: str,
    preset: str | None,
    options: Mapping[str, Any] | None,
    seats: Sequence[Mapping[str, Any]],
    public: bool,
    pace_ms: int = 0,
    *,
    time_limit_s: int | None = None,
    absent_after_s: int = DEFAULT_ABSENT_AFTER_S,
    expire_after_s: int | None = None,
    seed_digest: str | None = None,
    key_id: str | None = None,
) -> Created:
    """Make a game; it starts at once unless a seat is open or its creator has promised a seed."""
    variant = find_variant(variant_key)
    preset_name, complete = variant.resolve_options(preset, options)
    state = variant.new_game(complete)
    places = _seats(variant, int(state.seats()), seats)
    game_id = new_game_id()
    tokens = {number: _new_token(game_id) for number, seat in enumerate(places) if seat.kind == PERSON}
    owner = _new_token(game_id)
    has_open_seat = any(seat.kind == OPEN_SEAT for seat in places)
    join_code = "".join(secrets.choice(JOIN_ALPHABET) for _ in range(8)) if has_open_seat else None
    game = GameRecord(
        id=game_id,
        variant_key=variant.key,
        rules_version=variant.rules_version,
        preset=preset_name,
        options=complete,
        status=OPEN,
        seats=places,
        public=public,
        created_at=time_text(now_ms()),
        seed=shuffles.new_seed(),
        tokens={digest(token): number for number, token in tokens.items()} | {digest(owner): OWNER},
        join_code=digest(join_code) if join_code else None,
        state=state,
        pace_ms=pace_ms,
        time_limit_s=time_limit_s,
        absent_after_s=absent_after_s,
        expire_after_s=expire_after_s,
        seed_digest=seed_digest,
        key_id=key_id,
    )
    start_if_ready(game)
    game.version = store.commit(game, "create", None).version
    if public:
        store.list_public(game)
    wake(queue, game)
    return Created(game, tokens, owner, join_code)


def _seats(variant: Variant, count: int, wanted: Sequence[Mapping[str, Any]]) -> list[Seat]:
    if not wanted:  # the plain wish to play: one person against computers of the middle level
        wanted = [{"kind": PERSON}, *[{"kind": AI, "level": len(LEVELS) // 2}] * (count - 1)]
    if len(wanted) != count:
        raise Problem("seats/invalid", f"seats: {len(wanted)} given; with these options {variant.key} has {count} seats", field="seats")
    return [_seat(number, seat) for number, seat in enumerate(wanted)]


def _seat(number: int, wanted: Mapping[str, Any]) -> Seat:
    kind, level, name = wanted["kind"], wanted.get("level"), wanted.get("name")
    where = f"seats[{number}]"
    if kind != AI:
        if level is not None:
            raise Problem("seats/invalid", f"{where}.level: only a seat of kind ai has a level", field=f"{where}.level")
        return Seat(kind, name or ("" if kind == OPEN_SEAT else f"Player {number + 1}"))
    if level is None:
        raise Problem("seats/invalid", f"{where}.level: a seat of kind ai needs a level, 1 to {len(LEVELS)}", field=f"{where}.level")
    return Seat(kind, name or find_level(level, f"{where}.level").name, level)


def join_game(
    store: GameStore, queue: Queue, game_id: str, code: str, name: str | None, seat: int | None, client_seed: str | None = None
) -> Joined:
    """Take an open seat, the first one or the one named, with the join code; the last one taken starts the game.

    The seed of whoever joins enters the shuffles: the service's own was committed to when the game was made.
    """
    token = _new_token(game_id)

    def take(game: GameRecord) -> int:
        open_seats = [number for number, place in enumerate(game.seats) if place.kind == OPEN_SEAT]
        if game.join_code is None or not open_seats:
            raise Problem("join/no_open_seat", f"No seat of game {game.id} is open.")
        if not secrets.compare_digest(digest(code.strip().upper()), game.join_code):
            raise Problem("join/wrong_code", f"{code[:20]!r} is not the join code of game {game.id}.", field="code")
        if seat is not None and seat not in open_seats:
            raise Problem("join/no_open_seat", f"seat: {seat} is not open; open are {open_seats}", field="seat")
        number = open_seats[0] if seat is None else seat
        game.seats[number] = Seat(PERSON, name or f"Player {number + 1}")
        game.tokens[digest(token)] = number
        game.events.append({"type": "seat_taken", "seat": number, "name": game.seats[number].name})
        if client_seed is not None:
            game.client_seeds[str(number)] = client_seed
        if len(open_seats) == 1:
            game.join_code = None
            start_if_ready(game)
        return number

    game, number = change(store, queue, game_id, "join", take)
    return Joined(game, number, token)
