"""Matches and their games as a client sees them. A result is computed as in the arena."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import Meta

from ai.arena import Game, Match as ArenaMatch, Play, pair_seed
from ai.intervals import elo
from engines import VARIANTS
from service.games.computers import level_number
from service.model.answer import Answer, Count, Interval, Move, PackPlace, Positive, Score, VariantKey, about, to_json
from service.store.tasks import Task, TaskStore
from service.tasks.task import TaskView, view_of

PLAYERS: Final = ("first", "second")
GAMES_OF_A_PAIR: Final = 2
CUSTOM: Final = "custom"
"""Name of a player that is not a level."""


# -- the result


class EloInterval(Answer, kw_only=True):
    """An Elo difference with its 95 % interval. Null is without bound: points of 1 or 0 correspond to no Elo
    difference.
    """

    mean: Annotated[float | None, about("The difference. Null if all games were won or all were lost.")]
    low: Annotated[float | None, about("Lower bound of the interval. Null if there is none.")]
    high: Annotated[float | None, about("Upper bound of the interval. Null if there is none.")]


class MatchResult(Answer, kw_only=True):
    """Result of the finished pairs from the first player's point of view."""

    games: Annotated[Count, about("Number of games.")]
    wins: Annotated[Count, about("Games won.")]
    draws: Annotated[Count, about("Games drawn.")]
    losses: Annotated[Count, about("Games lost.")]
    points: Annotated[
        Interval, about("Points per game: 1 for a win, 0.5 for a draw. A Wilson score interval over pairs.")
    ]
    elo: Annotated[EloInterval, about("Elo difference that corresponds to the points and their bounds.")]
    goal_difference: Annotated[float, about("Goal difference per game.")]
    forfeits: Annotated[
        list[Annotated[int, Meta(ge=0, title="Forfeits")]],
        about(
            "Games that the first and the second player lost because a bot did not answer in time.",
            min_length=2,
            max_length=2,
        ),
    ]


class GameResult(NamedTuple):
    """Result of a game from the first player's point of view, as it is stored."""

    points: float
    goals: int
    forfeited_by: str | None = None


def match_result(results: Mapping[int, Any]) -> MatchResult | None:
    """The result of the pairs finished so far, computed as in the arena; None without any."""
    if not results:
        return None
    pairs = [[GameResult(*game) for game in pair] for pair in results.values()]
    match = ArenaMatch(tuple((Game(a.points, a.goals), Game(b.points, b.goals)) for a, b in pairs))
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
        forfeits=[sum(game.forfeited_by == name for pair in pairs for game in pair) for name in PLAYERS],
    )


def _bounded_elo(points: float) -> float | None:
    difference = elo(points)
    return difference if math.isfinite(difference) else None


# -- the match


class MatchPlayer(Answer, kw_only=True):
    """A player of a match."""

    level: Annotated[
        int | None, about("Number of the level, 0 for random play. Null for a rating, custom settings, and a bot.")
    ]
    rating: Annotated[int | None, about("The rating by which a computer was asked for. Null otherwise.")]
    character: Annotated[str | None, about("The character that plays. Null for none.")]
    bot_id: Annotated[str | None, about("The id of the bot. Null for a computer.")]
    name: Annotated[str, about("Name of the character, level or bot, `Computer` with its rating, or `custom`.")]
    simulations: Annotated[
        Count | None, about("Simulations of the search for one decision. 0 for no search. Null for a bot.")
    ]
    noise: Annotated[float | None, about("Fraction of the decisions that are drawn at random. Null for a bot.")]
    exact: Annotated[
        bool | None,
        about("Whether the player solves positions exactly where all relevant cards are known. Null for a bot."),
    ]


