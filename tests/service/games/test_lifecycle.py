"""The course of a game other than its moves: abort, rematch, a computer for an absent player, time limits, expiry."""

import itertools
import time

import pytest

from ai.levels import LEVELS
from engines import VARIANTS
from engines.language import ENGLISH
from service.games import ai_turns, lifecycle
from service.games.computers import level_of
from service.games.record import check_record, make_record
from service.live.hub import Reader
from service.live.news import Seen, Viewer, source_of
from service.model import timestamps, tokens
from service.model.events import TimeRanOut
from service.model.game import version_of
from service.model.levels import MIDDLE_LEVEL
from service.model.shuffles import seed_digest
from service.model.timestamps import now_ms, parse_time_ms
from service.store.games import Request
from tests.games import IN_SECRET, SECOND_GAME
from tests.service.at_once import at_once
from tests.service.client import OPEN, PERSON, ai, choose_dealer, refusal_of
from tests.service.store.test_store import make_overdue
from tests.service.use_cases import create_game, games_of, play_ai_turn, rematch, sweeper


def asked_and_waiting(game):
    """The tokens of the seat that is asked and of the other one."""
    asked = game["to_act"][0]
    return game["tokens"][str(asked)], game["tokens"][str(1 - asked)]


@pytest.fixture
def let_pass(monkeypatch):
    """Set the service's clock forward by some seconds."""

    def forward(seconds):
        monkeypatch.setattr(timestamps, "time_ns", lambda: time.time_ns() + 10**9 * seconds)

    return forward


# -- abort


def test_the_owner_calls_a_game_off_before_its_first_move(api):
    game = api.create(seats=[PERSON, PERSON])
    answer = api.post(f"/v1/games/{game['id']}/abort", token=game["owner_token"])
    assert (answer.status_code, answer.json["status"], answer.json["result"]) == (200, "aborted", None)
    assert (answer.json["to_act"], answer.json["you"]) == ([], None)
    assert len(answer.json["fairness"]["seed"]) == 64
    assert api.get(f"/v1/games/{game['id']}/events").json["events"][-1]["type"] == "aborted"


def test_a_game_no_player_has_joined_can_be_called_off(api):
    game = api.create(seats=[PERSON, OPEN])
    path = f"/v1/games/{game['id']}"
    assert api.post(f"{path}/abort", token=game["owner_token"]).json["status"] == "aborted"
    assert api.post(f"{path}/join", {"join_code": game["join_code"]}).json["code"] == "join/no_open_seat"
    assert api.get(f"{path}?version=1").json["status"] == "open"


def test_after_the_first_move_no_player_can_abort(api):
    game = choose_dealer(api, created := api.create(seats=[PERSON, PERSON]))
    answer = api.post(f"/v1/games/{game['id']}/abort", token=created["owner_token"])
    assert (answer.status_code, answer.json["code"]) == (409, "abort/too_late")


@pytest.mark.parametrize("key", IN_SECRET)
def test_a_secret_choice_is_a_move_too(api, key):
    game = api.create(variant=key, seats=[PERSON, PERSON])
    token = game["tokens"]["0"]
    assert api.move(api.get(f"/v1/games/{game['id']}", token=token).json, token).json["ply"] == 0
    assert api.post(f"/v1/games/{game['id']}/abort", token=game["owner_token"]).json["code"] == "abort/too_late"


@pytest.mark.parametrize("who", ["0", "owner"])
@pytest.mark.parametrize("key", IN_SECRET)
def test_once_cards_are_dealt_a_game_with_others_is_not_called_off(api, key, who):
    game = api.create(variant=key, seats=[PERSON, PERSON])
    refused = api.post(f"/v1/games/{game['id']}/abort", token=(game["tokens"] | {"owner": game["owner_token"]})[who])
    assert refused.json["code"] == {"0": "auth/not_the_owner", "owner": "abort/too_late"}[who]
    assert api.get(f"/v1/games/{game['id']}").json["status"] == "active"


@pytest.mark.parametrize("key", IN_SECRET)
def test_the_owner_calls_a_game_against_computers_off_before_its_first_move_also_when_cards_are_dealt(api, key):
    game = api.create(variant=key, seats=[PERSON, ai(1)])
    assert game["hand"]
    assert api.post(f"/v1/games/{game['id']}/abort", token=game["owner_token"]).json["status"] == "aborted"


