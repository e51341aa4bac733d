"""Section 4 of docs/rules/card-hockey.md: every ruling by its number, at the table."""

import pytest

from engines.api import NO_SIDE, OVER, SPECTATOR, observe
from engines.card_hockey import codec
from engines.card_hockey.options import STANDARD
from engines.rng import Rng
from tests.card_hockey.table import Table, card_hockey, cards_of, last_turn, new_game, random_game
from tests.engines.table import step

TIED = [[1, 1], [0, 0], [1, 1]]
TIED_CARDS = [["KD", "KH"], ["QC", "QS"]]


def tied_after_regulation(turn: str = "5H:5S>N", **facts) -> Table:
    """The last turn of regulation has just been played at 2-2."""
    table = last_turn(turn, period=3, goals=TIED, goal_cards=TIED_CARDS, turns_played=80, **facts)
    table.play(turn)
    return table


def test_ruling_1_the_owner_keeps_one_colour_all_game():
    table, rng = new_game(), Rng("ruling 1")
    while table.state.to_act() != OVER:
        step(table.state, rng)
        for seat, deck in enumerate(table.decks()):
            assert set(deck) <= set(cards_of(seat))
    for event in table.events():
        for seat, card in enumerate(event.get("cards", [])):
            assert card in cards_of(seat)


def test_ruling_2_seat_0_is_red_with_diamonds_and_hearts_and_both_decks_have_the_same_ranks():
    seen = codec.dump_state(new_game().state)["decks"]
    assert {card[1] for card in seen[0]} == {"D", "H"}
    assert {card[1] for card in seen[1]} == {"C", "S"}
    assert sorted(card[0] for card in seen[0]) == sorted(card[0] for card in seen[1])


def test_ruling_3_the_period_ends_when_a_deck_is_empty_even_if_its_owner_serves_a_penalty():
    table = card_hockey("2H:4S 2H*:5S", whole_decks=True)
    table.play("2H:4S>D")
    assert (table.node(), table.sees()["held_deuces"], table.sees()["serve"]) == ("shuffle", [["2H"], []], [2, 0])


def test_ruling_3_alternative_cannot_draw_goes_on_with_the_held_deuce():
    table = card_hockey("2H:4S 2H*:5S 2H*:6S", whole_decks=True, period_end="cannot_draw")
    table.play("2H:4S>D 2H*:5S>D")
    assert table.node() == "flip"
    table.play("2H*:6S>D")
    assert table.node() == "shuffle"


def test_ruling_3_with_cannot_draw_a_seat_that_has_just_served_needs_a_card_and_ends_the_period():
    table = card_hockey("2H*:4S 9H:5S", serve=[1, 0], whole_decks=True, period_end="cannot_draw")
    table.play("2H*:4S>D")
    assert table.node() == "flip"
    table = card_hockey("2H*:4S", serve=[1, 0], period_end="cannot_draw")
    table = Table(codec.load_state(codec.dump_state(table.state) | {"decks": [[], ["4S", "5S"]]}))
    table.play("2H*:4S>D")
    assert table.node() == "shuffle"


def test_ruling_4_unplayed_cards_of_the_longer_deck_go_back_into_it():
    table = card_hockey("9H:4S", puck="N")
    table = Table(codec.load_state(codec.dump_state(table.state) | {"decks": [["9H", "8H", "7H"], ["4S"]]}))
    table.play("9H:4S>O")
    assert [sorted(deck) for deck in table.decks()] == [sorted(cards_of(0)), sorted(cards_of(1))]


def test_ruling_5_a_deuce_held_at_the_break_is_gathered_only_at_the_next_one():
    table = last_turn("2D:4S>D")
    table.play("2D:4S>D")
    assert table.sees()["deck_sizes"] == [25, 26]
    assert "2D" not in table.decks()[0]
    table.shuffle("9H", "5S 6S 7S")
    table.flip(3)
    assert (table.sees()["held_deuces"], table.sees()["deck_sizes"]) == ([[], []], [24, 23])
    while table.sees()["period"] == 2:
        table.flip()
    assert "2D" in table.decks()[0]


def test_ruling_6_a_goal_does_not_end_a_penalty():
    table = card_hockey("2H:KS 2H*:3C 2H*:QC", puck="D")
    table.play("2H:KS>N!B")
    assert table.sees()["serve"] == [2, 0]
    table.play("2H*:3C>D 2H*:QC>N!B")
    assert (table.sees()["serve"], table.score()) == ([0, 0], (0, 2))


def test_ruling_7_overlapping_penalties_tie_and_are_counted_down_each_on_its_own():
    table = card_hockey("2H:9S 2H*:2C 2H*:2C* 7D:2C*")
    table.play("2H:9S>D 2H*:2C>D")
    assert table.sees()["serve"] == [1, 2]
    table.play("2H*:2C*>D")
    assert table.sees()["serve"] == [0, 1]
    table.play("7D:2C*>N")
    assert table.sees()["serve"] == [0, 0]


def test_ruling_8_no_card_is_drawn_while_serving():
    table = card_hockey("2H:9S 2H*:8S 2H*:7S")
    table.flip()
    before = table.sees()["deck_sizes"][0]
    table.flip(2)
    assert table.sees()["deck_sizes"][0] == before


