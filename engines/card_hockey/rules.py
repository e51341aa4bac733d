"""The rules of Card Hockey: docs/rules/card-hockey.md as a state machine. Compiled; no text, no JSON, no randomness of
its own.

Cards are numbered as in ``engines.cards``. There is one action, ``FLIP_ACTION``: every turn is decided by the shuffles.
The pack is a parameter, so that a few cards make a small game that can be solved exactly.

A whole game, of five cards each and one period. There is nothing to decide: in each turn both seats turn a card over,
red for seat 0 and black for seat 1.

    >>> from engines.card_hockey.options import options_from
    >>> from engines.cards import parse_cards
    >>> from engines.example import Example
    >>> options = {"periods": 1, "flip_mode": "either", "penalty_turns": 2}
    >>> deck = parse_cards("2H 6H 7D JH KH 4S 5C 9C QS AS".split())
    >>> game = Example("card_hockey", CardHockeyState(options_from(options, deck)), seed=44)
    face_off: period 1

The higher card moves the puck one zone. From the offensive zone only an honour, Jack to ace, scores:

    >>> game.play(0, {"type": "flip", "turn": 1})
    flip: turn 1, cards 7D 5C, puck_from N, puck_to O
    carries: seat 0
    >>> game.play(0, {"type": "flip", "turn": 2})
    flip: turn 2, cards 6H 4S, puck_from O, puck_to O
    holds: seat 0

A Jack would have scored, but the queen is higher:

    >>> game.play(0, {"type": "flip", "turn": 3})
    flip: turn 3, cards JH QS, puck_from O, puck_to N
    shot_blocked: seat 0, card JH
    clears: seat 1

A deuce is a penalty: seat 0 faces it for two turns, in which every other card is higher. An ace scores:

    >>> game.play(0, {"type": "flip", "turn": 4})
    penalty: seat 0, card 2H
    flip: turn 4, cards 2H 9C, puck_from N, puck_to D
    carries: seat 1
    >>> game.play(0, {"type": "flip", "turn": 5})
    shorthanded: seat 0, card 2H, number 1
    flip: turn 5, cards 2H AS, puck_from D, puck_to N
    scores: seat 1, card AS, score 0 1
    penalty_over: seat 0, card 2H
    period_end: period 1, score 0 1
    game_over: winner 1, score 0 1, shootout False
"""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import CHANCE, NO_SIDE, OVER, State, Unseen
from engines.buffers import Actions, append_missing, bit, buffer, buffer_of, copy_numbers, copy_range
from engines.rng import Rng

NO_CARD: Final[i64] = -1
FLIP_ACTION: Final[i64] = 0
RED: Final[i64] = 0
BLACK: Final[i64] = 1
DEUCE: Final[i64] = 0
JACK: Final[i64] = 9
MAX_PERIODS: Final[i64] = 5
MAX_PENALTY_TURNS: Final[i64] = 4
MAX_DECK: Final[i64] = 26
MAX_TURNS: Final[i64] = 32
"""Turns of a period: 26 cards, and three more turns for each of two deuces when `penalty_turns` is 4."""

# Zones as red names them; for black they lie the other way round.
DEFENSIVE: Final[i64] = 0
NEUTRAL: Final[i64] = 1
OFFENSIVE: Final[i64] = 2
ZONES: Final = ("D", "N", "O")

BOTH: Final[i64] = 0
EITHER: Final[i64] = 1
AUTO: Final[i64] = 2

# Nodes of 3.2; `resolve` is automatic: no seat is asked there.
SHUFFLE: Final[i64] = 0
FLIP: Final[i64] = 1
SHOOTOUT_SHUFFLE: Final[i64] = 2
SHOOTOUT_FLIP: Final[i64] = 3
GAME_OVER: Final[i64] = 4
NODE_NAMES: Final = ("shuffle", "flip", "shootout_shuffle", "shootout_flip", "game_over")

