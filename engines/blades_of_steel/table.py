"""The parts of a state of Blades of Steel in JSON. Cards are text, bit masks are lists, no seat is null.

An observation is the table, the seat's own cards and the options, so a client can send back what it was shown. One
written by hand needs the seat, the hand sizes and the cards on the table; the defaults are the standard game, the
seat's own turn, no goals and no stack of the other seat. All other fields must be consistent if given.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engines.blades_of_steel import rules
from engines.blades_of_steel.events import EVENTS, dump_event
from engines.blades_of_steel.moves import canonical_texts, combination, decode_move, encode_actions
from engines.blades_of_steel.options import MAX_OVERTIMES, SWITCHES, dump_options, options_in
from engines.blades_of_steel.packed_cards import mask_of
from engines.blades_of_steel.rules import NODE_NAMES, SHOT_KINDS, BladesState, Options, Side
from engines.buffers import count_bits
from engines.cards import (
    DECK_SIZE,
    card_text,
    card_texts,
    mask_texts,
    number_or_none,
    parse_card,
    parse_cards,
    parse_number,
    put_cards,
)
from engines.declared import Codec, Part, about_game, pack_of, refuse, refuse_stray_cards
from engines.fields import Card, Integer, ListOf, Maybe, ObjectField, OneOf, quoted
from engines.shared_fields import OVERTIME, SCORE, each, hand_sizes

_SHOT: Final = ListOf(Card(), 2, 3, unique=True, name="ShotCards")
_COUNT: Final = Integer(0, DECK_SIZE)
_UNDEALT: Final = (rules.CUT, rules.DEAL)
"""The nodes at which all cards are in the pack."""


def _some_cards(help: str, most: int = DECK_SIZE) -> ListOf:
    """A list of distinct cards."""
    return ListOf(Card(), 0, most, unique=True, help=help)


def _shot_kind(state: BladesState) -> str | None:
    """The kind of the shot that waits for its answer."""
    return SHOT_KINDS[rules.level_of(rules.strength(state.shot, False))] if state.node == rules.ANSWER else None


def _discards(state: BladesState) -> list[str]:
    """The discard pile, bottom to top."""
    return [card_text(card) for i in range(state.discard_groups) for card in rules.canonical_order(state.discards[i])]


PARTS: Final[Sequence[Part[BladesState]]] = (
    Part("node", OneOf(NODE_NAMES, "What the game waits for.", "Node"), lambda s: NODE_NAMES[s.node], stored=True),
    Part("overtime", OVERTIME, lambda s: s.overtime > 0),
    Part(
        "overtime_pack",
        Integer(0, MAX_OVERTIMES, "Number of the overtime pack; 0 in regulation."),
        lambda s: int(s.overtime),
        stored=True,
    ),
    Part("to_move", Maybe(Integer(0, 1, "The seat whose turn it is.")), lambda s: number_or_none(s.seat), stored=True),
    Part(
        "to_answer",
        Maybe(Integer(0, 1, "The seat that is asked to answer the shot.")),
        lambda s: int(1 - s.seat) if s.node == rules.ANSWER else None,
    ),
    Part("score", SCORE, lambda s: [int(side.goals) for side in s.sides], stored=True),
    Part(
        "goal_piles",
        ListOf(
            ListOf(_SHOT, 0, rules.MAX_GOALS, name="GoalPile"),
            2,
            2,
            help="The shots of each seat that went in, in this pack.",
        ),
        lambda s: [[canonical_texts(side.goal_pile[i]) for i in range(side.goals_in_pack)] for side in s.sides],
        stored=True,
        any_order=True,
    ),
    Part("draw_pile", Integer(0, DECK_SIZE, "Cards in the draw pile."), lambda s: int(s.draw_pile())),
    Part("hand_sizes", hand_sizes(DECK_SIZE), lambda s: [int(side.hand_size()) for side in s.sides]),
    Part(
        "stack_sizes",
        each(Integer(0, 3, name="StackSize"), "Cards in the stacked defence of each seat, face down."),
        lambda s: [int(side.stack.size) for side in s.sides],
    ),
    Part(
        "shot",
        _some_cards("The shot that waits for its answer, empty without one.", 3),
        lambda s: canonical_texts(s.shot),
        stored=True,
        any_order=True,
    ),
    Part(
        "shot_kind", Maybe(OneOf(SHOT_KINDS[1:], "What kind of shot it is; null without one.", "ShotKind")), _shot_kind
    ),
    Part(
        "discards",
        _some_cards("The discard pile, bottom to top."),
        lambda s: _discards(s) if s.options.open_discards else mask_texts(s.top_discard()),
        stored=_discards,
    ),
    Part(
        "discard_size", Integer(0, DECK_SIZE, "Cards in the discard pile."), lambda s: int(count_bits(s.discard_pile()))
    ),
    Part(
        "hidden_discards",
        ListOf(
            ObjectField({"lines": _COUNT, "stacks": _COUNT}, name="HiddenDiscards"),
            2,
            2,
            help="With top_only, how many of its discards only each seat has seen: cards of changed lines, and of "
            "replaced stacks.",
        ),
        lambda s: [
            {"lines": int(count_bits(side.hidden_lines)), "stacks": int(count_bits(side.hidden_stacks))}
            for side in s.sides
        ],
    ),
    Part("hand", _some_cards("The seat's own cards, ascending."), own=lambda s, seat: mask_texts(s.sides[seat].hand())),
    Part(
        "stack",
        _some_cards("The seat's own stacked defence.", 3),
        own=lambda s, seat: mask_texts(s.sides[seat].stack.mask()),
    ),
    Part(
        "remembered",
        _some_cards("With top_only, covered discards that every seat has seen."),
        remembered=lambda s, seat: mask_texts(s.remembered()),
    ),
    Part(
        "hidden_lines",
        _some_cards("With top_only, own changed lines that only this seat has seen."),
        remembered=lambda s, seat: mask_texts(s.sides[seat].hidden_lines) if seat >= 0 else [],
        stored=lambda s: [mask_texts(side.hidden_lines) for side in s.sides],
    ),
    Part(
        "hidden_stacks",
        _some_cards("With top_only, own replaced stacks that only this seat has seen."),
        remembered=lambda s, seat: mask_texts(s.sides[seat].hidden_stacks) if seat >= 0 else [],
        stored=lambda s: [mask_texts(side.hidden_stacks) for side in s.sides],
    ),
    Part("hands", stored=lambda s: [mask_texts(side.hand()) for side in s.sides]),
    Part("stacks", stored=lambda s: [mask_texts(side.stack.mask()) for side in s.sides]),
    Part("stock", stored=lambda s: [] if s.node in _UNDEALT else card_texts(s.stock, len(s.options.deck), s.stock_at)),
)


# -- states


def load(data: Mapping[str, Any]) -> BladesState:
    """A state from its JSON; positions for tests may leave out any field.

    Defaults: the standard game, seat 0 at its action, no stacks, discards or goals; hands (one or all) and ``stock``
    filled with the cards left over, in their order; goals from the goal piles. Raises ValueError for an impossible
    position.
    """
    state = BladesState(options_in(data))
    state.node = NODE_NAMES.index(data.get("node", "action"))
    state.overtime = data.get("overtime_pack", 0)
    is_moving = state.node not in (rules.CUT, rules.GAME_OVER)
    state.seat = parse_number(data.get("to_move", 0 if is_moving else None))
    state.ply = data.get("ply", 0)
    if state.node not in _UNDEALT:
        _load_pack(state, data)
    for side, goals in zip(state.sides, data.get("score", [side.goals_in_pack for side in state.sides]), strict=True):
        side.goals = goals
    return state


def _load_pack(state: BladesState, data: Mapping[str, Any]) -> None:
    """The cards of the pack in play."""
    for side, pile in zip(state.sides, data.get("goal_piles", [[], []]), strict=True):
        for i, shot in enumerate(pile):
            side.goal_pile[i] = combination(shot)
            state.gone |= mask_of(side.goal_pile[i])
        side.goals_in_pack = len(pile)
    if data.get("shot"):
        state.shot = combination(data["shot"])
        state.shot_strength = rules.strength(state.shot, state.options.card_by_card)
    for side, stack in zip(state.sides, data.get("stacks", [[], []]), strict=True):
        _load_stack(side, stack)
    for i, text in enumerate(data.get("discards", [])):
        state.discards[i] = 1 << parse_card(text)
        state.gone |= state.discards[i]
        state.discard_groups = i + 1
    for seat, side in enumerate(state.sides):
        side.hidden_lines = _card_mask(data.get("hidden_lines", [[], []])[seat])
        side.hidden_stacks = _card_mask(data.get("hidden_stacks", [[], []])[seat])
    _load_hands(state, data)


def _load_stack(side: Side, stack: Sequence[str]) -> None:
    for text in stack:
        card = parse_card(text)
        if rules.is_red(card) or len(stack) > 3:
            raise ValueError(f"stacks: {' '.join(stack)} cannot be stacked: one to three black cards")
        side.stack.add(card)


def _load_hands(state: BladesState, data: Mapping[str, Any]) -> None:
    """Fill the hands and the draw pile with the cards left over, unless they are given."""
    deck = pack_of(state.options).values()
    given = [None if hand is None else parse_cards(hand) for hand in data.get("hands", [None, None])]
    stock = parse_cards(data.get("stock", []))
    known = [*_cards_on_table(state, data), *stock, *(card for hand in given for card in hand or [])]
    placed = set(known)
    left = [] if placed.issuperset(deck) else [card for card in deck if card not in placed]
    for seat, (side, cards) in enumerate(zip(state.sides, given, strict=True)):
        size = int(state.options.hand_size) - (len(data.get("shot", [])) if seat == state.seat else 0)
        for card in left[:size] if cards is None else cards:
            side.add(card)
        left = left[size:] if cards is None else left
    if "stock" not in data:
        stock, left = left, []
    if left or len(known) != len(placed) or not placed.issubset(deck):
        raise ValueError(
            "every card of the pack must lie in one place: hands, stacks, shot, goal_piles, discards or stock"
        )
    state.stock_at = len(deck) - len(stock)
    put_cards(state.stock, stock, int(state.stock_at))


def _cards_on_table(state: BladesState, data: Mapping[str, Any]) -> list[int]:
    """The cards outside hands and draw pile, one by one."""
    piles = [text for pile in data.get("goal_piles", []) for shot in pile for text in shot]
    stacks = [text for stack in data.get("stacks", []) for text in stack]
    return [parse_card(text) for text in (*piles, *stacks, *data.get("shot", []), *data.get("discards", []))]


def _card_mask(texts: Iterable[str]) -> int:
    """Cards as a bit mask."""
    return sum(1 << parse_card(text) for text in texts)


# -- observations from outside: every count must be consistent


class Seen:
    """An observation in JSON, whose fields are valid, with defaults for those left out."""

    def __init__(self, data: Mapping[str, Any], options: Options) -> None:
        self.options = options
        self.deck_size = len(options.deck)
        self.seat: int | None = data["seat"]
        self.ply: int = data.get("ply", 0)
        self.node: str = data.get("node", "answer" if data.get("shot") else "action")
        self.overtime: int = data.get("overtime_pack", int(data.get("overtime", False)))
        self.to_move: int | None = data.get("to_move", self._mover())
        self.goal_piles: list[list[list[str]]] = data.get("goal_piles", [[], []])
        self.score: list[int] = data.get("score", [len(pile) for pile in self.goal_piles])
        self.hand_sizes: list[int] = data["hand_sizes"]
        self.hand: list[str] = data.get("hand", [])
        self.stack: list[str] = data.get("stack", [])
        self.stack_sizes: list[int] = data.get("stack_sizes", self._of_own(len(self.stack), 0))
        self.shot: list[str] = data.get("shot", [])
        self.discards: list[str] = data.get("discards", [])
        self.remembered: list[str] = data.get("remembered", [])
        self.hidden_lines: list[str] = data.get("hidden_lines", [])
        self.hidden_stacks: list[str] = data.get("hidden_stacks", [])
        own_hidden = {"lines": len(self.hidden_lines), "stacks": len(self.hidden_stacks)}
        self.hidden_discards: list[dict[str, int]] = data.get(
            "hidden_discards", self._of_own(own_hidden, {"lines": 0, "stacks": 0})
        )
        hidden = sum(count for side in self.hidden_discards for count in side.values())
        self.discard_size: int = len(self.discards) + len(self.remembered) + hidden
        scored = sum(len(shot) for pile in self.goal_piles for shot in pile)
        self.elsewhere: int = sum(self.hand_sizes) + sum(self.stack_sizes) + len(self.shot) + scored + self.discard_size
        """Cards outside the draw pile."""
        self.draw_pile = self.deck_size - self.elsewhere
        """Cards left for it; may be negative."""
        shots = [card for pile in self.goal_piles for shot in pile for card in shot]
        own = {*self.hand, *self.stack, *self.hidden_lines, *self.hidden_stacks, *self.remembered}
        known = own.union(self.discards, self.shot, shots)
        self.unseen = sorted([card for card in pack_of(options) if card not in known], key=_is_red)
        """Cards whose place is not known, the black ones first: cards face down in a stack are black."""

    def _mover(self) -> int | None:
        """Default of whose turn it is: the observing seat's, which acts or answers."""
        if self.node in ("cut", "game_over") or self.seat is None:
            return None
        return 1 - self.seat if self.node == "answer" else self.seat

    def _of_own(self, own: Any, other: Any) -> list[Any]:
        return [own if seat == self.seat else other for seat in (0, 1)]

    def goals_before(self) -> list[int]:
        """Goals of the packs before this one."""
        return [goals - len(pile) for goals, pile in zip(self.score, self.goal_piles, strict=True)]

    def dealt(self, own: list[str], sizes: Sequence[int]) -> list[list[str]]:
        """The cards of each seat at some place: the observing seat's own, and as many unseen ones as the other has
        there.
        """
        return [own if seat == self.seat else [self.unseen.pop(0) for _ in range(sizes[seat])] for seat in (0, 1)]

    def is_full(self, seat: int) -> bool:
        """True if a seat holds a full hand."""
        return self.hand_sizes[seat] == int(self.options.hand_size)

    def is_untouched(self) -> bool:
        """True if nothing but the deal, or the first shot, has happened in this pack."""
        others = self.elsewhere - len(self.shot) - sum(self.hand_sizes)
        return others == 0


