"""Whether grades are true: of hints that are followed, of moves that are marked, and of blunders that were planted.

Hints: Legend's advice is followed in whole games by both sides, each hint asked for as the page does, and every move
is graded; with other seeds, each hint is asked for with a seed of its own, as clients may, which no grade knows.
Marked: moves of a weaker level that are graded below good. Legend plays on from each of them and from the best move,
in the same fresh deals to the end of the game; the loss is the mean over these positions with its 95 % interval, and
so is what the grade said. Planted: moves that the heuristic rates lowest, and that are found to lose 0.1 of the
probability to win or more, surely, by playing on in the same way; found are those that are graded below good.
Times: of a core, for each hint with its reasons, and for the grades of a whole game of that level.

Where a network decides, playing on is a playout to the end. Where a solver does, Legend itself decides every move of a
fifth of the marked positions in a quarter of the deals, and its network alone after planted blunders. Moves are not
played on from where another seat has chosen in secret, as deals make that choice a random one.
"""

import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, islice
from statistics import fmean, stdev

from ai.choose import choose
from ai.games import make_heuristic
from ai.grading import ADVISER, BLUNDER_LOSS, HINT_SEED, Grade, grade
from ai.levels import LEVELS, Player
from ai.outlook import TO_THE_END, ByNetwork, outlook
from ai.play import next_seat
from ai.search.outcomes import Outcomes
from ai.trained import rating_heuristic
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from engines.api import OVER, Observation, Variant
from engines.rng import Rng

WEAKER = LEVELS[2]
"""Whose moves are marked."""
POOR = (Grade.INACCURACY, Grade.BLUNDER)
PLANTED_DEALS = 400
FIRST_DEALS = (16, 64)
"""Most moves lose little, which few deals show."""
SOLVED_DEALS = 100
NETWORK = Player(learned=True)
FEWER = (5, 4)
"""Times fewer positions and deals are played on where a solver decides."""
NONE_YET = -1
HEADS = ("game", "measured", "number", "result", "95 %")


def decisions(
    variant: Variant, player: Player, seed: str, ask: str | None = None, all_open: bool = False
) -> Iterator[tuple[Observation, tuple[int, ...], int]]:
    """Decisions of games of a player against itself, without end: the observation, the move, and the game's number.
    With ``ask`` each with this seed of its own. With ``all_open`` without those at which another seat has chosen in
    secret: a determinization makes that choice a random one, against which other moves are good.
    """
    options = next(iter(variant.presets.values()))
    for number in count():
        rng, state, chosen_at = Rng(f"{seed} {number}"), variant.new_game(options), NONE_YET
        while (seat := next_seat(state, rng)) != OVER:
            observation = variant.observe(state, seat)
            move = choose(variant, observation, player, rng if ask is None else Rng(ask)).actions
            if not (all_open and state.ply == chosen_at):
                yield observation, move, number
            chosen_at = int(state.ply)
            for action in move:
                state.apply(seat, action)


def played_on(
    variant: Variant,
    observation: Observation,
    best: Sequence[int],
    other: Sequence[int],
    deals: int,
    seed: str,
    player: Player = LEVELS[-1],
) -> Outcomes:
    """The differences in payoff of two moves after which Legend plays on, in the same deals."""
    judging, differences = outlook(variant, observation, Rng(seed)), Outcomes()
    if isinstance(judging, ByNetwork):
        for one, two in islice(judging.deals([best, other], TO_THE_END), deals):
            differences.add(one[0] - two[0], one[1] - two[1])
        return differences
    for deal in range(deals):
        ends = [_ended(variant, observation, move, f"{seed} {deal}", player) for move in (best, other)]
        differences.add(ends[0] - ends[1], 0.0)
    return differences


def _ended(variant: Variant, observation: Observation, move: Sequence[int], seed: str, player: Player) -> float:
    """The payoff for the observer's side if the player plays on after a move."""
    state, seat = observation.determinize(Rng(seed)), int(observation.seat)
    chance, deciding = Rng(f"{seed} chance"), Rng(f"{seed} deciding")
    for action in move:
        state.apply(seat, action)
    while (asked := next_seat(state, chance)) != OVER:
        for action in choose(variant, variant.observe(state, asked), player, deciding).actions:
            state.apply(asked, action)
    return float(state.payoff(seat))


def rows() -> Iterator[Row]:
    """Five for every game, each of some minutes."""
    for key, variant in VARIANTS.items():
        if variant.has_decisions:
            yield Row(f"{key}/hints", (variant.name, "hints that are followed"), partial(hints, variant, HINT_SEED))
            yield Row(f"{key}/seeds", (variant.name, "hints with other seeds"), partial(hints, variant, None))
            yield Row(f"{key}/marked", (variant.name, "marked moves"), partial(marked, variant))
            yield Row(f"{key}/planted", (variant.name, "planted blunders"), partial(found_of_planted, variant))
            yield Row(f"{key}/times", (variant.name, "times"), partial(times, variant))


