"""Why a computer chooses a face-off card or a line-up: figures that are counted anew from what the seat sees."""

import re
from itertools import combinations, permutations

import pytest

from ai.choose import choose
from ai.levels import LEVELS
from ai.play import next_seat
from ai.reasons import contrast
from engines import VARIANTS
from engines.api import OVER, observe
from engines.cards import RANKS, card_text, parse_card
from engines.rng import Rng, permutation
from tests.turn_based_hockey.table import FLOWS, position

KEY = "turn_based_hockey"
GAME = VARIANTS[KEY]
FRENCH = GAME.phrases("fr")
PLACES = 6
AS_GOOD = "as good as the other"
ROOKIE, JUNIOR, LEGEND = LEVELS[0], LEVELS[2], LEVELS[-1]


def worth(card):
    """Points of a card (rules 2.1)."""
    if card[0] == "X":
        return 0
    return 11 if card[0] == "A" else min(10, 2 + RANKS.index(card[0]))


def is_red(card):
    return card == "XR" or card[1] in "DH"


def chemistry(one, other, options):
    if "X" in one[0] + other[0]:
        counts = options["joker_chemistry"] and not (one[0] == other[0] == "X")
        return 2 if counts and is_red(one) == is_red(other) else 0
    return 5 if one[1] == other[1] else 2 if is_red(one) == is_red(other) else 0


class Seen:
    """What a seat sees, and a choice of it compared with another."""

    def __init__(self, state, seat, one, other):
        self.view = GAME.codec.dump_observation(observe(state, seat))
        self.options, self.hand, self.seat = self.view["options"], self.view["hand"], seat
        self.one, self.other = one, other

    def numbers(self, reason):
        """The figures of a reason, counted anew; its words are checked."""
        if reason.startswith(("beats", "costs")):
            return self.face_off(reason)
        if reason.startswith("leaves"):
            same = 5 if "suit" in reason else 2
            return [sum(chemistry(*pair, self.options) == same for pair in self.pairs_left(one)) for one in self.both]
        if reason.startswith(("scores", "as many")):
            return self.answer(reason)
        if reason.startswith("keeps"):
            assert not self.is_last
            return [self.kept(one) for one in self.both]
        if reason.startswith(("attacks", "defends")):
            return self.pairs(reason)
        assert reason.startswith(AS_GOOD)
        return []

    @property
    def both(self):
        return self.one, self.other

    @property
    def is_last(self):
        return self.view["period"] >= self.view["periods"]

    def pairs_left(self, used):
        return combinations([card for card in self.hand if card not in used], 2)

    def kept(self, used):
        return 0 if self.is_last else sum(worth(card) for card in self.hand if card not in used)

    def face_off(self, reason):
        (one,), (other,) = self.one, self.other
        if reason.startswith("costs"):
            return [worth(one), worth(other)]
        gone = [card for played in self.view["played_periods"] for card in played["face_off"] or []]
        gone += [card for played in self.view["played_periods"] for cards in played["lineups"] or [] for card in cards]
        unseen = [card for card in deck(self.options) if card not in gone + self.hand]
        beaten = [sum(self.scale(card) > self.scale(hidden) for hidden in unseen) for card in (one, other)]
        return [beaten[0], len(unseen), beaten[1]]

    def scale(self, card):
        if self.options["compare"] != "rank":
            return worth(card)
        return -1 if card[0] == "X" else RANKS.index(card[0])

    def value(self, one, other):
        return worth(one) + worth(other) + chemistry(one, other, self.options)

    def attack(self, cards):
        return [self.value(cards[0], cards[1]), self.value(cards[2], cards[1])]

    def defence(self, cards):
        return [self.value(cards[3], cards[4]), self.value(cards[5], cards[4])]

    def goals(self, cards, others):
        """The table of rules 2.3 line 3."""
        return sum(shot >= met for shot, met in zip(self.attack(cards), reversed(self.defence(others)), strict=True))

    def answer(self, reason):
        shown = self.view["played_periods"][-1]["lineups"][1 - self.seat]
        made = [(self.goals(cards, shown), self.goals(shown, cards)) for cards in self.both]
        if reason.startswith("as many"):
            assert made[0] == made[1]
            return [self.kept(cards) for cards in self.both]
        assert made[0] != made[1]
        return [*made[0], *made[1]]

    def pairs(self, reason):
        one, other = (self.attack(cards) if "attacks" in reason else self.defence(cards) for cards in self.both)
        if "reverse" in reason:
            assert one == other[::-1]
            return one
        assert sorted(one) != sorted(other)
        return [*sorted(one, reverse=True), *sorted(other, reverse=True)]


