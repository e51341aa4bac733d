"""Bots: programs that register, are invited, and play through the API like people."""

import random
import time
from dataclasses import replace
from functools import partial
from uuid import uuid4

import pytest
import redis

from ai.levels import level_by_number
from ai.timing import answer_ms
from engines import VARIANTS
from engines.api import SPECTATOR
from engines.rng import Rng
from faceoff_client import random_move
from service.app import create_app
from service.games import bots
from service.games.ai_turns import think
from service.games.bot_events import event_of, seats_of_bots
from service.games.bots import change_bot
from service.games.update import Games, Unchanged
from service.model.answer import Problem
from service.model.game import Seat, seats_to_act
from service.model.timestamps import now_ms
from service.store.bots import KEPT_SEATS, OF_A_BOT, BotStore
from service.store.copies import Copies
from service.store.store import Store
from service.store.webhooks import KeyRing
from service.workers.sweeper import Sweeper, end_waits, rescue
from tests.games import IN_SECRET, SECOND_GAME
from tests.patience import AT_ONCE_S
from tests.service.at_once import at_once
from tests.service.client import OPEN, PERSON, Client, ai
from tests.service.clock import pass_time
from tests.service.live.test_streams import Reader
from tests.service.live.test_waiting import in_background, wait_until_held


def register(api, name="Slapshot", **body):
    answer = api.post("/v1/bots", {"name": name, **body})
    assert answer.status_code == 201, answer.text
    return answer.json


def events(api, bot, after=0, wait=0):
    answer = api.get(
        f"/v1/bots/{bot['id']}/events?after={after}", headers={"Prefer": f"wait={wait}"}, token=bot["token"]
    )
    assert answer.status_code == 200, answer.text
    return answer.json


def types(api, bot, after=0):
    return [event["type"] for event in events(api, bot, after)["events"]]


def seat_for(bot):
    return {"kind": "bot", "bot_id": bot["id"]}


def accept(api, bot, game, seat=1, **options):
    return api.post(f"/v1/games/{game['id']}/seats/{seat}/accept", token=bot["token"], **options)


def decline(api, bot, game, seat=1, **body):
    return api.post(f"/v1/games/{game['id']}/seats/{seat}/decline", body, token=bot["token"])


def games_of(api, bot):
    return api.get(f"/v1/bots/{bot['id']}/games", token=bot["token"]).json["games"]


def refusal(answer):
    return answer.status_code, answer.json["code"]


@pytest.fixture
def bot(api):
    """A bot that is online."""
    made = register(api)
    events(api, made)
    return made


@pytest.fixture
def invited(api, bot):
    """A game to which the bot is invited."""
    return api.create(seats=[PERSON, seat_for(bot)])


@pytest.fixture
def begun(api, bot, invited):
    """A game that the bot plays, as seat 0 sees it, with both tokens."""
    token = accept(api, bot, invited).json["token"]
    view = api.get(f"/v1/games/{invited['id']}", token=invited["tokens"]["0"]).json
    return view | {"tokens": invited["tokens"] | {"1": token}, "owner_token": invited["owner_token"]}


@pytest.fixture
def sweep(settings, queue):
    games = Games(Store(settings), queue)
    turn = partial(rescue, games, 60_000)
    return Sweeper(games.store, {"turn": turn, "bots": lambda game_id: games.note_bots(games.load(game_id))}).sweep


@pytest.fixture
def let_pass(monkeypatch, store):
    return lambda seconds: pass_time(monkeypatch, store, seconds)


# -- registering


def test_a_bot_is_registered_listed_changed_and_deleted(api):
    made = register(api, " Slap  shot ", description="Shoots.", variants=[SECOND_GAME, "hockey"], max_games=2)
    assert made == made | {"name": "Slap shot", "variants": ["hockey", SECOND_GAME], "online": False, "games": 0}
    path = f"/v1/bots/{made['id']}"
    shown = api.get(path).json
    assert shown == {name: value for name, value in made.items() if name != "token"}
    assert api.get("/v1/bots").json == {"bots": [shown], "next": None}
    changed = api.request("PATCH", path, json={"name": "Wrister", "max_games": 7}, token=made["token"])
    assert changed.json == changed.json | {"name": "Wrister", "max_games": 7, "description": "Shoots."}
    assert register(api, "slap shot")["name"] == "slap shot"  # the old name is free
    assert api.delete(path, token=made["token"]).status_code == 204
    assert refusal(api.get(path)) == (404, "bot/not_found")
    assert [bot["name"] for bot in api.get("/v1/bots").json["bots"]] == ["slap shot"]


def test_a_bot_may_play_other_variants_from_now_on(api, bot):
    def plays(variants):
        return api.request("PATCH", f"/v1/bots/{bot['id']}", json={"variants": variants}, token=bot["token"])

    assert plays([SECOND_GAME, "hockey"]).json["variants"] == ["hockey", SECOND_GAME]
    assert refusal(plays(["chess"])) == (422, "variant/unknown")
    assert api.get(f"/v1/bots/{bot['id']}").json["variants"] == ["hockey", SECOND_GAME]


def test_a_change_of_a_bot_that_was_changed_meanwhile_is_made_to_what_it_is_now(api, bot, store):
    stale = store.bots.find(bot["id"])
    api.request("PATCH", f"/v1/bots/{bot['id']}", json={"max_games": 7}, token=bot["token"])
    assert not store.bots.change(stale, replace(stale, description="Shoots."))
    change_bot(store.bots, stale, {"description": "Shoots."})
    shown = api.get(f"/v1/bots/{bot['id']}").json
    assert (shown["max_games"], shown["description"]) == (7, "Shoots.")


