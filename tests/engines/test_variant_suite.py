"""Every variant passes the variant suite, with every preset and every further set of options that its tests list."""

from dataclasses import replace

import pytest

from engines import VARIANTS, is_compiled
from tests.engines.examples import RULES
from tests.engines.table import module_of
from tests.engines.variant_suite import CHECKS, Rules


def rules_of(variant):
    """The sets of options: presets, and ``FLOWS`` of the tests' table, which it changes the default to."""
    found = [Rules(variant, preset) for preset in variant.presets]
    flows = getattr(module_of(variant.key, "table"), "FLOWS", {})
    switched = replace(variant, presets={name: variant.complete_options(flows[name]) for name in flows})
    return found + [Rules(switched, name) for name in flows if name not in variant.presets]


EVERY_RULES = [
    rules
    for variant in VARIANTS.values()
    for rules in (rules_of(variant) if is_compiled() else [Rules(variant, next(iter(variant.presets)))])
]
"""Interpreted one of each game: compiled they are the same rules, as ``test_compiled_agrees`` sees."""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: f"{rules.variant.key}-{rules.preset}")
def test_variant_suite(rules, check):
    check(rules)


@pytest.mark.parametrize("key", VARIANTS)
def test_a_new_game_is_a_position_of_which_only_the_node_is_given(key):
    game = VARIANTS[key]
    for preset in game.presets:
        options = game.resolve_options(preset, None)[1]
        new = game.codec.dump_state(game.new_game(options))
        if "node" in new:  # the smallest games store no node, and all the rest in full
            assert game.codec.dump_state(game.codec.load_state({"node": new["node"], "options": options})) == new


@pytest.mark.parametrize("key", VARIANTS)
def test_every_variant_says_what_it_is(key):
    game = VARIANTS[key]
    assert game.key == key
    assert (RULES / f"{key.replace('_', '-')}.md").exists()
    assert (RULES / "players" / f"{key.replace('_', '-')}.md").exists()
    declared = ("name", "summary", "credits", "presets", "moves", "events")
    assert not [name for name in declared if not getattr(game, name)]
    assert not [kind for kind in (*game.moves, *game.events) if not kind.help]
    assert not [field for field in game.options.values() if not getattr(field, "help", "")]


@pytest.mark.parametrize("key", VARIANTS)
def test_every_preset_says_in_a_sentence_what_it_is(key):
    game = VARIANTS[key]
    assert list(game.preset_texts) == list(game.presets)
    assert not [text for text in game.preset_texts.values() if not (text.endswith(".") and "\n" not in text)]
    assert len(set(game.preset_texts.values())) == len(game.presets)
