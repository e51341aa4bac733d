"""The engine deals as docs/fairness.md says."""

from tests.engines.dealing import PACK, dealt, new_game

RED, BLACK = ([card for card in PACK[:52] if card[1] in suits] for suits in ("DH", "CS"))


def test_card_hockey_numbers_red_before_black():
    variant, state = new_game("card_hockey", flip_mode="both")
    dealt(variant, state, [RED.index("7H"), 26 + BLACK.index("9S")])
    for seat in (0, 1):
        state.apply(seat, int(state.legal_actions(seat)[0]))
    assert variant.codec.table(variant.observe(state, 0))["cards"] == ["7H", "9S"]
