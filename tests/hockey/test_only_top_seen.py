"""The plain table, ``only_top_seen`` (ruling 31): what a seat has seen, what the view shows, and what may lie under the
top.
"""

import json
from collections import Counter

import pytest

from ai.games import make_heuristic
from engines.api import CHANCE, OVER, InvalidObservation, observe
from engines.cards import card_text, parse_card
from engines.hockey import codec
from engines.hockey.options import PRESETS
from engines.rng import Rng
from tests.engines.examples import acceptance_examples
from tests.engines.table import step
from tests.hockey.table import hockey, hockey_for, random_game

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
    assert (shown["starting_pile"], shown["refused"], shown["played"], shown["safe_ranks"]) == ([], [], [], [[], []])
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


def test_events_name_the_top_of_the_starting_pile_and_no_pile_that_is_dealt_again():
    for seed in range(20):
        table = random_game(WIGGUM, f"redealt {seed}", until="play")
        piles = [event for event in table.events() if event["type"].startswith("starting_pile")]
        assert [len(event["cards"]) for event in piles] == [0] * (len(piles) - 1) + [1]
        assert piles[-1]["cards"] == [card_text(table.state.top)]


def hidden_piles(table, seat, count):
    observation, rng = observe(table.state, seat), Rng("piles")
    return [codec.dump_state(observation.determinize(rng))["starting_pile"] for _ in range(count)]


def test_cards_under_the_top_are_dealt_evenly_among_those_that_may_lie_there():
    table = hockey("wiggum", hands=["7 J", "9"], pile="5 9 K 7", **OPTION)
    piles = hidden_piles(table, 0, 3000)
    for pile in piles:
        assert pile[3] == card_text(table.state.top)
        assert len({card[0] for card in pile}) == 4
        assert not {card[0] for card in pile} & {"2", "J"}
    own = {card_text(card) for card in table.hand(0)}
    for place in range(3):
        found = Counter(pile[place] for pile in piles)
        assert not own & set(found)
        by_rank = Counter(card[0] for card in found)
        assert set(by_rank) == set("345689TQKA")
        assert max(found.values()) < 3 * 3000 / len(found)


def test_a_few_piles_that_fit_come_as_often_as_each_other():
    """In the last deal few cards are unseen: every arrangement of them is as likely."""
    table, rng = random_game(WIGGUM, "few", until="play"), Rng("few")
    while table.state.deal_number < 6 or table.state.plays < 46:
        step(table.state, rng)
    found = Counter(tuple(pile) for pile in hidden_piles(table, int(table.state.to_act()), 4000))
    assert tuple(codec.dump_state(table.state)["starting_pile"]) in found
    expected = 4000 / len(found)
    assert len(found) > 5
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 2 * len(found) + 20


def test_the_last_deal_is_not_open_to_calculation_while_cards_lie_unseen_in_the_pile():
    table, rng = random_game(WIGGUM, "last", until="play"), Rng("last")
    while table.state.deal_number < 6:
        step(table.state, rng)
    seat = int(table.state.to_act())
    assert not make_heuristic("hockey").has_perfect_information(observe(table.state, seat).determinize(rng), seat)


def observation_of(plays: int) -> dict:
    table, rng = random_game(WIGGUM, "sent", until="play"), Rng("sent")
    while table.state.plays < plays or table.state.to_act() == CHANCE:
        step(table.state, rng)
    return codec.dump_observation(observe(table.state, int(table.state.to_act())))


def test_the_table_of_a_view_and_the_cards_remembered_make_an_observation():
    table, rng = random_game(WIGGUM, "remembered", until="play"), Rng("remembered")
    top = card_text(table.state.top)
    while table.state.to_act() != OVER and table.state.plays < 15:
        step(table.state, rng)
    seat = int(table.state.to_act())
    seen = observe(table.state, seat)
    played = [{"seat": event["seat"], "card": event["card"]} for event in table.events() if "card" in event]
    remembered = {"starting_pile": [top], "played": played}
    shown = {name: value for name, value in codec.table(seen).items() if name != "safe_ranks"}
    sent = {"seat": seat, "options": WIGGUM, **shown, **codec.private(seen), **remembered}
    assert codec.dump_observation(codec.load_observation(json.loads(json.dumps(sent)))) == codec.dump_observation(seen)


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"starting_pile": []}, "the pile began with 4, of which the last was seen"),
        ({"starting_pile": ["JC"]}, "no wild rank"),
        ({"refused": ["3C"]}, "a pile that is dealt again is not seen"),
        ({"played": []}, "cards"),
    ],
    ids=str,
)
def test_an_observation_with_more_or_less_than_was_seen_is_refused(changes, refusal):
    with pytest.raises(InvalidObservation, match=refusal):
        codec.load_observation(observation_of(10) | changes)


def test_an_observation_that_leaves_no_cards_for_the_pile_is_refused():
    """All plain ranks but that of the top have been played: nothing could lie under it."""
    pack = [parse_card(rank + suit) for rank in "3456789TQKA2J" for suit in "CDHS"]
    texts = [card_text(card) for card in pack if card_text(card) != "KS"]
    dealt = {"seat": None, "options": WIGGUM, "dealer": 1, "starting_pile": ["KS"]}
    played = [{"seat": i % 2, "card": card} for i, card in enumerate(texts[:40])]
    with pytest.raises(InvalidObservation, match="no three unseen cards"):
        codec.load_observation({**dealt, "played": played})
