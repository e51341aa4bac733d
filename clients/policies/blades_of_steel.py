"""The three policies of "Measured by random play" (rules 6), and a game played by one of them with what the table there
counts.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engines.api import CHANCE, OVER
from engines.blades_of_steel import rules
from engines.blades_of_steel.packed_cards import cards_of, kind_of
from engines.blades_of_steel.rules import BladesState
from engines.rng import Rng, permutation

Policy = Callable[[BladesState, int, Rng], int]


def uniform(state: BladesState, seat: int, rng: Rng) -> int:
    """Every legal option equally likely."""
    return one_of(state.legal_actions(seat), rng)


def by_kind(state: BladesState, seat: int, rng: Rng) -> int:
    """First the kind of action, then uniform inside it; blocks half the times it can."""
    actions = state.legal_actions(seat)
    if kind_of(actions[0]) == rules.NO_BLOCK:
        return one_of(actions[1:], rng) if len(actions) > 1 and rng.below(2) else actions[0]
    kinds = sorted({int(kind_of(action)) for action in actions})
    kind = one_of(kinds, rng)
    return one_of([action for action in actions if kind_of(action) == kind], rng)


def direct(state: BladesState, seat: int, rng: Rng) -> int:
    """Always the highest-level shot if there is one, else a stack that contains a block if none is there, else change
    lines.

    Of equal levels the highest card is shot; the stack is the strongest block and nothing else. Always blocks, with the
    cheapest block, from the stack first.
    """
    actions = state.legal_actions(seat)
    if kind_of(actions[0]) == rules.NO_BLOCK:
        return cheapest_block(actions)
    shots = [action for action in actions if kind_of(action) == rules.SHOOT]
    if shots:
        return max(shots, key=worth)
    if not state.strength_of_stack(state.sides[seat].stack):
        stacks = [action for action in actions if kind_of(action) == rules.STACK and level(action)]
        if stacks:
            return max(stacks, key=worth)
    return actions[-1]


def cheapest_block(actions: Sequence[int]) -> int:
    """The weakest block that will do, from the stack if there is one."""
    for kind in (rules.BLOCK_FROM_STACK, rules.BLOCK_FROM_HAND):
        blocks = [action for action in actions if kind_of(action) == kind]
        if blocks:
            return min(blocks, key=worth)
    return actions[0]


def worth(action: int) -> int:
    return int(rules.strength(cards_of(action), True))


def level(action: int) -> int:
    return int(rules.level_of(worth(action)))


def one_of(choices: Sequence[int], rng: Rng) -> int:
    return int(choices[rng.below(len(choices))])


POLICIES: Final[dict[str, Policy]] = {"uniform": uniform, "by kind": by_kind, "direct": direct}


class GameCounts:
    """What one game came to, in regulation unless said."""

    def __init__(self) -> None:
        self.goals = 0
        """Of both sides."""
        self.first_leads = 0
        """Goals of the winner of the face-off less those of the other seat."""
        self.tied = False
        self.turns = 0
        self.decisions = 0
        self.all_decisions = 0
        """With overtime."""
        self.overtimes = 0
        self.drawn = False
        self.shots = [0] * 6
        """By level."""
        self.scored = [0] * 6


def play(state: BladesState, policy: Policy, rng: Rng) -> GameCounts:
    """Play a game from its first cut, both seats by one policy."""
    counts, first = GameCounts(), -1
    while True:
        in_regulation = state.overtime == 0
        seat = state.to_act()
        if seat == OVER:
            break
        if seat == CHANCE:
            state.deal(permutation(rng, state.shuffle_needed()))
            first = int(state.seat) if in_regulation else first
            continue
        before = [int(state.score(0)), int(state.score(1))]
        is_action, shooter, shot = state.node == rules.ACTION, int(state.seat), int(state.shot)
        action = policy(state, seat, rng)
        shot = int(cards_of(action)) if kind_of(action) == rules.SHOOT else shot
        state.apply(seat, action)
        is_goal = state.score(shooter) > before[shooter]
        if in_regulation:
            counts.turns += is_action
            counts.decisions += 1
            counts.shots[level(shot)] += is_action and bool(shot)
            counts.scored[level(shot)] += is_goal
            counts.goals += is_goal
            counts.first_leads += is_goal if shooter == first else -int(is_goal)
            if state.overtime > 0 or state.to_act() == OVER:
                counts.tied = state.score(0) == state.score(1)
    counts.all_decisions = int(state.ply)
    counts.overtimes = int(state.overtime)
    counts.drawn = state.winner() < 0
    return counts