def test_a_name_of_nothing_but_spaces_or_of_a_computer_is_refused(api, bot):
    assert refusal(api.post("/v1/bots", {"name": "  "})) == (422, "request/invalid")
    assert refusal(api.post("/v1/bots", {"name": "Computer (Legend)"})) == (422, "request/invalid")
    renamed = api.request("PATCH", f"/v1/bots/{bot['id']}", json={"name": "  "}, token=bot["token"])
    assert refusal(renamed) == (422, "request/invalid")


def test_no_two_bots_have_the_same_name(api):
    register(api, "Slapshot")
    assert refusal(api.post("/v1/bots", {"name": "SLAPSHOT"})) == (409, "bot/name_taken")
    other = register(api, "Wrister")
    answer = api.request("PATCH", f"/v1/bots/{other['id']}", json={"name": "slapshot"}, token=other["token"])
    assert refusal(answer) == (409, "bot/name_taken")
    answers = at_once(6, lambda number: api.http.post("/v1/bots", json={"name": "Racer"}).status_code)
    assert sorted(answers) == [201, *[409] * 5]


def test_a_caller_registers_a_limited_number_of_bots(settings, contract):
    api = Client(create_app(replace(settings, max_bots_each=2)), contract)
    first, _ = register(api, "one"), register(api, "two")
    assert refusal(api.post("/v1/bots", {"name": "three"})) == (409, "bot/too_many")
    api.delete(f"/v1/bots/{first['id']}", token=first["token"])
    register(api, "three")


def test_a_bot_counts_as_registered_for_as_long_as_it_is_kept(settings, contract, store):
    api = Client(create_app(replace(settings, max_bots_each=1)), contract)
    register(api, "one")
    ((name, until),) = [
        (name, store.client.zrange(name, 0, -1, withscores=True)[0][1])
        for name in store.client.scan_iter("{bots}:of:*")
    ]
    assert abs(until - now_ms() - 1000 * settings.bot_ttl_s) < 60_000
    store.client.zadd(name, {store.client.zrange(name, 0, -1)[0]: now_ms() - 1})
    register(api, "two")


def test_a_repeated_registration_returns_the_same_bot_and_token(api):
    key = {"Idempotency-Key": str(uuid4())}
    first, again = (api.post("/v1/bots", {"name": "Slapshot"}, headers=key) for _ in range(2))
    assert (again.status_code, again.json, again.headers["Idempotent-Replayed"]) == (201, first.json, "true")
    assert len(api.get("/v1/bots").json["bots"]) == 1


def test_only_the_bot_and_its_api_key_may_change_it(settings, contract, store):
    api = Client(create_app(replace(settings, require_key=True)), contract)
    assert refusal(api.post("/v1/bots", {"name": "Slapshot"})) == (401, "key/missing")
    owner, other = ({"X-Api-Key": KeyRing(store.client).create(name)[1]} for name in ("league", "else"))
    made = api.post("/v1/bots", {"name": "Slapshot"}, headers=owner).json
    path = f"/v1/bots/{made['id']}"
    assert refusal(api.request("PATCH", path, json={}, headers=other)) == (401, "auth/missing")
    assert refusal(api.request("PATCH", path, json={}, token=made["token"][:-1] + "!")) == (401, "auth/unknown_token")
    assert api.request("PATCH", path, json={"max_games": 9}, headers=owner).json["max_games"] == 9
    assert api.delete(path, headers=owner).status_code == 204


def test_the_token_of_a_bot_opens_nothing_of_another(api, bot):
    other = register(api, "Wrister")
    for path in ("events", "games", "stream"):
        answer = api.get(f"/v1/bots/{other['id']}/{path}", token=bot["token"])
        assert refusal(answer) == (401, "auth/unknown_token"), path
        assert refusal(api.get(f"/v1/bots/{other['id']}/{path}")) == (401, "auth/missing")


def test_the_list_has_filters_and_pages(api):
    made = [register(api, f"bot {number}", variants=["hockey" if number % 2 else SECOND_GAME]) for number in range(5)]
    events(api, made[3])
    assert [bot["name"] for bot in api.get("/v1/bots?online=true").json["bots"]] == ["bot 3"]
    assert [bot["name"] for bot in api.get("/v1/bots?variant=hockey").json["bots"]] == ["bot 3", "bot 1"]
    found, cursor = [], ""
    while cursor is not None:
        page = api.get(f"/v1/bots?limit=2&cursor={cursor}").json
        found += [bot["name"] for bot in page["bots"]]
        cursor = page["next"]
    assert sorted(found) == [f"bot {number}" for number in range(5)]
    assert refusal(api.get("/v1/bots?cursor=x")) == (400, "cursor/invalid")


def test_a_bot_that_is_restored_keeps_its_place_in_the_list(api, store, settings):
    for number in range(3):
        register(api, f"bot {number}")
        time.sleep(0.002)  # bots of one millisecond have no order
    copies = Copies(settings)
    copies.write(next(piece for piece in copies.all() if b'"bot 1"' in piece.hashes["bot"]["bot"]))
    assert [bot["name"] for bot in api.get("/v1/bots").json["bots"]] == ["bot 2", "bot 1", "bot 0"]


# -- inviting


