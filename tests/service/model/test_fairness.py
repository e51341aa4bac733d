"""Shuffles follow the published recipe."""

import hashlib
import hmac
import re
import time
from collections import Counter
from pathlib import Path

import pytest

from faceoff_client import fairness_faults
from service.model import shuffles, timestamps
from service.store.games import look_again_ms
from service.workers.sweeper import end_waits
from tests.service.client import OPEN, PERSON, refusal_of
from tests.service.use_cases import games_of, play_ai_turn

SEED = "00" * 31 + "2a"


def test_the_commitment_is_the_published_digest():
    assert shuffles.commitment("g_x", SEED) == hashlib.sha256(f"faceoff-v1|g_x|{SEED}".encode()).hexdigest()


def test_a_shuffle_can_be_made_again_from_the_recipe_alone():
    blocks = b"".join(
        hmac.new(bytes.fromhex(SEED), f"g_x|shuffle|3|{block}".encode(), "sha256").digest() for block in range(10)
    )
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    order = list(range(52))
    for i in range(51, 0, -1):
        while (word := words.pop(0)) >= 2**32 - 2**32 % (i + 1):
            pass
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert shuffles.shuffle("g_x", SEED, 3, 52) == order


def test_every_shuffle_is_a_permutation_and_differs_by_number_game_and_seed():
    orders = [
        shuffles.shuffle("g_x", SEED, 0, 52),
        shuffles.shuffle("g_x", SEED, 1, 52),
        shuffles.shuffle("g_y", SEED, 0, 52),
        shuffles.shuffle("g_x", shuffles.new_seed(), 0, 52),
    ]
    assert not [order for order in orders if sorted(order) != list(range(52))]
    assert len({tuple(order) for order in orders}) == 4


def test_all_orders_of_three_come_about_equally_often():
    counts = Counter(tuple(shuffles.shuffle("g_x", SEED, number, 3)) for number in range(6000))
    assert len(counts) == 6
    assert not {
        key: count for key, count in counts.items() if not 850 < count < 1150
    }  # five standard deviations of 1000


def test_a_decisions_seed_differs_from_game_to_game_and_from_decision_to_decision():
    seeds = {
        shuffles.decision_seed(game, SEED, ply, seat)
        for game in ("g_x", "g_y")
        for ply in range(3)
        for seat in range(2)
    }
    assert len(seeds) == 12


# -- the document

GAME = "g_aaaaaaaaaaaaaaaaaaaa"
VECTOR_SEED = bytes(range(32)).hex()
GIVEN = {"1": "joiner-seed-0123456789", "owner": "owner-seed-0123456789"}


def vectors():
    """The vectors in docs/fairness.md, without the cards' numbers, which test_card_numbers reads: what -> value."""
    document = (Path(__file__).parents[3] / "docs" / "fairness.md").read_text()
    return dict(re.findall(r"^\| (?!0 to 53)([^|]+) \| `([^`]+)` \|$", document, re.MULTILINE))


def test_the_documents_vectors_are_what_the_service_computes():
    key = shuffles.shuffle_key(GAME, VECTOR_SEED, GIVEN)

    def order(key, number, size):
        return " ".join(map(str, shuffles.shuffle(GAME, key, number, size)))

    assert vectors() == {
        "commitment": shuffles.commitment(GAME, VECTOR_SEED),
        "seed of the deal `the-first-goal`": shuffles.seed_of_deal("the-first-goal"),
        "block 0 of shuffle 0": hmac.new(
            bytes.fromhex(VECTOR_SEED), f"{GAME}|shuffle|0|0".encode(), "sha256"
        ).hexdigest(),
        "shuffle 0 of 10": order(VECTOR_SEED, 0, 10),
        "shuffle 1 of 10": order(VECTOR_SEED, 1, 10),
        "shuffle 0 of 52": order(VECTOR_SEED, 0, 52),
        "promise of the creator": shuffles.seed_digest(GIVEN["owner"]),
        "key": key,
        "shuffle 0 of 10, with both seeds": order(key, 0, 10),
    }


