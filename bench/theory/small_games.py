"""Our players on games small enough to be solved: how far they are from perfect play, and whether more simulations
bring them closer.

``python -m bench.theory.small_games --seeds 5 hockey`` prints a markdown table: which games, all if none is named. A
player is asked wherever a move begins in the whole game, with several generators; how often it makes which move is its
policy, and that policy is measured. Levels decide in a real game just so: each move for itself, from the observation
alone.
"""

import argparse
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean, stdev

from ai import Decision, choose
from ai.levels import Player
from ai.networks.judge import SHARP
from ai.networks.network import ONE
from bench.report import put_section
from bench.theory.game_tree import Deal, GameTree, InformationSet, distinct_deals, grow
from bench.theory.solver import Policy, Solver, in_proportion, uniform_policy
from engines import VARIANTS
from engines.api import Observation, State, Variant
from engines.cards import RANKS, SUITS, parse_card
from engines.rng import Rng
from engines.turn_based_hockey.rules import kind

SIMULATIONS = (10, 30, 100, 300, 1000)
ROUNDS = 200
"""Of CFR+ for perfect play."""
SETS = 5
STUDENT_95 = 2.776
"""Of Student's distribution, for the spread between SETS values."""


@dataclass(frozen=True)
class SmallGame:
    """A game that begins at ``start`` and has only these shuffles."""

    key: str
    variant: Variant
    title: str
    start: State
    deals: tuple[Deal, ...] = ()
    suits_matter: bool = True
    kind: Callable[[int], int] = int
    """One number for all actions that are the same for play: a solver may name another one of them than the tree
    does.
    """

    @cached_property
    def tree(self) -> GameTree:
        """The whole game."""
        return grow(self.start, self.variant.observe, lambda state: self.deals, self.name)

    @cached_property
    def continued(self) -> dict[int, int]:
        """By information set in which a move is made up further, the one that it follows: its action before belongs to
        the same move.
        """
        rng, information = Rng("plies"), self.tree.information
        plies = [int(known.observation.determinize(rng).ply) for known in information]
        return {
            number: known.before[0]
            for number, known in enumerate(information)
            if known.before is not None and plies[known.before[0]] == plies[number]
        }

    @cached_property
    def solver(self) -> Solver:
        """OpenSpiel's view of it."""
        return Solver(self.tree)

    @cached_property
    def perfect(self) -> Policy:
        """Nearly perfect play."""
        return self.solver.perfect(ROUNDS)

    def name(self, observation: Observation) -> str:
        """What the seat sees as text; where suits have no meaning, without them."""
        text = json.dumps(self.variant.codec.dump_observation(observation))
        return text if self.suits_matter else re.sub(f'"([{RANKS}])[{SUITS}]"', r'"\1"', text)


def hockey(key: str, ranks: str, suits: str, sizes: Sequence[int]) -> SmallGame:
    """One period without overtime, seat 0 begins; ``sizes`` are the cards a seat gets in each deal."""
    deck = [rank + suit for rank in ranks for suit in suits]
    options = {"periods": 1, "overtime": "none", "deals": list(sizes)}
    position = {"node": "shuffle", "dealer": 1, "period": 1, "deck": deck, "options": options}
    blocks: list[range] = []
    for size in sizes:
        blocks += hands_from(sum(map(len, blocks)), size)
    deals = distinct_deals([ranks.index(card[0]) for card in deck], blocks)
    variant = VARIANTS["hockey"]
    title = f"Hockey, {' '.join(ranks)} in {len(suits)} suits, deals of {' and '.join(map(str, sizes))}"
    return SmallGame(key, variant, title, variant.codec.load_state(position), tuple(deals), suits_matter=False)


def blades_of_steel(ranks: str, suits: str, hand_size: int) -> SmallGame:
    """One pack, a draw if there are no more goals on one side; seat 0 begins."""
    deck = [rank + suit for rank in ranks for suit in suits]
    position = {"node": "deal", "seat": 0, "deck": deck, "hand_size": hand_size, "options": {"overtime": "none"}}
    draw_pile = [range(place, place + 1) for place in range(2 * hand_size, len(deck))]
    deals = distinct_deals(range(len(deck)), [*hands_from(0, hand_size), *draw_pile])
    title = f"Blades of Steel, {' '.join(ranks)} in {len(suits)} suits, hands of {hand_size}"
    variant = VARIANTS["blades_of_steel"]
    return SmallGame("blades_of_steel", variant, title, variant.codec.load_state(position), tuple(deals))


