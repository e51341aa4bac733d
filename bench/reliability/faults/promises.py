"""The promises of the service under any fault. Each is a function of a world after its faults that yields the
violations.
"""

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from bench.reliability.faults.use_cases import AI_TIME_MS
from bench.reliability.faults.world import Asked, World
from engines.api import Refusal
from service.games.replay import replay_of
from service.model.answer import Problem
from service.store import bots
from service.store.readable import if_readable
from service.workers.sweeper import IDLE_SWEEPS
from tests.stored import game_ids

Promise = Callable[[World], Iterator[str]]
PROMISES: Final[list[Promise]] = []
LATER_S: Final = 100 * 24 * 3600
"""Longer than anything is kept."""
CREATES: Final = ("/v1/games", "/v1/games/quick")


def promise(check: Promise) -> Promise:
    """Add a promise to the list."""
    PROMISES.append(check)
    return check


def acknowledged(world: World, ending: str = "", method: str = "POST") -> Iterator[Asked]:
    """The requests of this kind that were acknowledged and not undone by a store that went back."""
    for asked in world.log:
        if asked.method == method and asked.path.endswith(ending) and asked.is_acknowledged and not asked.was_undone:
            yield asked


def looked(world: World, path: str, token: str | None, app: int = 0, **headers: str) -> Any:
    """The response to a look of one process; the check itself is not in the log."""
    sent = headers | ({"Authorization": f"Bearer {token}"} if token else {})
    response = world.ground.apps[app].test_client().get(path, headers=sent)
    if response.mimetype == "text/event-stream":
        response.close()
    return response


def given(asked: Asked) -> Iterator[tuple[str, str, int | None]]:
    """The games whose tokens came with a response: the game, the token, and its seat."""
    facts = asked.json if isinstance(asked.json, dict) else {}
    if "id" not in facts or not str(facts["id"]).startswith("g_"):
        return
    for seat, token in facts.get("tokens", {}).items():
        yield facts["id"], token, int(seat)
    if facts.get("token"):
        yield facts["id"], facts["token"], facts["you"]["seat"]


@promise
def nothing_acknowledged_is_lost_or_changed(world: World) -> Iterator[str]:
    renewed = {token for _, token in world.revoked}
    for asked in acknowledged(world):
        for game_id, token, seat in given(asked):
            if token in renewed:
                continue
            response = looked(world, f"/v1/games/{game_id}", token)
            found = response.json.get("you") or {}
            if response.status_code != 200 or found.get("seat") != seat:
                yield (
                    f"{asked} gave seat {seat} of {game_id}, and its token gets {response.status_code} and seat "
                    f"{found.get('seat')}"
                )
    for asked in acknowledged(world, "/moves"):
        game_id, seat = asked.path.split("/")[3], asked.json["you"]["seat"]
        with suppress(Exception):  # expired
            moves = world.ground.store.games.history(game_id).moves(1 << 30)
            played = [move.move for move in moves if (move.ply, move.seat) == (asked.body["ply"], seat)]
            if played != [asked.body["move"]]:
                yield f"{asked}: {asked.body} was acknowledged, and the record has {played}"
    for game_id in game_ids(world.ground.store):
        if game_id not in world.not_asked_for:
            yield from _not_what_its_moves_make(world, game_id)
    for ending in ("/suggestions", "/v1/matches", "/v1/bots"):
        kind = ending.rsplit("/", 1)[1]
        for asked in acknowledged(world, ending):
            if looked(world, f"/v1/{kind}/{asked.json['id']}", asked.token).status_code != 200:
                yield f"{asked} made {asked.json['id']}, which is gone"


def _not_what_its_moves_make(world: World, game_id: str) -> Iterator[str]:
    games = world.ground.store.games
    game = games.load(game_id)
    try:
        replayed = replay_of(games.history(game_id), game)
    except Refusal as refusal:
        yield f"{game_id}: its moves cannot be played: {refusal}"
        return
    dump = game.variant.codec.dump_state
    if dump(game.state) != dump(replayed.state):
        yield f"{game_id} is not what its moves make of it"


