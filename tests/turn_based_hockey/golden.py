"""The golden game: the events, and the hand of seat 0 before each face-off."""

from engines.api import CHANCE, OVER
from engines.buffers import buffer
from engines.cards import DECK_SIZE
from engines.rng import Rng
from engines.turn_based_hockey import codec
from engines.turn_based_hockey.options import STANDARD
from engines.turn_based_hockey.rules import FACE_OFF, LINEUP_SECOND, PLACES, points
from tests.engines.golden import event_line
from tests.engines.table import step
from tests.turn_based_hockey.table import Table, goals_against

OPTIONS = {**STANDARD, "jokers": True}
SEED = "golden 0"
CANDIDATES = 400
"""Random line-ups of which the face-off winner takes the best."""


def lines():
    yield (
        f"Turn-Based Hockey with jokers, seed {SEED!r}, random play but for good replies to open line-ups, as seat 0 "
        "sees it."
    )
    table, rng = Table(codec.load_state({"node": "deal", "options": OPTIONS})), Rng(SEED)
    shown = 0
    while table.state.to_act() != OVER:
        node = table.node()
        play_on(table.state, rng)
        yield from (event_line("turn_based_hockey", OPTIONS, event) for event in table.events()[shown:])
        shown = len(table.state.log)
        if table.node() != node and table.node() in ("face_off", "lineup_both"):
            yield f"{'':16} Hand of seat 0: {' '.join(table.hand(0))}"


def play_on(state, rng):
    """Deal, play any card for the face-off, or set up any line-up: against an open one the best of many."""
    seat = state.to_act()
    if seat == CHANCE:
        step(state, rng)
    elif state.node == FACE_OFF:
        cards = state.legal_actions(seat)
        state.apply(seat, cards[rng.below(len(cards))])
    else:
        set_up = best_reply if state.node == LINEUP_SECOND else random_lineup
        for card in set_up(state, seat, rng):
            state.apply(seat, card)


def random_lineup(state, seat, rng):
    cards = buffer(DECK_SIZE + 2)
    rng.mix(cards, 0, state.fill_actions(seat, cards))
    return [int(cards[place]) for place in range(PLACES)]


def best_reply(state, seat, rng):
    """Most goals ahead, then fewest points spent."""
    start = int(state.lineup_at(1 - seat))
    theirs = [int(state.lineups[start + place]) for place in range(PLACES)]

    def merit(mine):
        ahead = goals_against(state.options, mine, theirs) - goals_against(state.options, theirs, mine)
        return ahead, -sum(points(card) for card in mine)

    return max([random_lineup(state, seat, rng) for _ in range(CANDIDATES)], key=merit)
