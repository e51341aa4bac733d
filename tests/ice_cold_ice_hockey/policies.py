"""Simple players of the golden game, equal and scripted as those of section 17.2 of the rules."""

from engines.ice_cold_ice_hockey.rules import numbers
from engines.ice_cold_ice_hockey.rules.numbers import CENTRE, DEFENCE, GAIN, INSIDE_SHOT, OFFENSIVE_ZONE, ON_INSIDE_SHOT
from engines.ice_cold_ice_hockey.rules.windows import destination


def scripted(state, seat, *, fouls_freely):
    """Carry the puck in, set up and shoot; answer what can be answered, but foul only where it hurts not to, or
    ``fouls_freely``: whenever a foul is the only answer.
    """
    node, legal = state.node, state.legal_actions(seat)
    if node == numbers.ATTACK:
        return attack(state, seat, legal)
    if node == numbers.TOUCH_UP:
        return int(numbers.TAKE_FACE_OFF)
    if numbers.DECLINE in legal:
        return answer(state, seat, legal, fouls_freely)
    if node in (numbers.MOMENTUM_TRIM, numbers.SKATER_DISCARD, numbers.ICE_DISCARD):
        if node == numbers.ICE_DISCARD and value(state, seat, least(state, seat, legal)) > 2:
            return int(numbers.KEEP)
        return int(numbers.DISCARD) + least(state, seat, legal)
    if node == numbers.GOALIE_RETURN:
        return int(numbers.STAY_OUT)
    return legal[0]  # draw, take, pull


def attack(state, seat, legal):
    """The best play of the hand, otherwise the outside shot or a dump."""
    if numbers.PULL_GOALIE in legal and state.stock_size <= 8:
        return int(numbers.PULL_GOALIE)
    plays = [action for action in legal if action < numbers.DUMP_CENTER]
    best = max(plays, key=lambda card: promise(state, seat, card), default=None)
    zone = state.zone_for(seat)
    if best is not None and (zone != OFFENSIVE_ZONE or promise(state, seat, best) > 2):
        return best
    if zone == OFFENSIVE_ZONE:
        return int(numbers.OUTSIDE_SHOT)
    dump = int(numbers.DUMP_IN if zone == CENTRE else numbers.DUMP_CENTER)
    dumps = [action for action in legal if dump < action < dump + 100]
    return dump + least(state, seat, dumps) if dumps else int(numbers.DUMP_DEEP)


def promise(state, seat, card):
    """How much a play of the attacker is liked; above 2 better than an outside shot."""
    deck, hand = state.deck, state.hands[seat]
    if deck.kind[card] == INSIDE_SHOT:
        return 9.0
    if deck.ices[card]:
        return -1.0
    end = deck.destination[3 * card + state.zone_for(seat)]
    has_shot = any(deck.kind[hand.cards[i]] == INSIDE_SHOT for i in range(hand.size))
    sets_up = end == OFFENSIVE_ZONE and bool(deck.follow_ons[card] & ON_INSIDE_SHOT) and has_shot
    follows = any(
        hand.cards[i] != card
        and deck.kind[hand.cards[i]] <= 1
        and deck.works_in(hand.cards[i], end)
        and deck.follow_ons[card] >> deck.kind[hand.cards[i]] & 1
        for i in range(hand.size)
    )
    return float(end - state.zone_for(seat)) + 3.0 * sets_up + 0.5 * follows - 0.7 * deck.shows_defence(card)


def answer(state, seat, legal, fouls_freely):
    """Gain the puck if possible, otherwise leave it loose; foul in one's own zone, on a breakaway or freely."""
    deck, best, best_value = state.deck, int(numbers.DECLINE), 0.0
    for action in legal:
        card = action - int(numbers.ANSWER)
        if action == numbers.DECLINE:
            continue
        value = 3.0 if deck.outcome[card] == GAIN else 2.0 + deck.big_hit[card] / 4
        if deck.kind[card] == DEFENCE and (deck.may_be_penalised[card] or deck.fight[card]):
            into_own_zone = state.zone_for(seat) == 0 or destination(state) == OFFENSIVE_ZONE
            value = 1.0 if fouls_freely or (into_own_zone and deck.follow_ons[state.played] & ON_INSIDE_SHOT) else -1.0
        if value > best_value:
            best, best_value = action, value
    return best


def least(state, seat, legal):
    """The least useful card, of actions that discard one."""
    cards = [action % 100 for action in legal if action < numbers.CARD_ACTIONS]
    return min(cards, key=lambda card: value(state, seat, card))


def value(state, seat, card):
    deck = state.deck
    kind = deck.kind[card]
    if kind == INSIDE_SHOT:
        return 3.0
    if kind >= DEFENCE:
        return 3.5 if deck.outcome[card] == GAIN else 2.5
    return 3.2 if deck.follow_ons[card] & ON_INSIDE_SHOT else 1.0 if deck.zones[card] == 1 else 2.2
