"""What people say: the calls of section 7, and a sentence for every other event."""

import re

import pytest

from engines.blades_of_steel import VARIANT, commentary
from engines.blades_of_steel.events import EVENTS
from engines.blades_of_steel.language import ENGLISH
from engines.blades_of_steel.options import STANDARD
from engines.blades_of_steel.rules import BLOCK_KINDS, SHOT_KINDS
from tests.blades_of_steel.table import Table, blades, move, random_game
from tests.engines.examples import rules_table
from tests.engines.names import NAMES, as_read

ROWS = rules_table("blades_of_steel", "7. Commentary")


def texts_of(table: Table, viewer: int = 0) -> list[str]:
    return [commentary.event_text(event, STANDARD, NAMES) for event in table.events(viewer)]


def test_events_are_those_of_the_table():
    assert [row["Event"] for row in ROWS] == [kind.type for kind in EVENTS]


def test_every_call_is_that_of_the_table():
    calls = {row["Event"]: re.findall(r'"([^"]+)"', row["Call"]) for row in ROWS}
    phrases = {name: as_read(phrase) for name, phrase in ENGLISH.phrases.items()}
    assert calls.pop("shoots") == [phrases[f"shot.{kind}"] for kind in SHOT_KINDS[1:]]
    assert calls.pop("blocked") == [phrases["save.star_goalie"], phrases["save.star_defence"], phrases["save"]]
    assert {"star_goalie", "star_defence"} < set(BLOCK_KINDS)
    assert [event for event, call in calls.items() if call and call[0].lower() not in phrases[event].lower()] == []


@pytest.mark.parametrize(
    ("shot", "call"),
    [
        ("2D 3D 4H", "High card"),
        ("2D 3D 4D", "Flush"),
        ("2D 2H", "One-timer!"),
        ("2D AD", "Breakaway!"),
        ("9D 9H", "The Great One!"),
    ],
)
def test_a_shot_is_called_by_its_kind(shot, call):
    table = blades(hand=shot, other="3C")
    table.play(f"shoot {shot}")
    assert re.fullmatch(rf"Ida shoots with the .*\. {re.escape(call)}", texts_of(table)[0])


@pytest.mark.parametrize(
    ("block", "call"),
    [("AC", "Star goalie!"), ("5C 5S", "Star defence!"), ("5C 6C 7C", "Save!"), ("5C 6C 7S", "Save!")],
)
def test_a_save_is_called_by_its_kind(block, call):
    table = blades(hand="2D 3D 4H", other=block)
    table.play("shoot 2D 3D 4H", f"block hand {block}")
    assert re.fullmatch(rf"Ole blocks with the .*\. {re.escape(call)}", texts_of(table)[1])


def test_the_course_of_a_turn_is_described():
    table = blades(hand="2C 3C", other="4D 4H", other_stack="2S", stack="5S 6S")
    table.play("stack 2C 3C", "shoot 4D 4H", "no_block")
    assert texts_of(table) == [
        "The old stack of Ida is discarded: the five and the six of spades.",
        "Stacks the defence: Ida lays 2 cards face down.",
        "Ole shoots with the four of diamonds and the four of hearts. One-timer!",
        "Ole scores! 0-1",
    ]


def test_with_top_only_the_old_stack_is_described_by_its_number():
    table = blades(hand="2C 3C", other="4D", stack="5S 6S", discards="top_only")
    table.play("stack 2C")
    assert texts_of(table, viewer=1)[0] == "The old stack of Ida is discarded: 2 cards, the six of spades on top."
    assert texts_of(table, viewer=0)[0] == "The old stack of Ida is discarded: the five and the six of spades."
    single = blades(hand="2C 3C", other="4D", stack="5S", discards="top_only")
    single.play("stack 2C")
    assert texts_of(single, viewer=1)[0] == "The old stack of Ida is discarded: the five of spades."


def test_the_face_off_and_the_end_are_described():
    table = random_game("told")
    texts = texts_of(table)
    assert re.fullmatch(r"Face-off! (Ida|Ole) begins, the \w+ of \w+ over the \w+ of \w+\.", texts[0])
    assert "That's the final whistle" in texts  # a pack that is not the last one is out: tests/engines/test_told.py
    assert re.fullmatch(r"(Ida|Ole) wins, \d+-\d+\.", texts[-1])
    assert commentary.event_text({"type": "game_over", "winner": None, "score": [1, 1]}, STANDARD, NAMES) == (
        "A draw, 1-1."
    )


def test_in_french_a_suit_is_not_a_colour():
    """The ace of a shot goes with a card of its suit, "enseigne"; "couleur" would be red or black."""
    french = VARIANT.languages["fr"]
    assert "un as rouge et une carte de son enseigne" in french("shots")


def test_a_weak_block_is_described():
    event = {"type": "weak_block", "seat": 1, "kind": "star_defence", "from": "hand", "cards": ["8C", "8S"]}
    assert commentary.event_text(event, STANDARD, NAMES) == (
        "Ole has the eight of clubs and the eight of spades: not enough to stop it."
    )


def test_every_event_has_words():
    for seed in range(20):
        for event in random_game(f"words {seed}", weak_blocks=True, deck_end="finish_turn").events():
            assert commentary.event_text(event, STANDARD, NAMES), event


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ("stack 5S", "stack the five of spades"),
        ("stack 5S JC", "stack the five of spades and the jack of clubs"),
        ("shoot 4H AH", "shoot the four and the ace of hearts"),
        ("change_lines", "change lines"),
        ("block stack AC", "block with the ace of clubs from the stack"),
        ("no_block", "let the shot in"),
    ],
)
def test_moves_in_a_few_words(made, words):
    assert commentary.move_text(move(made), {}) == words
