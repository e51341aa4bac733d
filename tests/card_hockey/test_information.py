"""What is known (3.1): everything but the order of the two decks; the same for both seats and for those who watch."""

from collections import Counter

from engines.api import OVER, SPECTATOR, observe
from engines.card_hockey import codec
from engines.card_hockey.options import STANDARD
from engines.rng import Rng
from tests.card_hockey.table import card_hockey, random_game
from tests.engines.table import step


def test_all_seats_and_spectators_see_the_same():
    table, rng = card_hockey("2D:KS", "D"), Rng("same")
    while table.state.to_act() != OVER:
        seen = [codec.dump_observation(observe(table.state, seat)) for seat in (0, 1, SPECTATOR)]
        assert [one.pop("seat") for one in seen] == [0, 1, None]
        assert seen[0] == seen[1] == seen[2]
        assert not [seat for seat in (0, 1, SPECTATOR) if codec.private(observe(table.state, seat)) != {}]
        step(table.state, rng)
    assert table.events(0) == table.events(1) == table.events(SPECTATOR)


def test_the_order_of_the_decks_is_guessed_evenly():
    observation, rng = observe(card_hockey("9H:5S").state, 0), Rng("evenly")
    tops: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for _ in range(2600):
        for seat, deck in enumerate(codec.dump_state(observation.determinize(rng))["decks"]):
            tops[seat][deck[0]] += 1
    for top in tops:
        assert len(top) == 26
        assert 60 < min(top.values()) <= max(top.values()) < 145  # 100 each expected


def test_a_shuffle_decides_both_decks_evenly_and_apart_from_each_other():
    rng, pairs = Rng("apart"), Counter[str]()
    for _ in range(1800):
        state = codec.load_state({"node": "shuffle", "deck": ["3D", "4D", "5D", "3C", "4C", "KC"]})
        step(state, rng)
        pairs[" ".join(deck[0] for deck in codec.dump_state(state)["decks"])] += 1
    assert len(pairs) == 9
    assert 150 < min(pairs.values()) <= max(pairs.values()) < 250  # 200 each expected


def test_an_observation_keeps_no_trace_of_the_order():
    one, other = (card_hockey("9H:5S 8H:4S"), card_hockey("9H:5S 7H:3S"))
    one.flip()
    other.flip()
    assert codec.dump_state(one.state) != codec.dump_state(other.state)
    known = [codec.dump_state(observe(table.state, 0).known) for table in (one, other)]
    assert known[0] == known[1]


def test_an_observation_does_not_change_with_the_game():
    table = card_hockey("9H:5S 8H:4S")
    observation = observe(table.state, 0)
    before = codec.dump_observation(observation)
    table.flip(2)
    assert codec.dump_observation(observation) == before


def test_what_lay_open_is_remembered_through_a_break():
    table = random_game(STANDARD, "break", until="shuffle")
    assert table.node() == "shuffle"
    assert table.sees()["cards"] == table.last("flip")["cards"]
    step(table.state, Rng("break"))
    assert (table.sees()["faced"], table.sees()["cards"]) == ([], table.last("flip")["cards"])
