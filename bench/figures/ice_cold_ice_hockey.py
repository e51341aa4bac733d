"""Ice Cold Ice Hockey: 17.2 "How it plays" of its rules document.

The document calls its players equal, simple and scripted, and no more. Ours are others of that kind, so that their
shots, dumps and fouls need not agree; what depends on the cards alone should. Goals on outside shots do not: the two
cards that give them, #34 and #61, should be kept in the hand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

from bench.figures.policies import Policy, play_out, uniform
from bench.figures.table import Figure, share, stated
from engines.ice_cold_ice_hockey.options import STANDARD, Sizes, options_from
from engines.ice_cold_ice_hockey.rules import numbers
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.ice_cold_ice_hockey.rules.numbers import CENTRE, DEFENCE, GAIN, INSIDE_SHOT, OFFENSIVE_ZONE, ON_INSIDE_SHOT
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.ice_cold_ice_hockey.rules.windows import destination
from engines.rng import Rng

DOCUMENT, SECTION = "ice-cold-ice-hockey.md", "### 17.2 How it plays"
DOCUMENT_GAMES = 20_000
GAMES_A_GAME = 4
"""One game here for this many of the others: these are long."""

SCRIPTED, ROUGH, AGAINST_RANDOM = ("scripted", "scripted"), ("rough", "rough"), ("scripted", "random")
FIGURES = (
    (SCRIPTED, "goals", "teams", r"([\d.]+) goals"),
    (SCRIPTED, "shots on goal", "teams", r"([\d.]+) SOG"),
    (SCRIPTED, "saves", "shots on goal", r"save percentage ([\d.]+)"),
    (SCRIPTED, "outside goals", "outside shots", r"goals on ([\d.]+ %) of outside"),
    (SCRIPTED, "inside goals", "inside shots", r"and ([\d.]+ %) of inside shots"),
    (SCRIPTED, "power plays", "teams", r"([\d.]+) power plays per team"),
    (SCRIPTED, "power-play goals", "power plays", r"power plays per team at ([\d.]+ %)"),
    (ROUGH, "power plays", "teams", r"([\d.]+) per team when both foul freely"),
    (SCRIPTED, "face-offs", "games", r"([\d.]+) face-offs"),
    (SCRIPTED, "offsides", "games", r"([\d.]+) offsides"),
    (SCRIPTED, "icings", "games", r"([\d.]+) icings"),
    (SCRIPTED, "ties", "games", r"([\d.]+ %) of games tied"),
    (SCRIPTED, "cards drawn", "periods", r"about ([\d.]+) cards drawn per period"),
    (AGAINST_RANDOM, "wins of seat 0", "games", r"beats a random one in about ([\d.]+ %)"),
    (AGAINST_RANDOM, "wins of seat 1", "games", r"games \(([\d.]+ %) lost\)"),
    (SCRIPTED, "Home's wins", "decided games", r"Home won ([\d.]+ %) of decided"),
)
"""Who plays, what is divided by what, and where the document says what comes of it."""
OF_THE_CARDS = ("inside goals", "Home's wins")
"""What any two equal players should have nearly alike."""


def figures(games: int) -> Iterator[Figure]:
    """Every figure of 17.2."""
    played = {
        players: [play(players, number) for number in range(games // GAMES_A_GAME)]
        for players in (SCRIPTED, ROUGH, AGAINST_RANDOM)
    }
    for players, part, whole, pattern in FIGURES:
        name, text = f"{players[0]} v {players[1]}: {part} / {whole}", stated(DOCUMENT, SECTION, pattern)
        figure = share(name, text, DOCUMENT_GAMES, played[players], part, whole)
        yield replace(figure, players_known=part in OF_THE_CARDS)


def play(players: tuple[str, str], number: int) -> Counter[str]:
    """One game without overtime, the even ones with seat 0 as Home: how often what came up."""
    home = number % 2
    state = play_game({**STANDARD, "tie_rule": "tie", "home": home}, f"how it plays {number}", players)
    assert state.log is not None
    events = Counter(event[0] for event in state.log)
    turned = Counter(event[2] for event in state.log if event[0] == numbers.TURNS_OVER)
    turns = [(event, following) for event, following in pairwise(state.log) if event[0] == numbers.TURNS_OVER]
    scored = Counter(event[2] for event, following in turns if following[0] == numbers.SCORES)
    goals, shots = int(state.score(0) + state.score(1)), int(state.shots_on_goal[0] + state.shots_on_goal[1])
    winner = int(state.winner())
    return Counter(
        {
            "games": 1,
            "teams": 2,
            "periods": 3,
            "goals": goals,
            "shots on goal": shots,
            "saves": shots - goals,
            "outside shots": turned[numbers.FOR_OUTSIDE],
            "outside goals": scored[numbers.FOR_OUTSIDE],
            "inside shots": turned[numbers.FOR_INSIDE] + turned[numbers.FOR_REBOUND],
            "inside goals": scored[numbers.FOR_INSIDE] + scored[numbers.FOR_REBOUND],
            "power plays": int(state.power_plays[0] + state.power_plays[1]),
            "power-play goals": int(state.power_play_goals[0] + state.power_play_goals[1]),
            "face-offs": turned[numbers.FACE_OFF],
            "offsides": events[numbers.OFFSIDE],
            "icings": events[numbers.ICING] + events[numbers.ICES] - events[numbers.TOUCHES_UP],
            # After the deal. For every policy it is 108 or 109, as a period goes through the deck twice; 118 or 119
            # with the ten dealt.
            "cards drawn": events[numbers.DRAWS] + events[numbers.TURNS_OVER],
            "ties": winner < 0,
            "decided games": winner >= 0,
            "Home's wins": winner == home,
            "wins of seat 0": winner == 0,
            "wins of seat 1": winner == 1,
        }
    )


# -- players


def scripted(state: IceColdState, seat: int, rng: Rng) -> Sequence[int]:
    """Carry the puck in, set up and shoot; answer what can be answered, but foul only where it hurts not to."""
    return [_scripted(state, seat, state.legal_actions(seat), fouls_freely=False)]


def rough(state: IceColdState, seat: int, rng: Rng) -> Sequence[int]:
    """The same, but fouls whenever a foul is the only answer."""
    return [_scripted(state, seat, state.legal_actions(seat), fouls_freely=True)]


def _scripted(state: IceColdState, seat: int, legal: Sequence[int], *, fouls_freely: bool) -> int:
    node = state.node
    if node == numbers.ATTACK:
        return _attack(state, seat, legal)
    if node == numbers.TOUCH_UP:
        return int(numbers.TAKE_FACE_OFF)
    if numbers.DECLINE in legal:
        return _answer(state, seat, legal, fouls_freely)
    if node in (numbers.MOMENTUM_TRIM, numbers.SKATER_DISCARD, numbers.ICE_DISCARD):
        if node == numbers.ICE_DISCARD and _value(state, seat, _least(state, seat, legal)) > 2:
            return int(numbers.KEEP)
        return int(numbers.DISCARD) + _least(state, seat, legal)
    if node == numbers.GOALIE_RETURN:
        return int(numbers.STAY_OUT)
    return legal[0]  # draw, take, pull


def _attack(state: IceColdState, seat: int, legal: Sequence[int]) -> int:
    """The best play of the hand, else the outside shot or a dump."""
    if numbers.PULL_GOALIE in legal and state.stock_size <= 8:
        return int(numbers.PULL_GOALIE)
    plays = [action for action in legal if action < numbers.DUMP_CENTER]
    best = max(plays, key=lambda card: _promise(state, seat, card), default=None)
    zone = state.zone_for(seat)
    if best is not None and (zone != OFFENSIVE_ZONE or _promise(state, seat, best) > 2):
        return best
    if zone == OFFENSIVE_ZONE:
        return int(numbers.OUTSIDE_SHOT)
    dump = int(numbers.DUMP_IN if zone == CENTRE else numbers.DUMP_CENTER)
    dumps = [action for action in legal if dump < action < dump + 100]
    return dump + _least(state, seat, dumps) if dumps else int(numbers.DUMP_DEEP)


def _promise(state: IceColdState, seat: int, card: int) -> float:
    """How much a play of the attacker is liked; above 2 better than an outside shot."""
    deck, hand = state.deck, state.hands[seat]
    if deck.kind[card] == INSIDE_SHOT:
        return 9.0
    if deck.ices[card]:
        return -1.0
    end = deck.destination[3 * card + state.zone_for(seat)]
    has_shot = any(deck.kind[hand.cards[i]] == INSIDE_SHOT for i in range(hand.size))
    sets_up = end == OFFENSIVE_ZONE and bool(deck.follow_ons[card] & ON_INSIDE_SHOT) and has_shot
    follows = any(
        hand.cards[i] != card
        and deck.kind[hand.cards[i]] <= 1
        and deck.works_in(hand.cards[i], end)
        and deck.follow_ons[card] >> deck.kind[hand.cards[i]] & 1
        for i in range(hand.size)
    )
    return float(end - state.zone_for(seat)) + 3.0 * sets_up + 0.5 * follows - 0.7 * deck.shows_defence(card)


def _answer(state: IceColdState, seat: int, legal: Sequence[int], fouls_freely: bool) -> int:
    """Gain the puck if that can be done, else leave it loose; foul in the own zone, on a breakaway or freely."""
    deck, best, best_value = state.deck, int(numbers.DECLINE), 0.0
    for action in legal:
        card = action - int(numbers.ANSWER)
        if action == numbers.DECLINE:
            continue
        value = 3.0 if deck.outcome[card] == GAIN else 2.0 + deck.big_hit[card] / 4
        if deck.kind[card] == DEFENCE and (deck.may_be_penalised[card] or deck.fight[card]):
            into_own_zone = state.zone_for(seat) == 0 or destination(state) == OFFENSIVE_ZONE
            value = 1.0 if fouls_freely or (into_own_zone and deck.follow_ons[state.played] & ON_INSIDE_SHOT) else -1.0
        if value > best_value:
            best, best_value = action, value
    return best


def _least(state: IceColdState, seat: int, legal: Sequence[int]) -> int:
    """The card that is missed least, of actions that discard one."""
    cards = [action % 100 for action in legal if action < numbers.CARD_ACTIONS]
    return min(cards, key=lambda card: _value(state, seat, card))


def _value(state: IceColdState, seat: int, card: int) -> float:
    deck = state.deck
    kind = deck.kind[card]
    if kind == INSIDE_SHOT:
        return 3.0
    if kind >= DEFENCE:
        return 3.5 if deck.outcome[card] == GAIN else 2.5
    return 3.2 if deck.follow_ons[card] & ON_INSIDE_SHOT else 1.0 if deck.zones[card] == 1 else 2.2


POLICIES: Mapping[str, Policy] = {"random": uniform, "scripted": scripted, "rough": rough}


def play_game(
    options: Mapping[str, Any], seed: str, players: tuple[str, str], *, sizes: Sizes | None = None
) -> IceColdState:
    """A game between two policies, by seat."""
    state = IceColdFlow(options_from(options, sizes=sizes))
    policies = [POLICIES[player] for player in players]
    return cast(IceColdState, play_out(state, lambda state, seat, rng: policies[seat](state, seat, rng), Rng(seed)))
