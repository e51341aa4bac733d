"""An example of every problem, made by provoking it.

Each entry is a request to an app with the service's own routes and error handlers, but with a few stand-ins for Redis.
So an example is what the service answers, with its own words.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import msgspec
from flask import Blueprint, Flask, g, request
from limits import parse
from werkzeug.datastructures import Headers

from ai.levels import LEVELS
from service.api import cors, limits, problems
from service.api.openapi.json_schema import JSON
from service.api.openapi.short_game import (
    BOT_ID,
    BOT_TOKEN,
    CLIENT_SEED,
    GAME_ID,
    JOIN_CODE,
    MATCH_ID,
    OWNER_TOKEN,
    REMATCH_ID,
    REQUEST_ID,
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
)
from service.api.parsing import require_json
from service.api.routes import metrics
from service.config import Settings
from service.games.update import Games
from service.games.views import game_view
from service.live.hub import Hub
from service.model import shuffles
from service.model.game import AI, BOT, OPEN, OPEN_SEAT, PENDING, Game, Seat, seats_to_act
from service.model.revision import START, version_of
from service.model.tokens import OWNER, digest, game_not_found
from service.store.bots import Bot, BotLimits, BotStore
from service.store.games import Stored
from service.store.once import Begun
from service.store.space import store_full
from service.store.tasks import AnalysisStore, MatchStore, TaskLimits, TaskStore
from service.tasks.quota import AiTimeQuota

GAME = f"/v1/games/{GAME_ID}"
PUBLIC_ADDRESS = "https://93.184.215.14/hooks/faceoff"
"""Needs no name server."""
IDEMPOTENCY_KEY = '"4c6e2f3a-98b1-4a57-8f0e-6f2d1c9b7a35"'
NEW_GAME: JSON = {"variant": SHOWN.key}
WRONG_CODE = "K7QW-2M9Q-X4TD"
MATCH: JSON = {"variant": SHOWN.key, "first": {"level": 2}, "second": {"level": 1}, "pairs": 100}


# -- stand-ins


class _Shelf:
    """A store that keeps one game and changes nothing: every example is refused before anything is stored."""

    def __init__(self, short: ShortGame, **changes: Any) -> None:
        tokens: dict[str, int | str] = {digest(TOKEN): 0, digest(OWNER_TOKEN): OWNER}
        self.game = replace(short.game, tokens=tokens, **changes)
        self.games = self.webhooks = self
        self.once: Any = SimpleNamespace(begin=lambda *_: Begun("begun", "5a17"), end=lambda *_, **__: None)
        self.events_after = short.events_after
        self.recorded_moves = short.recorded_moves

    def load(self, game_id: str) -> Game:
        if game_id != GAME_ID:
            raise game_not_found(game_id)
        return self.game

    def stored(self, game_id: str) -> Stored:
        game = self.load(game_id)
        return Stored(game.revision, game.dump().encode())

    def request(self, game_id: str, request_id: str) -> None:
        """No request was carried out before."""

    def analysis(self, game_id: str, seat: int) -> None:
        """Nothing is analysed."""

    def version(self, game_id: str) -> int:
        return version_of(self.revision(game_id))

    def revision(self, game_id: str) -> str:
        return self.game.revision if game_id == GAME_ID else START

    def require_space(self) -> None:
        raise store_full()

    def all(self, owner: str) -> dict[str, str]:
        return {}

    def keep(self, *webhook: object) -> bool:
        """There are too many."""
        return False


class _Client:
    """A Redis client that has at most a bot, and whose scripts all return ``answer``."""

    def __init__(self, answer: Any = None, bot: Bot | None = None) -> None:
        self.answer = answer
        self.bot = bot

    def register_script(self, text: str) -> Any:
        return lambda **_: self.answer

    def hgetall(self, key: str) -> dict[str, str]:
        return {}

    def find(self, key: str) -> None:
        """Of the API keys."""

    def zrem(self, key: str, *members: str) -> None:
        """Of the places of bots."""

    def hget(self, key: str, field: str) -> bytes | None:
        """Of the bots."""
        return None if self.bot is None else msgspec.json.encode(self.bot)


def _seen_before(result: str) -> Any:
    """Services on which every Idempotency-Key is known."""
    shelf = _Shelf(short_game(0))
    shelf.once = SimpleNamespace(begin=lambda *_: Begun(result))
    return _services(shelf)


def _with_room() -> Any:
    """Services whose store is not full."""
    shelf: Any = _Shelf(short_game(0))
    shelf.require_space = lambda: None
    return _services(shelf)


def _services(store: Any, answer: Any = None, ai_time: str = "", bot: Bot | None = None) -> Any:
    settings = Settings(background=False, limit_ai_time=ai_time, max_waiters=0, max_streams=0)
    client: Any = _Client(answer, bot)
    bots = BotStore(client, BotLimits(settings.max_bots_each, settings.bot_ttl_s))
    return SimpleNamespace(
        settings=settings,
        store=store,
        games=Games(store, None, bots),  # type: ignore[arg-type]
        bots=bots,
        queue=None,
        hub=Hub(store, client, settings),
        suggestions=TaskStore(
            client, "suggestion", TaskLimits(settings.max_suggestions, settings.max_suggestions_each, 0)
        ),
        analyses=AnalysisStore(client, TaskLimits(settings.max_suggestions, settings.max_suggestions_each, 0)),
        matches=MatchStore(client, TaskLimits(settings.max_matches, settings.max_matches_each, 0)),
        keys=client,
        ai_time=AiTimeQuota(client, parse(ai_time) if ai_time else None),
    )


# -- the requests


@dataclass(frozen=True)
class _Refused:
    """A request that is refused, and the services of the app that it is sent to."""

    method: str
    path: str
    body: Any = None
    token: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    services: Any = None


def _requests() -> dict[str, _Refused]:
    begun = short_game(0)
    asked, waiting = _with_turn(asked=True), _with_turn(asked=False)
    ply, view = int(asked.game.state.ply), game_view(asked.game, 0)
    move = view.legal_moves[0].move
    elsewhere = next(card for card in ("AC", "AD", "AH", "AS", "2C") if card not in view.hand)
    codec, state = asked.game.variant.codec, asked.game.state
    own, other = (codec.dump_observation(asked.game.variant.observe(state, seat)) for seat in (0, 1))
    open_seat = [begun.game.seats[0], Seat(OPEN_SEAT, "")]
    taken_over = [Seat(AI, "Ida", 3), begun.game.seats[1]]
    suggestion = {"variant": SHOWN.key, "observation": own}

    def on(short: ShortGame, *, answer: Any = None, ai_time: str = "", bot: Bot | None = None, **changes: Any) -> Any:
        return _services(_Shelf(short, **changes), answer, ai_time, bot)

    def playing(played: Any, at: int, short: ShortGame = asked, **changes: Any) -> _Refused:
        return _Refused("POST", f"{GAME}/moves", {"ply": at, "move": played}, TOKEN, services=on(short, **changes))

    def once(key: str, services: Any = None) -> _Refused:
        return _Refused("POST", "/v1/games", NEW_GAME, headers={"Idempotency-Key": key}, services=services)

    def creating(**body: Any) -> _Refused:
        return _Refused("POST", "/v1/games", NEW_GAME | body)

    def taking_over(seat: int, token: str = TOKEN) -> _Refused:
        return _Refused("POST", f"{GAME}/seats/{seat}/ai", {}, token, services=on(waiting))

    def webhook(url: str, services: Any = None) -> _Refused:
        return _Refused("POST", "/v1/webhooks", {"game_id": GAME_ID, "url": url}, TOKEN, services=services)

    found = {
        "request/malformed": _Refused("POST", "/v1/games", '{"variant": '),
        "request/invalid": creating(seats=[{"kind": "ghost"}]),
        "request/too_large": _Refused("POST", "/v1/games", " " * (Settings().max_body_bytes + 1)),
        "request/media_type": _Refused(
            "POST", "/v1/games", f"variant={SHOWN.key}", headers={"Content-Type": "text/plain"}
        ),
        "request/not_found": _Refused("GET", "/v1/game"),
        "request/method": _Refused("PUT", GAME),
        "request/address_too_long": _Refused("GET", "/too-long"),
        "request/headers_too_large": _Refused("GET", "/too-large"),
        "cors/not_allowed": _Refused(
            "OPTIONS", "/v1/games", headers={"Origin": "https://play.example", "Access-Control-Request-Method": "POST"}
        ),
        "metrics/forbidden": _Refused("GET", "/metrics", headers={"X-Forwarded-For": "192.0.2.7"}),
        "server/error": _Refused("GET", "/broken"),
        "request/not_acceptable": _Refused("GET", f"{GAME}/record", headers={"Accept": "text/html"}),
        "auth/missing": _Refused("POST", f"{GAME}/resign"),
        "auth/unknown_token": _Refused("GET", GAME, headers={"Authorization": "Basic SWRh"}),
        "auth/foreign_token": _Refused("GET", GAME, token=TOKEN.replace(GAME_ID, REMATCH_ID)),
        "auth/not_a_seat": _Refused("POST", f"{GAME}/resign", token=OWNER_TOKEN),
        "auth/not_the_owner": _Refused("POST", f"{GAME}/abort", token=TOKEN),
        "key/missing": _Refused("GET", "/v1/webhooks"),
        "key/unknown": _Refused("GET", "/v1/webhooks", headers={"X-Api-Key": "k_unknown"}),
        "limit/exceeded": _Refused("GET", "/limited"),
        "quota/ai_time": _Refused(
            "POST", "/v1/matches", MATCH | {"pairs": 1}, services=on(begun, answer=(48_000, 200), ai_time="300/hour")
        ),
        "variant/not_found": _Refused("GET", "/v1/variants/chess"),
        "variant/unknown": creating(variant="chess"),
        "options/invalid": creating(options={"periods": 9}),
        "seats/invalid": creating(seats=[{"kind": "person"}] * 3),
        "level/unknown": creating(seats=[{"kind": "person"}, {"kind": "ai", "level": len(LEVELS) + 3}]),
        "rating/unknown": creating(seats=[{"kind": "person"}, {"kind": "ai", "rating": 9000}]),
        "style/unknown": creating(seats=[{"kind": "person"}, {"kind": "ai", "level": 2, "style": "reckless"}]),
        "expiry/too_long": creating(expire_after_s=Settings().max_ttl_s + 1),
        "seat/not_yours": _Refused("POST", f"{GAME}/seats/1/return", {}, TOKEN),
        "idempotency/invalid_key": once("order 7"),
        "idempotency/mismatch": once(IDEMPOTENCY_KEY, _seen_before("mismatch")),
        "idempotency/running": once(IDEMPOTENCY_KEY, _seen_before("running")),
        "game/not_found": _Refused("GET", f"/v1/games/{REMATCH_ID}"),
        "version/unknown": _Refused("GET", f"{GAME}?at=12"),
        "rules/changed": _Refused("GET", f"{GAME}?at=1", services=on(short_game(2), rules_version=0)),
        "game/over": _Refused("POST", f"{GAME}/resign", token=TOKEN, services=on(resigned())),
        "game/not_started": _Refused(
            "POST", f"{GAME}/resign", token=TOKEN, services=on(begun, status=OPEN, seats=open_seat)
        ),
        "abort/too_late": _Refused("POST", f"{GAME}/abort", token=OWNER_TOKEN, services=on(short_game(2))),
        "rematch/not_finished": _Refused("POST", f"{GAME}/rematch", token=TOKEN),
        "seat/not_found": taking_over(4),
        "seat/not_a_person": taking_over(1),
        "seat/not_absent": taking_over(0, OWNER_TOKEN),
        "seat/taken_over": playing(move, ply, seats=taken_over),
        "seed/not_promised": _Refused("POST", f"{GAME}/fairness", {"client_seed": CLIENT_SEED}, OWNER_TOKEN),
        "seed/mismatch": _Refused(
            "POST",
            f"{GAME}/fairness",
            {"client_seed": "a-seed-of-another-41c7"},
            OWNER_TOKEN,
            services=on(begun, promises={shuffles.OWNER_SEED: shuffles.seed_digest(CLIENT_SEED)}),
        ),
        "record/not_over": _Refused("GET", f"{GAME}/record"),
        "analysis/not_over": _Refused("GET", f"{GAME}/analysis", token=TOKEN),
        "analysis/not_found": _Refused("GET", f"{GAME}/analysis", token=TOKEN, services=on(resigned())),
        "join/no_open_seat": _Refused("POST", f"{GAME}/join", {"code": JOIN_CODE}),
        "join/wrong_code": _Refused(
            "POST",
            f"{GAME}/join",
            {"code": WRONG_CODE},
            services=on(begun, status=OPEN, seats=open_seat, join_code=digest(JOIN_CODE)),
        ),
        "move/invalid": playing(_with_card(move, "1Q"), ply),
        "move/illegal": playing(_with_card(move, elsewhere), ply),
        "move/not_your_turn": playing(move, int(waiting.game.state.ply), waiting),
        "move/stale": playing(move, ply + 2),
        "observation/invalid": _Refused(
            "POST", "/v1/suggestions", suggestion | {"observation": own | {"hand": [own["hand"][0], *own["hand"][:-1]]}}
        ),
        "budget/invalid": _Refused(
            "POST", "/v1/suggestions", suggestion | {"simulations": Settings().max_simulations + 1}
        ),
        "suggestion/not_asked": _Refused("POST", "/v1/suggestions", suggestion | {"observation": other}),
        "suggestion/not_found": _Refused("GET", f"/v1/suggestions/{SUGGESTION_ID}"),
        "match/invalid": _Refused("POST", "/v1/matches", MATCH | {"pairs": Settings().max_match_pairs + 1}),
        "match/not_found": _Refused("GET", f"/v1/matches/{MATCH_ID}"),
        "cursor/invalid": _Refused("GET", "/v1/games?cursor=page 2"),
        "wait/full": _Refused("GET", f"{GAME}/events?after={begun.game.version}&wait=10"),
        "stream/full": _Refused("GET", f"{GAME}/stream"),
        "stream/unknown_version": _Refused("GET", f"{GAME}/stream", headers={"Last-Event-ID": "12"}),
        "ticket/unknown": _Refused("GET", f"{GAME}/stream?ticket={TICKET}"),
        "webhook/invalid_url": webhook("http://play.example/hooks/faceoff"),
        "webhook/target_refused": webhook("https://10.0.0.1/hooks/faceoff"),
        "webhook/too_many": webhook(PUBLIC_ADDRESS, _with_room()),
        "webhook/not_found": _Refused("DELETE", f"/v1/webhooks/{WEBHOOK_ID}", token=TOKEN),
        "store/unavailable": _Refused("GET", "/away"),
        "store/full": creating(),
    }
    found |= _requests_of_bots(on, begun)
    for kind, body in (("suggestion", suggestion), ("match", MATCH)):
        for refusal in ("full", "too_many"):
            path = "/v1/suggestions" if kind == "suggestion" else "/v1/matches"
            found[f"{kind}/{refusal}"] = _Refused("POST", path, body, services=on(begun, answer=refusal))
    for refusal in ("full", "too_many"):
        found[f"analysis/{refusal}"] = _Refused(
            "POST", f"{GAME}/analysis", token=TOKEN, services=on(resigned(), answer=refusal)
        )
    return found


def _requests_of_bots(on: Callable[..., Any], begun: ShortGame) -> dict[str, _Refused]:
    bot = Bot(BOT_ID, "Slapshot", "", [WITHOUT_DECISIONS.key], 4, False, begun.game.created_at, digest(BOT_TOKEN), "")
    plays_it = replace(bot, variants=[SHOWN.key])
    registering: JSON = {"name": "Slapshot"}
    inviting = NEW_GAME | {"seats": [{"kind": "person"}, {"kind": "bot", "bot": BOT_ID}]}
    until = later(60)
    pending = Seat(BOT, "Slapshot", bot=BOT_ID, invitation={"status": PENDING, "until": until, "reason": None})
    invited = {"status": OPEN, "seats": [begun.game.seats[0], pending]}
    seat = f"{GAME}/seats/1"
    return {
        "bot/not_found": _Refused("GET", f"/v1/bots/{BOT_ID}", services=on(begun)),
        "bot/unknown": _Refused("POST", "/v1/games", inviting, services=on(begun)),
        "bot/name_taken": _Refused("POST", "/v1/bots", registering, services=on(begun, bot=bot, answer="name_taken")),
        "bot/too_many": _Refused("POST", "/v1/bots", registering, services=on(begun, bot=bot, answer="too_many")),
        "bot/other_variant": _Refused("POST", "/v1/games", inviting, services=on(begun, bot=bot)),
        "bot/offline": _Refused("POST", "/v1/games", inviting, services=on(begun, bot=plays_it, answer="offline")),
        "bot/full": _Refused("POST", "/v1/games", inviting, services=on(begun, bot=plays_it, answer="full")),
        "bot/not_yours": _Refused(
            "POST", "/v1/matches", MATCH | {"first": {"bot": BOT_ID}}, services=on(begun, bot=plays_it)
        ),
        "invitation/not_found": _Refused("POST", f"{GAME}/seats/0/accept", {}, BOT_TOKEN, services=on(begun, bot=bot)),
        "invitation/pending": _Refused(
            "POST",
            f"{seat}/bot",
            {"bot": BOT_ID},
            OWNER_TOKEN,
            services=on(begun, bot=plays_it, answer="ok", **invited),
        ),
        "invitation/closed": _Refused("POST", f"{seat}/accept", {}, BOT_TOKEN, services=on(begun, bot=bot, **invited)),
    }


def _with_card(move: JSON, card: str) -> JSON:
    """A move of one card with this card instead."""
    fields = {name: [card] if isinstance(value, list) else card for name, value in move.items()}
    return fields | {"type": move["type"]}


def _with_turn(*, asked: bool) -> ShortGame:
    """The first position in which it is, or is not, the turn of seat 0."""
    games = (short_game(moves) for moves in range(10))
    return next(short for short in games if (0 in seats_to_act(short.game)) == asked)


# -- the answers


@dataclass(frozen=True)
class ProblemExample:
    """A problem, and the request that was answered with it."""

    request: str
    """Empty where any request can have the answer."""
    body: JSON


def problem_examples(blueprints: Iterable[Blueprint]) -> dict[str, ProblemExample]:
    """An example of every problem, by code."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = Settings().max_body_bytes
    app.before_request(_begin_request)
    problems.register(app)
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    for path, view in _ANY_REQUEST.items():
        app.add_url_rule(path, path, view)
    app.register_blueprint(metrics.blueprint)
    cors.register(app, Settings())
    return {code: _answer(app, request) for code, request in _requests().items()}