def test_a_game_without_an_owner_is_called_off_by_its_player_until_there_is_another(api):
    alone = api.post("/v1/games/quick", {"variant": "hockey"}).json
    other = api.post("/v1/games/quick", {"variant": SECOND_GAME}).json
    api.post("/v1/games/quick", {"variant": SECOND_GAME})
    answers = [api.post(f"/v1/games/{game['id']}/abort", token=game["token"]) for game in (alone, other)]
    assert [answer.json.get("status") for answer in answers] == ["aborted", 403]


def test_only_the_owner_can_abort(api):
    game = api.create(seats=[PERSON, PERSON])
    answers = [api.post(f"/v1/games/{game['id']}/abort", token=token) for token in (game["tokens"]["0"], None)]
    assert [(answer.status_code, answer.json["code"]) for answer in answers] == [
        (403, "auth/not_the_owner"),
        (401, "auth/missing"),
    ]


def test_an_aborted_game_is_over(api):
    game = api.create(seats=[PERSON, PERSON])
    path = f"/v1/games/{game['id']}"
    api.post(f"{path}/abort", token=game["owner_token"])
    assert api.post(f"{path}/abort", token=game["owner_token"]).json["code"] == "game/over"
    assert api.post(f"{path}/resign", token=game["tokens"]["0"]).json["code"] == "game/over"
    for ply in (game["ply"], game["ply"] + 1):  # that it is over, whatever decision the move was meant for
        late = api.post(f"{path}/moves", {"ply": ply, "move": {"type": "none"}}, token=game["tokens"]["0"])
        assert late.json["code"] == "game/over"


def test_a_computer_stops_when_its_game_is_called_off(api, store):
    game = api.create(seats=[ai(1), ai(1)])
    assert api.post(f"/v1/games/{game['id']}/abort", token=game["owner_token"]).json["ai"] is None
    assert play_ai_turn(store, game["id"]) is None
    assert not [key for key in store.client.scan_iter("*:due:turn") if store.client.zscore(key, game["id"])]


# -- rematch


@pytest.fixture
def finished(api):
    game = api.create(
        preset="wiggum", seats=[{"kind": "person", "name": "Ida"}, {"kind": "person", "name": "Ole"}], pace_ms=70
    )
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    return game


def test_a_rematch_is_the_same_game_with_the_seats_exchanged(api, finished):
    answer = api.post(f"/v1/games/{finished['id']}/rematch", token=finished["tokens"]["0"])
    assert answer.status_code == 201
    again = answer.json
    assert [seat["name"] for seat in again["seats"]] == ["Ole", "Ida"]
    assert (again["you"]["seat"], again["status"], again["rematch_of_id"]) == (1, "active", finished["id"])
    same = ("variant", "preset", "options", "public", "pace_ms")
    assert {name: again[name] for name in same} == {name: finished[name] for name in same}
    assert again["fairness"]["commitment"] != finished["fairness"]["commitment"]
    assert answer.headers["Location"] == f"/v1/games/{again['id']}"


def test_both_sides_learn_the_new_game_and_their_tokens_are_good_for_it(api, finished):
    path = f"/v1/games/{finished['id']}"
    new_id = api.post(f"{path}/rematch", token=finished["tokens"]["0"]).json["id"]
    other = finished["tokens"]["1"]
    assert api.get(path, token=other).json["rematch_id"] == new_id
    announced = api.get(f"{path}/events", token=other).json["events"][-1]
    assert (announced["type"], announced["data"]["game_id"]) == ("rematch", new_id)
    assert api.get(f"/v1/games/{new_id}", token=other).json["you"]["seat"] == 0
    assert api.post(f"/v1/games/{new_id}/abort", token=finished["owner_token"]).json["status"] == "aborted"


def test_there_is_one_rematch_whichever_player_asks(api, finished):
    path = f"/v1/games/{finished['id']}/rematch"
    first = api.post(path, token=finished["tokens"]["0"])
    second = api.post(path, token=finished["tokens"]["1"])
    assert (first.status_code, second.status_code) == (201, 200)
    assert (second.json["id"], second.json["you"]["seat"]) == (first.json["id"], 0)
    assert api.get("/v1/games").json["games"][0]["id"] == first.json["id"]
    assert len(api.get("/v1/games").json["games"]) == 2


