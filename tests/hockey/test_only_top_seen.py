"""The plain table, ``only_top_seen`` (ruling 31): what a seat has seen, and what the view shows."""

import json

import pytest

from ai.games import make_heuristic
from engines.api import CHANCE, OVER, SPECTATOR, InvalidObservation, observe
from engines.hockey import codec
from engines.hockey.options import PRESETS
from engines.rng import Rng
from tests.engines.examples import acceptance_examples
from tests.engines.table import step
from tests.hockey.table import hockey_for, random_game

OPTION = {"only_top_seen": True}
EXAMPLES = [example for example in acceptance_examples("hockey") if example.id.startswith("T")]
WIGGUM = PRESETS["wiggum"] | OPTION


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_acceptance_example(example):
    preset, pile, plays, top, size, seen = example.fields
    made = [play.partition("=") for play in plays.split() if plays != "-"]
    table = hockey_for(" ".join(play for play, _, _ in made), preset, pile, **OPTION)
    assert table.play(" ".join(play for play, _, _ in made)) == [call for play, _, call in made if play != "/"]
    assert (table.top(), table.state.pile_size) == (top, int(size))
    observation = codec.dump_observation(observe(table.state, 0))
    remembered = [*observation["starting_pile"], *(play["card"] for play in observation["played"])]
    assert [card[0] for card in remembered] == seen.split()
    shown = table.sees(0)
    assert (shown["played"], shown["safe_ranks"]) == ([], [[], []])
    assert shown["starting_pile"] == observation["starting_pile"]  # in the first deal
    assert (shown["top"] or "-")[0] == top


def test_all_examples_are_found():
    assert [example.id for example in EXAMPLES] == ["T01", "T02", "T03", "T04", "T05", "T06"]


def test_ruling_31_the_option_changes_no_play():
    for preset in PRESETS:
        plain, other = (
            random_game(PRESETS[preset] | {"only_top_seen": hidden}, "same play") for hidden in (False, True)
        )
        assert plays_of(plain) == plays_of(other)
        assert plain.score() == other.score()


def plays_of(table):
    return [(event["type"], event["card"]) for event in table.events() if "card" in event]


def test_ruling_31_the_starting_pile_is_seen_by_all_in_the_first_deal_and_remembered_after_it():
    """As Wiggum's text has it; its events name all four cards, and those of piles that are dealt again."""
    table, rng = random_game(WIGGUM, "inspected", until="play"), Rng("inspected")
    piles = [event for event in table.events() if event["type"].startswith("starting_pile")]
    assert len(piles) > 1
    assert [len(event["cards"]) for event in piles] == [4] * len(piles)
    pile, refused = piles[-1]["cards"], sorted({card for event in piles[:-1] for card in event["cards"]})
    for viewer in (0, 1, SPECTATOR):
        shown = codec.table(observe(table.state, viewer))
        assert (shown["starting_pile"], sorted(shown["refused"])) == (pile, refused)
    while table.state.deal_number == 1:
        step(table.state, rng)
    for viewer in (0, 1, SPECTATOR):
        seen = observe(table.state, viewer)
        shown, remembered = codec.table(seen), codec.dump_observation(seen)
        assert (shown["starting_pile"], shown["refused"]) == ([], [])
        assert (remembered["starting_pile"], sorted(remembered["refused"])) == (pile, refused)
        if viewer != SPECTATOR:
            assert {tuple(codec.dump_state(seen.determinize(rng))["starting_pile"]) for _ in range(20)} == {tuple(pile)}


def test_the_last_deal_is_open_to_calculation_for_who_remembers():
    table, rng = random_game(WIGGUM, "last", until="play"), Rng("last")
    while table.state.deal_number < 6:
        step(table.state, rng)
    seat = int(table.state.to_act())
    assert make_heuristic("hockey").has_perfect_information(observe(table.state, seat).determinize(rng), seat)


def observation_of(plays: int) -> dict:
    table, rng = random_game(WIGGUM, "sent", until="play"), Rng("sent")
    while table.state.plays < plays or table.state.to_act() == CHANCE:
        step(table.state, rng)
    return codec.dump_observation(observe(table.state, int(table.state.to_act())))


def test_the_table_of_a_view_and_the_cards_remembered_make_an_observation():
    table, rng = random_game(WIGGUM, "remembered", until="play"), Rng("remembered")
    pile = table.sees(0)["starting_pile"]
    refused = table.sees(0)["refused"]
    while table.state.to_act() != OVER and table.state.plays < 15:
        step(table.state, rng)
    seat = int(table.state.to_act())
    seen = observe(table.state, seat)
    played = [{"seat": event["seat"], "card": event["card"]} for event in table.events() if "card" in event]
    remembered = {"starting_pile": pile, "refused": refused, "played": played}
    shown = {name: value for name, value in codec.table(seen).items() if name != "safe_ranks"}
    sent = {"seat": seat, "options": WIGGUM, **shown, **codec.private(seen), **remembered}
    assert codec.dump_observation(codec.load_observation(json.loads(json.dumps(sent)))) == codec.dump_observation(seen)


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"starting_pile": []}, "the pile began with 4"),
        ({"starting_pile": ["3C"]}, "the pile began with 4"),
        ({"refused": ["3C"]}, "would not have been refused"),
        ({"played": []}, "cards"),
    ],
    ids=str,
)
def test_an_observation_with_more_or_less_than_was_seen_is_refused(changes, refusal):
    with pytest.raises(InvalidObservation, match=refusal):
        codec.load_observation(observation_of(10) | changes)
