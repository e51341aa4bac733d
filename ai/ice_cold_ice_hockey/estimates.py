"""What one seat of Ice Cold Ice Hockey sees, and its estimates: chances of unseen cards, shots, plans. Compiled.

Values are goals. The value of cards, zones and momentum was fitted to games; chances are exact ratios over the cards
that may be where it matters. The effects of cards are read from the deck.
"""

from typing import Final

from mypy_extensions import i64

from ai.ice_cold_ice_hockey.values import FOULING, KEPT, ZONES, class_of
from engines.buffers import bit, buffer, float_buffer
from engines.hand import Hand
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.checks import CLEAR_CHANCE
from engines.ice_cold_ice_hockey.rules.deck import Deck
from engines.ice_cold_ice_hockey.rules.penalties import is_outside
from engines.ice_cold_ice_hockey.rules.shots import CLEAN_SHOT
from engines.ice_cold_ice_hockey.rules.state import IceColdState

RESULTS: Final[i64] = 10
"""Shot results, a short-handed goal among them."""
MAJOR_SHOTS: Final = 3.0
"""Number of shots of each kind in a major."""
PLAN_DEPTH: Final[i64] = 3
"""Cards that a plan looks ahead."""

# Goals, fitted to the attacks of 5000 games of this heuristic against itself, a tenth of the actions drawn at random:
# linear least squares of the goals that followed, each weighted by exp(-plies / 40). A plan's own value was right to a
# tenth.
CONTROL_IN_OWN_ZONE: Final = -0.007
CONTROL_AT_CENTRE: Final = 0.068
CONTROL_IN_OFFENSIVE_ZONE: Final = 0.11
"""Control of the puck with an unknown hand."""
CHANGED_PLAN: Final = 0.01
"""How far the value of the rest of a hand, with a card drawn, is below that of an unknown hand."""
MOMENTUM_CARD: Final = 0.015
ANSWER_GAINS: Final = 0.5
"""Share of the answers to a pass or skate that gain the puck."""
USED: Final = 0.5
"""Chance that a card that may be penalised, or a fight, is used as an answer."""
FULL_VALUE: Final = 12.0
"""With fewer cards to come in a period, the value of what is kept for later decreases in proportion."""
LATE: Final[i64] = 6
"""With this many cards left a team that trails plays without its goalie."""


