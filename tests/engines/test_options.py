"""The options of every game: held to the table of switches in its document, if it has one, and kept by the rules."""

import pytest

from engines import VARIANTS
from engines.api import InvalidOption
from engines.fields import FieldError
from tests.engines.examples import switches, value_of, values_of
from tests.engines.variant_suite import allows, option_changes

SWITCHES = [pytest.param(key, row, id=f"{key}-{row['Switch']}") for key in VARIANTS for row in switches(key)]


@pytest.mark.parametrize("key", [key for key in VARIANTS if switches(key)])
def test_the_options_are_the_switches_of_the_document_in_its_order(key):
    documented, declared = [row["Switch"] for row in switches(key)], list(VARIANTS[key].options)
    where = f"docs/rules/{key.replace('_', '-')}.md and engines/{key}/options.py"
    assert documented == declared, f"the switches of {where} are not the same, in the same order"


@pytest.mark.parametrize(("key", "row"), SWITCHES)
def test_default_and_values_are_those_of_the_document(key, row):
    name, field = row["Switch"], VARIANTS[key].options[row["Switch"]]
    values = values_of(row["Values"], field)
    assert VARIANTS[key].resolve_options(None, None)[1][name] == value_of(row["Default"], field)
    assert [field.check(value, "") for value in values] == values
    outside = [values[0] - 1, values[-1] + 1] if values and type(values[0]) is int else ["no", 1]
    for wrong in (*outside, None):
        with pytest.raises(FieldError):
            field.check(wrong, name)


@pytest.mark.parametrize("key", VARIANTS)
def test_the_first_preset_is_the_default(key):
    first, *_ = presets = VARIANTS[key].presets
    assert VARIANTS[key].resolve_options(None, None) == (first, presets[first])
    assert VARIANTS[key].complete_options({}) == presets[first]


@pytest.mark.parametrize("key", VARIANTS)
def test_every_value_comes_back_from_the_rules(key):
    variant = VARIANTS[key]
    for preset in variant.presets:
        for changes in ({}, *({name: value} for name, value in option_changes(variant))):
            if not allows(variant, preset, changes):
                continue
            options = variant.resolve_options(preset, changes)[1]
            assert options == variant.presets[preset] | changes
            kept = variant.codec.dump_state(variant.new_game(options))["options"]
            assert kept
            assert options | kept == options  # what is for show alone is not kept


@pytest.mark.parametrize("key", VARIANTS)
def test_a_state_that_was_stored_without_options_is_of_the_standard_game(key):
    variant = VARIANTS[key]
    state = variant.codec.dump_state(variant.new_game(variant.complete_options({})))
    without = {name: part for name, part in state.items() if name != "options"}
    assert variant.codec.dump_state(variant.codec.load_state(without)) == state


@pytest.mark.parametrize("key", VARIANTS)
def test_an_unknown_preset_is_refused_with_the_known_ones(key):
    known = ", ".join(VARIANTS[key].presets)
    with pytest.raises(InvalidOption, match=f"'nhl' is not a preset of {key}; known are {known}") as refused:
        VARIANTS[key].resolve_options("nhl", None)
    assert refused.value.field == "preset"
