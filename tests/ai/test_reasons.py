"""Why a computer plays a move: in words that can be translated in every language of the game."""

from dataclasses import replace
from itertools import pairwise

import pytest

from ai.reasons import contrast
from ai.skills import Skill, skills_of
from engines import VARIANTS
from engines.api import OVER
from engines.language import ENGLISH, PhraseText, dump_text, load_text
from engines.rng import Rng
from tests.engines.variant_suite import ENGLISH_WORDS, Rules, positions


@pytest.mark.parametrize(
    ("key", "language"), [(key, code) for key, variant in VARIANTS.items() for code in variant.languages]
)
def test_every_reason_can_be_stored_and_translated_into_every_language(key, language):
    variant = VARIANTS[key]
    here, english = variant.phrases(language), variant.phrases(ENGLISH)
    for number, (state, _) in enumerate(positions(Rules(variant, next(iter(variant.presets))), "reasons", every=5)):
        seat = state.to_act()
        if seat < 0 or state.to_act() == OVER:
            continue
        determinization = variant.observe(state, seat).determinize(Rng(f"{number}"))
        actions = determinization.distinct_actions(seat)
        for one, other in pairwise(actions + actions[:1]):
            if one == other:
                continue
            reason = contrast(key, determinization, seat, [one], [other])
            assert isinstance(reason, PhraseText)
            assert load_text(dump_text(reason), english) == reason
            translated = here.translate(reason)
            assert (translated == reason) == (language == ENGLISH)
            assert language == ENGLISH or not ENGLISH_WORDS.search(translated)


def test_a_reason_is_that_of_the_first_skill_that_tells_the_moves_apart(monkeypatch):
    def first_place(state, seat, actions):
        return [int(action == first) for action in actions]

    variant = VARIANTS["hockey"]
    state = next(
        state
        for state, _ in positions(Rules(variant, "standard"), "reasons", every=5)
        if state.to_act() >= 0 and len(state.distinct_actions(state.to_act())) >= 3
    )
    seat = int(state.to_act())
    first, second, third = state.distinct_actions(seat)[:3]
    table = replace(
        skills_of("hockey"),
        skills=[
            Skill("silent", "", first_place, (0.0,) * 5),
            Skill("loud", "", first_place, (0.0,) * 5, lambda state, seat, move, other: f"{move[0]}, not {other[0]}"),
        ],
    )
    monkeypatch.setattr("ai.reasons.skills_of", lambda key: table)
    assert contrast("hockey", state, seat, [first], [second]) == f"{first}, not {second}"
    assert contrast("hockey", state, seat, [second], [third]) == ""