def test_the_key_does_not_depend_on_the_order_in_which_seeds_came():
    assert shuffles.shuffle_key("g_x", SEED, {"10": "b", "2": "a", "owner": "c"}) == shuffles.shuffle_key(
        "g_x", SEED, {"owner": "c", "2": "a", "10": "b"}
    )
    assert shuffles.shuffle_key("g_x", SEED, {}) == SEED


# -- over HTTP

MINE = "a-seed-of-my-own-42"


@pytest.fixture
def promised(api):
    return api.create(seats=[PERSON, OPEN], seed_digest=shuffles.seed_digest(MINE))


def hand_in(api, game, seed=MINE, token=None):
    return api.post(f"/v1/games/{game['id']}/seed", {"client_seed": seed}, token=token or game["owner_token"])


def test_a_game_waits_for_the_seed_that_its_creator_has_promised(api, promised):
    joined = api.post(
        f"/v1/games/{promised['id']}/join", {"join_code": promised["join_code"], "client_seed": "b" * 16}
    ).json
    assert (joined["status"], joined["fairness"]["awaits_seed"]) == ("open", True)
    refused = api.move(promised, promised["tokens"]["0"], {"type": "choose_dealer", "seat": 0})
    assert refused.json["code"] == "game/not_started"
    assert "seed" in refused.json["detail"]
    started = hand_in(api, promised).json
    assert (started["status"], started["fairness"]["awaits_seed"]) == ("active", False)
    assert started["fairness"]["client_seeds"] == {"owner": MINE, "1": "b" * 16}


def test_the_creators_seed_may_come_before_a_player_joins(api, promised):
    assert hand_in(api, promised).json["status"] == "open"
    assert api.post(f"/v1/games/{promised['id']}/join", {"join_code": promised["join_code"]}).json["status"] == "active"


def test_a_game_without_an_open_seat_waits_for_the_promised_seed_alone(api):
    game = api.create(seats=[PERSON, PERSON], seed_digest=shuffles.seed_digest(MINE))
    assert game == game | {"status": "open", "join_code": None, "hand": []}
    assert hand_in(api, game).json["status"] == "active"


def test_the_seeds_of_the_players_decide_every_order(api, promised):
    hand_in(api, promised)
    path = f"/v1/games/{promised['id']}"
    api.post(f"{path}/join", {"join_code": promised["join_code"], "client_seed": "b" * 16})
    api.post(f"{path}/resign", token=promised["tokens"]["0"])
    proof = api.get(f"{path}/fairness").json
    assert (
        proof["commitment"]
        == promised["fairness"]["commitment"]
        == shuffles.commitment(proof["game_id"], proof["seed"])
    )
    key = shuffles.shuffle_key(proof["game_id"], proof["seed"], {"owner": MINE, "1": "b" * 16})
    assert len(proof["orders"]) == proof["shuffles"] > 0
    for dealt in proof["orders"]:
        assert dealt["order"] == shuffles.shuffle(proof["game_id"], key, dealt["shuffle"], dealt["size"])


def test_the_recipe_is_found_where_the_proof_says(api, app, game):
    recipe = api.get(f"/v1/games/{game['id']}/fairness").json["recipe"]
    with app.test_client().get(recipe) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "text/markdown")
        assert answer.text == (Path(__file__).parents[3] / "docs" / "fairness.md").read_text()


def test_while_a_game_is_played_neither_seed_nor_order_is_shown(api):
    proof = api.get(f"/v1/games/{api.create(seats=[PERSON, PERSON])['id']}/fairness").json
    assert (proof["seed"], proof["orders"]) == (None, [])
    assert proof["shuffles"] >= 1  # a tied cut is cut again