def hints(variant: Variant, ask: str | None, wanted: Wanted) -> Iterator[object]:
    """The grades of hints that are followed, each asked for with this seed or one of its own."""
    grades = list[Grade]()
    for observation, move, number in decisions(variant, ADVISER, f"{wanted.seed} {'hints' if ask else 'seeds'}", ask):
        if number == wanted.games:
            break
        found = grade(variant, observation, move, Rng(f"{wanted.seed} {number} {len(grades)}"))
        if found is not None:
            grades.append(found.grade)
    yield len(grades)
    inaccuracies, blunders = map(grades.count, POOR)
    yield f"{inaccuracies} inaccuracies, {blunders} blunders in {wanted.games} games"
    yield ""


def marked(variant: Variant, wanted: Wanted) -> Iterator[object]:
    """What the moves lose that are graded below good."""
    positions, deals = FEWER if make_heuristic(variant.key).solves else (1, 1)
    found = islice(losses(variant, wanted.seed, wanted.deals // deals), wanted.marked // positions)
    said, lost = zip(*found, strict=True)
    margin = 1.96 * stdev(lost) / len(lost) ** 0.5
    yield len(lost)
    yield f"lose {fmean(lost):.3f}, said to lose {fmean(said):.3f}"
    yield f"{fmean(lost) - margin:.3f} to {fmean(lost) + margin:.3f}"


def losses(variant: Variant, seed: str, deals: int) -> Iterator[tuple[float, float]]:
    """For one move after another that is graded below good, what it is said to lose, and loses in these deals."""
    for number, (observation, move, _) in enumerate(decisions(variant, WEAKER, f"{seed} marked", all_open=True)):
        found = grade(variant, observation, move, Rng(f"{seed} {number}"))
        if found is not None and found.grade in POOR:
            on = played_on(variant, observation, found.best, move, deals, f"{seed} {number} on")
            yield found.loss.mean, on.payoff() / 2


def found_of_planted(variant: Variant, wanted: Wanted) -> Iterator[object]:
    """How many planted blunders are graded below good."""
    found = list(islice(planted(variant, wanted.seed), wanted.planted))
    yield len(found)
    yield f"{100 * fmean(found):.0f} % found" if found else ""
    yield ""


def times(variant: Variant, wanted: Wanted) -> Iterator[object]:
    """How long hints take, and the grades of both sides of a game."""
    hint_ms, game_s = list[float](), [0.0] * wanted.timed
    for observation, move, number in decisions(variant, WEAKER, f"{wanted.seed} times"):
        if number == wanted.timed:
            break
        began = time.process_time()
        choose(variant, observation, ADVISER, Rng(HINT_SEED), explain=True)
        asked = time.process_time()
        hint_ms.append(1000 * (asked - began))
        grade(variant, observation, move, Rng(f"{wanted.seed} {len(hint_ms)}"))
        game_s[number] += time.process_time() - asked
    hint_ms.sort()
    yield len(hint_ms)
    usual, longest = hint_ms[int(0.95 * len(hint_ms))], hint_ms[-1]
    yield f"95 % of hints in {usual:.0f} ms, the longest in {longest:.0f} ms; both sides graded in {max(game_s):.1f} s"
    yield ""


def planted(variant: Variant, seed: str, deals: int | None = None, most: int | None = None) -> Iterator[bool]:
    """For one move after another that surely loses 0.1 or more, whether it is graded below good; from at most this many
    decisions.
    """
    rng = Rng(f"{seed} planted")
    asked_of = decisions(variant, ADVISER, f"{seed} planted", all_open=True)
    for number, (observation, move, _) in enumerate(islice(asked_of, most)):
        other = _another(variant, observation, move, rng)
        if other is None or rng.chance() > 0.2:
            continue
        usual = SOLVED_DEALS if make_heuristic(variant.key).solves else PLANTED_DEALS
        losses = Outcomes()
        for asked in (*FIRST_DEALS, deals or usual):
            losses = played_on(variant, observation, move, other, asked, f"{seed} {number} {asked}", NETWORK)
            if losses.payoff() / 2 < BLUNDER_LOSS:
                break
        error = (losses.payoff_variance() / (int(losses.count) - 1)) ** 0.5
        if (losses.payoff() - 2 * error) / 2 < BLUNDER_LOSS:
            continue
        found = grade(variant, observation, other, Rng(f"{seed} {number}"))
        yield found is not None and found.grade in POOR


def _another(variant: Variant, observation: Observation, move: Sequence[int], rng: Rng) -> tuple[int, ...] | None:
    """Another move than this one: that with the lowest rating, or of a longer move one at random; None
    if there is none.
    """
    state, seat = observation.determinize(Rng(0)), int(observation.seat)
    others = [action for action in state.distinct_actions(seat) if action != move[0]]
    if not others:
        return None
    ratings = rating_heuristic(variant.key, state).ratings(state, seat, others)
    ply, found = state.ply, [min(zip(ratings, others, strict=True))[1]]
    state.apply(seat, found[0])
    while state.ply == ply and state.may_act(seat):
        legal = state.legal_actions(seat)
        found.append(legal[rng.below(len(legal))])
        state.apply(seat, found[-1])
    return tuple(found)


STUDY = Study(
    __doc__,
    "grades",
    HEADS,
    rows,
    {
        "games": (500, "in which hints are followed"),
        "marked": (200, "marked moves that are played on"),
        "deals": (40, "in which each of these is played on"),
        "timed": (5, "games in which times are measured"),
        "planted": (100, "blunders that are planted"),
        "seed": ("grades", "of the games"),
    },
)
main = STUDY.main
