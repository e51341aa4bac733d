"""Records the examples of the contract: ``python -m tests.service.api.examples`` sends requests to the service, and
writes its responses.

The example of an operation is its first call below that succeeds; that of a problem, the first call that is refused
with it. Secrets come from known numbers, and a time depends on the number of the request alone: the same code records
the same texts.
"""

import json
import logging
import re
import secrets
import tempfile
import threading
import time
from bisect import bisect
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from unittest.mock import patch
from urllib.parse import parse_qsl

import msgspec
import redis

from ai.levels import LEVELS
from engines import VARIANTS
from engines.api import CHANCE
from engines.rng import Rng, permutation
from service.api.openapi.document import EXAMPLES
from service.api.problems import unread_problem
from service.app import create_app
from service.config import Settings
from service.model.shuffles import seed_digest
from service.model.timestamps import parse_time_ms, time_text
from service.ops.embedded_redis import EmbeddedRedis
from service.store.queue import QUEUES, SafeJob
from service.store.store import Store
from service.store.tasks import FAILED
from service.webhooks.deliveries import message
from service.workers.ai_jobs import prepare_worker
from tests.faults import damage
from tests.patience import wait_until
from tests.service.burst import BurstWorker

BEGAN = "2026-01-02T19:30:00.000Z"
SECONDS_A_REQUEST = 7
REQUEST_ID = "4f1c9a7be2d05836"
TICKET = "t_69581e80_YSB0aWNrZXQgZm9yIHRoZSBzdHJlYW0gb2Ygb25lIGdhbWU"
CLIENT_SEED = "a-seed-of-my-own-41c7"
PUBLIC_ADDRESS = "93.184.215.14"
"""Needs no name server."""
MOST_SHOWN = 1000
"""Characters of the body of a refused request."""
CUT = {
    "list_variants": {"variants": 2},
    "get_variant": {"presets": 1, "options": 2, "moves": 1, "table": 2, "levels": 1},
    "list_cards": {"cards": 2},
    "list_game_cards": {"cards": 2},
}
"""How many entries of a part of an answer are shown."""


def variant_with(fits):
    """The first variant that fits, otherwise the last one: there are examples whichever games there are."""
    return next(filter(fits, VARIANTS.values()), list(VARIANTS.values())[-1])


SHOWN = variant_with(lambda variant: variant.has_decisions and not variant.described_moves)
OTHER = next(key for key in VARIANTS if key != SHOWN.key)
SHORT = {name: value for name, value in (("periods", 1), ("first_dealer", "random")) if name in SHOWN.options}
PERSON, COMPUTER, OPEN = {"kind": "person", "name": "Ida"}, {"kind": "ai", "level": 2}, {"kind": "open"}
MATCH = {"variant": SHOWN.key, "first": {"level": 2}, "second": {"level": 1}, "pairs": 2}
AFTER_ALL = str(parse_time_ms("2100-01-01T00:00:00.000Z"))
"""The time in every cursor: tools send the example as it is, and a list from there on is the whole list."""
BOT = {"name": "Wrister", "description": "Shoots on sight.", "variants": [SHOWN.key], "max_games": 8}


