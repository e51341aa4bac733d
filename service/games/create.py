"""Creating a game, and joining one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines.api import Variant
from engines.names import default_name
from service.games.computers import MIDDLE_LEVEL, computer_in, computer_seat
from service.games.invitations import invited_seat, places_reserved
from service.games.once import FIRST, Attempt
from service.games.progress import start_if_ready
from service.games.seeds import NO_SEED, OwnSeed, promise
from service.games.update import Games, Repeated
from service.language import ENGLISH
from service.model import shuffles
from service.model.game import AI, BOT, OPEN, OPEN_SEAT, PERSON, Game, GameSettings, Seat
from service.model.problem import Problem, refused_by
from service.model.timestamps import now_ms, time_text
from service.model.tokens import (
    OWNER,
    SEAT,
    digest,
    is_join_code,
    join_code_digest,
    new_game_id,
    new_join_code,
    new_token,
    role_in,
)
from service.store.games import AlreadyCarriedOut, Overtaken
from service.store.history import Request


@dataclass(frozen=True)
class NewGame:
    """What a creator asks for."""

    variant: Variant
    preset: str | None = None
    """None: the variant's first preset."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options that differ from the preset's."""
    seats: Sequence[Mapping[str, Any]] = ()
    """One entry per seat, in order: ``kind`` and ``level``, ``rating``, ``style``, ``bot`` or ``name``. Empty: a person
    and computers.
    """
    public: bool = True
    settings: GameSettings = field(default_factory=GameSettings)
    promises: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of the seeds that are promised with the request, by contributor."""
    key_id: str | None = None
    open_to_all: bool = False
    """Whether anyone may take an open seat without the join code; only in a public game."""
    match_id: str | None = None
    """The match that it is a game of."""
    has_owner: bool = True
    """Whether its creator gets rights over the seats of others."""

    def with_seats(self, seats: Sequence[Mapping[str, Any]]) -> "NewGame":
        """The same game with these seats."""
        return replace(self, seats=seats)


@dataclass(frozen=True)
class Created:
    """A new game and its secrets, shown once."""

    game: Game
    tokens: dict[int, str]
    owner: str | None
    join_code: str | None


@dataclass(frozen=True)
class Joined:
    """A seat that was taken, and its token."""

    game: Game
    seat: int
    token: str


def create_game(
    games: Games, new: NewGame, attempt: Attempt = FIRST, fallback: dict[str, Any] | None = None
) -> Created:
    """Create a game; it starts at once unless a seat is open or a seed was promised.

    A repeated attempt returns the game that exists, with the same secrets.
    """
    with refused_by(new.variant):
        preset, options = new.variant.resolve_options(new.preset, new.options)
        state = new.variant.new_game(options)
    seats = _seats(games, new, int(state.seats()), attempt)
    if new.open_to_all and not (new.public and any(seat.kind == OPEN_SEAT for seat in seats)):
        detail = "open_to_all: only a public game with an open seat can be joined by anyone: give a seat of kind open"
        raise Problem("seats/invalid", detail, field="open_to_all")
    draw = attempt.draw
    game_id = new_game_id(draw)
    tokens = {
        number: new_token(game_id, draw, f"seat {number}") for number, seat in enumerate(seats) if seat.kind == PERSON
    }
    owner = new_token(game_id, draw, OWNER) if new.has_owner else None
    join_code = new_join_code(draw) if any(seat.kind == OPEN_SEAT for seat in seats) else None
    if attempt.is_done:
        return Created(games.load(game_id), tokens, owner, join_code)
    game = Game(
        id=game_id,
        variant_key=new.variant.key,
        rules_version=new.variant.rules_version,
        preset=preset,
        options=options,
        status=OPEN,
        seats=seats,
        public=new.public,
        created_at=time_text(now_ms()),
        seed=shuffles.new_seed(),
        tokens={digest(token): number for number, token in tokens.items()} | ({digest(owner): OWNER} if owner else {}),
        join_code=join_code_digest(game_id, join_code) if join_code else None,
        state=state,
        settings=new.settings,
        promises=dict(new.promises),
        given=sorted(tokens) if owner else [],
        key_id=new.key_id,
        open_to_all=new.open_to_all,
        fallback=fallback,
        match_id=new.match_id,
    )
    start_if_ready(game)
    with places_reserved(games.bots, game_id, seats):
        try:
            game = games.add(game, Request("create"))
        except (AlreadyCarriedOut, Overtaken):
            # an attempt that died after it had stored the game, or redis-py repeated the commit
            game = games.load(game_id)
            games.announce(game)
    return Created(game, tokens, owner, join_code)


