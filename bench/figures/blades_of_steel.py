"""Blades of Steel: what hands hold, and ``Measured by random play``, in section 6 of its rules document."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Final

from bench.figures.policies import Policy, one_of, play_out, uniform
from bench.figures.table import (
    Figure,
    counted_figure,
    mean_figure,
    row_figures,
    share,
    stated,
    table_after,
)
from engines import VARIANTS
from engines.blades_of_steel import rules
from engines.blades_of_steel.packed_cards import cards_of, join_cards, kind_of
from engines.blades_of_steel.rules import BladesState
from engines.cards import DECK_SIZE, parse_card
from engines.rng import Rng, permutation

DOCUMENT, SECTION = "blades-of-steel.md", "## 6. Strategy facts"
DOCUMENT_GAMES = 20_000
HANDS_A_GAME = 5
"""A hand is this much quicker than a game."""

COLUMNS = {
    "goals per game, both sides (max)": ("goals", "games"),
    "tied after regulation": ("tied", "games"),
    "turns avg (max)": ("turns", "games"),
    "decisions avg (max)": ("decisions", "games"),
    "with overtime avg (max)": ("all decisions", "games"),
}
"""What is divided by what."""
HAND_SIZE = 6
SHOTS = (
    *("2D 3D 4H", "2D 3D TH", "2D 3D KH", "2D 3D AH"),
    *("2H 3H 4H", "2H 3H TH", "2H 3H KH", "2H 3H AH"),
    *("2D 2H", "7D 7H", "KD KH", "2H AH"),
)
"""Those of "Chance that six unknown cards can stop a shot", in its order."""


def figures(games: int) -> Iterator[Figure]:
    """Every figure of section 6 but the extremes."""
    yield from combination_counts()
    yield from fresh_hands(games * HANDS_A_GAME)
    yield from stopping_hands(games * HANDS_A_GAME)
    yield from random_play(games)


# -- combinations and hands


def combination_counts() -> Iterator[Figure]:
    """All combinations there are, except the blocks of three cards, which are as many as the shots."""
    texts = re.findall(r"(?<![-\d,])\d[\d,]* (?=\w)", stated(DOCUMENT, SECTION, r"There are ([^.]* star goalies)"))
    shots, blocks = (
        count_levels([card for card in range(DECK_SIZE) if rules.is_red(card) == is_red]) for is_red in (True, False)
    )
    counts = [*zip(rules.SHOT_KINDS, shots, strict=False)][1:] + [*zip(rules.BLOCK_KINDS, blocks, strict=False)][
        rules.PAIR :
    ]
    for text, (name, count) in zip(texts, counts, strict=True):
        yield counted_figure(f"sets of cards that are a {name}", text, count)


def count_levels(cards: Sequence[int]) -> list[int]:
    """By level, how many sets of up to three of the cards have it."""
    sets = [held for size in (1, 2, 3) for held in combinations(cards, size)]
    levels = [rules.level_of(rules.strength(join_cards(*held), False)) for held in sets]
    return [levels.count(level) for level in range(1 + rules.GREAT_ONE)]


def fresh_hands(count: int) -> Iterator[Figure]:
    """Six cards of the pack: shares with a shot and with a block, any and by level. The document's are exact."""
    rng, state = Rng("fresh hands"), new_game()
    shots, blocks = [], []
    for _ in range(count):
        hold(state, permutation(rng, DECK_SIZE))
        state.node, state.seat = rules.ACTION, 0
        shots.append(levels_of(state, rules.SHOOT))
        wait_for_block(state, 1)
        blocks.append(levels_of(state, rules.BLOCK_FROM_HAND))
    of_shots = stated(DOCUMENT, SECTION, r"A fresh six-card hand (.*?)\. At least")
    of_blocks = stated(DOCUMENT, SECTION, r"At least one blocking combination: (.*?)\)")
    for what, texts, hands in (("shot", of_shots, shots), ("block", of_blocks, blocks)):
        for level, text in enumerate(re.findall(r"[\d.]+ %", texts)):
            name = f"fresh hands with a {what}" + (f" of level {level}" if level else "")
            yield mean_figure(name, text, [level in levels if level else bool(levels) for levels in hands])


def stopping_hands(count: int) -> Iterator[Figure]:
    """Six cards of all but the shot's: shares that can stop it."""
    texts = re.findall(r"\d+ %", stated(DOCUMENT, SECTION, r"can stop a shot \(no stack\): (.*?)\. So"))
    for shot, text in zip(SHOTS, texts, strict=True):
        rng, state = Rng(f"stopping {shot}"), new_game()
        gone = sorted(parse_card(card) for card in shot.split())
        strength = rules.strength(join_cards(*gone), False)
        stopped = []
        for _ in range(count):
            hold(state, [card for card in permutation(rng, DECK_SIZE) if card not in gone])
            wait_for_block(state, strength)
            stopped.append(bool(levels_of(state, rules.BLOCK_FROM_HAND)))
        yield mean_figure(f"six unknown cards stop {shot}", text, stopped)


def hold(state: BladesState, cards: Iterable[int]) -> None:
    """Give seat 0 the first six of the cards, and nothing else."""
    state.sides[0].clear()
    for card in islice(cards, HAND_SIZE):
        state.sides[0].add(card)


def wait_for_block(state: BladesState, strength: int) -> None:
    """Seat 0 is to answer a shot of this strength."""
    state.node, state.seat, state.shot_strength = rules.ANSWER, 1, strength


def levels_of(state: BladesState, kind: int) -> set[int]:
    """The levels of what seat 0 may play of this kind."""
    held = [cards_of(action) for action in state.legal_actions(0) if kind_of(action) == kind]
    return {int(rules.level_of(rules.strength(cards, False))) for cards in held}


# -- games


def random_play(games: int) -> Iterator[Figure]:
    """The table, and the figures below it: the first player's edge, and how often a shot scores."""
    played: dict[str, list[Counter[str]]] = {}
    for row in table_after(DOCUMENT, "### Measured by random play"):
        policy, name = row["policy"], f"{row['deck_end']} {row['policy']}"
        counts = [play(new_game(row["deck_end"]), POLICIES[policy], Rng(f"{name} {i}")) for i in range(games)]
        played[policy] = played.get(policy, []) + counts
        yield from row_figures(name, row, COLUMNS, DOCUMENT_GAMES, counts)
    for name, counts, pattern in (
        (
            "random policies",
            played["uniform"] + played["by kind"],
            r"first is worth \+([\d.]+) goals with random policies",
        ),
        ("direct", played["direct"], r"goals with random policies, \+([\d.]+) with"),
    ):
        name, text = f"{name}: goals of the first player more", stated(DOCUMENT, SECTION, pattern)
        yield share(name, text, DOCUMENT_GAMES, counts, "lead of the first", "games")
    texts = re.findall(r"\d+ %", stated(DOCUMENT, SECTION, r"a shot scores (.*?\(5\))"))
    for level, text in enumerate(texts, 1):
        name, parts = f"shots of level {level}", (f"goals of level {level}", f"shots of level {level}")
        yield share(f"direct: {name} that score", text, DOCUMENT_GAMES, played["direct"], *parts)


def new_game(deck_end: str = "immediate") -> BladesState:
    state = VARIANTS["blades_of_steel"].new_game({"deck_end": deck_end})
    assert isinstance(state, BladesState)
    return state


# -- players


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
    """What a game came to, by its events; in regulation unless noted. How many decisions it had does not show there."""
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
