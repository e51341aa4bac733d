"""Card Hockey: ``Measured by random play`` in section 6 of its rules document. There are no decisions, so there is no
policy.
"""

import re
from collections import Counter
from collections.abc import Iterator

from bench.figures.table import Figure, share, table_after
from engines import VARIANTS
from engines.api import OVER
from engines.card_hockey import rules
from engines.card_hockey.rules import CardHockeyState, is_honour, rank
from engines.rng import Rng, permutation

DOCUMENT_GAMES = 60_000
LAST_PERIOD = 3
SHARES = {
    "goals per game, both sides": ("goals", "games"),
    "red wins, shootout included": ("won by red", "games"),
    "tied after three periods": ("tied", "games"),
    "turns per game, without shootout": ("turns", "games"),
    "turns in period 1, 2, 3": ("turns of period {}", "period {}"),
    "shootout length": ("shots", "shootouts"),
    "period breaks with a running penalty": ("breaks with a penalty", "breaks"),
    "turns with two deuces faced": ("two deuces", "games"),
    "cards left in the longer deck at a period's end": ("cards left in period {}", "period {}"),
    "decisions (turns to flip, shootout included)": ("decisions", "games"),
}
"""By quantity, what is divided by what; three figures where it is of a period."""


def figures(games: int) -> Iterator[Figure]:
    """Every figure of the table but the extremes."""
    rows = {row["Quantity"]: row["Value"] for row in table_after("card-hockey.md", "### Measured by random play")}
    counts = [play(Rng(f"card hockey {number}")) for number in range(games)]
    for quantity, (part, whole) in SHARES.items():
        texts = re.findall(r"[\d.]+(?: %)?", rows[quantity])
        for number, text in enumerate(texts[:3] if "{}" in part else texts[:1], 1):
            name = f"{quantity} [{number}]" if "{}" in part else quantity
            yield share(name, text, DOCUMENT_GAMES, counts, part.format(number), whole.format(number))
    ended, broken = ("two honours", "shootouts"), ("games with a penalty", "games")
    yield share("shootouts decided by two different honours", "15 %", DOCUMENT_GAMES, counts, *ended)
    yield share("games with a break with a running penalty", "30 %", DOCUMENT_GAMES, counts, *broken)


def play(rng: Rng) -> Counter[str]:
    """Play and count a game. There are no decisions, so there is no policy; periods are counted as they are dealt."""
    state = VARIANTS["card_hockey"].new_game({"flip_mode": "auto"})
    assert isinstance(state, CardHockeyState)
    state.log = []
    counts, period, penalties = Counter(games=1), 0, 0
    while state.to_act() != OVER:
        logged, sizes = len(state.log), (state.red.left(), state.black.left())
        state.deal(permutation(rng, state.shuffle_needed()))
        events = state.log[logged:]
        if events[0][0] != rules.FACE_OFF:
            continue
        period += 1
        in_period = sum(event[0] == rules.TURN for event in events)
        again = [sum(event[:2] == (rules.SHORTHANDED, seat) for event in events) for seat in (0, 1)]
        counts[f"period {period}"] += 1
        counts[f"turns of period {period}"] += in_period
        counts[f"cards left in period {period}"] += max(sizes[seat] - (in_period - again[seat]) for seat in (0, 1))
        if period < LAST_PERIOD:
            counts["breaks"] += 1
            penalties += state.red.serve + state.black.serve > 0
    turns = [event for event in state.log if event[0] == rules.TURN]
    shots = [event for event in state.log if event[0] == rules.SHOOTOUT_TURN]
    counts["goals"] = int(state.score(0) + state.score(1))
    counts["won by red"] = state.winner() == 0
    counts["tied"] = state.score(0) == state.score(1)
    counts["turns"], counts["shots"], counts["shootouts"] = len(turns), len(shots), bool(shots)
    counts["decisions"] = int(state.turns)
    counts["two deuces"] = sum(rank(event[2]) == rank(event[3]) == rules.DEUCE for event in turns)
    counts["two honours"] = bool(shots) and bool(is_honour(shots[-1][2]) and is_honour(shots[-1][3]))
    counts["breaks with a penalty"], counts["games with a penalty"] = penalties, penalties > 0
    return counts