def test_of_many_who_ask_at_once_one_makes_the_rematch(store, finished):
    made = at_once(8, lambda number: rematch(store, finished["id"], number % 2))
    assert len({game.id for game, _ in made}) == 1
    assert len({game.seed for game, _ in made}) == 1
    assert [is_new for _, is_new in made].count(True) == 1


def test_a_rematch_that_was_only_announced_is_made_by_the_next_call(api, store, finished):
    """The process died between the two commits."""
    old = store.games.load(finished["id"])
    old.rematch_id = tokens.new_id("game")
    store.games.commit(old, Request("rematch:lost"))
    answer = api.post(f"/v1/games/{finished['id']}/rematch", token=finished["tokens"]["0"])
    assert (answer.status_code, answer.json["id"]) == (201, old.rematch_id)


def test_a_rematch_that_has_gone_is_not_made_again_under_its_id(api, store, finished, monkeypatch):
    path, owner = f"/v1/games/{finished['id']}", finished["tokens"]["0"]
    gone = api.post(f"{path}/rematch", token=owner).json["id"]
    store.games.delete(gone)
    monkeypatch.setattr(lifecycle, "now_ms", lambda: now_ms() + 2 * lifecycle.MAKING_MS)
    again = api.post(f"{path}/rematch", token=owner)
    assert again.status_code == 201
    assert again.json["id"] != gone
    assert api.get(path, token=owner).json["rematch_id"] == again.json["id"]
    assert api.get(f"/v1/games/{gone}", token=owner).status_code == 404
    other = api.post(f"{path}/rematch", token=finished["tokens"]["1"])
    assert (other.status_code, other.json["id"]) == (200, again.json["id"])


def test_partners_stay_partners_in_a_rematch(api):
    game = api.create(preset="partnership", seats=[PERSON, ai(1), ai(2), PERSON])
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    again = api.post(f"/v1/games/{game['id']}/rematch", token=game["tokens"]["3"]).json
    assert [(seat["kind"], seat["level"]) for seat in again["seats"]] == [
        ("person", None),
        ("person", None),
        ("ai", 1),
        ("ai", 2),
    ]
    assert again["you"]["seat"] == 0


def test_a_rematch_follows_a_finished_game(api):
    game = api.create(seats=[PERSON, PERSON])
    answer = api.post(f"/v1/games/{game['id']}/rematch", token=game["tokens"]["0"])
    assert (answer.status_code, answer.json["code"]) == (409, "rematch/not_finished")


def test_a_rematch_needs_a_seat(api, finished):
    path = f"/v1/games/{finished['id']}/rematch"
    assert [api.post(path, token=token).json["code"] for token in (None, finished["owner_token"])] == [
        "auth/missing",
        "auth/not_a_seat",
    ]


def test_a_seat_that_was_handed_over_goes_back_to_its_player_if_that_player_asks(api):
    game = api.create(seats=[{"kind": "person", "name": "Ida"}, PERSON])
    path = f"/v1/games/{game['id']}"
    api.post(f"{path}/seats/0/ai", token=game["tokens"]["0"])
    api.post(f"{path}/resign", token=game["tokens"]["1"])
    again = api.post(f"{path}/rematch", token=game["tokens"]["0"]).json
    assert (again["seats"][1]["kind"], again["seats"][1]["name"], again["you"]["seat"]) == ("person", "Ida", 1)


def test_a_seat_that_was_handed_over_stays_a_computers_if_another_asks(api):
    game = api.create(seats=[PERSON, PERSON])
    path = f"/v1/games/{game['id']}"
    api.post(f"{path}/seats/0/ai", token=game["tokens"]["0"])
    api.post(f"{path}/resign", token=game["tokens"]["1"])
    again = api.post(f"{path}/rematch", token=game["tokens"]["1"]).json
    assert [seat["kind"] for seat in again["seats"]] == ["person", "ai"]
    assert api.get(f"/v1/games/{again['id']}", token=game["tokens"]["0"]).status_code == 200, "as rematch_id says"


# -- a computer for a seat


