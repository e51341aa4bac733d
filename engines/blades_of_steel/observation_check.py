"""Whether an observation that a client sends is possible: every count must add up."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from engines.api import InvalidObservation
from engines.blades_of_steel import rules
from engines.blades_of_steel.rules import Options
from engines.blades_of_steel.state_json import combination
from engines.cards import parse_card
from engines.fields import quoted


class Seen:
    """An observation in JSON, whose fields all fit, with what it leaves out."""

    def __init__(self, data: Mapping[str, Any], options: Options) -> None:
        self.options = options
        self.deck_size = len(options.deck)
        self.seat: int | None = data["seat"]
        self.ply: int = data.get("ply", 0)
        self.node: str = data.get("node", "action")
        self.overtime: int = data.get("overtime", 0)
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
        """Cards left for it, which may come to less than none."""

    def _mover(self) -> int | None:
        """Whose turn it is if that is not said: the own one, or it is the own answer."""
        if self.node in ("cut", "game_over") or self.seat is None:
            return None
        return 1 - self.seat if self.node == "answer" else self.seat

    def _of_own(self, own: Any, other: Any) -> list[Any]:
        return [own if seat == self.seat else other for seat in (0, 1)]

    def goals_before(self) -> list[int]:
        """Goals of the packs before this one."""
        return [goals - len(pile) for goals, pile in zip(self.score, self.goal_piles, strict=True)]

    def is_full(self, seat: int) -> bool:
        """True if a seat holds a full hand."""
        return self.hand_sizes[seat] == int(self.options.hand_size)

    def is_untouched(self) -> bool:
        """True if nothing but the deal has happened in this pack, or the first shot."""
        others = self.elsewhere - len(self.shot) - sum(self.hand_sizes)
        return others == 0


def check_seen(given: Seen) -> None:
    """Raise InvalidObservation naming the field that does not fit the others, and saying what would add up."""
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


def refuse(field: str, text: str) -> NoReturn:
    """Raise InvalidObservation for a field of the observation."""
    raise InvalidObservation(f"observation.{field}: {text}", field=f"observation.{field}")


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
        refuse("overtime", f"{given.overtime}; with these options it is at most {last}")
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
    """No card is in two places, and all belong to the pack."""
    deck = {int(card) for card in given.options.deck}
    places: dict[str, str] = {}
    piles = [
        (f"goal_piles[{seat}][{i}]", shot) for seat, pile in enumerate(given.goal_piles) for i, shot in enumerate(pile)
    ]
    names = ("discards", "remembered", "hidden_lines", "hidden_stacks", "shot", "stack", "hand")
    for field, cards in (*piles, *((name, getattr(given, name)) for name in names)):
        for i, card in enumerate(cards):
            where = f"{field}[{i}]"
            if parse_card(card) not in deck:
                refuse(where, f"{card} is not in the pack")
            if card in places:
                refuse(where, f"{card} is at {places[card]} already")
            places[card] = where


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
    """What was shot is a combination; the shot that waits for an answer can be answered."""
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
    """At the cut and before the deal all cards are in the pack."""
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
    """The seat to move has drawn; the other has acted since, except the first turn of the pack."""
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
    if given.is_untouched() and not given.is_full(other):
        refuse(
            f"hand_sizes[{other}]",
            f"{given.hand_sizes[other]}; nothing was played, so this seat holds the {full} cards dealt",
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
    """Face down in stacks, and in replaced stacks, lie black cards: there must be as many unseen."""
    known = [*given.hand, *given.stack, *given.discards, *given.remembered, *given.hidden_lines, *given.hidden_stacks]
    blacks = sum(not rules.is_red(card) for card in given.options.deck) - sum(not _is_red(card) for card in known)
    others = [seat for seat in (0, 1) if seat != given.seat]
    face_down = sum(given.stack_sizes[seat] + given.hidden_discards[seat]["stacks"] for seat in others)
    if face_down > blacks:
        refuse("stack_sizes", f"{face_down} cards face down must be black, and only {blacks} black cards are unseen")


def _is_red(card: str) -> bool:
    return bool(rules.is_red(parse_card(card)))


def _score(goals: Sequence[int]) -> str:
    return f"{goals[0]}-{goals[1]}"


def _goals(given: Seen) -> str:
    return _score([len(pile) for pile in given.goal_piles])
