"""The commentary: a sentence for every event, with the names of the deck file, and a few words for every move."""

import pytest

from engines.api import SPECTATOR
from engines.ice_cold_ice_hockey import VARIANT, commentary, register_deck
from engines.ice_cold_ice_hockey.deck_file import BUILT_IN, COLUMNS, DECK_FILES
from engines.ice_cold_ice_hockey.events import dump_event
from engines.ice_cold_ice_hockey.language import LANGUAGES
from engines.ice_cold_ice_hockey.moves import MOVES
from engines.ice_cold_ice_hockey.options import PRESETS, STANDARD
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.names import Name
from tests.engines.names import NAMES
from tests.ice_cold_ice_hockey.table import H, Table, game, penalty, random_game


def say(table: Table, viewer: int = H) -> list[str]:
    return [commentary.event_text(event, STANDARD, NAMES) for event in table.events(viewer)]


def test_a_foul_in_words():
    table = game(h="15", v="47", keep="31 60 41")
    table.turn("31").play("H play 15", "V answer 47")
    assert say(table)[:6] == [
        "Ida passes: Pass Over the Blue Line.",
        "Ole answers: Holding!",
        "The referee looks: the card Wrist Shot from the Slot number 31 is turned over (letter of Ida).",
        "Ida has the puck in Ole's end.",
        "Penalty on Ole: 3 shots.",
        "A delayed penalty: Ida plays with an extra skater.",
    ]
    assert say(table, viewer=1)[6] == "Ida draws a card."


def test_shots_in_words():
    table = game(puck="H OZ", discards="62", keep="3 1 5")
    table.turn("3 1 5").play("H outside_shot")
    assert say(table)[:8] == [
        "Ida shoots from outside.",
        "The shot: the card Ice the Puck is turned over (save, rebound).",
        "Save by Ole, and there is a rebound!",
        "The rebound: the card Pass Into Center Ice is turned over (save, rebound).",
        "Save by Ole, and there is a rebound!",
        "The rebound: the card Outlet Pass is turned over (goal).",
        "Ida scores! 1-0",
        "Momentum for Ida: up to 3 bonus cards.",
    ]


def test_a_major_and_a_mark_in_words():
    assert (
        commentary.event_text(
            {"type": "power_play", "seat": 0, "card": "62", "major": True, "shots": 6}, STANDARD, NAMES
        )
        == "Power play for Ida, a major."
    )
    table = game(node="goalie_pull", asked=0, puck="stopped CI", keep="9 6 45")
    table.turn("9 6 45").play("H keep_in_net")
    assert say(table)[:5] == [
        "Face-off: the card Pass Up the Wing is turned over (offside).",
        "Offside! The puck goes to centre ice.",
        "Face-off: the card Breakout Pass is turned over (letter of Ole, a penalty if the next card is 10 to 40).",
        "Ole has the puck at centre ice.",
        "Behind the play: the card Body Check number 45 is turned over.",
    ]


def test_names_come_from_the_deck_of_the_game():
    rows = [dict(row) for row in DECK_FILES[BUILT_IN].rows]
    rows[14]["name"] = "Stretch Pass"
    register_deck(
        "names", "\n".join([",".join(COLUMNS), *(",".join(row[column] for column in COLUMNS) for row in rows)])
    )
    event = {"type": "passes", "seat": 0, "card": "15"}
    assert commentary.event_text(event, STANDARD | {"deck": "names"}, NAMES) == "Ida passes: Stretch Pass."


def test_a_card_whose_name_another_has_is_named_with_its_number():
    big_hit = {"type": "answers", "seat": 1, "card": "42"}
    assert commentary.event_text(big_hit, STANDARD, NAMES) == "Ole answers: Big Hit number 42!"
    assert commentary.event_text(big_hit, STANDARD, NAMES, LANGUAGES["fr"]).endswith("percutante numéro 42\u00a0!")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_event_has_words_for_every_viewer(preset):
    for seed in range(4):
        table = random_game(f"words {seed}", **PRESETS[preset])
        for viewer in (0, 1, SPECTATOR):
            assert not [
                event for event in table.events(viewer) if not commentary.event_text(event, PRESETS[preset], NAMES)
            ]


RARE = {
    "overtime_start": {"period": 4},
    "shootout_start": {},
    "shootout_shot": {"seat": 1, "card": "25", "is_goal": True},
    "penalty_shot": {"seat": 0},
    "fight_drawn": {},
    "penalties_wiped_out": {"seat": 1},
    "hits_crossbar": {"seat": 0},
    "game_over": {"winner": None, "score": [2, 2]},
}


@pytest.mark.parametrize("name", RARE)
def test_rare_events_have_words(name):
    assert commentary.event_text({"type": name, **RARE[name]}, STANDARD, NAMES)


def test_the_shootout_and_the_end_in_words():
    shot = {"type": "shootout_shot", "seat": 1, "card": "25", "is_goal": True}
    assert commentary.event_text(shot, STANDARD, NAMES) == (
        "Ole shoots and turns up Carry Into the Zone number 25: goal!"
    )
    assert commentary.event_text(shot | {"card": "26", "is_goal": False}, STANDARD, NAMES) == (
        "Ole shoots and turns up Skate Across the Blue Line number 26: saved."
    )
    end = {"type": "game_over", "winner": 1, "score": [2, 3], "shootout": False}
    assert commentary.event_text(end, STANDARD, NAMES) == "Ole wins, 3-2."
    assert commentary.event_text(end | {"shootout": True}, STANDARD, NAMES) == "Ole wins in the shootout, 3-2."
    draw = {"type": "game_over", "winner": None, "score": [2, 2], "shootout": False}
    assert commentary.event_text(draw, STANDARD, NAMES) == "A draw, 2-2."


def test_events_that_were_stored_before_they_told_more_are_still_read():
    old = [(n.TURNS_OVER, 31, n.FOUL), (n.SAVES, 1, n.SAVE_FO), (n.GAME_ENDS, 1, 2, 3)]
    card, save, end = (dump_event(event, SPECTATOR) for event in old)
    assert (card["team"], card["mark"], card["results"]) == (None, "none", [])
    assert commentary.event_text(card, STANDARD, NAMES) == (
        "The referee looks: the card Wrist Shot from the Slot number 31 is turned over."
    )
    assert commentary.event_text(save, STANDARD, NAMES) == "Save by Ole, who holds on to the puck."
    assert commentary.event_text(end, STANDARD, NAMES) == "Ole wins, 3-2."


def test_every_move_has_words():
    for field in MOVES:
        move = {"type": field.type} | ({"card": "15"} if field.fields else {})
        assert commentary.move_text(move, STANDARD)
    assert commentary.move_text({"type": "dump_in", "card": "15"}, STANDARD) == (
        "dump in and chase, discarding Pass Over the Blue Line"
    )


def test_no_answer_never_says_why():
    for v in ("47", "33"):
        table = game(h="15", v=v, sizes=(5, 1), discards="62")
        table.play("H play 15", "V decline")
        assert "No answer by Ole." in say(table)
        assert penalty("V", 47) not in table.events()


def test_a_count_takes_its_phrase():
    says = VARIANT.phrases("fr")
    assert says("draws", player=Name("Ida")) == "Ida pige une carte."
    assert [
        says("penalty", player=Name("Ida"), count=count).replace("\N{NO-BREAK SPACE}", " ") for count in (1, 2)
    ] == [
        "Punition à Ida : 1 tir.",
        "Punition à Ida : 2 tirs.",
    ]
