"""The networks of Turn-Based Hockey, and the teacher before self-play: planned line-ups."""

from collections.abc import Mapping
from typing import Final

from ai.heuristic import Heuristic, Values
from ai.turn_based_hockey.planner import Planner
from ai.turn_based_hockey.values import periods_after
from engines.api import State, Variant
from engines.buffers import Actions, append_missing, buffer
from engines.rng import Rng
from engines.turn_based_hockey.rules import ALL_CARDS, FACE_OFF, LINEUP_SECOND, TurnBasedHockeyState, kind
from training.plan import Plan
from training.turn_based_hockey.values import ValuePlan


class Coach(Heuristic):
    """Plays planned line-ups, and draws face-off cards at random: a plan never gives up a face-off for a low card, but
    the strongest players do.
    """

    def __init__(self, variant: Variant, rng: Rng) -> None:
        super().__init__()
        self._planner = Planner()
        self._rng = rng

    def rate(self, state: State, seat: int, actions: Actions, count: int, values: Values) -> None:
        """Rate the next card of the best line-up above all others, and the cards of a face-off at random."""
        assert isinstance(state, TurnBasedHockeyState)
        if state.node == FACE_OFF:
            for place in range(count):
                values[place] = self._rng.chance()
            return
        planned = self._next_card(state, seat)
        for place in range(count):
            values[place] = float(kind(actions[place], state.options.joker_chemistry) == planned)

    def _next_card(self, state: TurnBasedHockeyState, seat: int) -> int:
        planner, hand, options, at = self._planner, state.hands[seat], state.options, state.lineup_at(seat)
        planner.take(hand, periods_after(state))
        planner.given = state.placed[seat]
        for place in range(planner.given):
            planner.lineup[place] = state.lineups[at + place]
        if state.node == LINEUP_SECOND:
            planner.meet_seen(options, state.lineups, state.lineup_at(1 - seat))
        else:
            unseen = buffer(ALL_CARDS)
            count = append_missing(options.deck, hand.mask() | state.laid_open(), unseen, 0)
            planner.meet_unknown(options, unseen, count, state.hands[1 - seat].size)
        planner.search(options.pair_values)
        return int(kind(planner.lineup[planner.given], options.joker_chemistry))


PLANS: Final[Mapping[str, Plan | ValuePlan]] = {
    "kept": ValuePlan(presets=("standard",), rounds=60, games=500, last_period=0.4, steps=50),
    "policy": Plan(
        presets=("standard",),
        rounds=280,
        games=300,
        first=48,
        entropy=0.01,
        td_lambda=0.9,
        taught_games=1500,
        coach=Coach,
        passes=3,
        look_pairs=250,
    ),
}
