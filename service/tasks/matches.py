"""Matches: two computers play many games on mirrored deals, in slices on workers. No HTTP, no Redis words.

``ai.arena`` plays and counts, so the result is that of the arena for the same seed. A slice ends after about a second,
or at the next decision when a person or a suggestion waits. An unfinished pair is saved as a checkpoint, from which any
worker continues.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Annotated, Any, Final, Literal, Protocol

from msgspec import Meta

from ai.arena import Game, Match, Play, begin_pair, pair_seed, shuffle_of
from ai.intervals import elo
from ai.levels import RANDOM, Player
from engines import VARIANTS
from engines.api import CHANCE, OVER, Variant
from service.games.catalogue import find_variant
from service.games.computers import computer_name, find_computer, in_style
from service.model.answer import Answer, Count, Interval, Move, PackPlace, Positive, Score, VariantKey, to_json
from service.model.problem import Problem, refused_by
from service.store.tasks import CANCELLED, DONE, MatchStore, Task
from service.tasks.slices import SliceClock, TaskClosed, Urgent, look_after
from service.tasks.suggestions import Bounds, ReserveAiTime, check_amount

PLAYERS: Final = ("first", "second")
GAMES_OF_A_PAIR: Final = 2
CUSTOM: Final = "custom"
"""Name of a player that is not a level."""


class Queue(Urgent, Protocol):
    """Wakes workers for matches. A lost call is repeated when the match is overdue."""

    def call_match(self, match_id: str, call: int, chain: int, link: int) -> None:
        """Queue a slice of the match; ``call`` is its re-queue count.

        Each chain of slices occupies one worker; ``link`` distinguishes a slice from the one before.
        """

    def is_match_waiting(self, match_id: str, call: int, chains: int) -> bool:
        """Whether a slice of that call still waits for a worker."""


# -- requests


@dataclass(frozen=True)
class Matches:
    """The matches of this service: their store, the queue that wakes workers, and what one of them may cost."""

    store: MatchStore
    queue: Queue
    bounds: Bounds
    reserve_ai_time: ReserveAiTime
    max_pairs: int
    chains: int
    """Workers that one match occupies at once."""

    def check_pairs(self, pairs: int) -> None:
        """Raise Problem if a match may not have this many pairs."""
        if pairs > self.max_pairs:
            raise Problem(
                "match/invalid", f"pairs: {pairs} is more than this service allows, {self.max_pairs}", field="pairs"
            )


@dataclass(frozen=True)
class Creator:
    """Who creates a match."""

    client_id: str
    """Rate-limit identity of the client whose open matches it counts towards."""
    reader_digest: str = ""
    """SHA-256 of the token of the request, which alone may read, cancel and delete the match; empty without a token."""
    owner_digest: str = ""
    """SHA-256 of the token that was made for a request without one, which alone may cancel and delete the match."""
    fingerprint: str | None = None
    """Of the request, if it had an Idempotency-Key."""


def start_match(matches: Matches, body: Mapping[str, Any], creator: Creator, match_id: str | None = None) -> Task:
    """Create a match of ``pairs`` mirrored pairs, ``first`` against ``second``, in a variant with its preset and
    options.

    Its number of decisions is not known in advance: it reserves the time of one decision of each player in every game.
    """
    variant = find_variant(body["variant"])
    with refused_by(variant):
        preset, options = variant.resolve_options(body.get("preset"), body.get("options"))
    players = [player_for(variant, body[name], name, matches.bounds) for name in PLAYERS]
    matches.check_pairs(body["pairs"])
    request = {
        "variant": variant.key,
        "preset": preset,
        "options": options,
        "players": [dump_player(player, body[name]) for name, player in zip(PLAYERS, players, strict=True)],
        "pairs": body["pairs"],
        "seed": body["seed"],
        "chains": min(matches.chains, body["pairs"]),
        "owner": creator.owner_digest,
        "fingerprint": creator.fingerprint,
    }
    with matches.reserve_ai_time(GAMES_OF_A_PAIR * body["pairs"] * sum(player.cap_ms for player in players)):
        match = matches.store.open(request, creator.reader_digest, creator.client_id, task_id=match_id)
    _call(matches.queue, match)
    return match


def player_for(variant: Variant, wanted: Mapping[str, Any], where: str, bounds: Bounds) -> Player:
    """The level or rating that is wanted, or a player with custom settings; level 0 plays at random."""
    for name in ("level", "rating"):
        if name in wanted:
            return _computer_for(variant, wanted, name, where, bounds)
    if not wanted:
        raise Problem(
            "match/invalid", f"{where}: this player is empty; give a level, a rating, or simulations", field=where
        )
    simulations = wanted.get("simulations", 0)
    check_amount(f"{where}.simulations", simulations, bounds.simulations)
    custom = Player(
        simulations=simulations,
        noise=float(wanted.get("noise", 0.0)),
        counts_cards=wanted.get("counts_cards", True),
        exact=wanted.get("exact", False),
        cap_ms=bounds.think_ms if simulations else RANDOM.cap_ms,
    )
    return in_style(variant, custom, wanted.get("style"), f"{where}.style")


def _computer_for(variant: Variant, wanted: Mapping[str, Any], name: str, where: str, bounds: Bounds) -> Player:
    """The player of a level or a rating, whichever ``name`` says."""
    others = " and ".join(other for other in wanted if other not in (name, "style"))
    if others:
        raise Problem(
            "match/invalid", f"{where}: a {name} has no {others}; give either a {name} or settings", field=where
        )
    if wanted.get("level") == RANDOM.number:
        if "style" in wanted:
            raise Problem(
                "match/invalid",
                f"{where}.style: level 0 plays at random and has no style; leave it out",
                field=f"{where}.style",
            )
        return RANDOM
    player = find_computer(variant, wanted, f"{where}.")
    check_amount(f"{where}.{name}", player.simulations, bounds.simulations)
    return player


def dump_player(player: Player, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """A player for the store, with the name and the rating that it was asked for by."""
    rated = {"name": computer_name(None, wanted["rating"]), "rating": wanted["rating"]} if "rating" in wanted else {}
    return {"name": CUSTOM} | asdict(player) | rated


def _load_player(stored: Mapping[str, Any]) -> Player:
    """The settings of a player; its name and number do not matter to the games. One that was stored before a setting
    was added lacks it.
    """
    return Player(**{setting.name: stored[setting.name] for setting in fields(Player) if setting.name in stored})


def cancel(store: MatchStore, match: Task) -> Task:
    """Stop playing; finished games are kept. A match that has ended stays as it is."""
    store.close(match, CANCELLED)
    return store.load(match.id)


# -- in the worker


def play_slice(store: MatchStore, queue: Queue, match_id: str, call: int, chain: int, link: int) -> None:
    """Play pairs of the match for about a second, then queue the next slice of this chain."""
    if not store.heartbeat(match_id) or (match := store.find(match_id)) is None:
        return
    if match.calls != call:  # this chain was considered dead, and the match queued again
        return
    clock = _PairClock(store, queue, match_id)
    try:
        while not clock.ends_slice():
            pair = store.claim_pair(match_id, match.request["pairs"])
            if pair is not None:
                _play_pair(store, match, pair, clock)
            if store.count_results(match_id) == match.request["pairs"]:
                # also if the worker of the last pair died before this
                store.close(match, DONE)
                return
            if pair is None:  # other chains play the remaining pairs and end the match
                return
    except TaskClosed:
        return
    if store.heartbeat(match_id, made_progress=True):
        queue.call_match(match_id, call, chain, 1 - link)


class _PairClock(SliceClock):
    """The clock of a slice, whose heartbeats report the pair that is being played too."""

    def __init__(self, store: MatchStore, queue: Queue, match_id: str) -> None:
        super().__init__(queue, self._beat)
        self._store = store
        self._match_id = match_id
        self.pair = 0

    def _beat(self) -> bool:
        self._store.heartbeat_pair(self._match_id, self.pair)
        return self._store.heartbeat(self._match_id)


def _play_pair(store: MatchStore, match: Task, pair: int, clock: _PairClock) -> None:
    """Play a pair, from its checkpoint if there is one, until it is finished or the slice ends."""
    clock.pair = pair
    plays = _plays(match.request, pair)
    checkpoint = store.load_checkpoint(match.id, pair)
    for play, dumped in zip(plays, checkpoint or (), strict=False):
        play.resume(dumped)
    for play in plays:
        while not play.is_over:
            play.decide(clock.should_stop)
            clock.should_stop()  # also where the decision took no search
            if clock.ends_slice() and not plays[1].is_over:
                store.save_checkpoint(match.id, pair, [play.dump() for play in plays])
                return
    games = [play.game() for play in plays]
    store.finish_pair(match.id, pair, [[game.points, game.goals] for game in games], [play.moves for play in plays])


def _plays(request: Mapping[str, Any], pair: int) -> tuple[Play, Play]:
    players = [_load_player(stored) for stored in request["players"]]
    return begin_pair(request["variant"], request["options"], players, request["seed"], pair)


# -- overdue matches


def look_after_matches(store: MatchStore, queue: Queue, advance: Callable[[Task], None]) -> None:
    """Queue every match again whose workers or jobs are lost; after ``MAX_ATTEMPTS`` times without progress it has
    failed.

    A match with bots has no worker: ``advance`` looks after it.
    """

    def is_waiting(match: Task) -> bool:
        if match.request.get("answer_s"):
            advance(match)
            return True
        return queue.is_match_waiting(match.id, match.calls, match.request["chains"])

    look_after(store, is_waiting, partial(_call, queue))


def _call(queue: Queue, match: Task) -> None:
    for chain in range(match.request["chains"]):
        queue.call_match(match.id, match.calls, chain, 0)


# -- results


class EloInterval(Answer, kw_only=True):
    """An Elo difference with its 95 % interval. Null is without bound: points of 1 or 0 correspond to no Elo
    difference.
    """

    mean: Annotated[float | None, Meta(description="The difference. Null if all games were won or all were lost.")]
    low: Annotated[float | None, Meta(description="Lower bound of the interval. Null if there is none.")]
    high: Annotated[float | None, Meta(description="Upper bound of the interval. Null if there is none.")]


class MatchResult(Answer, kw_only=True):
    """Result of the finished pairs from the first player's point of view."""

    games: Annotated[Count, Meta(description="Number of games.")]
    wins: Annotated[Count, Meta(description="Games won.")]
    draws: Annotated[Count, Meta(description="Games drawn.")]
    losses: Annotated[Count, Meta(description="Games lost.")]
    points: Annotated[
        Interval, Meta(description="Points per game: 1 for a win, 0.5 for a draw. A Wilson score interval over pairs.")
    ]
    elo: Annotated[EloInterval, Meta(description="Elo difference that corresponds to the points and their bounds.")]
    goal_difference: Annotated[float, Meta(description="Goal difference per game.")]
    forfeits: Annotated[
        list[Annotated[int, Meta(ge=0, title="Forfeits")]],
        Meta(
            description="Games that the first and the second player lost because a bot did not answer in time.",
            min_length=2,
            max_length=2,
        ),
    ]


