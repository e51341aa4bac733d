"""Whole states of Turn-Based Hockey as JSON: what the store keeps, and positions for tests."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import NO_SIDE, State
from engines.cards import card_or_none, card_text, card_texts, parse_card, parse_cards, put_cards
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.options import dump_options, full_deck, options_from
from engines.turn_based_hockey.rules import Options, TurnBasedHockeyState

FORMAT: Final = 1
"""Goes up when states stored earlier can no longer be read as they are."""
PLACES: Final = int(rules.PLACES)
SEATS: Final = (0, 1)


def dump_state(state: State) -> dict[str, Any]:
    """The whole truth; ``played`` holds secret choices too, ``stock`` is the undealt pack in the order it will be
    dealt.
    """
    assert isinstance(state, TurnBasedHockeyState)
    return {
        "format": FORMAT,
        "options": dump_options(state.options),
        **dump_size(state.options),
        "ply": int(state.ply),
        "node": rules.NODE_NAMES[state.node],
        "period": int(state.period),
        "played": [_dump_period(state, period) for period in range(1, int(state.period) + 1)],
        "goals": dump_goals(state.goals, state.period),
        "hands": [card_texts(hand.cards, hand.size) for hand in state.hands],
        "stock": card_texts(state.pack, len(state.options.deck), state.dealt) if state.node in _DEALT else [],
        "shootout": dump_shootout(state.shootout_rounds, state.shootout_cards),
    }


def _dump_period(state: TurnBasedHockeyState, period: int) -> dict[str, Any]:
    placed = state.placed if period == state.period else (PLACES, PLACES)
    return {
        "face_off": [card_or_none(state.face_offs[2 * (period - 1) + seat]) for seat in SEATS],
        "lineups": [lineup_texts(state.lineups, period, seat, int(placed[seat])) for seat in SEATS],
    }


def load_state(data: Mapping[str, Any]) -> TurnBasedHockeyState:
    """The inverse of ``dump_state``; also builds positions for tests, in which anything may be missing.

    Missing means: the standard game, at the face-off of the first period; hands (one or all), what was played in
    earlier periods and ``stock`` filled with the cards left over, in their order; the goals as the line-ups make them.
    Raises ValueError if a card of the pack is in two places or in none.
    """
    if data.get("format", FORMAT) != FORMAT:
        raise ValueError(f"format: {data['format']!r} cannot be read; known is {FORMAT}")
    state = TurnBasedHockeyState(load_options(data))
    state.node = rules.NODE_NAMES.index(data.get("node", "face_off"))
    state.period = data.get("period", 0 if state.node == rules.DEAL else 1)
    if state.node != rules.DEAL:
        _load_played(state, data.get("played", ()))
        _load_setting_up(state)
    if state.node in _DEALT:
        _load_cards(state, data)
    _load_goals(state, data)
    shootout = data.get("shootout", {"rounds": 0, "cards": []})
    state.shootout_rounds = shootout["rounds"]
    put_cards(state.shootout_cards, parse_cards(shootout["cards"]))
    state.ply = data.get("ply", decisions_made(state))
    return state


_DEALT: Final = tuple(node for node in range(len(rules.NODE_NAMES)) if node not in (rules.DEAL, rules.OVERTIME_DEAL))
"""The nodes at which cards of the present pack are out."""


def load_options(data: Mapping[str, Any]) -> Options:
    """The options of a state or an observation, and the size of its game."""
    deck = parse_cards(data["deck"]) if "deck" in data else None
    return options_from(data.get("options", {}), deck, data.get("periods", int(rules.PERIODS)), data.get("hand_size"))


def _load_played(state: TurnBasedHockeyState, played: Sequence[Mapping[str, Any]]) -> None:
    """Lay out what was played; what is missing of it is NO_CARD for the moment."""
    for period in range(1, int(state.period) + 1):
        entry = played[period - 1] if period <= len(played) else {}
        for seat in SEATS:
            text = (entry.get("face_off") or [None, None])[seat]
            state.face_offs[2 * (period - 1) + seat] = rules.NO_CARD if text is None else parse_card(text)
            lineup = [parse_card(text) for text in (entry.get("lineups") or [[], []])[seat] or []]
            start = PLACES * (2 * (period - 1) + seat)
            put_cards(state.lineups, lineup + [int(rules.NO_CARD)] * (PLACES - len(lineup)), start)
            if period == state.period:
                state.placed[seat] = len(lineup)
                state.placed_cards[seat] = sum(1 << card for card in lineup)


def _load_setting_up(state: TurnBasedHockeyState) -> None:
    """Who is asked for an open line-up follows from the face-off (2.3)."""
    if state.node in (rules.LINEUP_FIRST, rules.LINEUP_SECOND):
        winner = state.face_off_winner()
        if winner == NO_SIDE:
            raise ValueError("played: after a tied face-off neither seat sets up first")
        state.setting_up = winner if state.node == rules.LINEUP_SECOND else 1 - winner


def _load_cards(state: TurnBasedHockeyState, data: Mapping[str, Any]) -> None:
    """Fill the hands, the gaps in what was played, and the stock, in this order."""
    deck = [int(card) for card in state.options.deck]
    given = [None if hand is None else parse_cards(hand) for hand in data.get("hands", (None, None))]
    stock = parse_cards(data.get("stock", ()))
    known = [*laid_down(state), *stock, *(card for hand in given for card in hand or [])]
    chosen = [secret_choice(state, seat) for seat in SEATS]
    left = [card for card in deck if card not in known and card not in chosen[0] + chosen[1]]
    for seat in SEATS:
        hand = given[seat]
        if hand is None:
            missing = hand_size(state, seat) - len(chosen[seat])
            hand, left = chosen[seat] + left[:missing], left[missing:]
            known += hand
        state.hold(seat, sum(1 << card for card in set(hand)))
    known += _fill_gaps(state, left)
    if "stock" not in data:
        stock, left = left, []
        known += stock
    state.dealt = len(deck) - len(stock)
    if left or sorted(known) != deck:
        raise ValueError("every card of the pack must lie in one place: hands, stock or played")
    put_cards(state.pack, stock, int(state.dealt))


def _fill_gaps(state: TurnBasedHockeyState, left: list[int]) -> list[int]:
    """Put cards of ``left`` wherever something played in an earlier period of this pack is missing; return those
    used.
    """
    used: list[int] = []
    for period in range(first_period_of_pack(state), int(state.period)):
        for buffer, start, end in (
            (state.face_offs, 2 * (period - 1), 2 * period),
            (state.lineups, 12 * (period - 1), 12 * period),
        ):
            for at in range(start, end):
                if buffer[at] == rules.NO_CARD and left:
                    used.append(left.pop(0))
                    buffer[at] = used[-1]
    return used


def _load_goals(state: TurnBasedHockeyState, data: Mapping[str, Any]) -> None:
    """Goals by period as given, else as the line-ups of the periods that are over make them."""
    goals = data.get("goals", ())
    for period in range(1, int(state.period) + 1):
        both = goals[period - 1] if period <= len(goals) else goals_of(state, period)
        for seat in SEATS:
            state.goals[2 * (period - 1) + seat] = both[seat]
            state.totals[seat] += both[seat]


# -- what follows from a position


def goals_of(state: TurnBasedHockeyState, period: int) -> list[int]:
    """The goals that the line-ups of a period make; none while one of them is not complete."""
    one, two = (
        [int(state.lineups[PLACES * (2 * (period - 1) + seat) + place]) for place in range(PLACES)] for seat in SEATS
    )
    if rules.NO_CARD in one + two or (period == state.period and state.node not in (rules.SHOOTOUT, rules.GAME_OVER)):
        return [0, 0]
    return [goals_against(state.options, mine, theirs) for mine, theirs in ((one, two), (two, one))]


def goals_against(options: Options, mine: Sequence[int], theirs: Sequence[int]) -> int:
    """The goals that one line-up scores against another: the table in 2.3 line 3."""
    pairs = ((rules.LW, rules.C, rules.RD, rules.G), (rules.RW, rules.C, rules.LD, rules.G))
    return sum(options.pair(mine[a], mine[b]) >= options.pair(theirs[c], theirs[d]) for a, b, c, d in pairs)


def first_period_of_pack(state: TurnBasedHockeyState) -> int:
    """The period since which the pack was not shuffled."""
    return int(state.period) if state.in_overtime() and state.options.overtime_needs_shuffle else 1


def laid_down(state: TurnBasedHockeyState) -> list[int]:
    """The cards of the present pack that are open."""
    cards: list[int] = []
    for period in range(first_period_of_pack(state), int(state.period) + 1):
        for seat in SEATS:
            if period < state.period or state.face_off_is_open():
                cards.append(int(state.face_offs[2 * (period - 1) + seat]))
            if period < state.period or state.lineup_is_open(seat):
                start = PLACES * (2 * (period - 1) + seat)
                cards += [int(state.lineups[at]) for at in range(start, start + PLACES)]
    return [card for card in cards if card != rules.NO_CARD]


def secret_choice(state: TurnBasedHockeyState, seat: int) -> list[int]:
    """The cards of the hand that a seat has chosen without having laid them open."""
    if state.node == rules.FACE_OFF:
        card = int(state.face_offs[state.face_off_at(seat)])
        return [] if card == rules.NO_CARD else [card]
    if state.lineup_is_open(seat):
        return []
    start = int(state.lineup_at(seat))
    return [int(state.lineups[at]) for at in range(start, start + int(state.placed[seat]))]


def choose_secretly(state: TurnBasedHockeyState, seat: int, cards: Sequence[int]) -> None:
    """Let a seat have chosen these cards of its hand, for the face-off or for the places of its line-up, without more
    coming of it.
    """
    if state.node == rules.FACE_OFF:
        for card in cards:
            state.face_offs[state.face_off_at(seat)] = card
    elif cards:
        put_cards(state.lineups, cards, int(state.lineup_at(seat)))
        state.placed[seat] = len(cards)
        state.placed_cards[seat] = sum(1 << card for card in cards)


def hand_size(state: TurnBasedHockeyState, seat: int) -> int:
    """How many cards a seat must hold, from the period and what it has laid down in it (T33)."""
    laid = int(rules.PLACES) if state.lineup_is_open(seat) else 0
    if state.in_overtime():
        return PLACES - laid
    face_off = 1 if state.face_off_is_open() else 0
    return int(state.options.hand_size - rules.PERIOD_CARDS * (state.period - 1)) - face_off - laid


def decisions_made(state: TurnBasedHockeyState) -> int:
    """The ply that follows from what was played: a face-off, and one line-up decision if it was tied, else two."""
    made = 0
    for period in range(1, int(state.period) + 1):
        first, second = (int(state.face_offs[2 * (period - 1) + seat]) for seat in SEATS)
        faced_off = period <= state.options.periods and (period < state.period or state.face_off_is_open())
        tied = rules.NO_CARD in (first, second) or scale(state, first) == scale(state, second)
        made += 1 if faced_off else 0
        if period < state.period or state.node in (rules.SHOOTOUT, rules.GAME_OVER):
            made += 1 if tied else 2
        elif state.node == rules.LINEUP_SECOND:
            made += 1
    return made


def scale(state: TurnBasedHockeyState, card: int) -> int:
    """What a card counts in a face-off of this game."""
    return int(rules.scale_value(card, state.options.by_rank))


# -- pieces that states and observations share


def dump_size(options: Options) -> dict[str, Any]:
    """The pack, the periods and the size of the hands, where they are not those of the full game."""
    size: dict[str, Any] = {}
    deck = [int(card) for card in options.deck]
    if deck != full_deck(options.jokers):
        size["deck"] = [card_text(card) for card in deck]
    if options.periods != rules.PERIODS:
        size["periods"] = int(options.periods)
    if options.hand_size != rules.PERIOD_CARDS * options.periods:
        size["hand_size"] = int(options.hand_size)
    return size


def dump_goals(goals: vec[i64], periods: i64) -> list[list[int]]:
    """Goals of both sides in each of the first ``periods`` periods."""
    return [[int(goals[2 * i]), int(goals[2 * i + 1])] for i in range(periods)]


def dump_shootout(rounds: i64, cards: vec[i64]) -> dict[str, Any]:
    """How many rounds there were, and the cards of the last one."""
    return {"rounds": int(rounds), "cards": card_texts(cards, 2) if rounds > 0 else []}


def lineup_texts(lineups: vec[i64], period: int, seat: int, count: int) -> list[str]:
    """The first ``count`` cards of a line-up."""
    start = PLACES * (2 * (period - 1) + seat)
    return card_texts(lineups, start + count, start)
