"""Examples for the contract: what each operation is asked and answers.

They come from one short game, so they are what the service answers.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import msgspec

from ai.arena import begin_pair
from ai.levels import RANDOM
from engines.api import Variant
from engines.language import ENGLISH
from service.api import answers
from service.api.openapi.short_game import (
    BEGAN,
    BOT_ID,
    BOT_TOKEN,
    CLIENT_SEED,
    GAME_ID,
    JOIN_CODE,
    MATCH_ID,
    MATCH_TOKEN,
    OWNER_TOKEN,
    REMATCH_ID,
    SHORT,
    SHOWN,
    SUGGESTION_ID,
    TICKET,
    TOKEN,
    WEBHOOK_ID,
    WITHOUT_DECISIONS,
    ShortGame,
    later,
    resigned,
    short_game,
    variant_with,
)
from service.config import Settings
from service.games import transcripts
from service.games.bot_events import load_event, seat_news
from service.games.bots import Bot, BotGame, BotLinks, RegisteredBot
from service.games.catalogue import CardList, Variant as VariantDetails, cards_view, variant_details, variant_summary
from service.games.computers import find_computer
from service.games.events import events_view
from service.games.fairness import fairness_proof
from service.games.positions import position_moves
from service.games.scoresheet import Scoresheet, sheet_text
from service.games.views import game_view, summary
from service.model import shuffles
from service.model.answer import Interval, SelfLink, extend, to_json
from service.model.game import ABORTED, AI, BOT, DECLINED, OPEN, PENDING, Game, Seat
from service.store.tasks import CANCELLED, DONE, QUEUED, RUNNING, Task
from service.tasks import matches
from service.tasks.analyses import Progress, StoredMove
from service.tasks.analysis_view import analysis_view
from service.tasks.prospects import Prospects, prospects_in
from service.tasks.suggestions import Candidate, SuggestionAnswer
from service.tasks.views import match_view, suggestion_view
from service.webhooks.views import CreatedWebhook, Webhook, message

JSON = dict[str, Any]
CARDS_SHOWN = 2
RATING = 300
"""In the range of the variants that are asked for it."""


@dataclass(frozen=True)
class Example:
    """What an operation is asked, if it takes a body, and what it answers: by status, with another media type than JSON
    behind it.
    """

    answers: dict[str, Any]
    asked: Any = None


@cache
def examples() -> dict[str, Example]:
    """An example of every operation."""
    return _of_games() | _of_courses() | _of_bots() | _of_tasks() | _of_messages() | _of_the_service()


def game_changed() -> JSON:
    """What is delivered to a webhook."""
    game = short_game(2).game
    notification: JSON = msgspec.to_builtins(message(game))
    return notification | {"timestamp": later(game.version)}


# -- what is asked and answered


def _of_games() -> dict[str, Example]:
    begun, course, ended = short_game(0), short_game(2), resigned()
    view, played = game_view(begun.game, 0), game_view(course.game, 0)
    waiting = replace(begun.game, status=OPEN, seats=[begun.game.seats[0], Seat("open", "")], shuffles=0, asked_at=None)
    created = extend(answers.CreatedGame, view, tokens={"0": TOKEN}, owner=OWNER_TOKEN, join_code=None)
    seats: list[JSON] = [{"kind": "person", "name": "Ida"}, {"kind": "ai", "level": 2}]
    move = {"ply": view.ply, "move": view.legal_moves[0].move}
    events = answers.EventList(
        events=events_view(course.game, course.events[1:], 0),
        version=course.game.version,
        revision=course.game.revision,
    )
    return {
        "create_game": Example({"201": created}, {"variant": SHOWN.key, "options": SHORT, "seats": seats}),
        "list_games": Example({"200": answers.GameList(games=[summary(course.game), summary(waiting)], next=None)}),
        "play_now": Example(
            {"201": extend(answers.QuickGame, view, token=TOKEN)},
            {"variant": SHOWN.key, "name": "Ida", "wait_s": 20, "rating": RATING},
        ),
        "get_game": Example({"200": played}),
        "join_game": Example(
            {"201": extend(answers.JoinedGame, view, token=TOKEN)}, {"code": JOIN_CODE, "name": "Ida"}
        ),
        "list_game_cards": Example({"200": first_cards(course.game.variant, course.game.preset, course.game.options)}),
        "play_move": Example({"200": extend(answers.PlayedGame, played, events=events.events)}, move),
        "resign": Example({"200": game_view(ended.game, 0)}),
        "list_events": Example({"200": events}),
        "stream_events": Example(
            {"200 text/event-stream": answers.EventMessage(id=events.revision, data=to_json(events).decode())}
        ),
        "create_ticket": Example({"201": answers.Ticket(ticket=TICKET, expires_in_s=Settings().ticket_s)}),
    }


def first_cards(variant: Variant, preset: str, options: JSON) -> CardList:
    """The cards of a game, cut short."""
    view = cards_view(variant, preset, options)
    return msgspec.structs.replace(view, cards=view.cards[:CARDS_SHOWN])


def _of_courses() -> dict[str, Example]:
    begun, ended = short_game(0), resigned()
    aborted = replace(begun.game, status=ABORTED, version=2, asked_at=None)
    exchanged = replace(begun.game, id=REMATCH_ID, seats=begun.game.seats[::-1], rematch_of=GAME_ID)
    taken_over = replace(begun.game, version=2, seats=[Seat(AI, "Ida", 3), begun.game.seats[1]])
    given = {shuffles.OWNER_SEED: CLIENT_SEED}
    promised = replace(
        begun.game, version=2, promises={shuffles.OWNER_SEED: shuffles.seed_digest(CLIENT_SEED)}, client_seeds=given
    )
    record = transcripts.make_transcript(ended.store, ended.game)
    text = {
        "application/x-ndjson": "".join(transcripts.transcript_lines(record)),
        "text/plain": sheet_text(ended.game.variant, record),
    }
    unproven = transcripts.check_transcript(record).unproven
    counted: JSON = {"moves": len(ended.moves), "shuffles": ended.game.shuffles, "score": [0, 0]}
    check = answers.RecordCheck(verified=True, faults=[], unproven=unproven, **counted)
    rematch = game_view(exchanged, 1)
    return {
        "abort_game": Example({"200": game_view(aborted, None)}),
        "ask_rematch": Example({"201": rematch, "200": rematch}, {"seed_digest": shuffles.seed_digest(CLIENT_SEED)}),
        "renew_token": Example({"201": answers.SeatToken(seat=0, token=TOKEN)}),
        "renew_owner_token": Example({"201": answers.OwnerToken(owner=OWNER_TOKEN)}),
        "return_to_seat": Example({"200": game_view(replace(begun.game, version=3), 0)}),
        "take_over_seat": Example({"200": game_view(taken_over, 0)}, {"level": 3}),
        "get_fairness": Example({"200": fairness_proof(ended.store, ended.game)}),
        "give_seed": Example({"200": game_view(promised, None)}, {"client_seed": CLIENT_SEED}),
        "get_record": Example({"200": record} | {f"200 {form}": page for form, page in text.items()}),
        "get_sheet": Example({"200": msgspec.convert(record["sheet"], Scoresheet)}),
        "check_record": Example({"200": check}, record),
        "ask_analysis": _of_analysis(ended),
        "get_analysis": _of_analysis(ended),
    }


def _of_analysis(ended: ShortGame) -> Example:
    played = next(move for move in ended.moves if move.seat == 0)
    better = game_view(short_game(ended.moves.index(played)).game, 0).legal_moves[1].move
    loss = [0.0412, 0.0236, 0.0588]
    led_to = [[0.431, 0.404, 0.4584], [-0.31, -0.42, -0.2]]
    leads_to = [[0.4722, 0.445, 0.4996], [-0.08, -0.19, 0.03]]
    reason = "a shot to be matched"
    graded = StoredMove(played.version, played.ply, played.move, "inaccuracy", loss, led_to, better, leads_to, reason)
    queued = Task("", QUEUED, {}, None, 0, 0, "", "", BEGAN)
    done, begun = Progress(DONE, 1, 1, [graded]), Progress(QUEUED, 0, 1, [], queued)
    return Example(
        {str(status): analysis_view(ended.game, 0, progress) for status, progress in ((200, done), (202, begun))}
    )


def _of_bots() -> dict[str, Example]:
    asked: JSON = {"name": "Slapshot", "description": "Shoots on sight.", "variants": [SHOWN.key], "max_games": 8}
    invited, began = _game_with_bot({"status": PENDING, "until": later(9), "reason": None}), _game_with_bot(None)
    declined = _game_with_bot({"status": DECLINED, "until": later(9), "reason": "I play one-period games only."})
    bot = Bot(
        id=BOT_ID,
        name="Slapshot",
        description="Shoots on sight.",
        variants=[SHOWN.key],
        online=True,
        games=1,
        max_games=8,
        open_to_matches=False,
        created_at=BEGAN,
        links=BotLinks(
            itself=f"/v1/bots/{BOT_ID}",
            stream=f"/v1/bots/{BOT_ID}/stream",
            events=f"/v1/bots/{BOT_ID}/events",
            games=f"/v1/bots/{BOT_ID}/games",
        ),
    )
    registered = extend(RegisteredBot, bot, token=BOT_TOKEN)
    told = [
        msgspec.structs.replace(load_event(number, news.event.decode()), at=later(number))
        for number, game in enumerate((invited, began), 1)
        for news in seat_news(game)
    ]
    own = BotGame(
        game_id=GAME_ID,
        seat=1,
        version=1,
        variant=SHOWN.key,
        status="invited",
        your_turn=False,
        token=None,
        expires_at=later(9),
        match_id=None,
        links=SelfLink(itself=f"/v1/games/{GAME_ID}"),
    )
    turn = answers.BotEventMessage(id=str(told[-1].id), data=to_json(told[-1]).decode())
    return {
        "register_bot": Example({"201": registered}, asked),
        "list_bots": Example({"200": answers.BotList(bots=[bot], next=None)}),
        "get_bot": Example({"200": bot}),
        "change_bot": Example({"200": bot}, {"description": "Shoots on sight."}),
        "delete_bot": Example({}),
        "renew_bot_token": Example({"201": registered}),
        "list_bot_games": Example({"200": answers.BotGameList(games=[own], last=1)}),
        "list_bot_events": Example({"200": answers.BotEventList(events=told, last=told[-1].id)}),
        "stream_bot_events": Example({"200 text/event-stream": turn}),
        "invite_bot": Example({"200": game_view(invited, None)}, {"bot": BOT_ID}),
        "accept_invitation": Example(
            {"200": extend(answers.JoinedGame, game_view(began, 1), token=TOKEN)}, {"client_seed": CLIENT_SEED}
        ),
        "decline_invitation": Example({"200": game_view(declined, None)}, {"reason": "I play one-period games only."}),
    }


def _game_with_bot(invitation: JSON | None) -> Game:
    """The game against a bot, which has accepted if there is no invitation."""
    game = short_game(0).game
    seats = [game.seats[0], Seat(BOT, "Slapshot", bot=BOT_ID, invitation=invitation)]
    if invitation is None:
        return replace(game, seats=seats, version=2)
    return replace(game, status=OPEN, seats=seats, shuffles=0, asked_at=None)


def _of_tasks() -> dict[str, Example]:
    variant, game = SHOWN, short_game(0).game
    observation = variant.codec.dump_observation(variant.observe(game.state, 0))
    first, second = game_view(game, 0).legal_moves[:2]
    candidates = [
        Candidate(
            move=move.move,
            text=move.text,
            value=value,
            visits=visits,
            reason=reason,
            prospects=_prospects(value, goals, margin),
        )
        for move, value, visits, reason, goals, margin in (
            (first, 0.21, 812, "keeps the pairs together", 0.74, 0.02),
            (second, 0.17, 388, "gives a pair away", 0.61, 0.03),
        )
    ]
    answer = SuggestionAnswer(
        move=first.move, text=first.text, candidates=candidates, simulations=1200, stopped=False, exact=False
    )
    request = {
        "variant": variant.key,
        "seat": 0,
        "ply": int(game.state.ply),
        "budget": {"simulations": 1200},
        "seed": "faceoff",
    }
    queued = Task(SUGGESTION_ID, QUEUED, request, None, 0, 0, "", "", BEGAN)
    found = suggestion_view(replace(queued, status=DONE, answer=msgspec.to_builtins(answer)))
    asked = {"simulations": 1200}
    own: JSON = {"variant": variant.key, "observation": observation}
    position = position_moves(variant.key, observation)
    both = {"200": found, "202": suggestion_view(queued)}
    return {
        "ask_hint": Example(both, asked),
        "create_suggestion": Example(both, own | asked),
        "list_legal_moves": Example({"200": position}, own),
        "get_suggestion": Example({"200": found}),
        "delete_suggestion": Example({"200": suggestion_view(replace(queued, status=CANCELLED))}),
    } | _of_matches()


def _prospects(value: float, goals: float, margin: float) -> Prospects | None:
    win = (1 + value) / 2
    both = [Interval(mean=mean, low=round(mean - margin, 4), high=round(mean + margin, 4)) for mean in (win, goals)]
    return prospects_in(ENGLISH, Prospects(win_probability=both[0], goals=both[1], text=""))


def _of_matches() -> dict[str, Example]:
    variant = variant_with(lambda variant: variant.described_moves)
    preset, options = variant.resolve_options(None, {})
    asked: JSON = {"variant": variant.key, "first": {"rating": RATING}, "second": {"level": 1}, "pairs": 100}
    players = [matches.dump_player(find_computer(variant, asked[side]), asked[side]) for side in ("first", "second")]
    seed = "arena"
    request = {
        "variant": variant.key,
        "preset": preset,
        "options": options,
        "players": players,
        "pairs": 100,
        "seed": seed,
    }
    match = Task(MATCH_ID, RUNNING, request, None, 0, 0, "", "", BEGAN)
    results = {0: [[1.0, 2], [0.5, 0]], 1: [[1.0, 1], [0.0, -1]]}
    play = begin_pair(variant.key, options, [RANDOM, RANDOM], seed, 0)[0]
    line = to_json(matches.match_game(request, 0, 0, play.play_out(), play.moves)).decode()
    stopped = match_view(replace(match, status=CANCELLED), results)
    return {
        "create_match": Example(
            {"202": extend(answers.CreatedMatch, match_view(replace(match, status=QUEUED), {}), token=MATCH_TOKEN)},
            asked,
        ),
        "get_match": Example({"200": match_view(match, results)}),
        "cancel_match": Example({"200": stopped}),
        "delete_match": Example({"200": stopped}),
        "list_match_games": Example({"200 application/x-ndjson": f"{line}\n"}),
    }


def _of_messages() -> dict[str, Example]:
    url = "https://play.example/hooks/faceoff"
    secret = "whsec_d2hhdCB0aGUgc2lnbmF0dXJlcyBhcmUgdmVyaWZpZWQ="
    webhook = Webhook(id=WEBHOOK_ID, game_id=GAME_ID, url=url, created_at=BEGAN, status="active", delivered_version=1)
    return {
        "create_webhook": Example(
            {"201": extend(CreatedWebhook, webhook, secret=secret)}, {"game_id": GAME_ID, "url": url}
        ),
        "list_webhooks": Example({"200": answers.WebhookList(webhooks=[webhook])}),
        "delete_webhook": Example({}),
    }


def _of_the_service() -> dict[str, Example]:
    with_decks = variant_with(lambda variant: variant.add_deck)
    details = variant_details(SHOWN)
    return {
        "list_variants": Example(
            {"200": answers.VariantList(variants=[variant_summary(SHOWN), variant_summary(WITHOUT_DECISIONS)])}
        ),
        "list_cards": Example({"200": first_cards(with_decks, *with_decks.resolve_options(None, None))}),
        "get_variant": Example({"200": _cut_short(details)}),
        "live": Example({"200": answers.Health(status="ok")}),
        "ready": Example({"200": answers.Readiness(status="ok", store="ok")}),
        "get_version": Example({"200": answers.Version(name="Faceoff", version="1.0.0", api="v1", compiled=True)}),
    }


def _cut_short(details: VariantDetails) -> VariantDetails:
    return msgspec.structs.replace(
        details,
        presets=details.presets[:1],
        options=dict(list(details.options.items())[:2]),
        moves=details.moves[:1],
        table=dict(list(details.table.items())[:2]),
        levels=details.levels[:1],
    )
