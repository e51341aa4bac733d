"""The rules of Turn-Based Hockey: docs/rules/turn-based-hockey.md as a state machine. Compiled; no text, no JSON, no
randomness of its own.

Cards are numbered as in ``engines.cards``, jokers included. An action is a card of the hand (0 to 53): the one for the
face-off, or the one for the next place of the line-up in the order LW C RW LD G RD, so that six actions of a seat are
one decision. The pack, the number of periods and the size of the hands are parameters, so that a few cards make a small
game that can be solved exactly.

A whole game, of one period, in which each seat has seven cards:

    >>> from engines.example import Example
    >>> from engines.turn_based_hockey.options import options_from
    >>> options = options_from({"overtime": "none"}, periods=1)
    >>> game = Example("turn_based_hockey", TurnBasedHockeyState(options), seed=431)

Both choose a card for the face-off, hidden from the other until both have done so:

    >>> game.hand(0)
    '2H 6S 7D 8H TS KC KS'
    >>> game.hand(1)
    '3S 4H 9H TD TH KD AD'
    >>> game.play(0, {"type": "face_off", "card": "6S"})
    committed: seat 0
    >>> game.play(1, {"type": "face_off", "card": "9H"})
    committed: seat 1
    face_off: cards 6S 9H, winner 1

The loser sets up first, in the order LW C RW LD G RD. A wing and the centre score against a defender and the goalie
whose value, points and chemistry, is not higher:

    >>> game.play(0, {"type": "lineup", "cards": ["8H", "KC", "7D", "2H", "KS", "TS"]})
    lines_set: seat 0, cards 8H KC 7D 2H KS TS
    >>> game.play(1, {"type": "lineup", "cards": ["3S", "AD", "TD", "TH", "KD", "4H"]})
    lines_set: seat 1, cards 3S AD TD TH KD 4H
    shot: seat 0, wing LW, attack (cards 8H KC, value 18), defence (cards 4H KD, value 16)
    scores: seat 0, score 1 0
    shot: seat 0, wing RW, attack (cards 7D KC, value 17), defence (cards TH KD, value 22)
    saves: seat 1
    shot: seat 1, wing LW, attack (cards 3S AD, value 14), defence (cards TS KS, value 25)
    saves: seat 0
    shot: seat 1, wing RW, attack (cards TD AD, value 26), defence (cards 2H KS, value 12)
    perfect_pair: seat 1
    scores: seat 1, score 1 1
    period_end: period 1, score 1 1
    shootout_round: round 1, cards 2S 4C, winner 1
    game_over: winner 1, score 1 1
"""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import CHANCE, NO_SIDE, NOT_GATHERED, OVER, State, Unseen
from engines.buffers import Actions, append_missing, bit, buffer, buffer_of, copy_numbers, copy_range
from engines.hand import Hand
from engines.rng import Rng

NO_CARD: Final[i64] = -1
HIDDEN: Final[i64] = 54
"""How a secretly chosen card looks to the other seat: not the number of a card."""
RED_JOKER: Final[i64] = 52
ALL_CARDS: Final[i64] = 54
TEN: Final[i64] = 8
ACE: Final[i64] = 12
SEATS: Final[i64] = 2
PERIODS: Final[i64] = 3
MAX_PERIODS: Final[i64] = 4  # three of regulation and one of overtime
PLACES: Final[i64] = 6
PERIOD_CARDS: Final[i64] = 7
"""Cards of one seat for a period of regulation: one for the face-off and a line-up."""

# Places of a line-up.
LW: Final[i64] = 0
C: Final[i64] = 1
RW: Final[i64] = 2
LD: Final[i64] = 3
G: Final[i64] = 4
RD: Final[i64] = 5
PLACE_NAMES: Final = ("LW", "C", "RW", "LD", "G", "RD")