# Events of section 7, declared in ``events`` in this order. The numbers that are logged are stored with a game.
FACE_OFF: Final[i64] = 0
TURN: Final[i64] = 1
CARRIES: Final[i64] = 2
CLEARS: Final[i64] = 3
TIED_UP: Final[i64] = 4
HOLDS: Final[i64] = 5
SHOT_BLOCKED: Final[i64] = 6
SCORES: Final[i64] = 7
PENALTY: Final[i64] = 8
SHORTHANDED: Final[i64] = 9
PENALTY_OVER: Final[i64] = 10
PERIOD_END: Final[i64] = 11
SHOOTOUT_START: Final[i64] = 12
SHOOTOUT_TURN: Final[i64] = 13
GAME_ENDS: Final[i64] = 14


def rank(card: i64) -> i64:
    """Rank of a card, 0 (two) to 12 (ace)."""
    return card >> 2


def is_honour(card: i64) -> bool:
    """Jack, queen, king or ace: good enough to score (2.1)."""
    return rank(card) >= JACK


def is_red(card: i64) -> bool:
    """Diamonds and hearts are the cards of seat 0 (ruling 2)."""
    suit = card & 3
    return suit == 1 or suit == 2


def zone_for(seat: i64, puck: i64) -> i64:
    """The zone of the puck as ``seat`` names it."""
    return puck if seat == RED else OFFENSIVE - puck


def higher(red: i64, black: i64) -> i64:
    """The seat with the card of higher rank, NO_SIDE for equal ranks."""
    if rank(red) > rank(black):
        return RED
    return BLACK if rank(black) > rank(red) else NO_SIDE


class Options:
    """The switches of 2.5 and the pack, as numbers."""

    def __init__(self, numbers: Mapping[str, Any], red: list[int], black: list[int]) -> None:
        self.flip_mode: i64 = numbers["flip_mode"]
        self.has_shootout: bool = numbers["has_shootout"]
        self.periods: i64 = numbers["periods"]
        self.penalty_turns: i64 = numbers["penalty_turns"]
        self.penalty_ends_on_goal: bool = numbers["penalty_ends_on_goal"]
        self.ends_when_cannot_draw: bool = numbers["ends_when_cannot_draw"]
        self.return_goal_cards: bool = numbers["return_goal_cards"]
        self.switch_ends: bool = numbers["switch_ends"]
        """For display only: the rules do not use it."""
        self.red = buffer_of(red)
        """The cards of seat 0, ascending."""
        self.black = buffer_of(black)


class Side:
    """The cards of one seat, where they lie, and the penalty it is serving."""

    def __init__(self, cards: vec[i64]) -> None:
        self.cards = cards
        """All its cards, ascending; they stay the same all game (ruling 1)."""
        self.deck = buffer(MAX_DECK)
        """The cards not yet turned over: ``deck[i]`` for top <= i < end."""
        self.top: i64 = 0
        self.end: i64 = 0
        self.faced = buffer(MAX_TURNS)
        """The card of each turn of this period, or of the shootout since its last shuffle."""
        self.open_card = NO_CARD
        """The card of the last turn; it stays in sight through a break."""
        self.goal_cards: i64 = 0
        """The goal area, a bit mask."""
        self.goals: i64 = 0
        self.held = NO_CARD
        """The deuce of the penalty being served."""
        self.serve: i64 = 0
        """Turns still to serve; between turns it is 0 exactly when no deuce is held."""
        self.carried: i64 = 0
        """Turns that were still to serve when the period began."""
        self.is_ready = False
        """True if the seat has flipped in this turn and waits for the other."""
        self.gather()

    def left(self) -> i64:
        """Number of cards in the deck."""
        return self.end - self.top

    def cannot_draw(self) -> bool:
        """True if the seat needs a new card and has none."""
        return self.top == self.end and self.held == NO_CARD

    def draw(self) -> i64:
        """Turn over the top card of the deck."""
        card = self.deck[self.top]
        self.top += 1
        return card

    def show(self, card: i64, turn: i64) -> None:
        """Lay the card open in this turn of the period."""
        self.faced[turn] = card
        self.open_card = card

    def gather(self) -> None:
        """Collect all cards but those in the goal area and a held deuce: the next deck, ascending until it is shuffled
        (2.3).
        """
        elsewhere = self.goal_cards
        if self.held != NO_CARD:
            elsewhere |= bit(self.held)
        self.top = 0
        self.end = append_missing(self.cards, elsewhere, self.deck, 0)
        self.carried = self.serve

    def release(self) -> None:
        """The held deuce joins the played cards."""
        self.held = NO_CARD
        self.serve = 0

    def bring_up(self, card: i64) -> bool:
        """Put a card of the deck on its top; False if it is not there. For positions rebuilt from their turns."""
        i: i64
        for i in range(self.top, self.end):
            if self.deck[i] == card:
                self.deck[i] = self.deck[self.top]
                self.deck[self.top] = card
                return True
        return False

    def sort_deck(self) -> None:
        """Put the cards of the deck in ascending order, so that nothing reveals the order in which they will be turned
        over.
        """
        deck: i64 = 0
        i: i64
        for i in range(self.top, self.end):
            deck |= bit(self.deck[i])
        at = self.top
        for i in range(len(self.cards)):
            if (deck >> self.cards[i]) & 1 == 1:
                self.deck[at] = self.cards[i]
                at += 1

    def copy_from(self, other: "Side", turns: i64) -> None:
        """Become a copy of ``other``, which has faced ``turns`` cards."""
        self.top = other.top
        self.end = other.end
        self.goal_cards = other.goal_cards
        self.goals = other.goals
        self.held = other.held
        self.serve = other.serve
        self.carried = other.carried
        self.is_ready = other.is_ready
        self.open_card = other.open_card
        copy_numbers(other.faced, self.faced, turns)
        copy_range(other.deck, self.deck, other.top, other.end)


