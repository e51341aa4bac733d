"""A renewed token is invalid from the moment of its renewal: in no request, however far it had come, and in
nothing made with it.
"""

import pytest

from service.app import create_app
from service.store.games import GameStore
from tests.service.client import OPEN, PERSON, Client, choose_dealer
from tests.service.games.test_bots import accept, events, register, seat_for
from tests.service.live.test_streams import parsed
from tests.service.live.test_waiting import asked_view, in_background, wait_until_held


@pytest.fixture
def elsewhere(settings, contract):
    """Another process of the service."""
    return Client(create_app(settings), contract)


@pytest.fixture
def meanwhile(monkeypatch):
    """Let something happen once between the check of the next request and its commit."""

    def before_the_commit(happen):
        commit, left = GameStore.commit, [happen]

        def overtaken(games, game, request):
            if left:
                left.pop()()
            return commit(games, game, request)

        monkeypatch.setattr(GameStore, "commit", overtaken)

    return before_the_commit


def renew(api, game, seat, token=None):
    """The new token of a seat."""
    answer = api.post(f"/v1/games/{game['id']}/seats/{seat}/token", token=token or game["tokens"][str(seat)])
    assert answer.status_code == 201, answer.text
    return answer.json["token"]


@pytest.fixture
def owned(api):
    """A game of two people, its dealer chosen, with all of its tokens."""
    created = api.create(seats=[PERSON, PERSON])
    return choose_dealer(api, created) | {"owner_token": created["owner_token"]}


# -- changes


def test_a_renewed_token_does_not_move_in_a_process_that_has_kept_the_game(api, elsewhere, owned):
    view, token = asked_view(api, owned)
    renew(elsewhere, owned, view["you"]["seat"], owned["owner_token"])
    refused = api.move(view, token)
    assert (refused.status_code, refused.json["code"]) == (401, "auth/unknown_token")
    assert api.get(f"/v1/games/{owned['id']}").json["ply"] == view["ply"]


@pytest.mark.parametrize("path", ["moves", "resign", "seats/{seat}/ai", "seats/{seat}/token"])
def test_a_token_that_is_renewed_before_the_commit_changes_nothing(api, elsewhere, owned, meanwhile, path):
    view, token = asked_view(api, owned)
    seat = view["you"]["seat"]
    body = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]} if path == "moves" else {}
    meanwhile(lambda: renew(elsewhere, owned, seat, owned["owner_token"]))
    refused = api.post(f"/v1/games/{owned['id']}/{path.format(seat=seat)}", body, token=token)
    assert (refused.status_code, refused.json["code"]) == (401, "auth/unknown_token")
    assert api.get(f"/v1/games/{owned['id']}").json["version"] == view["version"] + 1, "the renewal alone"


def test_no_player_returns_with_a_token_that_is_renewed_before_the_commit(api, elsewhere, owned, meanwhile):
    path = f"/v1/games/{owned['id']}/seats/0"
    api.post(f"{path}/ai", token=owned["tokens"]["0"])
    meanwhile(lambda: renew(elsewhere, owned, 0, owned["owner_token"]))
    assert api.post(f"{path}/return", token=owned["tokens"]["0"]).json["code"] == "auth/unknown_token"
    assert api.get(f"/v1/games/{owned['id']}").json["seats"][0]["kind"] == "ai"


def test_no_player_names_a_rematch_with_a_token_that_is_renewed_before_the_commit(api, elsewhere, owned, meanwhile):
    path = f"/v1/games/{owned['id']}"
    api.post(f"{path}/resign", token=owned["tokens"]["0"])
    meanwhile(lambda: renew(elsewhere, owned, 0, owned["owner_token"]))
    assert api.post(f"{path}/rematch", token=owned["tokens"]["0"]).json["code"] == "auth/unknown_token"
    assert api.get(path).json["rematch_id"] is None


def test_a_rematch_has_the_tokens_that_are_valid_when_it_is_named(api, elsewhere, owned, meanwhile):
    path = f"/v1/games/{owned['id']}"
    api.post(f"{path}/resign", token=owned["tokens"]["0"])
    new = []
    meanwhile(lambda: new.append(renew(elsewhere, owned, 1, owned["owner_token"])))
    there = api.post(f"{path}/rematch", token=owned["tokens"]["0"]).json
    assert api.get(f"/v1/games/{there['id']}", token=owned["tokens"]["1"]).json["code"] == "auth/foreign_token"
    assert api.get(f"/v1/games/{there['id']}", token=new[0]).json["you"]["seat"] == 0


