"""The skills of Hockey (``ai.skills``), in the order of a coach."""

from collections.abc import Sequence
from typing import Final

from ai.skills import Skill
from engines.cards import RANKS
from engines.hockey.language import ENGLISH
from engines.hockey.rules import CHOOSE_DEALER, CHOOSE_DEALER_ACTION, NO_CARD, HockeyState, rank

LOGIT: Final = 0.021


def situation(state: HockeyState, seat: int) -> Sequence[int]:
    """The rank on top, and whose breakaway it is: -1 nobody's, 0 one's own side's."""
    top = -1 if state.top == NO_CARD else int(rank(state.top))
    return top, int(state.holder) if state.holder < 0 else int(state.holder) ^ (seat & 1)


def is_wild(state: HockeyState, card: int) -> bool:
    """Whether the card is of a wild rank, as the jacks are."""
    return bool((state.options.wild_ranks >> rank(card)) & 1)


def taking(state: HockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """1 for a card that matches, or scores; 2 for another that ends the breakaway of the other side."""
    if state.node == CHOOSE_DEALER:
        return [0] * len(actions)
    is_threat = state.holder == 1 - (seat & 1)
    return [1 if matches(state, seat, card) else 2 * int(is_threat and is_wild(state, card)) for card in actions]


def matches(state: HockeyState, seat: int, card: int) -> bool:
    """Whether the card is a plain one of the rank on top, or a wild one that scores."""
    if state.top == NO_CARD:
        return False
    if is_wild(state, card):
        return bool(state.options.wild_scores) and state.holder == seat & 1
    return rank(card) == rank(state.top)


def wild(state: HockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """1 for a wild card."""
    return [int(state.node != CHOOSE_DEALER and is_wild(state, card)) for card in actions]


def held(state: HockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """How many cards of the rank the seat holds."""
    return of_rank(int(state.hands[seat].mask()), state, actions)


def gone(state: HockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """How many cards of the rank the seat holds or has seen in this period."""
    return of_rank(int(state.seen_by(seat)), state, actions)


def of_rank(cards: int, state: HockeyState, actions: Sequence[int]) -> Sequence[int]:
    """How many of the ``cards``, a bit mask, are of the rank of each action."""
    if state.node == CHOOSE_DEALER:
        return each_rank(state, 0, actions)
    return [((cards >> 4 * int(rank(card))) & 15).bit_count() for card in actions]


def shown(state: HockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """1 for a card of a rank that the next seat has shown that it lacks (ruling 15)."""
    if state.node == CHOOSE_DEALER:
        return each_rank(state, seat, actions)
    return [int(state.safe_ranks[seat] >> rank(card)) & 1 for card in actions]


def in_the_end(state: HockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The ranks, in the last deal of a period; else nothing."""
    is_last = state.node != CHOOSE_DEALER and state.deal_number == len(state.deal_sizes())
    return each_rank(state, seat, actions) if is_last else [0] * len(actions)


def each_rank(state: HockeyState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The ranks, or who would deal."""
    return [int(action if state.node == CHOOSE_DEALER else rank(action)) for action in actions]


def why_take(state: HockeyState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """What the card does at once; of one that does nothing, how many cards could match what the other move brings."""
    if taking(state, seat, move[:1])[0]:
        return effect(state, seat, move[0])
    if state.top == NO_CARD or rank(other[0]) != rank(state.top):
        return ENGLISH.phrase("keeps_wild")
    return ENGLISH.phrase("does_not_match", count=out(state, seat, other[0]))


def why_wild(state: HockeyState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """What the wild card does; or that it is kept."""
    return effect(state, seat, move[0]) if is_wild(state, move[0]) else ENGLISH.phrase("keeps_wild")


def why_held(state: HockeyState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """How many more of the rank, or of the other's, the seat keeps."""
    if state.node == CHOOSE_DEALER:
        return ""
    mine, others = held(state, seat, [move[0], other[0]])
    return ENGLISH.phrase("keeps_more", count=mine - 1) if mine > others else ENGLISH.phrase("keeps_all", count=others)


def why_gone(state: HockeyState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """How many cards of either rank are still to be seen."""
    if state.node == CHOOSE_DEALER:
        return ""
    return ENGLISH.phrase("still_out", mine=out(state, seat, move[0]), others=out(state, seat, other[0]))


def why_shown(state: HockeyState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """Which of the two ranks the next seat has shown that it lacks."""
    if state.node == CHOOSE_DEALER:
        return ""
    return ENGLISH.phrase("it_lacks" if shown(state, seat, move[:1])[0] else "keeps_lacked")


def why_hide(state: HockeyState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """What is kept instead, of which as many are still out; before the game, who deals."""
    if state.node == CHOOSE_DEALER:
        return ENGLISH.phrase("deals_itself" if move[0] - CHOOSE_DEALER_ACTION == seat else "lets_deal")
    kept = ENGLISH.phrase(f"rank.{RANKS[rank(other[0])]}")
    return ENGLISH.phrase("keeps_instead", kept=kept, number=out(state, seat, other[0]))


def effect(state: HockeyState, seat: int, card: int) -> str:
    """What a match or a wild card does."""
    side, after = seat & 1, state.clone()
    after.apply(seat, card)
    assert isinstance(after, HockeyState)
    if after.totals[side] > state.totals[side]:
        return ENGLISH.phrase("reason_scores")
    if after.holder != side:
        return ENGLISH.phrase("blocks_breakaway")
    name = "opens_breakaway" if state.holder < 0 else "keeps_breakaway" if state.holder == side else "takes_over"
    return ENGLISH.phrase(name)


def out(state: HockeyState, seat: int, card: int) -> int:
    """How many cards of the rank the seat has not seen."""
    return ((int(state.options.deck_mask) & ~int(state.seen_by(seat))) >> 4 * int(rank(card)) & 15).bit_count()


SKILLS: Final = (
    Skill(
        "take", "Takes what is there: the match, the goal, the stop.", taking, (0.72, 0.86, 0.96, 1.0, 1.0), why_take
    ),
    Skill("jack", "Keeps a jack, or another wild card, for defence.", wild, (0.5, 0.8, 0.95, 1.0, 1.0), why_wild),
    Skill("pairs", "Plays one of a pair and keeps the other.", held, (0.4, 0.7, 0.9, 1.0, 1.0), why_held),
    Skill(
        "count",
        "Remembers what has passed: plays a rank that is nearly gone.",
        gone,
        (0.37, 0.42, 0.43, 0.54, 0.65),
        why_gone,
    ),
    Skill(
        "shown",
        "Reads the others: what the next player did not match, it lacks.",
        shown,
        (0.0, 0.1, 0.12, 0.15, 0.4),
        why_shown,
    ),
    Skill("end", "Plays the end exactly, when every card left is known.", in_the_end, (0.0, 0.0, 0.1, 0.25, 1.0)),
    Skill(
        "hide",
        "Hides what it holds: of two such cards, plays the one that says less.",
        each_rank,
        (0.0, 0.0, 0.0, 0.0, 0.1),
        why_hide,
    ),
)
