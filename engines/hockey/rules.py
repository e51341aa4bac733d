"""The rules of Hockey: docs/rules/hockey.md as a state machine. Compiled; no text, no JSON, no randomness of its own.

Cards are numbered as in ``engines.cards``; only their rank matters. Actions: a card of the hand (0 to 51) plays it,
``CHOOSE_DEALER_ACTION + seat`` names the first dealer. The deck and the deal sizes are parameters, so that a few ranks
make a small game that can be solved exactly.

A whole game, of eight cards and one period:

    >>> from engines.cards import parse_cards
    >>> from engines.example import Example
    >>> from engines.hockey.options import options_from
    >>> options = {"periods": 1, "deals": [4], "overtime": "none", "first_dealer": "random"}
    >>> deck = parse_cards("8C 8S TC TD TH TS JC JD".split())
    >>> game = Example("hockey", HockeyState(options_from(options, deck)), seed=3)
    dealer_chosen: dealer 1
    period_start: period 1, dealer 1
    deal: deal 1, seat 0, count 4, cards TC TH TS JC
    deal: deal 1, seat 1, count 4, cards 8C 8S TD JD
    last_minute: extra_attacker False

A Jack opens a breakaway at any time. Seat 1 has a Jack to steal it with, but keeps it:

    >>> game.play(0, {"type": "play", "card": "JC"})
    breakaway: seat 0, card JC, equal_in_a_row 1
    >>> game.play(1, {"type": "play", "card": "TD"})
    shoots: seat 1, card TD

On a breakaway, a card of the rank of the top one scores, and ends the breakaway:

    >>> game.play(0, {"type": "play", "card": "TC"})
    scores: seat 0, card TC, score 1 0

Seat 1 loses its own breakaway with a card of another rank. Two ranks away from the top, that is called a save:

    >>> game.play(1, {"type": "play", "card": "JD"})
    breakaway: seat 1, card JD, equal_in_a_row 1
    >>> game.play(0, {"type": "play", "card": "TH"})
    clears: seat 0, card TH
    >>> game.play(1, {"type": "play", "card": "8S"})
    save: seat 1, card 8S
    >>> game.play(0, {"type": "play", "card": "TS"})
    plays: seat 0, card TS
    >>> game.play(1, {"type": "play", "card": "8C"})
    plays: seat 1, card 8C
    period_end: period 1, score 1 0
    game_over: winner 0, score 1 0
"""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import CHANCE, NO_SIDE, NOT_GATHERED, OVER, State, Unseen
from engines.buffers import Actions, append_missing, bit, buffer, buffer_of, copy_numbers, copy_range, pair
from engines.hand import Hand
from engines.rng import Rng

NO_CARD: Final[i64] = -1
CHOOSE_DEALER_ACTION: Final[i64] = 52
ACE: Final[i64] = 12
MAX_PERIODS: Final[i64] = 6  # five of regulation and one of overtime
PILE_START: Final[i64] = 4
PILE_TOP: Final[i64] = 3  # of the starting pile
MAX_SEATS: Final[i64] = 4
MAX_DECK: Final[i64] = 52

# Nodes of 3.2; `deal` and `period_end` are automatic: no seat is asked there.
CUT: Final[i64] = 0
CHOOSE_DEALER: Final[i64] = 1
SHUFFLE: Final[i64] = 2
STARTING_PILE: Final[i64] = 3
PLAY: Final[i64] = 4
GAME_OVER: Final[i64] = 5
NODE_NAMES: Final = ("cut", "choose_dealer", "shuffle", "starting_pile", "play", "game_over")

# Effects of a play, by the lines of the table in 2.3, ordered by what they do to the holder. Features of networks use
# these numbers.
GOAL: Final[i64] = 0  # line 1
OPENS: Final[i64] = 1  # line 3, where no side was the holder
RENEWS: Final[i64] = 2  # line 3, where the player's side was
STEALS: Final[i64] = 3  # line 2
CANCELS: Final[i64] = 4  # line 2
MISSES: Final[i64] = 5  # line 4
LEADS: Final[i64] = 6  # line 6
YIELDS: Final[i64] = 7  # line 5: the other side stays the holder

