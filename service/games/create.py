"""Creating a game, joining one, and being paired for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from msgspec import to_builtins

from engines.api import Variant
from engines.names import default_name
from service.games.computers import Computer, ReserveAiTime, free, ms_between_computers
from service.games.invitations import invited_seat, places_reserved
from service.games.play import NO_SEED, OwnSeed, promise, start_if_ready
from service.games.update import Games, Once, Repeated
from service.model import shuffles
from service.model.answer import Problem, refusal, refused_by, wrong_field
from service.model.callers import Caller
from service.model.events import SeatFilled, SeatTaken
from service.model.game import AI, BOT, OPEN, OPEN_SEAT, PERSON, Game, GameSettings, Role, Seat, Team
from service.model.levels import MIDDLE_LEVEL
from service.model.timestamps import left_ms, now_ms, time_text
from service.model.tokens import (
    OWNER,
    SEAT,
    digest,
    is_join_code,
    join_code_digest,
    new_id,
    new_join_code,
    new_token,
    role_in,
)
from service.store.games import AlreadyCarriedOut
from service.store.readable import Unreadable
from service.store.waiting import quick_set

MAX_WAIT_S: Final = 300
"""Longest wait for an opponent."""
MAX_PAIRINGS: Final = 10
"""Games that one call tries to join. Those that cannot be joined were aborted or have just begun with a computer."""


@dataclass(frozen=True)
class NewGame:
    """The settings of a new game."""

    variant: Variant
    preset: str | None = None
    """None: the variant's first preset."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options that differ from the preset's."""
    seats: Sequence[Mapping[str, Any]] = ()
    """One entry per seat, in order: ``kind`` and ``level``, ``rating``, ``character``, ``bot_id``, ``name``,
    ``team``. Empty: a person and computers.
    """
    public: bool = True
    settings: GameSettings = field(default_factory=GameSettings)
    promises: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of the seeds that are promised with the request, by contributor."""
    key_id: str | None = None
    joinable: bool = False
    """Whether anyone may take an open seat without the join code; only in a public game."""
    match_id: str | None = None
    """The match that it is a game of."""
    deal: str | None = None
    """The text of a prepared deal, which decides every card; only for at most one person against computers."""
    callers: Sequence[Caller] = ()
    """The identities for which it counts; none if its caller is not counted."""
    reserve_ai_time: ReserveAiTime = free
    has_owner: bool = True
    """Whether its creator gets rights over the seats of others."""


@dataclass(frozen=True)
class Seated:
    """A game with the secrets that a request gets, shown once."""

    game: Game
    tokens: dict[int, str]
    """By seat."""
    owner_token: str | None = None
    join_code: str | None = None

    @property
    def seat(self) -> int:
        """The first seat with a token."""
        return min(self.tokens)

    @property
    def token(self) -> str:
        """The token of that seat."""
        return self.tokens[self.seat]


