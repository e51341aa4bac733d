"""What people do with games: create, join, play, resign; and the computer's turn. No HTTP, no Redis words.

Every change loads the record, changes it and commits it; an overtaken commit is tried again on the newer record. So two
simultaneous choices both succeed, and whatever is acknowledged is stored.
"""

import hashlib
import logging
import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from ai import Decision, choose
from ai.levels import LEVELS, Level, level_by_number
from engines import VARIANTS
from engines.api import NO_SIDE, OVER, State, Variant
from engines.rng import Rng
from service import fairness, metrics
from service.problem import Problem
from service.record import ACTIVE, AI, DEFAULT_ABSENT_AFTER_S, FINISHED, OPEN, OPEN_SEAT, PERSON, GameRecord, Seat
from service.store import GameStore
from service.times import now_ms, parse_time_ms, time_text

log = logging.getLogger(__name__)

OWNER = "owner"
COMMIT_ATTEMPTS = 50
"""An overtaken commit means that somebody else got on; so many in a row do not happen with few seats."""
LAG_MS = 500
"""Waiting for a worker longer than this is overload."""
LEAST_EFFORT = 0.05
JOIN_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


T = TypeVar("T")


class Queue(Protocol):
    """Wakes a worker for a computer turn; losing the call costs a second, never a move."""

    def wake(self, game: GameRecord) -> None:
        """Ask for the turn that the game's version left due."""


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


@dataclass(frozen=True)
class AiTurn:
    """A computer's answer, thought out and carried out in ``game``, but not committed yet."""

    game: GameRecord
    request_id: str
    move: dict[str, Any]
    asked_ms: int
    level: int
    due_ms: int
    """When to commit it. As this does not hang on how long the thought took, neither does it tell what the computer holds."""


@dataclass(frozen=True)
class Played:
    """A move carried out at ``version``, now or by an earlier sending of the same request."""

    game: GameRecord
    version: int
    replayed: bool


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
        seed=fairness.new_seed(),
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


def new_game_id() -> str:
    """A name that nobody can guess: 100 random bits."""
    return "g_" + "".join(secrets.choice(ID_ALPHABET) for _ in range(20))


def find_variant(key: str) -> Variant:
    """The variant of this key; raises Problem ``variant/unknown``."""
    if key not in VARIANTS:
        raise Problem("variant/unknown", f"{key!r} is not a variant; known are {', '.join(VARIANTS)}", field="variant")
    return VARIANTS[key]


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


def find_level(number: int, where: str) -> Level:
    """The level of this number; raises Problem ``level/unknown`` naming the field."""
    level = level_by_number(number)
    if level is None:
        raise Problem("level/unknown", f"{where}: {number} is not a level; there are 1 to {len(LEVELS)}", field=where)
    return level


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


# -- playing


def play_move(store: GameStore, queue: Queue, game_id: str, seat: int, ply: int, move: Mapping[str, Any]) -> Played:
    """Answer the decision that ``ply`` names; the same move by the same seat at the same ply is its own retry."""
    request_id = f"{ply}:{seat}"
    for _ in range(COMMIT_ATTEMPTS):
        game, before = store.load_with(game_id, request_id)
        if before is not None:
            version, asked = before
            if asked["move"] == move:
                return Played(game, version, replayed=True)
            raise stale(game, seat, f"Your move of ply {ply} was another one: {asked['move']}.")
        require_active(game)
        require_own(game, seat)
        if ply != game.state.ply:
            raise stale(game, seat, f"ply: {ply} is not the present decision; that is {game.state.ply}.")
        require_asked(game, seat)
        actions = game.variant.codec.decode_move(game.state, seat, move)
        carry_out(game, seat, actions)
        committed = store.commit(game, request_id, {"move": move})
        if committed.replayed:
            return Played(store.load(game_id), committed.version, replayed=True)
        if committed.done:
            game.version = committed.version
            wake(queue, game)
            return Played(game, committed.version, replayed=False)
    raise _contended(game_id)


def resign(store: GameStore, queue: Queue, game_id: str, seat: int) -> GameRecord:
    """The seat gives up: its side loses."""

    def give_up(game: GameRecord) -> None:
        require_active(game)
        require_own(game, seat)
        game.events.append({"type": "resigned", "seat": seat})
        _finish(game, winner=1 - seat % 2, reason="resignation")

    return change(store, queue, game_id, "resign", give_up)[0]