def test_an_invited_bot_accepts_and_the_game_starts(api, bot, invited):
    assert (invited["status"], invited["to_act"]) == ("open", [])
    seat = invited["seats"][1]
    assert (seat["kind"], seat["bot_id"], seat["name"], seat["invitation"]["status"]) == (
        "bot",
        bot["id"],
        "Slapshot",
        "pending",
    )
    page = events(api, bot)
    (invitation,) = page["events"]
    assert invitation == invitation | {"type": "invitation", "game_id": invited["id"], "seat": 1}
    assert (invitation["options"], invitation["expires_at"]) == (invited["options"], seat["invitation"]["expires_at"])
    accepted = accept(api, bot, invited).json
    assert (accepted["status"], accepted["you"]["seat"], accepted["seats"][1]["invitation"]) == ("active", 1, None)
    assert types(api, bot, page["last"]) == ["your_turn" if 1 in accepted["to_act"] else "game_started"]
    announced = [event["type"] for event in api.get(f"/v1/games/{invited['id']}/events").json["events"]]
    assert announced[:2] == ["seat_taken", "game_started"]


@pytest.mark.parametrize("key", IN_SECRET)
def test_with_prefer_wait_a_new_game_is_answered_when_the_bot_has_accepted(app, contract, api, bot, key):
    creator = Client(app, contract)
    body = {"variant": key, "seats": [PERSON, seat_for(bot)]}
    waiting = in_background(lambda: creator.post("/v1/games", body, headers={"Prefer": "wait=20"}).json)
    (invitation,) = events(api, bot, wait=20)["events"]
    accept(api, bot, {"id": invitation["game_id"]})
    began = time.monotonic()
    assert waiting()["status"] == "active"
    assert time.monotonic() - began < AT_ONCE_S


def test_accepting_again_returns_the_same_token(api, bot, invited):
    first = accept(api, bot, invited).json
    again = accept(api, bot, invited)
    assert (again.status_code, again.json["token"], again.json["version"]) == (201, first["token"], first["version"])
    assert {answer["token"] for answer in games_of(api, bot)} == {first["token"]}
    assert first["token"] not in str(api.get(f"/v1/games/{invited['id']}").json)


def test_acceptances_that_race_take_the_seat_once(api, bot, invited):
    answers = at_once(
        5, lambda number: api.http.post(f"/v1/games/{invited['id']}/seats/1/accept", headers=bearer(bot)).json
    )
    assert len({answer["token"] for answer in answers}) == 1
    announced = [event["type"] for event in api.get(f"/v1/games/{invited['id']}/events").json["events"]]
    assert announced.count("seat_taken") == announced.count("game_started") == 1


def bearer(bot):
    return {"Authorization": f"Bearer {bot['token']}"}


def test_a_bot_declines_with_a_reason_and_the_owner_invites_another(api, bot, invited):
    other = register(api, "Wrister")
    events(api, other)
    declined = decline(api, bot, invited, reason="Too late in the evening.").json
    assert declined["seats"][1]["invitation"]["status"] == "declined"
    assert declined["seats"][1]["invitation"]["reason"] == "Too late in the evening."
    announced = api.get(f"/v1/games/{invited['id']}/events").json["events"][-1]
    assert announced["type"] == "invitation_declined"
    assert announced["data"] == {"seat": 1, "reason": "Too late in the evening."}
    assert types(api, bot) == ["invitation_closed"]
    assert refusal(accept(api, bot, invited)) == (409, "invitation/closed")
    assert decline(api, bot, invited).json["version"] == declined["version"]  # sent again
    again = api.post(
        f"/v1/games/{invited['id']}/seats/1/bot", {"bot_id": other["id"]}, token=invited["owner_token"]
    ).json
    assert again["seats"][1]["bot_id"] == other["id"]
    assert accept(api, other, invited).json["status"] == "active"
    assert refusal(accept(api, bot, invited)) == (404, "invitation/not_found")


def test_an_invitation_expires_and_a_computer_takes_the_seat(api, bot, invited, sweep, let_pass):
    let_pass(61)
    assert refusal(accept(api, bot, invited)) == (409, "invitation/closed")
    sweep()
    game = api.get(f"/v1/games/{invited['id']}").json
    assert game["seats"][1]["invitation"]["status"] == "expired"
    assert types(api, bot) == ["invitation_closed"]
    assert [event["type"] for event in api.get(f"/v1/games/{invited['id']}/events").json["events"]] == [
        "invitation_expired"
    ]
    filled = api.post(f"/v1/games/{invited['id']}/seats/1/ai", {"level": 2}, token=invited["owner_token"]).json
    assert (filled["status"], filled["seats"][1]["kind"], filled["seats"][1]["bot_id"]) == ("active", "ai", None)


def test_a_game_that_is_aborted_when_its_waits_end_stays_as_it_is(api, store, invited, let_pass):
    api.post(f"/v1/games/{invited['id']}/abort", token=invited["owner_token"])
    let_pass(61)
    with pytest.raises(Unchanged):
        end_waits(store.games.load(invited["id"]))


def test_a_withdrawn_invitation_is_reported_to_the_bot(api, bot):
    aborted, filled = (api.create(seats=[PERSON, seat_for(bot)]) for _ in range(2))
    assert [game["status"] for game in games_of(api, bot)] == ["invited", "invited"]
    api.post(f"/v1/games/{aborted['id']}/abort", token=aborted["owner_token"])
    api.post(f"/v1/games/{filled['id']}/seats/1/ai", token=filled["owner_token"])
    assert [event["reason"] for event in events(api, bot)["events"]] == ["withdrawn", "withdrawn"]
    assert games_of(api, bot) == []
    assert api.get(f"/v1/bots/{bot['id']}").json["games"] == 0


@pytest.mark.parametrize("token", ["0", "owner"])
def test_only_the_owner_fills_the_seat_of_a_bot_that_has_not_accepted(api, invited, token):
    sent = invited["owner_token"] if token == "owner" else invited["tokens"]["0"]
    answer = api.post(f"/v1/games/{invited['id']}/seats/1/ai", token=sent)
    assert (answer.status_code, answer.json.get("code")) == (
        (200, None) if token == "owner" else (409, "game/not_started")
    )