def join_game(
    games: Games,
    game_id: str,
    code: str | None,
    name: str | None = None,
    seat: int | None = None,
    own_seed: OwnSeed = NO_SEED,
    attempt: Attempt = FIRST,
) -> Joined:
    """Take an open seat: ``seat``, or the first one. The game starts when no seat is open and no promised seed is
    missing.

    The join code is needed unless the game is open to all.

    A repeated attempt returns the seat that it took, unless its token was renewed since.
    """

    def may_join(game: Game) -> None:
        if code is None and not game.open_to_all:
            raise Problem("join/wrong_code", ENGLISH.phrase("code_needed", game=game.id), field="code")
        if code is not None and not is_join_code(game.id, code, game.join_code or ""):
            raise Problem(
                "join/wrong_code", ENGLISH.phrase("wrong_code", code=repr(code[:20]), game=game.id), field="code"
            )

    return take_seat(games, game_id, name, seat, own_seed, attempt, may_join)


def take_seat(
    games: Games,
    game_id: str,
    name: str | None = None,
    seat: int | None = None,
    own_seed: OwnSeed = NO_SEED,
    attempt: Attempt = FIRST,
    may_join: Callable[[Game], None] = lambda game: None,
) -> Joined:
    """Take an open seat of a game, unless ``may_join`` raises Problem."""
    token = new_token(game_id, attempt.draw)
    if attempt.is_done:
        return _joined_before(games.load(game_id), token)

    def take(game: Game) -> int:
        open_seats = [number for number, place in enumerate(game.seats) if place.kind == OPEN_SEAT]
        if game.join_code is None or not open_seats:
            raise Problem("join/no_open_seat", ENGLISH.phrase("no_seat_open", game=game.id))
        may_join(game)
        if seat is not None and seat not in open_seats:
            raise Problem(
                "join/no_open_seat",
                ENGLISH.phrase("seat_not_open", seat=seat, open=", ".join(map(str, open_seats))),
                field="seat",
            )
        number = open_seats[0] if seat is None else seat
        game.seats[number] = Seat(PERSON, name or default_name(number))
        game.tokens[digest(token)] = number
        game.events.append({"type": "seat_taken", "seat": number, "name": game.seats[number].name})
        promise(game, number, own_seed)
        if len(open_seats) == 1:
            game.join_code = game.fallback = None
            start_if_ready(game)
        return number

    try:
        joined = games.update(game_id, take, Request(f"join:{digest(token)[:32]}"))
    except Repeated as repeated:
        return _joined_before(repeated.game, token)
    return Joined(joined.game, joined.result, token)


def _joined_before(game: Game, token: str) -> Joined:
    """The seat that was taken with ``token``; raises Problem if the token was renewed since."""
    return Joined(game, role_in(game, token, SEAT), token)


def _seats(games: Games, new: NewGame, count: int, attempt: Attempt) -> list[Seat]:
    wanted, variant = new.seats, new.variant
    if not wanted:
        wanted = [{"kind": PERSON}, *[{"kind": AI, "level": MIDDLE_LEVEL}] * (count - 1)]
    if len(wanted) != count:
        raise Problem(
            "seats/invalid",
            f"seats: {len(wanted)} given; with these options {variant.key} has {count} seats",
            field="seats",
        )
    return [_seat(games, new, number, seat, attempt) for number, seat in enumerate(wanted)]


def _seat(games: Games, new: NewGame, number: int, wanted: Mapping[str, Any], attempt: Attempt) -> Seat:
    kind, name, bot, computer = wanted["kind"], wanted.get("name"), wanted.get("bot"), computer_in(wanted)
    here = f"seats[{number}]"
    if kind == BOT:
        where = f"{here}.bot"
        if bot is None or computer or name is not None:
            detail = f"{where}: a seat of kind bot needs the id of a bot, and has no name, level, rating or style"
            raise Problem("seats/invalid", detail, field=where)
        if attempt.is_done:  # the game exists, and perhaps not the bot any more
            return Seat(BOT, "", bot=bot)
        return invited_seat(games.bots, bot, new.variant, new.settings, where)
    if bot is not None:
        raise Problem("seats/invalid", f"{here}.bot: only a seat of kind bot has a bot", field=f"{here}.bot")
    if kind == AI:
        return computer_seat(new.variant, computer, f"{here}.", name)
    for given in computer:
        raise Problem("seats/invalid", f"{here}.{given}: only a seat of kind ai has a {given}", field=f"{here}.{given}")
    return Seat(kind, name or ("" if kind == OPEN_SEAT else default_name(number)))