def reconstruct(data: Mapping[str, Any]) -> BladesState:
    """A state as the seat sees it; the cards it has not seen lie at any possible place.

    Raises InvalidObservation, which names the field that no game could have produced and says what would be consistent.
    """
    given = Seen(data, options_in(data))
    _check_seen(given)
    hidden = given.hidden_discards
    stacks = given.dealt(given.stack, given.stack_sizes)
    hidden_stacks = given.dealt(given.hidden_stacks, [side["stacks"] for side in hidden])
    hidden_lines = given.dealt(given.hidden_lines, [side["lines"] for side in hidden])
    hands = given.dealt(given.hand, given.hand_sizes)
    covered = [*given.remembered, *hidden_lines[0], *hidden_lines[1], *hidden_stacks[0], *hidden_stacks[1]]
    return load(
        {
            **{name: data[name] for name in ("options", "deck", "hand_size") if name in data},
            **{name: getattr(given, name) for name in ("ply", "node", "to_move", "score")},
            "overtime_pack": given.overtime,
            "goal_piles": given.goal_piles,
            "shot": given.shot,
            "discards": [*covered, *given.discards],
            "hands": hands,
            "stacks": stacks,
            "hidden_lines": hidden_lines,
            "hidden_stacks": hidden_stacks,
            "stock": given.unseen,
        }
    )


