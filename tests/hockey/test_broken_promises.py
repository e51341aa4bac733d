"""What the variant suite says about a game that breaks its promises: Hockey, spoilt in one place."""

from dataclasses import replace

import pytest

from engines import is_compiled
from engines.api import KnownState, Unseen
from engines.fields import Integer
from engines.hockey import VARIANT
from engines.hockey.rules import HockeyState
from tests.engines.variant_suite import Rules, check_descriptions, check_hidden_cards_are_dealt_again, check_secrecy

STANDARD = Rules(VARIANT, "standard")
INTERPRETED_ONLY = pytest.mark.skipif(is_compiled(), reason="methods of compiled classes cannot be replaced")


@INTERPRETED_ONLY
def test_a_hand_that_redeal_forgets_is_named_with_the_remedy(monkeypatch):
    deal_again = HockeyState.redeal

    def forget_hands(self, seat, rng, unseen):
        hands = [hand.cards[:] for hand in self.hands]
        deal_again(self, seat, rng, unseen)
        for hand, cards in zip(self.hands, hands, strict=True):
            hand.cards = cards

    monkeypatch.setattr(HockeyState, "redeal", forget_hands)
    with pytest.raises(
        AssertionError, match=r"engines/hockey/rules.py: redeal leaves `hands\[1\]` for seat 0 and .*Deal"
    ):
        check_hidden_cards_are_dealt_again(STANDARD)


@INTERPRETED_ONLY
def test_a_part_that_shows_what_is_hidden_is_named_with_the_remedy(monkeypatch):
    codec = STANDARD.variant.codec
    table = codec.table

    def with_stock(observation):
        return table(observation) | {"top": codec.dump_state(observation.known)["stock"][:1]}

    monkeypatch.setattr(codec, "table", with_stock)
    monkeypatch.setattr(KnownState, "__init__", with_the_truth)
    with pytest.raises(
        AssertionError, match=r"engines/hockey: `top` of the table shows .* what it cannot see: .* Read "
    ):
        check_secrecy(STANDARD)


def with_the_truth(self, known, seat):
    """An observation that forgets to deal again what is hidden when it is made."""
    self.known, self.seat, self.unseen = known, seat, Unseen()


def test_an_option_without_help_is_named_with_the_remedy():
    option = {"periods": Integer(1, 5)}
    rules = Rules(replace(STANDARD.variant, options=option), "standard")
    with pytest.raises(AssertionError, match=r"engines/hockey/options.py: option `periods`: it has no help; give it a"):
        check_descriptions(rules)