# Events of section 7, declared in ``events`` in this order: the calls, one for each play, then the structural ones. The
# log is stored with a game.
SCORES: Final[i64] = 0
BREAKAWAY: Final[i64] = 1
BLOCKS: Final[i64] = 2
POST: Final[i64] = 3
SAVE: Final[i64] = 4
MISS: Final[i64] = 5
CLEARS: Final[i64] = 6
SHOOTS: Final[i64] = 7
PLAYS: Final[i64] = 8
CUT_CARDS: Final[i64] = 9
DEALER_CHOSEN: Final[i64] = 10
PERIOD_START: Final[i64] = 11
PILE_STARTED: Final[i64] = 12
PILE_REDEALT: Final[i64] = 13
DEAL: Final[i64] = 14
LAST_MINUTE: Final[i64] = 15
PERIOD_END: Final[i64] = 16
OVERTIME_START: Final[i64] = 17
GAME_ENDS: Final[i64] = 18


def rank(card: i64) -> i64:
    """Rank of a card, 0 (two) to 12 (ace)."""
    return card >> 2


def rank_distance(one: i64, other: i64) -> i64:
    """Steps between two ranks, the ace counted both above the king and below the two (ruling 16)."""
    steps = max(one, other) - min(one, other)
    return min(steps, ACE + 1 - steps) if ACE in (one, other) else steps


def missed(card: i64, top: i64) -> i64:
    """The name of a chance lost with ``card`` on ``top`` (ruling 16)."""
    distance = rank_distance(rank(card), rank(top))
    if distance == 1:
        return POST
    return SAVE if distance == 2 else MISS


class Options:
    """The switches of 2.5 and the deck, as numbers; ``wild_ranks`` is a bit mask over ranks."""

    def __init__(self, numbers: Mapping[str, Any], deck: list[int]) -> None:
        self.seats: i64 = numbers["seats"]
        self.periods: i64 = numbers["periods"]
        self.deals = buffer_of(numbers["deals"])
        self.overtime_deals = buffer_of(numbers["overtime_deals"])
        self.has_overtime: bool = numbers["has_overtime"]
        self.starting_pile: i64 = numbers["starting_pile"]
        self.wild_ranks: i64 = numbers["wild_ranks"]
        self.wild_scores: bool = numbers["wild_scores"]
        self.rematch_steals: bool = numbers["rematch_steals"]
        self.wild_counter_steals: bool = numbers["wild_counter_steals"]
        self.goal_keeps_breakaway: bool = numbers["goal_keeps_breakaway"]
        self.clear_pile: bool = numbers["clear_pile"]
        self.random_dealer: bool = numbers["random_dealer"]
        self.only_top_seen: bool = numbers["only_top_seen"]
        self.deck = buffer_of(deck)
        """The cards of the pack, ascending."""
        self.deck_mask: i64 = 0
        """The same as a bit mask."""
        for card in deck:
            self.deck_mask |= bit(card)


def effect_of_play(options: Options, holder: i64, side: i64, has_top: bool, matches: bool, wild: bool) -> i64:
    """The effect of a play of ``side``: the table in rules 2.3, first line that fits. A function, so that it is
    inlined.
    """
    if holder == side and has_top and ((matches and not wild) or (wild and options.wild_scores)):
        return GOAL  # line 1
    if matches or wild:
        if holder == 1 - side:  # line 2
            steals = options.wild_counter_steals if wild else options.rematch_steals
            return STEALS if steals else CANCELS
        return RENEWS if holder == side else OPENS  # line 3; a wild card by the holder renews (ruling 4)
    if holder == side:
        return MISSES  # line 4
    return LEADS if holder == NO_SIDE else YIELDS  # lines 6 and 5


