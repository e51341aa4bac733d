"""A hockey table for tests: games dealt from short texts, played by seat letters and ranks as in the acceptance
examples.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.api import OVER, observe
from engines.cards import RANKS, SUITS, card_text, parse_card
from engines.hockey import codec
from engines.hockey.options import PRESETS
from engines.hockey.rules import NODE_NAMES, PLAYS, HockeyState
from engines.rng import Rng
from tests.engines.table import GameTable, step

SEATS = "ABCD"
FLOWS: Mapping[str, Mapping[str, Any]] = {
    f"{preset}_only_top_seen": PRESETS[preset] | {"only_top_seen": True} for preset in ("standard", "wiggum")
}
"""Options that no preset has, for the variant suite."""
SIDES = {2: ("A", "B"), 4: ("AC", "BD")}


class Table(GameTable):
    """A game and its log."""

    codec, node_names = codec, NODE_NAMES

    def play(self, plays: str) -> list[str]:
        """Play ``A9 B9 / A5``, seat by seat; return the call of each. A slash is where the next deal must have come."""
        calls = []
        for play in plays.split():
            if play == "/":
                assert self.state.plays == self.state.deal_began, "no new deal here"
                continue
            seat, rank = SEATS.index(play[0]), play[1]
            assert seat == self.state.to_act(), f"{play}: it is the turn of {self.state.to_act()}"
            before = len(self.state.log)
            self.state.apply(seat, self.card(seat, rank))
            calls.append(self.events()[before]["type"])
        return calls

    def card(self, seat: int, rank: str) -> int:
        """The lowest card of this rank in a hand."""
        return next(card for card in self.hand(seat) if card_text(card)[0] == rank)

    def hand(self, seat: int) -> list[int]:
        hand = self.state.hands[seat]
        return [int(hand.cards[i]) for i in range(hand.size)]

    def holder(self) -> str:
        return "-" if self.state.holder < 0 else SIDES[int(self.state.seats())][self.state.holder]

    def top(self) -> str:
        return "-" if self.state.top < 0 else card_text(self.state.top)[0]

    def sees(self, seat: int) -> dict[str, Any]:
        return codec.table(observe(self.state, seat))

    def deal(self, *deals: Sequence[str]) -> None:
        """At the shuffle: deal these hands (ranks, one text a seat) in the deals to come, and what is left after
        them.
        """
        order = arrange([], deals, self.state.deal_sizes(), (int(self.state.dealer) + 1) % int(self.state.seats()))
        self.state.deal_order(order)


def hockey(
    preset: str = "standard",
    hands: Sequence[str] = (),
    pile: str = "-",
    later: Sequence[Sequence[str]] = (),
    **changes: Any,
) -> Table:
    """A game at the first play of period 1, seat 0 to begin. Hands hold these ranks, and others up to the size of the
    deal.
    """
    options = PRESETS[preset] | changes
    start = [] if pile == "-" else pile.split()
    order = arrange(start, [hands, *later], options["deals"], 0)
    first = len(start) + options["seats"] * options["deals"][0]
    dealt = order[len(start) : first]
    state = codec.load_state(
        {
            "options": options,
            "starting_pile": texts(order[: len(start)]),
            "hands": [texts(dealt[seat :: options["seats"]]) for seat in range(options["seats"])],
            "stock": texts(order[first:]),
        }
    )
    return Table(state)


def hockey_for(plays: str, preset: str = "standard", pile: str = "-", **changes) -> Table:
    """A game dealt so that ``plays`` can be made; a slash in them ends a deal early, by dealing just the cards it
    names.
    """
    seats = PRESETS[preset]["seats"]
    deals = [
        [" ".join(play[1] for play in deal.split() if play[0] == SEATS[seat]) for seat in range(seats)]
        for deal in plays.split("/")
    ]
    if len(deals) > 1:
        sizes = [len(deal[0].split()) for deal in deals[:-1]]
        changes["deals"] = [*sizes, 52 // seats - sum(sizes)]
    return hockey(preset, deals[0], pile, deals[1:], **changes)


def arrange(pile: Sequence[str], deals: Sequence[Sequence[str]], sizes: Sequence[int], first_seat: int) -> list[int]:
    """The pack in dealing order: the starting pile, then each deal, whose hands (one text of ranks a seat) are filled
    up.
    """
    pack = {rank: [parse_card(rank + suit) for suit in SUITS] for rank in RANKS}
    started = [pack[rank].pop(0) for rank in pile]
    seats = len(deals[0]) if deals and deals[0] else 2
    named = [[[pack[rank].pop(0) for rank in hand.split()] for hand in deal] for deal in deals]
    rest = [card for suit in range(4) for rank in RANKS for card in pack[rank] if card % 4 == suit]
    order = list(started)
    for deal, size in zip(named, sizes, strict=False):
        hands = [[*hand, *(rest.pop(0) for _ in range(int(size) - len(hand)))] for hand in deal or [[]] * seats]
        order += [hands[(first_seat + i) % seats][turn] for turn in range(int(size)) for i in range(seats)]
    return order + rest


def texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


def quiet_period(count: int = 52) -> list[str]:
    """Cards played in an order without a match: no goal, whatever the preset without wild scores."""
    return [rank + suit for suit in SUITS for rank in RANKS][:count]


def keen_step(state: HockeyState, rng: Rng) -> None:
    """One decision that matches the top if that can be done, or is random; or one shuffle."""
    seat = state.to_act()
    matching = [action for action in state.legal_actions(seat) if action // 4 == state.top // 4] if seat >= 0 else []
    if matching:
        state.apply(seat, matching[0])
    else:
        step(state, rng)


def random_game(options: Mapping[str, Any], seed: str, until: str = "game_over", keen: bool = False) -> Table:
    """A random game, stopped when it comes to the node ``until``, or at its end."""
    table, rng = Table(codec.load_state({"node": "cut", "options": options})), Rng(seed)
    if not keen:
        return table.play_on(rng, until)
    while table.state.to_act() != OVER:
        keen_step(table.state, rng)
    return table


CALLS = PLAYS + 1
"""Events below this number are calls, one a play."""
