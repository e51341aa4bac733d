"""Blades of Steel in French."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    name="Blades of Steel",
    summary="Les rouges attaquent, les noires défendent. À son tour, on pose une défense cachée, on tire avec une "
    "combinaison de cartes rouges, ou on change de trio en jetant toute sa main; l'adversaire peut bloquer "
    "avec une combinaison de cartes noires. Quand le paquet est épuisé, le plus de buts gagne.",
    credits="Conçu par Craig Bednar, publié dans la section des jeux inventés de pagat.com (page « Blades of Steel "
    "», dernière mise à jour le 22 novembre 2007).",
    presets={"standard": "Le jeu tel que publié : un paquet, et après une égalité on joue jusqu'au prochain but."},
    options={
        "deck_end": "Si le joueur qui prend la dernière carte fait encore une action.",
        "compare": "Comment se comparent deux combinaisons égales de trois cartes : par la plus haute, ou carte "
        "par carte.",
        "stack_spend": "Ce qu'un blocage de la défense retourne et défausse : ses propres cartes, ou toute la défense.",
        "weak_blocks": "Le défenseur peut aussi dépenser une combinaison qui n'arrête pas le tir.",
        "discards": "Ce qu'on montre de la défausse.",
        "overtime": "Ce qui suit une égalité : des paquets que le premier but termine, ou un match nul.",
        "overtime_limit": "Paquets de prolongation avant de déclarer match nul.",
    },
    moves={
        "stack": "Poser face cachée une à trois cartes noires de la main comme défense; une défense posée avant "
        "est défaussée.",
        "shoot": "Tirer avec une combinaison de deux ou trois cartes rouges de la main.",
        "change_lines": "Défausser toute la main.",
        "no_block": "Laisser entrer le tir.",
        "block": "Arrêter le tir avec une combinaison de cartes noires, toutes de la main ou toutes de la défense.",
    },
    preset_names={"standard": "Standard"},
    option_names={
        "deck_end": "Fin du paquet",
        "compare": "Tirs égaux de trois cartes",
        "stack_spend": "Blocages de la défense posée",
        "weak_blocks": "Blocages ratés permis",
        "discards": "Défausse",
        "overtime": "Prolongation",
        "overtime_limit": "Paquets de prolongation",
    },
    style_names={"aggressive": "Agressif", "patient": "Patient", "bluffer": "Bluffeur"},
    styles={
        "aggressive": "Tire dès qu'il le peut et pose peu de cartes en défense.",
        "patient": "Attend un tir difficile à bloquer et change de trio pour le trouver.",
        "bluffer": "Pose aussi en défense des cartes qui ne bloquent rien, pour que sa défense en dise peu.",
    },
    choice_names={
        "deck_end": {"immediate": "Termine la partie aussitôt", "finish_turn": "Laisse encore une action"},
        "compare": {"top": "La plus haute carte décide", "all": "Carte par carte"},
        "stack_spend": {"used": "Dépensent les cartes qui bloquent", "whole": "Dépensent toute la défense"},
        "discards": {"open": "Toutes les cartes se voient", "top_only": "On ne voit que celle du dessus"},
        "overtime": {"sudden_death": "Mort subite", "none": "Aucune : match nul"},
    },
    phrases={
        "stack": "poser {cards} en défense",
        "shoot": "tirer avec {cards}",
        "block_hand": "bloquer avec {cards} de la main",
        "block_stack": "bloquer avec {cards} de la défense",
        "no_block": "laisser entrer le tir",
        "change_lines": "changer de trio",
        "face_off": "Mise en jeu ! {winner} commence, {high} contre {low}.",
        "stacks_defence": (
            "La défense se place : {player} pose {count} carte face cachée.",
            "La défense se place : {player} pose {count} cartes face cachée.",
        ),
        "scores": "{player} marque ! {score}",
        "changes_lines": "Changement de trio !",
        "pack_out": "C'est le sifflet final",
        "pack_out_tied": "Le paquet est épuisé, et c'est l'égalité",
        "overtime_start": "Mort subite !",
        "shot_high_card": "Carte haute",
        "shot_flush": "Couleur",
        "shot_one_timer": "Tir sur réception !",
        "shot_breakaway": "Échappée !",
        "shot_great_one": "La Merveille !",
        "save_star_goalie": "Gardien étoile !",
        "save_star_defence": "Défense étoile !",
        "save": "Arrêt !",
        "called": "{what} {call}",
        "shot": "{player} tire avec {cards}.",
        "block_of_hand": "{player} bloque avec {cards}.",
        "block_of_stack": "{player} bloque avec {cards} de la défense.",
        "changed_discarded": "{player} défausse {cards}.",
        "changed_counted": "{player} défausse {count} cartes, {top} sur le dessus.",
        "weak_block": "{player} : {cards}, pas assez pour l'arrêter.",
        "stack_discarded": "{player} défausse son ancienne défense : {cards}.",
        "stack_counted": "{player} défausse son ancienne défense : {count} cartes, {top} sur le dessus.",
        "red": "Tire : carte haute avec deux autres rouges, couleur avec deux autres cartes de {suit}, tir sur "
        "réception avec l'autre {rank} rouge, échappée avec l'as de {suit}.",
        "red_9": "Tire : carte haute avec deux autres rouges, couleur avec deux autres cartes de {suit}, la "
        "Merveille, que rien n'arrête, avec l'autre neuf rouge, échappée avec l'as de {suit}.",
        "red_A": "Tire : carte haute avec deux autres rouges, couleur avec deux autres cartes de {suit}, tir sur "
        "réception avec l'autre {rank} rouge, échappée avec toute autre carte de {suit}.",
        "black": "Bloque : carte haute avec deux autres noires, couleur avec deux autres cartes de {suit}, défense "
        "étoile avec l'autre {rank}, aussi de couleur noire; de la main, ou de la défense posée.",
        "black_A": "Bloque : carte haute avec deux autres noires, couleur avec deux autres cartes de {suit}, "
        "défense étoile avec l'autre {rank}, aussi de couleur noire, gardien étoile à elle seule; de la "
        "main, ou de la défense posée.",
        "over": "la partie est terminée : il n'y a plus rien à jouer",
        "before_shuffle": "personne n'a à jouer pour l'instant : il reste à couper ou à donner les cartes",
        "wanted_answer": "répondre au tir (block ou no_block)",
        "wanted_move": "votre tour (stack, shoot ou change_lines)",
        "red_in_stack": "{card} est rouge : seules les cartes noires se posent en défense",
        "black_in_shot": "{card} est noire : seules les cartes rouges tirent : {shots}",
        "red_in_block": "{card} est rouge : seules les cartes noires bloquent : {blocks}",
        "shots": "trois cartes rouges, deux d'un même rang, ou un as rouge et une carte de son enseigne",
        "blocks": "trois cartes noires, deux d'un même rang, ou un as noir seul",
        "no_shot": "{cards} n'est pas un tir : {shots}",
        "no_block_of_stack": "{cards} ne contient aucune combinaison : {blocks}",
        "not_a_block": "{cards} n'est pas un blocage : {blocks}",
        "part_of_stack": "{cards} n'est qu'une partie de votre défense, et un blocage de la défense la dépense "
        "toute : {stack}",
        "too_weak": "{cards} ({block}) n'arrête pas le tir {shot_cards} ({shot}); vous pouvez répondre avec {answers}",
        "kind_high_card": "carte haute",
        "kind_flush": "couleur",
        "kind_one_timer": "tir sur réception",
        "kind_breakaway": "échappée",
        "kind_great_one": "la Merveille",
        "kind_star_defence": "défense étoile",
        "kind_star_goalie": "gardien étoile",
        "from_hand": "{cards} de la main",
        "from_stack": "{cards} de la défense",
        "more": "{first}, {last}",
        "not_in_hand": "{card} n'est pas dans votre main ({held}) : toutes les cartes doivent en venir",
        "not_in_stack": "{card} n'est pas dans votre défense ({held}) : toutes les cartes doivent en venir",
        "empty": "vide",
        "stacks_block": "pose un blocage",
        "stacks_bluff": "pose un leurre et fait de la place pour de nouvelles cartes",
        "chance": "marque {chance} fois sur 100",
        "six_new": "fait de la place pour six nouvelles cartes",
        "keeps_all": "garde toutes ses cartes",
        "spends_hand": ("dépense {count} carte de la main", "dépense {count} cartes de la main"),
        "spends_stack": ("dépense {count} carte de la défense", "dépense {count} cartes de la défense"),
    },
)