class View:
    """What one seat expects of the cards it does not see, and the resulting values of shots, loose pucks and plans.

    Zones are as the seat reads them, and values are goals for it.
    """

    deck: Deck
    state: IceColdState
    seat: i64
    hand: Hand
    """What was looked at last."""

    def __init__(self) -> None:
        self.sorted: Deck | None = None
        """The deck by whose cards the next three are."""
        self.classes = buffer(n.CARD_ROOM)
        self.kept = float_buffer(n.CARD_ROOM)
        """By ID, the value of a card that is kept in the hand."""
        self.mean = 0.0
        """That of an unknown card."""
        self.pool = buffer(n.CARD_ROOM)
        """The cards one of which is turned over next, all equally likely."""
        self.pool_size: i64 = 0
        self.held = float_buffer(n.CARD_ROOM)
        """By ID, the chance that the other seat holds the card."""
        self.own = buffer(n.CARD_ROOM)
        self.counts = float_buffer(4 * RESULTS)
        """Share of each result: of the outside line, the inside line, and both again where tags count."""
        self.no_answer = float_buffer(ZONES)
        """By zone, the chance that the other seat has no D card, other than S, that it would use there."""
        self.no_steal = float_buffer(ZONES)
        self.no_foul = float_buffer(ZONES)
        self.has = float_buffer(len(n.KIND_NAMES))
        """By kind, the chance that the other seat holds a card of it."""
        self.drawn_inside_shot = 0.0
        """Chance that the next card is an inside shot."""
        self.own_letter = 0.0
        self.low = 0.0
        """Chance of an ID from 1 to 9."""
        self.clean = 0.0
        """Chance of a goal on a penalty shot."""
        self.fade = 0.0
        """Share of its full value that what is kept for later has now."""
        self.bonus = 0.0
        """A momentum card."""
        self.spent = 0.0
        """The value of a replacement for a card that is spent."""
        self.control = float_buffer(ZONES)
        self.loose = float_buffer(ZONES)
        """A loose puck, or a face-off."""
        self.outside = 0.0
        self.inside = 0.0
        self.their_outside = 0.0
        self.their_inside = 0.0
        """Values of shots that are not blocked; of the other seat's they are goals for that seat."""

    # -- what the seat knows

    def look(self, state: IceColdState, seat: i64) -> None:
        """See the table as ``seat`` does."""
        self.deck = state.deck
        self.state = state
        self.seat = seat
        self.hand = state.hands[seat]
        self._sort()
        self._find_cards()
        self._count_answers()
        self._count_checks()
        self._value_zones()
        self._value_shots()

    def _sort(self) -> None:
        """Find what the cards are worth, if they are of another deck than before."""
        if self.sorted is self.deck:
            return
        cards = self.deck.cards
        self.sorted = self.deck
        self.mean = 0.0
        i: i64
        for i in range(len(cards)):
            self.classes[cards[i]] = class_of(self.deck, cards[i])
            self.kept[cards[i]] = KEPT[self.classes[cards[i]]]
            self.mean += self.kept[cards[i]] / float(len(cards))

    def _find_cards(self) -> None:
        """Find where every card may be: in the seat's hand, gone, certainly with the other seat, or unknown."""
        state, cards, own, held, pool = self.state, self.deck.cards, self.own, self.held, self.pool
        i: i64
        for i in range(len(cards)):
            own[cards[i]] = 0
            held[cards[i]] = 0.0
        for i in range(self.hand.size):
            own[self.hand.cards[i]] = 1
        known: i64 = 0
        size: i64 = 0
        for i in range(len(cards)):
            card = cards[i]
            if own[card] == 1:
                continue
            place = state.places[card]
            if place == n.HIDDEN:
                pool[size] = card
                size += 1
            elif place == n.SHOWN + 1 - self.seat or (place == n.HELD and state.aside_size == 0):
                held[card] = 1.0
                known += 1
        if size > 0:
            chance = float(state.hands[1 - self.seat].size - known) / float(size)
            for i in range(size):
                held[pool[i]] = chance
        if state.stock_size == 0 and state.discard_count > 0:
            size = state.discard_count
            for i in range(size):
                pool[i] = state.discards[i]
        self.pool_size = size

    def _count_answers(self) -> None:
        """Chances that the other seat holds cards that can answer, by kind."""
        deck, held = self.deck, self.held
        zone: i64
        i: i64
        for zone in range(ZONES):
            self.no_answer[zone] = 1.0
            self.no_steal[zone] = 1.0
            self.no_foul[zone] = 1.0
        for i in range(deck.kind_start[n.DEFENCE], deck.kind_start[n.DEFENCE + 1]):
            card = deck.by_kind[i]
            if held[card] == 0.0:
                continue
            chance = held[card] if self.classes[card] != FOULING else USED * held[card]
            for zone in range(ZONES):
                if deck.works_in(card, 2 - zone):
                    if deck.steals[card] == 1:
                        self.no_steal[zone] *= 1.0 - chance
                    else:
                        self.no_answer[zone] *= 1.0 - chance
                    if deck.may_be_penalised[card] == 1:
                        self.no_foul[zone] *= 1.0 - chance
        kind: i64
        for kind in range(len(n.KIND_NAMES)):
            none = 1.0
            for i in range(deck.kind_start[kind], deck.kind_start[kind + 1]):
                none *= 1.0 - held[deck.by_kind[i]]
            self.has[kind] = 1.0 - none

    def _count_checks(self) -> None:
        """Shares of letters, IDs, kinds and results in the pool."""
        state, deck, counts = self.state, self.deck, self.counts
        i: i64
        for i in range(4 * RESULTS):
            counts[i] = 0.0
        own_letters: i64 = 0
        low: i64 = 0
        clean: i64 = 0
        shots: i64 = 0
        for i in range(self.pool_size):
            card = self.pool[i]
            if state.team_of(card) == self.seat:
                own_letters += 1
            if card <= CLEAR_CHANCE:
                low += 1
            if card <= CLEAN_SHOT:
                clean += 1
            if deck.kind[card] == n.INSIDE_SHOT:
                shots += 1
            counts[deck.os_result[card]] += 1.0
            counts[RESULTS + deck.is_result[card]] += 1.0
            counts[2 * RESULTS + tagged(deck.os_result[card], deck.os_tag[card])] += 1.0
            counts[3 * RESULTS + tagged(deck.is_result[card], deck.is_tag[card])] += 1.0
        share = 1.0 / float(self.pool_size) if self.pool_size > 0 else 0.0
        self.own_letter = share * float(own_letters)
        self.low = share * float(low)
        self.clean = share * float(clean)
        self.drawn_inside_shot = share * float(shots)
        for i in range(4 * RESULTS):
            counts[i] *= share

    # -- values of zones and shots

    def _value_zones(self) -> None:
        state = self.state
        left = cards_left_in_period(state)
        self.fade = min(1.0, float(left) / FULL_VALUE)
        self.bonus = 0.0 if state.is_overtime() else self.fade * MOMENTUM_CARD
        refills = self.hand.size <= state.base(self.seat) and state.can_draw()
        self.spent = self.mean if refills else 0.0
        control, loose = self.control, self.loose
        control[n.DEFENSIVE_ZONE] = self.fade * CONTROL_IN_OWN_ZONE
        control[n.CENTRE] = self.fade * CONTROL_AT_CENTRE
        control[n.OFFENSIVE_ZONE] = self.fade * CONTROL_IN_OFFENSIVE_ZONE
        zone: i64
        for zone in range(ZONES):
            loose[zone] = self.own_letter * control[zone] - (1.0 - self.own_letter) * control[2 - zone]

    def _value_shots(self) -> None:
        out = self.state.goalie_out
        own_out, their_out = out[self.seat] == 1, out[1 - self.seat] == 1
        at_their_net, at_own_net = self.loose[n.OFFENSIVE_ZONE], -self.loose[n.DEFENSIVE_ZONE]
        self.inside = self.shot(True, own_out, at_their_net)
        self.outside = self.inside if their_out else self.shot(False, own_out, at_their_net)
        self.their_inside = self.shot(True, their_out, at_own_net)
        self.their_outside = self.their_inside if own_out else self.shot(False, their_out, at_own_net)

    def goal(self) -> float:
        """A goal with its bonus."""
        return 1.0 + float(n.GOAL_BONUS) * self.bonus

    def net_goals(self, is_inside: bool) -> float:
        """Goals less short-handed goals of a shot of a power play."""
        start: i64 = 3 * RESULTS if is_inside else 2 * RESULTS
        return self.counts[start + n.GOAL] - self.counts[start + n.SHORT_HANDED_GOAL]

    def power_play(self, shots: i64) -> float:
        """Goals of a power play of this many shots: one that scores ends it."""
        miss = 1.0
        goals = 0.0
        number: i64
        for number in range(shots):
            scores = self.net_goals(not is_outside(shots, number))
            goals += miss * scores
            miss *= 1.0 - scores
        return goals * self.goal()

    def shot(self, is_inside: bool, tags_count: bool, face_off: float) -> float:
        """Value of a shot that is not blocked, for the seat that takes it; ``face_off``: value of a face-off in that
        offensive zone.
        """
        counts = self.counts
        start: i64 = RESULTS if is_inside else i64(0)
        if tags_count:
            start += 2 * RESULTS
        goals, against = counts[start + n.GOAL], counts[start + n.SHORT_HANDED_GOAL]
        defended = counts[start + n.SAVE_DEF] + counts[start + n.WIDE_DEF]
        kept, rebounds = counts[start + n.SAVE_OFF], counts[start + n.SAVE_REBOUND]
        others = 1.0 - defended - goals - against - kept - rebounds
        value = (goals - against) * self.goal() - defended * self.control[n.DEFENSIVE_ZONE]
        value -= counts[start + n.SUPER_SAVE] * float(n.SUPER_SAVE_BONUS) * self.bonus
        value = value + kept * self.control[n.OFFENSIVE_ZONE] + others * face_off
        if is_inside:
            return value / (1.0 - rebounds) if rebounds < 1.0 else 0.0
        return value + rebounds * self.shot(True, tags_count, face_off)

    # -- cards

    def cost(self, card: i64) -> float:
        """The loss from spending a card of the seat's hand."""
        return self.fade * (self.kept[card] - self.spent)

    def least_cost(self, used: i64) -> float:
        """The lowest cost of a card that is not used yet; 0 without one."""
        least = 1.0
        i: i64
        for i in range(self.hand.size):
            if (used >> i) & 1 == 0:
                cost = self.cost(self.hand.cards[i])
                if cost < least:
                    least = cost
        return least if least < 1.0 else 0.0

    # -- plans

    def plan(self, zone: i64, top: i64, used: i64, depth: i64) -> float:
        """The value of the seat's best plan, in control, with its hand; ``used``: a bit for each card of it that will
        be gone by then.
        """
        if zone == n.OFFENSIVE_ZONE:
            best = self._best_shot(top, used)
        elif zone == n.CENTRE:
            best = self.loose[n.OFFENSIVE_ZONE] - self.least_cost(used)
        else:
            best = max(self.deep_dump(), -self.control[n.CENTRE] - self.least_cost(used))
        if used != 0:
            best = max(best, self.control[zone] - self.fade * CHANGED_PLAN)
        if depth == 0:
            return best
        hand, deck = self.hand, self.deck
        i: i64
        for i in range(hand.size):
            card = hand.cards[i]
            fits = (
                deck.kind[card] <= n.SKATE and deck.works_in(card, zone) and top & (n.FRESH | bit(deck.kind[card])) != 0
            )
            if fits and (used >> i) & 1 == 0:
                value = self.move(card, zone, used | bit(i), depth - 1)
                if value > best:
                    best = value
        return best

    def _best_shot(self, top: i64, used: i64) -> float:
        """An inside shot if it is permitted and held, or drawn by then; otherwise an outside shot."""
        best = self.outside_shot()
        if top == n.FRESH or top & n.ON_INSIDE_SHOT == 0:
            return best
        shot = -1.0
        i: i64
        for i in range(self.hand.size):
            card = self.hand.cards[i]
            if (used >> i) & 1 == 0 and self.deck.kind[card] == n.INSIDE_SHOT:
                shot = max(shot, self.inside_shot(card))
        if shot == -1.0 and used != 0:
            return best + self.drawn_inside_shot * max(0.0, self.inside - best)
        return max(best, shot)

    def outside_shot(self) -> float:
        return (1.0 - self.has[n.OS_BLOCKED]) * self.outside + self.has[n.OS_BLOCKED] * self.loose[n.OFFENSIVE_ZONE]

    def inside_shot(self, card: i64) -> float:
        return (
            (1.0 - self.has[n.IS_BLOCKED]) * self.inside
            + self.has[n.IS_BLOCKED] * self.loose[n.OFFENSIVE_ZONE]
            - self.cost(card)
        )

    def deep_dump(self) -> float:
        """The other seat gets the puck in its own zone, or chooses between that and a face-off after an icing."""
        got = -self.control[n.DEFENSIVE_ZONE]
        return self.own_letter * got + (1.0 - self.own_letter) * min(got, self.loose[n.DEFENSIVE_ZONE])

    def move(self, card: i64, zone: i64, used: i64, depth: i64) -> float:
        """Playing a Pass or Skate: the plan continues if it is not answered."""
        deck = self.deck
        end = deck.destination[ZONES * card + zone]
        if deck.ices[card] == 1 or end == n.NO_ZONE:
            return self.loose[n.DEFENSIVE_ZONE] - self.cost(card)
        done = self.plan(end, deck.follow_ons[card], used, depth)
        through = 1.0
        icons = deck.follow_ons[card]
        acts = end if deck.kind[card] == n.PASS else zone
        if icons & n.ON_DEFENCE != 0:
            through = self.no_answer[acts] * self.no_steal[zone]
        elif deck.shows_defence(card):
            through = self.no_foul[acts]
        answered = -ANSWER_GAINS * self.control[2 - acts] + (1.0 - ANSWER_GAINS) * self.loose[acts]
        return through * done + (1.0 - through) * answered - self.cost(card)

    def their_plan(self, zone: i64, top: i64) -> float:
        """The value of control of the puck to the other seat, whose hand is unknown; the zone as that seat reads it."""
        if zone != n.OFFENSIVE_ZONE:
            return self.control[zone]
        shot = max(self.their_outside, self.control[zone])
        if top == n.FRESH or top & n.ON_INSIDE_SHOT == 0:
            return shot
        has = 1.0 - (1.0 - self.has[n.INSIDE_SHOT]) * (1.0 - self.drawn_inside_shot)
        return has * max(shot, self.their_inside) + (1.0 - has) * shot


def tagged(result: i64, tag: i64) -> i64:
    """The result where tags count."""
    return n.GOAL if tag == n.PPG else n.SHORT_HANDED_GOAL if tag == n.SHG else result


def bit_in(hand: Hand, card: i64) -> i64:
    """A bit for the place of a card in the hand."""
    i: i64
    for i in range(hand.size):
        if hand.cards[i] == card:
            return bit(i)
    return 0


def cards_left_in_period(state: IceColdState) -> i64:
    """Approximate number of cards that can still be drawn or turned over in this period."""
    if state.time_expired:
        return 0
    again = state.passes() - state.pass_number
    return state.stock_size + again * (len(state.deck.cards) - 2 * state.options.hand)


def cards_left(state: IceColdState) -> i64:
    """The same to the end of regulation, or of overtime."""
    left = cards_left_in_period(state)
    options = state.options
    if state.period < options.periods:
        left += (options.periods - state.period) * options.passes * (len(state.deck.cards) - 2 * options.hand)
    return left
