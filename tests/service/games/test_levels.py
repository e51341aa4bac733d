"""Levels in requests, by key or by number, and in the store, by key: a level that a release puts in between two others
changes the numbers of those above it and the meaning of nothing that is stored.
"""

import msgspec
import pytest

from ai.characters import characters_of
from ai.levels import LEVELS, level_by_key
from service.games.computers import Computer
from service.games.views import events_view, game_view, summary
from service.model.earlier import in_todays_form
from service.model.events import SeatFilled, as_event
from service.model.game import AI
from service.store.tasks import MATCH, SUGGESTION, key_of
from service.tasks.match_views import match_view
from service.tasks.suggestions import player_for, suggestion_view
from tests.levels import add_level
from tests.service.client import PERSON, ai
from tests.service.clock import pass_time
from tests.service.tasks.test_suggestions import body as a_position
from tests.service.use_cases import sweeper
from tests.stored import game_ids
from tests.upgrade import put, read

ROOKIE, MINOR, PRO, ALL_STAR, LEGEND = map(level_by_key, ("rookie", "minor", "pro", "all_star", "legend"))
BOTH = pytest.mark.parametrize("level", ["pro", PRO.number])


def level_of(seat):
    return seat["level"], seat["level_key"]


# -- in requests and answers


def test_the_levels_of_a_variant_have_the_keys_that_requests_take(api):
    shown = api.get("/v1/variants/hockey").json["levels"]
    assert [(level["level"], level["key"]) for level in shown] == [(level.number, level.key) for level in LEVELS]


@BOTH
def test_a_seat_is_asked_for_by_the_key_or_the_number_of_a_level_and_shows_both(api, level):
    game = api.create(seats=[PERSON, ai(level)], absent_level=level)
    assert [level_of(seat) for seat in game["seats"]] == [(None, None), (PRO.number, "pro")]
    assert (game["seats"][1]["name"], game["absent_level"]) == ("Pro", PRO.number)


def test_a_view_is_sent_again_after_a_release_whose_levels_have_other_numbers(api, monkeypatch):
    game = api.create(seats=[PERSON, ai("pro")])
    path, seen = f"/v1/games/{game['id']}", {"If-None-Match": api.get(f"/v1/games/{game['id']}").headers["ETag"]}
    assert api.get(path, headers=seen).status_code == 304
    add_level(monkeypatch, PRO.number - 1)
    assert api.get(path, headers=seen).status_code == 200


@BOTH
def test_the_computer_of_a_quick_game_is_asked_for_by_both(api, level):
    game = api.post("/v1/games/quick", {"variant": "hockey", "wait_s": 0, "level": level}).json
    assert level_of(game["seats"][1]) == (PRO.number, "pro")


@BOTH
def test_a_seat_is_left_to_a_level_by_both(api, level):
    game = api.create(seats=[PERSON, PERSON])
    path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
    taken = api.post(f"{path}/seats/0/ai", {"level": level}, token=token).json["seats"][0]
    assert level_of(taken) == (PRO.number, "pro")
    (event,) = [event for event in api.get(f"{path}/events").json["events"] if event["type"] == "seat_taken_over"]
    assert (event["data"]["level"], event["text"].partition(" plays")[0]) == (
        PRO.number,
        f"A computer of level {PRO.number}",
    )


@BOTH
def test_a_suggestion_searches_like_a_level_by_both(api, level):
    assert api.post("/v1/suggestions", a_position(level=level)).json["budget"]["level"] == PRO.number
    game = api.create(seats=[PERSON, PERSON])
    (seat,) = game["to_act"]
    asked = api.post(f"/v1/games/{game['id']}/suggestions", {"level": level}, token=game["tokens"][str(seat)])
    assert asked.json["budget"]["level"] == PRO.number


@pytest.mark.parametrize(("first", "second"), [("pro", "random"), (PRO.number, 0)])
def test_a_match_is_played_by_levels_by_both(api, first, second):
    body = {"variant": "hockey", "first": {"level": first}, "second": {"level": second}, "pairs": 1}
    match = api.post("/v1/matches", body).json
    shown = [(match[side]["level"], match[side]["name"]) for side in ("first", "second")]
    assert shown == [(PRO.number, "Pro"), (0, "random")]


KNOWN = ", ".join(f"{level.number} ({level.key})" for level in LEVELS)


@pytest.mark.parametrize(("level", "quoted"), [("prof", "'prof'"), ("Pro", "'Pro'"), ("4", "'4'"), (99, "99")])
def test_an_unknown_level_is_quoted_beside_those_there_are(api, level, quoted):
    game = api.create(seats=[PERSON, PERSON])
    hockey, wanted = {"variant": "hockey"}, {"level": level}
    places = [
        ("/v1/games", hockey | {"seats": [PERSON, ai(level)]}, "seats[1].level"),
        ("/v1/games", hockey | {"absent_level": level}, "absent_level"),
        ("/v1/games/quick", hockey | wanted, "level"),
        (f"/v1/games/{game['id']}/seats/0/ai", wanted, "level"),
        ("/v1/suggestions", a_position(level=level), "level"),
        ("/v1/matches", hockey | {"first": wanted, "second": {"level": 1}, "pairs": 1}, "first.level"),
    ]
    for path, body, field in places:
        refused = api.post(path, body, token=game["tokens"]["0"]).json
        detail = f"{field}: {quoted} is not a level; there are {KNOWN}"
        assert (refused["code"], refused["detail"]) == ("level/unknown", detail)