# Nodes of 3.2; `score` is automatic: no seat is asked there.
DEAL: Final[i64] = 0
FACE_OFF: Final[i64] = 1
LINEUP_FIRST: Final[i64] = 2
LINEUP_SECOND: Final[i64] = 3
LINEUP_BOTH: Final[i64] = 4
OVERTIME_DEAL: Final[i64] = 5
SHOOTOUT: Final[i64] = 6
GAME_OVER: Final[i64] = 7
NODE_NAMES: Final = (
    "deal",
    "face_off",
    "lineup_first",
    "lineup_second",
    "lineup_both",
    "overtime_deal",
    "shootout",
    "game_over",
)

# Events of section 7, declared in ``events`` in this order.
FACES_OFF: Final[i64] = 0
FACE_OFF_TIED: Final[i64] = 1
COMMITTED: Final[i64] = 2
LINES_SET: Final[i64] = 3
INJURED: Final[i64] = 4
SHOT: Final[i64] = 5
SCORES: Final[i64] = 6
SAVE: Final[i64] = 7
PERFECT_PAIR: Final[i64] = 8
PERIOD_END: Final[i64] = 9
CLINCHED: Final[i64] = 10
OVERTIME_START: Final[i64] = 11
SHOOTOUT_ROUND: Final[i64] = 12
GAME_ENDS: Final[i64] = 13

SAME_SUIT: Final[i64] = 5
SAME_COLOUR: Final[i64] = 2
PERFECT: Final[i64] = 26


def points(card: i64) -> i64:
    """Points of a card (2.1): its number, ten for ten to king, eleven for the ace, nothing for a joker."""
    if card >= RED_JOKER:
        return 0
    rank = card >> 2
    return i64(11) if rank == ACE else min(rank + 2, i64(10))


def is_red(card: i64) -> bool:
    """Diamonds, hearts and the red joker."""
    if card >= RED_JOKER:
        return card == RED_JOKER
    suit = card & 3
    return suit == 1 or suit == 2


def chemistry(one: i64, other: i64, joker_chemistry: bool) -> i64:
    """The value of a pair in addition to its points (2.1); same suit excludes same colour (ruling 8), a joker has none
    (ruling 4).
    """
    if one >= RED_JOKER or other >= RED_JOKER:
        coloured = joker_chemistry and (one < RED_JOKER or other < RED_JOKER)
        return SAME_COLOUR if coloured and is_red(one) == is_red(other) else i64(0)
    if one & 3 == other & 3:
        return SAME_SUIT
    return SAME_COLOUR if is_red(one) == is_red(other) else i64(0)


def pair_value(one: i64, other: i64, joker_chemistry: bool) -> i64:
    """Points of both cards plus chemistry."""
    return points(one) + points(other) + chemistry(one, other, joker_chemistry)


def scale_value(card: i64, by_rank: bool) -> i64:
    """The value of a card in a face-off and in the shootout (``compare``, rulings 1 to 3)."""
    if by_rank:
        return i64(0) if card >= RED_JOKER else (card >> 2) + 1
    return points(card)


def higher(first: i64, second: i64, by_rank: bool) -> i64:
    """The seat with the higher of two cards, NO_SIDE if they are equal on the scale."""
    one, two = scale_value(first, by_rank), scale_value(second, by_rank)
    if one > two:
        return 0
    return i64(1) if two > one else NO_SIDE


# `compare`: the scale of face-offs and that of the shootout.
BY_POINTS: Final[i64] = 0
BY_RANK: Final[i64] = 1
POINTS_THEN_RANK: Final[i64] = 2


def _pair_table(joker_chemistry: bool) -> vec[i64]:
    """The values of all pairs, of cards a and b at ``54 * a + b``."""
    table = buffer(ALL_CARDS * ALL_CARDS)
    one: i64
    other: i64
    for one in range(ALL_CARDS):
        for other in range(ALL_CARDS):
            table[ALL_CARDS * one + other] = pair_value(one, other, joker_chemistry)
    return table


_PLAIN_PAIRS: Final = _pair_table(False)
_COLOURED_PAIRS: Final = _pair_table(True)


def kind(card: i64, joker_chemistry: bool) -> i64:
    """The lowest card of equal points, suit and chemistry: such cards are interchangeable in line-ups (3.3)."""
    if card >= RED_JOKER:
        return card if joker_chemistry else RED_JOKER
    rank = card >> 2
    return 4 * TEN + (card & 3) if TEN < rank < ACE else card


