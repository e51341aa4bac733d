"""What people say: the calls of section 7, their words by preset, and a sentence for every other event."""

import pytest

from engines.fields import ANNOUNCER, DEFENDER, PLAYER
from engines.hockey import VARIANT, commentary
from engines.hockey.events import EVENTS
from engines.hockey.language import ENGLISH
from engines.hockey.options import PRESETS
from tests.engines.examples import rules_table, rules_text
from tests.engines.names import FOUR, NAMES, as_read
from tests.hockey.table import hockey, hockey_for, random_game


def say(preset: str, plays: str, pile: str = "-", **changes) -> list[str]:
    """Play, and return the texts."""
    table = hockey_for(plays, preset, pile)
    table.play(plays)
    names = FOUR if PRESETS[preset]["seats"] == 4 else NAMES
    return [commentary.event_text(event, PRESETS[preset] | changes, names) for event in table.events()]


def calls(preset: str, plays: str, pile: str = "-") -> list[str]:
    """What is called at each card."""
    return [text.partition(". ")[2] for text in say(preset, plays, pile)]


def test_calls_are_those_of_section_7():
    assert say("standard", "AA BA A3 B5") == [
        "Ida plays the ace of clubs.",
        "Ole plays the ace of diamonds. Breakaway!",
        "Ida plays the three of clubs. Shoots...",
        "Ole plays the five of clubs. Save!",
    ]
    assert calls("standard", "AJ B8 A8 B2 AJ B9 AT") == [
        "Breakaway!",
        "Shoots...",
        "Ida scores! 1-0",
        "",
        "Breakaway!",
        "Shoots...",
        "Hits the post!",
    ]
    assert calls("standard", "A3 B9 A5 B5 A3 B8")[-2:] == ["Clears it!", "Wide."]
    assert calls("stockham", "A5 B5 A5")[-1] == "Block!"


def test_every_call_is_that_of_the_table():
    for row in rules_table("hockey", "7. Commentary"):
        words = row["Customary call"].split('"')
        if len(words) > 1 and row["Event"] != "plays":
            assert words[1].lower() in as_read(ENGLISH.phrases[row["Event"]]).lower()
    assert (
        list(commentary.CALLS)
        == [kind.type for kind in EVENTS[:9]]
        == [row["Event"] for row in rules_table("hockey", "7. Commentary")]
    )


@pytest.mark.parametrize(
    ("preset", "plays", "pile", "word"),
    [
        ("standard", "A7 B7", "-", "Breakaway!"),
        ("third_match_cancels", "A7 B7", "-", "Breakaway!"),
        ("partnership", "A7 B7", "-", "Pass!"),
        ("wiggum", "A7", "5 9 K 7", "Clears the ice!"),
        ("stockham", "A7 B7", "-", "Shot!"),
        ("stockham", "AJ", "-", "Automatic shot!"),
    ],
)
def test_a_breakaway_has_its_word_by_preset(preset, plays, pile, word):
    assert calls(preset, plays, pile)[-1] == word


def test_jacks_are_neither_check_nor_rumble():
    assert calls("partnership", "AJ BJ CJ DJ") == ["Pass!"] * 4


def test_without_calls_the_cards_are_named_and_nothing_is_called():
    plays = "AJ B8 A8 B2"
    assert say("standard", plays, calls=False) == [
        "Ida plays the jack of clubs.",
        "Ole plays the eight of diamonds.",
        "Ida plays the eight of clubs.",
        "Ole plays the two of clubs.",
    ]
    table = random_game(PRESETS["standard"], "no calls", until="play")
    assert not [
        event
        for event in table.events()
        if not commentary.event_text(event, PRESETS["standard"] | {"calls": False}, NAMES)
    ]


