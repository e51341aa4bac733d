"""What a seat knows (3.1): determinizations deal the rest evenly, keep what is known, and hold for observations from
outside too.
"""

from collections import Counter

import pytest

from engines.api import OVER, SPECTATOR, observe
from engines.cards import card_text
from engines.hockey import codec
from engines.hockey.options import PRESETS
from engines.rng import Rng
from tests.engines.table import step
from tests.hockey.table import Table, hockey, random_game


def test_unseen_cards_lie_evenly_in_the_other_hand_and_in_the_pack():
    table = hockey(hands=["7 J", "9"])
    table.play("A7 B9")
    own = {card_text(card) for card in table.hand(0)}
    held: Counter[str] = Counter()
    for guess in table.guesses(0, 2300):
        assert set(guess["hands"][0]) == own
        held.update(guess["hands"][1])
    assert len(held) == 46  # neither the seat's own cards nor those played
    assert 140 < min(held.values()) <= max(held.values()) < 265  # 200 each expected


def test_the_order_of_the_pack_is_guessed_evenly_too():
    table = hockey()
    first = Counter(guess["stock"][0] for guess in table.guesses(0, 2350))
    assert len(first) == 47
    assert max(first.values()) < 90  # 50 each expected


def test_a_spectator_guesses_every_hand():
    table = hockey(hands=["7 J", "9"])
    hands = [guess["hands"][0] for guess in table.guesses(SPECTATOR, 20)]
    assert len({tuple(hand) for hand in hands}) == 20


def wiggum_with_refused_pile() -> Table:
    """A first deal after at least one refused pile."""
    for seed in range(50):
        table = random_game(PRESETS["wiggum"], f"refused {seed}", until="play")
        if len(set(table.sees(0)["refused"]) - set(table.sees(0)["starting_pile"])) >= 8:
            return table
    raise AssertionError("no pile was refused")


def test_cards_of_a_refused_pile_are_known_to_be_undealt_in_the_first_deal():
    table = wiggum_with_refused_pile()
    refused = set(table.sees(0)["refused"]) - set(table.sees(0)["starting_pile"])
    places: Counter[int] = Counter()
    for guess in table.guesses(0, 300):
        assert not refused & {*guess["hands"][0], *guess["hands"][1]}
        assert refused <= set(guess["stock"])
        places.update(guess["stock"].index(card) for card in refused)
    assert len(places) == 40  # they may lie anywhere in the pack


def test_cards_of_a_refused_pile_may_be_in_any_hand_from_the_second_deal_on():
    table, rng = wiggum_with_refused_pile(), Rng("second deal")
    while table.state.deal_number == 1:
        step(table.state, rng)
    seen = table.sees(0)
    unseen = set(seen["refused"]) - set(seen["starting_pile"]) - {card_text(card) for card in table.hand(0)}
    held = {card for guess in table.guesses(0, 300) for card in guess["hands"][1]}
    assert unseen <= held


@pytest.mark.parametrize("seed", range(3))
def test_every_unseen_card_may_be_in_the_other_hand_from_the_second_deal_on(seed):
    table, rng = random_game(PRESETS["standard"], f"unseen {seed}", until="play"), Rng("unseen")
    while table.state.deal_number == 1:
        step(table.state, rng)
    dealt_again = [[*guess["hands"][1], *guess["stock"]] for guess in table.guesses(0, 300)]
    size = len(dealt_again[0]) - int(table.state.undealt())
    assert {card for cards in dealt_again for card in cards[:size]} == set(dealt_again[0])


@pytest.mark.parametrize("preset", ["standard", "wiggum", "stockham"])
def test_in_the_last_deal_of_a_two_player_period_everything_is_known(preset):
    table, rng = random_game(PRESETS[preset], "last deal", until="play"), Rng("last deal")
    while table.state.deal_number < len(PRESETS[preset]["deals"]):
        step(table.state, rng)
    for seat in (0, 1):
        assert table.guesses(seat, 3) == [codec.dump_state(table.state)] * 3


def test_with_four_seats_the_partners_hand_is_hidden_too():
    table = hockey("partnership")
    partners = {tuple(guess["hands"][2]) for guess in table.guesses(0, 10)}
    assert len(partners) == 10


@pytest.mark.parametrize("preset", PRESETS)
def test_a_guess_goes_on_as_the_game_does(preset):
    """The table, calls and safeties included, stays the same while both play the same cards: it shows nothing
    hidden.
    """
    table, rng = random_game(PRESETS[preset], "goes on", until="play"), Rng("goes on")
    while table.state.to_act() != OVER:
        seat = int(table.state.to_act())
        if seat >= 0:
            guess = Table(observe(table.state, seat).determinize(rng))
            game = Table(table.state.clone())
            while seat == game.state.to_act() == guess.state.to_act():
                action = game.state.legal_actions(seat)[0]
                game.state.apply(seat, action)
                guess.state.apply(seat, action)
            assert game.sees(SPECTATOR) == guess.sees(SPECTATOR)
        step(table.state, rng)
