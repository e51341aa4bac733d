"""What people say: the calls of section 7 of docs/rules/card-hockey.md, their order, and a sentence for every other
event.
"""

import re

import pytest

from engines.card_hockey import commentary
from engines.card_hockey.events import EVENTS
from engines.card_hockey.language import ENGLISH
from engines.card_hockey.options import STANDARD
from tests.card_hockey.table import card_hockey, last_turn, random_game
from tests.engines.examples import rules_table, rules_text
from tests.engines.names import NAMES

ROWS = rules_table("card_hockey", "7. Commentary")


def say(event: dict) -> str:
    return commentary.event_text(event, STANDARD, NAMES)


def test_events_are_those_of_section_7_in_its_order():
    assert [name for row in ROWS for name in row["Event"].split(", ")] == [kind.type for kind in EVENTS]


def test_every_call_is_that_of_the_table():
    calls = {row["Event"].split(", ")[0]: row["Call"].split('"')[1] for row in ROWS if '"' in row["Call"]}
    assert calls.pop("penalty") == "Two minutes: tripping"
    assert say({"type": "penalty", "seat": 1, "card": "2C"}) == "Two minutes: tripping. Ole is in the penalty box."
    assert [name for name, call in calls.items() if not ENGLISH.phrases[name].startswith(call)] == []


def test_penalty_names_are_those_of_2_2():
    names = re.search(r"Penalty names \(only for show\): (.+)\.", rules_text("card_hockey"))
    assert names
    assert dict(name.split(" ", 1) for name in names[1].split(", ")) == {
        card: ENGLISH.phrases[commentary.PENALTIES[card]] for card in ("2S", "2H", "2C", "2D")
    }
    assert (
        say({"type": "penalty", "seat": 0, "card": "2D"})
        == "Two minutes: too many men on the ice. Ida is in the penalty box."
    )


@pytest.mark.parametrize(
    ("puck", "turn", "events"),
    [
        ("N", "9H:5S", "flip carries"),
        ("N", "5H:9S", "flip carries"),
        ("O", "4H:9S", "flip clears"),
        ("D", "KH:4C", "flip clears"),
        ("O", "TH:4S", "flip holds"),
        ("D", "5H:TS", "flip holds"),
        ("N", "7D:7C", "flip tied_up"),
        ("N", "KD:KC", "flip tied_up"),
        ("O", "QH:KS", "flip shot_blocked clears"),
        ("O", "QH:QS", "flip shot_blocked tied_up"),
        ("D", "KH:JS", "flip shot_blocked clears"),
        ("D", "4H:3S", "flip clears"),
        ("O", "QH:9S", "flip scores face_off"),
        ("D", "5H:JS", "flip scores face_off"),
        ("N", "2H:5S", "penalty flip carries"),
        ("O", "2H:2S", "penalty penalty flip tied_up"),
        ("D", "2H:KS", "penalty flip scores face_off"),
    ],
)
def test_several_events_follow_one_turn_in_the_order_of_section_7(puck, turn, events):
    table = card_hockey(turn, puck)
    table.flip()
    assert table.event_types() == events.split()


def test_short_handed_turns_and_the_end_of_a_penalty_are_described_around_the_flip():
    table = card_hockey("2D*:2S* 2D*:KS", "D", serve=[2, 1])
    table.flip(2)
    types = "shorthanded shorthanded flip tied_up penalty_over shorthanded flip scores penalty_over face_off"
    assert table.event_types() == types.split()
    found = [event for event in table.events() if event["type"] in ("shorthanded", "penalty_over")]
    assert [(event["seat"], event.get("number")) for event in found] == [(0, 1), (1, 2), (1, None), (0, 2), (0, None)]


def test_short_handed_turns_are_numbered_on_across_a_break():
    table = last_turn("2D*:9S", serve=[2, 0])
    table.flip()
    table.shuffle("9H", "5S")
    table.flip()
    assert [event["number"] for event in table.events() if event["type"] == "shorthanded"] == [1, 2]


def test_the_period_ends_after_everything_else_of_its_last_turn():
    table = last_turn("2D*:KS", puck="D", serve=[1, 0])
    table.flip()
    assert table.event_types() == ["shorthanded", "flip", "scores", "penalty_over", "period_end"]


def test_events_have_named_fields():
    table = card_hockey("2D:KS", "D", turns_played=6)
    table.flip()
    assert table.events() == [
        {"type": "penalty", "seat": 0, "card": "2D"},
        {"type": "flip", "turn": 7, "cards": ["2D", "KS"], "puck_from": "D", "puck_to": "N"},
        {"type": "scores", "seat": 1, "card": "KS", "score": [0, 1]},
        {"type": "face_off", "period": 1},
    ]


def test_sentences_read_well():
    turn = {"type": "flip", "turn": 1, "cards": ["9H", "JS"], "puck_from": "N", "puck_to": "D"}
    assert say(turn) == "The nine of hearts against the jack of spades."
    shot = {"type": "shootout_flip", "turn": 90, "cards": ["3H", "TS"], "winner": None}
    assert say(shot) == "The three of hearts against the ten of spades. No goal."
    assert say(shot | {"winner": 1}).endswith("Ole's Blackhawks score!")
    assert say({"type": "scores", "seat": 0, "card": "KH", "score": [2, 1]}) == "Goal! Ida scores, 2-1."
    end = {"type": "game_over", "winner": 0, "score": [4, 3], "shootout": False}
    assert say(end) == "Ida's Redwings win 4-3."
    assert say(end | {"score": [3, 3], "shootout": True}) == "Ida's Redwings win in the shootout after 3-3."
    assert say(end | {"winner": None, "score": [3, 3]}) == "A draw, 3-3."


def test_every_event_has_words():
    heard = set()
    for seed in range(12):
        for event in random_game(STANDARD, f"words {seed}").events():
            assert say(event), event
            heard.add(event["type"])
    assert heard == {kind.type for kind in EVENTS}


def test_moves_in_a_few_words():
    assert commentary.move_text({"type": "flip", "turn": 17}, {}) == "flip the cards of turn 17"
