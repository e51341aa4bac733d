"""Card Hockey as played: the acceptance examples of docs/rules/card-hockey.md, and its bounds."""

from typing import Any

import pytest

from engines.api import CHANCE, NO_SIDE, OVER, IllegalMove
from engines.card_hockey import codec
from engines.card_hockey.options import STANDARD
from engines.rng import Rng
from tests.card_hockey.table import Table, card_hockey, cards_of, last_turn, new_game, random_game
from tests.engines.examples import acceptance_examples
from tests.engines.table import step

EXAMPLES = acceptance_examples("card_hockey")
TURNS = [example for example in EXAMPLES if example.fields[0] != "shootout"]
SHOOTOUTS = [example for example in EXAMPLES if example.fields[0] == "shootout"]


def pair(text: str) -> tuple[int, int]:
    """``serve 2-0`` or ``2-0``."""
    red, black = text.removeprefix("serve ").split("-")
    return int(red), int(black)


@pytest.mark.parametrize("example", TURNS, ids=lambda example: example.id)
def test_acceptance_example(example):
    """Section 5 of docs/rules/card-hockey.md, read from the document and played as written."""
    puck, serve, turns, goals, serve_after = example.fields
    table = card_hockey(turns, puck, pair(serve))
    table.play(turns)
    assert table.score() == pair(goals)
    assert tuple(table.sees()["serve"]) == pair(serve_after)


@pytest.mark.parametrize("example", SHOOTOUTS, ids=lambda example: example.id)
def test_acceptance_example_of_a_shootout(example):
    _, pairs, winner = example.fields
    table = card_hockey(pairs, node="shootout_flip", period=3)
    table.flip(len(pairs.split()))
    assert [":".join(event["cards"]) for event in table.events() if event["type"] == "shootout_flip"] == pairs.split()
    assert table.sees()["shootout_winner"] == {"R": 0, "B": 1, "-": None}[winner]
    assert table.node() == ("shootout_flip" if winner == "-" else "game_over")


def test_all_examples_are_found():
    assert [example.id for example in TURNS] == [f"C{number:02}" for number in range(1, 21)]
    assert [example.id for example in SHOOTOUTS] == [f"C{number}" for number in range(30, 35)]


def test_c40_a_new_period_begins_at_neutral_without_goal_cards_and_the_held_deuce():
    table = last_turn("2D:KC>D", goals=[[2, 1]], goal_cards=[["KD", "QH"], ["AS"]])
    table.play("2D:KC>D")
    assert (table.node(), table.sees()["period"], table.sees()["serve"]) == ("shuffle", 2, [2, 0])
    assert table.sees()["deck_sizes"] == [23, 25]
    table.shuffle("8H", "5S 4S 3S")
    assert table.sees()["puck"] == "N"
    table.play("2D*:5S>D 2D*:4S>D 8H:3S>N")


def test_c41_a_period_ends_when_black_turns_over_its_last_card_and_carries_the_penalty():
    deuces = [["2D", "2H"], ["2C", "2S"]]
    plain = [[card for card in cards_of(seat) if card not in deuces[seat]] for seat in (0, 1)]
    table = new_game()
    table.shuffle(" ".join(plain[0][:4] + deuces[0]), " ".join(plain[1] + deuces[1]))
    while table.sees()["period"] == 1:
        before = table.sees()
        table.flip()
    assert table.sees()["turns_played"] == 28
    assert before["deck_sizes"] == [3, 1]  # and turn 28 takes one of each
    assert (table.sees()["held_deuces"], table.sees()["serve"]) == ([[], ["2S"]], [0, 2])


def three_for_black(**changes: Any) -> Table:
    """One card left to red, a deuce; three to black."""
    table = card_hockey("2H:4S 2H*:5S 2H*:6S", whole_decks=True, **changes)
    assert table.decks() == [["2H"], ["4S", "5S", "6S"]]
    return table


