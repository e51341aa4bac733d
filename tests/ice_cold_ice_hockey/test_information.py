"""What a seat knows (16.4): determinizations deal the rest evenly, keep what is known, and hold for observations from
outside too.
"""

from collections import Counter
from typing import Any

from engines.api import SPECTATOR, observe
from engines.ice_cold_ice_hockey.table import codec
from engines.rng import Rng, permutation
from tests.engines.table import step
from tests.ice_cold_ice_hockey.table import H, Table, V, game, penalty, random_game, texts


def test_unseen_cards_lie_evenly_in_the_other_hand_and_in_the_deck():
    table = game(h="12 15 23 45 51", discards="1 2 3 4")
    held: Counter[str] = Counter()
    tops: Counter[str] = Counter()
    for guess in table.guesses(H, 2200):
        assert guess["hands"][H] == texts("12 15 23 45 51")
        held.update(guess["hands"][V])
        tops.update(guess["stock"][:1])
    assert len(held) == len(tops) == 55  # neither the seat's own cards nor the discards
    assert 140 < min(held.values()) <= max(held.values()) < 265  # 200 each expected
    assert max(tops.values()) < 75  # 40 each expected


def at_the_second_pass(seed: str = "second pass", **options: Any) -> Table:
    table = random_game(seed, until="second_pass", **options)
    table.state.deal(permutation(Rng(seed), table.state.shuffle_needed()))
    return table


def test_when_the_discards_become_the_deck_the_opponents_hand_is_known():
    """A seat that remembers the discards knows the cards that are not among them."""
    for seed in ("one", "two", "three"):
        table = random_game(seed, until="second_pass")
        for seat in (H, V):
            assert {tuple(guess["hands"][1 - seat]) for guess in table.guesses(seat, 5)} == {
                tuple(codec.dump_state(table.state)["hands"][1 - seat])
            }
        hands = {card for hand in codec.dump_state(table.state)["hands"] for card in hand}
        table.state.deal(permutation(Rng(seed), table.state.shuffle_needed()))
        kept = {card for hand in codec.dump_state(table.state)["hands"] for card in hand} & hands
        assert set(table.facts()["held"]) == kept - {card for shown in table.facts()["shown"] for card in shown}


def test_held_cards_stay_in_the_other_hand_until_they_are_seen():
    table, rng = at_the_second_pass(), Rng("held")
    for _ in range(30):
        facts = table.facts()
        for seat in (H, V):
            own = set(codec.dump_state(table.state)["hands"][seat])
            apart = set(facts["held"]) - own
            for guess in table.guesses(seat, 3):
                assert apart <= set(guess["hands"][1 - seat])
        if table.state.period > 1:
            break
        step(table.state, rng)


def test_a_spectator_knows_which_cards_are_held_but_not_by_whom():
    table = at_the_second_pass()
    facts = table.facts()
    hands = [frozenset(guess["hands"][H]) & set(facts["held"]) for guess in table.guesses(SPECTATOR, 30)]
    assert {len(hand) for hand in hands} == {facts["held_counts"][H]}
    assert len(set(hands)) > 5


def test_a_card_taken_in_defensive_mode_is_known_until_it_is_played():
    for seat, hand, goals, shown in ((H, "h", [[2, 1]], [["51"], []]), (V, "v", [[1, 2]], [[], ["51"]])):
        table = game(**{hand: "60"}, puck=f"{'HV'[seat]} CI", goals=goals, keep="51")
        table.turn("51").play(f"{'HV'[seat]} defensive_mode 60", f"{'HV'[seat]} take")
        assert table.facts()["shown"] == shown
        for viewer in (1 - seat, SPECTATOR):
            assert not [guess for guess in table.guesses(viewer, 20) if "51" not in guess["hands"][seat]]
            seen = codec.dump_observation(observe(table.state, viewer))
            assert codec.dump_observation(codec.load_observation(seen)) == seen


def test_cards_set_aside_in_overtime_are_not_seen():
    table = game(node="shuffle", period=3, goals=[[0, 0]] * 3, options={"tie_rule": "ot"})
    table.state.deal_order(sorted(range(64), key=lambda place: table.state.deck.mark[place + 1] != 0))
    assert table.facts()["set_aside"] == 24
    own = set(codec.dump_state(table.state)["hands"][H])
    aside: Counter[str] = Counter(card for guess in table.guesses(H, 400) for card in guess["aside"])
    assert not own & set(aside)
    assert len(aside) == 64 - len(own) - len(table.facts()["discards"])


def test_after_the_reserve_shuffle_of_an_overtime_the_cards_set_aside_are_not_in_the_deck():
    cards = [f"{card:02}" for card in range(1, 65)]
    position = {
        "period": 4,
        "goals": [[0, 0]] * 4,
        "options": {"tie_rule": "ot"},
        "penalties": [penalty("V", 20)],
        "extra_skater": 0,
        "hands": [cards[:7], cards[7:13]],
        "discards": cards[13:40],
        "stock": [],
        "aside": cards[40:],
    }
    table = Table(codec.load_state(position))
    table.play("H dump_in 1", "V decline")
    assert table.asked() == "reserve"
    before = set(table.facts()["discards"])
    order = sorted(range(len(before)), key=lambda place: table.facts()["discards"][place] not in ("16", "35", "38"))
    table.state.deal_order(order)
    assert table.asked() == "V power_play_response"
    assert table.facts()["time_expired"]
    for seat in (H, V, SPECTATOR):
        for guess in table.guesses(seat, 10):
            assert set(guess["stock"]) < before
            assert len(set(guess["aside"])) == 24
            assert not set(guess["aside"]) & before
