"""The three policies of "Measured by random play" (rules 6), and what the table there counts."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bench.figures.policies import Policy, one_of, play_out, uniform
from engines.blades_of_steel import rules
from engines.blades_of_steel.packed_cards import cards_of, kind_of
from engines.blades_of_steel.rules import BladesState
from engines.rng import Rng


def by_kind(state: BladesState, seat: int, rng: Rng) -> Sequence[int]:
    """First the kind of action, then uniform inside it; blocks half the times it can."""
    actions = state.legal_actions(seat)
    if kind_of(actions[0]) == rules.NO_BLOCK:
        return one_of(actions[1:], rng) if len(actions) > 1 and rng.below(2) else actions[:1]
    kinds = sorted({int(kind_of(action)) for action in actions})
    (kind,) = one_of(kinds, rng)
    return one_of([action for action in actions if kind_of(action) == kind], rng)


def direct(state: BladesState, seat: int, rng: Rng) -> Sequence[int]:
    """Always the highest-level shot if there is one, else a stack that contains a block if none is there, else change
    lines.

    Of equal levels the highest card is shot; the stack is the strongest block and nothing else. Always blocks, with the
    cheapest block, from the stack first.
    """
    actions = state.legal_actions(seat)
    if kind_of(actions[0]) == rules.NO_BLOCK:
        return [cheapest_block(actions)]
    shots = [action for action in actions if kind_of(action) == rules.SHOOT]
    if shots:
        return [max(shots, key=value)]
    if not state.strength_of_stack(state.sides[seat].stack):
        stacks = [action for action in actions if kind_of(action) == rules.STACK and level(action)]
        if stacks:
            return [max(stacks, key=value)]
    return actions[-1:]


def cheapest_block(actions: Sequence[int]) -> int:
    """The weakest block that will do, from the stack if there is one."""
    for kind in (rules.BLOCK_FROM_STACK, rules.BLOCK_FROM_HAND):
        blocks = [action for action in actions if kind_of(action) == kind]
        if blocks:
            return min(blocks, key=value)
    return actions[0]


def value(action: int) -> int:
    return int(rules.strength(cards_of(action), True))


def level(action: int) -> int:
    return int(rules.level_of(value(action)))


POLICIES: Final[dict[str, Policy]] = {"uniform": uniform, "by kind": by_kind, "direct": direct}


def play(state: BladesState, policy: Policy, rng: Rng) -> Counter[str]:
    """Play a game by one policy, and count it."""
    decisions = Counter[str]()

    def deciding(state: BladesState, seat: int, rng: Rng) -> Sequence[int]:
        decisions["decisions"] += state.overtime == 0
        return policy(state, seat, rng)

    counts = counters(play_out(state, deciding, rng))
    counts.update(decisions)
    return counts


def counters(state: BladesState) -> Counter[str]:
    """What a game came to, by its events; in regulation unless said. How many decisions it had does not show there."""
    assert state.log is not None
    overtime = [kind for kind, *_ in state.log].index(rules.OVERTIME_START) if state.overtime else len(state.log)
    counts = Counter({"games": 1, "all decisions": int(state.ply), "overtimes": int(state.overtime)})
    goals, first, level = [0, 0], -1, 0
    for kind, *facts in state.log[:overtime]:
        if kind == rules.FACE_OFF:
            first = facts[2]
        elif kind in (rules.STACKS_DEFENCE, rules.CHANGES_LINES, rules.SHOOTS):
            counts["turns"] += 1
            if kind == rules.SHOOTS:
                level = facts[1]
                counts[f"shots of level {level}"] += 1
        elif kind == rules.SCORES:
            goals[facts[0]] += 1
            counts[f"goals of level {level}"] += 1
    counts["goals"], counts["lead of the first"] = sum(goals), goals[first] - goals[1 - first]
    counts["tied"] = goals[0] == goals[1]
    return counts