def test_a_bot_that_is_offline_unknown_or_elsewhere_is_not_invited(api, bot, let_pass):
    silent = register(api, "Silent")
    other = register(api, "Other", variants=[SECOND_GAME])
    events(api, other)

    def inviting(bot_id):
        return refusal(
            api.post("/v1/games", {"variant": "hockey", "seats": [PERSON, {"kind": "bot", "bot_id": bot_id}]})
        )

    assert inviting(silent["id"]) == (409, "bot/offline")
    assert inviting("b_nobody") == (422, "bot/unknown")
    assert inviting(other["id"]) == (422, "bot/other_variant")
    let_pass(20)
    assert inviting(bot["id"]) == (409, "bot/offline")
    assert api.get("/v1/games").json["games"] == []


def test_a_bot_gets_no_more_invitations_than_it_takes_even_if_they_race(api):
    bot = register(api, max_games=3)
    events(api, bot)
    body = {"variant": "hockey", "seats": [PERSON, seat_for(bot)]}
    answers = at_once(8, lambda number: api.http.post("/v1/games", json=body).status_code)
    assert sorted(answers) == [201] * 3 + [409] * 5
    assert refusal(api.post("/v1/games", body)) == (409, "bot/full")
    assert api.get(f"/v1/bots/{bot['id']}").json["games"] == 3
    decline(api, bot, {"id": games_of(api, bot)[0]["game_id"]})
    assert api.post("/v1/games", body).status_code == 201


def test_a_refused_game_takes_no_place(api, bot):
    silent = register(api, "Silent")
    body = {"variant": "hockey", "preset": "partnership", "seats": [PERSON, seat_for(bot), PERSON, seat_for(silent)]}
    assert refusal(api.post("/v1/games", body)) == (409, "bot/offline")
    assert api.get(f"/v1/bots/{bot['id']}").json["games"] == 0


@pytest.fixture
def places(store, bot):
    """Reserves a place of the bot, which takes one game, for a game and a number of seconds."""
    bots = store.bots
    stored = replace(bots.find(bot["id"]), max_games=1)

    def reserve(game_id, seconds):
        bots.reserve(stored, f"{game_id}:0", now_ms() + 1000 * seconds)
        until_ms = bots._client.zscore(f"{{bots}}:places:{bot['id']}", f"{game_id}:0")
        return 0 if until_ms is None else round((until_ms - now_ms()) / 1000)

    return reserve


def test_a_place_is_free_again_when_the_time_of_its_invitation_is_over(places):
    assert places("g_0", -1) == 0
    assert places("g_1", 60) == 60
    with pytest.raises(Problem, match="plays 1 games"):
        places("g_2", 60)


def test_a_seat_takes_one_place_for_its_longest_invitation(places):
    assert [places("g_1", seconds) for seconds in (60, 300, 60)] == [60, 300, 300]


@pytest.mark.parametrize(
    "seat",
    [{"kind": "bot"}, {"kind": "ai", "level": 1, "bot_id": "b_x"}, {"kind": "bot", "bot_id": "b_x", "name": "Ida"}],
)
def test_a_seat_names_a_bot_if_and_only_if_it_is_one(api, seat):
    answer = api.post("/v1/games", {"variant": "hockey", "seats": [PERSON, seat]})
    assert refusal(answer) == (422, "seats/invalid")
    assert answer.json["errors"][0]["pointer"] == "/seats/1/bot_id"


def test_a_second_invitation_that_is_refused_leaves_the_place_of_the_first(api):
    bot = register(api, max_games=1)
    events(api, bot)
    body = {"variant": "hockey", "seats": [PERSON, seat_for(bot)]}
    game = api.post("/v1/games", body).json
    again = api.post(f"/v1/games/{game['id']}/seats/1/bot", {"bot_id": bot["id"]}, token=game["owner_token"])
    assert refusal(again) == (409, "invitation/pending")
    assert refusal(api.post("/v1/games", body)) == (409, "bot/full")


def test_an_invitation_is_for_its_bot_only(api, bot, invited):
    other = register(api, "Wrister")
    assert refusal(accept(api, other, invited)) == (404, "invitation/not_found")
    assert refusal(decline(api, other, invited)) == (404, "invitation/not_found")
    assert refusal(accept(api, bot, invited, seat=0)) == (404, "invitation/not_found")
    assert refusal(accept(api, bot, {"id": "g_" + "a" * 20})) == (404, "invitation/not_found")
    assert refusal(api.post(f"/v1/games/{invited['id']}/seats/1/accept", token=invited["tokens"]["0"])) == (
        401,
        "auth/unknown_token",
    )
    assert refusal(api.post(f"/v1/games/{invited['id']}/seats/1/bot", {"bot_id": other["id"]}, token=bot["token"])) == (
        401,
        "auth/unknown_token",
    )


def test_no_caller_joins_or_gets_the_token_of_a_bots_seat(api, bot):
    game = api.create(seats=[PERSON, seat_for(bot)], joinable=False)
    assert refusal(api.post(f"/v1/games/{game['id']}/join", {"join_code": "ABCDEFGH"})) == (409, "join/no_open_seat")
    accept(api, bot, game)
    assert refusal(api.post(f"/v1/games/{game['id']}/seats/1/token", token=game["owner_token"])) == (
        409,
        "seat/not_a_person",
    )


def test_persons_and_bots_and_computers_fill_four_seats(api, bot):
    other = register(api, "Wrister")
    events(api, other)
    game = api.create(preset="partnership", seats=[seat_for(bot), OPEN, seat_for(other), ai()])
    assert accept(api, bot, game, 0).json["status"] == "open"
    assert games_of(api, bot)[0]["status"] == "waiting"
    assert api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}).json["status"] == "open"
    started = accept(api, other, game, 2).json
    assert started["status"] == "active"
    assert [seat["kind"] for seat in started["seats"]] == ["bot", "person", "bot", "ai"]


