"""The skills of the game (``ai.skills``), in the order of a coach: for each card of a line-up in turn."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from ai.skills import Skill, each_for_itself
from ai.turn_based_hockey.values import periods_after
from engines.turn_based_hockey.language import ENGLISH
from engines.turn_based_hockey.rules import (
    FACE_OFF,
    LD,
    LINEUP_SECOND,
    LW,
    PLACES,
    RD,
    RW,
    SAME_COLOUR,
    SAME_SUIT,
    C,
    G,
    TurnBasedHockeyState,
    chemistry,
    points,
    scale_value,
)
from engines.turn_based_hockey.table import goals_against

LOGIT: Final = 0.043
PARTNER: Final[Mapping[int, int]] = {C: LW, RW: C, G: LD, RD: G}
"""The place, filled earlier, that forms a pair with each place."""
MET: Final[Mapping[int, tuple[int, int]]] = {C: (RD, G), RW: (LD, G), G: (RW, C), RD: (LW, C)}
"""The places of the pair that this pair meets in the other line-up."""


def situation(state: TurnBasedHockeyState, seat: int) -> Sequence[int]:
    """The period, the place that is filled, whether the other line-up is open, and the card of the pair so far."""
    if state.node == FACE_OFF:
        return int(state.period), -1
    place = int(state.placed[seat])
    before = card_at(state, seat, PARTNER[place]) if place in PARTNER else -1
    return int(state.period), place, int(state.lineup_is_open(1 - seat)), before


def card_at(state: TurnBasedHockeyState, seat: int, place: int) -> int:
    """The card at a place of the seat's line-up of this period."""
    return int(state.lineups[state.lineup_at(seat) + place])


