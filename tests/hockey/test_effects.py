"""The effect table of 2.3 and the safeties of ruling 15 against a second, slower reading of the document, over random
switches.
"""

from itertools import pairwise
from typing import Any

import pytest

from engines.cards import parse_card
from engines.hockey import codec
from engines.hockey.options import PRESETS, complete_options
from engines.rng import Rng
from tests.engines.table import step
from tests.hockey.table import Table


def random_options(seed: int) -> dict[str, Any]:
    """Any combination of the switches that change what a play does."""
    rng = Rng(f"switches {seed}")

    def one_of(*values: Any) -> Any:
        return values[rng.below(len(values))]

    base = PRESETS[one_of("standard", "partnership", "wiggum", "stockham")]
    return complete_options(
        base
        | {name: one_of(True, False) for name in ("wild_scores", "goal_keeps_breakaway", "clear_pile")}
        | {name: one_of("steals", "cancels") for name in ("rematch", "wild_counter")}
        | {"wild_ranks": one_of([], ["J"], ["2", "J"], ["7", "8", "9", "A"])}
    )


def expected(
    options: dict[str, Any], table: dict[str, Any], card: str, cleared: set[str]
) -> tuple[str, int | None, bool]:
    """The call, the holder afterwards and whether the pile goes, as 2.3 and section 7 say it line by line."""
    side, top, holder = table["to_play"] % 2, table["top"], table["holder"]
    matches, wild = top is not None and top[0] == card[0], card[0] in options["wild_ranks"]
    if holder == side and top is not None and ((matches and not wild) or (wild and options["wild_scores"])):
        return "scores", side if options["goal_keeps_breakaway"] else None, options["clear_pile"]
    if (matches or wild) and holder == 1 - side:
        cancels = (options["wild_counter"] if wild else options["rematch"]) == "cancels"
        return ("blocks", None, False) if cancels else ("breakaway", side, options["clear_pile"])
    if matches or wild:
        return "breakaway", side, options["clear_pile"]
    if holder == side:
        return missed(top[0], card[0]), None, False
    if holder == 1 - side:
        return ("clears" if is_safe(options, table, card, cleared) else "shoots"), holder, False
    return "plays", None, False


def missed(top: str, card: str) -> str:
    line = "A23456789TJQKA"  # the ace lies at both ends
    distance = min(abs(i - j) for i, one in enumerate(line) for j, two in enumerate(line) if (one, two) == (top, card))
    return {1: "post", 2: "save"}.get(distance, "miss")


def is_safe(options: dict[str, Any], table: dict[str, Any], card: str, cleared: set[str]) -> bool:
    """The seat has played this rank in this deal, where it could be matched, and the next seat did not match it at
    once.
    """
    if options["wild_scores"]:
        return False
    plays = table["played"][sum(table["deals"][: table["deal"] - 1]) * options["seats"] :]
    own = [
        (one["card"], two["card"])
        for one, two in pairwise(plays)
        if one["seat"] == table["to_play"] and one["card"][0] == card[0]
    ]
    return any(one not in cleared and two[0] != card[0] for one, two in own)


@pytest.mark.parametrize("seed", range(40))
def test_every_play_of_a_random_game_has_the_effect_of_the_first_line_that_fits(seed):
    """Two periods; half of the time a match is taken. ``cleared`` are the cards that went with the pile at once."""
    options, rng = random_options(seed), Rng(f"effects {seed}")
    game, cleared = Table(codec.load_state({"node": "cut", "options": options})), set[str]()
    while game.node() != "game_over" and game.state.period < 3:
        if game.node() != "play":
            cleared.clear()
            step(game.state, rng)
            continue
        before = game.sees(0)
        plays = [move["card"] for move in codec.list_moves(game.state, before["to_play"])]
        matching = [card for card in plays if before["top"] and card[0] == before["top"][0]]
        card = matching[0] if matching and rng.below(2) else plays[rng.below(len(plays))]
        call, holder, clears = expected(options, before, card, cleared)
        game.state.log = []
        game.state.apply(before["to_play"], parse_card(card))
        assert (game.event_types()[0], game.events()[0]["card"]) == (call, card), before
        cleared |= {card} if clears else set()
        after = game.sees(0)
        if after["period"] == before["period"]:
            assert (after["holder"], after["top"]) == (holder, None if clears else card)
            assert after["pile_size"] == (0 if clears else before["pile_size"] + 1)
