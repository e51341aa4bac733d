"""Ice Cold Ice Hockey: 17.2 "How it plays" of its rules document.

The document calls its players equal, simple and scripted, and no more. Ours are others of that kind, so that their
shots, dumps and fouls need not agree; what depends on the cards alone should. Goals on outside shots do not: the two
cards that give them, #34 and #61, are worth keeping in the hand.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from bench.figures.policies.ice_cold_ice_hockey import play_game
from bench.figures.table import Figure, share, stated
from engines.ice_cold_ice_hockey.options import STANDARD
from engines.ice_cold_ice_hockey.rules import numbers

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