def deck(options):
    plain = [rank + suit for rank in RANKS for suit in "CDHS"]
    return plain + (["XR", "XB"] if options["jokers"] else [])


def decisions(options, seed):
    """The states of a game at random at which a seat is asked for a whole move."""
    rng, state = Rng(seed), GAME.new_game(options)
    while (seat := next_seat(state, rng)) != OVER:
        if state.placed[seat] == 0 or state.placed[seat] == PLACES:
            yield state, seat
        actions = state.legal_actions(seat)
        state.apply(seat, actions[rng.below(len(actions))])


def others_of(move, hand, rng):
    """Moves like this one: of a line-up its mirror images, one with an exchange, and another at random."""
    if len(move) == 1:
        return [[card] for card in hand if card != move[0]]
    left, centre, right, *behind = move
    exchanged, place, card = list(move), rng.below(PLACES), hand[rng.below(len(hand))]
    if card in exchanged:
        exchanged[exchanged.index(card)] = exchanged[place]
    exchanged[place] = card
    return [[right, centre, left, *behind], exchanged, drawn(hand, rng), [right, centre, left, *behind[::-1]]]


def drawn(hand, rng):
    return [hand[at] for at in permutation(rng, len(hand))][:PLACES]


@pytest.mark.parametrize("flow", FLOWS)
def test_a_reason_says_in_what_a_choice_differs_from_another_with_figures_that_are_true(flow):
    """In games at random, of moves that hardly differ."""
    rng, alike, pairs = Rng(f"reasons {flow}"), 0, 0
    for game in range(3):
        for state, seat in decisions(FLOWS[flow], f"reasons {flow} {game}"):
            hand = [card_text(card) for card in state.legal_actions(seat)]
            move = [hand[rng.below(len(hand))]] if state.node == 1 else drawn(hand, rng)
            for other in (other for other in others_of(move, hand, rng) if other != move):
                one, two = ([parse_card(card) for card in cards] for cards in (move, other))
                reason = contrast(KEY, state, seat, one, two)
                assert 0 < len(reason) <= 90
                assert 0 < len(FRENCH.translate(reason)) <= 90
                found = [int(number) for number in re.findall(r"\d+", reason)]
                assert found == Seen(state, seat, move, other).numbers(reason), (reason, move, other)
                reverse = contrast(KEY, state, seat, two, one)
                assert (reason == reverse) == reason.startswith(AS_GOOD)
                alike += reason == reverse
                pairs += 1
    assert alike <= 0.1 * pairs


def first_to_line_up():
    """The second period: seat 0 lines up first, of thirteen cards."""
    return position(
        period=2,
        node="lineup_first",
        played_periods=[{}, {"face_off": ["2C", "9D"]}],
        hands=[["AS", "KS", "QS", "JS", "TH", "4H", "5H", "6H", "7D", "8D", "2D", "3D", "4D"], None],
    ).state


