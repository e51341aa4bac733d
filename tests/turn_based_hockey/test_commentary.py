"""What people say: the calls of section 7, in its words and in its order."""

import re

import pytest

from engines.language import dump_text, load_text
from engines.turn_based_hockey import VARIANT, commentary
from engines.turn_based_hockey.events import EVENTS
from engines.turn_based_hockey.language import ENGLISH
from engines.turn_based_hockey.options import STANDARD
from tests.engines.examples import rules_table
from tests.engines.names import NAMES, as_read
from tests.turn_based_hockey.table import (
    FLOWS,
    Table,
    after_period,
    before_secret_lineups,
    deal,
    random_game,
    tbh,
)

CALLS = {
    "face_off": "Face-off!",
    "face_off_tied": "Tied up - lines in secret",
    "committed": "",
    "lines_set": "Here come the lines",
    "injured": "Playing hurt",
    "shot": "",
    "scores": "Scores!",
    "saves": "Save!",
    "perfect_pair": "Can't be stopped!",
    "period_end": "End of the period",
    "clinched": "Out of reach",
    "overtime_start": "Overtime!",
    "shootout_round": "Shootout!",
    "game_over": "",
}
ONE, TWO = "5C KH QH 7D AS KS", "2D 4D 9S JC TC 9C"
ONE_IN_WORDS = (
    "the five of clubs on the left wing, the king of hearts at centre, the queen of hearts on the right wing, the "
    "seven of diamonds on left defence, the ace of spades in goal and the king of spades on right defence"
)


def texts_of(table: Table) -> list[str]:
    return [commentary.event_text(event, STANDARD, NAMES) for event in table.events()]


def test_events_and_calls_are_those_of_section_7():
    calls = {}
    for row in rules_table("turn_based_hockey", "7. Commentary"):
        events, words = row["Event"].split(", "), re.findall(r'"(.*?)"', row["Call"])
        calls |= dict(zip(events, words or [""] * len(events), strict=True))
    assert list(calls) == [kind.type for kind in EVENTS]
    assert calls == CALLS
    assert [
        name for name, call in calls.items() if call.lower() not in as_read(ENGLISH.phrases.get(name, "")).lower()
    ] == []


def test_a_face_off_and_its_period_as_they_are_called():
    table = tbh(f"JD {ONE}", f"3S {TWO}")
    table.face_off("JD", "3S")
    table.line_up(1, TWO)
    table.line_up(0, ONE)
    assert texts_of(table) == [
        "Ida has chosen.",
        "Ole has chosen.",
        "Face-off! The jack of diamonds against the three of spades: Ida wins.",
        "Here come the lines: Ole with the two of diamonds on the left wing, the four of diamonds at centre, the nine "
        "of spades on the right wing, the jack of clubs on left defence, the ten of clubs in goal and the nine of "
        "clubs on right defence.",
        f"Here come the lines: Ida with {ONE_IN_WORDS}.",
        "Ida on the left wing: the five of clubs and the king of hearts (15) against the nine and the ten of "
        "clubs (24).",
        "Save!",
        "Ida on the right wing: the queen and the king of hearts (25) against the jack and the ten of clubs (25).",
        "Ida scores! 1-0",
        "Ole on the left wing: the two and the four of diamonds (11) against the king and the ace of spades (26).",
        "Save!",
        "Ole on the right wing: the nine of spades and the four of diamonds (13) against the seven of diamonds and the "
        "ace of spades (18).",
        "Save!",
        "End of the period: 1-0.",
    ]


def test_a_tie_is_called_after_the_face_off_and_of_secret_lineups_only_their_presence():
    table = tbh(f"3D {ONE}", f"3S {TWO}")
    table.face_off("3D", "3S")
    assert texts_of(table)[-1] == "Tied up - lines in secret"
    table.line_up(1, TWO)
    assert table.events()[-1] == {"type": "committed", "seat": 1}
    table.line_up(0, ONE)
    assert table.event_types()[5:8] == ["committed", "lines_set", "lines_set"]


def test_a_joker_is_called_after_its_lineup_and_a_perfect_pair_before_its_goal():
    one, two = "XR 5C 9C AD KD QD", "KS AS QS 4H XB 3H"
    table = before_secret_lineups(one, two, jokers=True)
    table.line_up(0, one)
    table.line_up(1, two)
    types = table.event_types()
    assert types[2:6] == ["lines_set", "injured", "lines_set", "injured"]
    assert types[-7:] == ["shot", "perfect_pair", "scores", "shot", "perfect_pair", "scores", "period_end"]
    assert "Playing hurt" in texts_of(table)
    assert "Can't be stopped!" in texts_of(table)


def test_the_endings_are_called():
    assert texts_of(after_period(2, 4, 1))[-2:] == ["Out of reach", "Ida wins, 4-1."]
    table = after_period(3, 2, 2)
    assert texts_of(table)[-1] == "Overtime!"
    deal(table, ONE, TWO)
    table = after_period(3, 2, 2, overtime="none")
    table.draw("8H", "8D")
    table.draw("2H", "AD")
    assert texts_of(table)[-3:] == [
        "Shootout! The eight of hearts against the eight of diamonds: equal.",
        "Shootout! The two of hearts against the ace of diamonds: Ole wins.",
        "Ole wins in the shootout, 2-2.",
    ]
    assert texts_of(after_period(3, 2, 2, overtime="none", shootout=False))[-1] == "A draw, 2-2."


@pytest.mark.parametrize("flow", FLOWS)
def test_every_event_begins_with_its_call_and_has_words(flow):
    heard = set()
    for seed in range(15):
        for event in random_game(FLOWS[flow], f"words {seed}").events():
            text = commentary.event_text(event, FLOWS[flow], NAMES)
            assert text
            call = CALLS[event["type"]]
            if event["type"] == "scores":
                text, call = text.partition(" ")[2], call.lower()
            assert text.startswith(call)
            heard.add(event["type"])
    assert {"face_off", "committed", "lines_set", "shot", "scores", "saves", "period_end", "game_over"} <= heard


def test_moves_in_a_few_words():
    assert commentary.move_text({"type": "face_off", "card": "JH"}, {}) == "face off with the jack of hearts"
    words = f"line up {ONE_IN_WORDS}"
    assert commentary.move_text({"type": "lineup", "cards": ONE.split()}, {}) == words


def test_a_text_in_english_is_the_same_from_the_store():
    english, french = (VARIANT.phrases(code) for code in ("en", "fr"))
    text = english.phrase("leaves_suits", count=2, others=1)
    assert text == "leaves 2 pairs of one suit in the hand, the other 1"
    stored = load_text(dump_text(text), english)
    assert (stored, french.translate(stored)) == (text, "laisse 2 duos d'une même enseigne en main, l'autre 1")
    assert french.translate("any other text") == load_text("any other text", english) == "any other text"