def test_a_player_hands_the_own_seat_to_a_computer_which_plays_on(api, play_computer):
    game = api.create(seats=[PERSON, ai(1)])
    path = f"/v1/games/{game['id']}"
    answer = api.post(f"{path}/seats/0/ai", {"level": 1}, token=game["tokens"]["0"])
    assert answer.status_code == 200
    assert (answer.json["seats"][0]["kind"], answer.json["seats"][0]["level"], answer.json["you"]["seat"]) == (
        "ai",
        1,
        0,
    )
    assert answer.json["legal_moves"] == []
    play_computer(game["id"])
    assert api.get(path).json["status"] == "finished"
    assert "seat_taken_over" in [event["type"] for event in api.get(f"{path}/events").json["events"]]


@pytest.mark.parametrize("who", ["owner", "other"])
def test_an_absent_player_is_replaced_by_the_owner_or_the_other_seat(api, let_pass, who):
    game = api.create(seats=[PERSON, PERSON], absent_after_s=60)
    asked, (_, waiting) = game["to_act"][0], asked_and_waiting(game)
    token = game["owner_token"] if who == "owner" else waiting
    path = f"/v1/games/{game['id']}/seats/{asked}/ai"
    early = api.post(path, token=token)
    assert (early.status_code, early.json["code"]) == (409, "seat/not_absent")
    assert "60 s" in early.json["detail"]
    let_pass(61)
    late = api.post(path, token=token).json
    assert (late["seats"][asked]["kind"], late["ai"]["seat"]) == ("ai", asked)


@pytest.mark.parametrize(("left_ms", "left_s"), [(60_000, 60), (1001, 2), (1000, 1), (1, 1), (0, None)])
def test_a_player_is_absent_at_the_end_of_the_time_and_not_before(api, monkeypatch, left_ms, left_s):
    game = api.create(seats=[PERSON, PERSON], absent_after_s=60)
    asked_at = parse_time_ms(api.get(f"/v1/games/{game['id']}").json["asked_at"])
    monkeypatch.setattr("service.model.timestamps.now_ms", lambda: asked_at + 60_000 - left_ms)
    answer = api.post(f"/v1/games/{game['id']}/seats/{game['to_act'][0]}/ai", token=game["owner_token"])
    assert answer.status_code == (200 if left_s is None else 409)
    if left_s is not None:
        assert answer.json["detail"].endswith(f"counts as absent after 60 s, in {left_s} s.")


def test_the_one_who_replaces_an_absent_player_does_not_choose_the_level(api, let_pass):
    game = api.create(seats=[PERSON, PERSON], absent_level=5)
    asked, (_, waiting) = game["to_act"][0], asked_and_waiting(game)
    path = f"/v1/games/{game['id']}/seats/{asked}/ai"
    let_pass(121)
    for token in (waiting, game["owner_token"]):
        refused = api.post(path, {"level": 1}, token=token)
        assert refusal_of(refused) == {"status": 403, "code": "seat/not_yours", "pointer": "/level"}
    assert api.post(path, token=waiting).json["seats"][asked]["level"] == 5


@pytest.mark.parametrize(
    ("setting", "value", "code"),
    [
        ("absent_after_s", 29, "request/invalid"),
        ("absent_level", level_of(MIDDLE_LEVEL).number - 1, "request/invalid"),
        ("absent_level", "rookie", "request/invalid"),
        ("absent_level", len(LEVELS) + 1, "level/unknown"),
    ],
)
def test_no_game_replaces_players_soon_or_by_a_weak_computer(api, setting, value, code):
    refused = api.post("/v1/games", {"variant": "hockey", "seats": [PERSON, OPEN], setting: value})
    assert (refused.status_code, refused.json["code"]) == (422, code)


def test_who_would_join_sees_when_and_by_whom_one_is_replaced(api):
    game = api.create(seats=[PERSON, OPEN], joinable=True, absent_after_s=60, absent_level=4)
    (listed,) = api.get("/v1/games?joinable=true").json["games"]
    for shown in (listed, api.get(f"/v1/games/{game['id']}").json):
        assert (shown["absent_after_s"], shown["absent_level"]) == (60, 4)


def test_a_seat_that_is_not_asked_is_not_absent(api, let_pass):
    game = api.create(seats=[PERSON, PERSON])
    let_pass(9999)
    answer = api.post(f"/v1/games/{game['id']}/seats/{1 - game['to_act'][0]}/ai", token=game["owner_token"])
    assert (answer.status_code, answer.json["code"]) == (409, "seat/not_absent")


