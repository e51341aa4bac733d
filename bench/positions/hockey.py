"""Positions of Hockey, by ranks, as the rules document writes its examples; suits have no meaning.

``plays A7 B7 / A4`` are the last cards played, by seat letter and rank; a slash may stand between deals. ``gone 777 J``
are the ranks played before them, whose order does not matter: nobody is on breakaway afterwards. In place of ``gone``,
``unseen`` can say what is neither there, nor in the hand. ``pile`` is the starting pile. ``score 1-0`` is that of now,
for sides A and B (AC and BD): what is not scored in ``plays`` was scored before. The seat that is asked is the one
whose turn it is; without ``plays``, that is A.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from bench.positions import Cells, ShortForm, score_read
from engines.api import State, Variant
from engines.cards import RANKS, SUITS, card_text
from engines.hockey.rules import NO_CARD, HockeyState, rank
from engines.rng import Rng, permutation

SEATS: Final = "ABCD"
KNOWN: Final = ("period", "score", "pile", "gone", "unseen", "plays", "hand")
TRIES: Final = 5000
"""Orders of the cards that are gone: a third of them fit, where no goal has to be scored."""


class HockeyForm(ShortForm):
    """Positions of Hockey."""

    def read(self, options: Mapping[str, Any], cells: Cells) -> dict[str, Any]:
        self.check_cells(cells, KNOWN)
        suits: Counter[str] = Counter()
        period = int(cells.get("period", "1"))
        pile, hand = (self._cards(name, cells.get(name, ""), suits) for name in ("pile", "hand"))
        seats, plays = _plays(cells.get("plays", ""))
        gone = self._gone(cells, pile + hand, plays)
        dealt = self._cards("plays", "".join(plays), suits)
        before = self._cards("gone", gone, suits)
        _check_slashes(cells.get("plays", ""), len(before), _deal_ends(options, period))
        count = int(options["seats"])
        dealer = ((seats[0] if seats else 0) - 1 - len(before)) % count
        for place, seat in enumerate(seats):
            if seat != (dealer + 1 + len(before) + place) % count:
                raise ValueError(f"plays: {SEATS[seat]}{plays[place]} is not the turn of {SEATS[seat]}")
        known = {"options": options, "dealer": dealer, "starting_pile": pile}
        score = score_read(cells.get("score", "0-0"))
        wanted = score if period == 1 else None
        played = self._in_order(known, before, dealt, wanted)
        state = self._replayed(known, played)
        goals = [int(state.totals[0]), int(state.totals[1])]
        earlier = [all_goals - now for all_goals, now in zip(score, goals, strict=True)]
        if min(earlier) < 0 or (any(earlier) and period == 1):
            raise ValueError(f"score: {cells.get('score', '0-0')}; the plays made {goals[0]}-{goals[1]}")
        return {
            "seat": int(state.seat),
            "dealer": dealer,
            "period": period,
            "starting_pile": pile,
            "played": [{"seat": (dealer + 1 + place) % count, "card": card} for place, card in enumerate(played)],
            "goals": [earlier, *([[0, 0]] * (period - 2)), goals] if period > 1 else [goals],
            "hand": hand,
        }

    def _cards(self, name: str, ranks: str, suits: Counter[str]) -> list[str]:
        """A card of each rank, in suits that no other card has."""
        cards = []
        for character in ranks.replace(" ", ""):
            if character not in RANKS:
                raise ValueError(f"{name}: {character!r} is no rank; ranks are {' '.join(RANKS)}")
            if suits[character] == len(SUITS):
                raise ValueError(f"{name}: a fifth {character}")
            cards.append(character + SUITS[suits[character]])
            suits[character] += 1
        return cards

    def _gone(self, cells: Cells, held: Sequence[str], plays: Sequence[str]) -> str:
        """The ranks that were played before ``plays``."""
        if "unseen" not in cells:
            return cells.get("gone", "")
        if "gone" in cells:
            raise ValueError("unseen: `gone` is written as well")
        left = Counter(RANKS * len(SUITS))
        left.subtract([*(card[0] for card in held), *plays, *cells["unseen"].replace(" ", "")])
        if min(left.values()) < 0:
            raise ValueError(f"unseen: a fifth {min(left, key=lambda one: left[one])}")
        return "".join(left.elements())

    def _in_order(
        self, known: Mapping[str, Any], before: Sequence[str], dealt: Sequence[str], score: Sequence[int] | None
    ) -> list[str]:
        """All cards played: those that are gone in an order after which nobody is on breakaway, without a goal, or with
        those that lead to this score.
        """
        if not before:
            return list(dealt)
        rng = Rng("gone")
        for _ in range(TRIES):
            first = [before[place] for place in permutation(rng, len(before))]
            state = self._replayed(known, first)
            if state.holder >= 0 or (dealt and state.top != NO_CARD and card_text(state.top)[0] == dealt[0][0]):
                continue
            if score is None:
                if state.totals[0] == state.totals[1] == 0:
                    return [*first, *dealt]
            else:
                state = self._replayed(known, [*first, *dealt])
                if [int(state.totals[0]), int(state.totals[1])] == list(score):
                    return [*first, *dealt]
        raise ValueError("gone: in no order do these cards lead to this score, with nobody on breakaway")

    def _replayed(self, known: Mapping[str, Any], played: Sequence[str]) -> HockeyState:
        """The game after these cards of the period."""
        state = self.variant.codec.load_state({**known, "played": played})
        assert isinstance(state, HockeyState)
        return state

    def write(self, seen: Mapping[str, Any]) -> Cells:
        known = {name: seen[name] for name in ("options", "dealer", "starting_pile")}
        played = [play["card"] for play in seen["played"]]
        borders = _deal_ends(seen["options"], seen["period"])
        kept = max(border for border in (0, *borders) if border <= len(played))
        while kept and not self._may_be_gone(known, played, kept):
            kept -= 1
        plays = ""
        for place, play in enumerate(seen["played"][kept:], kept):
            plays += f"{' /' if place in borders and plays else ''} {SEATS[play['seat']]}{play['card'][0]}"
        cells = {
            "period": "" if seen["period"] == 1 else str(seen["period"]),
            "score": "" if not any(seen["score"]) else "{}-{}".format(*seen["score"]),
            "pile": " ".join(card[0] for card in seen["starting_pile"]),
            "gone": _grouped(played[:kept]),
            "plays": plays.strip(),
            "hand": _grouped(seen["hand"]),
        }
        left = Counter(RANKS * len(SUITS))
        left.subtract(card[0] for card in (*seen["starting_pile"], *played, *seen["hand"]))
        if 0 < left.total() < kept:
            cells["unseen"] = _grouped(list(left.elements()))
            del cells["gone"]
        return {name: cells[name] for name in KNOWN if cells.get(name)}

    def _may_be_gone(self, known: Mapping[str, Any], played: Sequence[str], kept: int) -> bool:
        """Whether nothing but the ranks of the first cards matters after them."""
        state = self._replayed(known, played[:kept])
        follows = kept < len(played) and state.top != NO_CARD and card_text(state.top)[0] == played[kept][0]
        return state.holder < 0 and not follows and kept < len(played)

    def actions(self, state: State, seat: int, text: str) -> list[int]:
        """The first card of this rank."""
        found = [action for action in state.legal_actions(seat) if card_text(action)[0] == text]
        if not found:
            raise ValueError("not a rank of the hand")
        return found[:1]

    def move_text(self, state: State, seat: int, actions: Sequence[int]) -> str:
        return card_text(actions[0])[0]

    def theme(self, state: State, seat: int, best: int) -> str:
        assert isinstance(state, HockeyState)
        is_wild = bool((state.options.wild_ranks >> rank(best)) & 1)
        matches = state.top != NO_CARD and rank(best) == rank(state.top)
        if self._heuristic.scores(state, seat, best):
            return "goal"
        if state.holder == 1 - seat % 2 and (matches or is_wild):
            return "stop"
        if state.holder == 1 - seat % 2:
            return "counting"
        if state.holder == seat % 2 and state.options.seats > 2:
            return "partner"
        if state.period >= state.options.periods and not state.undealt():
            return "score"
        return "jack" if is_wild or self._holds_wild(state, seat) else "hiding"

    def _holds_wild(self, state: HockeyState, seat: int) -> bool:
        return any((state.options.wild_ranks >> rank(card)) & 1 for card in state.legal_actions(seat))


def _plays(text: str) -> tuple[list[int], list[str]]:
    """The seats and ranks of ``A7 B7 / A4``."""
    seats, ranks = [], []
    for play in text.replace("/", " ").split():
        if len(play) != 2 or play[0] not in SEATS:
            raise ValueError(f"plays: {play!r} is no play; write seat and rank, as in A7")
        seats.append(SEATS.index(play[0]))
        ranks.append(play[1])
    return seats, ranks


def _deal_ends(options: Mapping[str, Any], period: int) -> list[int]:
    """The cards played in the period at the end of each deal."""
    sizes = options["overtime_deals" if period > options["periods"] else "deals"]
    return [int(size) * int(options["seats"]) for size in accumulate(sizes)]


def _check_slashes(text: str, before: int, ends: Sequence[int]) -> None:
    *starts, _ = text.split("/")
    for place in accumulate(len(start.split()) for start in starts):
        if before + place not in ends:
            known = ", ".join(map(str, ends))
            raise ValueError(f"plays: a slash after {before + place} cards; deals end after {known}")


def _grouped(cards: Sequence[str]) -> str:
    """``222 7 JJ``."""
    counts = Counter(card[0] for card in cards)
    return " ".join(one * counts[one] for one in RANKS if counts[one])


def make(variant: Variant) -> ShortForm:
    """The form of Hockey."""
    return HockeyForm(variant)