def _check_seen(given: Seen) -> None:
    """Raise InvalidObservation, naming the field that does not fit the others and saying what would be consistent."""
    _check_turn(given)
    _check_overtime(given)
    _check_cards(given)
    _check_own_cards(given)
    _check_shots(given)
    _check_discards(given)
    if given.node in ("cut", "deal"):
        _check_undealt(given)
        return
    _check_counts(given)
    _check_hands(given)
    _check_end(given)
    _check_blacks(given)


def _check_turn(given: Seen) -> None:
    if given.node in ("cut", "game_over"):
        if given.to_move is not None:
            refuse("to_move", f"{given.to_move}; at the node {given.node} it is no seat's turn, so it is null")
    elif given.to_move is None:
        refuse("to_move", f"null; at the node {given.node} it is the turn of seat 0 or 1")


def _check_overtime(given: Seen) -> None:
    options, before = given.options, given.goals_before()
    last = int(options.overtime_limit) if options.sudden_death else 0
    if given.overtime > last:
        refuse("overtime_pack", f"{given.overtime}; with these options it is at most {last}")
    if min(before) < 0:
        refuse("goal_piles", f"{_goals(given)} in this pack alone; the score is {_score(given.score)}")
    if given.overtime == 0 and before != [0, 0]:
        refuse("score", f"{given.score}; in regulation all goals lie in the goal piles, which makes it {_goals(given)}")
    if given.overtime > 0 and before[0] != before[1]:
        refuse(
            "score", f"{given.score}; it was {_score(before)} before this overtime, and only a tie leads to overtime"
        )
    in_pack = sum(len(pile) for pile in given.goal_piles)
    if given.overtime > 0 and (in_pack > 1 or (in_pack == 1 and given.node != "game_over")):
        refuse("goal_piles", f"{_goals(given)} in overtime; its first goal ends the game")


