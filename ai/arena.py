"""Matches of two players on mirrored deals: both games of a pair have the same shuffles, with the seats exchanged."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean
from typing import Any, Final, Protocol, TypeAlias

from ai.choose import Decision, choose
from ai.intervals import elo, points_interval
from ai.levels import Player
from engines import VARIANTS
from engines.api import CHANCE, OVER, Observation, State, Variant
from engines.rng import Rng, permutation

LOOK: Final = 50
"""Pairs between two looks at a match that ends when it is enough."""


class Opponent(Protocol):
    """A player with its own decision function, such as that of another commit (``bench.opponents``)."""

    def decide(
        self, variant: Variant, observation: Observation, rng: Rng, should_stop: Callable[[], bool] | None = None
    ) -> Decision:
        """The same as ``choose`` for a ``Player``."""


AnyPlayer: TypeAlias = Player | Opponent
Sees: TypeAlias = Callable[[State, int], Observation]


def decide(
    rules: Variant, observation: Observation, player: AnyPlayer, rng: Rng, should_stop: Callable[[], bool] | None = None
) -> Decision:
    """The move of a player of either kind; ``should_stop`` as in ``choose``."""
    if isinstance(player, Player):
        return choose(rules, observation, player, rng, should_stop)
    return player.decide(rules, observation, rng, should_stop)


@dataclass(frozen=True)
class DecisionStats:
    """The simulations and times of one side's decisions in a game."""

    simulations: int
    seconds: tuple[float, ...]
    """Seconds of each decision."""


@dataclass(frozen=True)
class Game:
    """One game from the first player's side."""

    points: float
    """1 won, 0.5 drawn, 0 lost."""
    goals: int
    """Goal difference."""
    stats: tuple[DecisionStats, DecisionStats] | None = field(default=None, compare=False)
    """The decisions of the first player and of the second; not compared, as times differ."""


