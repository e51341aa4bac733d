"""Turn-Based Hockey: the values of pairs, and ``Measured by random play``, in section 6 of its rules document."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

from bench.figures.policies import Policy, measure, one_of
from bench.figures.table import Figure, counted_figure, row_figures, share, stated, table_after
from engines import VARIANTS
from engines.api import NO_SIDE
from engines.buffers import buffer
from engines.cards import DECK_SIZE
from engines.rng import Rng
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.rules import (
    FACE_OFF,
    LINEUP_SECOND,
    PLACES,
    RD,
    TurnBasedHockeyState,
    chemistry,
    pair_value,
    points,
)

DOCUMENT, SECTION = "turn-based-hockey.md", "## 6. Strategy facts"
UNIFORM, REPLY = "uniform", "reply"
DOCUMENT_GAMES = {UNIFORM: 40_000, REPLY: 3_000}
GAMES_A_REPLY_GAME = 8
"""A game with 400 line-ups a decision is slow; the document, too, has fewer of them."""

CANDIDATES = 400
"""Random line-ups of which the face-off winner takes the best."""

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
    variant, played = VARIANTS["turn_based_hockey"], dict[str, list[Counter[str]]]()
    for row in table_after(DOCUMENT, "### Measured by random play"):
        policy, name = row["policy"], f"{row['policy']}, jokers {row['jokers']}, {row['compare']}"
        new_game = partial(variant.new_game, {"jokers": row["jokers"] == "on", "compare": row["compare"]})
        count = games // GAMES_A_REPLY_GAME if policy == REPLY else games
        counts = measure(new_game, POLICIES[policy], counters, count, name)
        played[policy] = played.get(policy, []) + counts
        yield from row_figures(name, row, COLUMNS, DOCUMENT_GAMES[policy], counts)
    for policy, part, pattern in (
        (REPLY, "goals of the winner", r"face-off winner scores ([\d.]+)"),
        (REPLY, "goals of the loser", r"and the loser ([\d.]+) goals a period"),
        (UNIFORM, "goals of the winner", r"\(uniform: ([\d.]+) each\)"),
        (UNIFORM, "goals of the loser", r"\(uniform: ([\d.]+) each\)"),
    ):
        name = f"{policy}: {part} of a face-off in its period"
        text = stated(DOCUMENT, SECTION, pattern)
        yield share(name, text, DOCUMENT_GAMES[policy], played[policy], part, "face-offs won")
    equal = stated(DOCUMENT, SECTION, r"Equal pair values decide ([\d.]+ %)")
    name, parts = "uniform: comparisons of equal values", ("equal values", "comparisons")
    yield share(name, equal, DOCUMENT_GAMES[UNIFORM], played[UNIFORM], *parts)


def pair_values() -> Iterator[Figure]:
    """All pairs of 52 cards."""
    pairs = list(combinations(range(DECK_SIZE), 2))
    values = Counter(int(pair_value(one, other, False)) for one, other in pairs)
    bonuses = Counter(int(chemistry(one, other, False)) for one, other in pairs)
    for name, value, pattern in (
        ("pairs", len(pairs), r"([\d,]+) pairs"),
        ("mean value of a pair", sum(values.elements()) / len(pairs), r"mean ([\d.]+)"),
        *((f"pairs of value {value}", values[value], rf"{value} (?:occurs )?(\d+) times") for value in (26, 25, 24)),
        ("pairs of one suit", bonuses[int(rules.SAME_SUIT)], r"(\d+) pairs share a suit"),
        ("pairs of one colour only", bonuses[int(rules.SAME_COLOUR)], r"(\d+) only the colour"),
        ("pairs of two colours", bonuses[0], r"(\d+) neither"),
    ):
        yield counted_figure(name, stated(DOCUMENT, SECTION, f"Pair values over all .*?{pattern}"), value)


def uniform(state: TurnBasedHockeyState, seat: int, rng: Rng) -> Sequence[int]:
    """Any card for the face-off, any line-up."""
    if state.node == FACE_OFF:
        return one_of(state.legal_actions(seat), rng)
    return random_lineup(state, seat, rng)


def reply(state: TurnBasedHockeyState, seat: int, rng: Rng) -> Sequence[int]:
    """The same, but the best of some line-ups against one that is open."""
    return best_reply(state, seat, rng) if state.node == LINEUP_SECOND else uniform(state, seat, rng)


def random_lineup(state: TurnBasedHockeyState, seat: int, rng: Rng) -> list[int]:
    cards = buffer(54)
    count = state.fill_actions(seat, cards)
    rng.mix(cards, 0, count)
    return [int(cards[i]) for i in range(PLACES)]


def best_reply(state: TurnBasedHockeyState, seat: int, rng: Rng) -> list[int]:
    """The best of 400 random line-ups against the open one: most goals ahead, then fewest points spent."""
    start = int(state.lineup_at(1 - seat))
    theirs = [int(state.lineups[start + place]) for place in range(PLACES)]
    candidates = [random_lineup(state, seat, rng) for _ in range(CANDIDATES)]
    return max(
        candidates,
        key=lambda mine: (goals(state, mine, theirs) - goals(state, theirs, mine), -sum(points(card) for card in mine)),
    )


def goals(state: TurnBasedHockeyState, mine: list[int], theirs: list[int]) -> int:
    pair, (lw, c, rw, *_), (ld, g, rd) = state.options.pair, mine, theirs[RD - 2 :]
    return int(pair(lw, c) >= pair(rd, g)) + int(pair(rw, c) >= pair(ld, g))


POLICIES: Mapping[str, Policy] = {UNIFORM: uniform, REPLY: reply}


def counters(state: TurnBasedHockeyState) -> Counter[str]:
    """How often what came up in a game."""
    assert state.log is not None
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
