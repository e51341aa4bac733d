"""The state of Ice Cold Ice Hockey: everything on the table, and elementary operations on it (sections 2, 4, 6 and
10.1). Compiled.

The consequences of an action are not nested calls but ``work``, an explicit stack of pending steps. Everything in it is
public. The other modules of this folder do the work: ``attack`` and ``windows`` (sections 7 and 8), ``checks`` (5 and
12), ``shots`` (9), ``penalties`` (11), ``goalies`` (14); ``flow`` settles, asks and keeps the clock.
"""

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import NO_SIDE, State
from engines.buffers import bit, buffer, copy_numbers, pair
from engines.hand import Hand
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.deck import Deck


class Options:
    """What is fixed before play: section 1, the deck, and the sizes that a small game changes."""

    def __init__(self, numbers: Mapping[str, Any]) -> None:
        self.home: i64 = numbers["home"]
        """The seat that is Home."""
        self.tie_rule: i64 = numbers["tie_rule"]
        self.deck: Deck = numbers["deck"]
        self.periods: i64 = numbers["periods"]
        self.passes: i64 = numbers["passes"]
        self.hand: i64 = numbers["hand"]
        """The base hand; more than this only for an extra skater, or by momentum up to ``hand_limit``."""
        self.hand_limit: i64 = numbers["hand_limit"]
        self.late_cards: i64 = numbers["late_cards"]
        """With this many cards in the deck, or fewer, a goalie may be pulled (14.2)."""
        self.overtime_hand: i64 = numbers["overtime_hand"]
        self.overtime_cards: i64 = numbers["overtime_cards"]
        """Cards of the 5-minute overtime, hands included; the others are set aside."""