class Options:
    """The switches of 2.5 and the size of the game, as numbers."""

    def __init__(self, numbers: Mapping[str, Any], deck: list[int], periods: i64, hand_size: i64) -> None:
        self.jokers: bool = numbers["jokers"]
        self.compare: i64 = numbers["compare"]
        self.by_rank = self.compare == BY_RANK
        """Face-offs are by rank."""
        self.shootout_by_rank = self.compare != BY_POINTS
        self.early_clinch: bool = numbers["early_clinch"]
        self.overtime: bool = numbers["overtime"]
        self.shootout: bool = numbers["shootout"]
        self.joker_chemistry: bool = numbers["joker_chemistry"]
        self.deck = buffer_of(deck)
        """The cards of the pack, ascending."""
        self.periods = periods
        self.hand_size = hand_size
        """Cards dealt to each seat for regulation."""
        self.overtime_needs_shuffle = len(deck) - SEATS * hand_size < SEATS * PLACES
        """Ruling 11: overtime is dealt from the stock if it has twelve cards, else from the whole pack."""
        self.pair_values = _COLOURED_PAIRS if self.joker_chemistry else _PLAIN_PAIRS

    def pair(self, one: i64, other: i64) -> i64:
        """Value of a pair."""
        return self.pair_values[ALL_CARDS * one + other]


