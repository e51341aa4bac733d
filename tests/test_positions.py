"""Positions with a right answer (``bench.positions``): every line is one, the levels solve the more the stronger they
are, and the top level nearly all.

``faceoff bench positions`` asks more opponents.
"""

from itertools import groupby, islice, pairwise
from statistics import fmean

import pytest

from ai.choose import choose
from ai.levels import LEVELS, RANDOM
from bench.positions import PositionError, ShortForm, form_of, positions_of, read_position, text_of, value_of, written
from bench.strength.find_positions import decisions
from bench.strength.positions import solved
from engines import VARIANTS
from engines.fields import CARD, Flag, Integer, ListOf, Maybe, ObjectField, OneOf
from engines.rng import Rng

GAMES = [key for key in VARIANTS if positions_of(key)]
OPPONENTS = (10, 10, 10, 10, 10, 2)
"""How many of each level; the last one may search."""
SHARE = 0.97
"""What the top level has to solve in every theme."""
ROOM = 0.02
"""By how much a level may solve less in a theme than the one below."""


@pytest.mark.parametrize("key", GAMES)
def test_some_moves_solve_a_position_and_some_do_not(key):
    for position in positions_of(key):
        state, seat = position.observation.known, int(position.observation.seat)
        are_solutions = {position.is_solved_by([action]) for action in state.distinct_actions(seat)}
        assert position.variant.codec.describe_choice(state, seat) or are_solutions == {True, False}, position.place


@pytest.mark.parametrize("key", GAMES)
def test_no_position_is_written_twice(key):
    lines = [position.line for position in positions_of(key)]
    assert sorted(set(lines)) == sorted(lines)


@pytest.mark.parametrize("key", GAMES)
def test_a_position_is_the_same_when_it_is_written_from_what_the_seat_knows(key):
    for position in positions_of(key):
        moves = {"best": position.best, "avoid": position.avoid}
        line = written(position.observation, position.variant, moves, position.why)
        again = read_position(position.variant, position.theme, position.place, line)
        assert written(again.observation, again.variant, moves, again.why) == line


@pytest.mark.parametrize("key", GAMES)
def test_levels_solve_the_more_the_stronger_they_are_and_the_top_one_nearly_all_in_every_theme(key):
    solves = {}
    for theme, positions in groupby(positions_of(key), lambda position: position.theme):
        asked = list(positions)
        solves[theme] = [
            fmean(solved(position, level, opponents) for position in asked)
            for level, opponents in zip(LEVELS, OPPONENTS, strict=True)
        ]
    for theme, shares in solves.items():
        assert shares[-1] >= SHARE, theme
        assert shares[0] < shares[-1], theme
        assert all(above >= below - ROOM for below, above in pairwise(shares)), (theme, shares)


CARDS = ListOf(CARD)
FACTS = ListOf(ObjectField({"seat": Integer()}))


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (Integer(), "3", 3),
        (Flag(), "yes", True),
        (Flag(), "no", False),
        (OneOf((1, 2)), "2", 2),
        (OneOf(("steals", "cancels")), "steals", "steals"),
        (Maybe(Integer()), "-", None),
        (Maybe(Integer()), "0", 0),
        (CARDS, "-", []),
        (CARDS, "9H TD", ["9H", "TD"]),
        (ListOf(ListOf(Integer())), "1 0, 0 2", [[1, 0], [0, 2]]),
        (ListOf(ListOf(CARDS)), "2D 6D, 6H 8H; -", [[["2D", "6D"], ["6H", "8H"]], []]),
        (FACTS, '[{"seat": 1}]', [{"seat": 1}]),
    ],
)
def test_a_value_of_a_field_is_read_and_written_alike(field, text, value):
    assert (value_of(field, text), text_of(field, value)) == (value, text)


@pytest.mark.parametrize(("field", "text"), [(Integer(), "x"), (Flag(), "true"), (FACTS, "[1")])
def test_a_text_that_is_no_value_of_its_field_is_refused(field, text):
    with pytest.raises(ValueError, match=r"."):
        value_of(field, text)


@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if variant.has_decisions])
@pytest.mark.parametrize("is_short", [False, True])
def test_a_decision_of_any_game_can_be_written_and_read_again(key, is_short, monkeypatch):
    variant = VARIANTS[key]
    if not is_short:
        monkeypatch.setattr("bench.positions.form_of", ShortForm)
    for preset in variant.presets:
        for number, (state, seat) in enumerate(decisions(variant, preset, Rng(f"written {preset}"), [RANDOM, RANDOM])):
            if number % 23 == 5:
                observation = variant.observe(state, seat)
                actions = choose(variant, observation, RANDOM, Rng(str(number))).actions
                form = form_of(variant) if is_short else ShortForm(variant)
                moves = {"best": [form.move_text(observation.known, seat, actions)]}
                line = written(observation, variant, moves, "Why.")
                position = read_position(variant, "any", "any", line)
                assert position.is_solved_by(actions), line
                assert " | ply " not in line  # it follows from the rest
                assert written(position.observation, variant, moves, "Why.") == line


def test_a_seat_that_is_not_asked_is_refused(monkeypatch):
    key = next(key for key, variant in VARIANTS.items() if variant.has_decisions)
    variant = VARIANTS[key]
    monkeypatch.setattr("bench.positions.form_of", ShortForm)
    _, (state, seat) = islice(decisions(variant, next(iter(variant.presets)), Rng("seat"), [RANDOM, RANDOM]), 2)
    observation = variant.observe(state, 1 - seat)
    line = written(observation, variant, {"best": ["move"]}, "Why.")
    with pytest.raises(PositionError, match=rf"^file:1: seat: {1 - seat} is not asked$"):
        read_position(variant, "any", "file:1", line)
