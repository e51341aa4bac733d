"""The skills of Blades of Steel (``ai.skills``), in the order of a coach."""

from collections.abc import Sequence
from typing import Final

from ai.blades_of_steel.combinations import best_block, top_rank
from ai.blades_of_steel.unseen import BLACK, UnseenHands
from ai.skills import Skill, each_for_itself
from engines.api import State
from engines.blades_of_steel.language import ENGLISH
from engines.blades_of_steel.packed_cards import cards_of, kind_of, mask_of, number_of
from engines.blades_of_steel.rules import (
    ACE,
    ANSWER,
    BLOCK_FROM_HAND,
    BLOCK_KINDS,
    CHANGE_LINES,
    GREAT_ONE,
    NO_BLOCK,
    PAIR,
    SHOOT,
    STACK,
    WITH_ACE,
    BladesState,
    Side,
    level_of,
    strength,
)
from engines.cards import CARD_TEXTS, RANKS

LOGIT: Final = 0.017


def situation(state: BladesState, seat: int) -> Sequence[int]:
    """In an answer the shot's level and highest rank; else the stacks of both sides, and the best shot that is held."""
    if state.node == ANSWER:
        return 1, int(level_of(state.shot_strength)), int(top_rank(state.shot_strength))
    best = max((strength_of(action) for action in state.distinct_actions(seat) if kind_of(action) == SHOOT), default=0)
    sizes = [int(state.sides[side].stack.size) for side in (seat, 1 - seat)]
    return 0, *sizes, int(level_of(best)), int(top_rank(best))


def strength_of(action: int) -> int:
    """The strength of the cards of an action by the rank table."""
    return int(strength(cards_of(action), False))


def cards_in(action: int) -> int:
    """The number of cards that an action plays."""
    return int(number_of(cards_of(action)))


