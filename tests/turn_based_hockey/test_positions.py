"""How positions of Turn-Based Hockey are written (``bench.positions.turn_based_hockey``)."""

import pytest

from bench.positions import PositionError, read_position, written
from engines import VARIANTS
from engines.cards import parse_card

GAME = VARIANTS["turn_based_hockey"]
LAST = (
    "standard | period 3 | score 1-1 | face_off TD 9D | shown KH AH QH 2C 3D 2S | hand AS KS QS 7C 7D 8H"
    " | best goals 2-2 | Why."
)
FACE_OFF = "standard | period 3 | hand 9C AS KS QS 2H 3D 4C | best 9 | Why."


def position(line):
    return read_position(GAME, "score", "score.txt:7", line)


def solves(line, cards):
    return position(line).is_solved_by([parse_card(card) for card in cards.split()])


@pytest.mark.parametrize(
    ("line", "before", "after", "fault"),
    [
        (LAST, "hand", "hands", "hands: not a cell of Turn-Based Hockey"),
        (LAST, "face_off TD 9D", "face_off 9D TD", "shown: the line-up of a seat that lost the face-off"),
        (LAST, "shown KH AH QH 2C 3D 2S | ", "", "shown: the line-up of a seat that lost the face-off"),
        (LAST, "score 1-1", "score 1:1", "score: '1:1' is no score; write 1-0"),
        (LAST, "score 1-1", "score 5-1", "score: 5-1; found no line-ups of the cards that are gone which led to it"),
        (LAST, "goals 2-2", "keeps 2H", "best: keeps 2H: keeps: '2H' is not of the hand"),
        (LAST, "goals 2-2", "AS KS QS 7C 7D 7D", "best: AS KS QS 7C 7D 7D: lineup"),
        (FACE_OFF, "best 9", "best T, 8", "best: 8: not a rank of the hand"),
        (FACE_OFF, "period 3", "period 3 | gone " + " ".join(["2C"] * 29), "gone: 29 cards; in earlier periods 28"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_its_place(line, before, after, fault):
    with pytest.raises(PositionError) as refused:
        position(line.replace(before, after, 1))
    assert str(refused.value).startswith(f"score.txt:7: {fault}")


def test_the_face_off_says_who_sets_up_and_the_score_is_that_of_earlier_lineups():
    state = position(LAST.replace("score 1-1", "score 1-2")).observation.known
    assert ([int(state.score(side)) for side in (0, 1)], state.may_act(0)) == ([1, 2], True)
    assert written(position(LAST).observation, GAME, {}, "Why.").startswith("standard | period 3 | score 1-1 | gone ")


@pytest.mark.parametrize(
    ("asked", "lineup", "is_solved"),
    [
        ("goals 2-2", "KS AS QS 7C 7D 8H", True),
        ("goals 2-1", "7C 7D 8H KS AS QS", False),
        ("ahead 0", "KS AS QS 7C 7D 8H", True),
        ("ahead 1", "KS AS QS 7C 7D 8H", False),
        ("C AS front KS QS", "QS AS KS 7C 7D 8H", True),
        ("C AS front KS 8H", "QS AS KS 7C 7D 8H", False),
        ("G 7D back 8H", "QS AS KS 7C 7D 8H", True),
        ("uses AS keeps 7C", "QS AS KS 7C 7D 8H", False),
        ("QS AS KS 7C 7D 8H", "KS AS QS 7C 7D 8H", True),  # king and queen of a suit are interchangeable
        ("QS AS KS 7C 7D 8H", "KS AS QS 7D 7C 8H", False),
    ],
)
def test_a_lineup_is_what_is_said_of_it(asked, lineup, is_solved):
    assert solves(LAST.replace("goals 2-2", asked), lineup) is is_solved


@pytest.mark.parametrize(("compare", "card", "is_solved"), [("points", "KS", True), ("rank", "KS", False)])
def test_tens_are_one_card_in_a_face_off_by_points(compare, card, is_solved):
    line = FACE_OFF.replace("standard", f"standard, compare {compare}").replace("QS", "TS").replace("best 9", "best T")
    assert solves(line, "TS")
    assert solves(line, card) is is_solved