def test_what_is_better_is_said_before_what_is_worse():
    """More in the attack for fewer points kept: either move has the reason that speaks for it."""
    state = first_to_line_up()
    strong, weak = "KS AS QS 4H 5H 6H", "4D TH 5H 2D 3D 7D"
    moves = [[parse_card(card) for card in cards.split()] for cards in (strong, weak)]
    reasons = [contrast(KEY, state, 0, *pair) for pair in (moves, moves[::-1])]
    assert reasons == [
        "attacks with pairs of 26 and 26, the other with 20 and 16",
        "keeps cards of 59 points for later periods, the other of 44",
    ]


def test_a_card_that_begins_another_lineup_is_compared_in_its_place():
    """Players that choose card by card name no other whole line-up: the cards change places, or one is kept."""
    state = first_to_line_up()
    whole = [parse_card(card) for card in ["KS", "AS", "QS", "4H", "5H", "6H"]]
    kept, placed = [parse_card("TH")], [parse_card("4H")]
    assert contrast(KEY, state, 0, whole, kept) == "attacks with pairs of 26 and 26, the other with 26 and 21"
    reason = contrast(KEY, state, 0, placed, whole)
    assert reason == "defends with pairs of 16 and 15, the other with 16 and 14"
    assert contrast(KEY, state, 0, kept, placed) == "makes a pair of up to 21, the other 19"
    state.apply(0, parse_card("KS"))
    assert contrast(KEY, state, 0, kept, placed) == "makes a pair of up to 20, the other 14"
    spades = [parse_card("QS")], [parse_card("JS")]
    assert contrast(KEY, state, 0, *spades) == "as good as the other: the same pairs and points"


def test_of_the_only_answer_that_was_tried_in_the_last_period_none_is_better():
    """Against a line-up that a few cards beat twice and that scores no goal then."""
    shown, own = "2C 3D 4C 2H 3S 4H", "AS KS QS AH KH QH"
    state = position(
        period=3,
        node="lineup_second",
        played_periods=[{}, {}, {"face_off": ["9C", "5D"], "lineups": [None, shown.split()]}],
        hands=[own.split(), None],
    ).state
    decision = choose(GAME, observe(state, 0), LEGEND, Rng("only"), explain=True)
    best = [card_text(action) for action in decision.actions]
    seen = Seen(state, 0, best, best)
    ahead = {cards: seen.goals(cards, shown.split()) - seen.goals(shown.split(), cards) for cards in permutations(best)}
    assert ahead[tuple(best)] == max(ahead.values()) == 2
    assert [one.reason for one in decision.candidates] == ["scores 2 and lets in 0, and no other does better"]


def test_a_secret_lineup_is_not_compared_with_a_mirror_image_of_it():
    """They are as good, and drawn as often."""
    hand = ["AS", "KS", "QD", "9D", "8H", "7H", "6C", "TC", "JC", "4S", "3S", "2H", "5D"]
    tied = {"face_off": ["2C", "2D"]}
    state = position(period=2, node="lineup_both", played_periods=[{}, tied], hands=[hand, None]).state
    for seed in range(5):
        decision = choose(GAME, observe(state, 0), LEGEND, Rng(seed), explain=True)
        assert "reverse" not in decision.candidates[0].reason


@pytest.mark.parametrize("flow", ["standard", "jokers", "rank_without_overtime"])
@pytest.mark.parametrize("level", [ROOKIE, JUNIOR, LEGEND], ids=lambda level: level.name)
def test_hardly_a_choice_is_as_good_as_the_next_best(level, flow):
    """In games of a level against itself, at most one choice in ten has no reason that tells it from the next best."""
    reasons = []
    for game in range(2):
        state, rng = GAME.new_game(FLOWS[flow]), Rng(f"next best {game}")
        while (seat := next_seat(state, rng)) != OVER:
            decision = choose(GAME, observe(state, seat), level, rng, explain=True)
            reasons.append(decision.candidates[0].reason)
            for action in decision.actions:
                state.apply(seat, action)
    assert all(reasons)
    assert sum(reason.startswith(AS_GOOD) for reason in reasons) <= 0.1 * len(reasons), reasons
