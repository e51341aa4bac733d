"""The base classes: what a new game gets from them. The game here is a toy, written in plain Python over the (perhaps
compiled) State.
"""

from dataclasses import replace
from functools import partial

import pytest

from ai.search.playout import Playout
from engines.api import (
    CHANCE,
    NO_SIDE,
    OVER,
    IllegalMove,
    InvalidMove,
    InvalidObservation,
    InvalidOption,
    Refusal,
    State,
    Variant,
    misread_observation,
)
from engines.buffers import action_buffer
from engines.declared import Option, Part, completed, option_fields
from engines.fields import DEFENDER, PLAYER, EventFields, Fault, FieldError, Integer
from engines.rng import Rng


class Race(State):
    """Each seat in turn moves one to three steps from where the shuffle puts the start; who reaches ten wins."""

    def __init__(self):
        super().__init__()
        self.at = -1
        self.turn = 0
        self.goals = [0, 0]

    def seats(self):
        return 2

    def to_act(self):
        if self.at < 0:
            return CHANCE
        return OVER if self.at >= 10 else self.turn

    def fill_actions(self, seat, actions):
        if seat != self.to_act():
            return 0
        for i in range(3):
            actions[i] = i + 1
        return 3

    def apply(self, seat, action):
        self.ply += 1
        self.at += action
        if self.at >= 10:
            self.goals[seat] += 1
        self.emit(7, seat, action)
        self.turn = 1 - seat

    def shuffle_needed(self):
        return 3

    def deal(self, order):
        self.at = int(order[0])

    def score(self, side):
        return self.goals[side]

    def winner(self):
        return NO_SIDE if self.goals == [0, 0] else self.goals.index(1)

    def clone(self):
        copy = Race()
        copy.copy_from(self)
        return copy

    def copy_from(self, other):
        self.ply, self.log, self.at, self.turn, self.goals = other.ply, None, other.at, other.turn, list(other.goals)


def test_an_interpreted_toy_game_plays_out():
    wins = [0, 0]
    for seed in range(50):
        race = Race()
        Playout(Rng(seed)).run(race)
        assert race.to_act() == OVER
        wins[race.winner()] += 1
    assert min(wins) > 5


def test_a_seat_that_is_asked_may_act():
    race = Race()
    assert [race.may_act(seat) for seat in (0, 1, CHANCE)] == [False, False, False]
    race.deal_order([0, 1, 2])
    assert [race.may_act(seat) for seat in (0, 1)] == [True, False]
    assert race.waits_for_all()
    assert (race.legal_actions(0), race.distinct_actions(0), race.legal_actions(1)) == ([1, 2, 3], [1, 2, 3], [])
    assert race.seen_as(3, 1) == 3


def test_returns_are_one_for_the_winner_and_nothing_for_a_draw():
    race = Race()
    assert race.returns() == [0.0, 0.0]
    race.goals = [0, 1]
    assert race.returns() == [-1.0, 1.0]


def test_events_are_logged_only_on_request():
    race = Race()
    race.deal_order([0, 1, 2])
    race.apply(0, 3)
    assert race.log is None
    race.log = []
    race.apply(1, 2)
    race.emit(8)
    race.emit(9, 5)
    assert race.log == [(7, 1, 2), (8,), (9, 5)]
    assert race.clone().log is None


def test_the_base_class_plays_no_game_and_has_two_seats():
    assert State().seats() == 2
    for question in (State().to_act, State().shuffle_needed, State().clone, State().winner):
        with pytest.raises(NotImplementedError):
            question()


def test_any_legal_action_may_be_drawn_at_random():
    race, rng, actions = Race(), Rng("drawn"), action_buffer()
    race.deal_order([0, 1, 2])
    assert {int(race.random_action(0, actions, rng)) for _ in range(50)} == {1, 2, 3}


def test_the_refusal_of_an_observation_says_how_many_more_faults_it_has():
    for more, says in (
        (0, "here: no"),
        (1, "here: no; 1 more fault is listed"),
        (2, "here: no; 2 more faults are listed"),
    ):
        error = FieldError("here", "no")
        error.faults += [Fault((), "no")] * more
        refusal = misread_observation(error)
        assert str(refusal).partition(" in errors")[0] == says
        assert [fault.path for fault in refusal.faults] == [("observation",)] * (more + 1)


def test_parts_may_come_in_any_order_only_where_it_has_no_meaning():
    for any_order in (False, True):
        part = Part("cards", any_order=any_order)
        assert part.is_same([["QH", "2C"], []], [["QH", "2C"], []])
        assert part.is_same([["2C", "QH"], []], [["QH", "2C"], []]) == any_order
        assert part.is_same(["2C", "QH"], ["QH", "2C"]) == any_order
        assert not part.is_same([["QH"], []], [[], ["QH"]])
        assert not part.is_same(None, ["QH"])
    assert not Part("cards").is_same(["2C", "QH"], ["QH", "2C"])


def test_refusals_carry_field_and_rule():
    for kind in (InvalidMove, IllegalMove, InvalidOption, InvalidObservation):
        refusal = kind("no", field="move.card", rule="2.3")
        assert isinstance(refusal, Refusal)
        assert isinstance(refusal, ValueError)
        assert (str(refusal), refusal.field, refusal.rule) == ("no", "move.card", "2.3")


SWITCHES = (Option("steps", Integer(1, 3), 3), Option("length", Integer(5, 20), 5))


def toy_variant() -> Variant:
    return Variant(
        key="race",
        name="Race",
        summary="",
        credits="",
        rules_version=1,
        options=option_fields(SWITCHES),
        presets={"short": {"steps": 3, "length": 5}, "long": {"steps": 3, "length": 20}},
        preset_texts={"short": "A short race.", "long": "A long race."},
        moves=(),
        events=(),
        complete_options=partial(completed, SWITCHES),
        new_game=lambda options: Race(),
        codec=None,
        commentary=None,
        cards=lambda options, phrases: [],
        card_options=frozenset(),
    )


def test_a_call_is_that_of_its_player_a_save_that_of_the_player_before_and_a_sentence_nobodys():
    seat = {"seat": Integer(0, 3)}
    events = EventFields("shot", "", seat, speaker=PLAYER), EventFields("save", "", seat, speaker=DEFENDER)
    variant = replace(toy_variant(), events=(*events, EventFields("end", "", seat)))
    speakers = {
        kind.type: [variant.speaker_of({"type": kind.type, "seat": seat}, 4) for seat in (0, 3)]
        for kind in variant.events
    }
    assert speakers == {"shot": [0, 3], "save": [3, 2], "end": [None, None]}


def test_options_are_those_of_the_preset_changed_by_the_options():
    variant = toy_variant()
    assert variant.resolve_options(None, None) == ("short", {"steps": 3, "length": 5})
    assert variant.resolve_options("long", {"steps": 1}) == ("long", {"steps": 1, "length": 20})
    assert variant.presets["long"] == {"steps": 3, "length": 20}


@pytest.mark.parametrize(
    ("preset", "options", "field", "says"),
    [
        ("huge", None, "preset", "preset: 'huge' is not a preset of race; known are short, long"),
        (None, {"steps": 4}, "options.steps", "options.steps: 4 is out of range; allowed is 1 to 3"),
        (None, {"laps": 4}, "options.laps", "options.laps: unknown field; known are steps, length"),
    ],
)
def test_options_that_do_not_fit_are_refused_by_name(preset, options, field, says):
    with pytest.raises(InvalidOption) as refused:
        toy_variant().resolve_options(preset, options)
    assert (str(refused.value), refused.value.field) == (says, field)