class TurnBasedHockeyState(State):
    """One game; seat and side are one."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        self.node = DEAL
        self.period: i64 = 0
        """Counted from 1; overtime is ``options.periods + 1``."""
        self.setting_up = NO_SIDE
        """The seat asked for a line-up at `lineup_first` and `lineup_second`."""
        self.hands: list[Hand] = [Hand(ALL_CARDS), Hand(ALL_CARDS)]
        self.pack = buffer(ALL_CARDS)
        """The pack in the order it is dealt; ``pack[dealt:]`` is the stock."""
        self.dealt: i64 = 0
        self.face_offs = buffer(SEATS * MAX_PERIODS)
        """The face-off card of seat s in period p at ``2 * (p - 1) + s``, NO_CARD until it is chosen."""
        self.lineups = buffer(SEATS * PLACES * MAX_PERIODS)
        """The line-up of seat s in period p from ``12 * (p - 1) + 6 * s`` on."""
        self.placed = buffer(SEATS)
        """By seat, how many cards of this period's line-up are placed."""
        self.placed_cards = buffer(SEATS)
        """By seat, the same cards as a bit mask."""
        self.goals = buffer(SEATS * MAX_PERIODS)
        """Goals of seat s in period p at ``2 * (p - 1) + s``."""
        self.totals = buffer(SEATS)
        self.shootout_rounds: i64 = 0
        self.shootout_cards = buffer(SEATS)
        """The cards of the last round of the shootout."""

    # -- whose turn

    def seats(self) -> i64:
        return SEATS

    def to_act(self) -> i64:
        if self.node == FACE_OFF or self.node == LINEUP_BOTH:
            return i64(1) if self.has_committed(0) else i64(0)
        if self.node == LINEUP_FIRST or self.node == LINEUP_SECOND:
            return self.setting_up
        return OVER if self.node == GAME_OVER else CHANCE

    def may_act(self, seat: i64) -> bool:
        if seat < 0:
            return False
        if self.node == FACE_OFF or self.node == LINEUP_BOTH:
            return not self.has_committed(seat)
        return (self.node == LINEUP_FIRST or self.node == LINEUP_SECOND) and seat == self.setting_up

    def has_committed(self, seat: i64) -> bool:
        """True if a seat has made the secret choice of this node: only this fact is public (3.1)."""
        if self.node == FACE_OFF:
            return self.face_offs[self.face_off_at(seat)] != NO_CARD
        return self.node == LINEUP_BOTH and self.placed[seat] == PLACES

    def secret_choice(self, seat: i64) -> list[int]:
        """The cards of the hand that a seat has chosen but not laid open, in the order of the places."""
        if self.node == FACE_OFF:
            card = self.face_offs[self.face_off_at(seat)]
            return [] if card == NO_CARD else [int(card)]
        if self.lineup_is_open(seat):
            return []
        at = self.lineup_at(seat)
        return [int(self.lineups[at + place]) for place in range(self.placed[seat])]

    def face_off_is_open(self) -> bool:
        """True if this period's face-off cards, if it has any, are open."""
        return self.node != FACE_OFF

    def lineup_is_open(self, seat: i64) -> bool:
        """True if a seat's line-up of this period is open."""
        return self.placed[seat] == PLACES and self.node != LINEUP_BOTH

    def in_overtime(self) -> bool:
        """True if this is the period after regulation."""
        return self.period > self.options.periods

    def stock_size(self) -> i64:
        """Number of undealt cards."""
        return len(self.options.deck) - self.dealt

    def face_off_at(self, seat: i64) -> i64:
        """Index of a seat's number for this period in ``face_offs`` and ``goals``."""
        return SEATS * (self.period - 1) + seat

    def lineup_at(self, seat: i64) -> i64:
        """Index in ``lineups`` where this period's line-up of a seat begins."""
        return PLACES * (SEATS * (self.period - 1) + seat)

    # -- decisions

    def fill_actions(self, seat: i64, actions: Actions) -> i64:
        if not self.may_act(seat):
            return 0
        hand = self.hands[seat]
        placed = self.placed_cards[seat]
        count: i64 = 0
        i: i64
        for i in range(hand.size):
            card = hand.cards[i]
            actions[count] = card  # stays if it is not placed: as in `insert`, no branch depends on a card
            if (placed >> card) & 1 == 0:
                count += 1
        return count

    def fill_distinct_actions(self, seat: i64, actions: Actions) -> i64:
        """One card of each kind whose cards have the same effect from here on (3.3).

        Under ``compare: rank`` this holds for a last line-up only: before it, one of them may be kept for a face-off.
        """
        count = self.fill_actions(seat, actions)
        options = self.options
        if options.by_rank and (self.node == FACE_OFF or self.hands[seat].size > PLACES):
            return count
        kinds: i64 = 0
        distinct: i64 = 0
        i: i64
        for i in range(count):
            card = actions[i]
            of_kind = bit(kind(card, options.joker_chemistry))
            if kinds & of_kind == 0:
                kinds |= of_kind
                actions[distinct] = card
                distinct += 1
        return distinct

    def seen_as(self, action: i64, viewer: i64) -> i64:
        """A card chosen secretly looks like any other."""
        return HIDDEN if self.node == FACE_OFF or self.node == LINEUP_BOTH else action

    def apply(self, seat: i64, action: i64) -> None:
        if self.node == FACE_OFF:
            self._choose(seat, action)
        else:
            self._place(seat, action)

    def _choose(self, seat: i64, card: i64) -> None:
        """Commit a card for the face-off; the second one reveals both (2.3 line 1)."""
        self.face_offs[self.face_off_at(seat)] = card
        self.emit(COMMITTED, seat)
        if self.has_committed(1 - seat):
            self.ply += 1
            self._face_off()

    def _face_off(self) -> None:
        """Reveal and discard both cards; the loser sets up first, after a tie both do so secretly (2.3 lines 1 and
        2).
        """
        for seat in range(SEATS):
            self.hands[seat].remove(self.face_offs[self.face_off_at(seat)])
        winner = self.face_off_winner()
        if self.log is not None:
            cards = [int(self.face_offs[self.face_off_at(seat)]) for seat in range(SEATS)]
            self.log.append((int(FACES_OFF), *cards, int(winner)))
        if winner == NO_SIDE:
            self.emit(FACE_OFF_TIED)
            self.node = LINEUP_BOTH
        else:
            self.node = LINEUP_FIRST
            self.setting_up = 1 - winner

    def face_off_winner(self) -> i64:
        """The seat whose face-off card of this period is higher, NO_SIDE if they are equal."""
        at, other = self.face_off_at(0), self.face_off_at(1)
        return higher(self.face_offs[at], self.face_offs[other], self.options.by_rank)

    def _place(self, seat: i64, card: i64) -> None:
        """Put a card into the next place; the sixth completes the line-up (2.3 line 2)."""
        self.lineups[self.lineup_at(seat) + self.placed[seat]] = card
        self.placed[seat] += 1
        self.placed_cards[seat] |= bit(card)
        if self.placed[seat] == PLACES:
            self._set_up(seat)

    def _set_up(self, seat: i64) -> None:
        if self.node == LINEUP_FIRST:
            self.ply += 1
            self.node = LINEUP_SECOND
            self.setting_up = 1 - seat
            self._lay_open(seat)
        elif self.node == LINEUP_SECOND:
            self.ply += 1
            self.setting_up = NO_SIDE
            self._lay_open(seat)
            self._score()
        else:
            self.emit(COMMITTED, seat)
            if self.has_committed(1 - seat):
                self.ply += 1
                self._lay_open(0)
                self._lay_open(1)
                self._score()

    def _lay_open(self, seat: i64) -> None:
        """Move the line-up from the hand to the table."""
        self.hands[seat].remove_mask(self.placed_cards[seat])
        if self.log is None:
            return
        at = self.lineup_at(seat)
        self.log.append((int(LINES_SET), int(seat), *[int(self.lineups[at + place]) for place in range(PLACES)]))
        if self.placed_cards[seat] >> RED_JOKER != 0:
            self.emit(INJURED, seat)

    # -- scoring

    def _score(self) -> None:
        """Four comparisons: both attacks of seat 0, then both of seat 1 (2.3 line 3)."""
        for seat in range(SEATS):
            mine = self.lineup_at(seat)
            theirs = self.lineup_at(1 - seat)
            self._shoot(seat, LW, mine + LW, mine + C, theirs + RD, theirs + G)
            self._shoot(seat, RW, mine + RW, mine + C, theirs + LD, theirs + G)
        self._end_period()

    def _shoot(self, seat: i64, wing: i64, winger: i64, centre: i64, defender: i64, goalie: i64) -> None:
        """One comparison of the pairs at these places of ``lineups``; a tie goes to the attacker (ruling 9)."""
        lineups = self.lineups
        attack = self.options.pair(lineups[winger], lineups[centre])
        defence = self.options.pair(lineups[defender], lineups[goalie])
        scores = attack >= defence
        if scores:
            self.totals[seat] += 1
            self.goals[self.face_off_at(seat)] += 1
        if self.log is not None:
            attackers = [int(lineups[winger]), int(lineups[centre]), int(attack)]
            defenders = [int(lineups[defender]), int(lineups[goalie]), int(defence)]
            self.log.append((int(SHOT), int(seat), int(wing), *attackers, *defenders))
            if attack == PERFECT:
                self.emit(PERFECT_PAIR, seat)
            self.log.append((int(SCORES), int(seat), *self._score_line()) if scores else (int(SAVE), int(1 - seat)))

    def _score_line(self) -> list[int]:
        return [int(self.totals[0]), int(self.totals[1])]

    # -- the course of the game

    def _end_period(self) -> None:
        if self.log is not None:
            self.log.append((int(PERIOD_END), int(self.period), *self._score_line()))
        following = self.after_period()
        if following == FACE_OFF:
            self._start_period()
        elif following == OVERTIME_DEAL:
            self._start_overtime()
        elif following == SHOOTOUT:
            self.node = SHOOTOUT
        else:
            if self.is_clinched():
                self.emit(CLINCHED, self.winner())
            self._end_game()

    def after_period(self) -> i64:
        """What follows this period when it is complete (2.4): the next face-off, overtime, the shootout or the end."""
        options = self.options
        if self.is_clinched():
            return GAME_OVER
        if self.period < options.periods:
            return FACE_OFF
        if self.totals[0] != self.totals[1]:
            return GAME_OVER
        if options.overtime and not self.in_overtime():
            return OVERTIME_DEAL
        return SHOOTOUT if options.shootout else GAME_OVER

    def is_clinched(self) -> bool:
        """True if the trailing side can no longer draw level in the periods left (ruling 14)."""
        left = self.options.periods - self.period
        lead = max(self.totals[0], self.totals[1]) - min(self.totals[0], self.totals[1])
        return self.options.early_clinch and left > 0 and lead > 2 * left

    def _start_period(self) -> None:
        """Line-ups of the previous period are history; the hands stay (2.3 line 4)."""
        self.period += 1
        self.node = FACE_OFF
        self.setting_up = NO_SIDE
        for seat in range(SEATS):
            self.placed[seat] = 0
            self.placed_cards[seat] = 0
            self.face_offs[self.face_off_at(seat)] = NO_CARD
            self.goals[self.face_off_at(seat)] = 0

    def _start_overtime(self) -> None:
        """Six cards each and no face-off (rulings 10 and 11)."""
        self._start_period()
        self.emit(OVERTIME_START, self.period)
        if self.options.overtime_needs_shuffle:
            self.dealt = 0
            for hand in self.hands:
                hand.size = 0
            self.node = OVERTIME_DEAL
        else:
            self._deal_hands(PLACES)
            self.node = LINEUP_BOTH

    def _deal_hands(self, size: i64) -> None:
        """Deal one card at a time in the order of the pack, seat 0 first (ruling 21)."""
        pack = self.pack
        first: i64 = 0
        second: i64 = 0
        i: i64
        for i in range(self.dealt, self.dealt + SEATS * size, SEATS):
            first |= bit(pack[i])
            second |= bit(pack[i + 1])
        self.dealt += SEATS * size
        self.hold(0, first)
        self.hold(1, second)

    def _end_game(self) -> None:
        self.node = GAME_OVER
        if self.log is not None:
            self.log.append((int(GAME_ENDS), int(self.winner()), *self._score_line()))

    # -- chance

    def shuffle_needed(self) -> i64:
        return len(self.options.deck)

    def hold(self, seat: i64, mask: i64) -> None:
        """Give a seat the cards of a bit mask as its hand."""
        self.hands[seat].fill(self.options.deck, mask)

    def deal(self, order: vec[i64]) -> None:
        if self.node == SHOOTOUT:
            self._shootout_round(self.options.deck[order[0]], self.options.deck[order[1]])
            return
        pack, deck = self.pack, self.options.deck
        i: i64
        for i in range(len(deck)):
            pack[i] = deck[order[i]]
        self.dealt = 0
        if self.node == DEAL:
            self._deal_hands(self.options.hand_size)
            self._start_period()
        else:
            self._deal_hands(PLACES)
            self.node = LINEUP_BOTH

    def _shootout_round(self, first: i64, second: i64) -> None:
        """One card each from the whole pack; if the cards are equal, it is shuffled again (2.4, ruling 13)."""
        self.shootout_rounds += 1
        self.shootout_cards[0] = first
        self.shootout_cards[1] = second
        winner = higher(first, second, self.options.shootout_by_rank)
        if self.log is not None:
            self.log.append((int(SHOOTOUT_ROUND), int(self.shootout_rounds), int(first), int(second), int(winner)))
        if winner != NO_SIDE:
            self._end_game()

    # -- outcome

    def score(self, side: i64) -> i64:
        return self.totals[side]

    def winner(self) -> i64:
        """More goals, otherwise the last round of the shootout, which adds none (ruling 22)."""
        if self.totals[0] > self.totals[1]:
            return 0
        if self.totals[1] > self.totals[0]:
            return 1
        if self.shootout_rounds == 0:
            return NO_SIDE
        return higher(self.shootout_cards[0], self.shootout_cards[1], self.options.shootout_by_rank)

    # -- information, 3.1

    def redeal(self, seat: i64, rng: Rng | None, unseen: Unseen) -> None:
        """Deal the cards that the seat has not seen into the other hand and the stock; the other seat chooses at
        random.

        A secret choice of the other seat becomes any card, or any line-up, of the hand it gets; a line-up it has only
        begun is not seen at all. A seat knows its own choice. The discards are open (ruling 16).
        """
        if unseen.count == NOT_GATHERED:
            self._gather_unseen(seat, unseen)
        cards = unseen.cards
        if rng is not None:
            cards = unseen.order
            copy_numbers(unseen.cards, cards, unseen.count)
            rng.mix(cards, 0, unseen.count)
        at: i64 = 0
        i: i64
        for other in range(SEATS):
            if other != seat:
                mask: i64 = 0
                first = at
                at += self.hands[other].size
                for i in range(first, at):
                    mask |= bit(cards[i])
                self.hold(other, mask)
                if self.has_committed(other):
                    self._choose_blindly(other, cards, first)
                elif not self.lineup_is_open(other):
                    self._take_back(other)
        for i in range(self.stock_size()):
            self.pack[self.dealt + i] = cards[at + i]

    def _choose_blindly(self, seat: i64, cards: vec[i64], first: i64) -> None:
        """Choose the first cards of a hand as it was dealt, from ``cards[first]`` on: they are in random order."""
        if self.node == FACE_OFF:
            self.face_offs[self.face_off_at(seat)] = cards[first]
            return
        at = self.lineup_at(seat)
        place: i64
        self.placed_cards[seat] = 0
        for place in range(PLACES):
            self.lineups[at + place] = cards[first + place]
            self.placed_cards[seat] |= bit(cards[first + place])

    def _take_back(self, seat: i64) -> None:
        """Take back the cards of an incomplete line-up."""
        at = self.lineup_at(seat)
        place: i64
        for place in range(self.placed[seat]):
            self.lineups[at + place] = NO_CARD
        self.placed[seat] = 0
        self.placed_cards[seat] = 0

    def _gather_unseen(self, seat: i64, unseen: Unseen) -> None:
        """Note the cards that are neither in the seat's own hand nor were laid open since the pack was shuffled."""
        seen = self.laid_open()
        if seat >= 0:
            seen |= self.hands[seat].mask()
        unseen.count = append_missing(self.options.deck, seen, unseen.cards, 0)

    def laid_open(self) -> i64:
        """Bit mask of the cards that have been open since the pack was shuffled."""
        cards: i64 = 0
        i: i64
        period: i64
        for period in range(self.first_period_of_pack(), self.period + 1):
            is_past = period < self.period
            for seat in range(SEATS):
                face_off = self.face_offs[SEATS * (period - 1) + seat]
                if face_off != NO_CARD and (is_past or self.face_off_is_open()):
                    cards |= bit(face_off)
                if is_past or self.lineup_is_open(seat):
                    at = PLACES * (SEATS * (period - 1) + seat)
                    for i in range(PLACES):
                        cards |= bit(self.lineups[at + i])
        return cards

    def first_period_of_pack(self) -> i64:
        """The period in which the pack was last shuffled."""
        return self.period if self.in_overtime() and self.options.overtime_needs_shuffle else i64(1)

    # -- copies

    def clone(self) -> State:
        copy = TurnBasedHockeyState(self.options)
        copy.copy_from(self)
        return copy

    def copy_from(self, other: State) -> None:
        assert isinstance(other, TurnBasedHockeyState)
        self.ply = other.ply
        self.log = None
        self.node = other.node
        self.period = other.period
        self.setting_up = other.setting_up
        self.dealt = other.dealt
        self.shootout_rounds = other.shootout_rounds
        self.hands[0].copy_from(other.hands[0])
        self.hands[1].copy_from(other.hands[1])
        copy_range(other.pack, self.pack, other.dealt, len(other.options.deck))
        copy_numbers(other.face_offs, self.face_offs, SEATS * other.period)
        copy_numbers(other.lineups, self.lineups, SEATS * PLACES * other.period)
        copy_numbers(other.placed, self.placed, SEATS)
        copy_numbers(other.placed_cards, self.placed_cards, SEATS)
        copy_numbers(other.goals, self.goals, SEATS * other.period)
        copy_numbers(other.totals, self.totals, SEATS)
        copy_numbers(other.shootout_cards, self.shootout_cards, SEATS)