@pytest.mark.parametrize("key", IN_SECRET)
def test_the_one_who_has_chosen_is_not_absent_while_the_other_thinks(api, key, let_pass):
    game = api.create(variant=key, seats=[PERSON, PERSON], absent_after_s=60)
    path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
    let_pass(50)
    api.move(api.get(path, token=token).json, token)
    let_pass(61)
    assert api.post(f"{path}/seats/0/ai", token=game["owner_token"]).json["code"] == "seat/not_absent"
    assert api.post(f"{path}/seats/1/ai", token=game["owner_token"]).json["seats"][1]["kind"] == "ai"


def test_a_seat_that_was_handed_over_is_watched_but_not_played_with_its_token(api):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    token, _ = asked_and_waiting(game)
    seat, path = game["to_act"][0], f"/v1/games/{game['id']}"
    view = api.get(path, token=token).json
    api.post(f"{path}/seats/{seat}/ai", token=token)
    for answer in (api.move(view, token), api.post(f"{path}/resign", token=token)):
        assert (answer.status_code, answer.json["code"]) == (409, "seat/taken_over")
    assert api.get(path, token=token).json["hand"] == view["hand"]


def test_a_computers_seat_cannot_be_handed_over(api):
    game = api.create(seats=[PERSON, ai(1)])
    answer = api.post(f"/v1/games/{game['id']}/seats/1/ai", token=game["owner_token"])
    assert (answer.status_code, answer.json["code"]) == (409, "seat/not_a_person")


def test_a_seat_that_does_not_exist_is_404(api):
    game = api.create(seats=[PERSON, PERSON])
    answer = api.post(f"/v1/games/{game['id']}/seats/7/ai", token=game["owner_token"])
    assert (answer.status_code, answer.json["code"]) == (404, "seat/not_found")
    assert "0 to 1" in answer.json["detail"]


def test_handing_over_needs_a_token_and_a_level_that_exists(api):
    game = api.create(seats=[PERSON, PERSON])
    path = f"/v1/games/{game['id']}/seats/0/ai"
    assert api.post(path).json["code"] == "auth/missing"
    assert api.post(path, {"level": 99}, token=game["tokens"]["0"]).json["code"] == "level/unknown"
    assert api.post(path, {"strength": 1}, token=game["tokens"]["0"]).json["code"] == "request/invalid"


def test_no_seat_is_handed_over_before_the_start_or_after_the_end(api):
    game = api.create(seats=[PERSON, OPEN])
    path = f"/v1/games/{game['id']}"
    assert api.post(f"{path}/seats/0/ai", token=game["tokens"]["0"]).json["code"] == "game/not_started"
    api.post(f"{path}/abort", token=game["owner_token"])
    assert api.post(f"{path}/seats/0/ai", token=game["tokens"]["0"]).json["code"] == "game/over"


# -- time limits


def sweep(store, queue, game_id):
    make_overdue(store, game_id)
    sweeper(store, queue).sweep()


def test_the_view_says_until_when_a_person_has_time(api):
    game = api.create(seats=[PERSON, PERSON], time_limit_s=30)
    assert parse_time_ms(game["deadline"]) - parse_time_ms(game["asked_at"]) == 30_000
    assert api.create(seats=[PERSON, PERSON])["deadline"] is None


def test_when_time_runs_out_the_heuristic_answers_and_an_event_says_so(api, store, queue, let_pass):
    game = api.create(seats=[PERSON, PERSON], time_limit_s=30)
    asked = game["to_act"][0]
    let_pass(31)
    sweep(store, queue, game["id"])
    after = api.get(f"/v1/games/{game['id']}").json
    assert after["ply"] == game["ply"] + 1
    announced = next(
        event for event in api.get(f"/v1/games/{game['id']}/events").json["events"] if event["type"] == "time_ran_out"
    )
    assert announced["data"] == {"seat": asked}
    assert parse_time_ms(after["deadline"]) > parse_time_ms(game["deadline"])


def test_before_the_deadline_no_computer_answers_for_a_person(api, store, queue):
    game = api.create(seats=[PERSON, PERSON], time_limit_s=30)
    sweep(store, queue, game["id"])
    assert version_of(store.games.revision(game["id"])) == 1


def test_the_due_index_holds_the_deadline(api, store):
    game = api.create(seats=[PERSON, PERSON], time_limit_s=300)
    (due,) = [store.client.zscore(key, game["id"]) for key in store.client.scan_iter("*:due:turn")]
    assert abs(due - parse_time_ms(game["deadline"])) < 10_000