def test_one_bot_takes_two_seats_with_two_tokens(api, bot):
    game = api.create(seats=[seat_for(bot), seat_for(bot)])
    tokens = {accept(api, bot, game, seat).json["token"] for seat in (0, 1)}
    assert len(tokens) == 2
    assert {api.get(f"/v1/games/{game['id']}", token=token).json["you"]["seat"] for token in tokens} == {0, 1}


# -- playing


@pytest.mark.parametrize("key", VARIANTS)
def test_a_bot_plays_every_game_to_the_end_by_its_events_alone(api, key):
    """Against itself: every move of the game is an answer to ``your_turn``."""
    bot, rng = register(api), random.Random(key)
    after = events(api, bot)["last"]
    variant = VARIANTS[key]
    seats = variant.new_game(next(iter(variant.presets.values()))).seats()
    game = api.create(variant=key, seats=[seat_for(bot)] * seats)
    tokens, ends = {}, 0
    while ends < seats:
        page = events(api, bot, after)
        assert page["events"], "the bot gets no event of its turn"
        after = page["last"]
        for event in page["events"]:
            if event["type"] == "invitation":
                tokens[event["seat"]] = accept(api, bot, game, event["seat"]).json["token"]
            elif event["type"] == "your_turn":
                view = api.get(f"/v1/games/{game['id']}", token=tokens[event["seat"]]).json
                if view["ply"] == event["ply"]:
                    assert api.move(view, tokens[event["seat"]], random_move(view, rng)).status_code == 200
            ends += event["type"] == "game_finished"
    assert api.get(f"/v1/games/{game['id']}").json["status"] == "finished"
    assert api.get(f"/v1/bots/{bot['id']}").json["games"] == 0


def test_the_time_of_a_computers_answer_reveals_nothing_to_a_bot(api, bot, store):
    """As for a person: it falls due after the time of its level, which no card changes."""
    game = api.create(seats=[ai(3), seat_for(bot)], pace_ms=0, options={"first_dealer": "random"})
    accept(api, bot, game)
    stored = store.games.load(game["id"])
    while stored.ai is None:
        view = api.get(f"/v1/games/{game['id']}", token=games_of(api, bot)[0]["token"]).json
        api.move(view, games_of(api, bot)[0]["token"])
        stored = store.games.load(game["id"])
    turn = think(stored, lambda level: lambda: False)
    assert turn.due_ms == turn.began_ms + answer_ms(stored.variant, stored.state, level_by_number(3))


def test_a_turn_that_is_answered_leaves_the_feed(api, bot, begun):
    asked = begun["to_act"][0]
    view = api.get(f"/v1/games/{begun['id']}", token=begun["tokens"][str(asked)]).json
    while 1 not in view["to_act"]:
        view = api.move(view, begun["tokens"][str(view["to_act"][0])], view["legal_moves"][0]["move"]).json
        view = api.get(f"/v1/games/{begun['id']}", token=begun["tokens"][str(view["to_act"][0])]).json
    assert [(event["type"], event["ply"]) for event in events(api, bot)["events"]] == [("your_turn", view["ply"])]
    last = events(api, bot)["last"]
    while 1 in view["to_act"]:
        view = api.move(view, begun["tokens"]["1"]).json
    page = events(api, bot)
    assert page == {"events": [], "last": page["last"]}
    assert page["last"] >= last


def test_an_absent_bot_is_replaced_notified_and_comes_back(api, bot, let_pass, sweep):
    game = api.create(seats=[PERSON, seat_for(bot)], absent_after_s=30)
    token = accept(api, bot, game).json["token"]
    path = f"/v1/games/{game['id']}"
    while 1 not in (view := api.get(path, token=game["tokens"]["0"]).json)["to_act"]:
        api.move(view, game["tokens"]["0"])
    let_pass(31)
    replaced = api.post(f"{path}/seats/1/ai", token=game["tokens"]["0"]).json
    assert replaced["seats"][1] == replaced["seats"][1] | {"kind": "ai", "bot_id": bot["id"], "name": "Slapshot"}
    assert types(api, bot) == ["seat_taken_over"]
    assert (games_of(api, bot)[0]["status"], api.get(f"/v1/bots/{bot['id']}").json["games"]) == ("taken_over", 0)
    back = api.post(f"{path}/seats/1/return", token=token).json
    assert (back["seats"][1]["kind"], back["seats"][1]["level"]) == ("bot", None)
    assert types(api, bot) == ["your_turn"]


def test_a_rematch_invites_the_bot(api, bot, begun):
    api.post(f"/v1/games/{begun['id']}/resign", token=begun["tokens"]["0"])
    again = api.post(f"/v1/games/{begun['id']}/rematch", token=begun["tokens"]["0"])
    assert (again.status_code, again.json["status"], again.json["seats"][0]["invitation"]["status"]) == (
        201,
        "open",
        "pending",
    )
    assert accept(api, bot, again.json, 0).json["status"] == "active"
    assert api.get(f"/v1/games/{again.json['id']}", token=begun["tokens"]["0"]).json["you"]["seat"] == 1


def test_a_rematch_with_a_bot_that_is_gone_is_refused(api, bot, begun, let_pass):
    api.post(f"/v1/games/{begun['id']}/resign", token=begun["tokens"]["0"])
    let_pass(20)
    assert refusal(api.post(f"/v1/games/{begun['id']}/rematch", token=begun["tokens"]["0"])) == (409, "bot/offline")
    assert api.get(f"/v1/games/{begun['id']}").json["rematch_id"] is None