def test_c42_the_turn_in_which_the_last_card_is_a_deuce_ends_the_period():
    table = three_for_black()
    table.play("2H:4S>D")
    assert (table.node(), table.sees()["serve"]) == ("shuffle", [2, 0])


def test_c42_with_cannot_draw_the_penalty_is_served_first():
    table = three_for_black(period_end="cannot_draw")
    table.play("2H:4S>D 2H*:5S>D")
    assert table.node() == "flip"
    table.play("2H*:6S>D")
    assert (table.node(), table.sees()["serve"]) == ("shuffle", [0, 0])


def test_c43_a_flip_with_an_old_turn_is_refused_and_changes_nothing():
    table = card_hockey("9H:5S", turns_played=5)
    before = codec.dump_state(table.state)
    with pytest.raises(IllegalMove, match="turn 5 is not the present one: flip with turn 6"):
        codec.decode_move(table.state, 0, {"type": "flip", "turn": 5})
    assert codec.dump_state(table.state) == before


def test_c43_the_first_of_both_flips_only_makes_its_seat_ready_and_a_second_of_the_same_seat_changes_nothing():
    table = card_hockey("9H:5S", turns_played=5)
    before = table.sees()
    flip = {"type": "flip", "turn": 6}
    table.state.apply(1, *codec.decode_move(table.state, 1, flip))
    assert table.sees() == before | {"ready": [False, True]}
    with pytest.raises(IllegalMove, match="you have flipped for turn 6 already: seat 0 is still to flip"):
        codec.decode_move(table.state, 1, flip)
    assert table.sees() == before | {"ready": [False, True]}
    table.state.apply(0, *codec.decode_move(table.state, 0, flip))
    assert (table.sees()["puck"], table.sees()["turn"], table.sees()["ready"]) == ("O", 7, [False, False])


def test_c44_three_all_without_a_shootout_is_a_draw():
    table = last_turn("5H:5S>N", period=3, goals=[[1, 1], [1, 2], [1, 0]], shootout=False)
    table.play("5H:5S>N")
    assert (table.state.to_act(), table.state.winner(), table.score(), table.state.returns()) == (
        OVER,
        NO_SIDE,
        (3, 3),
        [0.0, 0.0],
    )


# -- bounds, 3.3


@pytest.mark.parametrize("seed", range(60))
def test_random_games_keep_the_bounds_of_3_3(seed):
    table = random_game(STANDARD, f"bounds {seed}")
    periods = [[], [], []]
    shots = 0
    for event in table.events():
        if event["type"] == "face_off":
            period = event["period"] - 1
        elif event["type"] == "flip":
            periods[period].append(event["turn"])
        shots += event["type"] == "shootout_flip"
    lengths = [len(turns) for turns in periods]
    assert 17 <= min(lengths) <= max(lengths) <= 30
    assert sum(lengths) <= 90
    assert shots <= 26
    assert table.state.ply == table.state.turns == sum(lengths) + shots
    assert max(table.score()) <= 8


def test_the_longest_period_takes_thirty_turns():
    """Both seats serve both their deuces to the end."""
    table = new_game()
    table.shuffle("2D 2H", "2C 2S")
    while table.sees()["period"] == 1:
        table.flip()
    assert table.sees()["turns_played"] == 30


def test_a_carried_penalty_makes_a_period_of_29_turns():
    table = last_turn("2D:2C>N", turns_played=25)
    table.flip()
    table.shuffle("2H", "2S")
    while table.sees()["period"] == 2:
        table.flip()
    assert table.sees()["turns_played"] == 26 + 29


def test_every_game_ends_under_any_switch():
    for seed in range(40):
        table = random_game(some_options(seed), f"ends {seed}")
        assert table.state.to_act() == OVER