def think(store: GameStore, game_id: str, pause: Callable[[Level], Callable[[], bool]], degraded: bool = False) -> AiTurn | None:
    """Work out the computer decision that is due; None if none is.

    ``pause(level)`` makes the function that the search calls between slices. ``degraded`` answers with the heuristic at once,
    when the level itself could not be served.
    """
    game = store.load(game_id)
    if game.ai is None:
        return None
    seat, ply = game.ai["seat"], int(game.state.ply)
    asked_ms = parse_time_ms(game.ai["since"])
    level = find_level(game.ai["level"], "level")
    lag_ms = now_ms() - asked_ms
    effort = 0.0 if degraded else budget_share(lag_ms) if game.has_people else 1.0
    served = quickest_level() if degraded else replace(level, simulations=math.ceil(level.simulations * effort))
    decision = decide(game, seat, served, pause(served))
    log.info("ai turn", extra={"game_id": game_id, "ply": ply, "level": level.number, "simulations": decision.simulations})
    metrics.AI_LAG.labels(level.number).observe(lag_ms / 1000)
    metrics.AI_SIMULATIONS.labels(level.number).observe(decision.simulations)
    move = game.variant.codec.encode_actions(game.state, seat, decision.actions)
    if level.simulations == 0 and not degraded:
        effort = 1.0  # such a level has no simulations that could be spared
    if effort < 1.0:
        metrics.AI_SHORTENED.inc()
        game.events.append({"type": "ai_degraded", "seat": seat, "level": level.number, "effort": round(effort, 2)})
    game.seats[seat].effort = round(effort, 2)
    carry_out(game, seat, decision.actions)
    due_ms = asked_ms + game.pace_ms if game.has_people and not degraded else asked_ms
    return AiTurn(game, f"{ply}:{seat}", move, asked_ms, level.number, due_ms)


def decide(game: GameRecord, seat: int, level: Level, pause: Callable[[], bool]) -> Decision:
    """Think for a seat that is asked, from what it may know. The same game, seat and level give the same decision."""
    metrics.AI_SEARCHES.inc()
    rng = Rng(fairness.decision_seed(game.id, game.seed, int(game.state.ply), seat))
    return choose(game.variant, game.variant.observe(game.state, seat), level, rng, pause)


def commit_turn(store: GameStore, turn: AiTurn) -> GameRecord:
    """Commit a computer's answer and return the game after it, or as it is if somebody else got on meanwhile."""
    committed = store.commit(turn.game, turn.request_id, {"move": turn.move})
    played = committed.done and not committed.replayed
    metrics.AI_TURNS.labels("played" if played else "overtaken").inc()
    if played:
        metrics.AI_ANSWER.labels(turn.level).observe((now_ms() - turn.asked_ms) / 1000)
        turn.game.version = committed.version
        return turn.game
    return store.load(turn.game.id)


def take_ai_turn(store: GameStore, game_id: str, pause: Callable[[Level], Callable[[], bool]], degraded: bool = False) -> GameRecord | None:
    """Play the computer decision that is due, now, and return the game after it; None if none is due."""
    turn = think(store, game_id, pause, degraded)
    return None if turn is None else commit_turn(store, turn)


def budget_share(lag_ms: int) -> float:
    """The share of its simulations that a computer gets which was kept waiting so long: a long queue makes for short thoughts."""
    return 1.0 if lag_ms <= LAG_MS else max(LEAST_EFFORT, LAG_MS / lag_ms)


def quickest_level() -> Level:
    """The strongest level that answers without a search, and never carelessly."""
    return replace(max((level for level in LEVELS if level.simulations == 0), key=lambda level: level.number), noise=0.0)


# -- who is asking


def digest(secret: str) -> str:
    """How tokens and codes are stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def role_of(game: GameRecord, token: str | None) -> int | str | None:
    """The seat of a token, OWNER, or None without a token; raises Problem for a token of elsewhere or of nobody.

    A private game answers everybody else as if it did not exist.
    """
    role = game.tokens.get(digest(token)) if token else None
    if role is not None:
        return role
    if not game.public:
        raise Problem("game/not_found", f"There is no game {game.id!r}, or it has expired, or it is private and you gave no token of it.")
    if not token:
        return None
    if token.partition(".")[0] != game.id and token.startswith("g_"):
        raise Problem("auth/foreign_token", f"This is a token of another game; game {game.id} knows its own only.")
    raise Problem(
        "auth/unknown_token", f"Game {game.id} does not know this token; send the one you were given when you created or joined it."
    )


def seat_of(game: GameRecord, token: str | None) -> int:
    """The seat of a token; raises Problem if it has none."""
    role = role_of(game, token)
    if role is None:
        raise Problem("auth/missing", "Send the token of your seat as Authorization: Bearer <token>.")
    if isinstance(role, str):
        raise Problem("auth/not_a_seat", "This is the owner's token; a seat's token is needed here.")
    return role


# -- pieces


def require_active(game: GameRecord) -> None:
    """Raise Problem unless the game is running."""
    if game.status == OPEN:
        awaited = "the seed that its creator has promised" if game.awaits_seed else "somebody to take the open seat"
        raise Problem("game/not_started", f"Game {game.id} waits for {awaited}.")
    if game.status != ACTIVE:
        raise Problem("game/over", f"Game {game.id} is {game.status}.")


def require_own(game: GameRecord, seat: int) -> None:
    """Raise Problem if a computer plays this person's seat by now."""
    if game.seats[seat].kind == AI:
        raise Problem("seat/handed_over", f"A computer plays seat {seat} now; with your token you can go on watching it.")


