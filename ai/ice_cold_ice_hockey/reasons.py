"""Why a move of Ice Cold Ice Hockey is played rather than another: in words of the game, with what can be counted.

"8 goals in 40 cards" is said of the cards one of which is turned over next; "9 cards can answer" of those that the
other team may hold.
"""

from collections.abc import Sequence
from typing import Final

from ai.ice_cold_ice_hockey.values import ENTRY, ENTRY_SET_UP, GAINING, LOOSENING, SET_UP, ZONES, class_of
from engines.ice_cold_ice_hockey.language import ENGLISH
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.checks import CLEAR_CHANCE
from engines.ice_cold_ice_hockey.rules.shots import result_of
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.ice_cold_ice_hockey.rules.windows import acting_zone

say: Final = ENGLISH.phrase
MOST_REFILLED: Final = 2
"""Cards that are drawn between Ice the Puck and the face-off."""
KINDS: Final = {
    n.INSIDE_SHOT: "class_shot",
    n.KEPT_IN: "class_keep_in",
    n.OS_BLOCKED: "class_outside_block",
    n.IS_BLOCKED: "class_inside_block",
}
CLASSES: Final = {
    SET_UP: "class_set_up",
    ENTRY_SET_UP: "class_entry_set_up",
    ENTRY: "class_entry",
    GAINING: "class_takeaway",
    LOOSENING: "class_check",
}
ALONE: Final = {
    n.TOUCH_UP_PUCK: "plays_on",
    n.KEEP: "keeps_cards",
    n.DRAW: "one_card_more",
    n.STOP_DRAWING: "leaves_cards",
    n.RETURN_GOALIE: "guards_net",
    n.KEEP_IN_NET: "guards_net",
    n.STAY_OUT: "empty_net",
    n.PULL: "empty_net",
    n.PULL_GOALIE: "empty_net",
}
"""What is said of an action without a card, with the cards that are left in the deck."""


# -- what the seat can count


def card_of(action: int) -> int:
    """The card of an action; NO_CARD if it needs none."""
    return action % n.DUMP_CENTER if action < n.CARD_ACTIONS else int(n.NO_CARD)


def is_answer(action: int) -> bool:
    """Whether the action answers with a card."""
    return n.ANSWER <= action < n.DISCARD


def turned(state: IceColdState, action: int) -> list[int]:
    """The cards one of which is turned over next: an empty deck is made of the discards."""
    if state.stock_size > 0:
        return [int(card) for card in state.deck.cards if state.places[card] == n.HIDDEN and not holds(state, card)]
    laid = [card_of(action)] if action < n.CARD_ACTIONS else []
    return [int(state.discards[place]) for place in range(state.discard_count)] + laid


def holds(state: IceColdState, card: int) -> bool:
    """Whether the seat that is asked holds the card."""
    hand = state.hands[state.seat]
    return any(hand.cards[place] == card for place in range(hand.size))


def is_out(state: IceColdState, card: int) -> bool:
    """Whether the other team may hold the card, or draw it."""
    return bool(state.places[card] != n.DISCARDED) and not holds(state, card)


def goals_in(state: IceColdState, cards: Sequence[int], is_inside: bool, tags_count: bool) -> int:
    """How many of the cards are goals in the line of a shot."""
    return sum(result_of(state.deck, card, is_inside, tags_count) == n.GOAL for card in cards)


def won(state: IceColdState, cards: Sequence[int], seat: int) -> int:
    """How many of the cards give a team the puck."""
    void = (n.OFFSIDE_MARK, n.FIGHT_MARK)
    return sum(state.deck.mark[card] not in void and state.team_of(card) == seat for card in cards)


def called(state: IceColdState, cards: Sequence[int], foul: int) -> int:
    """How many of the cards call a penalty, or a penalty shot, for a foul."""
    deck = state.deck
    gives_shot = deck.may_give_penalty_shot[state.played] == 1
    return sum(
        bool(deck.calls_minor(foul, card) or deck.calls_major(foul, card) or (gives_shot and card <= CLEAR_CHANCE))
        for card in cards
    )


def answers_to(state: IceColdState, seat: int, card: int) -> int:
    """How many cards that are out can answer a pass or a skate of the seat, or foul its inside shot."""
    deck, zone = state.deck, int(state.zone_for(seat))
    icons, is_pass = int(deck.follow_ons[card]), deck.kind[card] == n.PASS
    end = int(deck.destination[ZONES * card + zone]) if deck.kind[card] <= n.SKATE else zone

    def fits(answer: int) -> bool:
        if deck.kind[answer] != n.DEFENCE or not is_out(state, answer):
            return False
        if not icons & n.ON_DEFENCE and not (icons & n.ON_PENALTY_DEFENCE and deck.may_be_penalised[answer]):
            return False
        return bool(deck.works_in(answer, 2 - (end if is_pass and not deck.steals[answer] else zone)))

    return sum(fits(int(answer)) for answer in deck.cards)