@pytest.mark.parametrize("key", IN_SECRET)
def test_both_who_are_late_with_a_secret_choice_are_answered_for(api, store, queue, key, let_pass):
    game = api.create(variant=key, seats=[PERSON, PERSON], time_limit_s=30)
    let_pass(31)
    sweep(store, queue, game["id"])
    events = api.get(f"/v1/games/{game['id']}/events").json["events"]
    assert [event["data"]["seat"] for event in events if event["type"] == "time_ran_out"] == [0, 1]
    assert api.get(f"/v1/games/{game['id']}").json["ply"] == 1


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_in_which_no_player_answers_is_played_to_its_end(store, monkeypatch, key):
    game = create_game(store, key, None, None, [PERSON, PERSON], True, time_limit_s=30).game
    minutes = itertools.count(1)
    monkeypatch.setattr(timestamps, "time_ns", lambda: time.time_ns() + 60 * 10**9 * next(minutes))
    after = ai_turns.answer_for_late(games_of(store), game)
    assert (after.status, after.deadline) == ("finished", None)
    events = [event for commit in store.games.history(game.id).after(0, after.version) for event in commit.events]
    assert sum(isinstance(event, TimeRanOut) for event in events) == after.moves
    assert check_record(make_record(store.games, after)).faults == []


def test_a_person_who_was_late_learns_that_the_decision_is_answered(api, store, queue, let_pass):
    game = api.create(seats=[PERSON, PERSON], time_limit_s=30)
    token, _ = asked_and_waiting(game)
    view = api.get(f"/v1/games/{game['id']}", token=token).json
    let_pass(31)
    sweep(store, queue, game["id"])
    answers = [api.move(view, token, entry["move"]) for entry in view["legal_moves"]]
    assert {answer.json.get("code") for answer in answers} == {None, "move/stale"}, (
        "the heuristic's own move counts as sent again"
    )


def test_a_computer_that_follows_a_late_person_is_called(api, store, queue, monkeypatch, play_computer):
    game = api.create(seats=[PERSON, ai(1)], options={"first_dealer": "random"}, time_limit_s=30)
    play_computer(game["id"])
    monkeypatch.setattr(timestamps, "time_ns", lambda: time.time_ns() + 31 * 10**9)
    sweep(store, queue, game["id"])
    answered = store.games.load(game["id"])
    assert (answered.ai.seat, answered.deadline) == (1, None)
    assert queue.is_waiting(answered, 0)


@pytest.mark.parametrize("limit", [4, 604_801, "30", True])
def test_a_time_limit_out_of_range_is_refused(api, limit):
    answer = api.post("/v1/games", {"variant": "hockey", "time_limit_s": limit})
    assert (answer.status_code, answer.json["code"]) == (422, "request/invalid")
    assert "time_limit_s" in answer.json["detail"]


# -- expiry


def test_the_view_says_when_the_game_goes(api, store):
    game = api.create(seats=[PERSON, PERSON], expire_after_s=7200)
    left_s = (parse_time_ms(game["expires_at"]) - now_ms()) / 1000
    ttl = store.client.ttl(next(store.client.scan_iter(f"*:game:{game['id']}")))
    assert 7100 < left_s <= 7200
    assert abs(ttl - left_s) < 60


def test_every_change_puts_the_expiry_off_and_the_end_gives_the_life_of_a_finished_game(api, let_pass):
    game = api.create(seats=[PERSON, PERSON], expire_after_s=7200)
    let_pass(100)
    later = choose_dealer(api, game)
    assert parse_time_ms(later["expires_at"]) - parse_time_ms(game["expires_at"]) >= 100_000
    over = api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"]).json
    assert parse_time_ms(over["expires_at"]) - now_ms() > 29 * 24 * 3600 * 1000


def test_a_life_longer_than_the_setting_allows_is_refused(api):
    answer = api.post("/v1/games", {"variant": "hockey", "expire_after_s": 91 * 24 * 3600})
    assert refusal_of(answer) == {"status": 422, "code": "expiry/too_long", "pointer": "/expire_after_s"}
    assert "60 to 7776000" in answer.json["detail"]


def test_a_game_outlives_its_players_time_limit(api):
    game = api.create(seats=[PERSON, PERSON], expire_after_s=60, time_limit_s=3600)
    assert game["expires_at"] > game["deadline"]


