"""Turn-Based Hockey in French."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    name="Turn-Based Hockey",
    summary="Formation contre formation. 21 cartes pour trois périodes, chacune avec une mise en jeu et six cartes "
    "pour deux ailiers, un centre, deux défenseurs et un gardien. Un duo d'attaque qui vaut au moins le "
    "duo de défense marque. Le perdant de la mise en jeu montre sa formation le premier; après une "
    "égalité, les deux la composent en secret. Le plus de buts gagne; sinon, prolongation puis tir de "
    "barrage à une carte.",
    credits="Megalodon a publié le jeu dans l'article « Turn-Based Hockey » du 14 décembre 2013, jour de match des "
    "Sharks, sur le blogue Battle of California (SB Nation).",
    presets={
        "standard": "Le jeu tel que publié, sans jokers : une égalité mène à la prolongation, puis aux tirs de barrage."
    },
    options={
        "jokers": "Deux jokers, les joueurs blessés, sont dans le paquet.",
        "compare": "Comment les cartes se comparent aux mises en jeu et aux tirs de barrage : du dix au roi, elles "
        "sont égales en points. La troisième façon : en points aux mises en jeu, selon le rang aux tirs de "
        "barrage.",
        "early_clinch": "La partie finit dès que l'équipe qui perd ne peut plus égaliser.",
        "overtime": "Ce qui suit une égalité : une période avec six nouvelles cartes chacun, ou aucune.",
        "shootout": "Une égalité qui reste se règle aux tirs de barrage, une carte chacun; sinon, c'est un match nul.",
        "joker_chemistry": "Un joker compte comme une carte de sa couleur, rouge ou noire, sans enseigne.",
    },
    moves={
        "face_off": "Engager une carte de la main, face cachée, pour la mise en jeu.",
        "lineup": "Placer six cartes de la main : LW, C, RW, LD, G et RD (ailier gauche, centre, ailier droit, "
        "défenseur gauche, gardien, défenseur droit).",
    },
    preset_names={"standard": "Standard"},
    option_names={
        "jokers": "Jokers",
        "compare": "Valeur des cartes",
        "early_clinch": "Fin hâtive",
        "overtime": "Prolongation",
        "shootout": "Tirs de barrage",
        "joker_chemistry": "Les jokers ont une couleur",
    },
    character_names={
        "blaze": "Brasier",
        "anvil": "Enclume",
        "spine": "Colonne",
        "pivot": "Pivot",
        "mask": "Masque",
        "squirrel": "Écureuil",
    },
    character_lines={
        "blaze": "Met ses cartes faibles en défense et devant le but : l'attaque d'abord.",
        "anvil": "Met ses cartes faibles à l'attaque : la défense d'abord.",
        "spine": "Met des cartes fortes au centre et devant le but.",
        "pivot": "Met une carte forte au centre.",
        "mask": "Met une carte forte devant le but.",
        "squirrel": "Joue d'abord ses cartes faibles et garde les fortes pour les périodes suivantes.",
    },
    choice_names={
        "compare": {
            "points": "Du dix au roi, égales",
            "rank": "Selon le rang",
            "points_then_rank": "Du dix au roi, égales; aux tirs de barrage, selon le rang",
        },
        "overtime": {"once": "Une période avec six nouvelles cartes", "none": "Aucune"},
    },
    phrases={
        "play_face_off": "mise en jeu avec {card}",
        "play_lineup": "aligner {lines}",
        "at.LW": "{card} à l'aile gauche",
        "at.C": "{card} au centre",
        "at.RW": "{card} à l'aile droite",
        "at.LD": "{card} à gauche en défense",
        "at.G": "{card} devant le filet",
        "at.RD": "{card} à droite en défense",
        "face_off": "Mise en jeu ! {first} contre {second} : {result}.",
        "shootout_round": "Tir de barrage ! {first} contre {second} : {result}.",
        "wins": "{side:{side} gagne|vous gagnez}",
        "equal": "égalité",
        "face_off_tied": "Rondelle coincée : formations en secret",
        "committed": "{player} {player:a|avez} choisi.",
        "lines_set": "Voici les lignes : {player:{player}|vous} avec {lines}.",
        "injured": "Il joue blessé",
        "shot": "{player} par {wing} : {attack} contre {defence}.",
        "pair": "{cards} ({value})",
        "wing.LW": "l'aile gauche",
        "wing.RW": "l'aile droite",
        "scores": "{team:But pour {team}|{player} {player:marque|marquez}} ! {score}",
        "saves": "Arrêt !",
        "perfect_pair": "Impossible à arrêter !",
        "period_end": "Fin de la période : {standing}.",
        "clinched": "Hors de portée",
        "overtime_start": "Prolongation !",
        "worth": "Vaut {points} points; en duo, 5 de plus avec une carte de son enseigne, 2 de plus si seule la "
        "couleur est la même.",
        "joker": "Un joueur blessé : ne vaut rien, aucune chimie.",
        "joker_chemistry": "Un joueur blessé : ne vaut rien, 2 de plus en duo avec une carte de sa couleur, sauf "
        "l'autre joker.",
        "none_with_joker": "Un duo avec un joker n'a rien de cela.",
        "rank_counts": "Aux mises en jeu et aux tirs de barrage, c'est son rang qui compte.",
        "rank_counts_in_shootout": "Aux tirs de barrage, c'est son rang qui compte.",
        "over": "la partie est terminée : il n'y a plus rien à choisir",
        "before_shuffle": "personne n'a à jouer pour l'instant : il reste à donner les cartes",
        "has_chosen": "vous avez fait votre choix secret, et il est définitif : attendez l'adversaire",
        "you_choose": "c'est à vous de jouer : {wanted}",
        "seat_chooses": "c'est à la place {seat} de jouer : {wanted}",
        "wanted.face_off": "une carte de la main, en secret (face_off)",
        "wanted.lineup": "six cartes de la main (lineup)",
        "not_in_hand": "{card} n'est pas dans votre main ({hand}) : choisissez une de ces cartes",
        "other_beginning": "{cards} ne commence pas par {placed} : ces cartes sont placées, et les choix sont "
        "définitifs",
        "beats_cards": "bat {mine} des {unseen} cartes cachées, l'autre {others}",
        "costs": "coûte {mine} points, l'autre {others}",
        "makes_pair": "forme un duo d'au plus {mine}, l'autre {others}",
        "goals": "marque {scored} et accorde {against}, l'autre {others_scored} et {others_against}",
        "most_goals": "marque {scored} et accorde {against}, et aucune autre ne fait mieux",
        "as_many_goals": "autant de buts, et garde des cartes de {mine} points, l'autre de {others}",
        "keeps_points": "garde des cartes de {mine} points pour les périodes suivantes, l'autre de {others}",
        "attack": "attaque avec des duos de {high} et {low}, l'autre avec {others_high} et {others_low}",
        "defence": "défend avec des duos de {high} et {low}, l'autre avec {others_high} et {others_low}",
        "attack_sides": "attaque avec {left} à gauche et {right} à droite, l'autre à l'inverse",
        "defence_sides": "défend avec {left} à gauche et {right} à droite, l'autre à l'inverse",
        "leaves_suits": (
            "laisse {count} duo d'une même enseigne en main, l'autre {others}",
            "laisse {count} duos d'une même enseigne en main, l'autre {others}",
        ),
        "leaves_colours": (
            "laisse {count} duo d'une même couleur en main, l'autre {others}",
            "laisse {count} duos d'une même couleur en main, l'autre {others}",
        ),
        "as_good": "vaut l'autre : mêmes duos, mêmes points",
    },
)
