"""Hockey in French."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    name="Hockey",
    summary="Le jeu de cartes canadien. Égalez la dernière carte de l'adversaire pour partir en échappée, égalez "
    "aussi la suivante et c'est le but. Les valets ouvrent une échappée n'importe quand. Trois périodes, "
    "chacune dure un paquet; le plus de buts gagne. À deux, ou à quatre en équipes.",
    credits="Ida A. Spence a créé le jeu à Eddystone, au Manitoba, pendant la saison de hockey 1961-1962. Décrit "
    "sur pagat.com par Jonathan Hillier, avec l'aide de Ralph Wiggum, Paul Fletcher, Dwight J. Stockham et "
    "Ida A. Spence.",
    presets={
        "standard": "Le jeu habituel à deux : un valet ouvre une échappée, et une troisième carte égale la vole.",
        "original": "Le jeu du début des années 1960 : les valets sont des cartes ordinaires, et le marqueur "
        "repart en échappée.",
        "third_match_cancels": "Règle maison : une troisième carte égale met seulement fin à l'échappée; un valet "
        "la vole toujours.",
        "goal_is_breakaway": "Règle maison : le marqueur repart aussitôt en échappée.",
        "partnership": "Quatre joueurs, les partenaires face à face : l'un passe, l'autre marque.",
        "wiggum": "Le jeu de Ralph Wiggum : quatre cartes forment la pile de départ, les valets et les deux sont "
        "frimés et marquent, une échappée vide la pile.",
        "stockham": "Le jeu de Dwight J. Stockham, années 1960 : une carte égale ou un valet ne fait que bloquer "
        "une échappée.",
    },
    options={
        "seats": "À quatre, on joue en deux équipes, les partenaires face à face.",
        "periods": "Nombre de périodes du temps réglementaire.",
        "deals": "Cartes par joueur à chaque donne d'une période du temps réglementaire.",
        "overtime": "Ce qui suit une égalité : une période que le premier but termine, ou un match nul.",
        "overtime_deals": "Cartes par joueur à chaque donne de la prolongation.",
        "starting_pile": "Cartes posées face visible pour commencer la pile.",
        "wild_ranks": "Rangs qui ouvrent une échappée chaque fois qu'on les joue.",
        "wild_scores": "En échappée, une équipe peut marquer avec une carte frimée, sauf si la table est vide.",
        "rematch": "Ce qu'une carte ordinaire égale fait à l'échappée de l'autre équipe.",
        "wild_counter": "Ce qu'une carte frimée fait à l'échappée de l'autre équipe.",
        "goal_keeps_breakaway": "Le marqueur repart aussitôt en échappée.",
        "clear_pile": "Une nouvelle échappée ou un but vide la pile.",
        "first_dealer": "Le gagnant de la coupe nomme le premier donneur, ou le hasard le fait.",
        "only_top_seen": "On ne voit que le dessus de la pile, et la pile de départ pendant la première donne; il "
        "faut se souvenir de ce qui est tombé.",
        "calls": "Les événements s'accompagnent de ce qu'on dit à la table; le jeu n'en change pas.",
    },
    moves={
        "choose_dealer": "Le gagnant de la coupe nomme qui donne à la première période : lui-même ou le joueur "
        "suivant.",
        "play": "Jouer n'importe quelle carte de la main.",
    },
    preset_names={
        "standard": "Standard",
        "original": "Originale, début des années 1960",
        "third_match_cancels": "La troisième carte annule",
        "goal_is_breakaway": "Le but donne l'échappée",
        "partnership": "En équipes de deux",
        "wiggum": "Le jeu de Ralph Wiggum",
        "stockham": "Le jeu de Dwight Stockham",
    },
    option_names={
        "seats": "Joueurs",
        "periods": "Périodes",
        "deals": "Cartes à chaque donne",
        "overtime": "Prolongation",
        "overtime_deals": "Cartes à chaque donne de la prolongation",
        "starting_pile": "Pile de départ",
        "wild_ranks": "Rangs frimés",
        "wild_scores": "Les cartes frimées marquent",
        "rematch": "Troisième carte égale",
        "wild_counter": "Carte frimée contre une échappée",
        "goal_keeps_breakaway": "Le but garde l'échappée",
        "clear_pile": "Échappées et buts vident la pile",
        "first_dealer": "Premier donneur",
        "only_top_seen": "Jeu de mémoire",
        "calls": "Ce qu'on dit à la table",
    },
    character_names={
        "dash": "Fonceur",
        "deacon": "Curé",
        "snare": "Collet",
        "brass": "Cuivre",
        "pebble": "Caillou",
        "echo": "Écho",
    },
    character_lines={
        "dash": "Tente chaque échappée, même avec ses cartes frimées.",
        "deacon": "Attend une échappée sûre et garde ses cartes frimées.",
        "snare": "Joue une carte et en garde une du même rang, pour reprendre l'échappée.",
        "brass": "Commence par les dix et les figures, garde les petites pour la fin.",
        "pebble": "Commence par les petites cartes, garde les figures pour la fin.",
        "echo": "Répond par une carte voisine : touche souvent le poteau.",
    },
    choice_names={
        "overtime": {"once": "Une période, le premier but gagne", "none": "Aucune : match nul"},
        "rematch": {"steals": "Vole l'échappée", "cancels": "Met seulement fin à l'échappée"},
        "wild_counter": {"steals": "Vole l'échappée", "cancels": "Met seulement fin à l'échappée"},
        "first_dealer": {"chosen": "Le gagnant de la coupe décide", "random": "Le hasard décide"},
    },
    phrases={
        "wrong_deals": "{seats} joueurs x {dealt} cartes font {total} des {cards} cartes : {right}",
        "wrong_deals_and_pile": "{seats} joueurs x {dealt} cartes et une pile de {pile} font {total} des {cards} "
        "cartes : {right}",
        "deals_add_up": "la somme des donnes doit être {cards}",
        "uneven_deals": "{cards} cartes ne se donnent pas également à {seats} joueurs",
        "pile_cannot_start": "avec {wild} rangs frimés et {cards} cartes dans les premières mains ({deals}), il ne "
        "reste de sûr que {sure} rangs ordinaires, et la pile en demande {needed} : nommez "
        "moins de rangs frimés ou donnez moins de cartes",
        "let_deal": "première donne à {dealer}",
        "play": "jouer {card}",
        "scores": "{team:But pour {team}|{player} {player:marque|marquez}} ! {score}",
        "breakaway": "Échappée !",
        "blocks": "Bloqué !",
        "post": "Sur le poteau !",
        "save": "Arrêt !",
        "miss": "À côté.",
        "clears": "Dégagé !",
        "shoots": "Il lance...",
        "pass": "Passe !",
        "check_pass": "Mise en échec ! Passe !",
        "rumble_pass": "Bagarre ! Passe !",
        "clears_ice": "La glace est dégagée !",
        "shot": "Tir !",
        "automatic_shot": "Tir automatique !",
        "played": "{player} {player:joue|jouez} {card}.",
        "played_and_called": "{player} {player:joue|jouez} {card}. {call}",
        "cut": "{first} {first:coupe et tire|coupez et tirez} {first_card}, {second:{second}|vous} {second_card}.",
        "cut_again": "{first} {first:coupe et tire|coupez et tirez} {first_card}, {second:{second}|vous} "
        "{second_card}. On recoupe.",
        "dealer_chosen": "{dealer} {dealer:donne|donnez} en premier.",
        "period_start": "Début de la période {period}; {dealer:{dealer} donne|vous donnez}.",
        "overtime_start": "Prolongation : le prochain but gagne. {dealer} {dealer:donne|donnez}.",
        "starting_pile": "La pile commence avec {cards}.",
        "starting_pile_top": "La pile commence, {cards} sur le dessus.",
        "redealt": "Pas de pile de départ. On redonne quatre cartes.",
        "redealt_cards": "Pas de pile de départ : {cards}. On redonne quatre cartes.",
        "deal": ("{player} {player:reçoit|recevez} {count} carte.", "{player} {player:reçoit|recevez} {count} cartes."),
        "deal_cards": (
            "{player} {player:reçoit|recevez} {count} carte : {cards}.",
            "{player} {player:reçoit|recevez} {count} cartes : {cards}.",
        ),
        "last_minute": "Dernière minute de jeu de la période.",
        "last_minute_attacker": "Dernière minute de jeu de la période, attaquant supplémentaire sur la glace.",
        "period_end": "Fin de la période {period} : {standing}.",
        "plain": "Égale une carte de son rang sur le dessus de la pile : échappée; en échappée, c'est le "
        "but{again}. Contre l'échappée de l'autre équipe, une carte égale {counters}. Toute autre carte "
        "laisse filer sa propre échappée.",
        "plain_clears": "Égale une carte de son rang sur le dessus de la pile : échappée; en échappée, c'est le "
        "but{again}. Une échappée ou un but enlève la pile. Toute autre carte laisse filer sa propre échappée.",
        "breakaway_again": " et le marqueur repart aussitôt en échappée",
        "wild": "Ouvre une échappée chaque fois qu'on la joue; {scores}. Contre l'échappée de l'autre équipe, elle "
        "{counters}. Une carte de son rang posée dessus l'égale.",
        "wild_clears": "Ouvre une échappée chaque fois qu'on la joue; {scores}. Une échappée ou un but enlève la "
        "pile. Contre l'échappée de l'autre équipe, elle {counters}.",
        "wild_scores": "jouée en échappée, c'est le but{again}, sauf si la table est vide",
        "wild_never_scores": "elle ne marque jamais",
        "steals": "la vole",
        "cancels": "l'annule",
        "over": "la partie est terminée : il n'y a plus rien à jouer",
        "before_shuffle": "personne n'a à jouer pour l'instant : il reste à couper ou à donner les cartes",
        "wanted_play": "une carte de la main (play)",
        "wanted_dealer": "qui donne à la première période (choose_dealer)",
        "dealer_not_named": "la place {seat} ne peut pas être nommée : le gagnant de la coupe se nomme lui-même ou "
        "nomme la suivante, {allowed}",
        "not_in_hand": "{card} n'est pas dans votre main ({hand}) : jouez n'importe laquelle de ces cartes",
        "deals_itself": "donne les cartes",
        "lets_deal": "laisse donner l'adversaire",
        "reason_scores": "marque un but",
        "takes_over": "vole l'échappée",
        "keeps_breakaway": "garde l'échappée",
        "opens_breakaway": "ouvre une échappée",
        "blocks_breakaway": "bloque l'échappée",
        # pourquoi cette carte plutôt qu'une autre
        "does_not_match": (
            "n'égale pas : il reste {count} carte de ce rang pour égaler encore",
            "n'égale pas : il reste {count} cartes de ce rang pour égaler encore",
        ),
        "keeps_wild": "garde la carte frimée",
        "keeps_more": ("garde {count} autre carte de son rang", "garde {count} autres cartes de son rang"),
        "keeps_all": "garde ensemble {count} cartes d'un rang",
        "still_out": "de son rang, il en reste {mine} ; du meilleur autre, {others}",
        "keeps_instead": "garde les {kept}, dont il en reste autant : {number}",
        "rank.2": "deux",
        "rank.3": "trois",
        "rank.4": "quatre",
        "rank.5": "cinq",
        "rank.6": "six",
        "rank.7": "sept",
        "rank.8": "huit",
        "rank.9": "neuf",
        "rank.T": "dix",
        "rank.J": "valets",
        "rank.Q": "dames",
        "rank.K": "rois",
        "rank.A": "as",
        "it_lacks": "d'un rang que le joueur suivant n'a pas égalé",
        "keeps_lacked": "garde un rang que le joueur suivant n'a pas égalé",
    },
)