def test_a_game_outlives_the_wait_for_its_promised_seeds(api):
    week = 7 * 24 * 3600
    game = api.create(seats=[PERSON, OPEN], reveal_s=week, seed_digest=seed_digest("a-seed-of-my-own-42"))
    joined = api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}).json
    assert joined["expires_at"] > joined["fairness"]["reveal_by"]


def test_a_player_cannot_be_absent_only_after_the_game_has_expired(api):
    answer = api.post("/v1/games", {"variant": "hockey", "expire_after_s": 3600, "absent_after_s": 3600})
    assert (answer.status_code, answer.json["errors"]) == (
        422,
        [
            {
                "pointer": "/absent_after_s",
                "message": "3600 is not before the game expires, 3600 s after a change; shorten it, "
                "or raise `expire_after_s`.",
            }
        ],
    )
    assert api.create(expire_after_s=3600, absent_after_s=3599)["absent_after_s"] == 3599
    assert api.create(expire_after_s=60)["absent_after_s"] == 30, "the service's setting yields"


# -- the way back to a seat, and a new token for it


def test_a_player_returns_to_a_seat_that_a_computer_plays(api, play_computer):
    game = api.create(seats=[PERSON, PERSON])
    path, token, other = f"/v1/games/{game['id']}", game["tokens"]["0"], game["tokens"]["1"]
    api.post(f"{path}/seats/0/ai", {"level": 1}, token=token)
    play_computer(game["id"])
    back = api.post(f"{path}/seats/0/return", token=token)
    assert (back.status_code, back.json["seats"][0]["kind"], back.json["seats"][0]["level"]) == (200, "person", None)
    assert (back.json["seats"][0]["name"], back.json["ai"]) == (game["seats"][0]["name"], None)
    assert api.get(f"{path}/events").json["events"][-1] | {"at": 0} == {
        "version": back.json["version"],
        "at": 0,
        "type": "seat_returned",
        "data": {"seat": 0},
        "speaker": None,
        "text": "Player 1 is back.",
    }
    view = api.get(path, token=token).json
    while 0 not in view["to_act"]:
        api.move(api.get(path, token=other).json, other)
        view = api.get(path, token=token).json
    assert api.move(view, token).status_code == 200


def test_a_computers_answer_that_comes_after_the_return_is_dropped(api, store):
    game = api.create(seats=[PERSON, PERSON])
    asked, (token, _) = game["to_act"][0], asked_and_waiting(game)
    path = f"/v1/games/{game['id']}/seats/{asked}"
    api.post(f"{path}/ai", {"level": 1}, token=token)
    turn = ai_turns.think(store.games.load(game["id"]), lambda level: lambda: False)
    back = api.post(f"{path}/return", token=token).json
    after = ai_turns.commit_turn(games_of(store), turn)
    assert (after.version, after.ai, back["to_act"]) == (back["version"], None, [asked])
    assert store.agenda.due("turn") == [], "no computer's turn is due any more"
    assert api.move(back, token).status_code == 200


def test_returning_gives_no_more_time_for_the_decision(api):
    game = api.create(seats=[PERSON, PERSON], time_limit_s=30)
    asked, (token, _) = game["to_act"][0], asked_and_waiting(game)
    path = f"/v1/games/{game['id']}/seats/{asked}"
    assert api.post(f"{path}/ai", token=token).json["deadline"] is None
    back = api.post(f"{path}/return", token=token).json
    assert (back["asked_at"], back["deadline"]) == (game["asked_at"], game["deadline"])


def test_returning_to_a_seat_that_was_never_left_changes_nothing(api):
    game = api.create(seats=[PERSON, PERSON])
    for _ in range(2):
        answer = api.post(f"/v1/games/{game['id']}/seats/1/return", token=game["tokens"]["1"])
        assert (answer.status_code, answer.json["version"]) == (200, game["version"])


@pytest.mark.parametrize(
    ("who", "seat", "code"),
    [
        ("other", 0, "seat/not_yours"),
        ("owner", 0, "auth/not_a_seat"),
        ("other", 7, "seat/not_found"),
        (None, 0, "auth/missing"),
    ],
)
def test_only_the_seats_own_player_returns(api, who, seat, code):
    game = api.create(seats=[PERSON, PERSON])
    api.post(f"/v1/games/{game['id']}/seats/0/ai", token=game["tokens"]["0"])
    token = {"other": game["tokens"]["1"], "owner": game["owner_token"], None: None}[who]
    assert api.post(f"/v1/games/{game['id']}/seats/{seat}/return", token=token).json["code"] == code