def _check_cards(given: Seen) -> None:
    """Check that no card is in two places and all belong to the pack."""
    piles = [
        (f"goal_piles[{seat}][{i}]", shot) for seat, pile in enumerate(given.goal_piles) for i, shot in enumerate(pile)
    ]
    names = ("discards", "remembered", "hidden_lines", "hidden_stacks", "shot", "stack", "hand")
    refuse_stray_cards(pack_of(given.options), (*piles, *((name, getattr(given, name)) for name in names)))


def _check_own_cards(given: Seen) -> None:
    if given.seat is None:
        for field in ("hand", "stack", "hidden_lines", "hidden_stacks"):
            if getattr(given, field):
                refuse(field, f"{len(getattr(given, field))} cards; a spectator holds none")
        return
    own_hidden = given.hidden_discards[given.seat]
    for field, size, counted in (
        ("hand", given.hand_sizes[given.seat], f"hand_sizes[{given.seat}]"),
        ("stack", given.stack_sizes[given.seat], f"stack_sizes[{given.seat}]"),
        ("hidden_lines", own_hidden["lines"], f"hidden_discards[{given.seat}].lines"),
        ("hidden_stacks", own_hidden["stacks"], f"hidden_discards[{given.seat}].stacks"),
    ):
        if len(getattr(given, field)) != size:
            refuse(field, f"{len(getattr(given, field))} cards; {counted} is {size}")
    for field in ("stack", "hidden_stacks"):
        for i, card in enumerate(getattr(given, field)):
            if _is_red(card):
                refuse(f"{field}[{i}]", f"{card} is red; only black cards are stacked")


