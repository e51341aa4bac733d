"""Examples for the contract: what each operation is asked and answers, and each problem.

They come from one short game that is played here, so they are what the service answers.
"""

import json
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, cast

from ai.arena import begin_pair
from ai.levels import LEVELS, RANDOM
from engines import VARIANTS
from engines.api import Variant
from service.api.problems import PROBLEMS, problem_body
from service.games import transcripts
from service.games.catalogue import cards_view, variant_details, variant_summary
from service.games.fairness import fairness_proof
from service.games.replay import Replay
from service.games.scoresheet import sheet_text
from service.games.views import events_view, game_view, summary
from service.model import shuffles
from service.model.game import ABORTED, ACTIVE, AI, FINISHED, OPEN, PERSON, Game, Seat
from service.model.timestamps import parse_time_ms, time_text
from service.store.interface import Commit, GameStore, RecordedMove
from service.store.tasks import CANCELLED, DONE, QUEUED, RUNNING, Task
from service.tasks import matches
from service.tasks.views import match_view, suggestion_view

JSON = dict[str, Any]


GAME_ID = "g_x5lq7mzk3e6w2nbvt4ra"


REMATCH_ID = "g_k2v6rq3xw7mz4nty5lba"


SUGGESTION_ID = "s_q4z7xk2mwv6n3rty5lba"


MATCH_ID = "m_v7n2xk4qz6wm3rty5lba"


WEBHOOK_ID = f"w_t5k2xq7mzv4n.{GAME_ID}"


TOKEN = f"{GAME_ID}.bXkgb3duIHRva2VuLCBzaG93biB0aGlzIG9uY2U"


OWNER_TOKEN = f"{GAME_ID}.dGhlIG93bmVyJ3MgdG9rZW4sIHNob3duIG9uY2U"


TICKET = "t_YSB0aWNrZXQgdGhhdCBpcyBnb29kIG9uY2UsIGZvciBhIHdoaWxl"


JOIN_CODE = "K7QW2M9P"


CLIENT_SEED = "a-seed-of-my-own-41c7"


BEGAN = "2026-01-02T19:30:00.000Z"


REQUEST_ID = "4f1c9a7be2d05836"


SECONDS_A_MOVE = 7


CARDS_SHOWN = 2


DETAILS = {
    "request/malformed": "The body is not JSON in UTF-8: Expecting value: line 1 column 13 (char 12)",
    "request/invalid": "/seats/0/kind: 'ghost': Must be one of: person, ai, open.",
    "request/too_large": "The body may have at most 65536 bytes.",
    "request/media_type": "Send JSON with Content-Type: application/json.",
    "request/not_acceptable": "Accept: 'text/html' is none of application/json, application/x-ndjson, text/plain",
    "auth/missing": "Send the token of your seat as Authorization: Bearer <token>.",
    "auth/unknown_token": "Authorization is not of the form Bearer <token>.",
    "key/missing": "Send the API key that the operator of this service gave you as X-Api-Key.",
    "key/unknown": "X-Api-Key: this service does not know the key, or it has been revoked.",
    "limit/exceeded": "Allowed are 60 per 1 minute of requests that create something for each caller; try again in 23 s.",
    "quota/ai_time": "This takes up to 6 s of AI time; 2 s of your 600 s per 1 hour are left. Try again in 24 s.",
    "variant/not_found": f"'chess' is not a variant; known are {', '.join(VARIANTS)}",
    "variant/unknown": f"'chess' is not a variant; known are {', '.join(VARIANTS)}",
    "options/invalid": "options.periods: 9 is out of range; allowed is 1 to 5",
    "seats/invalid": "seats: 3 given; with these options hockey has 2 seats",
    "level/unknown": f"seats[1].level: 9 is not a level; there are 1 to {len(LEVELS)}",
    "version/unknown": f"at: 12 is not a version of game {GAME_ID}; there are 1 to 3",
    "game/over": f"Game {GAME_ID} is finished.",
    "abort/too_late": f"Game {GAME_ID} has its first move behind it: a seat can resign, but nobody can abort it.",
    "rematch/not_finished": f"Game {GAME_ID} is active; a rematch follows a finished game.",
    "seat/not_found": f"Game {GAME_ID} has no seat 4; there are 0 to 1.",
    "seat/not_a_person": "Seat 1 is a computer's already.",
    "seat/not_absent": "Seat 0 is not asked now, so nobody waits for it.",
    "seed/not_promised": f"Game {GAME_ID} was created without seed_digest: it waits for no seed.",
    "expiry/too_long": "expire_after_s: 31622400 is out of range; allowed is 60 to 7776000",
    "record/not_over": f"Game {GAME_ID} is active: its record can be had when it is over.",
    "join/no_open_seat": f"No seat of game {GAME_ID} is open.",
    "join/wrong_code": f"'K7QW2M9Q' is not the join code of game {GAME_ID}.",
    "move/invalid": "move.card: '1Q' is not a card; write rank then suit, as in QH or TD",
    "move/illegal": "QH is not in your hand; play a card that is",
    "move/not_your_turn": "Seat 0 is not asked now; seat 1 is.",
    "move/stale": "ply: 4 is not the present decision; that is 6.",
    "observation/invalid": "observation.hand[2]: 'QH' is listed twice",
    "budget/invalid": "simulations: 50000 is out of range; allowed is 1 to 20000",
    "suggestion/not_asked": "observation.seat: seat 1 is not asked in this position; seat 0 is",
    "suggestion/full": "The service has 100 of them to do already; try again a little later.",
    "match/invalid": "pairs: 5000 is more than this service allows, 1000",
    "cursor/invalid": "cursor: 'page 2' is not `next` of a page of this list",
    "stream/unknown_version": f"'12' is not a version of game {GAME_ID}, which is at 3.",
    "ticket/unknown": f"A ticket is good once, for 30 s and one game; get another one for {GAME_ID}.",
    "store/unavailable": "The store does not answer just now; try again in 2 seconds.",
    "server/error": f"This is our fault; quote the request id {REQUEST_ID}.",
}