class Match(TaskView, kw_only=True):
    """A series of games between computers, or with bots."""

    preset: Annotated[str, about("The preset that the options are based on.")]
    options: Annotated[dict[str, Any], about("All options of the games.")]
    first: Annotated[MatchPlayer, about("The first player.")]
    second: Annotated[MatchPlayer, about("The second player.")]
    pairs: Annotated[Positive, about("Number of pairs to play. A pair is two games with the sides exchanged.")]
    seed: Annotated[
        str | None, about("Seed of the shuffles and decisions. Null with a bot: its games have secret seeds.")
    ]
    answer_s: Annotated[int | None, about("Seconds that a bot has to accept and to answer. Null without a bot.")]
    result: Annotated[MatchResult | None, about("Null until the first pair is finished.")]


def match_view(match: Task) -> Match:
    """A match with the result of its finished pairs."""
    first, second = map(_player, match.request["players"])
    return view_of(Match, match, first=first, second=second, result=match_result(match.results))


def _player(stored: Mapping[str, Any]) -> MatchPlayer:
    shown: dict[str, Any] = {name: stored.get(name) for name in MatchPlayer.__struct_fields__}
    shown["level"] = level_number(stored.get("key"))
    shown["character"] = stored.get("character") or None
    return MatchPlayer(**shown)


# -- its games


class MatchMove(Answer, kw_only=True):
    """A move of a finished game."""

    seat: Annotated[Count, about("The seat that moved.")]
    ply: Annotated[Count, about("Number of the decision.")]
    move: Move


class MatchGame(Answer, kw_only=True):
    """A finished game of a match with everything needed to replay it. One line of the download."""

    variant: Annotated[VariantKey, about("The variant's key.")]
    rules_version: Annotated[Positive, about("Version of the rules.")]
    options: Annotated[dict[str, Any], about("All options of the game.")]
    pair: Annotated[Count, about("Number of the pair, starting at 0.")]
    first_side: Annotated[Count, about("Side of the first player.")]
    points: Annotated[float, about("Points of the first player: 1 for a win, 0.5 for a draw, 0 for a loss.")]
    goals: Annotated[int, about("Goal difference from the first player's point of view.")]
    score: Score
    seed: Annotated[
        str, about("Seed of the pair's shuffles and decisions; with a bot, the seed of this game's shuffles.")
    ]
    shuffles: Annotated[list[Annotated[list[PackPlace], Meta(title="ShuffleOrder")]], about("All shuffles, in order.")]
    moves: Annotated[list[MatchMove], about("All moves, in order.")]
    game_id: Annotated[str | None, about("The id of the game, if a bot played.")] = None
    forfeited_by: Annotated[
        Annotated[Literal["first", "second"], Meta(title="MatchSide")] | None,
        about("The player whose bot did not answer in time, so that the game ended."),
    ] = None


def game_lines(store: TaskStore, match: Task) -> Iterator[str]:
    """The finished games as lines of JSON, with everything needed to replay them."""
    for pair, results in match.results.items():
        for number, (result, played) in enumerate(zip(results, store.detail_of(match.id, pair), strict=True)):
            if isinstance(played, dict):  # a game with a bot, as it was when it ended
                yield json.dumps(played, separators=(",", ":")) + "\n"
            else:
                yield to_json(match_game(match.request, pair, number, GameResult(*result), played)).decode() + "\n"


def match_game(
    request: Mapping[str, Any], pair: int, first_side: int, result: GameResult, played: Sequence[Sequence[int]]
) -> MatchGame:
    """One game. Its shuffles and moves are found by replaying it."""
    variant = VARIANTS[request["variant"]]
    play = Play((variant,), request["options"], (), pair_seed(request["seed"], pair), first_side)
    state = play.state
    moves: list[MatchMove] = []
    for seat, *actions in played:
        moves.append(MatchMove(seat=seat, ply=int(state.ply), move=variant.codec.encode_actions(state, seat, actions)))
        play.carry_out(seat, actions)
    return MatchGame(
        variant=variant.key,
        rules_version=variant.rules_version,
        options=request["options"],
        pair=pair,
        first_side=first_side,
        points=result.points,
        goals=result.goals,
        score=[int(state.score(0)), int(state.score(1))],
        seed=play.seed,
        shuffles=play.shuffles,
        moves=moves,
    )