def test_records_lists_and_texts_say_who_is_a_bot(api, bot, begun):
    api.post(f"/v1/games/{begun['id']}/resign", token=begun["tokens"]["1"])
    listed = api.get("/v1/games").json["games"][0]["seats"][1]
    assert (listed["kind"], listed["bot_id"]) == ("bot", bot["id"])
    record = api.get(f"/v1/games/{begun['id']}/record").json
    assert (record["seats"][1]["kind"], record["seats"][1]["bot_id"]) == ("bot", bot["id"])
    assert "Slapshot (bot) resigns." in [event["text"] for event in record["events"]]
    checked = api.post("/v1/records", record).json
    assert (checked["verified"], checked["faults"]) == (True, [])


# -- following


def test_the_stream_sends_at_once_and_goes_on_where_it_ended(api, bot):
    reader = Reader(api, f"/v1/bots/{bot['id']}/stream", token=bot["token"])
    waiting = in_background(reader.next)
    game = api.create(seats=[PERSON, seat_for(bot)])
    number, event = waiting()
    assert (number, event["id"], event["type"], event["game_id"]) == (1, 1, "invitation", game["id"])
    reader.close()
    decline(api, bot, game)
    reader = Reader(api, f"/v1/bots/{bot['id']}/stream", token=bot["token"], headers={"Last-Event-ID": "1"})
    assert reader.next()[1]["type"] == "invitation_closed"
    reader.close()
    answer = api.get(f"/v1/bots/{bot['id']}/stream?after=99", token=bot["token"])
    assert refusal(answer) == (422, "stream/unknown_version")


def test_a_long_poll_is_answered_by_an_invitation(api, app, bot):
    waiting = in_background(lambda: events(api, bot, wait=20))
    wait_until_held(app)
    began = time.monotonic()
    api.create(seats=[PERSON, seat_for(bot)])
    assert [event["type"] for event in waiting()["events"]] == ["invitation"]
    assert time.monotonic() - began < AT_ONCE_S


def test_a_renewed_token_ends_the_old_one_its_streams_and_its_seats(api, bot, begun):
    reader = Reader(api, f"/v1/bots/{bot['id']}/stream?after={events(api, bot)['last']}", token=bot["token"])
    ended = in_background(lambda: list(reader.chunks))
    renewed = api.post(f"/v1/bots/{bot['id']}/token", token=bot["token"]).json
    assert refusal(api.get(f"/v1/bots/{bot['id']}/games", token=bot["token"])) == (401, "auth/unknown_token")
    path = f"/v1/games/{begun['id']}"
    assert refusal(api.get(path, token=begun["tokens"]["1"])) == (401, "auth/unknown_token")
    (own,) = games_of(api, renewed)
    assert api.get(path, token=own["token"]).json["you"]["seat"] == 1
    assert accept(api, renewed, begun).json["token"] == own["token"]
    assert ended() == []


def test_a_bot_whose_token_was_renewed_halfway_gets_it_by_the_same_request(api, bot, begun, monkeypatch):
    path, key = f"/v1/bots/{bot['id']}/token", {"Idempotency-Key": str(uuid4())}
    monkeypatch.setattr(BotStore, "seats", _away)
    assert api.post(path, token=bot["token"], headers=key).status_code == 503
    monkeypatch.undo()
    renewed, again = (api.post(path, token=bot["token"], headers=key) for _ in range(2))
    assert (renewed.status_code, renewed.headers["Idempotent-Replayed"]) == (201, "true")
    assert renewed.json["token"] == again.json["token"] != bot["token"]
    (own,) = games_of(api, renewed.json)
    assert api.get(f"/v1/games/{begun['id']}", token=own["token"]).json["you"]["seat"] == 1


def _away(*_):
    raise redis.ConnectionError("away")


def test_who_renews_a_bots_token_has_its_token_or_the_key_that_renewed_it(api, bot):
    path, key = f"/v1/bots/{bot['id']}/token", {"Idempotency-Key": str(uuid4())}
    first = api.post(path, token=bot["token"], headers=key).json
    second = api.post(path, token=first["token"]).json
    assert refusal(api.post(path, token=bot["token"], headers=key)) == (401, "auth/unknown_token"), (
        "it was renewed again since"
    )
    assert refusal(api.post(path, token=first["token"], headers={"Idempotency-Key": str(uuid4())})) == (
        401,
        "auth/unknown_token",
    )
    assert api.post(path, token=second["token"], headers=key).json["token"] not in (first["token"], second["token"])


def test_a_bot_whose_creator_died_before_notifying_it_is_notified_by_the_sweeper(
    api, bot, store, sweep, let_pass, monkeypatch
):
    monkeypatch.setattr(Games, "note_bots", lambda self, game: None)
    game = api.create(seats=[PERSON, seat_for(bot)])
    monkeypatch.undo()
    assert types(api, bot) == []
    let_pass(2)
    sweep()
    assert [(event["type"], event["game_id"]) for event in events(api, bot)["events"]] == [("invitation", game["id"])]
    assert store.agenda.count("bots") == 0


def test_what_is_no_longer_so_is_not_read_though_the_change_is_not_noted_yet(api, bot, invited, monkeypatch):
    monkeypatch.setattr(Games, "note_bots", lambda self, game: None)
    decline(api, bot, invited)
    assert types(api, bot) == []


def test_what_its_process_has_not_sent_yet_is_left_to_it_for_a_second(api, bot, store, let_pass, monkeypatch):
    monkeypatch.setattr(Games, "note_bots", lambda self, game: None)
    game = api.create(seats=[PERSON, seat_for(bot)])
    assert store.agenda.due("bots") == []
    let_pass(2)
    assert store.agenda.due("bots") == [game["id"]]


