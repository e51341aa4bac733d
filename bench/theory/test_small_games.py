"""How far from perfect play: Kuhn poker, whose answers are known, a Hockey of six cards, and a Turn-Based Hockey of two
line-ups.
"""

import json
from collections import Counter
from itertools import permutations
from math import factorial

import pytest

from ai import choose
from ai.levels import Player
from bench.theory.game_tree import distinct_deals, grow
from engines import VARIANTS
from engines.api import CHANCE, OVER, Observation, State
from engines.rng import Rng

pytest.importorskip("pyspiel", reason="comes with make .venv/openspiel.done")

from bench.theory.small_games import as_played, by_visits, played, pooled, secret_line_ups
from bench.theory.solver import Solver, uniform_policy

HOCKEY = VARIANTS["hockey"]
TURN_BASED_HOCKEY = VARIANTS["turn_based_hockey"]
PASS, BET = 0, 1
RESULTS = {"pp": 1, "pbp": -1, "pbb": 2, "bp": 1, "bb": 2}
"""What the higher card wins; a bet that is passed wins with any card: see ``payoff``."""


class KuhnState(State):
    """Three cards, one each: pass or bet; the simplest game in which bluffing is right (Kuhn 1950)."""

    def __init__(self):
        super().__init__()
        self.cards = ()
        self.moves = ""

    def to_act(self):
        if not self.cards:
            return CHANCE
        return OVER if self.moves in RESULTS else len(self.moves) % 2

    def fill_actions(self, seat, actions):
        actions[0], actions[1] = PASS, BET
        return 2

    def apply(self, seat, action):
        self.moves += "pb"[action]

    def deal_order(self, order):
        self.cards = tuple(order)

    def payoff(self, seat):
        if self.moves in ("bp", "pbp"):
            won = RESULTS[self.moves]
        else:
            won = RESULTS[self.moves] if self.cards[0] > self.cards[1] else -RESULTS[self.moves]
        return float(won if seat == 0 else -won)

    def clone(self):
        copy = KuhnState()
        copy.cards, copy.moves = self.cards, self.moves
        return copy


class KuhnObservation(Observation):
    def __init__(self, state, seat):
        super().__init__(seat)
        self.name = f"{state.cards[seat]} {state.moves}"


KUHN = grow(
    KuhnState(), KuhnObservation, lambda state: distinct_deals([0, 1, 2], [[0], [1], [2]]), lambda seen: seen.name
)


def small_hockey():
    """Twos, threes and Jacks, two of each; a deal of one card, then one of two: at every choice all cards are known.
    Suits mean nothing.
    """
    deck = ["2C", "2D", "3C", "3D", "JC", "JD"]
    position = {
        "node": "shuffle",
        "dealer": 1,
        "period": 1,
        "deck": deck,
        "options": {"periods": 1, "overtime": "none", "deals": [1, 2]},
    }
    deals = list(distinct_deals([0, 0, 1, 1, 2, 2], [[0], [1], [2, 4], [3, 5]]))

    def name(observation):
        text = json.dumps(HOCKEY.codec.dump_observation(observation))
        return text.replace('C"', '"').replace('D"', '"')

    return grow(HOCKEY.codec.load_state(position), HOCKEY.observe, lambda state: deals, name)


@pytest.fixture(scope="module")
def hockey_tree():
    return small_hockey()


def policy_of(variant, tree, simulations):
    """What the search chooses in each information set, and how often, with ten generators."""
    player, policy = Player(simulations=simulations), []
    for known in tree.information:
        chosen = Counter(choose(variant, known.observation, player, Rng(seed)).actions[0] for seed in range(10))
        policy.append([chosen[action] / 10 for action in known.actions])
    return policy


# -- deals


@pytest.mark.parametrize(
    ("kinds", "blocks"),
    [
        ([0, 0, 1, 1, 2, 2], [[0, 2], [1, 3], [4, 5]]),
        ([0, 1, 2, 3, 4], [[0, 2], [1], [3], [4]]),
        ([0, 0, 0, 1, 1], [[4], [0, 1, 2, 3]]),
    ],
)
def test_deals_that_differ_have_the_share_of_the_shuffles_they_stand_for(kinds, blocks):
    def table(order):
        return tuple(tuple(sorted(kinds[order[place]] for place in block)) for block in blocks)

    shuffles = Counter(table(order) for order in permutations(range(len(kinds))))
    deals = {table(order): probability for order, probability in distinct_deals(kinds, blocks)}
    assert deals == pytest.approx({dealt: count / factorial(len(kinds)) for dealt, count in shuffles.items()})


