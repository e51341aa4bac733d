"""Turn-Based Hockey: the values of pairs, and ``Measured by random play``, in section 6 of its rules document."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from bench.figures.table import Figure, counted_figure, ratio_figure, stated, table_after
from clients.policies.turn_based_hockey import REPLY, UNIFORM, take_turn
from engines import VARIANTS
from engines.api import NO_SIDE, OVER
from engines.cards import DECK_SIZE
from engines.rng import Rng
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.rules import TurnBasedHockeyState, chemistry, pair_value

DOCUMENT, SECTION = "turn-based-hockey.md", "## 6. Strategy facts"
DOCUMENT_GAMES = {UNIFORM: 40_000, REPLY: 3_000}
GAMES_A_REPLY_GAME = 8
"""A game with 400 line-ups a decision is slow; the document, too, has fewer of them."""

COLUMNS = {
    "goals per game, both (max)": ("goals", "games"),
    "goals per period, both": ("goals", "periods"),
    "tied after period 3": ("tied games", "games"),
    "shootout": ("shootouts", "games"),
    "tied face-offs": ("tied face-offs", "face-offs"),
    "clinched after period 2": ("clinched", "games"),
    "decisions avg (max)": ("decisions", "games"),
}
"""What is divided by what."""


def figures(games: int) -> Iterator[Figure]:
    """Every figure of section 6 but the extremes and the sizes that are pure arithmetic."""
    yield from pair_values()
    played: dict[str, list[Counter[str]]] = {}
    for row in table_after(DOCUMENT, "### Measured by random play"):
        policy, name = row["policy"], f"{row['policy']}, jokers {row['jokers']}, {row['compare']}"
        options = {"jokers": row["jokers"] == "on", "compare": row["compare"]}
        count = games // GAMES_A_REPLY_GAME if policy == REPLY else games
        counts = [play(options, policy, Rng(f"{name} {i}")) for i in range(count)]
        played[policy] = played.get(policy, []) + counts
        for column, (part, whole) in COLUMNS.items():
            yield share(f"{name}: {column.partition(' (')[0]}", row[column], policy, counts, part, whole)
    for policy, part, pattern in (
        (REPLY, "goals of the winner", r"face-off winner scores ([\d.]+)"),
        (REPLY, "goals of the loser", r"and the loser ([\d.]+) goals a period"),
        (UNIFORM, "goals of the winner", r"\(uniform: ([\d.]+) each\)"),
        (UNIFORM, "goals of the loser", r"\(uniform: ([\d.]+) each\)"),
    ):
        name = f"{policy}: {part} of a face-off in its period"
        yield share(name, stated(DOCUMENT, SECTION, pattern), policy, played[policy], part, "face-offs won")
    equal = stated(DOCUMENT, SECTION, r"Equal pair values decide ([\d.]+ %)")
    yield share("uniform: comparisons of equal values", equal, UNIFORM, played[UNIFORM], "equal values", "comparisons")


def share(name: str, text: str, policy: str, counts: list[Counter[str]], part: str, whole: str) -> Figure:
    """A figure that divides what games of a policy counted."""
    parts, wholes = [count[part] for count in counts], [count[whole] for count in counts]
    return ratio_figure(name, text, DOCUMENT_GAMES[policy], parts, wholes)


def pair_values() -> Iterator[Figure]:
    """All pairs of 52 cards."""
    pairs = list(combinations(range(DECK_SIZE), 2))
    values = Counter(int(pair_value(one, other, False)) for one, other in pairs)
    bonuses = Counter(int(chemistry(one, other, False)) for one, other in pairs)
    text = stated(DOCUMENT, SECTION, r"Pair values over all ([\d,]+ pairs .*? neither)")
    for name, value, pattern in (
        ("pairs", len(pairs), r"^([\d,]+) pairs"),
        ("mean value of a pair", sum(values.elements()) / len(pairs), r"mean ([\d.]+)"),
        *((f"pairs of value {value}", values[value], rf"{value} (?:occurs )?(\d+) times") for value in (26, 25, 24)),
        ("pairs of one suit", bonuses[int(rules.SAME_SUIT)], r"(\d+) pairs share a suit"),
        ("pairs of one colour only", bonuses[int(rules.SAME_COLOUR)], r"(\d+) only the colour"),
        ("pairs of two colours", bonuses[0], r"(\d+) neither"),
    ):
        found = re.search(pattern, text)
        assert found, pattern
        yield counted_figure(name, found[1], value)


def play(options: dict[str, object], policy: str, rng: Rng) -> Counter[str]:
    """One game: how often what came up."""
    state = VARIANTS["turn_based_hockey"].new_game(options)
    assert isinstance(state, TurnBasedHockeyState)
    state.log = []
    while state.to_act() != OVER:
        take_turn(state, rng, policy)
    counts = Counter(games=1)
    winner = NO_SIDE
    for kind, *numbers in state.log:
        if kind == rules.FACES_OFF:
            winner = numbers[2]
            counts["face-offs"] += 1
            counts["decisions"] += 2
            counts["face-offs won" if winner != NO_SIDE else "tied face-offs"] += 1
        elif kind == rules.LINES_SET:
            counts["decisions"] += 1
        elif kind == rules.SHOT:
            counts["comparisons"] += 1
            counts["equal values"] += numbers[4] == numbers[7]
        elif kind == rules.SCORES:
            counts["goals"] += 1
            counts["goals of the winner"] += numbers[0] == winner
            counts["goals of the loser"] += numbers[0] == 1 - winner
        elif kind == rules.PERIOD_END:
            period, *score = numbers
            counts["periods"] += 1
            counts["tied games"] += period == rules.PERIODS and score[0] == score[1]
        elif kind == rules.CLINCHED:
            counts["clinched"] += 1
        elif kind == rules.OVERTIME_START:
            winner = NO_SIDE
    counts["shootouts"] += state.shootout_rounds > 0
    return counts