_PLACEHOLDERS = {TOKEN: "$TOKEN", OWNER_TOKEN: "$OWNER_TOKEN"}
_MOST_SHOWN = 1000
"""Characters of a body."""
_ANY_REQUEST: dict[str, Any] = {
    "/limited": lambda: limits.refused("60 per 1 minute", again_s=23),
    "/away": problems.store_unavailable,
    "/broken": problems.unexpected,
    "/too-long": lambda: problems.problem_response(
        "request/address_too_long", "Request Line is too large (4602 > 4094)"
    ),
    "/too-large": lambda: problems.problem_response(
        "request/headers_too_large", "Error parsing headers: 'limit request headers fields size'"
    ),
}
"""Addresses that stand for any request, and the views that answer it."""


def _begin_request() -> None:
    g.request_id = REQUEST_ID
    require_json(request)


def _answer(app: Flask, request: _Refused) -> ProblemExample:
    app.extensions["faceoff"] = request.services or _services(_Shelf(short_game(0)))
    headers = Headers(dict(request.headers))
    if request.token:
        headers["Authorization"] = f"Bearer {request.token}"
    sent = request.body if isinstance(request.body, str) or request.body is None else json.dumps(request.body)
    if sent is not None:
        headers.setdefault("Content-Type", "application/json")
    answer = app.test_client().open(request.path, method=request.method, data=sent, headers=headers)
    body: JSON = answer.get_json()
    return ProblemExample("" if request.path in _ANY_REQUEST else _as_text(request), body)


def _as_text(request: _Refused) -> str:
    """The request as it may be written down, with its body in lines."""
    headers = dict(request.headers)
    if request.token:
        headers["Authorization"] = f"Bearer {_PLACEHOLDERS.get(request.token, '$TOKEN_OF_ANOTHER_GAME')}"
    if isinstance(request.body, str):
        body = request.body if len(request.body) <= _MOST_SHOWN else f"({len(request.body)} bytes)"
    else:
        body = "" if request.body is None else json.dumps(request.body, indent=2, ensure_ascii=False)
    if body:
        headers = {"Content-Type": "application/json"} | headers
    lines = [
        f"{request.method} {request.path.replace(TICKET, '$TICKET')}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\n".join([*lines, "", body] if body else lines)
