"""The policies of the table "Measured by random play" in Hockey's rules document."""

from collections.abc import Mapping, Sequence

from bench.figures.policies import Policy, one_of, uniform
from engines.hockey.rules import PLAY, HockeyState, rank
from engines.rng import Rng


def matcher(state: HockeyState, seat: int, rng: Rng) -> Sequence[int]:
    """Match whenever possible, a wild card too; wild cards else only against a breakaway, or to score; else a random
    plain card.
    """
    actions = state.legal_actions(seat)
    if state.node != PLAY:
        return one_of(actions, rng)
    wild = [card for card in actions if (state.options.wild_ranks >> rank(card)) & 1]
    plain = [card for card in actions if card not in wild]
    matching = [card for card in actions if state.top >= 0 and rank(card) == rank(state.top)]
    if matching:
        return one_of(matching, rng)
    side = state.seat % 2
    if wild and (state.holder == 1 - side or (state.holder == side and state.options.wild_scores and state.top >= 0)):
        return one_of(wild, rng)
    return one_of(plain or wild, rng)


POLICIES: Mapping[str, Policy] = {"uniform": uniform, "matcher": matcher}