def test_ruling_8_two_deuces_in_a_row_are_two_penalties_one_after_the_other():
    table = card_hockey("2H:5S 2H*:6S 2H*:7S 2D:8S 2D*:9S 2D*:TC 8H:3C")
    table.play("2H:5S>D 2H*:6S>D 2H*:7S>D 2D:8S>D 2D*:9S>D 2D*:TC>D 8H:3C>N")
    types = [event for event in table.event_types() if event in ("penalty", "penalty_over")]
    assert types == ["penalty", "penalty_over"] * 2


def test_ruling_9_a_deuce_wins_nothing_and_ties_only_a_deuce():
    for card in cards_of(1):
        table = card_hockey(f"2H:{card}", puck="O")
        table.flip()
        types = [kind for kind in table.event_types() if kind in ("tied_up", "clears")]
        assert types == ["tied_up" if card[0] == "2" else "clears"]


def test_ruling_10_a_lower_honour_in_the_offensive_zone_is_cleared_and_an_equal_one_stays():
    for black, puck, call in (("KS", "N", "clears"), ("QS", "O", "tied_up")):
        table = card_hockey(f"QH:{black}", puck="O")
        table.flip()
        assert (table.sees()["puck"], table.score()) == (puck, (0, 0))
        assert table.event_types()[-2:] == ["shot_blocked", call]


def test_ruling_11_the_goal_card_is_out_of_play_and_the_losers_card_is_gathered():
    table = last_turn("KH:9S>N!R", puck="O")
    table.play("KH:9S>N!R")
    assert table.sees()["goal_cards"] == [["KH"], []]
    assert table.sees()["deck_sizes"] == [25, 26]
    assert "KH" not in table.decks()[0]
    assert "9S" in table.decks()[1]


def test_ruling_12_a_face_off_takes_no_extra_card():
    table = card_hockey("KH:9S 9H:4S", puck="O")
    table.flip()
    assert table.event_types()[-1] == "face_off"
    sizes = table.sees()["deck_sizes"]
    table.flip()
    assert table.sees()["deck_sizes"] == [size - 1 for size in sizes]
    assert table.sees()["puck"] == "O"


def test_ruling_13_a_penalty_at_the_end_of_regulation_is_void_and_the_shootout_uses_all_cards():
    table = tied_after_regulation("2D:9S>D")
    assert (table.node(), table.sees()["held_deuces"], table.sees()["serve"]) == (
        "shootout_shuffle",
        [[], []],
        [0, 0],
    )
    assert table.sees()["goal_cards"] == [[], []]
    table.shuffle("2D", "2C")
    assert table.sees()["deck_sizes"] == [26, 26]
    table.flip()
    assert (
        table.sees()["held_deuces"],
        "penalty" in table.event_types()[table.event_types().index("shootout_start") :],
    ) == ([[], []], False)


def test_ruling_13_a_penalty_is_void_also_where_the_game_ends():
    table = last_turn("2D:9S>D", period=3, goals=[[1, 0], [0, 0], [0, 0]], goal_cards=[["KH"], []])
    table.play("2D:9S>D")
    assert (table.node(), table.sees()["held_deuces"], table.sees()["serve"]) == ("game_over", [[], []], [0, 0])


@pytest.mark.parametrize(
    ("pair", "winner"), [("QH:KS", 1), ("AD:JC", 0), ("QH:QS", None), ("TH:9S", None), ("JH:3S", 0), ("4H:JS", 1)]
)
def test_ruling_14_in_the_shootout_the_higher_of_two_different_honours_wins(pair, winner):
    table = tied_after_regulation()
    table.shuffle(*pair.split(":"))
    table.flip()
    assert table.sees()["shootout_winner"] == winner
    assert (table.state.to_act() == OVER) == (winner is not None)


def test_ruling_15_a_shootout_without_decision_is_shuffled_and_started_again():
    table = tied_after_regulation()
    table.shuffle(" ".join(cards_of(0)), " ".join(cards_of(1)))  # the same ranks on both sides
    table.flip(26)
    assert (table.node(), table.sees()["deck_sizes"], table.sees()["faced"]) == ("shootout_shuffle", [26, 26], [])
    table.shuffle("AH", "3S")
    assert table.sees()["turn"] == 81 + 26 + 1
    table.flip()
    assert table.state.winner() == 0


def test_ruling_16_a_shootout_win_does_not_change_the_goals():
    table = tied_after_regulation()
    table.shuffle("AH", "3S")
    table.flip()
    assert (table.score(), table.sees()["goals"], table.state.winner()) == ((2, 2), TIED, 0)
    assert table.events()[-1] == {"type": "game_over", "winner": 0, "score": [2, 2], "shootout": True}
    assert table.state.returns() == [1.0, -1.0]


def test_ruling_17_a_tied_game_has_a_winner_unless_the_shootout_is_switched_off():
    assert tied_after_regulation().node() == "shootout_shuffle"
    table = tied_after_regulation(shootout=False)
    assert (table.node(), table.state.winner()) == ("game_over", NO_SIDE)
    assert not [seed for seed in range(20) if random_game(STANDARD, f"winner {seed}").state.winner() == NO_SIDE]