def require_asked(game: GameRecord, seat: int) -> None:
    """Raise Problem unless the game is running and ``seat`` may answer now."""
    require_active(game)
    if not game.state.may_act(seat):
        raise Problem("move/not_your_turn", f"Seat {seat} is not asked now; {_asked(game)}.", game=game, seat=seat)


def stale(game: GameRecord, seat: int, detail: str) -> Problem:
    """A move for a decision that is not, or no longer, the present one; its answer shows the present view."""
    return Problem("move/stale", detail, game=game, seat=seat)


def change(store: GameStore, queue: Queue, game_id: str, what: str, attempt: Callable[[GameRecord], T]) -> tuple[GameRecord, T]:
    """Load, attempt, commit, again if overtaken. The request id makes a commit whose answer was lost count once."""
    request_id = f"{what}:{secrets.token_hex(8)}"
    for _ in range(COMMIT_ATTEMPTS):
        game = store.load(game_id)
        result = attempt(game)
        committed = store.commit(game, request_id, None)
        if committed.done:
            game.version = committed.version
            wake(queue, game)
            return game, result
    raise _contended(game_id)


def _contended(game_id: str) -> RuntimeError:
    return RuntimeError(f"game {game_id}: overtaken {COMMIT_ATTEMPTS} times in a row")


def start_if_ready(game: GameRecord) -> None:
    """Start the game unless somebody, or the seed that its creator has promised, is still waited for."""
    if game.awaits_seed or any(seat.kind == OPEN_SEAT for seat in game.seats):
        return
    game.status = ACTIVE
    game.events.append({"type": "game_started"})
    _settle(game, asked_anew=True)


def carry_out(game: GameRecord, seat: int, actions: Sequence[int]) -> None:
    """Carry out one move, which may be several actions, and all chance that follows."""
    ply = int(game.state.ply)
    for action in actions:
        game.state.apply(seat, action)
    game.moves += 1
    _settle(game, asked_anew=game.state.ply != ply)


def _settle(game: GameRecord, asked_anew: bool) -> None:
    """Deal until somebody is asked; note the end of the game, or who is to move since when."""
    state = game.state
    game.shuffles += len(fairness.deal(state, game.id, game.shuffle_key, game.shuffles))
    if state.to_act() == OVER:
        _finish(game, *outcome(state))
        return
    if asked_anew:
        game.asked_at = time_text(now_ms())
    note_turns(game)


def outcome(state: State) -> tuple[int | None, str]:
    """The winning side, None for a draw, and the reason, of a game that has been played to its end."""
    winner = int(state.winner())
    if winner == NO_SIDE:
        return None, "draw"
    return winner, "score" if state.score(0) != state.score(1) else "shootout"  # only a shootout leaves the goals equal


def note_turns(game: GameRecord) -> None:
    """Note that a computer is to move, and until when the persons that are asked have time."""
    seat = _computer_to_move(game)
    game.ai = None if seat is None else {"seat": seat, "level": game.seats[seat].level, "since": time_text(now_ms())}
    game.deadline = None
    if game.time_limit_s is not None and game.asked_at is not None and persons_asked(game):
        game.deadline = time_text(parse_time_ms(game.asked_at) + 1000 * game.time_limit_s)


def end(game: GameRecord, status: str) -> None:
    """Nobody is asked any more."""
    game.status = status
    game.ai = game.asked_at = game.deadline = None


def _finish(game: GameRecord, winner: int | None, reason: str) -> None:
    end(game, FINISHED)
    game.result = {"winner": winner, "reason": reason, "score": [int(game.state.score(0)), int(game.state.score(1))]}
    game.events.append({"type": "game_finished", **game.result})


def _computer_to_move(game: GameRecord) -> int | None:
    """The computer seat that has to answer; none where one answer suffices and a person may give it."""
    asked = seats_to_act(game)
    computers = [seat for seat in asked if game.seats[seat].kind == AI]
    if not computers or (not game.state.waits_for_all() and len(computers) < len(asked)):
        return None
    return computers[0]


def seats_to_act(game: GameRecord) -> list[int]:
    """Every seat that may answer now."""
    if game.status != ACTIVE:
        return []
    return [seat for seat in range(len(game.seats)) if game.state.may_act(seat)]


def persons_asked(game: GameRecord) -> list[int]:
    """Every seat of a person that may answer now."""
    return [seat for seat in seats_to_act(game) if game.seats[seat].kind == PERSON]


def _asked(game: GameRecord) -> str:
    seats = seats_to_act(game)
    return f"seat {seats[0]} is" if len(seats) == 1 else f"seats {' and '.join(map(str, seats))} are"


def wake(queue: Queue, game: GameRecord) -> None:
    """Call a worker if a computer is to move."""
    if game.ai is not None:
        queue.wake(game)


def _new_token(game_id: str) -> str:
    """256 random bits behind the game's id, so that a token sent to another game can be told from a wrong one."""
    return f"{game_id}.{secrets.token_urlsafe(32)}"
