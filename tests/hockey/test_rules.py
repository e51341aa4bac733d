"""Hockey as played: the acceptance examples of docs/rules/hockey.md, its bounds and its course."""

import re

import pytest

from engines.api import NO_SIDE, OVER
from engines.hockey import codec
from engines.hockey.options import PRESETS
from engines.hockey.rules import SCORES
from tests.engines.examples import acceptance_examples, rules_table
from tests.hockey.table import CALLS, Table, hockey_for, quiet_period, random_game

EXAMPLES = [example for example in acceptance_examples("hockey") if example.id.startswith("H")]
"""Examples with ``only_top_seen`` are in test_only_top_seen.py."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_acceptance_example(example):
    """Section 5 of docs/rules/hockey.md, read from the document and played as written."""
    preset, pile, plays, holder, goals = example.fields
    made = [play.partition("=") for play in plays.split()]
    table = hockey_for(" ".join(play for play, _, _ in made), preset, pile)
    calls = table.play(" ".join(play for play, _, _ in made))
    assert calls == [call for play, _, call in made if play != "/"]
    assert table.holder() == holder
    assert table.score() == tuple(int(number) for number in goals.split("-"))


def test_all_examples_are_found():
    ids = [example.id for example in EXAMPLES]
    assert len(ids) == 64
    assert (ids[0], ids[-1], len(set(ids))) == ("H01", "H79", len(ids))


@pytest.mark.parametrize(
    ("pile", "is_kept"), [("5 9 K 7", True), ("5 9 J 7", False), ("2 9 K 7", False), ("5 9 5 7", False)]
)
def test_starting_pile_is_kept_or_redealt(pile, is_kept):
    table = Table(codec.load_state({"node": "starting_pile", "options": PRESETS["wiggum"], "hands": [[], []]}))
    state = table.state
    used: list[int] = []
    for rank in pile.split():
        used.append(next(i for i in range(52) if i not in used and "23456789TJQKA"[state.stock[i] >> 2] == rank))
    state.deal_order(used + [i for i in range(52) if i not in used])
    assert table.event_types() == ["starting_pile" if is_kept else "starting_pile_redealt"]
    assert (table.node(), table.top()) == (("play", "7") if is_kept else ("starting_pile", "-"))


def test_h80_legal_plays_are_all_cards_of_the_hand_and_equal_ranks_are_one_move():
    table = Table(
        codec.load_state({"played": ["7C"], "hands": [["2C", "3C", "4C", "5C"], ["7D", "7H", "JC"]], "options": {}})
    )
    state = table.state
    assert codec.list_moves(state, 1) == [{"type": "play", "card": card} for card in ("7D", "7H", "JC")]
    assert state.distinct_actions(1) == [table.card(1, "7"), table.card(1, "J")]
    assert table.play("BJ") == ["breakaway"]  # the match with the seven is declined


@pytest.mark.parametrize("preset", PRESETS)
def test_h81_every_preset_deals_52_cards_a_period(preset):
    options = PRESETS[preset]
    for deals in (options["deals"], options["overtime_deals"]):
        assert options["starting_pile"] + options["seats"] * sum(deals) == 52


def tie_after_three_periods() -> Table:
    """Two cards before the end of the third period at 2-2, dealt by seat 0, so that seat 1 led."""
    played = quiet_period(50)
    return Table(codec.load_state({"period": 3, "dealer": 0, "played": played, "goals": [[1, 0], [1, 2], [0, 0]]}))


def test_h82_the_first_goal_of_overtime_ends_the_game_at_once():
    table = tie_after_three_periods()
    table.play("BA AK")
    # seat 1 dealt period 2
    assert (table.state.dealer, table.event_types()[-2:]) == (1, ["period_end", "overtime_start"])
    table.deal(["3 J T", "9 T"])
    assert [hand.size for hand in table.state.hands] == [4, 4]
    assert table.play("A3 B9 AJ BT AT") == ["plays", "plays", "breakaway", "shoots", "scores"]
    assert (table.state.to_act(), table.score(), table.state.winner()) == (OVER, (3, 2), 0)
    assert table.state.legal_actions(0) == table.state.legal_actions(1) == []
    assert [hand.size for hand in table.state.hands] == [1, 2]
    assert table.events()[-1] == {"type": "game_over", "winner": 0, "score": [3, 2]}


def test_h83_overtime_without_a_goal_is_a_draw():
    table = Table(
        codec.load_state({"period": 4, "played": quiet_period(51), "goals": [[2, 2], [0, 0], [0, 0], [0, 0]]})
    )
    table.play("BA")
    assert (table.state.to_act(), table.state.winner(), table.state.returns()) == (OVER, NO_SIDE, [0.0, 0.0])
    assert table.events()[-1] == {"type": "game_over", "winner": None, "score": [2, 2]}


def test_h84_nothing_carries_over_to_the_next_period():
    played = quiet_period(52)
    played.remove("JS")
    # card 51 is a jack, and card 52 an ace
    table = Table(codec.load_state({"played": [*played[:-1], "JS"], "dealer": 0}))
    assert table.holder() == "B"
    table.play("AA")
    assert table.node() == "shuffle"
    seen = table.sees(0)
    assert (seen["holder"], seen["top"], seen["table_empty"], seen["pile_size"], seen["played"]) == (
        None,
        None,
        True,
        0,
        [],
    )
    assert (seen["period"], seen["dealer"]) == (2, 1)


def test_a_holder_cannot_score_on_the_empty_table():
    """Line 1 of 2.3; no game comes there, since the other side has always put a card down."""
    position = {
        "options": PRESETS["wiggum"],
        "starting_pile": ["5C", "9C", "KC", "7C"],
        "holder": 0,
        "top": None,
        "hands": [["JC"], None],
    }
    table = Table(codec.load_state(position))
    assert table.play("AJ") == ["breakaway"]


def test_holder_at_the_end_of_a_deal_scores_in_the_next_one():
    table = hockey_for("A8 B8 / A5 B5")
    table.play("A8 B8")
    assert (table.holder(), table.top(), table.state.deal_number) == ("B", "8", 2)
    assert table.play("A5 B5") == ["shoots", "scores"]


def bounds(preset: str) -> dict[str, str]:
    """The column of the table in 3.3 that holds for a preset."""
    column = preset if preset in ("wiggum", "partnership") else "2 seats, 52 played"
    return {row[""]: row[column] for row in rules_table("hockey", "3.3 Bounds")}


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_keep_the_bounds_of_3_3_with_one_call_a_play(preset):
    most = int(bounds(preset)["most decisions in a game, dealer choice and full overtime included"])
    regulation = int(bounds(preset)["plays in regulation"])
    for seed in range(5):
        table = random_game(PRESETS[preset], f"bounds {seed}")
        plays = [event for event in table.state.log if event[0] < CALLS]
        assert table.state.ply == 1 + len(plays) <= most
        assert len(plays) == regulation if table.state.period == 3 else len(plays) > regulation
        assert [event[0] for event in plays].count(SCORES) == sum(table.score())


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_have_the_counts_of_3_3(preset):
    options, counts = PRESETS[preset], bounds(preset)
    plays = options["seats"] * sum(options["deals"])
    forced = {word: int(number) for number, word in re.findall(r"(\d+)(?: \((\w+)\))?", counts["of which forced"])}
    assert plays == int(counts["plays in a period"])
    assert options["seats"] * len(options["deals"]) == forced.get(preset, next(iter(forced.values())))
    assert 1 + (options["periods"] + 1) * plays == int(
        counts["most decisions in a game, dealer choice and full overtime included"]
    )
    assert max(options["deals"] + options["overtime_deals"]) == int(counts["most options at one decision"])


def test_longest_game_comes_to_all_its_decisions():
    table = Table(codec.load_state({"period": 4, "chooser": 0, "dealer": 1, "played": quiet_period(51)}))
    table.play("BA")
    assert (table.state.to_act(), table.state.ply) == (OVER, 209)


@pytest.mark.parametrize(
    ("preset", "extra_attacker"), [("standard", True), ("stockham", True), ("wiggum", False), ("partnership", False)]
)
def test_last_minute_comes_with_the_last_deal_and_the_extra_attacker_only_with_larger_hands(preset, extra_attacker):
    table = random_game(PRESETS[preset], "last minute", until="game_over")
    period = [event for event in table.events() if event["type"] in ("deal", "last_minute", "period_end")]
    period = period[: period.index({"type": "last_minute", "extra_attacker": extra_attacker}) + 2]
    seats, deals = PRESETS[preset]["seats"], len(PRESETS[preset]["deals"])
    assert [event["type"] for event in period] == ["deal"] * seats * deals + ["last_minute", "period_end"]