# -- Kuhn poker


def test_a_seat_sees_its_card_and_the_bets():
    assert len(KUHN.information) == 12
    assert [len(known.nodes) for known in KUHN.information] == [2] * 12


def test_random_play_of_kuhn_poker_is_as_exploitable_as_published():
    """0.5 and 5/12 above the expected 0.125."""
    solver, random = Solver(KUHN), uniform_policy(KUHN)
    assert solver.expected_payoff(random, random) == pytest.approx(0.125)
    assert solver.exploitability(random) == pytest.approx(11 / 24)


def test_a_known_perfect_policy_of_kuhn_poker_cannot_be_exploited():
    """Kuhn's solution in which seat 0 never bets first: it calls with the middle card one time in three; seat 1 bluffs
    one in three. It loses an eighteenth, as what is found does.
    """
    solver, bets = Solver(KUHN), {"2 pb": 1, "1 pb": 1 / 3, "2 b": 1, "1 b": 1 / 3, "2 p": 1, "0 p": 1 / 3}
    policy = [[1 - (bet := bets.get(known.observation.name, 0)), bet] for known in KUHN.information]
    assert solver.exploitability(policy) == pytest.approx(0)
    found = solver.perfect(300)
    for perfect in (policy, found):
        assert solver.expected_payoff(perfect, perfect) == pytest.approx(-1 / 18, abs=1e-3)


def test_a_seat_remembers_what_it_did():
    """With names that forget the bets, seat 0 still knows whether it has decided before."""
    forgetful = grow(
        KuhnState(),
        KuhnObservation,
        lambda state: distinct_deals([0, 1, 2], [[0], [1], [2]]),
        lambda seen: f"{seen.seat} {seen.name[0]}",
    )
    assert [len(known.nodes) for known in forgetful.information if known.seat == 0] == [2] * 6
    assert [len(known.nodes) for known in forgetful.information if known.seat == 1] == [4] * 3


# -- our games


def test_perfect_play_of_a_small_hockey_is_found(hockey_tree):
    solver, random = Solver(hockey_tree), uniform_policy(hockey_tree)
    perfect = solver.perfect(100)
    assert solver.exploitability(perfect) < 1e-3 < solver.exploitability(random)
    assert solver.expected_payoff(perfect, perfect) < solver.expected_payoff(perfect, random)


def test_where_nothing_is_hidden_the_search_plays_perfectly(hockey_tree):
    assert Solver(hockey_tree).exploitability(policy_of(HOCKEY, hockey_tree, 30)) == pytest.approx(0)


@pytest.fixture(scope="module")
def line_ups():
    """After a tied face-off both set up secretly: four tens of a suit, a red ten, an ace. A single line-up always has
    an answer.
    """
    return secret_line_ups("TC JC QC KC TH AH", "TS JS QS KS TD AS")


def test_secret_line_ups_are_solved_by_mixing(line_ups):
    tree, solver = line_ups.tree, line_ups.solver
    perfect = solver.perfect(100)
    assert sum(asks == OVER for asks in tree.asks) == 30 * 30
    assert solver.expected_payoff(perfect, perfect) == pytest.approx(-1 / 4, abs=0.01)
    assert solver.exploitability(perfect) < 0.01
    pure = [[float(place == shares.index(max(shares))) for place in range(len(shares))] for shares in perfect]
    assert solver.exploitability(pure) > 0.3


@pytest.mark.parametrize("reading", [as_played, by_visits])
def test_our_secret_line_ups_can_hardly_be_exploited(line_ups, reading):
    (found,) = played(line_ups, Player(simulations=10), [reading], 1)
    assert found.exploitability.mean < 0.005


def test_within_a_move_shares_count_as_often_as_the_move_gets_there(line_ups):
    """Of two decisions, one that gets to an information set always and one that never does, the first alone decides
    what is played there.
    """
    often, never = (
        [[0.0] * len(known.actions) for known in line_ups.tree.information],
        [[0.0] * 9] * len(line_ups.tree.information),
    )
    later = next(iter(line_ups.continued))
    often[later] = [0.75, 0.25, *often[later][2:]]
    assert pooled([often, [row[: len(shares)] for row, shares in zip(never, often, strict=True)]])[later][:2] == [
        0.75,
        0.25,
    ]
