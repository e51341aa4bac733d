"""A table for tests of Turn-Based Hockey: games dealt from short texts, played by cards as the rules document writes
them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.api import observe
from engines.cards import CARD_TEXTS, card_text, parse_card
from engines.declared import completed
from engines.rng import Rng, permutation
from engines.turn_based_hockey import codec
from engines.turn_based_hockey.options import STANDARD, SWITCHES, full_deck, options_from
from engines.turn_based_hockey.rules import NODE_NAMES, PLACES, TurnBasedHockeyState
from engines.turn_based_hockey.table import goals_against
from tests.engines.table import GameTable, asked

FLOWS: Mapping[str, Mapping[str, Any]] = {
    "standard": STANDARD,
    "jokers": {**STANDARD, "jokers": True},
    "coloured_jokers": {**STANDARD, "jokers": True, "joker_chemistry": True, "compare": "rank", "early_clinch": False},
    "rank_without_overtime": {**STANDARD, "compare": "rank", "overtime": "none"},
    "points_then_rank": {**STANDARD, "compare": "points_then_rank"},
    "no_shootout": {**STANDARD, "shootout": False, "early_clinch": False},
    "draws": {**STANDARD, "overtime": "none", "shootout": False},
}
"""What may change the course of a game, one or two switches at a time; also for the variant suite."""


class Table(GameTable):
    """A game and its log."""

    codec, node_names = codec, NODE_NAMES

    def move(self, seat: int, move: Mapping[str, Any]) -> None:
        """Play a JSON move."""
        for action in codec.decode_move(self.state, seat, move):
            self.state.apply(seat, action)

    def face_off(self, first: str, second: str) -> None:
        """Both seats choose their face-off card."""
        self.move(0, {"type": "face_off", "card": first})
        self.move(1, {"type": "face_off", "card": second})

    def line_up(self, seat: int, cards: str) -> None:
        """A seat sets up: ``5C KH QH 7D AS KS`` in the order LW C RW LD G RD."""
        self.move(seat, {"type": "lineup", "cards": cards.split()})

    def draw(self, first: str, second: str) -> None:
        """A round of the shootout with these cards."""
        drawn = [parse_card(first), parse_card(second)]
        deck = [int(card) for card in self.state.options.deck]
        places = [deck.index(card) for card in drawn]
        self.state.deal_order(places + [i for i in range(len(deck)) if i not in places])

    def hand(self, seat: int) -> list[str]:
        hand = self.state.hands[seat]
        return [card_text(hand.cards[i]) for i in range(hand.size)]

    def sees(self, seat: int) -> dict[str, Any]:
        """The table and the private facts of a seat."""
        observation = observe(self.state, seat)
        return {**codec.table(observation), **codec.private(observation)}

    def asked(self) -> list[int]:
        return asked(self.state)


def tbh(first: str = "", second: str = "", stock: str = "", **changes: Any) -> Table:
    """A game at its first face-off; the hands hold these cards, and others up to 21, the stock begins with its own."""
    options = options_from(changes)
    table = Table(TurnBasedHockeyState(options))
    deal(table, first, second, stock)
    return table


def deal(table: Table, first: str = "", second: str = "", stock: str = "") -> None:
    """At the first or at the overtime deal: these cards to the hands, filled up with others."""
    options = table.state.options
    size = int(options.hand_size if table.node() == "deal" else PLACES)
    deck = [int(card) for card in options.deck]
    named = [[parse_card(card) for card in cards.split()] for cards in (first, second, stock)]
    rest = [card for card in deck if not any(card in cards for cards in named)]
    hands = []
    for cards in named[:2]:
        missing = size - len(cards)
        hands.append(cards + rest[:missing])
        rest = rest[missing:]
    order = [card for pair in zip(*hands, strict=True) for card in pair] + named[2] + rest
    table.state.deal_order([deck.index(card) for card in order])


def position(**facts: Any) -> Table:
    """A position as ``load_state`` takes it."""
    return Table(codec.load_state(facts))


def filled(cards: str, size: int, taken: Sequence[str]) -> list[str]:
    """These cards, and others up to ``size`` that are not taken."""
    named = cards.split()
    return named + [card for card in CARD_TEXTS[:52] if card not in taken and card not in named][: size - len(named)]


def before_secret_lineups(
    one: str, two: str, period: int = 1, goals: Sequence[Sequence[int]] = (), **changes: Any
) -> Table:
    """A tied face-off has just been made; the hands hold these line-ups."""
    options = completed(SWITCHES, changes)
    size = 21 - 7 * (period - 1) - 1
    named = f"{one} {two}".split()
    tie = [card for card in ("2C", "2D", "2H", "2S", "3C", "3D") if card not in named]
    tie = tie[:2] if tie[0][0] == tie[1][0] else tie[1:3]
    first = filled(one, size, [*named, *tie])
    hands = [first, filled(two, size, [*named, *tie, *first])]
    nothing: dict[str, Any] = {"face_off": None, "lineups": None}
    played = [nothing] * (period - 1) + [{"face_off": tie}]
    return position(
        options=options, node="lineup_both", period=period, played_periods=played, hands=hands, goals=[*goals]
    )


def after_period(period: int, one: int, two: int, **changes: Any) -> Table:
    """A game in which that period has just ended at that score."""
    last = [0, 0] if period > 1 else [one, two]
    before = [[one, two], [0, 0]][: period - 1]
    lineups = lineups_for(last)
    table = before_secret_lineups(*lineups, period=period, goals=before, **changes)
    for seat in (0, 1):
        table.line_up(seat, lineups[seat])
    return table


def lineups_for(goals: Sequence[int]) -> list[str]:
    """Two line-ups that make these goals."""
    rng, options = Rng(f"lineups {goals}"), options_from({})
    while True:
        order = permutation(rng, 52)
        one, two = [int(order[i]) for i in range(6)], [int(order[i]) for i in range(6, 12)]
        if [goals_against(options, one, two), goals_against(options, two, one)] == list(goals):
            return [" ".join(card_text(card) for card in lineup) for lineup in (one, two)]


def random_game(options: Mapping[str, Any], seed: str, until: str = "game_over") -> Table:
    """A random game, stopped when it comes to the node ``until``, or at its end."""
    return Table(TurnBasedHockeyState(options_from(options))).play_on(Rng(seed), until)


def deck_texts(jokers: bool = False) -> list[str]:
    """The whole pack."""
    return [card_text(card) for card in full_deck(jokers)]


def answers(table: Table) -> int:
    """Decisions as 3.4 counts them, one a seat: face-off cards and line-ups."""
    types = table.event_types()
    return 2 * types.count("face_off") + types.count("lines_set")
