"""Whether an observation from outside could have come about: every count must add up."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from engines.api import InvalidObservation
from engines.blades_of_steel import rules
from engines.blades_of_steel.rules import Options
from engines.blades_of_steel.state_json import combination
from engines.cards import parse_card
from engines.fields import quoted


class Facts:
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
        self.hidden_discards: list[dict[str, int]] = data.get("hidden_discards", self._of_own(own_hidden, {"lines": 0, "stacks": 0}))
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


def check_facts(facts: Facts) -> None:
    """Raise InvalidObservation naming the field that does not fit the others, and saying what would add up."""
    _check_turn(facts)
    _check_overtime(facts)
    _check_cards(facts)
    _check_own_cards(facts)
    _check_shots(facts)
    _check_discards(facts)
    if facts.node in ("cut", "deal"):
        _check_undealt(facts)
        return
    _check_counts(facts)
    _check_hands(facts)
    _check_end(facts)
    _check_blacks(facts)


def refuse(field: str, text: str) -> NoReturn:
    """Raise InvalidObservation for a field of the observation."""
    raise InvalidObservation(f"observation.{field}: {text}", field=f"observation.{field}")


def _check_turn(facts: Facts) -> None:
    if facts.node in ("cut", "game_over"):
        if facts.to_move is not None:
            refuse("to_move", f"{facts.to_move}; at the node {facts.node} it is no seat's turn, so it is null")
    elif facts.to_move is None:
        refuse("to_move", f"null; at the node {facts.node} it is the turn of seat 0 or 1")


def _check_overtime(facts: Facts) -> None:
    options, before = facts.options, facts.goals_before()
    last = int(options.overtime_limit) if options.sudden_death else 0
    if facts.overtime > last:
        refuse("overtime", f"{facts.overtime}; with these options it is at most {last}")
    if min(before) < 0:
        refuse("goal_piles", f"{_goals(facts)} in this pack alone; the score is {_score(facts.score)}")
    if facts.overtime == 0 and before != [0, 0]:
        refuse("score", f"{facts.score}; in regulation all goals lie in the goal piles, which makes it {_goals(facts)}")
    if facts.overtime > 0 and before[0] != before[1]:
        refuse("score", f"{facts.score}; it was {_score(before)} before this overtime, and only a tie leads to overtime")
    in_pack = sum(len(pile) for pile in facts.goal_piles)
    if facts.overtime > 0 and (in_pack > 1 or (in_pack == 1 and facts.node != "game_over")):
        refuse("goal_piles", f"{_goals(facts)} in overtime; its first goal ends the game")


def _check_cards(facts: Facts) -> None:
    """No card is in two places, and all belong to the pack."""
    deck = {int(card) for card in facts.options.deck}
    places: dict[str, str] = {}
    piles = [(f"goal_piles[{seat}][{i}]", shot) for seat, pile in enumerate(facts.goal_piles) for i, shot in enumerate(pile)]
    names = ("discards", "remembered", "hidden_lines", "hidden_stacks", "shot", "stack", "hand")
    for field, cards in (*piles, *((name, getattr(facts, name)) for name in names)):
        for i, card in enumerate(cards):
            where = f"{field}[{i}]"
            if parse_card(card) not in deck:
                refuse(where, f"{card} is not in the pack")
            if card in places:
                refuse(where, f"{card} is at {places[card]} already")
            places[card] = where


def _check_own_cards(facts: Facts) -> None:
    if facts.seat is None:
        for field in ("hand", "stack", "hidden_lines", "hidden_stacks"):
            if getattr(facts, field):
                refuse(field, f"{len(getattr(facts, field))} cards; a spectator holds none")
        return
    own_hidden = facts.hidden_discards[facts.seat]
    for field, size, counted in (
        ("hand", facts.hand_sizes[facts.seat], f"hand_sizes[{facts.seat}]"),
        ("stack", facts.stack_sizes[facts.seat], f"stack_sizes[{facts.seat}]"),
        ("hidden_lines", own_hidden["lines"], f"hidden_discards[{facts.seat}].lines"),
        ("hidden_stacks", own_hidden["stacks"], f"hidden_discards[{facts.seat}].stacks"),
    ):
        if len(getattr(facts, field)) != size:
            refuse(field, f"{len(getattr(facts, field))} cards; {counted} is {size}")
    for field in ("stack", "hidden_stacks"):
        for i, card in enumerate(getattr(facts, field)):
            if _is_red(card):
                refuse(f"{field}[{i}]", f"{card} is red; only black cards are stacked")


def _check_shots(facts: Facts) -> None:
    """What was shot is a combination; the shot that waits for an answer can be answered."""
    for seat, pile in enumerate(facts.goal_piles):
        for i, shot in enumerate(pile):
            _check_shot(f"goal_piles[{seat}][{i}]", shot)
    if facts.node != "answer":
        if facts.shot:
            refuse("shot", f"{' '.join(facts.shot)}; at the node {facts.node} no shot waits for an answer")
        return
    _check_shot("shot", facts.shot)
    assert facts.to_move is not None
    defender = 1 - facts.to_move
    if rules.level_of(rules.strength(combination(facts.shot), False)) == rules.GREAT_ONE:
        refuse("shot", f"{' '.join(facts.shot)}; the Great One is not to be answered")
    if facts.hand_sizes[defender] + facts.stack_sizes[defender] == 0:
        refuse("shot", f"{' '.join(facts.shot)}; seat {defender} has no cards, so no answer is waited for")


def _check_shot(field: str, shot: Sequence[str]) -> None:
    if any(not _is_red(card) for card in shot) or not shot or rules.strength(combination(shot), False) == 0:
        refuse(field, f"{quoted(' '.join(shot))} is not a shot: a combination of two or three red cards")


def _check_discards(facts: Facts) -> None:
    covered = facts.discard_size - len(facts.discards)
    if facts.options.open_discards:
        for field in ("remembered", "hidden_lines", "hidden_stacks"):
            if getattr(facts, field):
                refuse(field, f"{quoted(getattr(facts, field))}; the discards are open, so there is none")
        if covered:
            refuse("hidden_discards", "the discards are open, so all of these are 0")
    elif len(facts.discards) > 1:
        refuse("discards", f"{len(facts.discards)} cards; with these options only the top is seen")
    elif covered and not facts.discards:
        refuse("discards", f"0 cards; {covered} lie covered, so there is a top")


def _check_undealt(facts: Facts) -> None:
    """At the cut and before the deal all cards are in the pack."""
    for field in ("hand_sizes", "stack_sizes", "goal_piles", "discards", "shot"):
        if any(getattr(facts, field)):
            refuse(field, f"{quoted(getattr(facts, field))}; at the node {facts.node} all cards are in the pack")
    if facts.overtime == 0 and facts.ply != 0:
        refuse("ply", f"{facts.ply}; before the first deal no decision was made, so it is 0")


def _check_counts(facts: Facts) -> None:
    dealt = facts.deck_size - 2 * int(facts.options.hand_size)
    if facts.draw_pile < 0:
        refuse("hand_sizes", f"{facts.hand_sizes} with all other cards make {facts.elsewhere} of the {facts.deck_size} cards")
    if facts.draw_pile > dealt:
        missing = facts.draw_pile - dealt
        refuse("hand_sizes", f"{facts.hand_sizes} with all other cards leave {facts.draw_pile} to draw, {missing} more than after the deal")


def _check_hands(facts: Facts) -> None:
    """The seat to move has drawn; the other has acted since, but for the first turn of the pack."""
    full = int(facts.options.hand_size)
    for seat, size in enumerate(facts.hand_sizes):
        if size > full:
            refuse(f"hand_sizes[{seat}]", f"{size}; a hand has at most {full} cards")
    if facts.to_move is None:
        return
    if facts.draw_pile == 0 and not facts.options.finish_turn:
        refuse("draw_pile", f"0; that ended the pack, so no seat acts at the node {facts.node}")
    holds, left = facts.hand_sizes[facts.to_move], full - len(facts.shot)
    least = left if facts.draw_pile > 0 else 0 if facts.shot else 1
    if not least <= holds <= left:
        after = f" after a shot of {len(facts.shot)}" if facts.shot else ""
        wanted = f"{left}" if least == left else f"{least} to {left}"
        refuse(f"hand_sizes[{facts.to_move}]", f"{holds}; the seat to move has drawn, so it holds {wanted}{after}")
    other = 1 - facts.to_move
    if facts.is_full(other) and not facts.is_untouched():
        refuse(f"hand_sizes[{other}]", f"{full}; only at the first turn of a pack has this seat not spent a card since it drew")
    if facts.is_untouched() and not facts.is_full(other):
        refuse(f"hand_sizes[{other}]", f"{facts.hand_sizes[other]}; nothing was played, so this seat holds the {full} cards dealt")


def _check_end(facts: Facts) -> None:
    if facts.node != "game_over":
        return
    options = facts.options
    is_tied = facts.score[0] == facts.score[1]
    if facts.overtime > 0 and not is_tied:
        if facts.draw_pile == 0 and not options.finish_turn:
            refuse("draw_pile", "0; the pack was over before the goal")
        return
    if facts.draw_pile > 0:
        refuse("node", f"game_over; there are {facts.draw_pile} cards to draw, so the game goes on")
    if is_tied and options.sudden_death and facts.overtime < options.overtime_limit:
        refuse("node", f"game_over; at {_score(facts.score)} another overtime follows")


def _check_blacks(facts: Facts) -> None:
    """Face down in stacks, and in replaced stacks, lie black cards: there must be as many unseen."""
    known = [*facts.hand, *facts.stack, *facts.discards, *facts.remembered, *facts.hidden_lines, *facts.hidden_stacks]
    blacks = sum(not rules.is_red(card) for card in facts.options.deck) - sum(not _is_red(card) for card in known)
    others = [seat for seat in (0, 1) if seat != facts.seat]
    face_down = sum(facts.stack_sizes[seat] + facts.hidden_discards[seat]["stacks"] for seat in others)
    if face_down > blacks:
        refuse("stack_sizes", f"{face_down} cards face down must be black, and only {blacks} black cards are unseen")


def _is_red(card: str) -> bool:
    return bool(rules.is_red(parse_card(card)))


def _score(goals: Sequence[int]) -> str:
    return f"{goals[0]}-{goals[1]}"


def _goals(facts: Facts) -> str:
    return _score([len(pile) for pile in facts.goal_piles])
