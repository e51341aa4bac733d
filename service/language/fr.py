"""The texts of the service in French."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    names={
        # levels
        "Rookie": "Recrue",
        "Minor": "Mineur",
        "Junior": "Junior",
        "Pro": "Pro",
        "All-Star": "Étoile",
        "Legend": "Légende",
        "Takes the goal that is there, but misjudges most other moves: has a beginner's habits and forgets the "
        "cards.": (
            "Marque quand le but est là, mais juge mal la plupart des autres coups : a les habitudes d'un débutant "
            "et oublie les cartes."
        ),
        "Knows a good move from a bad one, with some habits of a beginner, and forgets the cards.": (
            "Distingue un bon coup d'un mauvais, avec quelques habitudes de débutant, et oublie les cartes."
        ),
        "Counts the cards; never gives a goal away, but often takes the second best move.": (
            "Compte les cartes; ne donne jamais un but, mais choisit souvent le deuxième meilleur coup."
        ),
        "Looks ahead a little; now and then misjudges the value of a move.": (
            "Prévoit un peu; se trompe parfois sur la valeur d'un coup."
        ),
        "Sees what most moves lead to; errs only between moves that are nearly as good.": (
            "Voit où mènent la plupart des coups; n'hésite qu'entre des coups presque aussi bons."
        ),
        "Looks ahead as far as helps, and plays what it thinks is best.": (
            "Prévoit aussi loin qu'il le faut, et joue ce qu'il croit le meilleur."
        ),
        # titles of problems
        "Malformed request": "Requête mal formée",
        "Invalid request": "Requête invalide",
        "Request body too large": "Corps de la requête trop grand",
        "Request URL too long": "Adresse de la requête trop longue",
        "Request headers too large": "En-têtes de la requête trop grands",
        "Unsupported media type": "Type de média non pris en charge",
        "Address not found": "Adresse introuvable",
        "Method not allowed": "Méthode non permise",
        "Origin not allowed": "Origine non permise",
        "Token required": "Jeton requis",
        "Unknown token": "Jeton inconnu",
        "Token of another game": "Jeton d'une autre partie",
        "Seat token required": "Jeton d'une place requis",
        "Owner token required": "Jeton du créateur requis",
        "API key required": "Clé d'API requise",
        "Unknown API key": "Clé d'API inconnue",
        "Rate limit exceeded": "Trop de requêtes",
        "AI time quota exceeded": "Temps de calcul épuisé",
        "Variant not found": "Jeu introuvable",
        "Unknown variant": "Jeu inconnu",
        "Invalid options": "Options invalides",
        "Invalid seats": "Places invalides",
        "Unknown level": "Niveau inconnu",
        "Unknown rating": "Cote inconnue",
        "Unknown style": "Style inconnu",
        "Game not found": "Partie introuvable",
        "Version not found": "Version introuvable",
        "Rules version mismatch": "Les règles ont changé",
        "Game over": "Partie terminée",
        "Game not started": "Partie pas commencée",
        "Game already begun": "Partie déjà commencée",
        "Game not finished": "Partie pas terminée",
        "Seat not found": "Place introuvable",
        "Seat not played by a person": "Place non occupée par une personne",
        "Player not absent": "Joueur non absent",
        "Seat taken over by a computer": "Place reprise par l'ordinateur",
        "No seed promised": "Aucun germe promis",
        "Task not found": "Tâche introuvable",
        "Too many open tasks": "Trop de tâches en cours",
        "Task queue full": "File des tâches pleine",
        "Seed mismatch": "Germe différent",
        "Token of another seat": "Jeton d'une autre place",
        "Invalid idempotency key": "Clé d'idempotence invalide",
        "Idempotency key used for another request": "Clé d'idempotence utilisée pour une autre requête",
        "Expiry too long": "Durée de conservation trop longue",
        "Game not over": "Partie en cours",
        "No open seat": "Aucune place libre",
        "Wrong join code": "Mauvais code d'invitation",
        "Invalid move": "Coup invalide",
        "Illegal move": "Coup interdit",
        "Not your turn": "Pas votre tour",
        "Stale move": "Coup périmé",
        "Invalid observation": "Observation invalide",
        "Invalid cursor": "Curseur invalide",
        "Metrics not available to remote callers": "Mesures réservées à la machine locale",
        "Too many waiting requests": "Trop de requêtes en attente",
        "Too many open streams": "Trop de flux ouverts",
        "Unknown version": "Version inconnue",
        "Unknown or expired ticket": "Billet inconnu ou expiré",
        "Invalid webhook URL": "Adresse de webhook invalide",
        "Webhook target not allowed": "Destination de webhook non permise",
        "Too many webhooks": "Trop de webhooks",
        "Bot not found": "Bot introuvable",
        "Unknown bot": "Bot inconnu",
        "Name taken": "Nom déjà pris",
        "Too many bots": "Trop de bots",
        "Variant not played by the bot": "Le bot ne joue pas à ce jeu",
        "Bot offline": "Bot hors ligne",
        "Bot has no place": "Bot complet",
        "Bot of another owner": "Bot d'un autre propriétaire",
        "Invitation not found": "Invitation introuvable",
        "Bot already invited": "Bot déjà invité",
        "Invitation closed": "Invitation close",
        "Webhook not found": "Webhook introuvable",
        "Store unavailable": "Base de données indisponible",
        "Store full": "Base de données pleine",
        "Internal error": "Erreur interne",
    },
    phrases={
        "page_exact_rules": "Les règles exactes (en anglais)",
        "page_play": "Jouer",
        "page_documents": "Documents (en anglais)",
        "page_rules": "Règles (en anglais)",
        "page_problems": "Problèmes (en anglais)",
        "page_contract": "Le contrat OpenAPI 3.1 (en anglais)",
        "page_as_markdown": "Cette page en Markdown",
        "event_seat_taken": "{name} prend place.",
        "event_seat_filled": "{name}, un ordinateur de niveau {level}, prend place.",
        "event_seat_filled_rated": "{name} prend place.",
        "event_seed_given": "Un germe promis est révélé.",
        "event_seed_missing": "Un germe promis n'a pas été révélé à temps.",
        "event_game_started": "La partie commence.",
        "event_seat_taken_over": "Un ordinateur de niveau {level} joue maintenant à la place : {name}.",
        "event_seat_returned": "{name} est de retour.",
        "event_token_renewed": "Le jeton de la place {seat} a été renouvelé.",
        "event_time_ran_out": "Temps écoulé pour {name}; l'ordinateur répond.",
        "event_ai_reduced": "{name} répond avec {percent:.0f} % de ses simulations, car le service est occupé.",
        "event_bot_invited": "{name} est invité.",
        "event_invitation_declined": "{name} décline l'invitation.",
        "event_invitation_expired": "{name} n'a pas répondu à l'invitation.",
        "event_forfeited": "{name} ne répond pas et perd par forfait.",
        "event_resigned": "{name} abandonne.",
        "event_aborted": "La partie est annulée.",
        "event_game_finished": "Partie terminée, {goals}.",
        "event_game_won": "Partie terminée, {goals} : {victory}.",
        "event_rematch": "{name} propose une revanche : partie {game_id}.",
        "computer_rated": "Ordinateur {rating}",
        "game_not_found": "Il n'y a pas de partie {game}, ou elle a expiré, ou elle est privée et votre jeton n'y "
        "donne pas accès.",
        "game_over": "La partie {game} est {status}.",
        "status_finished": "terminée",
        "status_aborted": "annulée",
        "status_active": "en cours",
        "status_open": "ouverte",
        "waits_for_seed": "La partie {game} attend un germe qui a été promis.",
        "send_match_token": "Envoyez le jeton avec lequel la série a été créée, ou celui de la réponse qui l'a créée.",
        "seed_not_promised": "Votre jeton n'a promis aucun germe dans la partie {game}.",
        "waits_for_player": "La partie {game} attend un joueur pour une place.",
        "abort_too_late": "Le premier coup de la partie {game} est joué : on peut abandonner, mais plus annuler la "
        "partie.",
        "abort_dealt": "Les cartes de la partie {game} sont distribuées, et on joue à plusieurs : on peut "
        "abandonner, mais plus annuler la partie.",
        "rematch_not_finished": "La partie {game} est {status}; une revanche suit une partie terminée.",
        "version_unknown": "at : {version} n'est pas une version de la partie {game}; il y en a de 1 à {last}",
        "stream_version": "{version} n'est pas une version de la partie {game}, qui en est à {last}.",
        "rules_changed": "La partie {game} a été jouée avec la version {played} des règles; ici, c'est la version "
        "{ours}.",
        "seat_not_found": "La partie {game} n'a pas de place {seat}; il y en a de 0 à {last}.",
        "seat_not_yours": "Ce jeton est celui de la place {own}; seul le joueur de la place {seat} peut y revenir.",
        "token_not_yours": "Seul le joueur de la place {seat} renouvelle son jeton, avec ce jeton; pour une place "
        "créée avec un joueur, le créateur le peut aussi.",
        "no_person": "La place {seat} n'est à personne, alors elle n'a pas de jeton.",
        "seat_of_bot": "La place {seat} est à un bot : seul le bot peut obtenir son jeton.",
        "bot_unknown": "Il n'y a pas de bot {bot}, ou il a été supprimé; GET /v1/bots donne la liste des bots.",
        "bot_offline": "{name} n'est pas en ligne; GET /v1/bots?online=true donne la liste de ceux qui le sont.",
        "bot_full": "{name} joue {count} parties à la fois, et a déjà autant de parties et d'invitations.",
        "bot_other_variant": "{where} : {name} ne joue pas à {variant}, mais à {known}.",
        "computer_plays": "Un ordinateur joue déjà à la place {seat}.",
        "not_waited_for": "La place {seat} n'a pas à jouer pour l'instant, alors la partie ne l'attend pas.",
        "not_absent_yet": "La place {seat} doit jouer depuis {time}; elle sera absente après {after} s, dans {left} s.",
        "level_not_yours": "level: seul le joueur de la place {seat} le choisit; un ordinateur de niveau {level} "
        "prend la place d'un absent, comme le dit absent_level dans la vue de la partie.",
        "taken_over": "Un ordinateur joue maintenant à la place {seat}; avec votre jeton, vous pouvez encore "
        "regarder la partie.",
        "level_unknown": "{where} : {level} n'est pas un niveau; il y en a de 1 à {last}",
        "rating_unknown": "{where} : {rating} n'est pas une cote de {variant}; il y en a de {lowest} à {highest}",
        "rating_none": "{where} : {rating} est donné, mais les ordinateurs de {variant} n'ont pas de cote; donnez "
        "un niveau, de 1 à {last}",
        "style_unknown": "{where} : {style} n'est pas un style de {variant}; il y a {known}",
        "style_none": "{where} : {style} est donné, mais les ordinateurs de {variant} n'ont pas de style; n'en "
        "donnez pas",
        "no_seat_open": "Aucune place de la partie {game} n'est libre.",
        "seat_not_open": "seat : {seat} n'est pas libre; libres : {open}",
        "code_needed": "La partie {game} ne peut être rejointe sans son code d'invitation.",
        "wrong_code": "{code} n'est pas le code d'invitation de la partie {game}.",
        "only_two_seats": "Avec ces options, {variant} a {seats} places; seules les parties à deux se jouent ainsi.",
        "seat_not_asked": "Ce n'est pas à la place {seat} de jouer; c'est à la place {asked}.",
        "seat_not_asked_of": "Ce n'est pas à la place {seat} de jouer; c'est aux places {asked}.",
        "stale_ply": "ply : {ply} n'est pas la décision en cours, qui est {current}.",
        "other_answer": "Vous avez répondu au numéro {ply} par un autre coup : {move}.",
        "send_token": "Envoyez un jeton de la partie : Authorization: Bearer <jeton>.",
        "send_any_token": "Envoyez le jeton que vous avez reçu : Authorization: Bearer <jeton>.",
        "send_seat_token": "Envoyez le jeton de votre place : Authorization: Bearer <jeton>.",
        "send_owner_token": "Envoyez le jeton du créateur, donné à la création de la partie : Authorization: "
        "Bearer <jeton>.",
        "no_bearer": "Authorization n'est pas de la forme Bearer <jeton>.",
        "foreign_token": "Ce jeton est celui d'une autre partie; la partie {game} n'accepte que les siens.",
        "unknown_token": "La partie {game} ne connaît pas ce jeton; envoyez celui que vous avez reçu en la créant "
        "ou en y entrant.",
        "token_of_owner": "C'est le jeton du créateur; il faut ici celui d'une place.",
        "token_of_seat": "C'est le jeton d'une place; il faut celui du créateur, donné à la création de la partie.",
        "ticket_unknown": "Ce n'est pas un billet de la partie {game}, ou il a expiré; demandez-en un autre : POST "
        "/v1/games/{game}/tickets.",
        "limit_exceeded": "La limite est de {allowed} pour ces requêtes : {requests}; réessayez dans {seconds} s.",
        "requests_create": "créations",
        "requests_read": "lectures",
        "requests_move": "coups",
        "requests_suggest": "demandes de suggestion",
        "requests_match": "séries",
        "requests_join": "arrivées dans une partie",
        "requests_record": "vérifications de fiches",
        "ai_time_left": "Il faut jusqu'à {wanted} s de calcul; il vous en reste {left} s sur {allowed}. Réessayez "
        "dans {seconds} s.",
        "ai_time_too_much": "Il faut jusqu'à {wanted} s de calcul, plus que la limite pour chacun, {allowed}",
        "game_not_over": "La partie {game} est {status}; son compte rendu et ses analyses suivent sa fin.",
        "tasks_full": "{count} tâches de cette sorte sont en file ou en cours, la limite de ce service; réessayez plus "
        "tard.",
        "tasks_too_many": "Vos tâches de cette sorte en file ou en cours: {count}, la limite pour chacun; "
        "attendez la fin de l'une, ou annulez-en une.",
        "task_not_found": "Il n'y a pas de tâche {task} ici, ou elle a expiré, ou elle a été demandée avec un autre "
        "jeton.",
        "analysis_not_found": "Personne n'a demandé l'analyse de la place {seat} dans la partie {game}: d'abord "
        "POST /v1/games/{game}/analysis.",
        "wait_full": "Trop de requêtes attendent ici; demandez sans wait, toutes les quelques secondes.",
        "wait_full_each": "{count} requêtes de votre adresse attendent ici, le maximum par appelant; demandez sans "
        "wait.",
        "stream_full_each": "Votre adresse a {count} flux ouverts ici, le maximum par appelant; fermez-en, ou "
        "demandez /events.",
        "stream_full": "Trop de flux sont ouverts ici; demandez /events toutes les quelques secondes, ou réessayez "
        "plus tard.",
        "key_used": "Cette Idempotency-Key a servi à une autre requête depuis moins de 24 heures; chaque requête "
        "demande une nouvelle clé.",
        "store_unavailable": "La base de données ne répond pas pour l'instant; réessayez dans {seconds} secondes.",
        "store_full": "La base de données est presque pleine : les parties en cours continuent, mais rien de "
        "nouveau n'est accepté; réessayez dans {seconds} secondes.",
        "store_read_only": "La base de données est pleine et ne change plus; les parties restent visibles. "
        "Réessayez dans {seconds} secondes.",
        "server_error": "C'est une erreur du service; signalez-la avec l'identifiant de la requête {request}.",
        "no_address": "{path} n'est pas une adresse de ce service; /docs en donne la liste.",
        "no_variant": "{key} n'est pas un jeu; les jeux sont {known}",
    },
)