def test_a_seed_that_was_not_promised_is_refused(api, promised):
    answer = hand_in(api, promised, "another-seed-entirely")
    assert refusal_of(answer) == {"status": 422, "code": "seed/mismatch", "pointer": "/client_seed"}
    assert hand_in(api, api.create()).json["code"] == "seed/not_promised"


def test_the_promised_seed_may_be_sent_again(api, promised):
    first, again = hand_in(api, promised).json, hand_in(api, promised).json
    assert again == first


def test_a_seed_for_a_game_that_was_called_off_comes_too_late(api, promised):
    api.post(f"/v1/games/{promised['id']}/abort", token=promised["owner_token"])
    assert hand_in(api, promised).json["code"] == "game/over"


def test_only_the_owner_hands_in_the_promised_seed(api, promised):
    assert hand_in(api, promised, token=promised["tokens"]["0"]).json["code"] == "seed/not_promised"
    assert api.post(f"/v1/games/{promised['id']}/seed", {"client_seed": MINE}).json["code"] == "auth/missing"


@pytest.mark.parametrize("seed", ["short", "x" * 65, "with a space in it ...", "line\nbreak-in-the-seed", 7, None])
def test_a_seed_of_another_form_is_refused(api, promised, seed):
    for path, body in (
        ("seed", {"client_seed": seed}),
        ("join", {"join_code": promised["join_code"], "client_seed": seed}),
    ):
        answer = api.post(f"/v1/games/{promised['id']}/{path}", body, token=promised["owner_token"])
        assert (answer.status_code, answer.json["code"]) == (422, "request/invalid")
        assert "client_seed" in answer.json["detail"]


@pytest.mark.parametrize("digest", ["abc", "G" * 64, "ab" * 33, "AB" * 32, 7])
def test_a_promise_that_is_no_digest_is_refused(api, digest):
    answer = api.post("/v1/games", {"variant": "hockey", "seed_digest": digest})
    assert (answer.status_code, answer.json["code"]) == (422, "request/invalid")
    assert "seed_digest" in answer.json["detail"]


# -- the seeds of all players


def sit(api, game, **wishes):
    return api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"], **wishes}).json


def promise_of(seed):
    return {"seed_digest": shuffles.seed_digest(seed)}


THEIRS = "a-seed-of-the-other-17"


def test_every_player_promises_a_seed_and_reveals_it_when_all_are_seated(api, promised):
    joined = sit(api, promised, **promise_of(THEIRS))
    shown = joined["fairness"]
    assert shown["promises"] == {"owner": shuffles.seed_digest(MINE), "1": shuffles.seed_digest(THEIRS)}
    assert (shown["client_seeds"], joined["status"]) == ({}, "open")
    assert shown["reveal_by"] > joined["asked_at"]
    assert hand_in(api, promised).json["status"] == "open"
    started = hand_in(api, promised, THEIRS, joined["token"]).json
    assert (started["status"], started["you"]["seat"], started["fairness"]["reveal_by"]) == ("active", 1, None)
    assert started["fairness"]["client_seeds"] == {"owner": MINE, "1": THEIRS}


def test_no_player_is_asked_for_a_seed_while_a_seat_is_open(api, promised):
    assert promised["fairness"]["reveal_by"] is None
    assert promised["fairness"]["promises"] == {"owner": shuffles.seed_digest(MINE)}


def test_a_seed_that_is_given_at_once_is_among_the_promises_before_others_reveal_theirs(api, promised):
    assert sit(api, promised, client_seed=THEIRS)["fairness"]["promises"]["1"] == shuffles.seed_digest(THEIRS)


def test_a_seed_is_revealed_with_the_token_of_who_promised_it(api, promised):
    joined = sit(api, promised, **promise_of(THEIRS))
    assert hand_in(api, promised, THEIRS).json["code"] == "seed/mismatch"
    assert hand_in(api, promised, MINE, joined["token"]).json["code"] == "seed/mismatch"
    assert hand_in(api, promised, THEIRS, promised["tokens"]["0"]).json["code"] == "seed/not_promised"


