"""Why a computer plays a move: in words that can be translated in every language of the game."""

import pytest

from ai.games import make_heuristic
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
    here, english, heuristic = variant.phrases(language), variant.phrases(ENGLISH), make_heuristic(key, True)
    for number, (state, _) in enumerate(positions(Rules(variant, next(iter(variant.presets))), "reasons", every=5)):
        seat = state.to_act()
        if seat < 0 or state.to_act() == OVER:
            continue
        determinization = variant.observe(state, seat).determinize(Rng(f"{number}"))
        for action in determinization.distinct_actions(seat):
            reason = heuristic.reason(determinization, seat, action)
            assert isinstance(reason, PhraseText) or reason == ""
            assert load_text(dump_text(reason), english) == reason
            translated = here.translate(reason)
            assert (translated == reason) == (language == ENGLISH or reason == "")
            assert language == ENGLISH or not ENGLISH_WORDS.search(translated)
