"""Matches with bots: ordinary games through the API, on deals of their own, counted as in the arena."""

import json
import random
import time
from dataclasses import replace
from functools import partial

import pytest

from ai.arena import Game, Match
from faceoff_client import random_move
from service.app import create_app
from service.games import lifecycle
from service.games.update import Games
from service.model.game import ABORTED
from service.model.tokens import OWNER, derived, digest, new_id, new_token
from service.store.store import Store
from service.store.webhooks import KeyRing
from service.tasks import matches
from service.tasks.task import Tasks
from tests.faults.processes import dies_at_write
from tests.games import SECOND_GAME
from tests.service.at_once import at_once
from tests.service.client import PERSON, Client
from tests.service.clock import pass_time
from tests.service.games.test_bots import accept, decline, events, games_of, refusal, register, seat_for
from tests.service.redis_cluster import one_server

SHORT = {"periods": 1}
FOUR = {"seats": 4, "deals": [13], "overtime_deals": [13]}


class Table:
    """The bots of one service, played here and now, and its sweeper."""

    def __init__(self, api, settings, queue, work):
        self.api, self.work, self.rng = api, work, random.Random(3)
        self.games = Games(Store(settings), queue)
        self.tasks = Tasks(self.games, settings)

    def start(self, first, second, token=None, **more):
        body = {"variant": "hockey", "options": SHORT, "first": first, "second": second, "pairs": 1, **more}
        answer = self.api.post("/v1/matches", body, token=token)
        assert answer.status_code == 202, answer.text
        return answer.json

    def see(self, match, token=None):
        return self.api.get(f"/v1/matches/{match['id']}", token=token).json

    def advance(self, match):
        matches.advance(self.tasks, self.tasks.store.find(match["id"]))

    def play(self, match, *bots, token=None):
        """Play until the match is over."""
        for _ in range(2000):
            for bot in bots:
                self.take_turns(bot)
            self.work()
            self.advance(match)
            if self.see(match, token)["status"] not in ("queued", "running"):
                return self.see(match, token)
        raise AssertionError("the match does not end")

    def let_computers_answer(self, bot):
        """Until it is the bot's turn in all its games: a computer's answer falls due after its search."""
        for _ in range(500):
            self.work()
            if not any(self.games.load(game["game_id"]).ai for game in games_of(self.api, bot)):
                return
            time.sleep(0.01)
        raise AssertionError("the computers do not answer")

    def take_turns(self, bot):
        for game in games_of(self.api, bot):
            if game["status"] == "invited":
                accept(self.api, bot, {"id": game["game_id"]}, game["seat"])
            elif game["your_turn"]:
                view = self.api.get(f"/v1/games/{game['game_id']}", token=game["token"]).json
                while game["seat"] in view["to_act"]:
                    view = self.api.move(view, game["token"], random_move(view, self.rng)).json


@pytest.fixture
def table(api, settings, queue, work):
    return Table(api, settings, queue, work)


@pytest.fixture
def bot(api):
    made = register(api)
    events(api, made)
    return made


@pytest.fixture
def later(monkeypatch, store):
    return lambda seconds: pass_time(monkeypatch, store, seconds)


def player(bot):
    return {"bot_id": bot["id"]}


def test_a_bot_plays_a_match_against_a_level_with_the_arenas_figures(api, table, bot):
    match = table.start(player(bot), {"level": 1}, bot["token"], pairs=2)
    assert (match["seed"], match["first"]["bot_id"], match["first"]["level"], match["second"]["level"]) == (
        None,
        bot["id"],
        None,
        1,
    )
    found = table.play(match, bot, token=bot["token"])
    assert (found["status"], found["progress"]) == ("done", {"done": 2, "of": 2})
    lines = [
        json.loads(line) for line in api.get(f"/v1/matches/{match['id']}/games", token=bot["token"]).text.splitlines()
    ]
    assert [(line["pair"], line["first_side"]) for line in lines] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    played = [Game(line["points"], line["goals"]) for line in lines]
    figures = Match(((played[0], played[1]), (played[2], played[3])))
    low, high = figures.interval
    assert found["result"]["points"] == {"mean": figures.points, "low": low, "high": high}
    assert found["result"]["goal_difference"] == figures.goal_difference


def test_no_deal_of_a_match_with_a_bot_comes_twice_or_follows_from_its_request(api, table, bot):
    lines = []
    for _ in range(2):
        match = table.start(player(bot), {"level": 1}, bot["token"], seed="same")
        table.play(match, bot, token=bot["token"])
        lines += [
            json.loads(line)
            for line in api.get(f"/v1/matches/{match['id']}/games", token=bot["token"]).text.splitlines()
        ]
    assert len({line["seed"] for line in lines}) == 4
    assert len({json.dumps(line["shuffles"]) for line in lines}) == 4