def test_a_seed_is_given_or_promised_not_both(api, promised):
    answer = api.post(
        f"/v1/games/{promised['id']}/join",
        {"join_code": promised["join_code"], "client_seed": THEIRS, **promise_of(THEIRS)},
    )
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/client_seed")


def test_who_does_not_reveal_a_seed_in_time_gets_no_cards_and_neither_does_anyone(api, store, promised, monkeypatch):
    hand_in(api, promised)
    joined = sit(api, promised, **promise_of(THEIRS))
    before = store.games.load(promised["id"])
    monkeypatch.setattr(timestamps, "time_ns", lambda: time.time_ns() + 10**9 * (joined["reveal_s"] + 1))
    assert look_again_ms(before) == 0
    seen, ended = before.version, games_of(store).changed(before.id, end_waits)
    assert (ended.status, ended.shuffles, ended.result) == ("aborted", 0, None)
    (missing, aborted) = api.get(f"/v1/games/{promised['id']}/events?after={seen}").json["events"]
    assert (missing["type"], missing["data"], aborted["type"]) == ("seed_missing", {"by": "1"}, "aborted")
    assert hand_in(api, promised, THEIRS, joined["token"]).json["code"] == "game/over"


def test_a_game_whose_seeds_are_not_late_is_not_called_off(api, store, promised):
    sit(api, promised, **promise_of(THEIRS))
    game = store.games.load(promised["id"])
    assert games_of(store).changed(game.id, end_waits).version == game.version


def test_play_now_takes_a_promise_from_both(api):
    mine = api.post("/v1/games/quick", {"variant": "hockey", **promise_of(MINE)}).json
    theirs = api.post("/v1/games/quick", {"variant": "hockey", **promise_of(THEIRS)}).json
    assert theirs["fairness"]["promises"] == {"0": shuffles.seed_digest(MINE), "1": shuffles.seed_digest(THEIRS)}
    hand_in(api, mine, MINE, mine["token"])
    assert hand_in(api, theirs, THEIRS, theirs["token"]).json["status"] == "active"


def test_who_met_one_that_does_not_reveal_the_promised_seed_calls_the_game_off_at_once(api):
    api.post("/v1/games/quick", {"variant": "hockey", **promise_of(THEIRS)})
    mine = api.post("/v1/games/quick", {"variant": "hockey", **promise_of(MINE)}).json
    hand_in(api, mine, MINE, mine["token"])
    assert api.get(f"/v1/games/{mine['id']}").json["status"] == "open"
    assert api.post(f"/v1/games/{mine['id']}/abort", token=mine["token"]).json["status"] == "aborted"


def test_an_earlier_version_shows_the_promises_as_they_were_then(api, promised):
    sit(api, promised, **promise_of(THEIRS))
    assert api.get(f"/v1/games/{promised['id']}?version=1").json["fairness"]["promises"] == {
        "owner": shuffles.seed_digest(MINE)
    }


def test_a_game_without_seeds_starts_at_once_and_its_record_says_what_it_does_not_prove(api):
    game = api.create(seats=[PERSON, PERSON])
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    check = api.post("/v1/records", api.get(f"/v1/games/{game['id']}/record").json).json
    assert check["verified"]
    assert "That the operator did not choose the cards: no player gave a seed." in check["unproven"]


@pytest.fixture
def played(api, promised):
    """The record of a game with the seeds of both."""
    joined = sit(api, promised, **promise_of(THEIRS))
    hand_in(api, promised)
    hand_in(api, promised, THEIRS, joined["token"])
    api.post(f"/v1/games/{promised['id']}/resign", token=joined["token"])
    return api.get(f"/v1/games/{promised['id']}/record").json


