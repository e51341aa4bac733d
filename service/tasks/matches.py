"""Matches: two computers play many games on mirrored deals. No HTTP, no Redis words.

``ai.arena`` plays and counts, so the result is that of the arena for the same seed. A part of a match is a pair of
games. A slice ends after about a second, or at the next decision when a person or a suggestion waits; what is then
saved of a pair is the state of both games.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, Final, Literal, cast

from msgspec import Meta

from ai.arena import Game, Match as ArenaMatch, begin_pair, pair_seed, shuffle_of
from ai.intervals import elo
from ai.levels import RANDOM, Player
from engines import VARIANTS
from engines.api import CHANCE, OVER, Variant
from service.games.catalogue import find_variant
from service.games.computers import computer_name, find_computer, in_style
from service.model.answer import (
    Address,
    Answer,
    Count,
    Interval,
    Move,
    PackPlace,
    Positive,
    Score,
    SelfLink,
    Timestamp,
    VariantKey,
    to_json,
)
from service.model.problem import Problem, refused_by
from service.store.tasks import MATCH, Task, TaskStore
from service.tasks.task import STATUS, Bounds, Client, Clock, Half, Result, Tasks, TaskStatus, Work

PLAYERS: Final = ("first", "second")
GAMES_OF_A_PAIR: Final = 2
CUSTOM: Final = "custom"
"""Name of a player that is not a level."""


# -- requests


@dataclass(frozen=True)
class Creator:
    """Who creates a match, beside the client."""

    owner_digest: str = ""
    """SHA-256 of the token that was made for a request without one, which alone may cancel and delete the match."""
    fingerprint: str | None = None
    """Of the request, if it had an Idempotency-Key."""


def start_match(tasks: Tasks, body: Mapping[str, Any], client: Client, creator: Creator, match_id: str) -> Task:
    """Create a match of ``pairs`` mirrored pairs, ``first`` against ``second``, in a variant with its preset and
    options.

    Its number of decisions is not known in advance: it reserves the time of one decision of each player in every game.
    """
    variant, request = match_request(tasks.bounds, body, creator)
    players = [player_for(variant, body[name], name, tasks.bounds) for name in PLAYERS]
    request |= {
        "players": [dump_player(player, body[name]) for name, player in zip(PLAYERS, players, strict=True)],
        "seed": body["seed"],
        "chains": min(tasks.bounds.workers, body["pairs"]),
    }
    ms = GAMES_OF_A_PAIR * body["pairs"] * sum(player.cap_ms for player in players)
    return tasks.open(MATCH, request, client, ms, match_id)


def match_request(bounds: Bounds, body: Mapping[str, Any], creator: Creator) -> tuple[Variant, dict[str, Any]]:
    """The variant of a match, and what is stored of every request for one; raises Problem."""
    variant = find_variant(body["variant"])
    with refused_by(variant):
        preset, options = variant.resolve_options(body.get("preset"), body.get("options"))
    if body["pairs"] > bounds.pairs:
        detail = f"pairs: {body['pairs']} is more than this service allows, {bounds.pairs}"
        raise Problem("match/invalid", detail, field="pairs")
    return variant, {
        "variant": variant.key,
        "preset": preset,
        "options": options,
        "pairs": body["pairs"],
        "owner": creator.owner_digest,
        "fingerprint": creator.fingerprint,
    }


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
    bounds.check(f"{where}.simulations", simulations, bounds.simulations)
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
    bounds.check(f"{where}.{name}", player.simulations, bounds.simulations)
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


# -- in the worker


class MatchWork(Work):
    """The pairs of a match."""

    def __init__(self, tasks: Tasks, task: Task) -> None:
        super().__init__(tasks, task, parts=task.request["pairs"])

    def do_part(self, number: int, half: Any, clock: Clock) -> Half | Result:
        """Play a pair until it is finished or the slice ends."""
        request = self.task.request
        players = [_load_player(stored) for stored in request["players"]]
        plays = begin_pair(request["variant"], request["options"], players, request["seed"], number)
        for play, dumped in zip(plays, half or (), strict=False):
            play.resume(dumped)
        for play in plays:
            while not play.is_over:
                play.decide(clock.should_stop)
                clock.should_stop()  # also where the decision took no search
                if clock.ends_slice() and not plays[1].is_over:
                    return Half([play.dump() for play in plays])
        games = [play.game() for play in plays]
        return Result([[game.points, game.goals] for game in games], [play.moves for play in plays])


# -- what a client sees: results


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
    match = ArenaMatch(tuple((_game(first), _game(second)) for first, second in results.values()))
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


# -- what a client sees: the match


class MatchPlayer(Answer, kw_only=True):
    """A player of a match."""

    level: Annotated[
        int | None,
        Meta(description="Number of the level, 0 for random play. Null for a rating, custom settings, and a bot."),
    ]
    rating: Annotated[int | None, Meta(description="The rating by which a computer was asked for. Null otherwise.")]
    style: Annotated[str | None, Meta(description="The style in which a computer plays. Null for none.")]
    bot: Annotated[str | None, Meta(description="The id of the bot. Null for a computer.")]
    name: Annotated[str, Meta(description="Name of the level or bot, `Computer` with its rating, or `custom`.")]
    simulations: Annotated[
        Count | None, Meta(description="Simulations of the search for one decision. 0 for no search. Null for a bot.")
    ]
    noise: Annotated[
        float | None, Meta(description="Fraction of the decisions that are drawn at random. Null for a bot.")
    ]
    counts_cards: Annotated[
        bool | None, Meta(description="Whether the player remembers which cards are gone. Null for a bot.")
    ]
    exact: Annotated[
        bool | None,
        Meta(
            description="Whether the player solves positions exactly where all relevant cards are "
            "known. Null for a bot."
        ),
    ]


class MatchProgress(Answer, kw_only=True):
    """Progress of a match."""

    pairs: Annotated[Count, Meta(description="Number of finished pairs.")]
    share: Annotated[float, Meta(ge=0, le=1, description="Fraction of the pairs that are finished.")]


class MatchLinks(SelfLink, kw_only=True):
    """Addresses of a match."""

    games: Annotated[Address, Meta(description="The games.")]
    cancel: Annotated[Address, Meta(description="Cancel the match: POST.")]


class Match(Answer, kw_only=True):
    """A series of games between computers, or with bots."""

    id: Annotated[str, Meta(description="The match's id.")]
    status: Annotated[TaskStatus, Meta(description=STATUS)]
    created_at: Annotated[Timestamp, Meta(description="When it was requested.")]
    variant: Annotated[VariantKey, Meta(description="The variant's key.")]
    preset: Annotated[str, Meta(description="The preset that the options are based on.")]
    options: Annotated[dict[str, Any], Meta(description="All options of the games.")]
    first: Annotated[MatchPlayer, Meta(description="The first player.")]
    second: Annotated[MatchPlayer, Meta(description="The second player.")]
    pairs: Annotated[
        Positive, Meta(description="Number of pairs to play. A pair is two games with the sides exchanged.")
    ]
    seed: Annotated[
        str | None,
        Meta(description="Seed of the shuffles and decisions. Null with a bot: its games have secret seeds."),
    ]
    answer_s: Annotated[
        int | None, Meta(description="Seconds that a bot has to accept and to answer. Null without a bot.")
    ]
    detail: Annotated[str | None, Meta(description="Why a match with a bot has `failed`. Null otherwise.")]
    progress: Annotated[MatchProgress, Meta(description="Progress of the match.")]
    result: Annotated[MatchResult | None, Meta(description="Null until the first pair is finished.")]
    links: MatchLinks


def match_view(match: Task) -> Match:
    """A match with the result of its finished pairs."""
    request, results = match.request, match.results
    first, second = request["players"]
    return Match(
        id=match.id,
        status=cast(TaskStatus, match.status),
        created_at=match.created_at,
        variant=request["variant"],
        preset=request["preset"],
        options=request["options"],
        first=_player(first),
        second=_player(second),
        pairs=request["pairs"],
        seed=request["seed"],
        answer_s=request.get("answer_s"),
        detail=match.detail or None,
        progress=MatchProgress(pairs=len(results), share=len(results) / request["pairs"]),
        result=match_result(results),
        links=MatchLinks(
            itself=f"/v1/matches/{match.id}",
            games=f"/v1/matches/{match.id}/games",
            cancel=f"/v1/matches/{match.id}/cancel",
        ),
    )


def _player(stored: Mapping[str, Any]) -> MatchPlayer:
    return MatchPlayer(
        level=stored.get("number") if stored["name"] != CUSTOM else None,
        rating=stored.get("rating"),
        style=stored.get("style") or None,
        bot=stored.get("bot"),
        name=stored["name"],
        simulations=stored.get("simulations"),
        noise=stored.get("noise"),
        counts_cards=stored.get("counts_cards"),
        exact=stored.get("exact"),
    )


# -- what a client sees: games


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


def game_lines(store: TaskStore, match: Task) -> Iterator[str]:
    """The finished games as lines of JSON, with everything needed to replay them."""
    for pair, results in match.results.items():
        for number, (result, moves) in enumerate(zip(results, store.detail_of(match.id, pair), strict=True)):
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