class IceColdState(State):
    """The whole truth of one game. Seats are teams; zones are absolute: 0 is the end of seat 0, 2 that of seat 1."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        self.deck = options.deck
        self.node = n.SHUFFLE
        self.seat: i64 = NO_SIDE
        """Seat that is asked."""
        self.work = buffer(n.WORK_ROOM)
        self.work_size: i64 = 0
        self.period: i64 = 0
        """Counted from 1, 0 before the first; overtime is all after ``options.periods``. Between periods the cards stay
        there.
        """
        self.pass_number: i64 = 1
        self.time_expired = False
        """The clock has run out: cards now come from the reserve deck, and the period ends with the current action."""
        self.zone = n.CENTRE
        self.control: i64 = NO_SIDE
        """Team in control; NO_SIDE while play is stopped."""
        self.top = n.FRESH
        self.hands: list[Hand] = [Hand(n.HAND_ROOM), Hand(n.HAND_ROOM)]
        self.stock = buffer(n.DECK_SIZE)
        """The deck, the next card last."""
        self.stock_size: i64 = 0
        self.aside = buffer(n.DECK_SIZE)
        """Cards set aside in the 5-minute overtime, unseen."""
        self.aside_size: i64 = 0
        self.discards = buffer(n.DECK_SIZE)
        self.discard_count: i64 = 0
        self.places = buffer(n.CARD_ROOM)
        """By ID, where all seats know the card to be."""
        # The action.
        self.attacker: i64 = NO_SIDE
        """Team whose action this is, or was; on a power play the team that shoots."""
        self.played = n.NO_CARD
        """Pass, Skate or Inside Shot of this action."""
        self.answer = n.NO_CARD
        """The last card that answered in this action."""
        self.answerer: i64 = NO_SIDE
        self.last_to_draw: i64 = 1
        """Team that refills last (ruling 44)."""
        self.shot = n.NO_SHOT
        self.called_before: i64 = 0
        """Penalties that were pending before the check of a deep dump-out."""
        # Penalties: ``penalty_code`` of each, in the order called.
        self.penalties = buffer(n.PENALTY_ROOM)
        self.penalty_count: i64 = 0
        self.to_serve = buffer(n.PENALTY_ROOM)
        """Power plays to come, the next one first."""
        self.to_serve_count: i64 = 0
        self.serving: i64 = 0
        """Penalty of the present power play, 0 for none."""
        self.shot_number: i64 = 0
        """Shot of the power play, or card of a major, counted from 0."""
        self.voided: i64 = 0
        """Bits OUTSIDE and INSIDE: lines of the next card of a major that are blocked."""
        self.paid: i64 = 0
        """A bit a seat: teams that have earned the +3 of this major (ruling 40)."""
        self.extra: i64 = NO_SIDE
        """Team with an extra skater for a delayed penalty."""
        self.goalie_out = pair()
        self.skater_card = pair()
        """1: the team has drawn a card because its base hand was one higher (10.5)."""
        self.stoppage: i64 = 0
        # Momentum: twice the cards, plus the seat.
        self.awards = buffer(n.AWARD_ROOM)
        self.award_count: i64 = 0
        # The score.
        self.goals = buffer(2 * n.MAX_PERIODS)
        """Goals of side s in period p at ``2 * (p - 1) + s``; all of overtime together."""
        self.totals = pair()
        self.shots_on_goal = pair()
        self.power_plays = pair()
        self.power_play_goals = pair()
        self.shootout_shots: i64 = 0
        self.shootout_goals = pair()

    # -- seats, zones, hands

    def own_end(self, seat: i64) -> i64:
        """The zone that is the defensive zone of ``seat``."""
        return n.DEFENSIVE_ZONE if seat == 0 else n.OFFENSIVE_ZONE

    def zone_for(self, seat: i64) -> i64:
        """The puck's zone as ``seat`` reads it: D, C or O."""
        return self.zone if seat == 0 else 2 - self.zone

    def cards_in(self, place: i64) -> list[int]:
        """The cards that all seats know to be in a place, ascending."""
        return [int(card) for card in self.deck.cards if self.places[card] == place]

    def team_of(self, card: i64) -> i64:
        """The team whose letter the card shows."""
        home = self.options.home
        return 1 - home if self.deck.letter[card] == n.VISITOR else home

    def is_overtime(self) -> bool:
        """True if the first goal ends the game."""
        return self.period > self.options.periods

    def is_short_overtime(self) -> bool:
        """True if this is the 5-minute overtime."""
        return self.is_overtime() and self.options.tie_rule != n.PLAYOFF

    def passes(self) -> i64:
        """How many times this period goes through the deck."""
        return n.FIVE_MINUTES if self.is_short_overtime() else self.options.passes

    def is_last_pass(self) -> bool:
        """True if an empty deck stays empty."""
        return self.pass_number >= self.passes()

    def normal_hand(self) -> i64:
        """The base hand without an extra skater (10.1)."""
        return self.options.overtime_hand if self.is_short_overtime() else self.options.hand

    def base(self, seat: i64) -> i64:
        """The base hand of ``seat`` now: one more with an extra skater, never two."""
        more = self.extra == seat or self.goalie_out[seat] == 1
        return self.normal_hand() + 1 if more else self.normal_hand()

    def is_above_base(self, seat: i64) -> bool:
        """True if the team has momentum cards."""
        return self.hands[seat].size > self.base(seat)

    def trails(self, seat: i64) -> bool:
        """True if the other side has more goals."""
        return self.totals[seat] < self.totals[1 - seat]

    # -- pending work

    def push(self, work: i64) -> None:
        """Push a step to do next."""
        self.work[self.work_size] = work
        self.work_size += 1

    def ask(self, node: i64, seat: i64) -> None:
        """Wait for a decision."""
        self.node = node
        self.seat = seat

    # -- cards

    def can_draw(self) -> bool:
        """True if a card can be drawn into a hand: those of a reserve deck cannot."""
        return not self.time_expired and (self.stock_size > 0 or not self.is_last_pass())

    def waits_for_second_pass(self) -> bool:
        """True if the deck is empty for the first time: the shuffle comes first (ruling 49), then the step that needs
        the card is retried.
        """
        if self.stock_size > 0 or self.is_last_pass():
            return False
        self.node = n.SECOND_PASS
        return True

    def draw(self, seat: i64) -> None:
        """Draw the top card into a hand."""
        self.stock_size -= 1
        card = self.stock[self.stock_size]
        hand = self.hands[seat]
        if hand.size == self.normal_hand() and hand.size < self.base(seat):
            self.skater_card[seat] = 1
        hand.add(card)
        if self.log is not None:
            self.emit(n.DRAWS, seat, card)

    def lay_down(self, seat: i64, card: i64) -> None:
        """Move a card from a hand to the discard pile."""
        self.hands[seat].remove(card)
        self.discard(card)

    def discard(self, card: i64) -> None:
        """Put a card on the discard pile, face up."""
        self.discards[self.discard_count] = card
        self.discard_count += 1
        self.places[card] = n.DISCARDED

    def turn_for_check(self, work: i64) -> i64:
        """Turn over the top card for an H/V check; NO_CARD if there is none.

        In the first pass ``work`` is then retried after the shuffle; in the last pass the period is over (ruling 53).
        """
        if self.time_expired or (self.stock_size == 0 and self.is_last_pass()):
            self.time_expired = True
            self.work_size = 0
            return n.NO_CARD
        if self.waits_for_second_pass():
            self.push(work)
            return n.NO_CARD
        return self._turn()

    def turn_for_result(self, work: i64) -> i64:
        """Turn over the top card for a result or a penalty check; NO_CARD if a shuffle comes first, in the last pass
        that of a reserve.
        """
        if self.stock_size > 0:
            return self._turn()
        self.push(work)
        if not self.waits_for_second_pass():
            self.node = n.RESERVE
        return n.NO_CARD

    def _turn(self) -> i64:
        self.stock_size -= 1
        card = self.stock[self.stock_size]
        self.discard(card)
        return card

    def show(self, card: i64, use: i64, team: i64 = NO_SIDE, mark: i64 = n.NO_MARK) -> None:
        """Log the card that was turned over, and what of it counts here in addition to its number: the team of its
        letter, its mark.
        """
        if self.log is not None:
            self.log.append((int(n.TURNS_OVER), int(card), int(use), int(team), int(mark)))

    def make_deck_of_discards(self, order: vec[i64]) -> None:
        """Shuffle the discards into a new deck. Cards hidden at that time are known not to be in it."""
        count, stock, discards, places = self.discard_count, self.stock, self.discards, self.places
        i: i64
        for i in range(count):
            stock[count - 1 - i] = discards[order[i]]
        self.stock_size = count
        self.discard_count = 0
        cards = self.deck.cards
        for i in range(len(cards)):
            card = cards[i]
            place = places[card]
            if place == n.DISCARDED:
                places[card] = n.HIDDEN
            elif place == n.HIDDEN:
                places[card] = n.HELD

    # -- the puck

    def gain(self, seat: i64, top: i64 = n.FRESH) -> None:
        """The team takes control of the puck where it is."""
        self.control = seat
        self.top = top
        if self.log is not None:
            self.emit(n.CONTROLS, seat, self.zone)

    def stop(self) -> None:
        """Play stops where the puck is."""
        self.control = NO_SIDE
        self.top = n.FRESH

    def stop_at_centre(self) -> None:
        """Play stops, and a face-off at centre ice is due."""
        self.stop()
        self.zone = n.CENTRE

    # -- goals and momentum

    def earn(self, seat: i64, cards: i64) -> None:
        """The team has earned bonus cards; they are paid in order (10.3)."""
        self.awards[self.award_count] = 2 * cards + seat
        self.award_count += 1
        if self.log is not None and not self.time_expired:  # after the horn nothing is drawn
            self.emit(n.EARNS, seat, cards)

    def score_goal(self, seat: i64) -> None:
        """Count a goal, which is also a shot on goal, and earn its bonus, only once in a major; in overtime the game is
        over (15).

        With an extra skater for a delay it cancels the pending penalties, which are all of the other team (ruling 29).
        """
        self.totals[seat] += 1
        self.shots_on_goal[seat] += 1
        column = self.period if self.period <= self.options.periods else self.options.periods + 1
        self.goals[2 * (column - 1) + seat] += 1
        if self.log is not None:
            self.log.append((int(n.SCORES), int(seat), int(self.totals[0]), int(self.totals[1])))
        if self.extra == seat:
            self.penalty_count = 0
            self.emit(n.WIPED_OUT, 1 - seat)
        if self.is_overtime():
            self.end_game()
        elif (self.paid >> seat) & 1 == 0:
            self.earn(seat, n.GOAL_BONUS)
            if is_major(self.serving):
                self.paid |= bit(seat)

    def end_game(self) -> None:
        """End the game."""
        self.node = n.GAME_OVER
        self.seat = NO_SIDE
        self.work_size = 0
        if self.log is not None:
            score = (int(self.totals[0]), int(self.totals[1]))
            self.log.append((int(n.GAME_ENDS), int(self.winner()), *score, int(self.won_in_shootout())))

    def credit_shootout(self) -> None:
        """The winner of the shootout is credited with one goal (ruling 64)."""
        self.totals[0 if self.shootout_goals[0] > self.shootout_goals[1] else 1] += 1

    def won_in_shootout(self) -> bool:
        return self.shootout_goals[0] != self.shootout_goals[1]

    def saves(self, seat: i64) -> i64:
        """Shots on the goal of ``seat`` that were not goals (16.5)."""
        saves = self.shots_on_goal[1 - seat]
        i: i64
        for i in range(n.MAX_PERIODS):
            saves -= self.goals[2 * i + 1 - seat]
        return saves

    # -- outcome

    def score(self, side: i64) -> i64:
        return self.totals[side]

    # -- copies

    def copy_from(self, other: State) -> None:
        assert isinstance(other, IceColdState)
        self.hands[0].copy_from(other.hands[0])
        self.hands[1].copy_from(other.hands[1])
        self.stock_size = other.stock_size
        copy_numbers(other.stock, self.stock, other.stock_size)
        self.aside_size = other.aside_size
        copy_numbers(other.aside, self.aside, other.aside_size)
        self.ply = other.ply
        self.log = None
        self.node = other.node
        self.seat = other.seat
        self.work_size = other.work_size
        copy_numbers(other.work, self.work, other.work_size)
        self.period = other.period
        self.pass_number = other.pass_number
        self.time_expired = other.time_expired
        self.zone = other.zone
        self.control = other.control
        self.top = other.top
        self.discard_count = other.discard_count
        copy_numbers(other.discards, self.discards, other.discard_count)
        copy_numbers(other.places, self.places, n.CARD_ROOM)
        self.attacker = other.attacker
        self.played = other.played
        self.answer = other.answer
        self.answerer = other.answerer
        self.last_to_draw = other.last_to_draw
        self.shot = other.shot
        self.called_before = other.called_before
        self.penalty_count = other.penalty_count
        copy_numbers(other.penalties, self.penalties, other.penalty_count)
        self.to_serve_count = other.to_serve_count
        copy_numbers(other.to_serve, self.to_serve, other.to_serve_count)
        self.serving = other.serving
        self.shot_number = other.shot_number
        self.voided = other.voided
        self.paid = other.paid
        self.extra = other.extra
        self.stoppage = other.stoppage
        self.award_count = other.award_count
        copy_numbers(other.awards, self.awards, other.award_count)
        copy_numbers(other.goals, self.goals, 2 * n.MAX_PERIODS)
        self.shootout_shots = other.shootout_shots
        i: i64
        for i in range(2):
            self.goalie_out[i] = other.goalie_out[i]
            self.skater_card[i] = other.skater_card[i]
            self.totals[i] = other.totals[i]
            self.shots_on_goal[i] = other.shots_on_goal[i]
            self.power_plays[i] = other.power_plays[i]
            self.power_play_goals[i] = other.power_play_goals[i]
            self.shootout_goals[i] = other.shootout_goals[i]


# -- penalties as numbers


def penalty_code(seat: i64, card: i64, major: bool) -> i64:
    """A penalty on ``seat``, called by the ID of ``card``; never 0."""
    return 4 * card + 2 * (1 if major else 0) + seat


def penalised(code: i64) -> i64:
    """The seat that is penalised."""
    return code & 1


def is_major(code: i64) -> bool:
    """True if the penalty is a major."""
    return code & 2 != 0


def calling_card(code: i64) -> i64:
    """The card whose ID called the penalty."""
    return code >> 2


def shots_of(code: i64) -> i64:
    """Shots that the power play of a minor has: the first digit of the ID, at most 4 (11.4, ruling 36)."""
    card = calling_card(code)
    digit = card if card < 10 else card // 10
    return min(digit, 4)


def all_shots_of(code: i64) -> i64:
    """The same, also for a major, as a scoreboard counts them: two for each card."""
    return n.MAJOR_SHOTS if is_major(code) else shots_of(code)