def test_a_record_shows_promises_and_seeds(api, played):
    assert played["fairness"]["promises"] == {"owner": shuffles.seed_digest(MINE), "1": shuffles.seed_digest(THEIRS)}
    check = api.post("/v1/records", played).json
    assert (check["verified"], len(check["unproven"])) == (True, 2)


@pytest.mark.parametrize(
    ("given", "promises", "fault"),
    [
        ({"owner": MINE}, {"owner": MINE, "1": THEIRS}, "dealt without the seed"),
        ({"owner": MINE, "1": THEIRS}, {"owner": MINE}, "was not promised"),
        ({"owner": MINE, "1": THEIRS}, {"owner": MINE, "1": MINE}, "is not the seed that was promised"),
    ],
    ids=["left out", "not promised", "another"],
)
def test_a_record_in_which_promises_were_not_kept_does_not_hold(api, played, given, promises, fault):
    played["fairness"] |= {
        "client_seeds": given,
        "promises": {who: shuffles.seed_digest(seed) for who, seed in promises.items()},
    }
    (first, *_) = api.post("/v1/records", played).json["faults"]
    assert first["pointer"] == "/fairness/client_seeds/1"
    assert fault in first["message"]


# -- a rematch


@pytest.fixture
def rivals(api, promised):
    """A finished game with the seeds of both: their tokens, by seat."""
    joined = sit(api, promised, **promise_of(THEIRS))
    hand_in(api, promised)
    hand_in(api, promised, THEIRS, joined["token"])
    api.post(f"/v1/games/{promised['id']}/resign", token=joined["token"])
    return promised, promised["tokens"]["0"], joined["token"]


def rematch(api, rivals, seat, **body):
    return api.post(f"/v1/games/{rivals[0]['id']}/rematch", body, token=rivals[1 + seat]).json


def test_a_rematch_takes_a_promise_of_both_who_promised_one_before(api, rivals):
    first = rematch(api, rivals, 0, **promise_of(MINE))
    assert (first["status"], first["fairness"]["promises"]["0"], first["fairness"]["reveal_by"]) == ("open", "", None)
    second = rematch(api, rivals, 1, **promise_of(THEIRS))
    assert second["fairness"]["promises"] == {"1": shuffles.seed_digest(MINE), "0": shuffles.seed_digest(THEIRS)}
    assert second["fairness"]["reveal_by"] is not None
    hand_in(api, first, MINE, rivals[1])
    assert hand_in(api, first, THEIRS, rivals[2]).json["status"] == "active"


def test_a_rematch_waits_for_no_promise_of_who_asks_without_one(api, rivals):
    assert rematch(api, rivals, 0)["status"] == "active"


def test_who_comes_to_a_rematch_without_a_seed_does_without(api, rivals):
    rematch(api, rivals, 0, **promise_of(MINE))
    shown = rematch(api, rivals, 1)["fairness"]
    assert shown["promises"] == {"1": shuffles.seed_digest(MINE)}
    assert shown["reveal_by"] is not None


def test_promises_to_a_rematch_cannot_change_when_they_may_have_been_shown_as_all(api, rivals):
    rematch(api, rivals, 0, **promise_of(MINE))
    both = rematch(api, rivals, 1, **promise_of(THEIRS))["fairness"]["promises"]
    assert rematch(api, rivals, 1, **promise_of("another-seed-entirely"))["fairness"]["promises"] == both


def test_a_rematch_goes_on_without_the_promise_of_who_does_not_come(api, store, rivals, monkeypatch):
    first = rematch(api, rivals, 0, **promise_of(MINE))
    monkeypatch.setattr(timestamps, "time_ns", lambda: time.time_ns() + 10**9 * (first["absent_after_s"] + 1))
    asked = games_of(store).changed(first["id"], end_waits)
    assert (asked.status, asked.missing_seeds) == ("open", ["1"])
    assert asked.reveal_by is not None
    assert hand_in(api, first, MINE, rivals[1]).json["status"] == "active"