def problem_example(code: str) -> JSON:
    """The answer for a problem."""
    return problem_body(code, DETAILS.get(code, f"{PROBLEMS[code][1]}."), REQUEST_ID)


@dataclass(frozen=True)
class Example:
    """What an operation is asked, if it takes a body, and what it answers: by status, with another media type than JSON behind it."""

    answers: dict[str, Any]
    asked: Any = None


@cache
def examples() -> dict[str, Example]:
    """An example of every operation."""
    return _of_games() | _of_courses() | _of_tasks() | _of_notices() | _of_the_service()


def game_changed() -> JSON:
    """What a webhook is told."""
    game = _course(2).game
    data = {"game_id": GAME_ID, "version": game.version, "status": game.status, "to_act": [0]}
    return {"type": "game.changed", "timestamp": _later(game.version), "data": data}


# -- the game


@dataclass
class _Course:
    """A short game of Hockey that Ida begins against a computer, with what the store keeps of it: as far as these examples need one."""

    game: Game
    again: Replay
    events: list[Commit] = field(default_factory=list)
    moves: list[RecordedMove] = field(default_factory=list)

    def events_after(self, game_id: str, version: int, limit: int = 0) -> list[Commit]:
        return [commit for commit in self.events if commit.version > version]

    def recorded_moves(self, game_id: str, version: int) -> list[RecordedMove]:
        return self.moves

    @property
    def store(self) -> GameStore:
        return cast(GameStore, self)

    def note(self, events: list[Any]) -> None:
        """The next version has come."""
        self.game.version += 1
        self.game.state, self.game.shuffles = self.again.state, len(self.again.orders)
        self.game.asked_at = _later(self.game.version)
        self.events.append(Commit(self.game.version, parse_time_ms(self.game.asked_at), events, {}))


def _later(version: int) -> str:
    return time_text(parse_time_ms(BEGAN) + 1000 * SECONDS_A_MOVE * (version - 1))


def _course(moves: int) -> _Course:
    """The game after so many moves, each the first that is legal."""
    variant = VARIANTS["hockey"]
    preset, options = variant.resolve_options(None, {"periods": 1, "first_dealer": "random"})
    game = Game(
        id=GAME_ID,
        variant_key=variant.key,
        rules_version=variant.rules_version,
        preset=preset,
        options=options,
        status=ACTIVE,
        seats=[Seat(PERSON, "Ida"), Seat(AI, LEVELS[1].name, 2, 1.0)],
        public=True,
        created_at=BEGAN,
        seed="02" * 32,
        tokens={},
        join_code=None,
        state=variant.new_game(options),
        expires_at="2026-01-09T19:30:00.000Z",
    )
    course = _Course(game, Replay(variant, options, game.id, game.shuffle_key))
    course.note([{"type": "game_started"}, *course.again.start()])
    for _ in range(moves):
        seat, ply = int(game.state.to_act()), int(game.state.ply)
        move = variant.codec.list_moves(game.state, seat)[0]
        course.note(course.again.play(seat, move))
        course.moves.append(RecordedMove(game.version, ply, seat, move))
    return course