def match_result(results: Mapping[int, Any]) -> MatchResult | None:
    """The result of the pairs finished so far, counted as in the arena; None without any."""
    if not results:
        return None
    match = Match(tuple((_game(first), _game(second)) for first, second in results.values()))
    games = match.games
    low, high = match.interval
    return MatchResult(
        games=len(games),
        wins=sum(game.points == 1.0 for game in games),
        draws=sum(game.points == 0.5 for game in games),
        losses=sum(game.points == 0.0 for game in games),
        points=Interval(mean=match.points, low=low, high=high),
        elo=EloInterval(mean=_bounded_elo(match.points), low=_bounded_elo(low), high=_bounded_elo(high)),
        goal_difference=match.goal_difference,
        forfeits=[sum(_forfeited_by(game) == name for pair in results.values() for game in pair) for name in PLAYERS],
    )


def _bounded_elo(points: float) -> float | None:
    difference = elo(points)
    return difference if math.isfinite(difference) else None


def _game(result: Sequence[Any]) -> Game:
    return Game(result[0], result[1])


def _forfeited_by(result: Sequence[Any]) -> str | None:
    return result[2] if len(result) > 2 else None


class MatchMove(Answer, kw_only=True):
    """A move of a finished game."""

    seat: Annotated[Count, Meta(description="The seat that moved.")]
    ply: Annotated[Count, Meta(description="Number of the decision.")]
    move: Move


