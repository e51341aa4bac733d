"""The words that all games share, in English."""

from typing import Final

from engines.cards import RANKS
from engines.language import Words

_RANKS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

WORDS: Final = Words(
    language="English",
    is_one=lambda count: count == 1,
    typeset=lambda text: text,
    decimal_mark=".",
    ranks=dict(zip(RANKS, _RANKS, strict=True)),
    the_ranks={rank: f"the {word}" for rank, word in zip(RANKS, _RANKS, strict=True)},
    suits={"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
    jokers={"XR": "red joker", "XB": "black joker"},
    the_jokers={"XR": "the red joker", "XB": "the black joker"},
    of_suit="{rank} of {suit}",
    phrases={
        "and": "{first} and {last}",
        "or": "{first} or {last}",
        "default_name": "Player {number}",
        "nameless": "Player",
        "you": "You",
        "side_wins": ("{team:Victory for {team}|{side} {side:wins|win}}", "{team:Victory for {team}|{side} win}"),
        "draw": "A draw, {score}.",
        "won.score": "{wins}, {score}.",
        "won.shootout": "{wins} in the shootout, {score}.",
        "you_are_asked": "you are asked to {wanted}",
        "seat_is_asked": "seat {seat} is asked to {wanted}",
        "fault": "{where}: {message}",
        "inside": "{outer}{inner}",
        "more_faults": (
            "{fault}; {count} more fault is listed in errors",
            "{fault}; {count} more faults are listed in errors",
        ),
        "not_bool": "{value} is not true or false",
        "not_int": "{value} is not a whole number",
        "not_str": "{value} is not a text",
        "not_list": "{value} is not a list",
        "not_dict": "{value} is not an object",
        "out_of_range": "{value} is out of range; allowed is {range}",
        "not_one_of": "{value} is not one of {known}",
        "wrong_length": "{items} items; allowed is {range}",
        "listed_twice": "{value} is listed twice",
        "at_most": "at most {high}",
        "at_least": "at least {low}",
        "low_to_high": "{low} to {high}",
        "forced": "forced",
        "careless": "careless",
        "prospects": "{win} % to win ({low} to {high}), {goals}",
        "prospects_exact": "{win} % to win, {goals}",
        "goals.ahead": (
            "{goals:.1f} goal more than the others from here",
            "{goals:.1f} goals more than the others from here",
        ),
        "goals.behind": (
            "{goals:.1f} goal fewer than the others from here",
            "{goals:.1f} goals fewer than the others from here",
        ),
        "goals.even": "as many goals as the others from here",
        "graded.best": "The best move.",
        "graded.good": "Good: about as good as the best.",
        "graded.inaccuracy": "Inaccuracy: it gave away {loss} games of 100.",
        "graded.blunder": "Blunder: it gave away {loss} games of 100.",
        "counts_of_grades": "{best}, {good}, {inaccuracy}, {blunder}",
        "count_of.best": ("{count} best", "{count} best"),
        "count_of.good": ("{count} good", "{count} good"),
        "count_of.inaccuracy": ("{count} inaccuracy", "{count} inaccuracies"),
        "count_of.blunder": ("{count} blunder", "{count} blunders"),
    },
)
