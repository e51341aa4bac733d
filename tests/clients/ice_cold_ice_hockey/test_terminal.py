"""The terminal player shows numbered cards."""

import io
import re

from rich.console import Console

from clients.terminal.screen import moves
from tests.clients.test_terminal import driven


def test_numbered_cards_are_called_by_their_names_and_say_what_they_do(address):
    done = driven(
        address, ["? 03", "? zz", "quit"], "--game", "ice_cold_ice_hockey", "--preset", "ties", "--level", "1"
    )
    hand = done.stdout.partition("Your hand")[2].splitlines()[0]
    assert re.match(r"  \d\d\s[A-Z]", hand), done.stdout
    assert "Ice the Puck: Ices the puck from your defensive zone" in done.stdout
    assert "'zz' is none of the cards." in done.stdout


def test_a_card_that_is_given_away_stands_after_words_and_not_the_name_of_a_field():
    legal = [
        {"move": {"type": kind, "card": "03"}, "text": ""}
        for kind in ("dump_in", "dump_center", "defensive_mode", "play")
    ]
    view = {"variant": "ice_cold_ice_hockey", "choice": None, "legal_moves": legal}
    console = Console(width=40, record=True, file=io.StringIO())
    console.print(moves(view, {}))
    found = re.findall(r"\d ([a-z ]+?) 03", console.export_text())
    assert found == ["dump in with", "dump out with", "defensive mode with", "play"]