class MatchGame(Answer, kw_only=True):
    """A finished game of a match with everything needed to replay it. One line of the download."""

    variant: Annotated[VariantKey, Meta(description="The variant's key.")]
    rules_version: Annotated[Positive, Meta(description="Version of the rules.")]
    options: Annotated[dict[str, Any], Meta(description="All options of the game.")]
    pair: Annotated[Count, Meta(description="Number of the pair, starting at 0.")]
    first_side: Annotated[Count, Meta(description="Side of the first player.")]
    points: Annotated[float, Meta(description="Points of the first player: 1 for a win, 0.5 for a draw, 0 for a loss.")]
    goals: Annotated[int, Meta(description="Goal difference from the first player's point of view.")]
    score: Score
    seed: Annotated[
        str,
        Meta(description="Seed of the pair's shuffles and decisions; with a bot, the seed of this game's shuffles."),
    ]
    shuffles: Annotated[
        list[Annotated[list[PackPlace], Meta(title="ShuffleOrder")]], Meta(description="All shuffles, in order.")
    ]
    moves: Annotated[list[MatchMove], Meta(description="All moves, in order.")]
    game_id: Annotated[str | None, Meta(description="The id of the game, if a bot played.")] = None
    forfeited_by: Annotated[
        Annotated[Literal["first", "second"], Meta(title="MatchSide")] | None,
        Meta(description="The player whose bot did not answer in time, so that the game ended."),
    ] = None


