"""The rules of Secret Duel: docs/rules/secret-duel.md. Compiled."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import CHANCE, OVER, State, Unseen
from engines.buffers import Actions
from engines.rng import Rng

SPADES: Final = tuple(4 * rank + 3 for rank in range(13))
"""The cards of the game, ascending, as ``engines.cards`` numbers them."""
NO_CARD: Final = -1
FACE_DOWN: Final = 99
"""What the other seat sees of a card that is laid: the same number for every card."""

# Events, declared in ``table`` in this order.
DEALT, TURNED_OVER, SCORES, GAME_OVER = range(4)


class DuelState(State):
    """One game. ``laid`` are the cards that lie face down, by seat; ``rounds`` are the pairs turned over so far."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards = cards
        self.is_dealt = False
        self.hands: list[list[int]] = [[], []]
        self.laid = [NO_CARD, NO_CARD]
        self.rounds: list[list[int]] = []

    # -- whose turn

    def to_act(self) -> i64:
        if not self.is_dealt:
            return CHANCE
        return 0 if self.may_act(0) else 1 if self.may_act(1) else OVER

    def may_act(self, seat: i64) -> bool:
        """Both seats may lay, in any order (2.2): a simultaneous choice."""
        return 0 <= seat <= 1 and self.laid[seat] == NO_CARD and len(self.hands[seat]) > 0

    # -- a decision

    def fill_actions(self, seat: i64, actions: Actions) -> i64:
        """The action of laying a card is the number of the card."""
        if not self.may_act(seat):
            return 0
        for i, card in enumerate(self.hands[seat]):
            actions[i] = card
        return len(self.hands[seat])

    def apply(self, seat: i64, action: i64) -> None:
        """Lay a card. The second card of a round turns both over: one decision is resolved, so ``ply`` grows by one."""
        card = int(action)
        self.hands[seat].remove(card)
        self.laid[seat] = card
        if NO_CARD not in self.laid:
            self._turn_over()

    def seen_as(self, action: i64, viewer: i64) -> i64:
        return FACE_DOWN

    def _turn_over(self) -> None:
        """The higher card is a goal (2.2); spades are numbered by rank, so there is always one."""
        pair = self.laid
        self.rounds.append(pair)
        self.laid = [NO_CARD, NO_CARD]
        self.ply += 1
        self.emit(TURNED_OVER, pair[0], pair[1])
        if self.log is not None:
            goals = [int(self.score(0)), int(self.score(1))]
            self.log.append((SCORES, pair.index(max(pair)), max(pair), *goals))
            if len(self.rounds) == self.cards:
                self.log.append((GAME_OVER, int(self.winner()), *goals))

    # -- chance

    def shuffle_needed(self) -> i64:
        return len(SPADES)

    def deal(self, order: vec[i64]) -> None:
        """Each seat gets its cards of the shuffled spades, seat 0 the first ones (2.1)."""
        for seat in range(2):
            start = seat * self.cards
            self.hands[seat] = sorted([SPADES[order[i]] for i in range(start, start + self.cards)])
        self.is_dealt = True
        self.emit(DEALT)

    # -- outcome

    def score(self, side: i64) -> i64:
        return sum([1 for pair in self.rounds if pair[side] > pair[1 - side]])

    # -- what a seat does not know

    def redeal(self, seat: i64, rng: Rng | None, unseen: Unseen) -> None:
        """Deal the spades that the seat has not seen to the others: into hands, and face down where one is laid."""
        if not self.is_dealt:
            return
        seen = [card for pair in self.rounds for card in pair]
        if seat >= 0:
            seen += [*self.hands[seat], self.laid[seat]]
        hidden = [card for card in SPADES if card not in seen]
        for other in range(2):
            if other != seat:
                count = self.cards - len(self.rounds)
                cards = [hidden.pop(int(rng.below(len(hidden))) if rng is not None else 0) for _ in range(count)]
                self.laid[other] = cards.pop() if self.laid[other] != NO_CARD else NO_CARD
                self.hands[other] = sorted(cards)

    # -- copies

    def clone(self) -> State:
        copy = DuelState(self.cards)
        copy.copy_from(self)
        return copy

    def copy_from(self, other: State) -> None:
        assert isinstance(other, DuelState)
        self.ply, self.log = other.ply, None
        self.is_dealt = other.is_dealt
        self.hands = [other.hands[0][:], other.hands[1][:]]
        self.laid = other.laid[:]
        self.rounds = other.rounds[:]