@promise
def nothing_happens_twice(world: World) -> Iterator[str]:
    store = world.ground.store
    games = {game_id for game_id in game_ids(store) if not _is_of_a_match(world, game_id)}
    wanted = [asked for asked in world.log if asked.method == "POST" and asked.path in CREATES]
    known = {asked.json["id"] for asked in wanted if asked.is_acknowledged}
    rematches = {asked.path for asked in world.log if asked.path.endswith("/rematch")}
    known |= {asked.json["id"] for asked in world.log if asked.path in rematches and asked.is_acknowledged}
    unsure = sum(not asked.is_acknowledged for asked in wanted)
    unknown = games - known - world.not_asked_for
    if len(unknown) > unsure:
        yield (
            f"{len(unknown)} games are no one's, and {unsure} requests for one were not acknowledged: "
            f"{', '.join(sorted(unknown))}"
        )
    for game_id in games:
        with suppress(Exception):  # unreadable
            moves = store.games.history(game_id).moves(1 << 30)
            yield from (
                f"{game_id}: {key} was played {n} times"
                for key, n in Counter((m.ply, m.seat) for m in moves).items()
                if n > 1
            )
            events = [
                event
                for commit in store.games.events_after(game_id, 0)
                for event in commit.events
                if isinstance(event, dict)
            ]
            taken = Counter(event["seat"] for event in events if event["type"] == "seat_taken")
            yield from (f"{game_id}: seat {seat} was taken {count} times" for seat, count in taken.items() if count > 1)
    names = [name for form in ("{tasks}:task:[ms]_*", "{bots}:bot:*") for name in world.ground.admin.scan_iter(form)]
    made = {name.rsplit(":", 1)[1] for name in names if name.count(":") == 2} - world.not_asked_for
    # A suggestion is safe to repeat: a client without a response asks again, which costs AI time again and nothing
    # else.
    suggestions = sum(len(asked.answers) for asked in world.log if asked.path.endswith("/suggestions"))
    others = sum(
        asked.path in ("/v1/matches", "/v1/bots") and asked.method == "POST" and not asked.is_of_another
        for asked in world.log
    )
    if len(made) > suggestions + others:
        found = ", ".join(sorted(made))
        yield f"{suggestions} suggestions and {others} matches and bots were asked for, and there are {found}"
    if any(asked.was_undone for asked in world.log):
        return
    spent = sum(
        600_000 - float(world.ground.admin.hget(name, "left"))
        for name in world.ground.admin.scan_iter("faceoff:ai_time:*")
    )
    matches = sum(asked.path.endswith("/v1/matches") for asked in world.log)
    if not matches and spent > AI_TIME_MS * suggestions + 100:
        yield f"{suggestions} attempts at a suggestion of {AI_TIME_MS} ms took {spent:.0f} ms of AI time"


def _is_of_a_match(world: World, game_id: str) -> bool:
    """Whether a game was begun by a match, which its ids follow from."""
    game = if_readable(world.ground.store.games.load, game_id)
    return game is not None and game.match_id is not None


@promise
def everyone_is_answered(world: World) -> Iterator[str]:
    for asked in world.log:
        if asked.is_of_another:
            continue
        if asked.answer is None and asked.method == "GET":
            yield f"{asked}: no answer"
        elif asked.answer is not None and asked.answer.status >= 500 and asked.repeats:
            yield (
                f"{asked}: after {asked.waited_s:.0f} s and {len(asked.answers)} attempts still "
                f"{asked.answer.status} {asked.answer.code}"
            )
        for answer in asked.answers:
            if answer is not None and answer.seconds > 8:
                yield f"{asked}: answered after {answer.seconds:.1f} s"
        allowed = EXPECTED.get(asked.path.rsplit("/", 1)[1].partition("?")[0], ())
        if (
            asked.answer is not None
            and 400 <= asked.answer.status < 500
            and asked.answer.code not in allowed
            and not world.may_be_gone
        ):
            yield f"{asked}: {asked.answer.code}"


EXPECTED: Final = {
    "join": ("join/no_open_seat", "join/wrong_code"),
    "moves": ("move/stale", "move/not_your_turn"),
    "resign": ("game/over",),
    "ai": ("seat/not_a_person", "seat/not_absent"),
    "games": ("bot/offline",),
    "matches": ("bot/offline",),
    "suggestions": ("move/not_your_turn",),
}
"""Refusals that are an answer: someone else was first, or oneself a moment ago."""


@promise
def no_seat_or_secret_is_given_to_two(world: World) -> Iterator[str]:
    holders: dict[str, set[str]] = defaultdict(set)
    seats: dict[tuple[str, int | None], set[str]] = defaultdict(set)
    for asked in world.log:
        answers = [answer for answer in asked.answers if answer is not None and answer.status < 300]
        for answer in answers:
            for game_id, token, seat in given(Asked(asked.person, asked.method, asked.path, answers=[answer])):
                holders[token].add(asked.person)
                if len(answer.json.get("tokens", ())) < 2:
                    seats[game_id, seat].add(asked.person)
    yield from (
        f"a token of {token.partition('.')[0]} was given to {' and '.join(sorted(to))}"
        for token, to in holders.items()
        if len(to) > 1
    )
    if not any(asked.was_undone for asked in world.log):
        yield from (
            f"seat {seat} of {game} was given to {' and '.join(sorted(to))}"
            for (game, seat), to in seats.items()
            if len(to) > 1
        )