@dataclass(frozen=True)
class Match:
    """The games of a match in pairs, from the first player's side."""

    pairs: tuple[tuple[Game, Game], ...]

    @property
    def games(self) -> list[Game]:
        """All games."""
        return [game for pair in self.pairs for game in pair]

    @property
    def points(self) -> float:
        """Mean points per game."""
        return fmean(game.points for game in self.games)

    @property
    def draws(self) -> float:
        """Share of drawn games."""
        return fmean(game.points == 0.5 for game in self.games)

    @property
    def won_of_decided(self) -> float:
        """Share of the decided games that were won; 0.5 if there are none."""
        decided = [game.points for game in self.games if game.points != 0.5]
        return fmean(decided) if decided else 0.5

    @property
    def goal_difference(self) -> float:
        """Mean goal difference per game."""
        return fmean(game.goals for game in self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the mean points: ``points_interval`` of the pairs."""
        return points_interval(pair_means(self.pairs))

    def is_known_within(self, margin: float) -> bool:
        """Whether the bounds of the interval are at most twice ``margin`` apart, in Elo."""
        low, high = self.interval
        return elo(high) - elo(low) <= 2 * margin

    def milliseconds(self, player: int) -> tuple[float, float]:
        """Median and 99th percentile of the time of a decision of the first player (0) or the second (1); zeros if
        none.
        """
        seconds = sorted(second for game in self.games if game.stats for second in game.stats[player].seconds)
        if not seconds:
            return 0.0, 0.0
        return 1000 * seconds[len(seconds) // 2], 1000 * seconds[int(0.99 * (len(seconds) - 1))]

    def simulations(self, player: int) -> float:
        """Mean simulations of a decision of the first player (0) or the second (1)."""
        stats = [game.stats[player] for game in self.games if game.stats]
        decisions = sum(len(of_game.seconds) for of_game in stats)
        return sum(of_game.simulations for of_game in stats) / decisions if decisions else 0.0


def pair_means(pairs: Iterable[tuple[Game, Game]]) -> list[float]:
    """The mean points of each pair."""
    return [(first.points + second.points) / 2 for first, second in pairs]


def play_match(
    variant: Variant,
    options: Mapping[str, Any],
    first: AnyPlayer,
    second: AnyPlayer,
    pairs: int,
    seed: str = "arena",
    processes: int = 1,
    sees: Sees | None = None,
    enough: Callable[[Match], bool] | None = None,
) -> Match:
    """Play ``pairs`` mirrored pairs, or fewer if after a multiple of LOOK pairs the match is ``enough``. The result
    depends on the seed alone, not on the number of processes.

    ``sees`` makes the observations of the first player, instead of ``variant.observe``.
    """
    play = partial(play_pair, variant.key, dict(options), (first, second), seed, sees=sees)
    return match_of(play, pairs, processes, enough)


def match_of(
    play: Callable[[int], tuple[Game, Game]],
    pairs: int,
    processes: int = 1,
    enough: Callable[[Match], bool] | None = None,
) -> Match:
    """The match of what ``play`` returns for the number of a pair, with the arguments of ``play_match``."""
    step = pairs if enough is None else LOOK
    played: list[tuple[Game, Game]] = []
    with ProcessPoolExecutor(processes) if processes > 1 else nullcontext() as pool:
        while len(played) < pairs:
            numbers = range(len(played), min(pairs, len(played) + step))
            played.extend(map(play, numbers) if pool is None else pool.map(play, numbers))
            if enough is not None and enough(Match(tuple(played))):
                break
    return Match(tuple(played))


def play_pair(
    key: str, options: Mapping[str, Any], players: Sequence[AnyPlayer], seed: str, pair: int, sees: Sees | None = None
) -> tuple[Game, Game]:
    """Both games of a pair: the first player sits on side 0, then on side 1."""
    first, second = begin_pair(key, options, players, seed, pair, sees)
    return first.play_out(), second.play_out()


def begin_pair(
    key: str, options: Mapping[str, Any], players: Sequence[AnyPlayer], seed: str, pair: int, sees: Sees | None = None
) -> "tuple[Play, Play]":
    """Both games of a pair before their first decision."""
    variant = VARIANTS[key]
    rules = (replace(variant, observe=sees) if sees else variant, variant)
    name = pair_seed(seed, pair)
    return Play(rules, options, players, name, 0), Play(rules, options, players, name, 1)


def pair_seed(seed: str, pair: int) -> str:
    """The seed of the shuffles and decisions of a pair."""
    return f"{seed}/{pair}"


def shuffle_of(seed: str, number: int, size: int) -> list[int]:
    """Shuffle ``number``, counted from 0, of both games of a pair with this seed."""
    return [int(place) for place in permutation(Rng(f"{seed}/shuffle {number}"), size)]


class Play:
    """One game of a match, played decision by decision; it can be paused and resumed in another process.

    The first of ``players``, whose observations are by the first of ``rules``, is on side ``first_side``. Shuffle k is
    the same in every game of the seed.
    """

    def __init__(
        self,
        rules: Sequence[Variant],
        options: Mapping[str, Any],
        players: Sequence[AnyPlayer],
        seed: str,
        first_side: int,
    ) -> None:
        self._rules = rules
        self.options = options
        self._players = [
            player.with_nature(f"{seed}/player {number}") if isinstance(player, Player) else player
            for number, player in enumerate(players)
        ]
        self.seed = seed
        self.first_side = first_side
        self.state = rules[0].new_game(options)
        self._deciding = [Rng(f"{seed}/{first_side}/seat {seat}") for seat in range(self.state.seats())]
        self.moves: list[list[int]] = []
        """The moves so far: the seat, then its actions."""
        self.shuffles: list[list[int]] = []
        """The orders of the shuffles so far."""
        self._simulations = [0, 0]
        self._seconds: tuple[list[float], list[float]] = ([], [])
        self._deal()

    @property
    def is_over(self) -> bool:
        """True if there is nothing left to decide."""
        return bool(self.state.to_act() == OVER)

    def decide(self, should_stop: Callable[[], bool] | None = None) -> None:
        """Play the next decision; ``should_stop`` as in ``choose``."""
        seat = int(self.state.to_act())
        number = 0 if seat % 2 == self.first_side else 1
        began = time.perf_counter()
        rules, player = self._rules[number], self._players[number]
        observation = rules.observe(self.state, seat)
        decision = decide(rules, observation, player, self._deciding[seat], should_stop)
        self._seconds[number].append(time.perf_counter() - began)
        self._simulations[number] += decision.simulations
        self.carry_out(seat, decision.actions)

    def play_out(self) -> Game:
        """Play to the end."""
        while not self.is_over:
            self.decide()
        return self.game()

    def game(self) -> Game:
        """The finished game."""
        state, side = self.state, self.first_side
        stats = (
            DecisionStats(self._simulations[0], tuple(self._seconds[0])),
            DecisionStats(self._simulations[1], tuple(self._seconds[1])),
        )
        return Game((state.payoff(side) + 1) / 2, int(state.score(side) - state.score(1 - side)), stats)

    def dump(self) -> dict[str, Any]:
        """The state of the play for ``resume``, as JSON."""
        return {"moves": self.moves, "random": [int(rng.state) for rng in self._deciding]}

    def resume(self, dumped: Mapping[str, Any]) -> None:
        """Continue from the dump of another play of the same game; the times of its decisions are lost."""
        for seat, *actions in dumped["moves"]:
            self.carry_out(seat, actions)
        for rng, state in zip(self._deciding, dumped["random"], strict=True):
            rng.state = state

    def carry_out(self, seat: int, actions: Sequence[int]) -> None:
        """Play the move of a seat that is to act, however it was chosen."""
        for action in actions:
            self.state.apply(seat, action)
        self.moves.append([seat, *map(int, actions)])
        self._deal()

    def _deal(self) -> None:
        while self.state.to_act() == CHANCE:
            self.shuffles.append(shuffle_of(self.seed, len(self.shuffles), int(self.state.shuffle_needed())))
            self.state.deal_order(self.shuffles[-1])