def secret_line_ups(first: str, second: str) -> SmallGame:
    """Turn-Based Hockey after a tied face-off in the only period: both set up secretly, and know each other's hands."""
    hands, face_off = [first.split(), second.split()], ["2H", "2D"]
    position = {
        "node": "lineup_both",
        "period": 1,
        "periods": 1,
        "deck": sorted([*hands[0], *hands[1], *face_off], key=parse_card),
        "hands": hands,
        "played_periods": [{"face_off": face_off}],
        "options": {"overtime": "none", "shootout": False},
    }
    variant = VARIANTS["turn_based_hockey"]
    title = f"Turn-Based Hockey, secret line-ups of {first} and {second}"
    start = variant.codec.load_state(position)
    return SmallGame(
        "turn_based_hockey", variant, title, start, kind=lambda card: int(kind(card, joker_chemistry=False))
    )


def hands_from(place: int, size: int) -> list[range]:
    """Places in the pack of two hands that are dealt one card at a time from ``place`` on."""
    return [range(place, place + 2 * size, 2), range(place + 1, place + 2 * size, 2)]


def games() -> list[SmallGame]:
    """Those of the tables.

    Cards of ten points and one suit are equal in a line-up, hence the tens to kings; no line-up of these hands is safe
    against all of the other's, so that perfect play has to mix.
    """
    return [
        hockey("hockey", "234J", "CD", [2, 2]),
        hockey("short_hockey", "234J", "CD", [3, 1]),
        blades_of_steel("3A", "CDHS", 3),
        secret_line_ups("TC JC QC KC TH AH", "TS JS QS KS TD AS"),
    ]


# -- players as policies


Moves = Iterable[tuple[Sequence[int], float]]
"""Complete moves, each with the share of the times that it is made."""
Reading = Callable[[Decision], Moves]
"""Which moves are made how often, by one decision."""


def as_played(decision: Decision) -> Moves:
    """The moves that were drawn from, or else the one that was chosen: what levels play."""
    return decision.mix or [(decision.actions, 1.0)]


def by_visits(decision: Decision) -> Moves:
    """Every action in proportion to its visits in the search; as it is played where a solver mixes, or a move has
    several actions.
    """
    total = sum(candidate.visits for candidate in decision.candidates)
    if decision.mix or len(decision.actions) > 1 or total == 0:
        return as_played(decision)
    return [([candidate.action], candidate.visits / total) for candidate in decision.candidates]


def policies(
    game: SmallGame, player: Player, readings: Sequence[Reading], seeds: int, seed: str, knows: bool = True
) -> list[Policy]:
    """The policy of a player by each of the readings, the mean of ``seeds`` decisions wherever a move begins.

    Within a move the shares of the actions add up to the probability that the move gets there: see ``pooled``. Without
    ``knows`` the search has no heuristic.
    """
    variant = game.variant if knows else replace(game.variant, key="unknown")
    found = [[[0.0] * len(known.actions) for known in game.tree.information] for _ in readings]
    later = set(game.continued.values())
    for number, known in enumerate(game.tree.information):
        if number in game.continued:
            continue
        if len(known.actions) == 1 and number not in later:
            for policy in found:
                policy[number][0] = 1.0
            continue
        for i in range(seeds):
            decision = choose(variant, known.observation, player, Rng(f"{seed}/{number}/{i}"))
            for policy, reading in zip(found, readings, strict=True):
                for actions, share in reading(decision):
                    add_move(game, policy, number, actions, share / seeds)
    return list(found)


def add_move(game: SmallGame, policy: list[list[float]], number: int, actions: Sequence[int], share: float) -> None:
    """Count a move that begins in an information set into a policy."""
    tree = game.tree
    for action in actions:
        known = tree.information[number]
        place = place_of(game, known, action)
        policy[number][place] += share
        number = tree.asks[tree.children[known.nodes[0]][place]]


def place_of(game: SmallGame, known: InformationSet, action: int) -> int:
    """The place of an action, or of one that is the same for play, in an information set; raises ValueError if there is
    none.
    """
    if action in known.actions:
        return known.actions.index(action)
    return [game.kind(other) for other in known.actions].index(game.kind(action))


def loss_to_perfect_play(game: SmallGame, policy: Policy) -> float:
    """What a seat loses on average to perfect play, the mean of both seats."""
    first, second = (game.solver.expected_payoff(*pair) for pair in ((policy, game.perfect), (game.perfect, policy)))
    return (second - first) / 2


# -- the table


@dataclass(frozen=True)
class Figure:
    """A measured number; ``margin`` is half its 95 % interval, None where nothing was left to chance."""

    mean: float
    margin: float | None = None

    def __str__(self) -> str:
        return f"{self.mean:.4f}" if self.margin is None else f"{self.mean:.4f} ± {self.margin:.4f}"


