"""Card Hockey: ``Measured by random play`` in section 6 of its rules document. There are no decisions, so there is no
policy.
"""

import re
from collections.abc import Iterator, Sequence

from bench.figures.table import Figure, mean_figure, table_after
from engines import VARIANTS
from engines.api import OVER
from engines.card_hockey import rules
from engines.card_hockey.rules import CardHockeyState, is_honour, rank
from engines.rng import Rng, permutation

DOCUMENT_GAMES = 60_000


def figures(games: int) -> Iterator[Figure]:
    """Every figure of the table but the extremes."""
    rows = {row["Quantity"]: row["Value"] for row in table_after("card-hockey.md", "### Measured by random play")}
    played = [play(Rng(f"card hockey {i}")) for i in range(games)]
    for quantity, value in rows.items():
        texts = re.findall(r"[\d.]+(?: %)?", value)
        several = 3 if quantity.startswith(("turns in period", "cards left")) else 1
        for i, text in enumerate(texts[:several]):
            name = quantity if several == 1 else f"{quantity} [{i + 1}]"
            yield _figure(name, text, played, quantity, i)
    yield _figure("shootouts decided by two different honours", "15 %", played, "two honours")
    yield _figure("games with a break with a running penalty", "30 %", played, "games with one")


def _figure(
    name: str, text: str, played: Sequence[dict[str, list[list[float]]]], quantity: str, column: int = 0
) -> Figure:
    """The mean over all shootouts, breaks, games: the document has as many of them a game as we have."""
    values = [value for game in played for value in game[quantity][column]]
    return mean_figure(name, text, DOCUMENT_GAMES * len(values) / len(played), values)


def play(rng: Rng) -> dict[str, list[list[float]]]:
    """One game: for each quantity of the table the values it adds, for quantities by period one list a period."""
    state = VARIANTS["card_hockey"].new_game({"flip_mode": "auto"})
    assert isinstance(state, CardHockeyState)
    state.log = []
    lengths, left, running = [], [], []
    while state.to_act() != OVER:
        logged = len(state.log)
        sizes = state.red.left(), state.black.left()
        state.deal(permutation(rng, state.shuffle_needed()))
        events = state.log[logged:]
        if events[0][0] == rules.FACE_OFF:
            turns = [event for event in events if event[0] == rules.TURN]
            again = [[event[1] for event in events if event[0] == rules.SHORTHANDED].count(seat) for seat in (0, 1)]
            lengths.append(len(turns))
            left.append(max(sizes[seat] - (len(turns) - again[seat]) for seat in (0, 1)))
            running.append(state.red.serve + state.black.serve > 0)
    turns = [event for event in state.log if event[0] == rules.TURN]
    shots = [event for event in state.log if event[0] == rules.SHOOTOUT_TURN]
    twos = sum(rank(event[2]) == rank(event[3]) == rules.DEUCE for event in turns)
    return {
        "goals per game, both sides": [[state.score(0) + state.score(1)]],
        "red wins, shootout included": [[state.winner() == 0]],
        "tied after three periods": [[state.score(0) == state.score(1)]],
        "turns per game, without shootout": [[len(turns)]],
        "turns in period 1, 2, 3": [[length] for length in lengths],
        "shootout length": [[len(shots)] if shots else []],
        "period breaks with a running penalty": [[float(one) for one in running[:2]]],
        "turns with two deuces faced": [[twos]],
        "cards left in the longer deck at a period's end": [[one] for one in left],
        "decisions (turns to flip, shootout included)": [[int(state.turns)]],
        "two honours": [[float(is_honour(shots[-1][2]) and is_honour(shots[-1][3]))] if shots else []],
        "games with one": [[float(any(running[:2]))]],
    }