# -- a prepared deal

COMPUTER = {"kind": "ai", "level": 1}


def played_deal(api, store, deal="the-first-goal", turns=9):
    """A game of a deal against a computer, resigned after these turns, the first legal move each: as it was created,
    its proof and its record.
    """
    game = api.create(seats=[PERSON, COMPUTER], deal=deal, pace_ms=0)
    path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
    for _ in range(turns):
        view = api.get(path, token=token).json
        if view["legal_moves"]:
            api.move(view, token)
        else:
            play_ai_turn(store, game["id"])
    api.post(f"{path}/resign", token=token)
    return game, api.get(f"{path}/fairness").json, api.get(f"{path}/record").json


def test_a_deal_gives_the_same_game_again_its_computer_included_and_another_deal_another(api, store):
    """The record of each is correct, and both SDKs compute its shuffles, and say that the cards could be known."""
    first, again, other = (played_deal(api, store, deal) for deal in ("the-first-goal", "the-first-goal", "another"))
    assert first[0]["id"] != again[0]["id"]
    assert first[0]["fairness"]["deal"] == first[2]["fairness"]["deal"] == "the-first-goal"
    assert {move["seat"] for move in first[2]["moves"]} == {0, 1}
    assert first[2]["moves"] == again[2]["moves"] != other[2]["moves"]
    assert first[1]["orders"] == again[1]["orders"] != other[1]["orders"]
    known = ["the cards follow from the text of a prepared deal: who knew it knew them"]
    for game, proof, record in (first, other):
        assert fairness_faults(proof, game["fairness"]["commitment"]) == known
        check = api.post("/v1/records", record).json
        assert (check["verified"], check["unproven"][1:]) == (
            True,
            ["That no one knew the cards: they follow from the text of a prepared deal."],
        )
    changed = [first[1] | {"deal": "another"}, first[1] | {"deal": None}]
    assert all(len(fairness_faults(proof, first[1]["commitment"])) > 1 for proof in changed)
    tampered = first[2] | {"fairness": first[2]["fairness"] | {"seed": SEED}}
    assert api.post("/v1/records", tampered).json["faults"][0]["pointer"] == "/fairness/seed"
    at_first = api.get(f"/v1/games/{first[0]['id']}?version=1", token=first[0]["tokens"]["0"]).json
    assert at_first["hand"] == first[0]["hand"]


def test_a_rematch_of_a_deal_is_dealt_by_a_secret_seed(api, store):
    game, proof, _ = played_deal(api, store, turns=0)
    fairness = api.post(f"/v1/games/{game['id']}/rematch", {}, token=game["tokens"]["0"]).json["fairness"]
    assert (fairness["deal"], fairness["commitment"] == proof["commitment"]) == (None, False)


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"seats": [PERSON, OPEN]}, "seats/invalid"),
        ({"seats": [PERSON, PERSON]}, "seats/invalid"),
        ({"seed_digest": shuffles.seed_digest(MINE)}, "request/invalid"),
        ({"deal": "Not a deal"}, "request/invalid"),
    ],
    ids=["open seat", "two people", "a seed", "another form"],
)
def test_a_deal_is_refused_where_its_cards_could_cheat_someone(api, wishes, code):
    answer = api.post("/v1/games", {"variant": "hockey", "deal": "the-first-goal"} | wishes)
    assert refusal_of(answer) == {"status": 422, "code": code, "pointer": "/deal"}


@pytest.mark.parametrize(("bound", "word"), [(3, 2**32 - 1), (6, 2**32 - 4), (52, 2**32 - 48)])
def test_a_word_that_would_make_one_place_likelier_than_another_is_skipped(bound, word):
    """The words below ``word`` are a multiple of the bound."""
    assert word % bound == 0
    assert shuffles._below(bound, iter([word, 2**32 - 1, word - 1])) == bound - 1
