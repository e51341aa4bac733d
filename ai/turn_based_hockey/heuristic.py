"""Knowledge of Turn-Based Hockey: docs/rules/turn-based-hockey.md, sections 3.3 and 6. Compiled.

The heuristic plans the best whole line-up, and rates a card by the best one with it in the next place. In a face-off it
weighs the chance of winning against the later value of the card. Levels that search decide with ``open_lineup`` and
``secret_choices``.
"""

from typing import Final

from mypy_extensions import i64

from ai.heuristic import Heuristic, Solver, Values, lead_of
from ai.turn_based_hockey.kept_cards import KeptCards, network_of
from ai.turn_based_hockey.open_lineup import OpenLineupSolver
from ai.turn_based_hockey.planner import NOT_PLANNED, Planner
from ai.turn_based_hockey.secret_choices import FaceOffSolver, SecretLineupSolver
from ai.turn_based_hockey.solver import THOROUGH
from ai.turn_based_hockey.values import SEEING, face_off_lead, payoff, periods_after, price
from engines.api import Observation, State
from engines.buffers import Actions, append_missing, buffer
from engines.rng import Rng
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    FACE_OFF,
    LINEUP_BOTH,
    LINEUP_SECOND,
    PLACES,
    TurnBasedHockeyState,
)

ALIKE: Final = 0.02
"""Line-ups are rated in steps of this many goals: about equal ones are equal and drawn at random, so that no one can
predict them.
"""


def make() -> Heuristic:
    """Return a new heuristic for Turn-Based Hockey."""
    return TurnBasedHockeyHeuristic()


class TurnBasedHockeyHeuristic(Heuristic):
    """Plans whole line-ups, and plays them card by card."""

    def __init__(self) -> None:
        super().__init__()
        self.solves = True
        self.slowest_us = 58
        self._planner: Planner | None = None
        self.unseen = buffer(ALL_CARDS)
        self.unseen_count: i64 = 0
        self._ply: i64 = -1
        self._hand: i64 = 0
        self._placed: i64 = 0
        self._seen: i64 = 0
        """The input of the last planning: at which ply, from which hand, after which cards, against which."""
        self._ahead = 0.0
        """Goals by which the plan is expected to win the period."""

    # -- ratings

    def goal(self, state: State, seat: i64) -> float:
        assert isinstance(state, TurnBasedHockeyState)
        lead, left = float(lead_of(state, seat)), periods_after(state)
        return payoff(lead + 0.5, left) - payoff(lead - 0.5, left)

    def rate(self, state: State, seat: i64, actions: Actions, count: i64, values: Values) -> None:
        assert isinstance(state, TurnBasedHockeyState)
        lead = float(lead_of(state, seat))
        left = periods_after(state)
        i: i64
        if state.node == FACE_OFF:
            self._find_unseen(state, seat)
            for i in range(count):
                values[i] = payoff(lead + self._face_off_value(state, seat, actions[i]), left)
            return
        self._plan(state, seat)
        for i in range(count):
            values[i] = payoff(lead + self._goals_ahead(actions[i]), left)

    def _face_off_value(self, state: TurnBasedHockeyState, seat: i64, card: i64) -> float:
        """The value of the card in the face-off, in goals: the chance to see the other line-up, less its price."""
        ahead = face_off_lead(card, self.unseen, self.unseen_count, state.options.by_rank)
        return SEEING * ahead - price(state.hands[seat], card)

    def _goals_ahead(self, card: i64) -> float:
        """Goals by which the best line-up is ahead in this period, less its advantage over the best with the card in
        the next place.
        """
        planner = self.planner()
        value = planner.with_card[card]
        if value == NOT_PLANNED:
            value = planner.best - 2.0 * planner.margin
        return self._ahead + ALIKE * float(i64(value / ALIKE + 1000.5) - i64(planner.best / ALIKE + 1000.5))

    # -- planning

    def _plan(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """Plan the rest of the line-up, unless the last planning was for the same position."""
        planner, hand = self.planner(), state.hands[seat]
        placed = cards_key(state, seat, state.placed[seat])
        seen = cards_key(state, 1 - seat, PLACES) if state.node == LINEUP_SECOND else 0
        if (self._ply, self._hand, self._placed, self._seen) == (state.ply, hand.mask(), placed, seen):
            return
        self._ply, self._hand, self._placed, self._seen = state.ply, hand.mask(), placed, seen
        planner.take(hand, periods_after(state))
        planner.given = state.placed[seat]
        at = state.lineup_at(seat)
        i: i64
        for i in range(planner.given):
            planner.lineup[i] = state.lineups[at + i]
        if state.node == LINEUP_SECOND:
            planner.meet_seen(state.options, state.lineups, state.lineup_at(1 - seat))
        else:
            self._find_unseen(state, seat)
            planner.meet_unknown(state.options, self.unseen, self.unseen_count, state.hands[1 - seat].size)
        planner.search(state.options.pair_values)
        self._ahead = planner.goals_for(state.options) + planner.goals_prevented(state.options) - 2.0

    def planner(self) -> Planner:
        """What plans line-ups: made when it is needed, since it takes as long as all else of a new heuristic."""
        planner = self._planner = self._planner or Planner()
        return planner

    def _find_unseen(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """Collect the cards that may be in the other hand."""
        gone = state.hands[seat].mask() | state.laid_open()
        self.unseen_count = append_missing(state.options.deck, gone, self.unseen, 0)

    # -- looking ahead

    def solver(self, observation: Observation, simulations: i64, rng: Rng) -> Solver | None:
        """A solver for every decision, except a line-up already begun: the search continues that."""
        known = observation.known
        assert isinstance(known, TurnBasedHockeyState)
        if known.placed[observation.seat] > 0:
            return None
        network = self.networks.get(network_of(known.options)) if simulations >= THOROUGH else None
        kept = None if network is None else KeptCards(network.share(), known.options)
        determinization = observation.determinize(rng)
        assert isinstance(determinization, TurnBasedHockeyState)
        if determinization.node == FACE_OFF:
            return FaceOffSolver(observation, determinization, simulations, rng, kept)
        if determinization.node == LINEUP_BOTH:
            return SecretLineupSolver(observation, determinization, simulations, rng, kept)
        return OpenLineupSolver(observation, determinization, simulations, rng, kept)


def cards_key(state: TurnBasedHockeyState, seat: i64, count: i64) -> i64:
    """One number for the first cards, in order, of a seat's line-up of this period."""
    key: i64 = 0
    at = state.lineup_at(seat)
    i: i64
    for i in range(count):
        key = (key << 6) + state.lineups[at + i] + 1
    return key