def _check_shots(given: Seen) -> None:
    """Check that each shot is a combination, and that a shot waiting for an answer can be answered."""
    for seat, pile in enumerate(given.goal_piles):
        for i, shot in enumerate(pile):
            _check_shot(f"goal_piles[{seat}][{i}]", shot)
    if given.node != "answer":
        if given.shot:
            refuse("shot", f"{' '.join(given.shot)}; at the node {given.node} no shot waits for an answer")
        return
    _check_shot("shot", given.shot)
    assert given.to_move is not None
    defender = 1 - given.to_move
    if rules.level_of(rules.strength(combination(given.shot), False)) == rules.GREAT_ONE:
        refuse("shot", f"{' '.join(given.shot)}; the Great One is not to be answered")
    if given.hand_sizes[defender] + given.stack_sizes[defender] == 0:
        refuse("shot", f"{' '.join(given.shot)}; seat {defender} has no cards, so no answer is waited for")


def _check_shot(field: str, shot: Sequence[str]) -> None:
    if any(not _is_red(card) for card in shot) or not shot or rules.strength(combination(shot), False) == 0:
        refuse(field, f"{quoted(' '.join(shot))} is not a shot: a combination of two or three red cards")


def _check_discards(given: Seen) -> None:
    covered = given.discard_size - len(given.discards)
    if given.options.open_discards:
        for field in ("remembered", "hidden_lines", "hidden_stacks"):
            if getattr(given, field):
                refuse(field, f"{quoted(getattr(given, field))}; the discards are open, so there is none")
        if covered:
            refuse("hidden_discards", "the discards are open, so all of these are 0")
    elif len(given.discards) > 1:
        refuse("discards", f"{len(given.discards)} cards; with these options only the top is seen")
    elif covered and not given.discards:
        refuse("discards", f"0 cards; {covered} lie covered, so there is a top")