class Recorder:
    """A client of the service that keeps an example of every operation and of every problem."""

    def __init__(self, url):
        self.url = url
        self.operations = {}
        self.problems = {}

    def begin(self, **settings):
        """Go on with an empty store, an app with these settings, and secrets from the first number on."""
        self.drawn = cache(Random)
        with redis.Redis.from_url(self.url) as client:
            client.flushall()
        self.settings = Settings(**{"redis_url": self.url, "background": False, "limit_read_time": ""} | settings)
        self.app = create_app(self.settings)
        self.client = self.app.test_client()
        self.tokens = {}
        self.requests = []
        self.times = {}

    def call(self, method, path, body=None, *, token=None, code=None, **headers):
        """Send a request and record the response: an example, or the problem of this code."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers = {"Content-Type": "application/json"} | headers
        sent = body if isinstance(body, str | None) else json.dumps(body)
        self.requests.append(int(time.time() * 1000))
        asked = {"X-Request-Id": REQUEST_ID, **headers}
        response = self.client.open(path, method=method, headers=asked, data=sent)
        if code is not None:
            assert response.json["code"] == code, (path, response.text)
            request = self.stable(self.as_text(method, path, headers, body))
            self.problems.setdefault(code, {"request": request, "body": self.stable(response.json)})
        else:
            assert response.status_code < 300, (path, response.text)
            self.keep(method, path, body, response)
        time.sleep(0.002)  # so that the next request has times of its own
        return response.json if response.is_json else None

    def get(self, path, **options):
        return self.call("GET", path, **options)

    def post(self, path, body=None, **options):
        return self.call("POST", path, body, **options)

    def keep(self, method, path, body, response):
        path, _, query = path.partition("?")
        endpoint, in_path = self.app.url_map.bind("").match(path, method)
        name, sent = endpoint.rpartition(".")[2], {key: str(value) for key, value in in_path.items()}
        sent |= dict(parse_qsl(query))
        example = self.operations.setdefault(name, {"parameters": self.stable(sent), "answers": {}})
        if body is not None:
            example.setdefault("asked", self.stable(body))
        if response.mimetype == "application/json":
            form, value = "", response.json
            for part, size in CUT.get(name, {}).items():
                value[part] = (
                    dict(list(value[part].items())[:size]) if isinstance(value[part], dict) else value[part][:size]
                )
        elif response.mimetype == "text/event-stream":
            form, value = " text/event-stream", first_message(response)
        else:
            form, value = f" {response.mimetype}", re.sub(" +\n", "\n", response.text)  # without what fills it up
        if response.status_code != 204:
            example["answers"].setdefault(f"{response.status_code}{form}", self.stable(value))

    def create(self, *seats, **body):
        """A new game with these seats, with the names of its tokens noted."""
        options = {"variant": SHOWN.key, "options": SHORT, "seats": list(seats or (PERSON, COMPUTER)), **body}
        game = self.post("/v1/games", options)
        self.tokens |= dict.fromkeys(game["tokens"].values(), "$TOKEN") | {game["owner_token"]: "$OWNER_TOKEN"}
        return SimpleNamespace(**game, path=f"/v1/games/{game['id']}", token=game["tokens"].get("0"))

    def turn(self, game, seat="0"):
        """The game as a person sees it whose turn it is."""
        while not (view := self.client.get(game.path, headers=bearer(game.tokens[seat])).json)["legal_moves"]:
            self.work()
        return self.get(f"{game.path}?version={view['version']}", token=game.tokens[seat])

    def second_page(self, path):
        """The cursor of all but the newest of a list."""
        return self.client.get(f"{path}?limit=1").json["next"]

    def ended(self):
        """A game with a move, after which the person has resigned."""
        game = self.create()
        view = self.turn(game)
        self.post(f"{game.path}/moves", {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}, token=game.token)
        self.post(f"{game.path}/resign", token=game.token)
        return game

    def post_and_wait(self, path, body, **options):
        """Request something that a worker has to do, and wait for it."""
        asking = threading.Thread(target=lambda: self.post(path, body, Prefer="wait=10", **options))
        asking.start()
        wait_until(lambda: self.app.extensions["faceoff"].hub.waits.taken, "the request is not held")
        self.work()
        asking.join()

    def work(self):
        """Let a worker empty the queues."""
        BurstWorker(QUEUES, prepare_worker(self.settings)[1], SafeJob).empty_queues()

    # -- what is recorded is always the same

    def stable(self, value):
        """A value of JSON, with times that depend on the number of the request only."""
        text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", lambda found: self.time(found[0]), json.dumps(value))
        text = text.replace(time.strftime("%Y-%m-%d", time.gmtime()), BEGAN[:10])
        text = re.sub(r"(?<=again in )\d+ s\b", "48 s", text)
        text = re.sub(r"\d{13}(?=:[gb]_)", AFTER_ALL, text)
        text = re.sub(r"\bt_[0-9a-f]{8}_[\w-]+", TICKET, text)
        return json.loads(text.replace(PUBLIC_ADDRESS, "play.example"))

    def time(self, found):
        """The text for a time that was found, or that is to come."""
        if found not in self.times:
            at_ms = parse_time_ms(found)
            number = max(0, bisect(self.requests, at_ms) - 1)
            seconds = SECONDS_A_REQUEST * number
            if at_ms > time.time() * 1000:
                seconds += round((at_ms - self.requests[-1]) / 1000)
            self.times[found] = time_text(parse_time_ms(BEGAN) + 1000 * seconds)
        return self.times[found]

    def as_text(self, method, path, headers, body):
        """A request as it may be written down, with its body in lines."""
        for token in re.findall(r"[bgt]_[\w.-]{30,}", f"{path} {headers.get('Authorization')}"):
            name = self.tokens.get(token, "$TOKEN_OF_ANOTHER_GAME")
            path = path.replace(token, name)
            headers |= {"Authorization": f"Bearer {name}"} if "Authorization" in headers else {}
        lines = [f"{method} {path}", *(f"{name}: {value}" for name, value in headers.items())]
        if body is not None:
            text = body if isinstance(body, str) else json.dumps(body, indent=2, ensure_ascii=False)
            lines += ["", text if len(text) <= MOST_SHOWN else f"({len(text)} bytes)"]
        return "\n".join(lines)


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def first_message(response):
    """The first message of a stream: its id and data."""
    block = next(chunk for chunk in response.iter_encoded() if b"id: " in chunk).decode()
    response.close()
    fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
    return {"id": fields["id"], "data": fields["data"]}


def written(card, move):
    """A move with this card in place of its own."""
    fields = {name: [card] if isinstance(value, list) else card for name, value in move.items()}
    return fields | {"type": move["type"]}


def observation():
    """A position as the seat that is asked sees it."""
    state, rng = SHOWN.new_game(SHOWN.resolve_options(None, SHORT)[1]), Rng("examples")
    while state.to_act() == CHANCE:
        state.deal(permutation(rng, state.shuffle_needed()))
    return SHOWN.codec.dump_observation(SHOWN.observe(state, int(state.to_act())))


# -- requests


def games(service):
    service.begin()
    game = service.create()
    path, view = game.path, service.turn(game)
    move = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}
    service.post(f"{path}/moves", move, token=game.token)
    service.get(f"{path}/events?after=1")
    ticket = service.post(f"{path}/tickets", token=game.token)["ticket"]
    service.get(f"{path}/stream?after=1&view=false&away=false&ticket={ticket}")
    waiting = service.create(PERSON, OPEN)
    rest = f"limit=20&status=active&variant={SHOWN.key}&preset={view['preset']}&joinable=false"
    service.get(f"/v1/games?cursor={service.second_page('/v1/games')}&{rest}")
    service.post(f"{waiting.path}/invitation", {"join_code": waiting.join_code})
    service.post(f"{waiting.path}/join", {"join_code": waiting.join_code, "name": "Ida"})
    service.post("/v1/games/quick", {"variant": SHOWN.key, "name": "Ida", "wait_s": 20, "rating": 400})
    service.get(f"{path}/cards")
    service.post(f"{path}/seats/0/ai", {"level": 3}, token=game.token)
    service.post(f"{path}/seats/0/return", token=game.token)
    service.post(f"{path}/seats/0/token", token=game.owner_token)
    aborted = service.create()
    service.post(f"{aborted.path}/abort", token=aborted.owner_token)
    webhook = {"game_id": game.id, "url": f"https://{PUBLIC_ADDRESS}/hooks/faceoff"}
    webhook = service.post("/v1/webhooks", webhook, token=game.owner_token)
    service.get(f"/v1/webhooks?game_id={game.id}", token=game.owner_token)
    service.call("DELETE", f"/v1/webhooks/{webhook['id']}", token=game.owner_token)
    service.post(f"{path}/owner/token", token=game.owner_token)
    return service.stable(msgspec.to_builtins(message(Store(service.settings).games.load(game.id))))


def courses(service):
    service.begin()
    promised = service.create(seed_digest=seed_digest(CLIENT_SEED))
    service.post(f"{promised.path}/seed", {"client_seed": CLIENT_SEED}, token=promised.owner_token)
    service.begin()
    game = service.ended()
    for _ in range(2):
        service.post(f"{game.path}/rematch", {"seed_digest": seed_digest(CLIENT_SEED)}, token=game.token)
    service.get(f"{game.path}/fairness")
    service.get(f"{game.path}/sheet")
    service.post("/v1/records", service.get(f"{game.path}/record"))
    service.post(f"{game.path}/analysis", token=game.token)
    service.work()
    for ask in (service.post, service.get):
        ask(f"{game.path}/analysis", token=game.token)


def bots(service):
    service.begin()
    bot = service.post("/v1/bots", BOT)
    path, of_bot = f"/v1/bots/{bot['id']}", {"token": bot["token"]}
    service.client.get(f"{path}/events", headers=bearer(bot["token"]))  # so that it is online
    game = service.create(PERSON, {"kind": "bot", "bot_id": bot["id"]})
    seat = f"{game.path}/seats/1"
    service.post(f"{seat}/decline", {"reason": "I play one-period games only."}, **of_bot)
    service.post(f"{seat}/bot", {"bot_id": bot["id"]}, token=game.owner_token)
    service.get(f"{path}/games", **of_bot)
    service.post(f"{seat}/accept", {"client_seed": CLIENT_SEED}, **of_bot)
    service.get(f"{path}/events?after=0", **of_bot)
    service.get(f"{path}/stream?after=0", **of_bot)
    service.client.post("/v1/bots", json=BOT | {"name": "Poke Check"})
    service.get(f"/v1/bots?cursor={service.second_page('/v1/bots')}&limit=20&variant={SHOWN.key}&online=true")
    service.get(path)
    service.call("PATCH", path, {"description": "Shoots on sight."}, **of_bot)
    renewed = service.post(f"{path}/token", **of_bot)
    service.call("DELETE", path, token=renewed["token"])


def tasks(service):
    service.begin()
    game, wish = service.create(), {"simulations": 200}
    service.turn(game)
    own = {"variant": SHOWN.key, "observation": observation()}
    for path, body, token in ((f"{game.path}/suggestions", wish, game.token), ("/v1/suggestions", own | wish, None)):
        asked = service.post(path, body, token=token)
        service.work()
        service.post_and_wait(path, body, token=token)
    service.get(f"/v1/suggestions/{asked['id']}")
    asked = service.post("/v1/suggestions", own)
    service.post(f"/v1/suggestions/{asked['id']}/cancel")
    many = {
        "variant": SHOWN.key,
        "level": len(LEVELS),
        "mistakes": True,
        "positions": [{"observation": observation()}] * 2,
    }
    batch = service.post("/v1/suggestions/batch", many)
    path = f"/v1/batches/{batch['id']}"
    service.get(path)
    service.work()
    service.get(path)
    service.call("DELETE", path)
    service.post_and_wait("/v1/suggestions/batch", many)
    batch, store = service.post("/v1/suggestions/batch", many), service.app.extensions["faceoff"].tasks.store
    store.close(store.find(batch["id"]), FAILED)
    service.get(f"/v1/batches/{batch['id']}")
    service.post("/v1/positions/legal-moves", own)
    described = variant_with(lambda variant: variant.described_moves)
    rated = {"rating": 400} if described.described_moves else {"level": 1}  # another game may have none, or be slow
    match = service.post("/v1/matches", MATCH | {"variant": described.key, "first": rated})
    service.work()
    service.get(f"/v1/matches/{match['id']}")
    service.get(f"/v1/matches/{match['id']}/games")
    other = service.post("/v1/matches", MATCH)
    service.post(f"/v1/matches/{other['id']}/cancel", token=other["token"])


def rest(service):
    service.begin()
    for path in ("/health/live", "/health/ready", "/version"):
        service.get(path)
    service.get("/v1/variants")
    service.get(f"/v1/variants/{SHOWN.key}")
    service.get(f"/v1/variants/{SHOWN.key}/cards?preset={next(iter(SHOWN.presets))}")


# -- refused requests


def refused_everywhere(service):
    for status, text in ((414, "Request Line is too large (4602 > 4094)"), (431, "limit request headers fields size")):
        body = msgspec.to_builtins(unread_problem(status, text)) | {"request_id": REQUEST_ID}
        service.problems[body["code"]] = {"request": "", "body": body}
    service.begin(limit_read="60/minute")
    for _ in range(60):
        service.get("/v1/variants")
    service.get("/v1/variants", code="limit/exceeded")
    service.begin(redis_url="redis://127.0.0.1:1")
    with patch("redis.retry.sleep"):  # the pauses between its attempts
        service.get("/v1/games", code="store/unavailable")
    service.begin()
    service.app.add_url_rule("/broken", "broken", lambda: 1 / 0)
    service.get("/broken", code="server/error")
    for code in ("limit/exceeded", "store/unavailable", "server/error"):
        service.problems[code]["request"] = ""  # it does not matter
    service.get("/v1/game", code="request/not_found")
    preflight = {"Origin": "https://play.example", "Access-Control-Request-Method": "POST"}
    service.call("OPTIONS", "/v1/games", code="cors/not_allowed", **preflight)
    service.get("/v1/webhooks", code="key/missing")
    service.get("/v1/webhooks", X_Api_Key="k_unknown", code="key/unknown")
    service.get("/v1/variants/chess", code="variant/not_found")
    service.get("/v1/games?cursor=page 2", code="cursor/invalid")
    service.get("/v1/games/g_k2v6rq3xw7mz4nty5lba", code="game/not_found")
    service.get("/v1/suggestions/s_q4z7xk2mwv6n3rty5lba", code="task/not_found")
    service.get("/v1/bots/b_k2v6rq3xw7mz4nty5lba", code="bot/not_found")


def refused_games(service):
    service.begin()

    def create(code, body=None, **headers):
        service.post(
            "/v1/games", {"variant": SHOWN.key} | body if isinstance(body, dict) else body, code=code, **headers
        )

    create("request/malformed", '{"variant": ')
    create("request/invalid", {"seats": [{"kind": "ghost"}]})
    create("request/too_large", " " * (Settings().max_body_bytes + 1))
    create("request/media_type", f"variant={SHOWN.key}", Content_Type="text/plain")
    create("variant/unknown", {"variant": "chess"})
    create("options/invalid", {"options": {"periods": 9}})
    create("seats/invalid", {"seats": [{"kind": "person"}] * 3})
    create("level/unknown", {"seats": [{"kind": "person"}, {"kind": "ai", "level": len(LEVELS) + 3}]})
    create("rating/unknown", {"seats": [{"kind": "person"}, {"kind": "ai", "rating": 9000}]})
    create("character/unknown", {"seats": [{"kind": "person"}, {"kind": "ai", "level": 2, "character": "reckless"}]})
    create("expiry/too_long", {"expire_after_s": Settings().max_ttl_s + 1})
    create("bot/unknown", {"seats": [{"kind": "person"}, {"kind": "bot", "bot_id": "b_k2v6rq3xw7mz4nty5lba"}]})
    create("idempotency/invalid_key", {}, Idempotency_Key="order 7")
    once = {"Idempotency-Key": '"d0b54bf1-1c6f-4b52-9d3e-3a8f7c21e690"'}
    service.post("/v1/games", {"variant": SHOWN.key, "public": False}, **once)
    create("idempotency/mismatch", {}, **once)
    service.begin()
    with patch("service.store.space._memory_of", return_value=(1, 1)):
        create("store/full", {})


def refused_seats(service):
    service.begin()
    game, two, waiting = service.create(), service.create(PERSON, PERSON), service.create(PERSON, OPEN)
    seats, path = f"{game.path}/seats", game.path
    foreign = f"{service.create().id}.{game.token.partition('.')[2]}"
    service.call("PUT", path, code="request/method")
    service.post(f"{path}/resign", code="auth/missing")
    service.get(path, Authorization="Basic SWRh", code="auth/unknown_token")
    service.get(path, token=foreign, code="auth/foreign_token")
    service.post(f"{path}/resign", token=game.owner_token, code="auth/not_a_seat")
    service.post(f"{path}/abort", token=game.token, code="auth/not_the_owner")
    service.post(f"{seats}/1/return", {}, token=game.token, code="seat/not_yours")
    service.post(f"{seats}/4/ai", {}, token=game.token, code="seat/not_found")
    service.post(f"{seats}/1/ai", {}, token=game.token, code="seat/not_a_person")
    service.post(f"{seats}/0/ai", {}, token=game.owner_token, code="seat/not_absent")
    service.get(f"{path}?version=12", code="version/unknown")
    service.get(f"{path}/record", code="game/not_over")
    service.post(f"{path}/rematch", token=game.token, code="rematch/not_finished")
    service.post(f"{path}/seed", {"client_seed": CLIENT_SEED}, token=game.owner_token, code="seed/not_promised")
    service.post(f"{path}/join", {"join_code": "K7QW-2M9Q-X4TD"}, code="join/no_open_seat")
    service.post(f"{waiting.path}/join", {"join_code": "K7QW-2M9Q-X4TD"}, code="join/wrong_code")
    service.post(f"{waiting.path}/resign", token=waiting.token, code="game/not_started")
    service.get(f"{path}/stream", Last_Event_ID="12", code="stream/unknown_version")
    service.tokens[TICKET] = "$TICKET"
    service.get(f"{path}/stream?ticket={TICKET}", code="ticket/unknown")
    promised = service.create(seed_digest=seed_digest(CLIENT_SEED))
    other = {"client_seed": "a-seed-of-another-41c7"}
    service.post(f"{promised.path}/seed", other, token=promised.owner_token, code="seed/mismatch")
    refused_moves(service, game, two)
    service.post(f"{path}/abort", token=game.owner_token, code="abort/too_late")
    service.post(f"{seats}/0/ai", {}, token=game.token)
    move = {"ply": 1, "move": {"type": "play", "card": "2C"}}
    service.post(f"{path}/moves", move, token=game.token, code="seat/taken_over")
    service.post(f"{two.path}/resign", token=two.token)
    service.post(f"{two.path}/resign", token=two.token, code="game/over")
    store = Store(service.settings)
    old = store.games.load(two.id)
    old.rules_version = 0
    store.client.hset(next(store.client.scan_iter(f"*:game:{two.id}")), "game", old.dump())
    service.get(f"{two.path}?version=1", code="rules/changed")
    damage.game_unreadable(store.client, two.id)
    service.get(two.path, code="game/unreadable")


def until_one_waits(service, game):
    """Play on while both choose at once; the ply, and the seats that are asked."""
    ply, asked = game.ply, game.to_act
    while len(asked) == len(game.tokens):
        for token in game.tokens.values():
            view = service.get(game.path, token=token)
            move = view["legal_moves"][0]["move"] if view["legal_moves"] else view["choice"]["example"]
            view = service.post(f"{game.path}/moves", {"ply": ply, "move": move}, token=token)
        ply, asked = view["ply"], view["to_act"]
    return ply, asked


def refused_moves(service, game, two):
    view = service.turn(game)
    ply, move = view["ply"], view["legal_moves"][0]["move"]
    pack = {card.id for card in SHOWN.cards(SHOWN.resolve_options(None, None)[1], SHOWN.phrases("en"))}
    absent = min(pack - set(view["hand"]), key=lambda card: (card[0] != "A", card))

    def play(code, move, ply=ply, game=game, seat="0"):
        service.post(f"{game.path}/moves", {"ply": ply, "move": move}, token=game.tokens[seat], code=code)

    play("move/invalid", written("1Q", move))
    play("move/illegal", written(absent, move))
    play("move/stale", move, ply + 2)
    ply_of_two, asked = until_one_waits(service, two)
    play("move/not_your_turn", move, ply_of_two, two, next(seat for seat in two.tokens if int(seat) not in asked))
    service.post(f"{game.path}/moves", {"ply": ply, "move": move}, token=game.token)


def refused_tasks(service):
    service.begin()
    own = {"variant": SHOWN.key, "observation": observation()}
    hand = own["observation"]["hand"]
    twice = own["observation"] | {"hand": [hand[0], *hand[:-1]]}

    def refused(kind, code, body):
        service.post(f"/v1/{kind}", body, code=code)

    refused("suggestions", "observation/invalid", own | {"observation": twice})
    for seed in range(Settings().max_suggestions_each):
        service.post("/v1/suggestions", own | {"seed": str(seed)})
    refused("suggestions", "task/too_many", own)
    service.begin(max_games_each=1)
    service.create()
    service.post("/v1/games", {"variant": SHOWN.key}, code="game/too_many")
    service.begin(max_matches=1)
    service.post("/v1/matches", MATCH)
    refused("matches", "task/full", MATCH)
    service.begin(limit_ai_time="1/hour")
    service.post("/v1/matches", MATCH)
    refused("matches", "quota/ai_time", MATCH)


def refused_calls(service):
    service.begin(max_waiters=0, max_streams=0)
    game = service.create()
    service.get(f"{game.path}/events?after={game.version}", Prefer="wait=10", code="wait/full")
    service.get(f"{game.path}/stream", code="stream/full")

    def register(code, url):
        service.post("/v1/webhooks", {"game_id": game.id, "url": url}, token=game.owner_token, code=code)

    register("webhook/invalid_url", "http://play.example/hooks/faceoff")
    register("webhook/target_refused", "https://10.0.0.1/hooks/faceoff")
    for number in range(3):
        register(None, f"https://{PUBLIC_ADDRESS}/hooks/{number}")
    register("webhook/too_many", f"https://{PUBLIC_ADDRESS}/hooks/faceoff")
    service.call("DELETE", f"/v1/webhooks/w_t5k2xq7mzv4n.{game.id}", token=game.owner_token, code="webhook/not_found")


def refused_bots(service):
    service.begin()
    bot, other = (
        service.post("/v1/bots", BOT | {"max_games": 1} | changed)
        for changed in ({}, {"name": "Poke Check", "variants": [OTHER]})
    )
    seats = [[PERSON, {"kind": "bot", "bot_id": one["id"]}] for one in (bot, other)]
    service.post("/v1/bots", {"name": BOT["name"]}, code="bot/name_taken")
    third = service.post("/v1/bots", BOT | {"name": "Deke"})["id"]
    damage.bot_unreadable(Store(service.settings).client, third)
    service.get(f"/v1/bots/{third}", code="store/unreadable")
    service.post("/v1/games", {"variant": SHOWN.key, "seats": seats[0]}, code="bot/offline")
    service.post("/v1/games", {"variant": SHOWN.key, "seats": seats[1]}, code="bot/other_variant")
    service.get(f"/v1/bots/{bot['id']}/events", token=bot["token"])
    service.post("/v1/matches", MATCH | {"first": {"bot_id": bot["id"]}}, code="bot/not_yours")
    game = service.create(*seats[0])
    service.post("/v1/games", {"variant": SHOWN.key, "seats": seats[0]}, code="bot/full")
    seat = f"{game.path}/seats/1"
    service.tokens[bot["token"]] = "$TOKEN"
    service.post(f"{seat}/bot", {"bot_id": bot["id"]}, token=game.owner_token, code="invitation/pending")
    service.post(f"{game.path}/seats/0/accept", {}, token=bot["token"], code="invitation/not_found")
    service.post(f"{seat}/decline", {}, token=bot["token"])
    service.post(f"{seat}/accept", {}, token=bot["token"], code="invitation/closed")
    for number in range(Settings().max_bots_each - 3):
        service.post("/v1/bots", {"name": f"Winger {number}"})
    service.post("/v1/bots", {"name": "Goon"}, code="bot/too_many")


REFUSED = (refused_everywhere, refused_games, refused_seats, refused_tasks, refused_calls, refused_bots)


def recorded(url):
    """All examples, from a service over the Redis server at this address."""
    service = Recorder(url)
    with patch.multiple(
        secrets,
        token_bytes=lambda size=32: service.drawn(size).randbytes(size),
        choice=lambda letters: service.drawn(letters).choice(letters),
    ):
        changed = games(service)
        for record in (courses, bots, tasks, rest, *REFUSED):
            record(service)
    service.operations["get_version"]["answers"]["200"]["compiled"] = True
    lines = service.operations["list_match_games"]["answers"]
    lines["200 application/x-ndjson"] = lines["200 application/x-ndjson"].partition("\n")[0] + "\n"
    return {"operations": service.operations, "problems": service.problems, "game_changed": changed}


def main():
    logging.disable()  # an error is provoked
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as server:
        EXAMPLES.write_text(json.dumps(recorded(server.url), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
