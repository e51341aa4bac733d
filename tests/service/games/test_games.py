"""Creating, seeing, joining, playing and ending games over the API."""

import re

import msgspec
import pytest

from ai.levels import level_by_key
from service.api.openapi.document import example_of
from service.model.game import GameSettings
from service.model.tokens import digest, join_code_digest
from service.store.games import KEPT_MS
from tests.service.client import OPEN, PERSON, ai, choose_dealer


def other(game):
    return next(seat for seat in (0, 1) if seat not in game["to_act"])


def test_a_new_game_shows_the_creators_view_and_the_tokens_of_the_persons(api):
    game = api.create(seats=[ai(1), PERSON])
    assert game["you"]["seat"] == 1
    assert list(game["tokens"]) == ["1"]
    assert game["owner_token"].startswith(game["id"])
    assert game["join_code"] is None
    assert game == game | {"status": "active", "version": 1, "preset": "standard"}


def test_tokens_are_stored_as_digests_only(api, store):
    game = api.create(seats=[PERSON, OPEN])
    stored = store.games.load(game["id"]).dump()
    for secret in (*game["tokens"].values(), game["owner_token"], game["join_code"]):
        assert secret.encode() not in stored


def test_seats_default_to_a_person_against_a_computer(api):
    kinds = [seat["kind"] for seat in api.create()["seats"]]
    assert kinds == ["person", "ai"]


def test_a_preset_with_changed_options_is_played_with_them(api):
    game = api.create(preset="original", options={"periods": 1}, seats=[PERSON, PERSON])
    assert (game["options"]["periods"], game["options"]["wild_ranks"]) == (1, [])


def test_each_person_sees_the_own_hand_only(api):
    game = api.create(seats=[PERSON, PERSON])
    path = f"/v1/games/{game['id']}"
    game = choose_dealer(api, game)
    hands = [api.get(path, token=token).json["hand"] for token in game["tokens"].values()]
    assert [len(hand) for hand in hands] == [5, 5]
    assert not set(hands[0]) & set(hands[1])
    assert api.get(path).json["hand"] == []
    assert api.get(path).json["you"] is None


def test_only_the_seat_that_is_asked_is_offered_moves(api):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    path = f"/v1/games/{game['id']}"
    offered = {seat: api.get(path, token=token).json["legal_moves"] for seat, token in game["tokens"].items()}
    asked = str(game["to_act"][0])
    assert [bool(moves) for seat, moves in sorted(offered.items())] == [asked == "0", asked == "1"]
    assert not [entry for entry in offered[asked] if not entry["text"]]


def test_a_move_answers_with_the_view_after_it_and_its_events(api):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    token = game["tokens"][str(game["to_act"][0])]
    view = api.get(f"/v1/games/{game['id']}", token=token).json
    answer = api.move(view, token)
    assert answer.json["version"] == view["version"] + 1
    assert answer.json["ply"] == view["ply"] + 1
    assert answer.headers["ETag"] == answer.json["etag"]
    assert {event["version"] for event in answer.json["events"]} == {answer.json["version"]}
    assert view["legal_moves"][0]["move"]["card"] not in answer.json["hand"]


def test_an_unchanged_game_is_304(api):
    game = api.create(seats=[PERSON, PERSON])
    path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
    etag = api.get(path, token=token).headers["ETag"]
    answer = api.get(path, token=token, headers={"If-None-Match": etag})
    assert (answer.status_code, answer.headers["ETag"]) == (304, etag)
    assert api.get(path, token=token, headers={"If-None-Match": '"99"'}).status_code == 200


def test_views_are_for_one_caller_and_say_so_to_caches(api):
    answer = api.get(f"/v1/games/{api.create()['id']}")
    assert (answer.headers["Cache-Control"], answer.headers["Vary"]) == (
        "private, no-cache",
        "Authorization, Accept-Language, Origin",
    )


def test_two_people_meet_with_the_join_code(api):
    game = api.create(seats=[PERSON, OPEN])
    assert game == game | {"status": "open", "to_act": [], "hand": []}
    joined = api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"].lower(), "name": "Ida"})
    assert joined.status_code == 201
    assert (joined.json["you"]["seat"], joined.json["status"]) == (1, "active")
    assert joined.json["seats"][1]["name"] == "Ida"
    assert api.get(f"/v1/games/{game['id']}", token=joined.json["token"]).json["you"]["seat"] == 1


def test_the_last_open_seat_starts_the_game(api):
    game = api.create(preset="partnership", seats=[PERSON, OPEN, ai(), OPEN])
    path = f"/v1/games/{game['id']}/join"
    assert api.post(path, {"join_code": game["join_code"], "seat": 3}).json["status"] == "open"
    assert api.post(path, {"join_code": game["join_code"]}).json["status"] == "active"