def go_on(state: IceColdState, seat: int, action: int) -> int:
    """How many other cards of the hand can be played on top of that of a play or an answer, where it takes the puck."""
    deck, hand, card = state.deck, state.hands[seat], card_of(action)
    zone, icons = int(state.zone_for(seat)), int(deck.follow_ons[card])
    if is_answer(action):
        zone = int(acting_zone(state, seat, card)) if state.node == n.DEFEND else zone
    elif deck.kind[card] <= n.SKATE:
        zone = int(deck.destination[ZONES * card + zone])
    others = [int(hand.cards[place]) for place in range(hand.size) if hand.cards[place] != card]
    return sum(
        bool(deck.kind[other] <= n.INSIDE_SHOT and icons >> deck.kind[other] & 1 and deck.works_in(other, zone))
        for other in others
    )


def ends(state: IceColdState) -> bool:
    """Whether there is no card for a check, so that it ends the period."""
    return bool(state.stock_size == 0 and state.is_last_pass())


# -- what a move is


def what(state: IceColdState, seat: int, action: int) -> str:
    """A move in a few words, with what it depends on."""
    cards = turned(state, action)
    if is_answer(action):
        return answer(state, seat, card_of(action), cards)
    if action < n.DUMP_CENTER:
        return play(state, seat, action, cards)
    if action < n.DUMP_IN:
        return say("to_centre")
    if action < n.DEFENSIVE_MODE:
        return say("period_ends") if ends(state) else say("chase", wins=won(state, cards, seat), cards=len(cards))
    if action < n.ANSWER:
        if ends(state):
            return say("retreat_late")
        deck = state.deck
        kept = sum(deck.kind[card] == n.DEFENCE and deck.mark[card] == n.NO_MARK for card in cards)
        return say("retreat", kept=kept, cards=len(cards))
    if action < n.CARD_ACTIONS:
        return say("new_card", card=class_text(state, card_of(action)))
    if action == n.DUMP_DEEP:
        if ends(state):
            return say("period_ends")
        if state.goalie_out[1 - seat]:
            low = [card for card in cards if card <= CLEAR_CHANCE]
            return say("into_net", count=won(state, low, 1 - seat), cards=len(cards))
        return say("down_ice", wins=won(state, cards, 1 - seat), cards=len(cards))
    if action == n.OUTSIDE_SHOT:
        goals = goals_in(state, cards, bool(state.goalie_out[1 - seat]), bool(state.goalie_out[seat]))
        return say("outside_shot", count=goals, cards=len(cards))
    if action == n.TAKE_FACE_OFF:
        return say("period_ends") if ends(state) else say("face_off", wins=won(state, cards, seat), cards=len(cards))
    if action in (n.TAKE, n.LEAVE):
        taken = class_text(state, int(state.discards[state.discard_count - 1]))
        return say("takes_card" if action == n.TAKE else "hopes", card=taken)
    return say(ALONE[action], count=int(state.stock_size))


def play(state: IceColdState, seat: int, card: int, cards: Sequence[int]) -> str:
    """An inside shot, a set-up for one in the hand, or another pass or skate."""
    deck = state.deck
    if deck.kind[card] == n.INSIDE_SHOT:
        goals = goals_in(state, cards, True, bool(state.goalie_out[seat]))
        return say("inside_shot", count=goals, cards=len(cards))
    if deck.ices[card]:
        if state.stock_size <= MOST_REFILLED:
            return say("ices_late")
        return say("ices", wins=won(state, cards, seat), cards=len(cards))
    if sets_up(state, seat, card):
        goals = goals_in(state, cards, True, bool(state.goalie_out[seat]))
        return say("sets_up", count=goals, cards=len(cards))
    by, free = ("by_pass", "free_pass") if deck.kind[card] == n.PASS else ("by_skate", "free_skate")
    count = answers_to(state, seat, card)
    return say(by, count=count) if count else say(free)


def sets_up(state: IceColdState, seat: int, card: int) -> bool:
    """Whether a pass or skate permits the seat an inside shot that it holds."""
    deck, hand = state.deck, state.hands[seat]
    end = deck.destination[ZONES * card + state.zone_for(seat)]
    shots = any(deck.kind[hand.cards[place]] == n.INSIDE_SHOT for place in range(hand.size))
    return bool(end == n.OFFENSIVE_ZONE and deck.follow_ons[card] & n.ON_INSIDE_SHOT) and shots