@promise
def no_token_that_was_renewed_opens_anything(world: World) -> Iterator[str]:
    if any(asked.was_undone for asked in world.log):
        return  # the renewal itself is undone
    for path, token in world.revoked:
        for app in range(2):
            if (status := looked(world, path, token or None, app).status_code) < 400:
                yield f"GET {path[:40]} with a token that was renewed: {status}"
            if token and path.startswith("/v1/games/"):
                yield from _acts(world, path, token, app)


def _acts(world: World, path: str, token: str, app: int) -> Iterator[str]:
    """What a token can still do in a game."""
    try:
        game = world.ground.store.games.load(path.rsplit("/", 1)[1])
    except Problem:  # expired
        return
    headers = {"Authorization": f"Bearer {token}"}
    for what, body in (
        ("moves", {"ply": int(game.state.ply), "move": {"type": "flip"}}),
        ("tickets", {}),
        ("resign", {}),
    ):
        response = world.ground.apps[app].test_client().post(f"{path}/{what}", json=body, headers=headers)
        if response.status_code not in (401, 403, 404):
            yield f"POST {path}/{what} with a token that was renewed: {response.status_code} {response.text[:80]}"


@promise
def two_viewers_never_share_a_validator(world: World) -> Iterator[str]:
    bodies: dict[tuple[str, str], dict[str, bytes]] = defaultdict(dict)
    for asked in world.log:
        for answer in asked.answers:
            if (
                asked.method == "GET"
                and asked.path.startswith("/v1/games/g_")
                and answer
                and "ETag" in answer.headers
                and answer.body
            ):
                bodies[asked.path, answer.headers["ETag"]].setdefault(
                    hashlib.sha256(answer.body).hexdigest(), answer.body
                )
    for (path, tag), found in bodies.items():
        if len(found) > 1:
            views = [json.loads(body) for body in found.values()]
            seats = sorted({str((view.get("you") or {}).get("seat")) for view in views if isinstance(view, dict)})
            yield f"GET {path} has one validator {tag} for {len(found)} contents, of seats {', '.join(seats)}"


KEPT: Final = ("seats", "feed", "holders")
"""What is stored for a bot and lives as long."""


@promise
def a_bot_is_kept_as_a_whole(world: World) -> Iterator[str]:
    """As long as its name and its feed."""
    admin = world.ground.admin
    for stored in admin.scan_iter(bots.key_of("bot", "*")):
        bot_id, lives_ms = stored.rpartition(":")[2], admin.pttl(stored)
        if (bot := if_readable(world.ground.store.bots.find, bot_id)) is None:
            continue
        for name in (bots.name_key(bot.name), *(bots.key_of(kind, bot_id) for kind in KEPT)):
            if admin.exists(name) and abs(admin.pttl(name) - lives_ms) > 2000:
                yield f"{name} lives for {admin.pttl(name)} ms, its bot for {lives_ms}"
        if admin.get(bots.name_key(bot.name)) != bot_id:
            yield f"the name of {bot_id}, {bot.name}, is that of {admin.get(bots.name_key(bot.name))}"


@promise
def nothing_grows(world: World) -> Iterator[str]:
    """Comes last: a long time passes, after which nothing is stored that someone's looking at every list does not
    drop.
    """
    admin = world.ground.admin
    yield from (
        f"{name} never expires"
        for name in admin.scan_iter("*", count=1000)
        if admin.ttl(name) == -1 and not _is_index(name)
    )
    world.pass_time(LATER_S)
    for _ in range(3 * IDLE_SWEEPS):
        world.sweep()
        world.pass_time(70)
    for path in ("/v1/games?limit=100", "/v1/games?joinable=true", "/v1/bots?limit=100"):
        looked(world, path, None)
    for name in sorted(admin.scan_iter("*", count=1000)):
        if not name.startswith(("rq:", "{faceoff}:", "{bots}:online", "faceoff:salt")):
            # the next bot drops the others
            yield f"after {LATER_S // 86400} days {re.sub('g_[a-z2-7]+', 'g_...', name)} is still there"


def _is_index(name: str) -> bool:
    return name.count(":") == 1 or ":due:" in name or name.startswith(("faceoff:public", "rq:"))