def test_a_game_between_computers_is_played_without_anybody(api, play_computer):
    game = api.create(preset="partnership", seats=[ai(1), ai(1), ai(2), ai(1)])
    play_computer(game["id"])
    view = api.get(f"/v1/games/{game['id']}").json
    assert view["status"] == "finished"
    assert view["result"]["score"] == view["score"]


def test_resigning_loses_for_the_side(api):
    game = api.create(seats=[PERSON, PERSON])
    answer = api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["1"])
    assert answer.json["status"] == "finished"
    assert answer.json["result"] == {"winner": 0, "reason": "resignation", "score": [0, 0]}


def test_a_finished_game_reveals_the_seed_of_its_shuffles(api):
    game = api.create(seats=[PERSON, PERSON])
    assert game["fairness"]["seed"] is None
    after = api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"]).json["fairness"]
    assert len(after["seed"]) == 64
    assert after["commitment"] == game["fairness"]["commitment"]


def test_events_describe_the_game_with_a_version_each(api):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    events = api.get(f"/v1/games/{game['id']}/events").json
    assert events["events"][0]["type"] == "game_started"
    assert events["version"] == game["version"]
    assert [event["version"] for event in events["events"]] == sorted(event["version"] for event in events["events"])
    later = api.get(f"/v1/games/{game['id']}/events?after=1").json
    assert {event["version"] for event in later["events"]} == {2}


def test_dealt_cards_stand_in_the_events_of_their_owner_only(api):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    path = f"/v1/games/{game['id']}/events"
    deals = [
        event["data"] for event in api.get(path, token=game["tokens"]["1"]).json["events"] if event["type"] == "deal"
    ]
    assert ["cards" in deal for deal in deals] == [deal["seat"] == 1 for deal in deals]
    assert not [event for event in api.get(path).json["events"] if event["type"] == "deal" and "cards" in event["data"]]


def test_the_list_shows_public_games_newest_first_page_by_page(api):
    made = [api.create()["id"] for _ in range(5)]
    api.create(public=False)
    first = api.get("/v1/games?limit=3").json
    second = api.get(f"/v1/games?limit=3&cursor={first['next']}").json
    assert [game["id"] for game in first["games"] + second["games"]] == made[::-1]
    assert second["next"] is None


def test_the_cursor_of_the_contract_begins_a_whole_list(api):
    """Tools send the example as it is: with a time that is past, every list was empty."""
    game = api.create()["id"]
    bot = api.post("/v1/bots", json={"name": "Ringer"}).json["id"]
    for path, key, made in (("/v1/games", "list_games", game), ("/v1/bots", "list_bots", bot)):
        (shown,) = api.get(f"{path}?cursor={example_of(key)['parameters']['cursor']}").json[path[4:]]
        assert shown["id"] == made


def test_the_list_can_be_narrowed_to_a_status(api):
    waiting = api.create(seats=[PERSON, OPEN])["id"]
    api.create()
    assert [game["id"] for game in api.get("/v1/games?status=open").json["games"]] == [waiting]


def test_a_private_game_does_not_exist_for_strangers(api):
    game = api.create(public=False, seats=[PERSON, PERSON])
    path = f"/v1/games/{game['id']}"
    stranger = api.create()["tokens"]["0"]
    answers = [
        api.get(path),
        api.get(path, token=stranger),
        api.get(path + "/events"),
        api.post(path + "/resign", token="x"),
    ]
    assert {(answer.status_code, answer.json["code"]) for answer in answers} == {(404, "game/not_found")}
    assert api.get(path, token=game["tokens"]["1"]).status_code == 200
    assert api.get(path, token=game["owner_token"]).json["you"] is None