def test_a_rematch_is_shown_to_tokens_of_its_own_only(api, owned):
    path = f"/v1/games/{owned['id']}"
    api.post(f"{path}/resign", token=owned["tokens"]["0"])
    there = api.post(f"{path}/rematch", token=owned["tokens"]["0"]).json
    renew(api, there, 1, owned["tokens"]["0"])
    again = api.post(f"{path}/rematch", token=owned["tokens"]["0"])
    assert (again.status_code, again.json["code"]) == (403, "auth/foreign_token")


def test_no_invitation_is_accepted_with_a_bots_token_that_is_renewed_before_the_commit(api, elsewhere, meanwhile):
    bot = register(api)
    events(api, bot)
    game = api.create(seats=[PERSON, seat_for(bot)])
    meanwhile(lambda: elsewhere.post(f"/v1/bots/{bot['id']}/token", token=bot["token"]))
    refused = accept(api, bot, game)
    assert (refused.status_code, refused.json["code"]) == (401, "auth/unknown_token")
    assert api.get(f"/v1/games/{game['id']}").json["seats"][1]["invitation"]["status"] == "pending"


def test_a_move_that_is_sent_again_with_a_renewed_token_is_not_answered(api, owned):
    view, token = asked_view(api, owned)
    api.move(view, token)
    renew(api, owned, view["you"]["seat"], owned["owner_token"])
    for move in (view["legal_moves"][0]["move"], {"type": "another"}):
        assert api.move(view, token, move).json["code"] == "auth/unknown_token"


def test_a_wrong_token_takes_no_remembered_game_away(api, app, owned):
    view, _ = asked_view(api, owned)
    memory = app.extensions["faceoff"].games.memory
    known = memory.find(owned["id"])
    for wrong in (f"{owned['id']}.wrong", owned["owner_token"]):
        api.move(view, wrong)
        api.post(f"/v1/games/{owned['id']}/resign", token=wrong)
        assert memory.find(owned["id"]) is known


# -- requests that are held