def some_options(seed: int) -> dict[str, Any]:
    """One of all 3840 combinations of the switches, switch_ends left out, spread over the seeds."""
    values = {
        "flip_mode": ("both", "either", "auto"),
        "shootout": (True, False),
        "periods": (1, 2, 3, 4, 5),
        "penalty_turns": (3, 1, 2, 4),
        "penalty_ends_on_goal": (False, True),
        "period_end": ("deck_empty", "cannot_draw"),
        "return_goal_cards": (False, True),
    }
    options, number = dict(STANDARD), seed * 2_654_435_761 >> 7
    for name, choices in values.items():
        number, at = divmod(number, len(choices))
        options[name] = choices[at]
    return options


# -- the node flip, 3.2


def test_with_either_the_flip_of_any_seat_plays_the_turn():
    for seat in (0, 1):
        table = card_hockey("9H:5S 8H:4S", flip_mode="either")
        assert not table.state.waits_for_all()
        assert [table.state.may_act(other) for other in (0, 1)] == [True, True]
        table.state.apply(seat, *codec.decode_move(table.state, seat, {"type": "flip", "turn": 1}))
        assert (table.state.ply, table.sees()["turn"], table.sees()["puck"]) == (1, 2, "O")


def test_with_either_the_later_of_two_clients_is_told_that_the_turn_is_over():
    table = card_hockey("9H:5S 8H:4S", flip_mode="either")
    table.flip()
    with pytest.raises(IllegalMove, match="turn 1 is not the present one: flip with turn 2"):
        codec.decode_move(table.state, 1, {"type": "flip", "turn": 1})


def test_with_both_a_turn_waits_for_two_flips_in_any_order_and_is_one_ply():
    for first in (0, 1):
        table = card_hockey("9H:5S 8H:4S")
        assert table.state.waits_for_all()
        table.state.apply(first, 0)
        assert (table.state.ply, table.state.to_act(), table.state.may_act(first)) == (0, 1 - first, False)
        table.state.apply(1 - first, 0)
        assert (table.state.ply, table.state.to_act(), table.sees()["puck"]) == (1, 0, "O")


def test_with_auto_the_game_is_over_once_its_shuffles_are_made():
    table = new_game(flip_mode="auto")
    rng, seen = Rng("auto"), []
    while table.state.to_act() == CHANCE:
        seen.append((table.node(), table.sees()["period"]))
        step(table.state, rng)
    assert seen[:3] == [("shuffle", 1), ("shuffle", 2), ("shuffle", 3)]
    assert (table.state.to_act(), table.state.ply) == (OVER, 0)
    assert table.event_types().count("flip") + table.event_types().count("shootout_flip") == table.state.turns > 60


def test_all_flip_modes_play_the_same_game():
    games = []
    for mode in ("both", "either", "auto"):
        table = new_game(flip_mode=mode)
        while table.state.to_act() != OVER:
            if table.state.to_act() == CHANCE:
                size = int(table.state.shuffle_needed())
                table.state.deal_order([place * 29 % size if size % 29 else place for place in range(size)])
            else:
                table.flip()
        games.append(table.events())
    assert games[0] == games[1] == games[2]


def test_turns_go_on_counting_through_periods_and_shootout():
    table = next(
        game
        for game in (random_game(STANDARD, f"count {seed}") for seed in range(30))
        if "shootout_start" in game.event_types()
    )
    turns = [event["turn"] for event in table.events() if "turn" in event]
    assert turns == list(range(1, len(turns) + 1))


# -- small packs

SMALL = "3D 4H JD 2H 3C 5S KC 2S"


def test_a_small_pack_plays_by_the_same_rules():
    for seed in range(20):
        table = random_game(STANDARD, f"small {seed}", deck=SMALL)
        assert table.state.to_act() == OVER
        assert max(table.score()) <= 1  # a goal takes the only honour


def test_packs_of_different_sizes_end_a_period_with_the_smaller_one():
    table = Table(codec.load_state({"deck": ["3D", "4H", "5H", "3C", "KC"]}))
    assert table.sees()["deck_sizes"] == [3, 2]
    table.flip(2)
    assert (table.node(), table.sees()["deck_sizes"]) == ("shuffle", [3, 2])