def pair_values(state: TurnBasedHockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The value of the pair that each card completes, 0 where it begins one."""
    place = -1 if state.node == FACE_OFF else int(state.placed[seat])
    if place not in PARTNER:
        return [0] * len(actions)
    before = card_at(state, seat, PARTNER[place])
    return [int(state.options.pair(card, before)) for card in actions]


def beats(state: TurnBasedHockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """1 for a card that completes a pair which scores against the open one that it meets, or stops it."""
    place = -1 if state.node == FACE_OFF else int(state.placed[seat])
    if place not in PARTNER or not state.lineup_is_open(1 - seat):
        return [0] * len(actions)
    one, other = [card_at(state, 1 - seat, met) for met in MET[place]]
    needed = int(state.options.pair(one, other)) + int(place > RW)  # a tie is a goal
    return [int(value >= needed) for value in pair_values(state, seat, actions)]


def first_points(state: TurnBasedHockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The points of a card that begins a pair."""
    begins = state.node != FACE_OFF and int(state.placed[seat]) not in PARTNER
    return [int(points(card)) if begins else 0 for card in actions]


def second_points(state: TurnBasedHockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The points of a card that completes a pair."""
    completes = state.node != FACE_OFF and int(state.placed[seat]) in PARTNER
    return [int(points(card)) if completes else 0 for card in actions]


def face_off_points(state: TurnBasedHockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The points of a card for the face-off."""
    return [int(points(card)) if state.node == FACE_OFF else 0 for card in actions]


def why(state: TurnBasedHockeyState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """In what a face-off card or a line-up is better than the other; what differs, if in nothing. A card that begins
    the other line-up stands for it with that card there.
    """
    if state.node == FACE_OFF:
        return why_face_off(state, seat, move[0], other[0])
    begun = [card_at(state, seat, place) for place in range(int(state.placed[seat]))]
    one, two = [*begun, *move], [*begun, *other]
    if len(one) < PLACES and len(two) < PLACES:
        return why_card(state, seat, move[0], other[0])
    one, two = one if len(one) == PLACES else with_card(two, one), two if len(two) == PLACES else with_card(one, two)
    answers = why_answer(state, seat, one, two) if state.node == LINEUP_SECOND else ""
    return answers or why_lineup(state, seat, one, two)


def why_card(state: TurnBasedHockeyState, seat: int, card: int, other: int) -> str:
    """The best pair that a card makes with the one next to it, or with one of the hand; or what it costs."""
    place = int(state.placed[seat])
    partners = [card_at(state, seat, PARTNER[place])] if place in PARTNER else state.legal_actions(seat)
    mine, others = [max([int(state.options.pair(one, two)) for two in partners if two != one]) for one in (card, other)]
    if mine != others:
        return ENGLISH.phrase("makes_pair", mine=mine, others=others)
    mine, others = int(points(card)), int(points(other))
    return (
        ENGLISH.phrase("costs", mine=mine, others=others) if mine != others else why_suits(state, seat, [card], [other])
    )


def with_card(lineup: Sequence[int], begun: Sequence[int]) -> list[int]:
    """A line-up with the last card of another that is begun in its place: the two exchange places, or one is kept."""
    changed, place, card = list(lineup), len(begun) - 1, begun[-1]
    if card in changed:
        changed[changed.index(card)] = changed[place]
    changed[place] = card
    return changed


def why_face_off(state: TurnBasedHockeyState, seat: int, card: int, other: int) -> str:
    """How many unseen cards it beats, if that is more; else what it costs."""
    gone, scale = int(state.hands[seat].mask()) | int(state.laid_open()), bool(state.options.by_rank)
    unseen = [int(scale_value(held, scale)) for held in state.options.deck if not gone >> int(held) & 1]
    mine, others = [sum([held < scale_value(one, scale) for held in unseen]) for one in (card, other)]
    cost, others_cost = int(points(card)), int(points(other))
    if mine > others or (mine < others and cost == others_cost):
        return ENGLISH.phrase("beats_cards", mine=mine, unseen=len(unseen), others=others)
    if cost != others_cost:
        return ENGLISH.phrase("costs", mine=cost, others=others_cost)
    return why_suits(state, seat, [card], [other])


def why_answer(state: TurnBasedHockeyState, seat: int, lineup: Sequence[int], other: Sequence[int]) -> str:
    """The goals against the open line-up; of as many, the points of the cards kept. Empty: it is neither.

    ``other`` is the same if no other was tried: in the last period then none is better.
    """
    shown = [card_at(state, 1 - seat, place) for place in range(PLACES)]
    (scored, against), (others_scored, others_against) = [
        (int(goals_against(state.options, one, shown)), int(goals_against(state.options, shown, one)))
        for one in (lineup, other)
    ]
    keeps, others_keep = kept_points(state, seat, lineup), kept_points(state, seat, other)
    if list(lineup) == list(other):
        return ENGLISH.phrase("most_goals", scored=scored, against=against) if periods_after(state) == 0 else ""
    if (scored, against) == (others_scored, others_against):
        return "" if keeps == others_keep else ENGLISH.phrase("as_many_goals", mine=keeps, others=others_keep)
    if scored - against <= others_scored - others_against and keeps > others_keep:
        return ENGLISH.phrase("keeps_points", mine=keeps, others=others_keep)
    return ENGLISH.phrase(
        "goals", scored=scored, against=against, others_scored=others_scored, others_against=others_against
    )


def why_lineup(state: TurnBasedHockeyState, seat: int, lineup: Sequence[int], other: Sequence[int]) -> str:
    """The pairs of the attack or of the defence, or the points of the cards kept: by which it is most ahead."""
    facts = [(pairs_of(state, one), kept_points(state, seat, one)) for one in (lineup, other)]
    ((attack, defence), keeps), ((others_attack, others_defence), others_keep) = facts
    texts: list[tuple[int, str]] = []
    for name, pairs, others in (("attack", attack, others_attack), ("defence", defence, others_defence)):
        (low, high), (others_low, others_high) = sorted(pairs), sorted(others)
        if (low, high) != (others_low, others_high):
            text = ENGLISH.phrase(name, high=high, low=low, others_high=others_high, others_low=others_low)
            texts.append((low + high - others_low - others_high, text))
    if keeps != others_keep:
        texts.append((keeps - others_keep, ENGLISH.phrase("keeps_points", mine=keeps, others=others_keep)))
    if texts:
        ahead = [text for text in texts if text[0] > 0]
        return max(ahead or texts, key=lambda text: abs(text[0]))[1]
    if attack != others_attack:
        return ENGLISH.phrase("attack_sides", left=attack[0], right=attack[1])
    if defence != others_defence:
        return ENGLISH.phrase("defence_sides", left=defence[0], right=defence[1])
    return why_suits(state, seat, lineup, other)


def why_suits(state: TurnBasedHockeyState, seat: int, used: Sequence[int], others: Sequence[int]) -> str:
    """How many pairs of one suit, or of one colour, are left in the hand; the last word, if all else is the same."""
    for name, worth in (("leaves_suits", SAME_SUIT), ("leaves_colours", SAME_COLOUR)):
        mine, theirs = [pairs_left(state, seat, one, worth) for one in (used, others)]
        if mine != theirs:
            return ENGLISH.phrase(name, count=mine, others=theirs)
    return ENGLISH.phrase("as_good")


def pairs_of(state: TurnBasedHockeyState, lineup: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The values of the pairs of the attack and of the defence, on the left and on the right."""
    left, right, left_back, right_back = [
        int(state.options.pair(lineup[outer], lineup[inner])) for outer, inner in ((LW, C), (RW, C), (LD, G), (RD, G))
    ]
    return (left, right), (left_back, right_back)


def kept_points(state: TurnBasedHockeyState, seat: int, lineup: Sequence[int]) -> int:
    """The points of the cards that are kept for later periods; 0 if there is none."""
    if periods_after(state) == 0:
        return 0
    return sum(int(points(card)) for card in kept(state, seat, lineup))


def pairs_left(state: TurnBasedHockeyState, seat: int, used: Sequence[int], worth: int) -> int:
    """How many pairs with this chemistry the kept cards form."""
    pairs = combinations(kept(state, seat, used), 2)
    return sum(int(chemistry(one, other, bool(state.options.joker_chemistry))) == worth for one, other in pairs)


def kept(state: TurnBasedHockeyState, seat: int, used: Sequence[int]) -> list[int]:
    """The cards of the hand that are not used."""
    hand = state.hands[seat]
    return [int(hand.cards[place]) for place in range(hand.size) if hand.cards[place] not in used]


SKILLS: Final = (
    Skill("beat", "Beats the pair that it sees, where a card does.", beats, (0.55, 0.74, 0.91, 1.0, 1.0)),
    Skill("face_off", "Pays for a face-off what it is worth.", face_off_points, (0.8, 0.83, 0.86, 0.92, 1.0)),
    Skill("begin", "Begins a pair with a card as high as it needs.", first_points, (0.8, 0.83, 0.86, 0.92, 1.0)),
    Skill("chemistry", "Pairs cards of one suit, or of one colour.", pair_values, (0.2, 0.27, 0.37, 0.48, 0.7)),
    Skill(
        "spend", "Completes a pair with a card no higher than it needs.", second_points, (0.2, 0.27, 0.35, 0.48, 0.7)
    ),
    Skill(
        "plan",
        "Plans the whole line-up, and the periods after it.",
        each_for_itself,
        (0.0, 0.03, 0.08, 0.18, 0.42),
        why,
    ),
)
