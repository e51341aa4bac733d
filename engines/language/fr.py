"""The words that all games share, in French as it is spoken in Quebec."""

import re
from typing import Final

from engines.cards import RANKS
from engines.language import Words

_RANKS: Final = ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "valet", "dame", "roi", "as")
_ARTICLES: Final = {"Q": "la ", "A": "l'"}
_SPACES: Final = re.compile(r"(?<=«) | (?=[:;!?»%])|(?<=[^ ])(?=;)")
NO_BREAK: Final = "\N{NO-BREAK SPACE}"

WORDS: Final = Words(
    language="Français",
    is_one=lambda count: count < 2,
    typeset=lambda text: _SPACES.sub(NO_BREAK, text),
    decimal_mark=",",
    ranks=dict(zip(RANKS, _RANKS, strict=True)),
    the_ranks={rank: _ARTICLES.get(rank, "le ") + word for rank, word in zip(RANKS, _RANKS, strict=True)},
    suits={"C": "trèfle", "D": "carreau", "H": "cœur", "S": "pique"},
    jokers={"XR": "joker rouge", "XB": "joker noir"},
    the_jokers={"XR": "le joker rouge", "XB": "le joker noir"},
    of_suit="{rank} de {suit}",
    phrases={
        "and": "{first} et {last}",
        "or": "{first} ou {last}",
        "default_name": "Joueur {number}",
        "nameless": "Joueur",
        "you": "Vous",
        "side_wins": (
            "{team:Victoire pour {team}|{side} {side:gagne|gagnez}}",
            "{team:Victoire pour {team}|{side} {side:gagnent|gagnez}}",
        ),
        "draw": "Match nul, {score}.",
        "won.score": "{wins}, {score}.",
        "won.shootout": "{wins} aux tirs de barrage, {score}.",
        "you_are_asked": "c'est à vous de jouer : {wanted}",
        "seat_is_asked": "c'est à la place {seat} de jouer : {wanted}",
        "fault": "{where} : {message}",
        "inside": "{outer}{inner}",
        "more_faults": (
            "{fault}; {count} autre erreur figure dans errors",
            "{fault}; {count} autres erreurs figurent dans errors",
        ),
        "not_bool": "{value} n'est pas vrai (true) ou faux (false)",
        "not_int": "{value} n'est pas un nombre entier",
        "not_str": "{value} n'est pas un texte",
        "not_list": "{value} n'est pas une liste",
        "not_dict": "{value} n'est pas un objet",
        "out_of_range": "{value} est hors limites; on permet {range}",
        "not_one_of": "{value} n'est pas une des valeurs permises : {known}",
        "wrong_length": "il y a {items} valeurs; on en permet {range}",
        "listed_twice": "{value} est là deux fois",
        "at_most": "{high} au plus",
        "at_least": "{low} au moins",
        "low_to_high": "de {low} à {high}",
        "forced": "seul coup possible",
        "careless": "coup joué sans réfléchir",
        "prospects": "{win} % de chances de gagner (de {low} à {high}), {goals}",
        "prospects_exact": "{win} % de chances de gagner, {goals}",
        "goals.ahead": (
            "{goals:.1f} but de plus que les autres d'ici la fin",
            "{goals:.1f} buts de plus que les autres d'ici la fin",
        ),
        "goals.behind": (
            "{goals:.1f} but de moins que les autres d'ici la fin",
            "{goals:.1f} buts de moins que les autres d'ici la fin",
        ),
        "goals.even": "autant de buts que les autres d'ici la fin",
        "graded.best": "Le meilleur coup.",
        "graded.good": "Bon : presque aussi bon que le meilleur.",
        "graded.inaccuracy": "Imprécision : ce coup a coûté {loss} parties sur 100.",
        "graded.blunder": "Gaffe : ce coup a coûté {loss} parties sur 100.",
        "counts_of_grades": "{best}, {good}, {inaccuracy}, {blunder}",
        "count_of.best": ("{count} meilleur coup", "{count} meilleurs coups"),
        "count_of.good": ("{count} bon coup", "{count} bons coups"),
        "count_of.inaccuracy": ("{count} imprécision", "{count} imprécisions"),
        "count_of.blunder": ("{count} gaffe", "{count} gaffes"),
    },
)