def _check_undealt(given: Seen) -> None:
    """Check that all cards are in the pack at the cut and before the deal."""
    for field in ("hand_sizes", "stack_sizes", "goal_piles", "discards", "shot"):
        if any(getattr(given, field)):
            refuse(field, f"{quoted(getattr(given, field))}; at the node {given.node} all cards are in the pack")
    if given.overtime == 0 and given.ply != 0:
        refuse("ply", f"{given.ply}; before the first deal no decision was made, so it is 0")


def _check_counts(given: Seen) -> None:
    dealt = given.deck_size - 2 * int(given.options.hand_size)
    if given.draw_pile < 0:
        refuse(
            "hand_sizes",
            f"{given.hand_sizes} with all other cards make {given.elsewhere} of the {given.deck_size} cards",
        )
    if given.draw_pile > dealt:
        missing = given.draw_pile - dealt
        refuse(
            "hand_sizes",
            f"{given.hand_sizes} with all other cards leave {given.draw_pile} to draw, {missing} "
            "more than after the deal",
        )


def _check_hands(given: Seen) -> None:
    """Check that the seat to move has drawn; the other has acted since, except in the first turn of the pack."""
    full = int(given.options.hand_size)
    for seat, size in enumerate(given.hand_sizes):
        if size > full:
            refuse(f"hand_sizes[{seat}]", f"{size}; a hand has at most {full} cards")
    if given.to_move is None:
        return
    if given.draw_pile == 0 and not given.options.finish_turn:
        refuse("draw_pile", f"0; that ended the pack, so no seat acts at the node {given.node}")
    holds, left = given.hand_sizes[given.to_move], full - len(given.shot)
    least = left if given.draw_pile > 0 else 0 if given.shot else 1
    if not least <= holds <= left:
        after = f" after a shot of {len(given.shot)}" if given.shot else ""
        wanted = f"{left}" if least == left else f"{least} to {left}"
        refuse(f"hand_sizes[{given.to_move}]", f"{holds}; the seat to move has drawn, so it holds {wanted}{after}")
    other = 1 - given.to_move
    if given.is_full(other) and not given.is_untouched():
        refuse(
            f"hand_sizes[{other}]",
            f"{full}; only at the first turn of a pack has this seat not spent a card since it drew",
        )


def _check_end(given: Seen) -> None:
    if given.node != "game_over":
        return
    options = given.options
    is_tied = given.score[0] == given.score[1]
    if given.overtime > 0 and not is_tied:
        if given.draw_pile == 0 and not options.finish_turn:
            refuse("draw_pile", "0; the pack was over before the goal")
        return
    if given.draw_pile > 0:
        refuse("node", f"game_over; there are {given.draw_pile} cards to draw, so the game goes on")
    if is_tied and options.sudden_death and given.overtime < options.overtime_limit:
        refuse("node", f"game_over; at {_score(given.score)} another overtime follows")


def _check_blacks(given: Seen) -> None:
    """Check that there are enough unseen black cards for those face down in stacks and replaced stacks."""
    known = [*given.hand, *given.stack, *given.discards, *given.remembered, *given.hidden_lines, *given.hidden_stacks]
    blacks = len(pack_of(given.options).keys() - _RED) - len(set(known) - _RED)
    others = [seat for seat in (0, 1) if seat != given.seat]
    face_down = sum(given.stack_sizes[seat] + given.hidden_discards[seat]["stacks"] for seat in others)
    if face_down > blacks:
        refuse("stack_sizes", f"{face_down} cards face down must be black, and only {blacks} black cards are unseen")


_RED: Final = frozenset(card_text(card) for card in range(DECK_SIZE) if rules.is_red(card))
_is_red: Final = _RED.__contains__


def _score(goals: Sequence[int]) -> str:
    return f"{goals[0]}-{goals[1]}"


def _goals(given: Seen) -> str:
    return _score([len(pile) for pile in given.goal_piles])


codec: Final = Codec(
    BladesState,
    about_game(2, SWITCHES, hand_size=Integer(1, 6, "Cards in a full hand; absent for six.")),
    PARTS,
    EVENTS,
    dump_options=lambda state: dump_options(state.options),
    load=load,
    reconstruct=reconstruct,
    decode_move=decode_move,
    encode_actions=encode_actions,
    dump_event=dump_event,
    needed=("seat", "hand_sizes"),
)
