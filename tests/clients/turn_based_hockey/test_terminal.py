"""The terminal player asks for a line-up."""

from tests.clients.test_terminal import driven


def test_a_lineup_is_filled_place_by_place_and_can_be_taken_back(address):
    typed = ["1", "1", "back", "any", *["any"] * 10, "resign", "yes"]
    done = driven(address, typed, "--game", "turn_based_hockey", "--level", "1")
    assert "Choose a card each for LW C RW LD G RD" in done.stdout
    assert done.stdout.count("LW?") >= 2
    assert "C?" in done.stdout