def test_the_secrets_of_a_matchs_games_do_not_follow_from_its_id(api, table, bot, store):
    """The ids do, so that each game is created once."""
    match = table.start(player(bot), {"level": 1}, bot["token"])
    for number in (0, 1):
        draw = derived(match["id"].encode(), f"0 {number}")
        game = store.games.load(new_id("game", draw))
        guesses = {digest(new_token(game.id, draw, purpose)) for purpose in (OWNER, "token", "seat 0", "seat 1")}
        assert game.tokens
        assert not guesses & game.tokens.keys()


def test_two_bots_play_each_other_and_their_events_name_the_match(api, table, bot):
    other = register(api, "Wrister", open_to_matches=True)
    events(api, other)
    match = table.start(player(bot), player(other), bot["token"])
    assert {event["match_id"] for event in events(api, other)["events"]} == {match["id"]}
    assert table.play(match, bot, other, token=bot["token"])["result"]["games"] == 2


def test_games_of_a_match_are_not_listed(api, table, bot):
    table.start(player(bot), {"level": 1}, bot["token"])
    assert api.get("/v1/games").json["games"] == []
    assert len(games_of(api, bot)) == 2


def test_a_bot_that_declines_forfeits(api, table, bot):
    match = table.start(player(bot), {"level": 1}, bot["token"])
    for game in games_of(api, bot):
        decline(api, bot, {"id": game["game_id"]}, game["seat"])
    table.advance(match)
    found = table.see(match, bot["token"])
    assert (found["status"], found["result"]["losses"], found["result"]["forfeits"]) == ("done", 2, [2, 0])
    assert games_of(api, bot) == []


def test_a_bot_that_stops_answering_forfeits_and_the_match_ends(api, table, bot, later):
    match = table.start(player(bot), {"level": 1}, bot["token"], pairs=50, answer_s=30)
    for game in games_of(api, bot):
        accept(api, bot, {"id": game["game_id"]}, game["seat"])
    table.let_computers_answer(bot)
    later(25)
    table.advance(match)
    assert table.see(match, bot["token"])["result"] is None
    for seconds in (31, 62 + 31):
        later(seconds)
        for _ in range(3):
            table.advance(match)
    found = table.see(match, bot["token"])
    assert found["status"] == "failed"
    assert "Slapshot is not online" in found["detail"]
    result = found["result"]
    assert result["games"] == result["losses"] == result["forfeits"][0] > 0
    assert games_of(api, bot) == []


def test_a_bot_that_answers_just_in_time_does_not_forfeit(api, table, bot, later, monkeypatch):
    """Its move comes after the game was looked at, and before it would end."""
    match = table.start(player(bot), {"level": 1}, bot["token"])
    table.take_turns(bot)
    table.let_computers_answer(bot)
    later(31)
    forfeit = matches._forfeit

    def too_late(*arguments):
        table.take_turns(bot)
        return forfeit(*arguments)

    monkeypatch.setattr(matches, "_forfeit", too_late)
    table.advance(match)
    assert [game["status"] for game in games_of(api, bot)] == ["playing"] * 2
    assert table.see(match, bot["token"])["result"] is None


def test_bots_do_not_get_the_id_of_a_match_that_it_is_enough_to_know(api, table):
    first, second = (register(api, name, open_to_matches=True) for name in ("Wrister", "Snapper"))
    for bot in (first, second):
        events(api, bot)
    match = table.start(player(first), player(second))
    match_ids = {event["match_id"] for bot in (first, second) for event in events(api, bot)["events"]}
    assert len(match_ids) == 1
    assert api.get(f"/v1/matches/{match_ids.pop()}").json["code"] == "task/not_found"
    assert api.get(f"/v1/matches/{match['id']}").status_code == 200


def test_the_record_of_a_forfeited_game_is_right(api, table, bot, later, store):
    table.start(player(bot), {"level": 1}, bot["token"])
    (game, _) = games_of(api, bot)
    token = accept(api, bot, {"id": game["game_id"]}, game["seat"]).json["token"]
    match = api.get(f"/v1/games/{game['game_id']}", token=token).json["match_id"]
    table.let_computers_answer(bot)
    later(31)
    table.advance({"id": match})
    view = api.get(f"/v1/games/{game['game_id']}", token=token).json
    assert (view["status"], view["result"]["reason"], view["result"]["winner"]) == (
        "finished",
        "forfeit",
        1 - game["seat"],
    )
    record = api.get(f"/v1/games/{game['game_id']}/record", token=token)
    assert api.post("/v1/records", record.json).json["verified"]


