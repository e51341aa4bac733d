"""Matches: levels or settings against each other on mirrored deals, in slices on workers. No HTTP, no Redis words.

``ai.arena`` plays and counts, so the figures are those of the arena for the same seed. A slice ends after about a second, or at the
next decision when a person or a suggestion waits; a game in the middle is put down, and whoever comes next goes on with it.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

from ai.arena import Game, Match, Play, begin_pair, elo, pair_seed, shuffle_of
from ai.levels import RANDOM, Level
from engines import VARIANTS
from engines.api import CHANCE, OVER
from service.games.catalogue import find_level, find_variant
from service.model.problem import Problem
from service.store.tasks import CANCELLED, DONE, FAILED, MatchStore, Task
from service.tasks.suggestions import GIVE_WAY_EVERY_S, Bounds, ReserveAiTime, check_amount

MAX_ATTEMPTS: Final = 3
SLICE_S: Final = 1.0
TEND_EVERY_S: Final = 0.5
LOOK_EVERY_S: Final = 0.05
PLAYERS: Final = ("first", "second")
GAMES_OF_A_PAIR: Final = 2
CUSTOM: Final = "custom"


class Queue(Protocol):
    """Wakes workers for matches; a call that is lost is made up for."""

    def call_match(self, match_id: str, call: int, chain: int, link: int) -> None:
        """Ask for a slice of the match. Each chain of slices occupies one worker; ``link`` tells a slice from the one before."""

    def is_match_waiting(self, match_id: str, call: int, chains: int) -> bool:
        """Whether a slice of this call still waits for a worker."""

    def is_urgent(self) -> bool:
        """Whether somebody waits who comes first."""

    def serve_people(self) -> None:
        """Play one turn that a person waits for, here and now."""


class Unwanted(Exception):
    """The match was cancelled, or is finished, while a worker played."""


# -- asking


@dataclass(frozen=True)
class Desk:
    """Where matches are taken on."""

    store: MatchStore
    queue: Queue
    bounds: Bounds
    reserve_ai_time: ReserveAiTime
    max_pairs: int
    chains: int
    """Workers that one match occupies at once."""


def start_match(desk: Desk, body: Mapping[str, Any], holder: str, caller: str) -> Task:
    """Take on a match of ``pairs`` mirrored pairs, ``first`` against ``second``, in a variant with its preset and options.

    How many decisions it takes nobody knows: it reserves the time of one decision of each player in every game.
    """
    variant = find_variant(body["variant"])
    preset, options = variant.resolve_options(body.get("preset"), body.get("options"))
    players = [player(body[name], name, desk.bounds) for name in PLAYERS]
    if body["pairs"] > desk.max_pairs:
        raise Problem("match/invalid", f"pairs: {body['pairs']} is more than this service allows, {desk.max_pairs}", field="pairs")
    request = {
        "variant": variant.key,
        "preset": preset,
        "options": options,
        "players": [asdict(level) for level in players],
        "pairs": body["pairs"],
        "seed": body["seed"],
        "chains": min(desk.chains, body["pairs"]),
    }
    with desk.reserve_ai_time(GAMES_OF_A_PAIR * body["pairs"] * sum(level.cap_ms for level in players)):
        match = desk.store.open(request, holder, caller)
    _call(desk.queue, match)
    return match


def player(wanted: Mapping[str, Any], where: str, bounds: Bounds) -> Level:
    """The player of a level, or of settings; level 0 plays at random."""
    if "level" in wanted:
        if len(wanted) > 1:
            others = " and ".join(name for name in wanted if name != "level")
            raise Problem("match/invalid", f"{where}: a level has no {others}; give either a level or settings", field=where)
        level = RANDOM if wanted["level"] == RANDOM.number else find_level(wanted["level"], f"{where}.level")
        check_amount(f"{where}.level", level.simulations, bounds.simulations)
        return level
    if not wanted:
        raise Problem("match/invalid", f"{where}: nothing is said of this player; give a level, or simulations", field=where)
    simulations = wanted.get("simulations", 0)
    check_amount(f"{where}.simulations", simulations, bounds.simulations)
    return Level(
        RANDOM.number,
        CUSTOM,
        "",
        simulations=simulations,
        noise=float(wanted.get("noise", 0.0)),
        counts_cards=wanted.get("counts_cards", True),
        exact=wanted.get("exact", False),
        cap_ms=bounds.think_ms if simulations else RANDOM.cap_ms,
    )


def cancel(store: MatchStore, match: Task) -> Task:
    """Stop playing; what is finished stays. A match that has ended stays as it is."""
    store.close(match, CANCELLED)
    return store.load(match.id)


# -- in the worker


def play_slice(store: MatchStore, queue: Queue, match_id: str, call: int, chain: int, link: int) -> None:
    """Play pairs of the match for about a second, then call for the next slice of this chain."""
    if not store.tend(match_id) or (match := store.find(match_id)) is None:
        return
    if match.calls != call:  # taken for dead, and called again since
        return
    watch = _Watch(store, queue, match_id)
    try:
        while not watch.ends_slice():
            pair = store.claim_pair(match_id, match.request["pairs"])
            if pair is None:  # other chains play the rest, and end the match
                return
            _play_pair(store, match, pair, watch)
            if store.count_results(match_id) == match.request["pairs"]:
                store.close(match, DONE)
                return
    except Unwanted:
        return
    if store.tend(match_id, got_on=True):
        queue.call_match(match_id, call, chain, 1 - link)


class _Watch:
    """The clock of one slice: says in time that somebody is at work, and when it is enough."""

    def __init__(self, store: MatchStore, queue: Queue, match_id: str) -> None:
        self._store = store
        self._queue = queue
        self._match_id = match_id
        self._began = self._tended = self._looked = self._gave_way = time.monotonic()
        self._is_urgent = False
        self.pair = 0

    def ends_slice(self) -> bool:
        """Whether the time is up or somebody waits who comes first."""
        now = time.monotonic()
        if now - self._looked > LOOK_EVERY_S:
            self._looked = now
            self._is_urgent = self._queue.is_urgent()
        return self._is_urgent or now - self._began >= SLICE_S

    def pause(self) -> bool:
        """What a search calls between slices: never ends it, or the figures would not be those of the seed. Raises Unwanted.

        Gives way to people in games meanwhile.
        """
        now = time.monotonic()
        if now - self._gave_way > GIVE_WAY_EVERY_S:
            self._queue.serve_people()
            self._gave_way = time.monotonic()
        if now - self._tended > TEND_EVERY_S:
            self._tended = now
            self._store.keep_pair(self._match_id, self.pair)
            if not self._store.tend(self._match_id):
                raise Unwanted(self._match_id)
        return False


def _play_pair(store: MatchStore, match: Task, pair: int, watch: _Watch) -> None:
    """Play a pair, from where it was put down, until it is finished or the slice ends."""
    watch.pair = pair
    plays = _plays(match.request, pair)
    half = store.half_played(match.id, pair)
    for play, dumped in zip(plays, half or (), strict=False):
        play.resume(dumped)
    for play in plays:
        while not play.is_over:
            play.decide(watch.pause)
            watch.pause()
            if watch.ends_slice() and not plays[1].is_over:
                store.put_down(match.id, pair, [play.dump() for play in plays])
                return
    games = [play.game() for play in plays]
    store.finish_pair(match.id, pair, [[game.points, game.goals] for game in games], [play.moves for play in plays])


def _plays(request: Mapping[str, Any], pair: int) -> tuple[Play, Play]:
    levels = [Level(**level) for level in request["players"]]
    return begin_pair(request["variant"], request["options"], levels, request["seed"], pair)


# -- looking after


def look_after_matches(store: MatchStore, queue: Queue) -> None:
    """Call again for every match whose workers or calls are gone; after a few times without a step forward it has failed."""
    for match_id in store.overdue():
        if not store.claim(match_id):
            continue
        match = store.find(match_id)
        if match is None or queue.is_match_waiting(match_id, match.calls, match.request["chains"]):
            continue
        if match.attempts >= MAX_ATTEMPTS:
            store.close(match, FAILED)
        else:
            _call(queue, store.call_again(match))


def _call(queue: Queue, match: Task) -> None:
    for chain in range(match.request["chains"]):
        queue.call_match(match.id, match.calls, chain, 0)


# -- what it came to


def figures(results: Mapping[int, Any]) -> dict[str, Any] | None:
    """What the pairs finished so far come to, as the arena counts; None without any."""
    if not results:
        return None
    match = Match(tuple((_game(first), _game(second)) for first, second in results.values()))
    games = match.games
    low, high = match.interval
    return {
        "games": len(games),
        "wins": sum(game.points == 1.0 for game in games),
        "draws": sum(game.points == 0.5 for game in games),
        "losses": sum(game.points == 0.0 for game in games),
        "points": {"mean": match.points, "low": low, "high": high},
        "elo": {"mean": elo(match.points), "low": elo(low), "high": elo(high)},
        "goal_difference": match.goal_difference,
    }


def _game(result: Sequence[Any]) -> Game:
    return Game(*result)


def game_lines(store: MatchStore, match: Task) -> Iterator[str]:
    """The finished games as lines of JSON, with all that is needed to play them again."""
    for pair, results in store.results(match.id).items():
        for number, (result, moves) in enumerate(zip(results, store.moves(match.id, pair), strict=True)):
            yield json.dumps(game_record(match.request, pair, number, _game(result), moves), separators=(",", ":")) + "\n"


def game_record(request: Mapping[str, Any], pair: int, first_side: int, game: Game, played: Sequence[Sequence[int]]) -> dict[str, Any]:
    """One game: its shuffles and moves are found by playing it again."""
    variant = VARIANTS[request["variant"]]
    seed = pair_seed(request["seed"], pair)
    state = variant.new_game(request["options"])
    shuffles: list[list[int]] = []
    moves: list[dict[str, Any]] = []
    coming = iter(played)
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            shuffles.append(shuffle_of(seed, len(shuffles), int(state.shuffle_needed())))
            state.deal_order(shuffles[-1])
            continue
        seat, *actions = next(coming)
        moves.append({"seat": seat, "ply": int(state.ply), "move": variant.codec.encode_actions(state, seat, actions)})
        for action in actions:
            state.apply(seat, action)
    return {
        "variant": variant.key,
        "rules_version": variant.rules_version,
        "options": request["options"],
        "pair": pair,
        "first_side": first_side,
        "points": game.points,
        "goals": game.goals,
        "score": [int(state.score(0)), int(state.score(1))],
        "seed": seed,
        "shuffles": shuffles,
        "moves": moves,
    }