def test_structural_events_are_those_of_section_7():
    listed = rules_text("hockey").split("Structural events: ")[1]
    assert [part.split("`")[0] for part in listed.split("`")[1::2] if part.isidentifier()][:10] == [
        kind.type for kind in EVENTS[9:]
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_event_has_words(preset):
    heard = set()
    for seed in range(4):
        for event in random_game(PRESETS[preset], f"words {seed}").events():
            text = commentary.event_text(event, PRESETS[preset], FOUR if PRESETS[preset]["seats"] == 4 else NAMES)
            assert text, event
            heard.add(event["type"])
    assert {"cut", "dealer_chosen", "period_start", "deal", "last_minute", "period_end", "game_over"} <= heard


def test_sentences_read_well():
    cut = {"type": "cut", "cards": ["QH", "9S"]}
    assert commentary.event_text(cut, {}, NAMES) == "Ida cuts the queen of hearts, Ole the nine of spades."
    assert commentary.event_text(cut | {"cards": ["9C", "9S"]}, {}, NAMES).endswith("The cards are cut again.")
    redealt = {"type": "starting_pile_redealt", "cards": []}  # where only the top is seen
    assert commentary.event_text(redealt, {}, NAMES) == "No pile to start with. Four cards are dealt again."
    assert commentary.event_text(redealt | {"cards": ["9C", "9S"]}, {}, NAMES).startswith(
        "No pile to start with: the nine of clubs"
    )
    hand = {"type": "deal", "deal": 1, "seat": 1, "count": 2}
    assert commentary.event_text(hand, {}, NAMES) == "Ole is dealt 2 cards."
    assert commentary.event_text(hand | {"cards": ["2C", "TD"]}, {}, NAMES) == (
        "Ole is dealt 2 cards: the two of clubs and the ten of diamonds."
    )
    assert commentary.event_text({"type": "game_over", "winner": None, "score": [1, 1]}, {}, NAMES) == "A draw, 1-1."
    assert commentary.event_text({"type": "last_minute", "extra_attacker": True}, {}, NAMES).endswith(
        "extra attacker on the ice."
    )


def test_a_side_of_two_is_called_by_both_its_players():
    end = {"type": "game_over", "winner": 1, "score": [1, 2]}
    assert commentary.event_text(end, {}, FOUR) == "Ole and Jan win, 2-1."
    assert commentary.event_text(end, {}, NAMES) == "Ole wins, 2-1."


def test_calls_are_made_by_whom_section_7_names():
    speakers = {
        "player of the card": PLAYER,
        "player of the card (the shooter)": PLAYER,
        "the other side (the defender)": DEFENDER,
    }
    said_by = {row["Event"]: speakers.get(row["Said by"], ANNOUNCER) for row in rules_table("hockey", "7. Commentary")}
    assert {kind.type: kind.speaker for kind in EVENTS if kind.type in said_by} == said_by


def test_a_save_is_the_call_of_the_player_whose_card_the_shot_has_met():
    save = next(kind for kind in EVENTS if kind.type == "save")
    assert [save.speaker_of({"type": "save", "seat": seat}, 2) for seat in (0, 1)] == [1, 0]
    assert [save.speaker_of({"type": "save", "seat": seat}, 4) for seat in (0, 1, 2, 3)] == [3, 0, 1, 2]


def test_moves_in_a_few_words():
    assert commentary.move_text({"type": "play", "card": "JH"}, {}) == "play the jack of hearts"
    assert commentary.move_text({"type": "choose_dealer", "seat": 1}, {}) == "let Player 2 deal first"
    assert commentary.move_text({"type": "choose_dealer", "seat": 1}, {}, NAMES) == "let Ole deal first"


def test_a_goal_has_the_score_and_a_breakaway_the_equal_cards_in_a_row():
    table = hockey(hands=["J 6 6", "6 6"])
    table.play("AJ B6 A6 B6")
    assert table.events()[2]["score"] == [1, 0]
    assert [event.get("equal_in_a_row") for event in table.events()] == [1, None, None, 3]


@pytest.mark.parametrize("rank", ["2", "6"])
def test_equal_cards_in_a_row_are_counted_from_the_first_card_of_a_period(rank):
    table = hockey(hands=[f"{rank} 9", f"{rank} 8"])
    assert table.play(f"A{rank} B{rank}") == ["plays", "breakaway"]
    assert table.events()[-1]["equal_in_a_row"] == 2


def test_a_name_with_braces_is_plain_text():
    english, french = (VARIANT.phrases(code) for code in ("en", "fr"))
    assert french.translate(english.phrase("not_in_hand", card="{hand}", hand="{0}")).startswith(
        "{hand} n'est pas dans votre main ({0})"
    )
