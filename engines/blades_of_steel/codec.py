"""What a seat of Blades of Steel sees, in JSON. Cards are text, bit masks are lists, no seat is null.

An observation is the table and the seat's own cards, with the options beside it, so a client can send back what it was
shown. One written by hand needs the seat, the hand sizes and the cards on the table; the rest may be left out, and must
be right if given.
"""

from collections.abc import Mapping
from typing import Any, Final

from engines.api import NO_SIDE, SPECTATOR, InvalidObservation, InvalidOption, Observation, misread_observation
from engines.blades_of_steel import rules
from engines.blades_of_steel.events import dump_event as dump_event
from engines.blades_of_steel.information import BladesObservation
from engines.blades_of_steel.moves import (
    decode_move as decode_move,
    describe_choice as describe_choice,
    encode_actions as encode_actions,
    list_moves as list_moves,
)
from engines.blades_of_steel.observation_check import Seen, check_seen, refuse
from engines.blades_of_steel.options import FULL_DECK, HAND_SIZE, MAX_OVERTIMES, OPTIONS, dump_options, options_from
from engines.blades_of_steel.rules import NODE_NAMES, SHOT_KINDS
from engines.blades_of_steel.state_json import (
    UNDEALT,
    canonical_texts,
    card_mask,
    combination,
    discard_texts,
    dump_small_game,
    dump_state as dump_state,
    load_state as load_state,
    pile_texts,
)
from engines.cards import DECK_SIZE, mask_texts, number_or_none, parse_card, parse_number
from engines.fields import Card, Field, FieldError, Integer, ListOf, Maybe, ObjectField, OneOf, quoted

_SEAT: Final = Integer(0, 1)
_PILE: Final = ListOf(Card(), 0, DECK_SIZE, unique=True)
_SHOT: Final = ListOf(Card(), 2, 3, unique=True, name="ShotCards")
_COUNT: Final = Integer(0, DECK_SIZE)
_GOALS: Final = Integer(0, 999, name="Goals")

TABLE_FIELDS: Final[Mapping[str, Field]] = {
    "node": OneOf(NODE_NAMES, "What the game waits for.", "Node"),
    "overtime": Integer(0, MAX_OVERTIMES, "Number of the overtime pack; 0 in regulation."),
    "to_move": Maybe(Integer(0, 1, "The seat whose turn it is.")),
    "to_answer": Maybe(Integer(0, 1, "The seat that is asked to answer the shot.")),
    "score": ListOf(_GOALS, 2, 2, help="Goals of both seats."),
    "goal_piles": ListOf(
        ListOf(_SHOT, 0, rules.MAX_GOALS, name="GoalPile"),
        2,
        2,
        help="The shots of each seat that went in, in this pack.",
    ),
    "draw_pile": Integer(0, DECK_SIZE, "Cards in the draw pile."),
    "hand_sizes": ListOf(Integer(0, DECK_SIZE, name="HandSize"), 2, 2, help="Cards in the hand of each seat."),
    "stack_sizes": ListOf(
        Integer(0, 3, name="StackSize"), 2, 2, help="Cards in the stacked defence of each seat, face down."
    ),
    "shot": ListOf(Card(), 0, 3, unique=True, help="The shot that waits for its answer, empty without one."),
    "shot_kind": Maybe(OneOf(SHOT_KINDS[1:], "What kind of shot it is.", "ShotKind")),
    "discards": ListOf(
        Card(), 0, DECK_SIZE, unique=True, help="The discard pile, bottom to top; with top_only its top alone."
    ),
    "discard_size": Integer(0, DECK_SIZE, "Cards in the discard pile."),
    "hidden_discards": ListOf(
        ObjectField({"lines": _COUNT, "stacks": _COUNT}, name="HiddenDiscards"),
        *(2, 2),
        help="With top_only, how many of its discards only each seat has seen: cards of changed lines, and of "
        "replaced stacks.",
    ),
}
HAND: Final = ListOf(Card(), 0, DECK_SIZE, unique=True, help="The own cards, ascending.")
OWN_STACK: Final = ListOf(Card(), 0, 3, unique=True, help="The own stacked defence.")

TABLE: Final = ObjectField(TABLE_FIELDS)
PRIVATE: Final = ObjectField({"hand": HAND, "stack": OWN_STACK}, optional=("hand", "stack"))
_MEMORY: Final[Mapping[str, Field]] = {
    "remembered": ListOf(
        Card(), 0, DECK_SIZE, unique=True, help="With top_only, covered discards that everybody has seen."
    ),
    "hidden_lines": ListOf(
        Card(), 0, DECK_SIZE, unique=True, help="With top_only, own changed lines that only this seat has seen."
    ),
    "hidden_stacks": ListOf(
        Card(), 0, DECK_SIZE, unique=True, help="With top_only, own replaced stacks that only this seat has seen."
    ),
}
_SMALL_GAME: Final[Mapping[str, Field]] = {
    "deck": ListOf(Card(), 2, DECK_SIZE, unique=True, help="The cards of a smaller pack; absent for all 52."),
    "hand_size": Integer(1, 6, "Cards in a full hand; absent for six."),
}
OBSERVATION: Final = ObjectField(
    {
        "seat": Maybe(Integer(0, 1, "The seat that sees this; null for a spectator.")),
        "options": ObjectField(
            OPTIONS, optional=tuple(OPTIONS), help="The switches, as far as they differ from the standard game."
        ),
        **_SMALL_GAME,
        "ply": Integer(0, 9999, "Number of decisions made in the game."),
        **TABLE_FIELDS,
        "hand": HAND,
        "stack": OWN_STACK,
        **_MEMORY,
    },
    optional=(
        "options",
        *_SMALL_GAME,
        "ply",
        *(name for name in TABLE_FIELDS if name != "hand_sizes"),
        "hand",
        "stack",
        *_MEMORY,
    ),
)


