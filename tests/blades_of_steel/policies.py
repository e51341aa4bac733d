"""The players of the table ``Measured by random play`` in section 6 of the rules, and their games counted.

They get the whole state, for speed, but use nothing that the seat may not know.
"""

from collections import Counter

from engines.api import CHANCE, OVER
from engines.blades_of_steel import rules
from engines.blades_of_steel.packed_cards import cards_of, kind_of
from engines.rng import permutation


def uniform(state, seat, rng):
    """Every legal action equally likely."""
    return one_of(state.legal_actions(seat), rng)


def by_kind(state, seat, rng):
    """First the kind of action, then uniform inside it; blocks half the times it can."""
    actions = state.legal_actions(seat)
    if kind_of(actions[0]) == rules.NO_BLOCK:
        return one_of(actions[1:], rng) if len(actions) > 1 and rng.below(2) else actions[0]
    kind = one_of(sorted({int(kind_of(action)) for action in actions}), rng)
    return one_of([action for action in actions if kind_of(action) == kind], rng)


def direct(state, seat, rng):
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
        return max(shots, key=value)
    if not state.strength_of_stack(state.sides[seat].stack):
        stacks = [action for action in actions if kind_of(action) == rules.STACK and rules.level_of(value(action))]
        if stacks:
            return max(stacks, key=value)
    return actions[-1]


POLICIES = {"uniform": uniform, "by kind": by_kind, "direct": direct}


def one_of(choices, rng):
    return choices[rng.below(len(choices))]


def cheapest_block(actions):
    """The weakest sufficient block, from the stack if there is one."""
    for kind in (rules.BLOCK_FROM_STACK, rules.BLOCK_FROM_HAND):
        blocks = [action for action in actions if kind_of(action) == kind]
        if blocks:
            return min(blocks, key=value)
    return actions[0]


def value(action):
    return int(rules.strength(cards_of(action), True))


def play(state, policy, rng):
    """Play a game by one policy, and count it; in regulation unless noted."""
    state.log, regulation = [], 0
    while (seat := int(state.to_act())) != OVER:
        if seat == CHANCE:
            state.deal(permutation(rng, state.shuffle_needed()))
        else:
            regulation += state.overtime == 0
            state.apply(seat, policy(state, seat, rng))
    kinds = [kind for kind, *_ in state.log]
    ended = kinds.index(rules.OVERTIME_START) if state.overtime else len(kinds)
    goals = Counter(facts[0] for kind, *facts in state.log[:ended] if kind == rules.SCORES)
    return {
        "goals": goals.total(),
        "tied": goals[0] == goals[1],
        "turns": sum(kind in (rules.STACKS_DEFENCE, rules.CHANGES_LINES, rules.SHOOTS) for kind in kinds[:ended]),
        "decisions": regulation,
        "all decisions": int(state.ply),
        "overtimes": int(state.overtime),
    }
