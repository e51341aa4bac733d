"""Finds positions with a right answer in games of the computers, and prints them as lines (``bench.positions``).

A position counts if the top level, asked several times, always gives the same answer, a search with a hundred times its
work (or the game's own solver with as many other samples) agrees, and every other move is worse by ``--apart`` in win
probability. What the moves
are worth in an ending that can be calculated is calculated. Who is found right here need not be asked again: half of
the lines of a game should be written by hand, where people know better.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from statistics import fmean

from ai import trained
from ai.choose import SOLVER_POSITIONS, choose
from ai.heuristic import Heuristic
from ai.levels import LEVELS, Player
from ai.play import next_seat
from ai.search.alpha_beta import AlphaBeta
from ai.search.ismcts import Search
from bench.positions import Position, PositionError, form_of, read_position, written
from bench.study import parser_of
from engines import VARIANTS
from engines.api import OVER, Observation, State, Variant
from engines.rng import Rng

PLAYERS = LEVELS[2:]
"""Who plays the games: weaker ones come into positions that do not matter."""
SIDES = (0, 1)
TIMES_ITS_WORK = 100
OFTEN = 10
"""Answers of the top level that have to be the same."""
QUICK = 40
"""Times less work at first: positions that do not look clear then are left."""
SLICE_PLIES = 1_000_000


def main() -> None:
    """Print lines, by theme, until there are enough."""
    options = {
        "preset": ("", "the games are played with it (every preset in turn)"),
        "each": (5, "lines of a theme and preset at most"),
        "games": (20, "games to look at"),
        "apart": (0.1, "by how much other moves are worse"),
        "seed": ("positions", "of the games"),
    }
    parser = parser_of(__doc__, **options)
    parser.add_argument("game", nargs="?", default=next(iter(VARIANTS)), help="the key of a game (%(default)s)")
    wanted = parser.parse_args()
    variant = VARIANTS[wanted.game]
    presets = [wanted.preset] if wanted.preset else list(variant.presets)
    counts: Counter[tuple[str, str]] = Counter()
    for number, preset in zip(range(wanted.games), cycle(presets), strict=False):
        rng = Rng(f"{wanted.seed} {number}")
        players = [PLAYERS[rng.below(len(PLAYERS))] for _ in SIDES]
        for state, seat in decisions(variant, preset, rng, players):
            found = found_in(variant, variant.observe(state, seat), wanted.apart)
            if found is not None and counts[preset, found[0]] < wanted.each:
                counts[preset, found[0]] += 1
                print(f"{found[0]}: {found[1]}", flush=True)


def decisions(variant: Variant, preset: str, rng: Rng, players: Sequence[Player]) -> Iterator[tuple[State, int]]:
    """The decisions with something to choose of a game between two players, one a side."""
    state = variant.new_game(variant.presets[preset])
    while (seat := next_seat(state, rng)) != OVER:
        if len(state.distinct_actions(seat)) > 1:
            yield state, seat
        for action in choose(variant, variant.observe(state, seat), players[seat % 2], rng).actions:
            state.apply(seat, action)


def found_in(variant: Variant, observation: Observation, apart: float) -> tuple[str, str] | None:
    """The theme and the line of a position, if one move is clearly best. It is asked about as it is written."""
    seat, rng = int(observation.seat), Rng("values")
    work = LEVELS[-1].simulations * TIMES_ITS_WORK
    state, form = observation.determinize(rng), form_of(variant)
    move = choose(variant, observation, LEVELS[-1], rng).actions
    text = form.move_text(state, seat, move)
    line = written(observation, variant, {"best": [text]}, "Found.")
    try:
        position = read_position(variant, "found", "found", line)
    except PositionError:  # some cannot be written short
        return None
    if margin(position, work // QUICK, rng)[0] < apart / 2:
        return None
    answers = [choose(variant, position.observation, LEVELS[-1], Rng(str(number))).actions for number in range(OFTEN)]
    if not all(map(position.is_solved_by, answers)):
        return None
    least, worth = margin(position, work, rng)
    if least < apart:
        return None
    why = f"Found in a game: wins {worth:.2f}, the next best {worth - least:.2f}."
    return form.theme(state, seat, move[0]), line.replace("Found.", why)


def margin(position: Position, work: int, rng: Rng) -> tuple[float, float]:
    """By how much the moves that solve a position are better than all others, in win probability, and what they win."""
    found = [sides(position, one) for one in values(position.variant, position.observation, work, rng)]
    if not all(right and wrong for right, wrong in found):
        return 0.0, 0.0
    best = fmean(max(right) for right, _ in found)
    return best - fmean(max(wrong) for _, wrong in found), best


def sides(position: Position, found: Mapping[tuple[int, ...], float]) -> tuple[list[float], list[float]]:
    """The values of the moves that solve a position, and of those that do not."""
    right, wrong = list[float](), list[float]()
    for move, value in found.items():
        (right if position.is_solved_by(move) else wrong).append(value)
    return right, wrong


def values(variant: Variant, observation: Observation, work: int, rng: Rng) -> list[dict[tuple[int, ...], float]]:
    """The win probability of moves: calculated, or by search; by the game's solver as often as the work is that of the
    top level, each time with other samples.
    """
    state, seat = observation.determinize(rng), int(observation.seat)
    heuristic = trained.rating_heuristic(variant.key, state)
    if heuristic.solver(observation, 1, rng) is not None:
        others = form_of(variant).others(state, seat)
        return [_solved(heuristic, observation, others, rng) for _ in range(work // LEVELS[-1].simulations)]
    return [_calculated(heuristic, state, seat) or _searched(heuristic, observation, state, work, rng)]


def _solved(
    heuristic: Heuristic, observation: Observation, others: Sequence[list[int]], rng: Rng
) -> dict[tuple[int, ...], float]:
    solver = heuristic.solver(observation, LEVELS[-1].simulations, rng)
    assert solver is not None
    while not solver.is_done:
        solver.run()
    found = {tuple(move.actions): (1 + move.value) / 2 for move in solver.moves()}
    for move in others:
        found[tuple(move)] = (1 + fmean(payoff for payoff, _ in solver.outcomes(move))) / 2
    return found


def _calculated(heuristic: Heuristic, state: State, seat: int) -> dict[tuple[int, ...], float]:
    if not heuristic.has_perfect_information(state, seat):
        return {}
    exact = AlphaBeta(state, heuristic, SOLVER_POSITIONS * TIMES_ITS_WORK, None)
    found = {action: exact.value(action) for action in state.distinct_actions(seat)}
    return {(action,): (1 + value) / 2 for action, value in found.items() if value is not None}


def _searched(
    heuristic: Heuristic, observation: Observation, state: State, work: int, rng: Rng
) -> dict[tuple[int, ...], float]:
    search = Search(observation, heuristic, rng, work + 1)
    while search.simulations < work:
        search.run(work, SLICE_PLIES)
    return {(action,): (1 + search.value(action)) / 2 for action in state.distinct_actions(int(observation.seat))}