def game_lines(store: MatchStore, match: Task) -> Iterator[str]:
    """The finished games as lines of JSON, with everything needed to replay them."""
    for pair, results in store.results(match.id).items():
        for number, (result, moves) in enumerate(zip(results, store.moves(match.id, pair), strict=True)):
            if isinstance(moves, dict):  # a game with a bot, as it was when it ended
                yield json.dumps(moves, separators=(",", ":")) + "\n"
                continue
            yield to_json(match_game(match.request, pair, number, _game(result), moves)).decode() + "\n"


def match_game(
    request: Mapping[str, Any], pair: int, first_side: int, game: Game, played: Sequence[Sequence[int]]
) -> MatchGame:
    """One game. Its shuffles and moves are found by replaying it."""
    variant = VARIANTS[request["variant"]]
    seed = pair_seed(request["seed"], pair)
    state = variant.new_game(request["options"])
    shuffles: list[list[int]] = []
    moves: list[MatchMove] = []
    coming = iter(played)
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            shuffles.append(shuffle_of(seed, len(shuffles), int(state.shuffle_needed())))
            state.deal_order(shuffles[-1])
            continue
        seat, *actions = next(coming)
        moves.append(MatchMove(seat=seat, ply=int(state.ply), move=variant.codec.encode_actions(state, seat, actions)))
        for action in actions:
            state.apply(seat, action)
    return MatchGame(
        variant=variant.key,
        rules_version=variant.rules_version,
        options=request["options"],
        pair=pair,
        first_side=first_side,
        points=game.points,
        goals=game.goals,
        score=[int(state.score(0)), int(state.score(1))],
        seed=seed,
        shuffles=shuffles,
        moves=moves,
    )
