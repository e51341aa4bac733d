"""Card Hockey in French."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    name="Card Hockey",
    summary="La bataille en trois zones. Chacun retourne une carte; la plus haute pousse la rondelle d'une zone "
    "vers le filet adverse, et une carte assez haute devant le filet marque. Les deux sont des punitions. "
    "Trois périodes, tirs de barrage en cas d'égalité. Il n'y a aucun choix à faire : tous les niveaux de "
    "l'ordinateur se valent.",
    credits="Catherine C. McGeoch a créé le jeu (copyright 2003). Une copie publique du texte se trouve sur "
    "hockeyhaiku.com.",
    presets={"standard": "Le jeu tel que publié : trois périodes, et des tirs de barrage après une égalité."},
    options={
        "flip_mode": "Qui doit agir pour qu'un tour se joue : les deux places, l'une ou l'autre, ou aucune : la "
        "partie se joue alors seule.",
        "shootout": "Des tirs de barrage départagent les équipes à égalité; sinon, c'est un match nul.",
        "periods": "Nombre de périodes du temps réglementaire.",
        "penalty_turns": "Tours que dure la punition d'un deux, le premier compris.",
        "penalty_ends_on_goal": "Un but contre une équipe met fin à sa punition.",
        "period_end": "Une période finit quand un paquet est vide, ou seulement quand il manque une carte à qui "
        "doit en tirer une.",
        "return_goal_cards": "Les cartes des buts retournent dans le paquet pour la période suivante.",
        "switch_ends": "On change de côté entre les périodes; pour la forme seulement.",
    },
    moves={"flip": "Retourner les cartes du tour en cours; les tours se comptent à partir de 1 pour toute la partie."},
    preset_names={"standard": "Standard"},
    option_names={
        "flip_mode": "Qui retourne",
        "shootout": "Tirs de barrage",
        "periods": "Périodes",
        "penalty_turns": "Tours d'une punition",
        "penalty_ends_on_goal": "Un but met fin à la punition",
        "period_end": "Fin d'une période",
        "return_goal_cards": "Les cartes des buts reviennent",
        "switch_ends": "Changer de côté",
    },
    choice_names={
        "flip_mode": {
            "both": "Les deux joueurs",
            "either": "L'un ou l'autre",
            "auto": "Personne : la partie se joue seule",
        },
        "period_end": {"deck_empty": "Un paquet est vide", "cannot_draw": "Il manque une carte à tirer"},
    },
    phrases={
        "flip": "retourner les cartes du tour {turn}",
        "face_off": "Mise en jeu !",
        "carries": "Entrée de zone",
        "clears": "Dégagé",
        "tied_up": "Rondelle coincée",
        "holds": "Garde la rondelle en zone",
        "shot_blocked": "Tir bloqué !",
        "scores": "But ! {team:{team}|{player} {player:marque|marquez}}, {score}.",
        "penalty": "Deux minutes : {penalty}. {player} {player:va|allez} au banc des punitions.",
        "shorthanded": "En désavantage numérique : {player:{player}|vous}",
        "penalty_over": "De nouveau au complet : {player:{player}|vous}",
        "period_end": "Fin de la période",
        "shootout_start": "Tirs de barrage !",
        "cards": "{red} contre {black}.",
        "no_goal": "{cards} Pas de but.",
        "shootout_goal": "{cards} {team:But pour {team}|{players} marquent} !",
        "redwings": "{side:Les Redwings ({side})|Vos Redwings}",
        "blackhawks": "{side:Les Blackhawks ({side})|Vos Blackhawks}",
        "team_wins": "{players} gagnent {score}.",
        "team_wins_shootout": "{players} gagnent aux tirs de barrage après {score}.",
        "holding_the_stick": "avoir retenu le bâton",
        "high_stick": "bâton élevé",
        "tripping": "avoir fait trébucher",
        "too_many_men": "trop de joueurs sur la glace",
        "honour": "Plus haute que l'autre carte, elle pousse la rondelle d'une zone vers le filet adverse; en zone "
        "offensive, elle marque.",
        "plain": "Plus haute que l'autre carte, elle pousse la rondelle d'une zone vers le filet adverse; en zone "
        "offensive, elle ne marque pas, et la rondelle y reste.",
        "deuce": (
            "Punition mineure ({penalty}) : son joueur la purge pendant {count} tour, celui-ci compris.",
            "Punition mineure ({penalty}) : son joueur la purge pendant {count} tours, celui-ci compris.",
        ),
        "comes_back": "Après un but, elle revient dans le paquet pour la période suivante.",
        "goal_ends_it": "Un but contre son joueur y met fin.",
        "over": "la partie est terminée : il n'y a plus rien à retourner",
        "before_shuffle": "personne n'a à jouer pour l'instant : il reste à battre les cartes",
        "other_turn": "le tour {given} n'est pas le tour en cours : retournez les cartes du tour {turn}",
        "flipped": "vous avez déjà retourné votre carte du tour {turn} : c'est à la place {seat} de le faire",
    },
)