def test_no_player_returns_to_a_game_that_is_over(api, play_computer):
    game = api.create(seats=[PERSON, ai(1)])
    path, token = f"/v1/games/{game['id']}/seats/0", game["tokens"]["0"]
    api.post(f"{path}/ai", {"level": 1}, token=token)
    play_computer(game["id"])
    assert api.post(f"{path}/return", token=token).json["code"] == "game/over"


def test_the_owner_renews_a_seats_token_and_the_old_one_is_worthless(api):
    game = choose_dealer(api, created := api.create(seats=[PERSON, PERSON], public=False))
    path, old = f"/v1/games/{game['id']}", created["tokens"]["1"]
    answer = api.post(f"{path}/seats/1/token", token=created["owner_token"])
    new = answer.json["token"]
    assert (answer.status_code, answer.json["seat"], answer.headers["Cache-Control"]) == (201, 1, "no-store")
    assert api.get(path, token=new).json["you"]["seat"] == 1
    assert api.get(path, token=old).json["code"] == "game/not_found"
    event = api.get(f"{path}/events", token=new).json["events"][-1]
    assert (event["type"], event["data"]) == ("token_renewed", {"seat": 1})
    assert api.get(path, token=created["tokens"]["0"]).json["you"]["seat"] == 0


def test_a_token_is_renewed_while_a_computer_plays_the_seat_and_its_player_returns_with_it(api):
    game = api.create(seats=[PERSON, PERSON])
    path = f"/v1/games/{game['id']}/seats/0"
    api.post(f"{path}/ai", token=game["tokens"]["0"])
    new = api.post(f"{path}/token", token=game["owner_token"]).json["token"]
    assert api.post(f"{path}/return", token=game["tokens"]["0"]).json["code"] == "auth/unknown_token"
    assert api.post(f"{path}/return", token=new).json["seats"][0]["kind"] == "person"


@pytest.mark.parametrize("seat", [1, 2])
def test_a_seat_without_a_person_has_no_token_to_renew(api, seat):
    game = api.create(seats=[PERSON, ai(1)])
    answer = api.post(f"/v1/games/{game['id']}/seats/{seat}/token", token=game["owner_token"])
    assert answer.json["code"] == {1: "seat/not_a_person", 2: "seat/not_found"}[seat]


def test_a_player_cannot_renew_the_token_of_another(api):
    game = api.create(seats=[PERSON, PERSON])
    assert api.post(f"/v1/games/{game['id']}/seats/0/token", token=game["tokens"]["1"]).json["code"] == "seat/not_yours"


def test_a_retry_of_creating_shows_no_seat_with_a_token_that_was_renewed(api):
    key = {"Idempotency-Key": "a-key-that-cannot-be-guessed-41c7"}
    body = {"variant": "hockey", "seats": [PERSON, PERSON]}
    game = api.post("/v1/games", body, headers=key).json
    api.post(f"/v1/games/{game['id']}/seats/0/token", token=game["owner_token"])
    again = api.post("/v1/games", body, headers=key).json
    assert (again["tokens"], again["you"]["seat"]) == (game["tokens"], 1)


def test_a_stream_of_the_old_token_ends_with_the_renewal(api, store):
    game = api.create(seats=[PERSON, PERSON])
    path = f"/v1/games/{game['id']}"
    api.post(f"{path}/seats/0/token", token=game["owner_token"])
    renewed = api.get(path).json["version"]
    api.post(f"{path}/resign", token=game["tokens"]["1"])
    streams = api.http.application.extensions["faceoff"].streams
    read = {}
    for seat in (0, 1):
        opened_with = tokens.digest(game["tokens"][str(seat)])
        viewer = Viewer(game["id"], seat, opened_with, ENGLISH)
        games = games_of(store)
        source = source_of(games, games.load(game["id"]), viewer)
        _, *texts = streams.open(source, Seen(str(game["version"])), Reader(), is_packed=False)
        read[seat] = [int(text.removeprefix(b"id: ").partition(b"-")[0]) for text in texts]
    assert read == {0: [renewed], 1: [renewed, renewed + 1]}
