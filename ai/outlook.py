"""What moves lead to if all seats then play as Legend does: one judgement for hints and for grades.

Where a network covers the game, a move has the network's value, corrected by what came of such values
(``ai.calibration``), and moves are told apart by playouts in the same deals (``ai.search.network_playouts``). Where the
game has a solver of its own, they are told apart by its sampled hands; under options that no network has learned, by
simulations of the search.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from ai import trained
from ai.calibration import Calibration, calibration
from ai.heuristic import Heuristic, Solver, lead_of
from ai.networks.judge import Judge
from ai.networks.network import ONE
from ai.prospects import FEWEST, Estimate, Prospects, behind, loss_of, prospects_against, prospects_of
from ai.search.ismcts import Search
from ai.search.network_playouts import Playouts
from ai.search.outcomes import Outcomes
from engines.api import Observation, Variant
from engines.rng import Rng

SOLUTION: Final = 1000
"""Work of a solver whose hands compare moves."""
CUT: Final = 5
"""Decisions of a playout until the seat's next one ends it. In Hockey, Blades of Steel and Ice Cold Ice Hockey the
losses of random moves found so are those of playouts to the end, and a pair says as much as 5, 3 and 20 of those. With
0 they are off by 0.03 (0.09 by the network's values alone), and with 20 a pair says half as much.
"""
TO_THE_END: Final = 1_000_000
"""The same for a playout that ends with the game."""
TREE: Final = 2000
"""Nodes of the search that compares moves."""
PLAYOUTS: Final = 200
"""Playouts, shared by the moves of a hint: 5 to 20 ms compiled."""
TRIED: Final = 16
"""Moves of a hint that are told apart by playouts; those after them by their values alone."""
LOOK: Final = 25
"""Deals between two looks at a loss."""

Move: TypeAlias = Sequence[int]
Outcome: TypeAlias = tuple[float, float]
"""Payoff and final lead of the seat's side."""


class Outlook:
    """The judgement of one observation; this base class knows the options' search alone."""

    def __init__(
        self, heuristic: Heuristic, observation: Observation, rng: Rng, should_stop: Callable[[], bool] | None
    ) -> None:
        self.heuristic = heuristic
        self.observation = observation
        self.rng = rng
        self.seat = int(observation.seat)
        self.state = observation.determinize(rng)
        self.lead = int(lead_of(self.state, self.seat))
        self._should_stop = should_stop
        self.stopped = False
        self.calibration = Calibration()

    def value(self, move: Move) -> Prospects | None:
        """What a move leads to, without a comparison; None if nothing says it."""
        return None

    def deals(self, moves: Sequence[Move], cut: int = CUT) -> Iterator[list[Outcome]]:
        """For one deal after the other, the outcome of each of the moves; ``cut`` as CUT, where there are playouts."""
        search = Search(self.observation, self.heuristic, self.rng, TREE)
        while True:
            begun, found = self.rng.state, list[Outcome]()
            for move in moves:
                self.rng.state = begun
                search.simulate_move(list(move))
                found.append((search.payoff, search.lead))
            yield found

    def prospects(self, moves: Sequence[Move]) -> list[Prospects | None]:
        """What each of the moves leads to, for a hint."""
        tried = moves[:TRIED]
        deals = max(FEWEST, PLAYOUTS // len(tried)) if len(moves) > 1 or self.value(moves[0]) is None else 0
        return self.compare(tried, deals)[0] + [self.value(move) for move in moves[TRIED:]]

    def compare(
        self, moves: Sequence[Move], deals: int, is_enough: Callable[[Estimate], bool] | None = None
    ) -> tuple[list[Prospects | None], Estimate]:
        """What each of the moves leads to, and the loss of win probability of the last against the first. Looks
        every LOOK deals whether the loss ``is_enough``.
        """
        each, differences = [Outcomes() for _ in moves], [Outcomes() for _ in moves]
        for number, found in enumerate(islice(self.deals(moves), deals), 1):
            for place, (payoff, lead) in enumerate(found):
                each[place].add(payoff, lead)
                differences[place].add(found[0][0] - payoff, found[0][1] - lead)
            if is_enough is not None and number % LOOK == 0 and is_enough(loss_of(differences[-1])):
                break
            if self.must_stop():
                break
        first, loss = self.value(moves[0]), loss_of(differences[-1])
        if first is None:
            return [prospects_of(one, self.lead) for one in each], loss
        losses = [one.payoff() / 2 for one in differences]
        if is_enough is not None and not max(losses) <= first.win.mean <= 1 + min(losses):
            first = replace(first, win=first.win.between(max(losses), 1 + min(losses)))
        others = [
            behind(first, one) if one.count >= FEWEST else self.value(move)
            for one, move in zip(differences[1:], moves[1:], strict=True)
        ]
        return [first, *others], loss

    def must_stop(self) -> bool:
        """Whether the work has to end."""
        self.stopped = self.stopped or (self._should_stop is not None and self._should_stop())
        return self.stopped


class ByNetwork(Outlook):
    """By a network."""

    judge: Judge

    def value(self, move: Move) -> Prospects | None:
        state, seat = self.state.clone(), self.seat
        for action in move[:-1]:
            state.apply(seat, action)
        (payoff,) = self.judge.ratings(state, seat, [move[-1]])
        return self.calibration.prospects(payoff, float(self.judge.goals[0]) / float(ONE), int(self.state.ply))

    def deals(self, moves: Sequence[Move], cut: int = CUT) -> Iterator[list[Outcome]]:
        playouts = Playouts(self.observation, self.heuristic, self.judge, self.rng)
        while True:
            playouts.deal()
            found = list[Outcome]()
            for move in moves:
                playouts.run(list(move), cut)
                payoff = playouts.payoff
                if not playouts.is_over:
                    payoff = 2 * self.calibration.win(payoff, int(playouts.state.ply)) - 1
                found.append((payoff, playouts.lead))
            yield found


class BySolver(Outlook):
    """By a game's own solver, and by others with other hands if those of one are too few."""

    _solver: Solver | None = None

    def value(self, move: Move) -> Prospects | None:
        solver = self._solver = self._solver or self._solved()
        found = prospects_against(solver.outcomes(list(move)), self.lead)
        return found and self.calibration.corrected(found, int(self.state.ply))

    def prospects(self, moves: Sequence[Move]) -> list[Prospects | None]:
        return [self.value(move) for move in moves]

    def deals(self, moves: Sequence[Move], cut: int = CUT) -> Iterator[list[Outcome]]:
        while True:
            solver = self._solved()
            self._solver = self._solver or solver
            hands = list(zip(*(solver.outcomes(list(move)) for move in moves), strict=True))
            yield from map(list, hands)
            if len(hands) <= 1:  # all cards are known, or there was no time
                return

    def _solved(self) -> Solver:
        solver = self.heuristic.solver(self.observation, SOLUTION, self.rng)
        assert solver is not None
        while not solver.is_done and not self.must_stop():
            solver.run()
        return solver


def outlook(
    variant: Variant,
    observation: Observation,
    rng: Rng,
    should_stop: Callable[[], bool] | None = None,
    solver: Solver | None = None,
) -> Outlook:
    """Legend's judgement of an observation. What it says depends on nothing else and is the same for the same ``rng``;
    ``should_stop`` is called every few milliseconds. A ``solver`` that is done with it need not work again.
    """
    state = observation.determinize(Rng(0))
    heuristic, judge = trained.brain(variant.key, state)
    options = variant.codec.dump_options(state)["options"]
    if heuristic.solver(observation, 1, Rng(0)) is not None:
        solving = BySolver(heuristic, observation, rng, should_stop)
        solving.calibration = calibration(variant, options)
        if solver is not None and solver.is_done:
            solving._solver = solver
        return solving
    if judge is None:
        return Outlook(heuristic, observation, rng, should_stop)
    judging = ByNetwork(heuristic, observation, rng, should_stop)
    judging.judge = judge
    judging.calibration = calibration(variant, options)
    return judging
