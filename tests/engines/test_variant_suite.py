"""Every variant under every preset passes the variant suite."""

import pytest

from engines import VARIANTS
from tests.engines.examples import RULES
from tests.engines.variant_suite import CHECKS, Rules

EVERY_RULES = [Rules(variant, preset) for variant in VARIANTS.values() for preset in variant.presets]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: f"{rules.variant.key}-{rules.preset}")
def test_variant_suite(rules, check):
    check(rules)


@pytest.mark.parametrize("key", VARIANTS)
def test_every_variant_says_what_it_is(key):
    game = VARIANTS[key]
    assert game.key == key
    assert (RULES / f"{key.replace('_', '-')}.md").exists()
    assert (RULES / "players" / f"{key.replace('_', '-')}.md").exists()
    assert all([game.name, game.summary, game.credits, game.presets, game.moves, game.events])
    assert all(kind.help for kind in (*game.moves, *game.events))
    assert all(getattr(field, "help", "") for field in game.options.values())


@pytest.mark.parametrize("key", VARIANTS)
def test_every_preset_says_in_a_sentence_what_it_is(key):
    game = VARIANTS[key]
    assert list(game.preset_texts) == list(game.presets)
    assert all(text.endswith(".") and "\n" not in text for text in game.preset_texts.values())
    assert len(set(game.preset_texts.values())) == len(game.presets)