def test_a_bot_that_lets_a_computer_play_for_it_forfeits(api, table, bot):
    match = table.start(player(bot), {"level": 1}, bot["token"])
    for game in games_of(api, bot):
        token = accept(api, bot, {"id": game["game_id"]}, game["seat"]).json["token"]
        api.post(f"/v1/games/{game['game_id']}/seats/{game['seat']}/ai", {"level": 6}, token=token)
    table.advance(match)
    assert table.see(match, bot["token"])["result"]["forfeits"] == [2, 0]


def test_a_match_leaves_a_place_for_people(api, table):
    bot = register(api, max_games=3)
    events(api, bot)
    table.start(player(bot), {"level": 1}, bot["token"], pairs=10)
    assert len(games_of(api, bot)) == 2
    assert api.post("/v1/games", {"variant": "hockey", "seats": [PERSON, seat_for(bot)]}).status_code == 201


def test_sweepers_that_race_start_every_game_once(api, table, settings, queue, bot):
    match = table.start(player(bot), {"level": 1}, bot["token"], pairs=3)

    def advance(number):
        games = Games(Store(settings), queue)
        matches.advance(replace(table.tasks, games=games), table.tasks.store.find(match["id"]))

    at_once(4, advance)
    # four places, one for people
    assert len({game["game_id"] for game in games_of(api, bot)}) == len(games_of(api, bot)) == 3
    assert table.play(match, bot, token=bot["token"])["result"]["games"] == 6


def test_a_match_that_fails_while_it_is_cancelled_is_cancelled(table, bot, monkeypatch):
    def cancelled_meanwhile(look):
        look.store.note(look.match.id, matches.ENDING, "cancelled")  # by a process that then dies
        raise matches._MatchFails("The bot was deleted.")

    match = table.start(player(bot), {"level": 1}, bot["token"])
    monkeypatch.setattr(matches._Look, "advance", cancelled_meanwhile)
    table.advance(match)
    seen = table.see(match, bot["token"])
    assert (seen["status"], seen["detail"]) == ("cancelled", None)


def test_a_cancelled_match_aborts_its_games(api, table, bot):
    match = table.start(player(bot), {"level": 1}, bot["token"])
    assert api.post(f"/v1/matches/{match['id']}/cancel", token=bot["token"]).json["status"] == "cancelled"
    assert games_of(api, bot) == []
    assert {event["reason"] for event in events(api, bot)["events"]} == {"withdrawn"}


def test_no_game_begins_in_a_match_that_is_cancelled_while_a_sweeper_looks_at_it(api, table, bot, monkeypatch):
    match = table.start(player(bot), {"level": 1}, bot["token"], pairs=3)
    api.request("PATCH", f"/v1/bots/{bot['id']}", json={"max_games": 20}, token=bot["token"])
    begin = matches.create_game

    def cancelled_meanwhile(*new):
        matches.cancel(table.tasks, table.tasks.store.find(match["id"]))
        return begin(*new)

    monkeypatch.setattr(matches, "create_game", cancelled_meanwhile)
    table.advance(match)
    assert games_of(api, bot) == []
    assert table.see(match, bot["token"])["status"] == "cancelled"


def test_who_may_put_a_bot_into_a_match(api, settings, contract, store, bot):
    body = {"variant": "hockey", "first": {"bot_id": bot["id"]}, "second": {"level": 1}, "pairs": 1}
    post = partial(api.post, "/v1/matches")
    assert refusal(post(body)) == (403, "bot/not_yours")
    assert refusal(post(body, token=register(api, "Wrister")["token"])) == (403, "bot/not_yours")
    api.request("PATCH", f"/v1/bots/{bot['id']}", json={"open_to_matches": True}, token=bot["token"])
    assert post(body).status_code == 202
    keyed = Client(create_app(replace(settings, require_key=True)), contract)
    key = {"X-Api-Key": KeyRing(store.client).create("league")[1]}
    owned = keyed.post("/v1/bots", {"name": "Keyed"}, headers=key).json
    events(api, owned)
    assert keyed.post("/v1/matches", body | {"first": {"bot_id": owned["id"]}}, headers=key).status_code == 202


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"first": {"bot_id": "b_nobody"}}, 422, "bot/unknown"),
        ({"second": {"simulations": 5}}, 422, "request/invalid"),
        ({"second": {"level": 0}}, 422, "request/invalid"),
        ({"second": {"level": 99}}, 422, "level/unknown"),
        ({"variant": SECOND_GAME}, 422, "bot/other_variant"),
        ({"pairs": 100_000}, 422, "request/invalid"),
    ],
    ids=str,
)
def test_a_match_that_cannot_be_played_is_refused(api, changes, status, code):
    bot = register(api, variants=["hockey"])
    events(api, bot)
    body = {"variant": "hockey", "first": {"bot_id": bot["id"]}, "second": {"level": 1}, "pairs": 1} | changes
    assert refusal(api.post("/v1/matches", body, token=bot["token"])) == (status, code)


