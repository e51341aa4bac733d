"""The texts of the service in English."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    phrases={
        # pages
        "page_exact_rules": "The exact rules",
        "page_learn": "Play a guided game",
        "page_play": "Play",
        "page_documents": "Documents",
        "page_rules": "Rules",
        "page_problems": "Problems",
        "page_contract": "The contract (OpenAPI 3.0)",
        "page_as_markdown": "This page as Markdown",
        # events
        "event.seat_taken": "{name} {name:sits|sit} down.",
        "event.seat_filled": "{name}, a computer of level {level}, {name:sits|sit} down.",
        "event.seat_filled_rated": "{name} {name:sits|sit} down.",
        "event.seed_given": "A promised seed is revealed.",
        "event.seed_missing": "A promised seed was not revealed in time.",
        "event.game_started": "The game begins.",
        "event.seat_taken_over": "A computer of level {level} plays for {name:{name}|you} from now on.",
        "event.seat_returned": "{name} {name:is|are} back.",
        "event.token_renewed": "The token of seat {seat} was renewed.",
        "event.time_ran_out": "Time is over for {name:{name}|you}; the heuristic answers.",
        "event.ai_reduced": "{name} {name:answers|answer} with {percent:.0f} % of {name:its|your} simulations, as "
        "the service is busy.",
        "event.bot_invited": "{name} {name:is|are} invited.",
        "event.invitation_declined": "{name} {name:declines|decline} the invitation.",
        "event.invitation_expired": "{name} {name:has|have} not answered the invitation.",
        "event.forfeited": "{name} {name:does|do} not answer and {name:forfeits|forfeit} the game.",
        "event.resigned": "{name} {name:resigns|resign}.",
        "event.aborted": "The game is called off.",
        "event.game_finished": "Game over. {ending}",
        "won.resignation": "{wins} by resignation at {score}.",
        "won.forfeit": "{wins} by forfeit at {score}.",
        "event.rematch": "{name} {name:asks|ask} for a rematch: game {game_id}.",
        # computers
        "computer_rated": "Computer {rating}",
        # refusals: games and seats
        "game_not_found": "There is no game {game}, or it has expired, or it is private and you gave no token of it.",
        "game_over": "Game {game} is {status}.",
        "status.finished": "finished",
        "status.aborted": "aborted",
        "status.active": "active",
        "status.open": "open",
        "waits_for_seed": "Game {game} waits for a seed that was promised.",
        "send_match_token": "Send the token that the match was created with, or the one in the response that "
        "created it.",
        "seed_not_promised": "Your token has promised no seed in game {game}.",
        "waits_for_player": "Game {game} waits for a player for a seat.",
        "abort_too_late": "The first move of game {game} has been played: a seat can resign, but the game goes on.",
        "abort_dealt": "The cards of game {game} are dealt, and several play: a seat can resign, but the game goes on.",
        "rematch_not_finished": "Game {game} is {status}; a rematch follows a finished game.",
        "version_unknown": "version: {version} is not a version of game {game}; there are 1 to {last}",
        "stream_version": "{version} is not a version of game {game}, which is at {last}.",
        "rules_changed": "Game {game} was played by version {played} of the rules; here is version {ours}.",
        "seat_not_found": "Game {game} has no seat {seat}; there are 0 to {last}.",
        "seat_not_yours": "This is the token of seat {own}; only the player of seat {seat} can return to it.",
        "token_not_yours": "Only the player of seat {seat} renews its token, with that token; for a seat that was "
        "created with a player, the owner does so too.",
        "no_person": "Seat {seat} belongs to no person, so it has no token.",
        "seat_of_bot": "Seat {seat} belongs to a bot: only the bot can get its token.",
        "bot_unknown": "There is no bot {bot}, or it was deleted; GET /v1/bots lists the bots.",
        "bot_offline": "{name} is not online; GET /v1/bots?online=true lists the bots that are.",
        "bot_full": "{name} plays {count} games at once, and has that many games and invitations now.",
        "bot_yours": "{name} has no further place for you: games and invitations of one caller take at most {count}. "
        "End one of yours, or wait until its invitation expires.",
        "bot_other_variant": "{field}: {name} does not play {variant}; it plays {known}.",
        "computer_plays": "A computer plays seat {seat} already.",
        "not_waited_for": "Seat {seat} is not asked now, so the game does not wait for it.",
        "not_absent_yet": "Seat {seat} was asked at {time}; it counts as absent after {after} s, in {left} s.",
        "level_not_yours": "level: only the player of seat {seat} chooses one; a computer of level {level} takes "
        "over when the player is absent, which the view of the game says as absent_level.",
        "taken_over": "A computer plays seat {seat} now; with your token you can still watch the game.",
        "level_unknown": "{field}: {level} is not a level; there are {known}",
        "rating_unknown": "{field}: {rating} is not a rating of {variant}; there are {lowest} to {highest}",
        "rating_none": "{field}: {rating} is given, but the computers of {variant} have no ratings; give a level, "
        "1 to {last}",
        "character_unknown": "{field}: {character} is not a character of {variant}; there are {known}",
        "character_none": "{field}: {character} is given, but {variant} has no characters; leave it out",
        # refusals: joining
        "no_seat_open": "No seat of game {game} is open.",
        "seat_not_open": "seat: {seat} is not open; open: {open}",
        "code_needed": "Game {game} is not joinable without its join code.",
        "wrong_code": "{code} is not the join code of game {game}.",
        "only_two_seats": "With these options {variant} has {seats} seats; only games of two are played like this.",
        # refusals: moves
        "seat_not_asked": "Seat {seat} is not asked now; seat {asked} is.",
        "seat_not_asked_of": "Seat {seat} is not asked now; seats {asked} are.",
        "stale_ply": "ply: {ply} is not the current decision, which is {current}.",
        "other_answer": "ply: {ply} has been answered with another move.",
        # refusals: tokens and tickets
        "send_token": "Send a token of the game as Authorization: Bearer <token>.",
        "send_any_token": "Send the token that you were given as Authorization: Bearer <token>.",
        "send_seat_token": "Send the token of your seat as Authorization: Bearer <token>.",
        "send_owner_token": "Send the owner's token, given when the game was created, as Authorization: Bearer "
        "<token>.",
        "no_bearer": "Authorization is not of the form Bearer <token>.",
        "foreign_token": "This token belongs to another game; game {game} accepts only its own tokens.",
        "unknown_token": "Game {game} does not know this token; send the one you got when you created or joined it.",
        "token_of_owner": "This is the owner's token; a seat's token is needed here.",
        "token_of_seat": "This is the token of a seat; the owner's token, given when the game was created, is needed.",
        "ticket_unknown": "This is not a ticket of game {game}, or it has expired; get a new one with POST "
        "/v1/games/{game}/tickets.",
        # refusals: limits, and a service that is busy or broken
        "limit_exceeded": "Allowed are {allowed} of {requests} for each caller; try again in {seconds} s.",
        "requests.create": "requests that create something",
        "requests.read": "reads",
        "requests.move": "moves",
        "requests.suggest": "suggestions",
        "requests.match": "matches",
        "requests.join": "joins",
        "requests.record": "checks of records",
        "ai_time_left": "This takes up to {wanted} s of AI time; {left} s of your {allowed} are left. Try again in "
        "{seconds} s.",
        "ai_time_too_much": "This takes up to {wanted} s of AI time, more than the whole quota of one caller, "
        "{allowed}",
        "game_not_over": "Game {game} is {status}; its record and analyses are available after its end.",
        "tasks_full": "{count} tasks of this kind are queued or running, the limit of this service; try again later.",
        "tasks_too_many": "Your queued and running tasks of this kind: {count}, the limit of one caller; wait until "
        "one ends, or cancel one.",
        "games_too_many": "You have as many open and running games as one caller may have now, {count}: end or abort "
        "some, then try again in {seconds} s. As the store fills, they are fewer.",
        "task_not_found": "There is no task {task} here, or it has expired, or it was asked for with a token that you "
        "did not send.",
        "analysis_not_found": "No analysis of seat {seat} in game {game} was requested: POST "
        "/v1/games/{game}/analysis first.",
        "wait_full": "Too many requests are waiting here; ask again without wait, every few seconds.",
        "wait_full_each": "Your address has {count} requests waiting here, the most for one caller; ask without wait.",
        "stream_full_each": "Your address has {count} streams open here, the most for one caller; close some, or "
        "ask for /events.",
        "stream_full": "Too many streams are open here; ask for /events every few seconds, or try again later.",
        "key_used": "This Idempotency-Key was sent with another request before; every new request needs a new key.",
        "store_unavailable": "The store does not answer just now; try again in {seconds} seconds.",
        "unreadable": "{thing} is stored here in a form that this release of the service cannot read; its operator "
        "finds it in the log.",
        "store_full": "The store is nearly full: running games go on, but nothing new is accepted now; try again "
        "in {seconds} seconds.",
        "store_read_only": "The store is full and takes no changes now; games can still be read. Try again in "
        "{seconds} seconds.",
        "server_error": "This is an error of the service; report it with the request id {request}.",
        "no_address": "{path} is not an address of this service; /docs lists them.",
        "no_variant": "{key} is not a variant; known are {known}",
    }
)