def answer(state: IceColdState, seat: int, card: int, cards: Sequence[int]) -> str:
    """What an answer brings."""
    deck = state.deck
    if deck.kind[card] in (n.OS_BLOCKED, n.IS_BLOCKED):
        return say("blocks_shot", count=shot_goals(state, seat, cards), cards=len(cards))
    if deck.may_be_penalised[card]:
        return say("fouls", calls=called(state, cards, card), cards=len(cards))
    if deck.outcome[card] == n.GAIN:
        zone = state.zone_for(seat) if state.node != n.DEFEND else acting_zone(state, seat, card)
        return say(f"wins_puck.{n.ZONE_LETTERS[zone]}")
    if deck.outcome[card] == n.STOP:
        return say("stops_play")
    if ends(state):
        return say("period_ends")
    if deck.big_hit[card]:
        return say("hits", bonus=int(deck.big_hit[card]))
    return say("knocks_loose", wins=won(state, cards, seat), cards=len(cards))


def shot_goals(state: IceColdState, seat: int, cards: Sequence[int]) -> int:
    """How many of the cards are goals of the shot that the seat is asked about."""
    if state.node == n.POWER_PLAY_RESPONSE:
        return goals_in(state, cards, bool(state.shot == n.INSIDE or state.goalie_out[seat]), True)
    is_inside = bool(state.node == n.INSIDE_SHOT_RESPONSE or state.goalie_out[seat])
    return goals_in(state, cards, is_inside, bool(state.goalie_out[1 - seat]))


def declined(state: IceColdState, seat: int, answer: int) -> str:
    """Why not to answer with a card, an action."""
    deck, card = state.deck, card_of(answer)
    if deck.kind[card] in (n.OS_BLOCKED, n.IS_BLOCKED):
        cards = turned(state, int(n.DECLINE))
        return say("keeps_block", count=shot_goals(state, seat, cards), cards=len(cards))
    if deck.may_be_penalised[card]:
        cards = turned(state, answer)
        return say("no_foul", calls=called(state, cards, card), cards=len(cards))
    return say("keeps_card", card=class_text(state, card))


def class_text(state: IceColdState, card: int) -> str:
    """What a card is for."""
    deck, of_class = state.deck, int(class_of(state.deck, card))
    if deck.kind[card] == n.DEFENCE and of_class not in CLASSES:
        return say("class_foul" if deck.may_be_penalised[card] else "class_fight")
    name = KINDS.get(deck.kind[card]) or CLASSES.get(of_class)
    return say(name or ("class_pass" if deck.kind[card] == n.PASS else "class_skate"))


# -- what distinguishes two moves


def versus(state: IceColdState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """What the moves are; of an answer what it brings, and of none what it spares."""
    one, two = move[0], other[0]
    if one == n.DECLINE:
        return declined(state, seat, two) if is_answer(two) else ""
    mine, others = what(state, seat, one), what(state, seat, two) if two != n.DECLINE else ""
    if mine == others:
        return ""
    is_alone = two == n.DECLINE or (one in ALONE and two in ALONE) or state.node in (n.TOUCH_UP, n.DEFENSIVE_MODE_TAKE)
    return mine if is_alone or two == n.KEEP or one == n.KEEP else say("rather", mine=mine, others=others)


def thrown(state: IceColdState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """What is thrown away and what is kept, and how many more like them are out."""
    cards = [card_of(move[0]), card_of(other[0])]
    if n.NO_CARD in cards:
        return ""
    mine, others = [class_text(state, card) for card in cards]
    if mine == others:
        return ""
    out = [
        sum(is_out(state, like) and class_text(state, like) == text for like in map(int, state.deck.cards))
        for text in (mine, others)
    ]
    return say("throws_away", mine=mine, out=out[0], others=others, more=out[1])


def taken_to(state: IceColdState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """Where the puck goes; or for which shot."""
    if max(move[0], other[0]) >= n.DUMP_CENTER:
        return ""
    here = int(state.zone_for(seat))
    zones = [int(state.deck.destination[ZONES * card + here]) for card in (move[0], other[0])]
    if zones[0] == zones[1] or n.NO_ZONE in zones:
        return versus(state, seat, move, other)
    mine, others = [say(f"end.{n.ZONE_LETTERS[zone]}") for zone in zones]
    answers, more = [answers_to(state, seat, card) for card in (move[0], other[0])]
    return say("takes_to", mine=mine, others=others, count=answers, more=more)


def in_detail(state: IceColdState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """By what two moves differ that look much the same; at least, which card is kept."""
    one, two = move[0], other[0]
    cards = [card_of(one), card_of(two)]
    text = versus(state, seat, move, other) or thrown(state, seat, move, other)
    if text or n.NO_CARD in cards:
        return text
    if one < n.DUMP_CENTER:
        answers, more = [answers_to(state, seat, card) for card in cards]
        if answers != more:
            return say("answered", count=answers, more=more)
    if one < n.DUMP_CENTER or is_answer(one):
        go, more = [go_on(state, seat, action) for action in (one, two)]
        if go != more:
            return say("goes_on", count=go, more=more)
    zones = [bin(int(state.deck.zones[card])).count("1") for card in cards]
    if zones[0] != zones[1]:
        return say("keeps_zones", card=cards[1], count=zones[1], others=zones[0])
    return say("keeps_number", card=cards[1], mine=cards[0])