def test_a_bot_with_a_level_or_offline_is_refused(api):
    bot = register(api)
    body = {"variant": "hockey", "first": {"bot_id": bot["id"]}, "second": {"level": 1}, "pairs": 1}
    assert refusal(api.post("/v1/matches", body, token=bot["token"])) == (409, "bot/offline")
    both = body | {"first": {"bot_id": bot["id"], "level": 1}}
    assert refusal(api.post("/v1/matches", both, token=bot["token"])) == (422, "request/invalid")


@pytest.mark.parametrize(("max_games", "players", "status"), [(1, 1, 422), (2, 1, 202), (3, 2, 422), (4, 2, 202)])
def test_a_bot_has_a_place_for_every_seat_of_a_game_or_the_match_is_refused(api, max_games, players, status):
    bot = register(api, max_games=max_games)
    events(api, bot)
    second = player(bot) if players == 2 else {"level": 1}
    body = {
        "variant": "hockey",
        "options": FOUR,
        "first": player(bot),
        "second": second,
        "pairs": 1,
    }
    answer = api.post("/v1/matches", body, token=bot["token"])
    assert answer.status_code == status
    if status == 422:
        assert f"takes {2 * players} places of Slapshot, which has {max_games}" in answer.json["detail"]


def test_a_match_fails_when_its_bot_is_deleted(api, table, bot):
    match = table.start(player(bot), {"level": 1}, bot["token"], pairs=9)
    api.delete(f"/v1/bots/{bot['id']}", token=bot["token"])
    table.advance(match)
    seen = table.see(match, bot["token"])
    assert (seen["status"], seen["detail"]) == ("failed", f"Bot {bot['id']} was deleted.")


def test_a_match_fails_when_neither_bot_answers(api, table, bot, later):
    other = register(api, "Wrister", open_to_matches=True)
    events(api, other)
    match = table.start(player(bot), player(other), bot["token"], answer_s=30)
    ids = {entry["game_id"] for entry in games_of(api, bot)}
    for one in (bot, other):
        for entry in games_of(api, one):
            decline(api, one, {"id": entry["game_id"]}, entry["seat"])
    table.advance(match)
    seen = table.see(match, bot["token"])
    assert seen["status"] == "failed"
    assert seen["detail"] in {f"Neither bot has answered in game {game_id}." for game_id in ids}


def test_a_match_fails_when_one_of_its_games_is_aborted(api, table, bot):
    match = table.start(player(bot), {"level": 1}, bot["token"])
    (game, *_) = games_of(api, bot)
    accept(api, bot, {"id": game["game_id"]}, game["seat"])
    lifecycle.abort(table.games, game["game_id"])
    table.advance(match)
    seen = table.see(match, bot["token"])
    assert (seen["status"], seen["detail"]) == ("failed", f"Game {game['game_id']} was aborted.")


def test_a_match_fails_when_a_game_that_had_begun_was_aborted_though_it_is_seen_late(api, table, bot, later):
    """No player has lost such a game, whichever was to answer in it, and though a computer sits in it."""
    match = table.start(player(bot), {"level": 1}, bot["token"], answer_s=30)
    (game, *_) = games_of(api, bot)
    accept(api, bot, {"id": game["game_id"]}, game["seat"])
    lifecycle.abort(table.games, game["game_id"])
    later(3600)
    table.advance(match)
    seen = table.see(match, bot["token"])
    assert (seen["status"], seen["result"]) == ("failed", None)
    assert seen["detail"] == f"Game {game['game_id']} was aborted."


@one_server  # at whose writes the process dies
@pytest.mark.parametrize("write", range(1, 7))
def test_a_match_is_cancelled_with_all_its_games_or_not_at_all_whenever_the_process_dies(
    api, table, bot, settings, write
):
    match = table.start(player(bot), {"level": 1}, bot["token"])
    with dies_at_write(write, settings.redis_url):
        api.post(f"/v1/matches/{match['id']}/cancel", token=bot["token"])
    table.advance(match)
    assert (table.see(match, bot["token"])["status"] == "cancelled") == (statuses(table, match) == {ABORTED})


@one_server
@pytest.mark.parametrize("write", range(1, 7))
def test_a_match_that_fails_leaves_no_game_running_whenever_its_process_dies(table, bot, settings, write):
    match = table.start(player(bot), {"level": 1}, bot["token"])
    task = table.tasks.store.find(match["id"])
    lifecycle.abort(table.games, matches.game_id_of(task, 0, 0))
    with dies_at_write(write, settings.redis_url):
        table.advance(match)
    table.advance(match)
    assert table.see(match, bot["token"])["status"] == "failed"
    assert statuses(table, match) == {ABORTED}


def statuses(table, match):
    task = table.tasks.store.find(match["id"])
    return {table.games.load(matches.game_id_of(task, 0, number)).status for number in (0, 1)}