def _resigned() -> _Course:
    course = _course(2)
    course.note([{"type": "resigned", "seat": 0}])
    course.game.status, course.game.asked_at = FINISHED, None
    course.game.result = {"winner": 1, "reason": "resignation", "score": [0, 0]}
    return course


# -- what is asked and answered


def _of_games() -> dict[str, Example]:
    begun, course, ended = _course(0), _course(2), _resigned()
    view, played = game_view(begun.game, 0), game_view(course.game, 0)
    waiting = replace(begun.game, status=OPEN, seats=[begun.game.seats[0], Seat("open", "")], shuffles=0, asked_at=None)
    secrets = {"tokens": {"0": TOKEN}, "owner": OWNER_TOKEN, "join_code": None}
    seats: list[JSON] = [{"kind": "person", "name": "Ida"}, {"kind": "ai", "level": 2}]
    move = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}
    events = {"events": events_view(course.game, course.events[1:], 0), "version": course.game.version}
    return {
        "create_game": Example(
            {"201": view | secrets}, {"variant": "hockey", "options": {"periods": 1, "first_dealer": "random"}, "seats": seats}
        ),
        "list_games": Example({"200": {"games": [summary(course.game), summary(waiting)], "next": None}}),
        "get_game": Example({"200": played}),
        "join_game": Example({"201": view | {"token": TOKEN}}, {"code": JOIN_CODE, "name": "Ida"}),
        "list_game_cards": Example({"200": first_cards(course.game.variant, course.game.preset, course.game.options)}),
        "play_move": Example({"200": played | {"events": events["events"]}}, move),
        "resign": Example({"200": game_view(ended.game, 0)}),
        "list_events": Example({"200": events}),
        "stream_events": Example({"200 text/event-stream": {"id": str(events["version"]), "data": json.dumps(events)}}),
        "create_ticket": Example({"201": {"ticket": TICKET, "expires_in_s": 30}}),
    }


def first_cards(variant: Variant, preset: str, options: JSON) -> JSON:
    """The cards of a game, cut short."""
    view = cards_view(variant, preset, options)
    return view | {"cards": view["cards"][:CARDS_SHOWN]}


def _of_courses() -> dict[str, Example]:
    begun, ended = _course(0), _resigned()
    aborted = replace(begun.game, status=ABORTED, version=2, asked_at=None)
    exchanged = replace(begun.game, id=REMATCH_ID, seats=begun.game.seats[::-1], rematch_of=GAME_ID)
    handed_over = replace(begun.game, version=2, seats=[Seat(AI, "Ida", 3), begun.game.seats[1]])
    given = {shuffles.OWNER_SEED: CLIENT_SEED}
    promised = replace(begun.game, version=2, seed_digest=shuffles.seed_digest(CLIENT_SEED), client_seeds=given)
    record = transcripts.make_record(ended.store, ended.game)
    text = {"application/x-ndjson": "".join(transcripts.record_lines(record)), "text/plain": sheet_text(ended.game.variant, record)}
    checked = {"verified": True, "faults": [], "moves": len(ended.moves), "shuffles": ended.game.shuffles, "score": [0, 0]}
    rematch = game_view(exchanged, 1)
    return {
        "abort_game": Example({"200": game_view(aborted, None)}),
        "ask_rematch": Example({"201": rematch, "200": rematch}),
        "hand_over_seat": Example({"200": game_view(handed_over, 0)}, {"level": 3}),
        "get_fairness": Example({"200": fairness_proof(ended.store, ended.game)}),
        "give_seed": Example({"200": game_view(promised, None)}, {"client_seed": CLIENT_SEED}),
        "get_record": Example({"200": record} | {f"200 {form}": page for form, page in text.items()}),
        "check_record": Example({"200": checked}, record),
    }


