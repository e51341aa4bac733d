"""What a seat knows (3.1): determinizations deal the rest evenly, keep what is known, and hold for observations from
outside too.
"""

from collections import Counter

from engines.api import OVER, SPECTATOR
from engines.blades_of_steel.packed_cards import action_of
from engines.blades_of_steel.rules import CHANGE_LINES, FACE_DOWN
from engines.cards import CARD_TEXTS, DECK_SIZE
from engines.rng import Rng
from tests.blades_of_steel.table import blades, new_table, random_game
from tests.engines.table import step

BLACK = {card for card in CARD_TEXTS[:DECK_SIZE] if card[1] in "CS"}


def test_unseen_cards_lie_evenly_in_the_other_hand_and_in_the_pack():
    table = random_game("evenly", until="action")
    table.play("change_lines")
    seat = int(table.state.seat)
    held: Counter[str] = Counter()
    first: Counter[str] = Counter()
    for guess in table.guesses(1 - seat, 4000):
        held.update(guess["hands"][seat])
        first[guess["stock"][0]] += 1
    assert len(held) == len(first) == 46  # the seat's own cards are in the discards
    assert 430 < min(held.values()) <= max(held.values()) < 620  # 522 each expected
    assert max(first.values()) < 130  # 87 each expected


def test_a_stack_of_the_other_seat_is_guessed_evenly_among_the_unseen_black_cards():
    table = blades(hand="2C 3C 4D", other="5D 6D", other_stack="7C QS", draw_pile=30)
    unseen = BLACK - {"2C", "3C"} - set(table.sees(0)["discards"])
    lain: Counter[str] = Counter()
    for guess in table.guesses(0, 200 * len(unseen)):
        assert len(guess["stacks"][1]) == 2
        lain.update(guess["stacks"][1])
    assert set(lain) == unseen
    assert 330 < min(lain.values()) <= max(lain.values()) < 470  # 400 each expected


def test_own_cards_stay_where_they_are():
    table = blades(hand="2C 3C 4D", other="5D 6D 7D", stack="7C QS", draw_pile=30)
    for guess in table.guesses(0, 20):
        assert (guess["hands"][0], guess["stacks"][0]) == (["2C", "3C", "4D"], ["7C", "QS"])
        assert guess["discards"] == table.truth()["discards"]


def test_a_spectator_guesses_every_hand_and_stack():
    table = blades(hand="2C 3C 4D 5H", other="5D 6D 7D", stack="7C QS", other_stack="8C", draw_pile=40)
    seen = table.guesses(SPECTATOR, 20)
    assert len({tuple(guess["hands"][0]) for guess in seen}) == 20
    assert len({tuple(guess["stacks"][0]) for guess in seen}) > 10
    assert not [guess for guess in seen if not {*guess["stacks"][0], *guess["stacks"][1]} <= BLACK]


# -- what is seen of a move


def test_a_stack_is_seen_by_its_size_only():
    table = blades(hand="2C 3C 4S 4D", other="5D")
    two, other_two, three = (table.decode(0, f"stack {cards}") for cards in ("2C 3C", "2C 4S", "2C 3C 4S"))
    for viewer in (1, SPECTATOR):
        assert table.state.seen_as(two, viewer) == table.state.seen_as(other_two, viewer) == action_of(FACE_DOWN, 2)
        assert table.state.seen_as(three, viewer) == action_of(FACE_DOWN, 3)
    assert table.state.seen_as(two, 0) == two
    assert table.state.seen_as(action_of(CHANGE_LINES), 1) == action_of(CHANGE_LINES)


def test_face_down_numbers_are_no_actions():
    for seed in range(3):
        table, rng = new_table(), Rng(f"face down {seed}")
        while table.state.to_act() != OVER:
            if table.state.to_act() >= 0:
                assert not [
                    action
                    for action in table.state.legal_actions(table.state.to_act())
                    if not action < action_of(FACE_DOWN)
                ]
            step(table.state, rng)


def test_whether_the_window_opens_and_who_is_asked_is_public():
    """A shot at two hands of one size, one with and one without an answer: the shooter sees the same."""
    seen = []
    for other in ("AC AS", "5D 6D"):
        table = blades(
            hand="2H 2D 3C", other=other, draw_pile=0, position={"discards": [], "stock": rest(f"2H 2D 3C {other}")}
        )
        table.play("shoot 2D 2H")
        assert table.options(seat=0) == []
        seen.append((table.sees(0), table.events(viewer=0), int(table.state.to_act())))
        table.play("no_block")
        seen[-1] += (table.event_types(),)
    assert seen[0] == seen[1]


def rest(named: str) -> list[str]:
    """A draw pile of all other cards, those of the two hands compared excepted."""
    return [card for card in CARD_TEXTS[:DECK_SIZE] if card not in named.split()]


# -- top_only


def test_with_top_only_a_seat_remembers_what_it_has_seen():
    table = blades(hand="2C 3H KD", other="4D 4H 5C 6C", stack="8S 9S", draw_pile=30, discards="top_only")
    top = table.sees(0)["discards"]
    table.play("change_lines", "shoot 4D 4H", "no_block")
    assert table.sees(0)["discards"] == ["KD"]
    assert table.sees(1)["discards"] == ["KD"]
    assert set(top) <= set(table.sees(1)["remembered"])
    assert table.sees(0)["hidden_lines"] == ["2C", "3H"]
    assert table.sees(1)["hidden_lines"] == []
    for seat, known in ((0, {"2C", "3H"}), (1, set())):
        for guess in table.guesses(seat, 10):
            assert {"KD"} | known <= set(guess["discards"])
            assert len(guess["hidden_lines"][0]) == 2


def test_with_top_only_hidden_cards_of_a_replaced_stack_are_black():
    table = blades(hand="2C 3C KD", other="4D", stack="8S 9S TC", draw_pile=30, discards="top_only")
    table.play("stack 2C")
    assert table.sees(1)["hidden_discards"][0] == {"lines": 0, "stacks": 2}
    hidden: Counter[str] = Counter()
    for guess in table.guesses(1, 100):
        assert set(guess["hidden_stacks"][0]) <= BLACK
        assert "TC" in guess["discards"]  # the last of them, on top
        hidden.update(guess["hidden_stacks"][0])
    assert len(hidden) > 10
    assert table.guesses(0, 1)[0]["hidden_stacks"][0] == ["8S", "9S"]


def test_shots_and_blocks_are_seen_by_all_before_they_are_covered():
    table = blades(hand="7D 7H 2C", other="8C 8S 3C", draw_pile=30, discards="top_only")
    table.play("shoot 7D 7H", "block hand 8C 8S")
    for viewer in (0, 1, SPECTATOR):
        assert table.sees(viewer)["discards"] == ["8S"]
        assert {"7D", "7H", "8C"} <= set(table.sees(viewer)["remembered"])
