"""Names in commentary: players are plain text, sides are called by their players."""

import pytest

from engines import VARIANTS
from engines.names import Names, phrase_values
from tests.engines.names import FOUR, NAMES


def test_sides_are_called_by_their_players():
    assert (NAMES.side(0), NAMES.wins(0)) == ("Ida", "Ida wins")
    assert (FOUR.side(1), FOUR.wins(1)) == ("Ole and Jan", "Ole and Jan win")


def test_names_are_as_many_as_seats():
    assert (len(NAMES), len(FOUR)) == (2, 4)


def test_equal_names_are_distinguished_by_their_places():
    table = Names(["Ida", "rookie", "pro", "rookie"])
    assert [table.seat(seat) for seat in range(4)] == ["Ida", "rookie (2)", "pro", "rookie (4)"]


def test_a_name_is_one_line_and_never_empty():
    table = Names([" Ida\n of\tOslo ", "  "])
    assert (table.seat(0), table.seat(1)) == ("Ida of Oslo", "Player")


@pytest.mark.parametrize("name", ["{seat}", "{0}", "%s", "\\1", "<b>Ida</b>"])
@pytest.mark.parametrize("key", VARIANTS)
def test_a_name_is_plain_text_in_every_text(key, name):
    variant = VARIANTS[key]
    end = {"type": "game_over", "winner": 0, "score": [2, 1], "shootout": False}
    text = variant.commentary.event_text(end, variant.resolve_options(None, None)[1], Names([name, "Ole"]))
    assert text.startswith(name)


TEAMS = "Oslo", "Turku"


@pytest.mark.parametrize(
    ("language", "goal", "victory"),
    [("en", "Goal", "Victory for Oslo, 2-1."), ("fr", "But", "Victoire pour Oslo, 2-1.")],
)
@pytest.mark.parametrize("key", VARIANTS)
def test_goals_and_victories_are_a_teams_for_every_reader(key, language, goal, victory):
    variant = VARIANTS[key]
    options, says = variant.resolve_options(None, None)[1], variant.phrases(language)
    end = {"type": "game_over", "winner": 0, "score": [2, 1], "shootout": False}
    scored = {"type": "scores", "seat": 0, "score": [2, 1]}
    for reader in (None, 0, 1):
        names = Names(["Ida", "Ole"], says, reader, TEAMS)
        assert variant.commentary.event_text(end, options, names, says) == victory
        text = says("scores", **phrase_values(scored, names))
        assert (text.startswith(goal), "Oslo" in text, str(names.seat(0)) in text) == (True, True, False)


def test_a_period_ends_with_the_score_between_two_teams_only():
    commentary = VARIANTS["turn_based_hockey"].commentary
    end = {"type": "period_end", "score": [2, 1]}
    texts = [commentary.event_text(end, {}, Names(["Ida", "Ole"], teams=teams)) for teams in (TEAMS, ("Oslo", ""))]
    assert texts == ["End of the period: Oslo 2-1 Turku.", "End of the period: 2-1."]


def test_people_keep_their_names_and_equal_teams_are_told_apart():
    names = Names(["Ida", "Ole", "Eva", "Jan"], teams=("Oslo", "Oslo"))
    assert (names.seat(0), names.side(0), names.team(0), names.team(1)) == (
        "Ida",
        "Ida and Eva",
        "Oslo (1)",
        "Oslo (2)",
    )
    assert names.wins(1) == "Victory for Oslo (2)"
