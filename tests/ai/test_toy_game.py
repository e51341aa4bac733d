"""A game that exists only here: hidden cards, a simultaneous choice, and a move of two actions. The search has to
manage without help.

Four cards, two a side. Both sides secretly line theirs up in two places; the higher card takes the first place for two
goals, the second for one.
"""

from dataclasses import replace

import pytest

from ai.choose import choose
from ai.heuristic import Heuristic
from ai.levels import RANDOM, Player
from ai.search.ismcts import SEAT_BITS, Search
from engines import VARIANTS
from engines.api import CHANCE, NO_SIDE, OVER, Observation, State
from engines.rng import Rng, permutation

FACE_DOWN = 99
SEARCH = Player(simulations=200)


class ToyState(State):
    def __init__(self):
        super().__init__()
        self.hands = [[], []]
        self.lines = [[], []]
        self.dealt = False

    def seats(self):
        return 2

    def to_act(self):
        if not self.dealt:
            return CHANCE
        return next((seat for seat in (0, 1) if self.hands[seat]), OVER)

    def may_act(self, seat):
        return self.dealt and seat in (0, 1) and bool(self.hands[seat])

    def fill_actions(self, seat, actions):
        for i, card in enumerate(sorted(self.hands[seat])):
            actions[i] = card
        return len(self.hands[seat])

    def apply(self, seat, action):
        self.hands[seat].remove(action)
        self.lines[seat].append(action)
        if not any(self.hands):
            self.ply += 1

    def seen_as(self, action, viewer):
        return FACE_DOWN

    def shuffle_needed(self):
        return 4

    def deal(self, order):
        cards = [int(order[i]) for i in range(4)]
        self.hands, self.dealt = [cards[:2], cards[2:]], True

    def score(self, side):
        own, other = self.lines[side], self.lines[1 - side]
        return sum(value for value, mine, theirs in zip((2, 1), own, other, strict=True) if mine > theirs)

    def winner(self):
        return NO_SIDE if self.score(0) == self.score(1) else int(self.score(1) > self.score(0))

    def copy_from(self, other):
        self.ply, self.dealt = other.ply, other.dealt
        self.hands = [list(hand) for hand in other.hands]
        self.lines = [list(line) for line in other.lines]


class ToyObservation(Observation):
    def __init__(self, state, seat):
        super().__init__(seat)
        self.hand = sorted(state.hands[seat])
        self.line = list(state.lines[seat])
        self.others_placed = len(state.lines[1 - seat])

    def blank_state(self):
        return ToyState()

    def determinize_into(self, state, rng):
        unseen = [card for card in range(4) if card not in self.hand + self.line]
        order = permutation(rng, len(unseen))
        cards = [unseen[i] for i in order]
        state.ply, state.dealt = 0, True
        state.hands[self.seat], state.lines[self.seat] = list(self.hand), list(self.line)
        state.lines[1 - self.seat], state.hands[1 - self.seat] = (
            cards[: self.others_placed],
            cards[self.others_placed :],
        )


TOY = replace(next(iter(VARIANTS.values())), key="toy", observe=ToyObservation)


def dealt(first, second):
    state = ToyState()
    state.hands, state.dealt = [list(first), list(second)], True
    return state


@pytest.mark.parametrize("seat", [0, 1])
def test_a_line_up_is_one_move_with_the_best_card_first(seat):
    """0 and 3 against 1 and 2: only the 3 in the first place wins, whatever the others do."""
    state = dealt([0, 3], [1, 2]) if seat == 0 else dealt([1, 2], [0, 3])
    decision = choose(TOY, ToyObservation(state, seat), SEARCH, Rng(1))
    assert decision.actions == (3, 0)
    assert decision.candidates[0].value > 0.9
    assert decision.simulations == 200  # the second card is forced


def test_the_others_hidden_answer_cannot_follow_the_own_choice():
    """1 and 3 against 0 and 2: could the others see the line-up, they would choose theirs by it; so they meet it by
    chance.
    """
    decision = choose(TOY, ToyObservation(dealt([1, 3], [0, 2]), 0), SEARCH, Rng(1))
    assert decision.actions == (3, 1)
    values = {candidate.action: candidate.value for candidate in decision.candidates}
    assert values[3] > 0.9  # 3 takes two goals
    assert values[1] > -0.8  # loses to 2 first only; others who could see it would always answer so


def test_what_has_been_laid_face_down_is_not_known():
    """Seat 0 has placed a card: which one changes nothing for seat 1."""
    decisions = []
    for placed in (0, 3):
        state = dealt([0, 3], [1, 2])
        state.apply(0, placed)
        decisions.append(choose(TOY, ToyObservation(state, 1), SEARCH, Rng(1)))
    assert decisions[0] == decisions[1]


@pytest.mark.parametrize("level", [RANDOM, Player(), SEARCH], ids=["random", "heuristic", "search"])
def test_every_kind_of_player_plays_it_to_the_end(level):
    state = ToyState()
    state.deal(permutation(Rng(1), 4))
    for seat in (1, 0):  # a simultaneous choice is answered in any order
        for action in choose(TOY, ToyObservation(state, seat), level, Rng(seat)).actions:
            state.apply(seat, action)
    assert (state.to_act(), state.ply) == (OVER, 1)


def test_hidden_actions_are_one_edge_of_the_tree():
    search = Search(ToyObservation(dealt([0, 3], [1, 2]), 0), Heuristic(), Rng(1), 1000)
    search.run(300, 10**9)
    edges = [int(search.tree.edges[node]) for node in range(1, search.tree.size)]
    assert {edge >> SEAT_BITS for edge in edges if edge & 1} == {FACE_DOWN}
    assert search.tree.size <= 1 + 2 * 4  # two orders; below each the second card and two cards face down


def test_a_full_tree_goes_on_simulating_without_growing():
    search = Search(ToyObservation(dealt([0, 3], [1, 2]), 0), Heuristic(), Rng(1), 4)
    search.run(100, 10**9)
    assert (search.simulations, search.tree.size) == (100, 4)
    assert search.value(3) > search.value(0)


def test_an_action_that_was_never_chosen_has_no_visits_and_no_value():
    search = Search(ToyObservation(dealt([0, 3], [1, 2]), 0), Heuristic(), Rng(1), 1000)
    assert [(search.visits(card), search.value(card)) for card in (0, 3)] == [(0, 0.0), (0, 0.0)]
    search.run(1, 10**9)
    assert sorted(search.visits(card) for card in (0, 3)) == [0, 1]