def test_a_long_poll_with_a_token_that_is_renewed_meanwhile_is_refused(api, app, owned):
    path = f"/v1/games/{owned['id']}/events?after={owned['version']}"
    answer = in_background(lambda: api.get(path, token=owned["tokens"]["0"], headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    renew(api, owned, 0, owned["owner_token"])
    assert answer().json["code"] == "auth/unknown_token"


def test_a_held_move_with_a_token_that_is_renewed_meanwhile_shows_no_later_hand(api, app, owned):
    view, token = asked_view(api, owned)
    answer = in_background(lambda: api.move(view, token, headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    renew(api, owned, view["you"]["seat"], owned["owner_token"])
    api.post(f"/v1/games/{owned['id']}/resign", token=owned["tokens"][str(1 - view["you"]["seat"])])
    assert answer().json["code"] == "auth/unknown_token"


# -- who renews a token


@pytest.fixture
def joined(api):
    """A game of two people, of whom one joined, with the token of the seat that was taken."""
    created = api.create(seats=[PERSON, OPEN])
    token = api.post(f"/v1/games/{created['id']}/join", {"join_code": created["join_code"]}).json["token"]
    return created | {"tokens": {"0": created["tokens"]["0"], "1": token}}


def test_the_owner_does_not_renew_the_token_of_a_seat_that_was_taken_by_join(api, joined):
    path = f"/v1/games/{joined['id']}"
    refused = api.post(f"{path}/seats/1/token", token=joined["owner_token"])
    assert (refused.status_code, refused.json["code"]) == (403, "seat/not_yours")
    assert api.get(path, token=joined["tokens"]["1"]).json["you"]["seat"] == 1


def test_nor_in_the_rematch(api, joined):
    path = f"/v1/games/{joined['id']}"
    api.post(f"{path}/resign", token=joined["tokens"]["0"])
    there = api.post(f"{path}/rematch", token=joined["tokens"]["0"]).json
    codes = {
        seat: api.post(f"/v1/games/{there['id']}/seats/{seat}/token", token=joined["owner_token"]).json.get("code")
        for seat in (0, 1)
    }
    assert codes == {0: "seat/not_yours", 1: None}, "the sides are exchanged"


def test_of_two_who_are_paired_neither_has_a_right_over_the_others_seat(api, store):
    first, second = (api.post("/v1/games/quick", {"variant": "hockey", "name": name}).json for name in ("Ida", "Ole"))
    assert first["id"] == second["id"]
    assert set(store.games.load(first["id"]).tokens.values()) == {0, 1}, "the game has no owner"
    for own, other in ((first, 1), (second, 0)):
        refused = api.post(f"/v1/games/{first['id']}/seats/{other}/token", token=own["token"])
        assert (refused.status_code, refused.json["code"]) == (403, "seat/not_yours")


def test_a_token_renews_itself(api, joined):
    path, old = f"/v1/games/{joined['id']}", joined["tokens"]["1"]
    new = renew(api, joined, 1)
    assert api.get(path, token=old).json["code"] == "auth/unknown_token"
    assert api.get(path, token=new).json["you"]["seat"] == 1


def test_the_owners_token_is_renewed_too(api, owned):
    path = f"/v1/games/{owned['id']}"
    answer = api.post(f"{path}/owner/token", token=owned["owner_token"])
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    assert api.post(f"{path}/seats/1/token", token=owned["owner_token"]).json["code"] == "auth/unknown_token"
    assert renew(api, owned, 1, answer.json["owner_token"])
    assert api.post(f"{path}/owner/token", token=owned["tokens"]["0"]).json["code"] == "auth/not_the_owner"


@pytest.mark.parametrize("what", ["seats/1", "owner"])
def test_a_renewal_whose_answer_was_lost_is_sent_again_with_the_old_token(api, joined, what):
    path, old = (
        f"/v1/games/{joined['id']}/{what}/token",
        joined["owner_token"] if what == "owner" else joined["tokens"]["1"],
    )
    key = {"Idempotency-Key": "a-key-that-cannot-be-guessed-41c7"}
    first, again = (api.post(path, token=old, headers=key) for _ in range(2))
    assert (first.status_code, again.status_code, again.json) == (201, 201, first.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert api.post(path, token=old).json["code"] == "auth/unknown_token", "without the key, the old token has nothing"


def test_a_renewal_that_is_sent_again_shows_no_token_that_was_renewed_since(api, joined):
    path, key = f"/v1/games/{joined['id']}/seats/1/token", {"Idempotency-Key": "a-key-that-cannot-be-guessed-41c7"}
    first = api.post(path, token=joined["tokens"]["1"], headers=key).json["token"]
    renew(api, joined, 1, first)
    assert api.post(path, token=joined["tokens"]["1"], headers=key).json["code"] == "auth/unknown_token"


# -- streams


def test_a_stream_replayed_with_the_new_token_goes_on_after_the_renewal_of_the_old_one(api, joined):
    new = renew(api, joined, 1)
    over = api.post(f"/v1/games/{joined['id']}/resign", token=new).json
    received = parsed(api.get(f"/v1/games/{joined['id']}/stream?after=0", token=new).text)
    assert [number for number, _ in received] == list(range(1, over["version"] + 1))


def test_a_stream_of_the_owner_ends_when_the_owners_token_is_renewed(api, owned):
    stream = api.get(f"/v1/games/{owned['id']}/stream?after={owned['version']}", token=owned["owner_token"])
    rest = in_background(lambda: parsed(b"".join(stream.iter_encoded()).decode()))
    api.post(f"/v1/games/{owned['id']}/owner/token", token=owned["owner_token"])
    assert rest() == []


# -- what was made with a token


def hint(api, game, token, **options):
    return api.post(f"/v1/games/{game['id']}/suggestions", {"simulations": 20}, token=token, **options)


def test_a_suggestion_ends_with_the_token_that_asked_for_it(api, owned, work):
    view, token = asked_view(api, owned)
    path = "/v1/suggestions/" + hint(api, owned, token).json["id"]
    work()
    assert api.get(path, token=token).json["status"] == "done"
    renew(api, owned, view["you"]["seat"], owned["owner_token"])
    assert api.get(path, token=token).json["code"] == "task/not_found"
    assert api.post(f"{path}/cancel", token=token).json["code"] == "task/not_found"


def test_a_held_hint_is_not_shown_to_a_token_that_is_renewed_meanwhile(api, app, owned, work):
    view, token = asked_view(api, owned)
    answer = in_background(lambda: hint(api, owned, token, headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    renew(api, owned, view["you"]["seat"], owned["owner_token"])
    work()
    assert answer().json["code"] == "task/not_found"