def create_game(games: Games, new: NewGame, once: Once, wait_s: int = 0, computer: Computer | None = None) -> Seated:
    """Create a game; it starts at once unless a seat is open or a seed was promised. After ``wait_s`` ``computer``
    takes an open seat. A repeated request returns the existing game, with the same secrets.
    """
    games.store.agenda.look_if_needed()  # before the times of its waits
    with refused_by(new.variant):
        preset, options = new.variant.resolve_options(new.preset, new.options)
        state = new.variant.new_game(options)
    wanted = _wanted_seats(new, int(state.seats()))
    kinds = [seat["kind"] for seat in wanted]
    game_id = new_id("game", once.draw)
    persons = [number for number, kind in enumerate(kinds) if kind == PERSON]
    tokens = {number: new_token(game_id, once.draw, f"seat {number}") for number in persons}
    owner = new_token(game_id, once.draw, OWNER) if new.has_owner else None
    join_code = new_join_code(once.draw) if OPEN_SEAT in kinds else None
    roles: dict[str, Role] = {digest(token): number for number, token in tokens.items()}
    try:
        game = Game(
            id=game_id,
            variant_key=new.variant.key,
            rules_version=new.variant.rules_version,
            preset=preset,
            options=options,
            status=OPEN,
            seats=[_seat(games, new, number, seat) for number, seat in enumerate(wanted)],
            public=new.public,
            created_at=time_text(now_ms()),
            seed=shuffles.seed_of_deal(new.deal) if new.deal else shuffles.new_seed(),
            tokens=roles | ({digest(owner): OWNER} if owner else {}),
            join_code=join_code_digest(game_id, join_code) if join_code else None,
            state=state,
            untouched=True,
            settings=new.settings,
            promises=dict(new.promises),
            given=persons if owner else [],
            key_id=new.key_id,
            joinable=new.joinable,
            fallback={"at": time_text(now_ms() + 1000 * wait_s), **to_builtins(computer)} if wait_s else None,
            match_id=new.match_id,
            deal=new.deal,
        )
        if new.joinable and not (new.public and join_code):
            lacking = "a seat of kind open" if new.public else "public: true"
            detail = f"only a public game with an open seat can be joined by anyone: give {lacking}"
            raise wrong_field("seats/invalid", "joinable", detail)
        if new.deal and (len(persons) > 1 or {*kinds} - {PERSON, AI}):
            detail = "a prepared deal is for at most one person against computers: who knows its text knows the cards"
            raise wrong_field("seats/invalid", "deal", detail)
        start_if_ready(game)
        games.store.space.require()
        with (
            new.reserve_ai_time(ms_between_computers(new.variant, game.seats)),
            games.store.stock.counted(game_id, new.callers),
            places_reserved(games.store.bots, game_id, game.seats, new.callers),
        ):
            game = games.put(game, once.request)
        if game.joinable:
            games.store.waiting.offer(game)
        return Seated(game, tokens, owner, join_code)
    except (Problem, AlreadyCarriedOut) as refused:
        try:
            games.refuse(game_id, once.request, refused)
        except Repeated as repeated:
            once.repeats(repeated.before.payload)
            return Seated(repeated.game, tokens, owner, join_code)


def open_seats(game: Game, code: str | None, *, is_paired: bool = False) -> list[int]:
    """The open seats that who has this join code may take, at least one; raises Problem.

    The join code is needed unless the game is joinable, or the service has paired its players.
    """
    found = [number for number, place in enumerate(game.seats) if place.kind == OPEN_SEAT]
    if game.join_code is None or not found:
        raise refusal("join/no_open_seat", "no_seat_open", game=game.id)
    if code is None and not game.joinable and not is_paired:
        raise refusal("join/wrong_code", "code_needed", game=game.id, field="join_code")
    if code is not None and not is_join_code(game.id, code, game.join_code):
        raise refusal("join/wrong_code", "wrong_code", code=repr(code), game=game.id, field="join_code")
    return found


def join_game(
    games: Games,
    game_id: str,
    once: Once,
    code: str | None = None,
    name: str | None = None,
    team: Mapping[str, Any] | None = None,
    seat: int | None = None,
    own_seed: OwnSeed = NO_SEED,
    *,
    is_paired: bool = False,
) -> Seated:
    """Take an open seat: ``seat``, or the first one. The game starts when no seat is open and no promised seed is
    missing. ``code`` is the join code, see ``open_seats``.

    A repeated request returns the seat that it took, unless its token was renewed since.
    """
    token = new_token(game_id, once.draw)

    def take(game: Game) -> int:
        offered = open_seats(game, code, is_paired=is_paired)
        if seat is not None and seat not in offered:
            raise refusal(
                "join/no_open_seat", "seat_not_open", seat=seat, open=", ".join(map(str, offered)), field="seat"
            )
        number = offered[0] if seat is None else seat
        game.seats[number] = Seat(PERSON, name or default_name(number), team=Team.of(team))
        game.tokens[digest(token)] = number
        game.events.append(SeatTaken(seat=number, name=game.seats[number].name))
        promise(game, number, own_seed)
        if len(offered) == 1:
            game.join_code = game.fallback = None
            start_if_ready(game)
        return number

    try:
        joined = games.update(game_id, take, once.request)
    except Repeated as repeated:
        once.repeats(repeated.before.payload)
        return Seated(repeated.game, {role_in(repeated.game, token, SEAT): token})
    return Seated(joined.game, {joined.result: token})


# -- play now: two people who want the same game are paired, or after a time a computer takes the open seat