def stops(state: BladesState, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """1 for a block that stops the shot."""
    if state.node != ANSWER:
        return [0] * len(actions)
    return [int(state.strength_of_block(kind_of(one), cards_of(one)) >= state.shot_strength) for one in actions]


def sure_shots(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The level of a shot that hardly anything stops: a breakaway or the great one."""
    levels = [int(level_of(strength_of(action))) if kind_of(action) == SHOOT else 0 for action in actions]
    return [level if level >= WITH_ACE else 0 for level in levels]


def kinds_of_play(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """Shots by their level, stacks by whether they hold a block, and new lines."""
    return [kind_of_play(action) for action in actions]


def kind_of_play(action: int) -> int:
    """A number for a shot's level, for a stack with and without a block, for new lines, and for blocks."""
    kind = kind_of(action)
    if kind == SHOOT:
        return 10 + int(level_of(strength_of(action)))
    if kind == STACK:
        return 1 if block_in(action) > 0 else 2
    return 3 if kind == CHANGE_LINES else 4


def block_in(action: int) -> int:
    """The strength of the best block among the cards of an action, by the rank table."""
    side = Side()
    side.stack.add_all(cards_of(action))
    return int(best_block(side.stack))


def strengths(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The strength of shots, blocks and stacks, to the rank of the highest card."""
    return [strength_of(action) if kind_of(action) != CHANGE_LINES else -1 for action in actions]


# -- why a move rather than another


def why_stop(state: BladesState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """With how many cards the shot is stopped; or how many are kept that the other move spends."""
    if stops(state, seat, move)[0]:
        return ENGLISH.phrase("stops_it", count=cards_in(move[0]))
    keeps = kept(move[0], other[0])
    return ENGLISH.phrase("keeps_for_later", count=len(keeps)) if keeps else ""


def why_shoot(state: BladesState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """What stops a shot, of the cards that the seat has not seen; of one of three cards, how many are against it. Empty
    for a shot that is lower than the other.
    """
    value, others = strength_of(move[0]), strength_of(other[0])
    is_shot = kind_of(other[0]) == SHOOT
    if kind_of(move[0]) != SHOOT or (is_shot and value <= others):
        return ""
    if level_of(value) == GREAT_ONE:
        return ENGLISH.phrase("unstoppable")
    unseen = UnseenHands()
    unseen.find(state, seat)
    aces = int(unseen.number(ACE, BLACK))
    if level_of(value) == WITH_ACE:
        return ENGLISH.phrase("ace_stops", aces=aces) if aces else ENGLISH.phrase("no_ace_left")
    if level_of(value) == PAIR:
        pairs = sum(unseen.number(rank, BLACK) == 2 for rank in range(top_rank(value), ACE))
        return ENGLISH.phrase("pairs_stop", aces=aces, pairs=pairs)
    if is_shot:
        return ENGLISH.phrase("flush_is_higher") if level_of(value) > level_of(others) else ""
    side = state.sides[1 - seat]
    if is_last_turn(state, seat, cards_in(move[0])):
        return ENGLISH.phrase("last_turn", count=int(state.draw_pile()))
    return ENGLISH.phrase("against_it", hand=int(side.hand_size()), stack=int(side.stack.size))


def is_last_turn(state: BladesState, seat: int, used: int) -> bool:
    """Whether the pack is out before the seat's next action, if this one uses ``used`` cards."""
    size = state.options.hand_size
    left = state.draw_pile() - (size - state.sides[1 - seat].hand_size())
    return bool(left <= (0 if state.options.finish_turn else size - state.sides[seat].hand_size() + used))


def why_play(state: BladesState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """What a shot has against it, what a stack holds and leaves in the hand, and how much of it new lines change."""
    if kind_of(move[0]) == SHOOT:
        return why_shoot(state, seat, move, other)
    hand, level = int(state.sides[seat].hand_size()), int(level_of(block_in(move[0])))
    if kind_of(move[0]) == CHANGE_LINES:
        return ENGLISH.phrase("new_hand", mine=hand, others=cards_in(other[0]))
    lays = ENGLISH.phrase(f"lays.{BLOCK_KINDS[level]}" if level else "lays.bluff")
    if kind_of(other[0]) == STACK:
        return ENGLISH.phrase("other_stops_nothing", lays=lays) if level else ""
    return ENGLISH.phrase("lays_and_keeps", lays=lays, count=hand - cards_in(move[0]))


def why_rank(state: State, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """Which shot, or block to stack, is higher; empty for the lower one."""
    kind = kind_of(move[0])
    mine, others = [block_in(one[0]) if kind == STACK else strength_of(one[0]) for one in (move, other)]
    if kind not in (SHOOT, STACK) or mine <= others:
        return ""
    if level_of(mine) > level_of(others):
        return ENGLISH.phrase("higher_block", lays=ENGLISH.phrase(f"lays.{BLOCK_KINDS[level_of(mine)]}"))
    ranks = [ENGLISH.phrase(f"the.{RANKS[top_rank(value)]}") for value in (mine, others)]
    return ENGLISH.phrase("is_higher", rank=ranks[0], other=ranks[1])


def why_spend(state: BladesState, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """From where a block comes, how many cards are used, or which one is kept."""
    kind, others, side = kind_of(move[0]), kind_of(other[0]), state.sides[seat]
    if kind == NO_BLOCK:
        return why_stop(state, seat, move, other)
    if state.node == ANSWER and kind != others != NO_BLOCK:
        if kind == BLOCK_FROM_HAND:
            return ENGLISH.phrase("from_hand", count=int(side.stack.size))
        return ENGLISH.phrase("from_stack", count=int(side.hand_size()))
    uses, keeps = {"mine": cards_in(move[0]), "others": cards_in(other[0])}, kept(move[0], other[0])
    if uses["mine"] < uses["others"]:
        return ENGLISH.phrase("uses_fewer", **uses)
    return (
        ENGLISH.phrase("keeps", card=ENGLISH.phrase(f"the.{keeps[-1]}"))
        if keeps
        else ENGLISH.phrase("uses_more", **uses)
    )


def kept(move: int, other: int) -> Sequence[str]:
    """The cards that another action would use and this one does not, ascending."""
    mask = int(mask_of(cards_of(other)) & ~mask_of(cards_of(move)))
    return [text for card, text in enumerate(CARD_TEXTS) if mask >> card & 1]


SKILLS: Final = (
    Skill("stop", "Blocks a shot when its cards can.", stops, (0.1, 0.58, 0.97, 1.0, 1.0), why_stop),
    Skill("sure", "Shoots a breakaway, or both red nines.", sure_shots, (0.1, 0.58, 0.98, 1.0, 1.0), why_shoot),
    Skill(
        "play",
        "Knows when to shoot, when to stack and when to change lines.",
        kinds_of_play,
        (0.61, 0.69, 0.87, 1.0, 1.0),
        why_play,
    ),
    Skill(
        "rank",
        "Shoots its highest hand, and blocks with the weakest that is enough.",
        strengths,
        (0.43, 0.5, 0.51, 0.55, 0.88),
        why_rank,
    ),
    Skill(
        "spend", "Spends few cards, and keeps what it needs.", each_for_itself, (0.1, 0.11, 0.11, 0.15, 0.62), why_spend
    ),
)