def test_an_older_version_that_arrives_late_changes_nothing(api, bot, store, settings, invited):
    early = store.games.load(invited["id"])
    accept(api, bot, invited)
    before = events(api, bot)
    Games(store, None).note_bots(early)
    assert events(api, bot) == before


def test_a_feed_forgets_what_is_over_and_nothing_else(api, bot, settings, invited, monkeypatch):
    monkeypatch.setattr("service.store.bots.KEPT_SEATS", 5)
    for _ in range(9):
        decline(api, bot, api.create(seats=[PERSON, seat_for(bot)]))
    found = types(api, bot)
    assert (found[0], len(found)) == ("invitation", 5)
    assert KEPT_SEATS >= 100


def test_a_feed_forgets_what_has_expired_and_is_not_stopped_by_it(api, settings, store, monkeypatch):
    monkeypatch.setattr("service.store.bots.KEPT_SEATS", 5)
    bot = register(api, max_games=50)
    events(api, bot)
    unfinished = [api.create(seats=[PERSON, seat_for(bot)])["id"] for _ in range(12)]
    assert len(types(api, bot)) == 12, "none of them is over"
    store.client.zadd(f"{{bots}}:places:{bot['id']}", {f"{game_id}:1": 1 for game_id in unfinished})
    for _ in range(3):
        decline(api, bot, api.create(seats=[PERSON, seat_for(bot)]))
    assert len(types(api, bot)) == 5


def test_what_a_feed_forgets_is_forgotten_everywhere(api, bot, store, monkeypatch):
    monkeypatch.setattr("service.store.bots.KEPT_SEATS", 3)
    for _ in range(6):
        decline(api, bot, api.create(seats=[PERSON, seat_for(bot)]))
    fed = set(store.client.zrange(f"{{bots}}:feed:{bot['id']}", 0, -1))
    assert len(fed) == 3
    assert fed == set(store.client.hkeys(f"{{bots}}:seats:{bot['id']}"))


def test_a_bot_that_is_long_gone_is_forgotten_with_everything_about_it(api, bot, invited, store):
    names = list(store.client.scan_iter("{bots}:*"))
    permanent = {name for name in names if store.client.ttl(name) < 0}
    assert permanent == {"{bots}:all"}
    store.client.delete(f"{{bots}}:bot:{bot['id']}")
    assert api.get("/v1/bots").json["bots"] == []
    assert store.client.zcard("{bots}:all") == 0


def test_a_bot_that_listens_gets_the_number_of_its_last_event(api, bot, store):
    bots = store.bots
    stored = bots.find(bot["id"])
    assert bots.see(stored) == 0
    api.create(seats=[PERSON, seat_for(bot)])
    assert bots.see(stored) == events(api, bot)["last"] == 1
    assert bots.see(replace(stored, token_digest="another")) is None
    api.delete(f"/v1/bots/{bot['id']}", token=bot["token"])
    assert bots.see(stored) is None


def test_a_bot_that_only_listens_keeps_everything_about_it(api, bot, invited, store):
    """However long nothing happens to it: its document, its name, how its seats stand, and that it counts for its
    client. Its places last as long as the last of them.
    """
    places = f"{{bots}}:places:{bot['id']}"
    names = [
        *store.client.scan_iter(f"{{bots}}:*:{bot['id']}"),
        "{bots}:name:slapshot",
        *store.client.scan_iter("{bots}:of:*"),
    ]
    names = [name for name in names if name not in (places, f"{{bots}}:online:{bot['id']}")]
    assert len(names) == len(OF_A_BOT)
    for name in names:
        store.client.expire(name, 60)
    events(api, bot)
    assert {name: store.client.ttl(name) for name in names if store.client.ttl(name) <= 60} == {}


def test_bots_that_are_gone_leave_the_index_of_those_online(api, bot, store, let_pass):
    let_pass(20)
    other = register(api, "Wrister")
    events(api, other)
    assert list(store.client.scan_iter("{bots}:online:*")) == [f"{{bots}}:online:{other['id']}"]


def test_a_bot_that_is_renamed_while_it_is_deleted_leaves_no_name_behind_and_takes_no_others(api, bot, store):
    found = store.bots.find(bot["id"])
    api.http.patch(f"/v1/bots/{bot['id']}", json={"name": "Renamed"}, headers=bearer(bot))
    other = register(api, bot["name"])
    bots.delete_bot(Games(store, None), found)
    assert [each["id"] for each in api.get("/v1/bots").json["bots"]] == [other["id"]]
    assert refusal(api.post("/v1/bots", {"name": bot["name"]})) == (409, "bot/name_taken")
    assert api.post("/v1/bots", {"name": "Renamed"}).status_code == 201


def test_a_deleted_bot_leaves_nothing_behind(api, bot, begun, store):
    api.delete(f"/v1/bots/{bot['id']}", token=bot["token"])
    assert list(store.client.scan_iter("{bots}:*")) == []


def test_a_deleted_bot_declines_and_its_game_goes_on(api, bot, begun):
    game = api.create(seats=[PERSON, seat_for(bot)])
    assert api.delete(f"/v1/bots/{bot['id']}", token=bot["token"]).status_code == 204
    assert api.get(f"/v1/games/{game['id']}").json["seats"][1]["invitation"]["status"] == "declined"
    assert api.get(f"/v1/games/{begun['id']}", token=begun["tokens"]["1"]).json["status"] == "active"


# -- secrecy