def test_every_key_of_a_game_expires(api, redis_server, store):
    game = api.create()
    ttls = {key: store.client.ttl(key) for key in store.client.scan_iter(f"*{game['id']}")}
    assert len(ttls) == 3
    week_s = 7 * 24 * 3600
    assert {key: ttl for key, ttl in ttls.items() if not week_s - 60 < ttl <= week_s + KEPT_MS // 1000} == {}


def test_a_move_answers_with_its_own_events(api, game):
    played = api.move(game, game["token"])
    assert played.status_code == 200
    assert [event["version"] for event in played.json["events"]][:1] == [played.json["version"]]


def test_every_setting_of_a_game_is_in_requests_views_the_store_and_the_rematch(api, store, contract):
    asked = {
        "pace_ms": 3,
        "watch_pace_ms": 4,
        "time_limit_s": 7,
        "absent_after_s": 39,
        "absent_level": level_by_key("all_star").number,
    }
    asked |= {"invitation_s": 11, "reveal_s": 13, "expire_after_s": 90}
    assert asked.keys() == set(GameSettings.__struct_fields__), "a new setting needs a value here"
    created = api.create(seats=[PERSON, PERSON], **asked)
    assert {name: created[name] for name in asked} == asked
    assert msgspec.structs.asdict(store.games.load(created["id"]).settings) == asked | {"absent_level": "all_star"}
    api.post(f"/v1/games/{created['id']}/resign", token=created["tokens"]["0"])
    again = api.post(f"/v1/games/{created['id']}/rematch", token=created["tokens"]["0"]).json
    assert {name: again[name] for name in asked} == asked
    described = contract.document["components"]["schemas"]["CreateGameRequest"]["properties"]
    assert not [name for name in asked if not described[name]["description"]]


# -- join codes


def test_a_join_code_has_59_bits_in_groups_and_is_taken_however_it_is_written(api):
    game = api.create(seats=[PERSON, OPEN])
    assert re.fullmatch("([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}", game["join_code"])
    written = f" {game['join_code'].lower().replace('-', ' ')} "
    assert api.post(f"/v1/games/{game['id']}/join", {"join_code": written}).status_code == 201


def test_the_same_code_is_stored_otherwise_in_another_game(api, store):
    game = api.create(seats=[PERSON, OPEN])
    stored = store.games.load(game["id"]).join_code
    assert stored == join_code_digest(game["id"], game["join_code"])
    assert stored not in (join_code_digest("g_another", game["join_code"]), digest(game["join_code"]))


OSLO = {"name": "Oslo", "colours": ["#0b3d91", "#f2c230"]}
TURKU = {"name": "Turku", "colours": ["#8a3b12", "#ffffff"]}


def teams_in(view):
    return [seat["team"] for seat in view["seats"]]


def test_a_seat_has_a_team_where_its_player_gives_one(api):
    game = api.create(seats=[PERSON | {"team": OSLO}, OPEN])
    assert teams_in(game) == [OSLO, None]
    joined = api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"], "team": TURKU}).json
    assert teams_in(joined) == [OSLO, TURKU]
    assert teams_in(api.create(seats=[PERSON, ai() | {"team": TURKU}])) == [None, TURKU]
    quick = {"variant": "hockey", "wait_s": 0, "team": OSLO}
    assert teams_in(api.post("/v1/games/quick", quick).json) == [OSLO, None]


@pytest.mark.parametrize(
    ("team", "pointer"),
    [
        ({"name": "Oslo"}, "/seats/0/team/colours"),
        (OSLO | {"name": " "}, "/seats/0/team/name"),
        (OSLO | {"name": "x" * 25}, "/seats/0/team/name"),
        (OSLO | {"name": "Os|lo"}, "/seats/0/team/name"),
        (OSLO | {"name": "Computer (Pro)"}, "/seats/0/team/name"),
        (OSLO | {"colours": ["#0b3d91"]}, "/seats/0/team/colours"),
        (OSLO | {"colours": ["#0b3d91", "red"]}, "/seats/0/team/colours/1"),
    ],
)
def test_a_team_is_as_strict_as_a_name(api, team, pointer):
    refused = api.post("/v1/games", {"variant": "hockey", "seats": [PERSON | {"team": team}, ai()]})
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, pointer)


def test_a_team_stays_in_texts_records_a_rematch_and_while_a_computer_plays(api):
    game = api.create(preset="wiggum", seats=[PERSON | {"name": "Ida", "team": OSLO}, PERSON | {"name": "Ole"}])
    path, ida, ole = f"/v1/games/{game['id']}", game["tokens"]["0"], game["tokens"]["1"]
    assert teams_in(api.post(f"{path}/seats/0/ai", {"level": 1}, token=ida).json) == [OSLO, None]
    assert teams_in(api.post(f"{path}/seats/0/return", token=ida).json) == [OSLO, None]
    api.post(f"{path}/resign", token=ole)
    assert api.get(f"{path}/events").json["events"][-1]["text"].startswith("Game over. Victory for Oslo by resignation")
    record = api.get(f"{path}/record").json
    assert [seat.get("team") for seat in record["seats"]] == [OSLO, None]
    assert api.post("/v1/records", record).json["verified"]
    record["seats"][0]["team"] = TURKU
    assert not api.post("/v1/records", record).json["verified"]
    assert teams_in(api.post(f"{path}/rematch", token=ole).json) == [None, OSLO]