class CardHockeyState(State):
    """A game of Card Hockey: the whole truth, the order of the decks included (3.1)."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        self.node = SHUFFLE
        self.period: i64 = 1
        self.turns: i64 = 0
        """Turns played in the game, those of the shootout included."""
        self.period_turns: i64 = 0
        """Turns played in this period, or in the shootout since its last shuffle."""
        self.puck = NEUTRAL
        """Its zone, named from red's side."""
        self.red = Side(options.red)
        self.black = Side(options.black)
        self.goals = buffer(2 * MAX_PERIODS)
        """Goals of side s in period p at ``2 * (p - 1) + s``."""
        self.shootout_winner = NO_SIDE
        self._gathered = buffer(2 * MAX_DECK)

    # -- whose turn

    def side(self, seat: i64) -> Side:
        """The cards of ``seat``."""
        return self.red if seat == RED else self.black

    def sides(self) -> list[Side]:
        """Both seats' cards, red's first."""
        return [self.red, self.black]

    def is_flip(self) -> bool:
        """True if a turn can be flipped now."""
        return self.node == FLIP or self.node == SHOOTOUT_FLIP

    def in_shootout(self) -> bool:
        """True if the game has come to the shootout, or ended in it."""
        return self.node == SHOOTOUT_SHUFFLE or self.node == SHOOTOUT_FLIP or self.shootout_winner != NO_SIDE

    def to_act(self) -> i64:
        if self.is_flip():
            return BLACK if self.red.is_ready else RED
        return OVER if self.node == GAME_OVER else CHANCE

    def may_act(self, seat: i64) -> bool:
        """Both seats flip, in any order; a seat that is ready has flipped."""
        return self.is_flip() and RED <= seat <= BLACK and not self.side(seat).is_ready

    def waits_for_all(self) -> bool:
        return self.options.flip_mode != EITHER

    # -- decisions

    def fill_actions(self, seat: i64, actions: Actions) -> i64:
        if not self.may_act(seat):
            return 0
        actions[0] = FLIP_ACTION
        return 1

    def apply(self, seat: i64, action: i64) -> None:
        """The node `flip` of 3.2: with `both` the second flip resolves the turn, with `either` the first."""
        if self.options.flip_mode == BOTH:
            self.side(seat).is_ready = True
            if not self.side(1 - seat).is_ready:
                return
        self.ply += 1
        self.resolve()

    def resolve(self) -> None:
        """Play one turn with the cards on top of the decks."""
        self.red.is_ready = False
        self.black.is_ready = False
        self.turns += 1
        if self.node == FLIP:
            self._turn()
        else:
            self._shootout_turn()

    # -- a turn, 2.2

    def _turn(self) -> None:
        self._face(RED)  # step 1
        self._face(BLACK)
        scorer = self._compare()  # steps 2 and 3
        self.period_turns += 1
        self._count_down(RED, scorer)  # step 4
        self._count_down(BLACK, scorer)
        if self._is_period_over():  # step 5
            self._end_period()
        elif scorer != NO_SIDE:
            self.emit(FACE_OFF, self.period)

    def _face(self, seat: i64) -> None:
        """A seat serving a penalty faces its held deuce again, any other the top of its deck; a deuce from the deck is
        held.
        """
        side = self.side(seat)
        card = side.held
        if card != NO_CARD:
            if self.log is not None:
                self.log.append((int(SHORTHANDED), int(seat), int(card), int(self.options.penalty_turns - side.serve)))
        else:
            card = side.draw()
            if rank(card) == DEUCE:
                side.held = card
                # step 4 takes one off for every turn it is faced, this one included
                side.serve = self.options.penalty_turns
                self.emit(PENALTY, seat, card)
        side.show(card, self.period_turns)

    def _compare(self) -> i64:
        """Compare the cards by rank and move the puck; return the seat that scores, if one does."""
        before = self.puck
        red, black = self.red.open_card, self.black.open_card
        winner = higher(red, black)
        call = self._move_puck(winner, red if winner == RED else black)
        if self.log is not None:
            self.log.append((int(TURN), int(self.turns), int(red), int(black), int(before), int(self.puck)))
            self._log_call(call, before, winner)
        return winner if call == SCORES else NO_SIDE

    def _move_puck(self, winner: i64, card: i64) -> i64:
        """The table of 2.2: the call for what the higher card does."""
        if winner == NO_SIDE:
            return TIED_UP
        zone = zone_for(winner, self.puck)
        if zone != OFFENSIVE:
            self.puck += i64(1) if winner == RED else i64(-1)
            return CARRIES if zone == NEUTRAL else CLEARS
        if not is_honour(card):
            return HOLDS
        side = self.side(winner)
        side.goals += 1
        side.goal_cards |= bit(card)
        self.goals[2 * (self.period - 1) + winner] += 1
        self.puck = NEUTRAL
        return SCORES

    def _log_call(self, call: i64, before: i64, winner: i64) -> None:
        if before != NEUTRAL:
            attacker = RED if before == OFFENSIVE else BLACK
            card = self.side(attacker).open_card
            if is_honour(card) and winner != attacker:  # ruling 10
                self.emit(SHOT_BLOCKED, attacker, card)
        if call == TIED_UP:
            self.emit(TIED_UP)
        elif call != SCORES:
            self.emit(call, winner)
        elif self.log is not None:
            self.log.append((int(SCORES), int(winner), int(self.side(winner).open_card), *self._score()))

    def _score(self) -> list[int]:
        return [int(self.red.goals), int(self.black.goals)]

    def _count_down(self, seat: i64, scorer: i64) -> None:
        """One turn less to serve, or none after a goal against (ruling 21); at zero the deuce is added to the played
        cards.
        """
        side = self.side(seat)
        if side.held == NO_CARD:
            return
        side.serve -= 1
        if side.serve == 0 or (self.options.penalty_ends_on_goal and scorer == 1 - seat):
            self.emit(PENALTY_OVER, seat, side.held)
            side.release()

    def _is_period_over(self) -> bool:
        """A deck is empty, even if its owner could go on with a held deuce (ruling 3); or the switch `period_end`."""
        if self.options.ends_when_cannot_draw:
            return self.red.cannot_draw() or self.black.cannot_draw()
        return self.red.left() == 0 or self.black.left() == 0

    # -- the course of the game, 2.3 and 2.4

    def _end_period(self) -> None:
        if self.log is not None:
            self.log.append((int(PERIOD_END), int(self.period), *self._score()))
        if self.period < self.options.periods:
            self.period += 1
            self._gather(self.options.return_goal_cards)
            self.node = SHUFFLE
            return
        self.red.release()  # penalties still running are void (ruling 13)
        self.black.release()
        if self.red.goals == self.black.goals and self.options.has_shootout:
            self.emit(SHOOTOUT_START)
            self._shuffle_for_shootout()
        else:
            self._end_game()

    def _gather(self, with_goal_cards: bool) -> None:
        """Make the decks to be shuffled; the puck starts at neutral."""
        if with_goal_cards:
            self.red.goal_cards = 0
            self.black.goal_cards = 0
        self.red.gather()
        self.black.gather()
        self.period_turns = 0
        self.puck = NEUTRAL

    def _shuffle_for_shootout(self) -> None:
        """All cards are shuffled, those of the goal areas included."""
        self._gather(with_goal_cards=True)
        self.node = SHOOTOUT_SHUFFLE

    def _shootout_turn(self) -> None:
        """The higher of two different ranks wins if at least one of them is an honour (2.4, ruling 14)."""
        red, black = self.red.draw(), self.black.draw()
        self.red.show(red, self.period_turns)
        self.black.show(black, self.period_turns)
        self.period_turns += 1
        if is_honour(red) or is_honour(black):
            self.shootout_winner = higher(red, black)
        if self.log is not None:
            self.log.append((int(SHOOTOUT_TURN), int(self.turns), int(red), int(black), int(self.shootout_winner)))
        if self.shootout_winner != NO_SIDE:
            self._end_game()
        elif self.red.left() == 0 or self.black.left() == 0:  # ruling 15
            self._shuffle_for_shootout()

    def _end_game(self) -> None:
        self.node = GAME_OVER
        if self.log is not None:
            by_shootout = 0 if self.shootout_winner == NO_SIDE else 1
            self.log.append((int(GAME_ENDS), int(self.winner()), *self._score(), by_shootout))

    # -- chance

    def shuffle_needed(self) -> i64:
        """Both decks in one permutation: it orders the cards of each colour among themselves."""
        return self.red.left() + self.black.left()

    def deal(self, order: vec[i64]) -> None:
        """Stack the decks: card ``order[i]`` of red's cards followed by black's is the next card of its deck. With
        `auto` the game then plays on.
        """
        red, black, gathered = self.red.deck, self.black.deck, self._gathered
        reds, size = self.red.left(), self.shuffle_needed()
        copy_numbers(red, gathered, reds)
        i: i64
        for i in range(reds, size):
            gathered[i] = black[i - reds]
        red_at: i64 = 0
        for i in range(size):
            if order[i] < reds:
                red[red_at] = gathered[order[i]]
                red_at += 1
            else:
                black[i - red_at] = gathered[order[i]]
        if self.node == SHUFFLE:
            self.node = FLIP
            self.emit(FACE_OFF, self.period)
        else:
            self.node = SHOOTOUT_FLIP
        if self.options.flip_mode == AUTO:
            while self.is_flip():
                self.resolve()

    # -- outcome

    def score(self, side: i64) -> i64:
        """Goals of regulation; a shootout does not change them (ruling 16)."""
        return self.side(side).goals

    def winner(self) -> i64:
        if self.red.goals > self.black.goals:
            return RED
        return BLACK if self.black.goals > self.red.goals else self.shootout_winner

    # -- information, 3.1

    def redeal(self, seat: i64, rng: Rng | None, unseen: Unseen) -> None:
        """Only the order of the two decks is hidden, from all seats alike."""
        if rng is None:
            self.red.sort_deck()
            self.black.sort_deck()
        elif self.is_flip():  # before a shuffle the gathered cards have no order yet
            rng.mix(self.red.deck, self.red.top, self.red.end)
            rng.mix(self.black.deck, self.black.top, self.black.end)

    # -- copies

    def clone(self) -> State:
        copy = CardHockeyState(self.options)
        copy.copy_from(self)
        return copy

    def copy_from(self, other: State) -> None:
        assert isinstance(other, CardHockeyState)
        self.ply = other.ply
        self.log = None
        self.node = other.node
        self.period = other.period
        self.turns = other.turns
        self.period_turns = other.period_turns
        self.puck = other.puck
        self.shootout_winner = other.shootout_winner
        self.red.copy_from(other.red, other.period_turns)
        self.black.copy_from(other.black, other.period_turns)
        copy_numbers(other.goals, self.goals, 2 * MAX_PERIODS)