class HockeyState(State):
    """A game of Hockey: the whole truth, hidden cards included (3.1)."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        self.node = CUT
        self.chooser: i64 = NO_SIDE
        """Seat that won the cut."""
        self.dealer: i64 = NO_SIDE
        self.period: i64 = 0
        """Counted from 1; overtime is ``options.periods + 1``."""
        self.deal_number: i64 = 0
        """Counted from 1 in each period."""
        self.deal_began: i64 = 0
        """Number of plays in this period before the current deal."""
        self.seat: i64 = NO_SIDE
        """Seat to play."""
        self.holder = NO_SIDE
        self.top = NO_CARD
        self.pile_size: i64 = 0
        self.hands: list[Hand] = [Hand(MAX_DECK) for _ in range(options.seats)]
        self.safe_ranks = buffer(MAX_SEATS)
        """By seat, a bit mask of this deal's public safeties of ruling 15: ranks it played and the next seat did not
        match.
        """
        self.stock = buffer(MAX_DECK)
        """The undealt pack: ``stock[i]`` for stock_at <= i < the size of the deck."""
        self.stock_at: i64 = 0
        self.played = buffer(MAX_DECK)
        """Cards played this period in order; play i was made by seat (dealer + 1 + i) % seats (ruling 26)."""
        self.plays: i64 = 0
        self.led: i64 = 0
        """Bit mask of the cards played this period whose effect was LEADS."""
        self.yielded: i64 = 0
        """The same for YIELDS."""
        self.pile_start = buffer(PILE_START)
        """The starting pile, bottom to top, once ``has_pile_start``."""
        self.has_pile_start = False
        self.seen_undealt: i64 = 0
        """Bit mask of cards shown in refused starting piles: they are known not to be in the first hands of the period.
        """
        self.goals = buffer(2 * MAX_PERIODS)
        """Goals of side s in period p at ``2 * (p - 1) + s``."""
        self.totals = pair()

    # -- whose turn

    def seats(self) -> i64:
        return self.options.seats

    def to_act(self) -> i64:
        if self.node == PLAY:
            return self.seat
        if self.node == CHOOSE_DEALER:
            return self.chooser
        return OVER if self.node == GAME_OVER else CHANCE

    def _after(self, seat: i64) -> i64:
        """The next seat at the table; a comparison, since a remainder is the slowest operation in a playout."""
        return seat + 1 if seat + 1 < self.options.seats else i64(0)

    def _before(self, seat: i64) -> i64:
        """The previous seat at the table."""
        return (seat if seat > 0 else self.options.seats) - 1

    def in_overtime(self) -> bool:
        """True if this is the sudden-death period."""
        return self.period > self.options.periods

    def deal_sizes(self) -> vec[i64]:
        """Cards per seat in each deal of this period."""
        return self.options.overtime_deals if self.in_overtime() else self.options.deals

    def undealt(self) -> i64:
        """Number of undealt cards."""
        return len(self.options.deck) - self.stock_at

    # -- decisions

    def fill_actions(self, seat: i64, actions: Actions) -> i64:
        if seat != self.to_act() or seat < 0:
            return 0
        if self.node == CHOOSE_DEALER:
            return self._fill_dealers(actions)
        hand = self.hands[seat]
        copy_numbers(hand.cards, actions, hand.size)
        return hand.size

    def random_action(self, seat: i64, actions: Actions, rng: Rng) -> i64:
        if self.node != PLAY:
            return super().random_action(seat, actions, rng)
        hand = self.hands[seat]
        return hand.cards[rng.below(hand.size)]

    def fill_distinct_actions(self, seat: i64, actions: Actions) -> i64:
        """One card of each rank: suits have no meaning."""
        if self.node != PLAY or seat != self.seat:
            return self.fill_actions(seat, actions)
        hand = self.hands[seat]
        count: i64 = 0
        last_rank: i64 = -1
        i: i64
        for i in range(hand.size):
            card = hand.cards[i]
            if rank(card) != last_rank:
                last_rank = rank(card)
                actions[count] = card
                count += 1
        return count

    def _fill_dealers(self, actions: Actions) -> i64:
        """The cut winner names its own seat or the next one (2.2 line 1, ruling 22)."""
        own = self.chooser
        following = self._after(own)
        actions[0] = CHOOSE_DEALER_ACTION + (own if own < following else following)
        actions[1] = CHOOSE_DEALER_ACTION + (following if own < following else own)
        return 2

    def apply(self, seat: i64, action: i64) -> None:
        self.ply += 1
        if self.node == CHOOSE_DEALER:
            self._first_dealer(action - CHOOSE_DEALER_ACTION)
        else:
            self._play(action)
            self._next_turn()

    def effect_of(self, card: i64) -> i64:
        """The effect of playing ``card`` now."""
        matches = self.top != NO_CARD and rank(card) == rank(self.top)
        wild = ((self.options.wild_ranks >> rank(card)) & 1) == 1
        return effect_of_play(self.options, self.holder, self.seat & 1, self.top != NO_CARD, matches, wild)

    def _play(self, card: i64) -> None:
        """Put ``card`` on the pile and settle the breakaway by its effect."""
        seat, side, options, top = self.seat, self.seat & 1, self.options, self.top
        matches = top != NO_CARD and rank(card) == rank(top)
        wild = ((options.wild_ranks >> rank(card)) & 1) == 1
        effect = effect_of_play(options, self.holder, side, top != NO_CARD, matches, wild)
        self.hands[seat].remove(card)
        if top != NO_CARD and not matches and self.plays > self.deal_began:
            # the top is of this deal: a safety (ruling 15)
            self.safe_ranks[self._before(seat)] |= bit(rank(top))
        if effect == GOAL:
            self.totals[side] += 1
            self.goals[2 * (self.period - 1) + side] += 1
            self.holder = side if options.goal_keeps_breakaway else NO_SIDE
        elif effect <= STEALS:
            self.holder = side
        elif effect <= MISSES:
            self.holder = NO_SIDE
        elif effect == LEADS:
            self.led |= bit(card)
        else:
            self.yielded |= bit(card)
        self.played[self.plays] = card
        self.plays += 1
        if options.clear_pile and effect <= STEALS:
            self.top = NO_CARD
            self.pile_size = 0
        else:
            self.top = card
            self.pile_size += 1
        if self.log is not None:
            self._log_play(self._call_of(effect, card, top), seat, card)

    def _call_of(self, effect: i64, card: i64, top: i64) -> i64:
        """The call of a play of ``card`` on ``top`` (section 7)."""
        if effect == GOAL:
            return SCORES
        if effect <= STEALS:
            return BREAKAWAY
        if effect == CANCELS:
            return BLOCKS
        if effect == MISSES:
            return missed(card, top)
        if effect == YIELDS:
            return CLEARS if self._is_safety(card) else SHOOTS
        return PLAYS

    def _is_safety(self, card: i64) -> bool:
        """Whether a plain card against a breakaway is publicly safe: never if a wild card could score (ruling 15)."""
        return not self.options.wild_scores and ((self.safe_ranks[self.seat] >> rank(card)) & 1) == 1

    def _log_play(self, call: i64, seat: i64, card: i64) -> None:
        """Log the call with its facts: the score at a goal, and the number of equal cards in a row at a breakaway."""
        event = [int(call), int(seat), int(card)]
        if call == SCORES:
            event += self._score()
        elif call == BREAKAWAY:
            event.append(self._equal_in_a_row())
        if self.log is not None:
            self.log.append(tuple(event))

    def _equal_in_a_row(self) -> int:
        """Number of cards of the same rank played last, in a row (the check and the rumble of section 7)."""
        first = self.plays - 1
        while first > 0 and rank(self.played[first - 1]) == rank(self.played[self.plays - 1]):
            first -= 1
        return int(self.plays - first)

    def _score(self) -> list[int]:
        return [int(self.totals[0]), int(self.totals[1])]

    def replay(self, cards: list[int]) -> None:
        """Replay ``cards`` of this period with nothing dealt: for positions rebuilt from their log.

        Expects a period without plays; leaves the hands empty, except their safeties. Stops if the game is over.
        """
        self._begin_deal()
        for card in cards:
            self.hands[self.seat].add(card)
            self._play(card)
            self.seat = self._after(self.seat)
            if self.is_decided():
                return
            deal_size = self.options.seats * self.deal_sizes()[self.deal_number - 1]
            if self.plays == self.deal_began + deal_size and self.deal_number < len(self.deal_sizes()):
                self._begin_deal()

    # -- the course of the game

    def _next_turn(self) -> None:
        """Turns alternate; empty hands bring the next deal or the end of the period; in overtime a goal ends the
        game.
        """
        if self.is_decided():
            self._end_game()
            return
        self.seat = self._after(self.seat)
        if self.hands[self.seat].size > 0:
            return
        if self.deal_number < len(self.deal_sizes()):
            self._deal()
        else:
            self._end_period()

    def is_decided(self) -> bool:
        """Sudden death: the first goal of overtime ends the game (2.4)."""
        return self.in_overtime() and self.totals[0] != self.totals[1]

    def _first_dealer(self, seat: i64) -> None:
        self.dealer = seat
        self.emit(DEALER_CHOSEN, seat)
        self._start_period()

    def _start_period(self) -> None:
        """Reset what does not carry over from the previous period (2.3, ruling 7)."""
        self.period += 1
        self.deal_number = 0
        self.holder = NO_SIDE
        self.top = NO_CARD
        self.pile_size = 0
        self.plays = 0
        self.led = 0
        self.yielded = 0
        self.has_pile_start = False
        self.seen_undealt = 0
        self.stock_at = 0
        self._clear_hands()
        self.seat = NO_SIDE
        self.node = SHUFFLE
        self.emit(OVERTIME_START if self.in_overtime() else PERIOD_START, self.period, self.dealer)

    def _deal(self) -> None:
        """Deal one card at a time, from the seat after the dealer (2.2 line 3)."""
        options = self.options
        self._begin_deal()
        size, seats, seat = self.deal_sizes()[self.deal_number - 1], options.seats, self.seat
        i: i64
        for i in range(seats):
            self.hands[seat].take(self.stock, self.stock_at + i, seats, size)
            seat = self._after(seat)
        self.stock_at += seats * size
        self.node = PLAY
        if self.log is not None:
            self._log_deal(size)
        if self.deal_number == 1 and options.starting_pile > 0:
            self.node = STARTING_PILE

    def _begin_deal(self) -> None:
        """Start a deal: the hands and safeties of the previous deal are gone, the seat after the dealer begins."""
        self.deal_number += 1
        self.deal_began = self.plays
        self._clear_hands()
        self.seat = self._after(self.dealer)

    def _clear_hands(self) -> None:
        """Empty all hands and the safeties of the deal."""
        i: i64
        for i in range(self.options.seats):
            self.hands[i].size = 0
            self.safe_ranks[i] = 0

    def _log_deal(self, size: i64) -> None:
        number = self.deal_number
        sizes = self.deal_sizes()
        if self.log is not None:
            for seat, hand in enumerate(self.hands):
                self.log.append((int(DEAL), seat, int(number), *[int(hand.cards[i]) for i in range(hand.size)]))
        if number == len(sizes):
            extra = number > 1 and size > sizes[number - 2]
            self.emit(LAST_MINUTE, 1 if extra else 0)

    def _end_period(self) -> None:
        options = self.options
        if self.log is not None:
            self.log.append((int(PERIOD_END), int(self.period), *self._score()))
        tied = self.totals[0] == self.totals[1]
        if self.period < options.periods or (self.period == options.periods and tied and options.has_overtime):
            self.dealer = self._after(self.dealer)  # ruling 8: the alternation goes on into overtime
            self._start_period()
        else:
            self._end_game()

    def _end_game(self) -> None:
        self.node = GAME_OVER
        self.seat = NO_SIDE
        if self.log is not None:
            self.log.append((int(GAME_ENDS), int(self.winner()), *self._score()))

    # -- chance

    def shuffle_needed(self) -> i64:
        if self.node == CUT and self.options.random_dealer:
            return self.options.seats
        if self.node == STARTING_PILE:
            return self.undealt()
        return len(self.options.deck)

    def deal(self, order: vec[i64]) -> None:
        if self.node == CUT:
            if self.options.random_dealer:  # ruling 28
                self._first_dealer(order[0])
            else:
                self._cut(self.options.deck[order[0]], self.options.deck[order[1]])
        elif self.node == SHUFFLE:
            stock, deck = self.stock, self.options.deck
            i: i64
            for i in range(len(deck)):
                stock[i] = deck[order[i]]
            self._deal()
        else:
            self._shuffle_stock(order)
            self._start_pile()

    def _cut(self, first: i64, second: i64) -> None:
        """Seats 0 and 1 cut; the higher rank chooses the dealer, equal ranks cut again (2.2 line 1, ruling 1)."""
        self.emit(CUT_CARDS, first, second)
        if rank(first) != rank(second):
            self.chooser = 0 if rank(first) > rank(second) else 1
            self.node = CHOOSE_DEALER

    def _shuffle_stock(self, order: vec[i64]) -> None:
        before = vec[i64]([self.stock[i] for i in range(len(self.options.deck))])
        i: i64
        for i in range(self.undealt()):
            self.stock[self.stock_at + i] = before[self.stock_at + order[i]]

    def _start_pile(self) -> None:
        """Lay out four cards; if they contain a wild rank or two of one rank, they go back to be shuffled (2.2 line 4,
        ruling 23).
        """
        ranks: i64 = 0
        acceptable = True
        i: i64
        for i in range(PILE_START):
            card = self.stock[self.stock_at + i]
            self.pile_start[i] = card
            if (((ranks | self.options.wild_ranks) >> rank(card)) & 1) == 1:
                acceptable = False
            ranks |= bit(rank(card))
        if self.log is not None:
            shown = [int(card) for card in self.pile_start]
            self.log.append((int(PILE_STARTED if acceptable else PILE_REDEALT), *shown))
        if not acceptable:
            for i in range(PILE_START):
                self.seen_undealt |= bit(self.pile_start[i])
            return
        self.has_pile_start = True
        self.stock_at += PILE_START
        self.top = self.pile_start[PILE_TOP]
        self.pile_size = PILE_START
        self.node = PLAY

    # -- outcome

    def score(self, side: i64) -> i64:
        return self.totals[side]

    # -- information, 3.1

    def redeal(self, seat: i64, rng: Rng | None, unseen: Unseen) -> None:
        """Deal the cards that the seat has not seen into the other hands and the undealt pack.

        In the first deal of a period, cards shown in a refused starting pile stay in the undealt pack: the hands had
        already been dealt. Every seat has seen the cards played and those of the starting pile (rulings 17 and 31).
        """
        if unseen.count == NOT_GATHERED:
            self._gather_unseen(seat, unseen)
        cards, hidden, undealt = unseen.order, unseen.free, self.undealt()
        copy_numbers(unseen.cards, cards, unseen.count)
        at: i64 = 0
        i: i64
        if rng is not None:
            rng.mix(cards, at, hidden)
        for other in range(self.options.seats):
            if other != seat:
                hand = self.hands[other]
                size = hand.size
                if rng is None:
                    hand.hold(cards, at, size)
                else:
                    hand.size = 0
                    hand.take(cards, at, 1, size)
                at += size
        if rng is not None and hidden < at + undealt:  # cards held back were appended unshuffled
            rng.mix(cards, at, at + undealt)
        for i in range(undealt):
            self.stock[self.stock_at + i] = cards[at + i]

    def _gather_unseen(self, seat: i64, unseen: Unseen) -> None:
        """Note the unseen cards: first those that may be in a hand, then the others, known to be undealt."""
        seen = self.seen_by(seat)
        held_back = self.seen_undealt & ~seen if self.deal_number == 1 else i64(0)
        unseen.free = append_missing(self.options.deck, seen | held_back, unseen.cards, 0)
        unseen.count = append_missing(self.options.deck, ~held_back, unseen.cards, unseen.free)

    def seen_by(self, seat: i64) -> i64:
        """Bit mask of the cards whose place is known: the seat's hand, played cards, starting pile."""
        seen: i64 = 0
        i: i64
        if seat >= 0:
            seen = self.hands[seat].mask()
        for i in range(self.plays):
            seen |= bit(self.played[i])
        if self.has_pile_start:
            for i in range(PILE_START):
                seen |= bit(self.pile_start[i])
        return seen

    # -- copies

    def clone(self) -> State:
        copy = HockeyState(self.options)
        copy.copy_from(self)
        return copy

    def copy_from(self, other: State) -> None:
        assert isinstance(other, HockeyState)
        self.ply = other.ply
        self.log = None
        self.node = other.node
        self.chooser = other.chooser
        self.dealer = other.dealer
        self.period = other.period
        self.deal_number = other.deal_number
        self.deal_began = other.deal_began
        self.seat = other.seat
        self.holder = other.holder
        self.top = other.top
        self.pile_size = other.pile_size
        self.stock_at = other.stock_at
        self.plays = other.plays
        self.has_pile_start = other.has_pile_start
        self.seen_undealt = other.seen_undealt
        i: i64
        for i in range(self.options.seats):
            self.hands[i].copy_from(other.hands[i])
            self.safe_ranks[i] = other.safe_ranks[i]
        copy_range(other.stock, self.stock, other.stock_at, len(other.options.deck))
        copy_numbers(other.played, self.played, other.plays)
        self.led = other.led
        self.yielded = other.yielded
        copy_numbers(other.pile_start, self.pile_start, PILE_START)
        copy_numbers(other.goals, self.goals, 2 * MAX_PERIODS)
        copy_numbers(other.totals, self.totals, 2)
