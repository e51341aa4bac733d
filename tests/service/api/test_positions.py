"""Positions that are read at once are those that the fields accept, with the same values."""

import json
from copy import deepcopy

import msgspec
import pytest

from engines import VARIANTS
from engines.fields import FieldError
from engines.rng import Rng
from service.api.positions import NOT_READ, read_positions
from tests.service.tasks.test_suggestions import observed, positions

OTHER_VALUES = (None, True, 0, 1, 7, -1, 3.0, 99999, "", "QH", "07", "XR", "play", [], ["QH"], ["QH", "QH"], [[]], {})


def seen_in(key):
    """What seats and spectators see in games of a variant."""
    return [observed(key, state, viewer) for state, seat in positions(key) for viewer in (seat, -3)]


def read(key, observation):
    """The observation as it is read at once; None if it is left to the fields."""
    try:
        (position,) = read_positions(key, msgspec.Raw(json.dumps([{"observation": observation}]).encode()))
    except NOT_READ:
        return None
    return position["observation"]


def fits(key, observation):
    try:
        VARIANTS[key].observation.check(observation, "observation")
    except FieldError:
        return False
    return True


@pytest.mark.parametrize("key", VARIANTS)
def test_every_observation_is_read_at_once(key):
    assert [read(key, each) for each in seen_in(key)] == seen_in(key)


def places_in(value):
    """The lists and objects in a value, itself too, each with its keys."""
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        yield value, keys
        for key in keys:
            yield from places_in(value[key])


def changed(observation, rng):
    """The observation with one value replaced, repeated, left out or added."""
    observation = deepcopy(observation)
    found = [place for place in places_in(observation) if place[1]]
    part, keys = found[rng.below(len(found))]
    key, other = keys[rng.below(len(keys))], OTHER_VALUES[rng.below(len(OTHER_VALUES))]
    match rng.below(4):
        case 0:
            part[key] = other
        case 1:
            del part[key]
        case 2 if isinstance(part, dict):
            part["other"] = other
        case 2:
            part.append(deepcopy(part[key]))
        case 3:
            part[key] = deepcopy(part[keys[rng.below(len(keys))]])
    return observation


@pytest.mark.parametrize("key", VARIANTS)
def test_what_the_fields_refuse_is_left_to_them_and_the_rest_is_read(key):
    rng, seen, refused = Rng("positions"), seen_in(key), 0
    for number in range(3000):
        observation = changed(seen[number % len(seen)], rng)
        if fits(key, observation):
            assert read(key, observation) == observation
        else:
            refused += 1
            assert read(key, observation) is None, observation
    assert 500 < refused < 2900