# -- observations


def table(observation: Observation) -> dict[str, Any]:
    """What is open on the table, the same for every viewer."""
    assert isinstance(observation, BladesObservation)
    seen = observation
    is_shot = seen.node == rules.ANSWER
    level = rules.level_of(rules.strength(seen.shot, False)) if is_shot else 0
    return {
        "node": NODE_NAMES[seen.node],
        "overtime": int(seen.overtime),
        "to_move": number_or_none(seen.to_move),
        "to_answer": int(1 - seen.to_move) if is_shot else None,
        "score": [int(side.goals) for side in seen.sides],
        "goal_piles": [pile_texts(side.goal_pile, side.goals_in_pack) for side in seen.sides],
        "draw_pile": int(seen.draw_pile),
        "hand_sizes": [int(side.hand_size) for side in seen.sides],
        "stack_sizes": [int(side.stack_size) for side in seen.sides],
        "shot": canonical_texts(seen.shot),
        "shot_kind": SHOT_KINDS[level] if is_shot else None,
        "discards": discard_texts(seen.discards, seen.discard_groups),
        "discard_size": int(seen.discard_size),
        "hidden_discards": [
            {"lines": int(side.hidden_lines), "stacks": int(side.hidden_stacks)} for side in seen.sides
        ],
    }


def private(observation: Observation) -> dict[str, Any]:
    """The own hand and stack; nothing for a spectator."""
    assert isinstance(observation, BladesObservation)
    if observation.seat == SPECTATOR:
        return {}
    return {"hand": mask_texts(observation.own.hand()), "stack": mask_texts(observation.own.stack.mask())}


def dump_observation(observation: Observation) -> dict[str, Any]:
    """All the seat knows: the table, its cards, what it remembers, and by which options they play."""
    assert isinstance(observation, BladesObservation)
    return {
        "seat": None if observation.seat == SPECTATOR else int(observation.seat),
        "options": dump_options(observation.options),
        **dump_small_game(observation.options),
        "ply": int(observation.ply),
        **table(observation),
        **private(observation),
        "remembered": mask_texts(observation.remembered),
        "hidden_lines": mask_texts(observation.own.hidden_lines),
        "hidden_stacks": mask_texts(observation.own.hidden_stacks),
    }


def load_observation(data: Any) -> BladesObservation:
    """The inverse of ``dump_observation``.

    Needed are seat and hand sizes, and whatever cards the seat sees; supposed are the standard game, the own turn, no
    goals and no stack of the other seat. Raises InvalidObservation naming the field that no game could have produced,
    and saying what would add up.
    """
    try:
        OBSERVATION.check(data, "observation")
        deck = [parse_card(card) for card in data.get("deck", ())] or FULL_DECK
        options = options_from(data.get("options", {}), deck, data.get("hand_size", HAND_SIZE))
    except FieldError as error:
        raise misread_observation(error) from error
    except InvalidOption as error:
        raise InvalidObservation(f"observation.{error}", field=f"observation.{error.field}", rule=error.rule) from error
    given = Seen(data, options)
    check_seen(given)
    observation = _observation(given)
    for field, value in table(observation).items():
        if field in data and data[field] != value and not _is_same_set(field, data[field], value):
            refuse(field, f"{quoted(data[field])} does not follow from the rest, which makes it {quoted(value)}")
    return observation


def _is_same_set(field: str, given: Any, value: Any) -> bool:
    """The cards of a shot may be named in any order."""
    if field == "shot":
        return sorted(given) == sorted(value)
    return field == "goal_piles" and [[sorted(shot) for shot in pile] for pile in given] == value


def _observation(given: Seen) -> BladesObservation:
    """The observation that the given fields make."""
    seen = BladesObservation(given.options, SPECTATOR if given.seat is None else given.seat)
    seen.ply = given.ply
    seen.node = NODE_NAMES.index(given.node)
    seen.overtime = given.overtime
    seen.to_move = NO_SIDE if given.to_move is None else parse_number(given.to_move)
    for seat, side in enumerate(seen.sides):
        side.hand_size = given.hand_sizes[seat]
        side.stack_size = given.stack_sizes[seat]
        side.goals = given.score[seat]
        for i, shot in enumerate(given.goal_piles[seat]):
            side.goal_pile[i] = combination(shot)
        side.goals_in_pack = len(given.goal_piles[seat])
        side.hidden_lines = given.hidden_discards[seat]["lines"]
        side.hidden_stacks = given.hidden_discards[seat]["stacks"]
    for text in given.hand:
        seen.own.add(parse_card(text))
    for text in given.stack:
        seen.own.stack.add(parse_card(text))
    seen.own.hidden_lines = card_mask(given.hidden_lines)
    seen.own.hidden_stacks = card_mask(given.hidden_stacks)
    for i, text in enumerate(given.discards):
        seen.discards[i] = 1 << parse_card(text)
    seen.discard_groups = len(given.discards)
    seen.discard_size = given.discard_size
    seen.remembered = card_mask(given.remembered)
    seen.draw_pile = (
        len(given.options.deck) if given.node in {NODE_NAMES[node] for node in UNDEALT} else given.draw_pile
    )
    seen.shot = combination(given.shot)
    return seen
