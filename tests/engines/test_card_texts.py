"""The texts of cards follow the options of the game: every option of every game, in every language."""

from itertools import combinations

import pytest

from engines import VARIANTS
from engines.api import InvalidOption
from tests.engines.variant_suite import settings

OPTIONS = [pytest.param(key, name, id=f"{key}-{name}") for key, variant in VARIANTS.items() for name in variant.options]


@pytest.mark.parametrize(("key", "name"), OPTIONS)
def test_an_option_changes_the_texts_of_cards_with_each_of_its_values_or_declares_that_it_changes_none(key, name):
    variant, values = VARIANTS[key], values_of(key, name)
    if len(values) == 1:
        assert variant.add_deck is not None  # a deck is a file: its texts are held by the tests of decks
        return
    for language in variant.languages:
        described = [described_with(key, name, options, values, language) for _, options in settings(variant)]
        for one, other in combinations(values, 2):
            follows = any(found[one] != found[other] for found in described if one in found and other in found)
            where = f"{name} of {key} ({one!r} and {other!r}, language {language!r})"
            if name in variant.card_options:
                assert follows, (
                    f"{where}: no card's text tells them apart. Either describe_cards in engines/{key}/ has to follow "
                    f"the option, with phrases in engines/{key}/language/, or the option changes no card and says so: "
                    f"Option(..., changes_cards=False) in engines/{key}/options.py"
                )
            else:
                assert not follows, f"{where}: cards' texts follow it, so it cannot have changes_cards=False"


def values_of(key, name):
    """All values of an option; of a list, no item, each alone, and those of the presets."""
    variant = VARIANTS[key]
    schema = variant.options[name].schema()
    if schema["type"] == "array":
        single = [(), *((item,) for item in schema["items"].get("enum", ()))]
        return [*dict.fromkeys([*single, *(tuple(preset[name]) for preset in variant.presets.values())])]
    if schema["type"] == "boolean":
        return [False, True]
    bounds = range(schema["minimum"], schema["maximum"] + 1) if "minimum" in schema else schema.get("examples")
    return [*schema.get("enum", bounds)]


def described_with(key, name, options, values, language):
    """By value of the option: the cards under these options, for each value that they allow."""
    found = {}
    for value in values:
        try:
            chosen = VARIANTS[key].complete_options({**options, name: [*value] if isinstance(value, tuple) else value})
        except InvalidOption:
            continue
        found[value] = VARIANTS[key].cards(chosen, VARIANTS[key].phrases(language))
    return found