@pytest.mark.parametrize("level", [True, 4.5, None, ["pro"], 0, "random"])
def test_what_is_no_level_of_a_seat_is_refused(api, level):
    answer = api.post("/v1/games", {"variant": "hockey", "seats": [PERSON, ai(level)]})
    assert (answer.status_code, [error["pointer"] for error in answer.json["errors"]]) == (422, ["/seats/1/level"])


def test_random_play_is_no_opponent_of_a_bot_and_has_no_character(api):
    bot = api.post("/v1/bots", {"name": "Slapshot"}).json
    body = {"variant": "hockey", "first": {"bot_id": bot["id"]}, "second": {"level": "random"}, "pairs": 1}
    assert api.post("/v1/matches", body, token=bot["token"]).json["errors"][0]["pointer"] == "/second"
    named = body | {
        "first": {"level": "random", "character": next(iter(characters_of("hockey")))},
        "second": {"level": 1},
    }
    assert api.post("/v1/matches", named).json["errors"][0]["pointer"] == "/first/character"


# -- in the store


def test_a_level_put_in_between_leaves_stored_games_as_they_are(api, store, queue, monkeypatch):
    playing = api.create(seats=[PERSON, ai("pro")], absent_level="all_star")
    token = playing["tokens"]["0"]
    api.post(f"/v1/games/{playing['id']}/seats/0/ai", {"level": "legend"}, token=token)
    waiting = api.post("/v1/games/quick", {"variant": "hockey", "wait_s": 20, "level": "pro"}).json
    add_level(monkeypatch, PRO.number - 1)

    game = store.games.load(playing["id"])
    assert [Computer.of_seat(seat).player(game.variant) for seat in game.seats] == [LEGEND, PRO]
    for view in map(msgspec.to_builtins, (game_view(game, None), summary(game))):
        assert [level_of(seat) for seat in view["seats"]] == [(LEGEND.number, "legend"), (PRO.number, "pro")]
        assert view["absent_level"] == ALL_STAR.number
    events = events_view(game, store.games.events_after(game.id, 0), None)
    assert [event.data["level"] for event in events if event.type == "seat_taken_over"] == [LEGEND.number]
    pass_time(monkeypatch, store, 21)
    sweeper(store, queue).sweep()
    assert level_of(api.get(f"/v1/games/{waiting['id']}").json["seats"][1]) == (PRO.number, "pro")


def test_a_level_put_in_between_leaves_stored_tasks_as_they_are(api, tasks, settings, monkeypatch):
    asked = api.post("/v1/suggestions", a_position(level="pro", mistakes=True)).json
    body = {"variant": "hockey", "first": {"level": "pro"}, "second": {"level": "random"}, "pairs": 1}
    match = api.post("/v1/matches", body).json
    add_level(monkeypatch, PRO.number - 1)
    suggestion = tasks.store.load(SUGGESTION, asked["id"])
    assert suggestion_view(suggestion, "en").budget.level == PRO.number
    assert player_for(suggestion.request, settings).grasp == PRO.grasp
    seen = match_view(tasks.store.load(MATCH, match["id"]))
    assert [(player.level, player.name) for player in (seen.first, seen.second)] == [(PRO.number, "Pro"), (0, "random")]


def test_what_an_earlier_release_has_stored_by_number_means_the_level_of_its_day(store, tasks, monkeypatch):
    put(store.client, read("dda2e1ac")["keys"])
    add_level(monkeypatch, 0)
    games = [store.games.load(game_id) for game_id in game_ids(store)]
    found = {level_of(seat) for game in games for seat in msgspec.to_builtins(game_view(game, None).seats)}
    assert found == {(None, None), (ROOKIE.number, "rookie")}
    assert {game.settings.absent_level for game in games} == {"junior"}
    (name,) = store.client.scan_iter(key_of("m_*"))
    seen = match_view(tasks.store.load(MATCH, name.rpartition(":")[2]))
    assert [(player.level, player.name) for player in (seen.first, seen.second)] == [
        (ROOKIE.number, "Rookie"),
        (MINOR.number, "Minor"),
    ]


@pytest.mark.parametrize(
    ("numbered", "keyed"),
    [
        ({"seats": [[AI, "Pro", 4], [AI, "A", None]]}, {"seats": [[AI, "Pro", "pro"], [AI, "A", None]]}),
        ({"fallback": {"at": "", "level": 2}}, {"fallback": {"at": "", "level": "minor"}}),
        ({"fallback": {"at": "", "rating": 300}, "seats": []}, {"fallback": {"at": "", "rating": 300}, "seats": []}),
        (
            {"fallback": None, "settings": {"absent_level": 5}},
            {"fallback": None, "settings": {"absent_level": "all_star"}},
        ),
        ({"type": "seat_filled", "level": 6}, {"type": "seat_filled", "level": "legend"}),
        ({"type": "seat_filled", "level": None}, {"type": "seat_filled", "level": None}),
        ({"budget": {"level": 1}}, {"budget": {"level": "rookie"}}),
        ({"players": [{"number": 0}, {"rating": 9}]}, {"players": [{"key": "random"}, {"rating": 9}]}),
    ],
)
def test_numbers_become_keys_and_keys_stay(numbered, keyed):
    assert in_todays_form(numbered) == keyed
    assert in_todays_form(keyed) == keyed


def test_an_event_that_was_stored_with_a_number_has_the_key():
    assert as_event({"type": "seat_filled", "seat": 1, "level": 2}) == SeatFilled(seat=1, level="minor")