def _of_tasks() -> dict[str, Example]:
    variant, game = VARIANTS["hockey"], _course(0).game
    observation = variant.codec.dump_observation(variant.observe(game.state, 0))
    first, second = game_view(game, 0)["legal_moves"][:2]
    answer = {
        "move": first["move"],
        "text": first["text"],
        "candidates": [
            first | {"value": 0.21, "visits": 812, "reason": "keeps the pairs together"},
            second | {"value": 0.17, "visits": 388, "reason": "gives a pair away"},
        ],
        "simulations": 1200,
        "stopped": False,
        "exact": False,
    }
    request = {"variant": variant.key, "seat": 0, "ply": int(game.state.ply), "budget": {"simulations": 1200}, "seed": "faceoff"}
    queued = Task(SUGGESTION_ID, QUEUED, request, None, 0, 0, "", "", BEGAN)
    found = suggestion_view(replace(queued, status=DONE, answer=answer))
    asked = {"simulations": 1200}
    both = {"200": found, "202": suggestion_view(queued)}
    return {
        "ask_hint": Example(both, asked),
        "create_suggestion": Example(both, {"variant": variant.key, "observation": observation} | asked),
        "get_suggestion": Example({"200": found}),
        "delete_suggestion": Example({"200": suggestion_view(replace(queued, status=CANCELLED))}),
    } | _of_matches()


def _of_matches() -> dict[str, Example]:
    variant = VARIANTS["turn_based_hockey"]
    preset, options = variant.resolve_options(None, {})
    levels = [LEVELS[1], LEVELS[0]]
    players = [{"number": level.number, "name": level.name} | _settings(level) for level in levels]
    seed = "arena"
    request = {"variant": variant.key, "preset": preset, "options": options, "players": players, "pairs": 100, "seed": seed}
    match = Task(MATCH_ID, RUNNING, request, None, 0, 0, "", "", BEGAN)
    results = {0: [[1.0, 2], [0.5, 0]], 1: [[1.0, 1], [0.0, -1]]}
    play = begin_pair(variant.key, options, [RANDOM, RANDOM], seed, 0)[0]
    line = json.dumps(matches.match_game(request, 0, 0, play.play_out(), play.moves), separators=(",", ":"))
    asked = {"variant": variant.key, "first": {"level": 2}, "second": {"level": 1}, "pairs": 100}
    stopped = match_view(replace(match, status=CANCELLED), results)
    return {
        "create_match": Example({"202": match_view(replace(match, status=QUEUED), {})}, asked),
        "get_match": Example({"200": match_view(match, results)}),
        "cancel_match": Example({"200": stopped}),
        "delete_match": Example({"200": stopped}),
        "list_match_games": Example({"200 application/x-ndjson": f"{line}\n"}),
    }


def _settings(level: Any) -> JSON:
    return {name: getattr(level, name) for name in ("simulations", "noise", "counts_cards", "exact")}


def _of_notices() -> dict[str, Example]:
    url = "https://play.example/hooks/faceoff"
    webhook = {"id": WEBHOOK_ID, "game_id": GAME_ID, "url": url, "created_at": BEGAN, "status": "active", "delivered_version": 1}
    secret = "whsec_d2hhdCB0aGUgc2lnbmF0dXJlcyBhcmUgdmVyaWZpZWQ="
    return {
        "create_webhook": Example({"201": webhook | {"secret": secret}}, {"game_id": GAME_ID, "url": url}),
        "list_webhooks": Example({"200": {"webhooks": [webhook]}}),
        "delete_webhook": Example({}),
    }


def _of_the_service() -> dict[str, Example]:
    card_hockey, hockey, ice_cold = VARIANTS["card_hockey"], VARIANTS["hockey"], VARIANTS["ice_cold_ice_hockey"]
    details = variant_details(card_hockey)
    return {
        "list_variants": Example({"200": {"variants": [variant_summary(hockey), variant_summary(card_hockey)]}}),
        "list_cards": Example({"200": first_cards(ice_cold, *ice_cold.resolve_options(None, None))}),
        "get_variant": Example({"200": details | {"levels": details["levels"][:1]}}),
        "live": Example({"200": {"status": "ok"}}),
        "ready": Example({"200": {"status": "ok"}}),
        "get_version": Example({"200": {"name": "Faceoff", "version": "1.0.0", "api": "v1", "compiled": True}}),
    }