@dataclass(frozen=True)
class Measured:
    """How far a policy is from perfect play."""

    exploitability: Figure
    loss: Figure

    def __str__(self) -> str:
        return f"{self.exploitability} | {self.loss}"


def measured(game: SmallGame, policy: Policy) -> Measured:
    """A policy that is known exactly."""
    return Measured(Figure(game.solver.exploitability(policy)), Figure(loss_to_perfect_play(game, policy)))


def measured_sets(game: SmallGame, sets: Sequence[Policy]) -> Measured:
    """A policy known from SETS samples: the figures are those of all together, the intervals come from the spread
    between the sets.

    A smaller sample looks more exploitable than the policy is, hence not the mean of the sets.
    """
    whole = measured(game, pooled(sets))
    each = [measured(game, pooled([policy])) for policy in sets]
    return Measured(
        Figure(whole.exploitability.mean, margin(one.exploitability.mean for one in each)),
        Figure(whole.loss.mean, margin(one.loss.mean for one in each)),
    )


def pooled(sets: Sequence[Policy]) -> Policy:
    """The mean of policies, as probabilities. Within a move it counts those more that get there more often."""
    return [in_proportion([fmean(shares) for shares in zip(*each, strict=True)]) for each in zip(*sets, strict=True)]


def margin(values: Iterable[float]) -> float:
    """Half the 95 % interval of the mean of SETS values."""
    return STUDENT_95 * stdev(values) / math.sqrt(SETS)


def rows(game: SmallGame, simulations: Sequence[int], seeds: int) -> Iterator[str]:
    """Everything measured on one game: as levels play, and if actions were drawn in proportion to their visits."""
    yield f"| random | {measured(game, uniform_policy(game.tree))} | | |"
    (chosen,) = played(game, Player(), [as_played], seeds)
    yield f"| heuristic | {chosen} | | |"
    for knows in (True, False):
        for number in simulations:
            chosen, visited = played(game, Player(simulations=number), [as_played, by_visits], seeds, knows)
            yield f"| search{'' if knows else ' without heuristic'}, {number} | {chosen} | {visited} |"
    if game.variant.key == "hockey":  # where the search misses perfect play by most; these decide one action at a time
        from bench.theory.learning import learn, policy_of  # needs PyTorch, which the tests do without

        judge, decisions = learn(game.variant.key, game.start)
        for text, sharpness in (("", ONE), (", sharpened as levels play", SHARP)):
            yield (
                f"| network, {decisions:,} decisions{text} | "
                f"{measured(game, policy_of(judge, game.tree, sharpness))} | | |"
            )
    yield f"| CFR+, {ROUNDS} rounds | {measured(game, game.perfect)} | | |"


def played(
    game: SmallGame, player: Player, readings: Sequence[Reading], seeds: int, knows: bool = True
) -> list[Measured]:
    """A player measured by each of the readings."""
    sets = [policies(game, player, readings, seeds, f"set {i}", knows) for i in range(SETS)]
    return [measured_sets(game, policies_read) for policies_read in zip(*sets, strict=True)]


def table(game: SmallGame, simulations: Sequence[int], seeds: int) -> Iterator[str]:
    """The lines of a game's table in markdown; the loss is that to perfect play."""
    tree = game.tree
    yield (
        f"**{game.title}**: {len(tree.asks):,} nodes, {len(tree.information):,} information sets, value "
        f"{value(game):+.4f} for seat 0."
    )
    yield ""
    yield "| player, simulations | exploitability | loss | exploitability, by visits | loss, by visits |"
    yield "|---|---:|---:|---:|---:|"
    yield from rows(game, simulations, seeds)


def value(game: SmallGame) -> float:
    """What seat 0 gets if both play perfectly."""
    return game.solver.expected_payoff(game.perfect, game.perfect)


def main() -> None:
    """Print the tables."""
    known = {game.key: game for game in games()}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME", choices=[*known, []])
    parser.add_argument("--simulations", nargs="+", type=int, default=SIMULATIONS)
    parser.add_argument(
        "--seeds", type=int, default=5, help=f"decisions in every information set, in each of {SETS} sets"
    )
    arguments = parser.parse_args()
    lines = []
    for key in arguments.games_named or known:
        for line in (*table(known[key], arguments.simulations, arguments.seeds), ""):
            print(line, flush=True)
            lines.append(line)
    if not arguments.games_named:
        put_section("small games", lines)


if __name__ == "__main__":
    main()