def test_ruling_18_nobody_gains_by_being_faster():
    games = []
    for first in (0, 1):
        table = card_hockey("9H:5S 3D:6C 8D:5C TH:9C AH:KC")
        for _ in range(5):
            table.state.apply(first, 0)
            table.state.apply(1 - first, 0)
        games.append(codec.dump_state(table.state))
    assert games[0] == games[1]


def test_ruling_19_captions_of_the_lost_pictures_are_played_with_cards_that_fit():
    """C01, C02, C03 and C12: the positions that the source describes."""
    table = card_hockey("9H:5S>O TH:4S>O QH:9S>N!R 2D:9C>D 2D*:5C>D 2D*:KS>N!B 8H:3C>O")
    table.play("9H:5S>O TH:4S>O QH:9S>N!R 2D:9C>D 2D*:5C>D 2D*:KS>N!B 8H:3C>O")
    assert table.score() == (1, 1)


@pytest.mark.parametrize("penalty_turns", [1, 2, 3, 4])
def test_ruling_20_a_deuce_is_faced_in_as_many_turns_as_penalty_turns_says(penalty_turns):
    turns = ["2H:9S"] + [f"2H*:{card}" for card in ("8S", "7S", "6S")[: penalty_turns - 1]] + ["5H:4S"]
    table = card_hockey(" ".join(turns), penalty_turns=penalty_turns)
    table.flip()
    assert table.sees()["serve"] == [penalty_turns - 1, 0]
    table.flip(penalty_turns)
    assert [pair[0] for pair in table.sees()["faced"]] == ["2H"] * penalty_turns + ["5H"]


def test_ruling_20_with_one_penalty_turn_the_deuce_joins_the_played_cards_at_once():
    table = card_hockey("2H:9S", penalty_turns=1)
    table.flip()
    assert (table.sees()["held_deuces"], table.sees()["serve"]) == ([[], []], [0, 0])
    assert table.event_types() == ["penalty", "flip", "carries", "penalty_over"]


def test_ruling_21_with_penalty_ends_on_goal_a_goal_against_ends_the_penalty():
    table = card_hockey("2H:9S 2H*:KS 8D:4S", penalty_ends_on_goal=True)
    table.play("2H:9S>D 2H*:KS>N!B")
    assert table.sees()["serve"] == [0, 0]
    table.play("8D:4S>O")


def test_ruling_21_also_when_the_deuce_was_turned_over_in_that_turn():
    table = card_hockey("2H:KS 8D:4S", puck="D", penalty_ends_on_goal=True)
    table.play("2H:KS>N!B")
    assert (table.sees()["held_deuces"], table.event_types()[-2:]) == ([[], []], ["penalty_over", "face_off"])
    table.play("8D:4S>O")


def test_ruling_22_returned_goal_cards_go_back_into_the_deck_and_the_goals_stay():
    table = last_turn("KH:9S>N!R", puck="O", return_goal_cards=True)
    table.play("KH:9S>N!R")
    assert (table.sees()["goal_cards"], table.sees()["deck_sizes"], table.score()) == ([[], []], [26, 26], (1, 0))


def test_ruling_22_then_a_card_may_score_in_every_period():
    table = new_game(return_goal_cards=True)
    for period in (1, 2, 3):
        assert table.sees()["period"] == period
        table.shuffle("9H AH", "5S 3S")
        table.flip(2)
        assert table.sees()["goal_cards"] == [["AH"], []]
        while table.sees()["period"] == period and table.node() == "flip":
            table.flip()
    assert [event["period"] for event in table.events() if event["type"] == "period_end"] == [1, 2, 3]
    assert [event["card"] for event in table.events() if event["type"] == "scores" and event["seat"] == 0] == ["AH"] * 3


def test_ruling_23_a_goal_on_the_last_turn_counts_and_has_only_the_face_off_of_the_next_period():
    table = last_turn("KH:9S>N!R", puck="O")
    table.play("KH:9S>N!R")
    table.shuffle()
    assert table.event_types() == ["flip", "scores", "period_end", "face_off"]
    assert table.sees()["goals"] == [[1, 0], [0, 0]]


def test_ruling_23_after_the_last_period_there_is_no_face_off():
    table = last_turn("KH:9S>N!R", puck="O", period=3, goals=[[0, 0]] * 3)
    table.play("KH:9S>N!R")
    assert table.event_types() == ["flip", "scores", "period_end", "game_over"]
    assert table.events(SPECTATOR) == table.events(0)
    assert codec.table(observe(table.state, SPECTATOR))["score"] == [1, 0]


def test_ruling_24_a_deuce_of_the_shootout_is_no_penalty():
    table = tied_after_regulation()
    table.shuffle("2H KH", "9S 4C")
    table.flip()
    table.flip()
    assert "penalty" not in table.event_types()
    assert table.events()[-1] == {"type": "game_over", "winner": 0, "score": [2, 2], "shootout": True}
