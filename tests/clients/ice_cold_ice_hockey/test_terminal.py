"""The terminal player shows numbered cards."""

import re

from tests.clients.test_terminal import driven


def test_numbered_cards_are_called_by_their_names_and_say_what_they_do(address):
    done = driven(
        address, ["? 03", "? zz", "quit"], "--game", "ice_cold_ice_hockey", "--preset", "ties", "--level", "1"
    )
    hand = done.stdout.partition("Your hand")[2].splitlines()[0]
    assert re.match(r"  \d\d\s[A-Z]", hand), done.stdout
    assert "Ice the Puck: Ices the puck from your defensive zone" in done.stdout
    assert "'zz' is none of the cards." in done.stdout