@pytest.mark.parametrize("key", VARIANTS)
def test_what_a_bot_receives_does_not_depend_on_any_hidden_card(api, store, key):
    """The news of every position of a game, with all that a spectator may not know exchanged."""
    bot, rng, variant, changed = register(api), random.Random(key), VARIANTS[key], 0
    seats = variant.new_game(next(iter(variant.presets.values()))).seats()
    made = api.create(variant=key, seats=[PERSON] * seats)
    while (game := store.games.load(made["id"])).status == "active" and game.moves < 60:
        asked = rng.choice(seats_to_act(game))
        game.seats = [Seat("bot", "Slapshot", bot_id=bot["id"]) for _ in game.seats]
        truth, before = game.state, what_bots_read(game)
        game.state = variant.observe(truth, SPECTATOR).determinize(Rng(f"{key} {game.version}"))
        changed += variant.codec.dump_state(truth) != variant.codec.dump_state(game.state)
        assert what_bots_read(game) == before
        token = made["tokens"][str(asked)]
        view = api.get(f"/v1/games/{made['id']}", token=token).json
        api.move(view, token, random_move(view, rng))
    assert changed > 5


def what_bots_read(game):
    return [(seat, event_of(game, seat.seat, seat.bot)) for seat in seats_of_bots(game)]


def test_no_token_of_a_bot_is_stored(api, bot, begun, store):
    kept = [bot["token"], *begun["tokens"].values()]
    for name in store.client.scan_iter("*"):
        text = str(store.client.dump(name))
        assert not [token for token in kept if token.partition(".")[2] in text], name


@pytest.mark.parametrize(
    "name",
    ["SLAP SHOT", "slap  shot", " slap shot", "\uff33lap shot", "slap\u00a0shot", "sl\u200dap shot", "slap shot\ufe0f"],
)
def test_a_spelling_that_looks_like_a_taken_name_is_taken(api, name):
    register(api, "Slap shot")
    assert refusal(api.post("/v1/bots", {"name": name})) == (409, "bot/name_taken")


# -- how long a bot lives, and what it takes places for

DAY_S = 24 * 3600


def age(store, days):
    """Let all keys of bots expire this many days earlier, and all places end so."""
    for name in store.client.scan_iter("{bots}:*"):
        if (left_s := store.client.ttl(name)) > 0:
            store.client.expire(name, left_s - days * DAY_S)
        if name.startswith("{bots}:of:"):
            for bot_id in store.client.zrange(name, 0, -1):
                store.client.zincrby(name, -days * DAY_S * 1000, bot_id)


def test_a_bot_that_is_away_is_not_kept_by_what_its_opponents_do(api, bot, begun, store):
    age(store, 60)
    api.post(f"/v1/games/{begun['id']}/resign", token=begun["tokens"]["0"])
    names = [f"{{bots}}:{kind}:{bot['id']}" for kind in ("bot", "seats", "feed")] + ["{bots}:name:slapshot"]
    assert {round(store.client.ttl(name) / DAY_S) for name in names} == {30}


def test_bots_that_are_online_count_for_their_client_however_long_they_live(settings, contract, store):
    api = Client(create_app(replace(settings, max_bots_each=1)), contract)
    one = register(api)
    for _ in range(2):
        age(store, 60)
        events(api, one)
    assert refusal(api.post("/v1/bots", {"name": "another"})) == (409, "bot/too_many")


def test_a_bot_that_is_gone_is_offline_also_after_the_clock_was_set_back(api, bot, store):
    store.client.expire(f"{{bots}}:online:{bot['id']}", 3600)
    assert api.get(f"/v1/bots/{bot['id']}").json["online"] is False
    body = {"variant": "hockey", "seats": [PERSON, seat_for(bot)]}
    assert refusal(api.post("/v1/games", body)) == (409, "bot/offline")


STRANGER = {"REMOTE_ADDR": "192.0.2.1"}


def test_a_stranger_cannot_hold_all_places_of_a_bot(api):
    bot = register(api, max_games=4)
    events(api, bot)
    body = {"variant": "hockey", "invitation_s": 3600, "seats": [PERSON, seat_for(bot)]}
    answers = [api.post("/v1/games", body, environ_overrides=STRANGER) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 409, 409]
    assert answers[1].json["code"] == "bot/full"
    assert "of one caller take at most 1" in answers[1].json["detail"]
    assert api.post("/v1/games", body, environ_overrides={"REMOTE_ADDR": "192.0.2.2"}).status_code == 201
    api.post(f"/v1/games/{answers[0].json['id']}/abort", token=answers[0].json["owner_token"])
    assert api.post("/v1/games", body, environ_overrides=STRANGER).status_code == 201


def test_a_whole_network_holds_at_most_half_of_a_bots_places(api):
    bot = register(api, max_games=8)
    events(api, bot)
    body = {"variant": "hockey", "seats": [PERSON, seat_for(bot)]}
    callers = [{"REMOTE_ADDR": f"2001:db8:1:{number:x}00::1"} for number in range(8)]
    answers = [api.post("/v1/games", body, environ_overrides=caller) for caller in callers]
    assert [answer.status_code for answer in answers] == [201] * 4 + [409] * 4


def test_a_game_in_which_nobody_but_the_bot_plays_on_takes_no_place_after_an_hour(begun, bot, store):
    seats = {0: bot["id"], 1: bot["id"]}
    game = store.games.load(begun["id"])
    asked = seats_to_act(game)[0]
    places = {}
    for number, bot_id in seats.items():
        game.seats[number] = Seat("bot", "Slapshot", bot_id=bot_id)
    for seat in seats_of_bots(game):
        places[seat.seat] = round((seat.until_ms - now_ms()) / 3_600_000)
    assert places == {asked: 7 * 24, 1 - asked: 1}