def play_now(
    games: Games,
    new: NewGame,
    once: Once,
    name: str | None,
    team: Mapping[str, Any] | None,
    wait_s: int,
    computer: Computer,
    own_seed: OwnSeed = NO_SEED,
) -> Seated:
    """Join a game of the same variant and options whose player waits, or create one.

    A new one is offered to others while its player follows it, until after ``wait_s`` seconds ``computer`` takes the
    seat (``service/store/waiting.py``).

    One script of the store takes a game or offers the new one, so that a game is taken once and two callers never wait
    for each other. It records which game it has found for the id of the caller's game, which is the same when the
    request is repeated. A new game that is not needed, because another began to wait at the same moment, is deleted.
    Such a game has no owner: of two strangers, neither has rights over the other's seat.
    """
    _, options = new.variant.resolve_options(new.preset, new.options)
    seats = int(new.variant.new_game(options).seats())
    if seats != 2:
        raise refusal("seats/invalid", "only_two_seats", variant=new.variant.key, seats=seats)
    computer.check(new.variant)  # refuses a wrong one now, not when the wait is over

    def create() -> Seated:
        """The caller's game, which waits for an opponent or starts against a computer at once."""
        person: dict[str, Any] = {"kind": PERSON, "name": name, "team": team}
        other = {"kind": OPEN_SEAT} if wait_s else {"kind": AI, **to_builtins(computer)}
        promises = {"0": own_seed.digest} if own_seed.digest else {}
        asked = replace(new, seats=[person, other], has_owner=False, promises=promises)
        return create_game(games, asked, once, wait_s, computer)

    offered, own_id = quick_set(new.variant.key, options), new_id("game", once.draw)
    own: Seated | None = None
    gone = ""
    for _ in range(MAX_PAIRINGS):
        found = games.store.waiting.pair(offered, own_id, own.game if own else None, gone, once.request is not None)
        if found == own_id:
            break
        if not found:
            own = create()
            continue
        try:
            joined = join_game(games, found, once, name=name, team=team, own_seed=own_seed, is_paired=True)
        except (Problem, Unreadable) as refused:
            if isinstance(refused, Problem) and refused.code not in ("join/no_open_seat", "game/not_found"):
                raise
            gone = found  # it has begun with a computer, was aborted, has expired, or cannot be read
            continue
        if own is not None:
            games.store.games.delete(own_id)
        return joined
    return own or create()


# -- the computer that takes the seat of an opponent who has not come


def fill_open_seat(game: Game) -> None:
    """Let a computer take the open seat of a quick game whose wait is over."""
    if game.fallback is None or left_ms(game.fallback["at"]) > 0:
        return
    for number, seat in enumerate(game.seats):
        if seat.kind == OPEN_SEAT:
            game.seats[number] = Computer(*map(game.fallback.get, ("level", "rating", "character"))).seat(game.variant)
            game.events.append(SeatFilled(seat=number, **game.seats[number].computer))
    game.fallback = game.join_code = None
    start_if_ready(game)


# -- parts of requests


def _wanted_seats(new: NewGame, count: int) -> Sequence[Mapping[str, Any]]:
    wanted = new.seats or [{"kind": PERSON}, *[{"kind": AI, "level": MIDDLE_LEVEL}] * (count - 1)]
    if len(wanted) != count:
        detail = f"{len(wanted)} given; with these options {new.variant.key} has {count} seats"
        raise wrong_field("seats/invalid", "seats", detail)
    return wanted


def _seat(games: Games, new: NewGame, number: int, wanted: Mapping[str, Any]) -> Seat:
    kind, name, bot, here = wanted["kind"], wanted.get("name"), wanted.get("bot_id"), f"seats[{number}]"
    team = Team.of(wanted.get("team"))
    computer = Computer.of(wanted, f"{here}.")
    if kind == BOT:
        where = f"{here}.bot_id"
        if bot is None or computer != Computer() or name is not None or team is not None:
            detail = "a seat of kind bot needs the id of a bot, and has no name, team, level, rating or character"
            raise wrong_field("seats/invalid", where, detail)
        return invited_seat(games.store.bots, bot, new.variant, new.settings, where)
    if bot is not None:
        raise wrong_field("seats/invalid", f"{here}.bot_id", "only a seat of kind bot has a bot_id")
    if kind == AI:
        computer.check(new.variant, f"{here}.")
        return computer.seat(new.variant, name, team)
    for given in to_builtins(computer):
        raise wrong_field("seats/invalid", f"{here}.{given}", f"only a seat of kind ai has a {given}")
    return Seat(kind, name or ("" if kind == OPEN_SEAT else default_name(number)), team=team)
