"""Playing with few bytes: views come with the stream, the answer of a move is empty, and streams are compressed."""

import json
import secrets
import zlib
from itertools import pairwise

import pytest

from service.live.streams import GZIP_HEAD, PACKED_STEP, packed
from tests.games import LUCK_ONLY
from tests.service.client import PERSON
from tests.service.live.test_streams import parsed, path_of, resign
from tests.service.live.test_waiting import asked_view

MINIMAL = {"Prefer": "return=minimal"}


def streamed(api, game, query="", **options):
    """All messages of a game that is over."""
    return parsed(api.get(path_of(game, query), **options).text)


def unpacked(answer):
    """The texts of a compressed stream, each as soon as its bytes have come."""
    unpacker = zlib.decompressobj(wbits=31)
    return [unpacker.decompress(chunk).decode() for chunk in answer.iter_encoded()]


@pytest.mark.parametrize("seat", ["0", "1", None])
def test_the_latest_message_brings_the_view_of_its_reader(api, game, contract, seat):
    resign(api, game)
    token = game["tokens"].get(seat)
    messages = streamed(api, game, "?view=true", token=token)
    assert ["view" in data for _, data in messages] == [False, False, True]
    assert messages[-1][1]["view"] == api.get(f"/v1/games/{game['id']}", token=token).json
    contract.schema_validator("GameUpdate").validate(messages[-1][1])


def test_views_come_only_if_they_are_wanted(api, game):
    resign(api, game)
    assert not [data for _, data in streamed(api, game) if "view" in data]
    assert api.get(path_of(game, "?view=yes")).json["code"] == "request/invalid"


def test_views_come_in_the_language_of_the_reader(api, game):
    resign(api, game)
    french = {"Accept-Language": "fr"}
    view = streamed(api, game, "?view=true", headers=french)[-1][1]["view"]
    assert view == api.get(f"/v1/games/{game['id']}", headers=french).json


@pytest.mark.parametrize("key", LUCK_ONLY)
def test_a_version_without_events_is_a_message_too(api, key):
    game = api.create(variant=key, seats=[PERSON, PERSON])
    for _ in range(2):
        view, token = asked_view(api, api.get(f"/v1/games/{game['id']}").json | {"tokens": game["tokens"]})
        game |= api.move(view, token).json
    over = resign(api, game)
    messages = streamed(api, game)
    assert [number for number, _ in messages] == list(range(1, over["version"] + 1))
    assert [] in [data["events"] for _, data in messages]


def test_a_reader_whose_token_has_been_renewed_gets_no_further_view(api):
    game = api.create(seats=[PERSON, PERSON])
    stream = api.get(path_of(game, f"?view=true&after={game['version']}"), token=game["tokens"]["1"])
    assert api.post(f"/v1/games/{game['id']}/seats/1/token", token=game["owner_token"]).status_code == 201
    ((_, data),) = parsed(stream.text)
    assert [event["type"] for event in data["events"]] == ["token_renewed"]
    assert "view" not in data


def test_a_client_that_prefers_no_view_gets_none_after_a_move_and_the_move_counts_once(api, game):
    move = {"ply": game["ply"], "move": game["legal_moves"][0]["move"]}
    first = api.post(f"/v1/games/{game['id']}/moves", move, token=game["token"], headers=MINIMAL)
    assert (first.status_code, first.data) == (204, b"")
    assert len(str(first.headers)) < 150, "one for each move"
    again = api.post(f"/v1/games/{game['id']}/moves", move, token=game["token"], headers=MINIMAL)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (204, "true")
    assert api.get(f"/v1/games/{game['id']}").json["version"] == game["version"] + 1


def test_a_refused_move_says_why_also_to_a_client_that_prefers_no_view(api, game):
    answer = api.post(
        f"/v1/games/{game['id']}/moves",
        {"ply": game["ply"], "move": {"type": "x"}},
        token=game["token"],
        headers=MINIMAL,
    )
    assert (answer.status_code, answer.json["code"]) == (422, "move/invalid")


def test_a_stream_is_compressed_for_a_client_that_accepts_gzip_and_each_message_comes_at_once(api, game):
    resign(api, game)
    plain = api.get(path_of(game), token=game["token"])
    assert "Content-Encoding" not in plain.headers
    answer = api.get(path_of(game), token=game["token"], headers={"Accept-Encoding": "gzip, br"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    texts = unpacked(answer)
    assert [len(parsed(text)) for text in texts] == [0, 1, 1, 1, 0]
    assert parsed("".join(texts)) == parsed(plain.text)
    assert "Content-Encoding" not in api.get(path_of(game), headers={"Accept-Encoding": "gzip;q=0"}).headers


def test_a_view_that_repeats_most_of_an_earlier_one_costs_one_step(api, game):
    text = f"id: 1\ndata: {json.dumps(game)}\n\n".encode()
    assert len(packed(text, b"")) > 500
    assert len(packed(text, text)) == PACKED_STEP


def test_what_brings_a_message_to_its_length_is_nothing(game):
    """A message of each length brings itself, at once, and nothing else."""
    texts = [b"data: %s\n\n" % secrets.token_hex(length).encode() for length in range(300)]
    unpacker = zlib.decompressobj(wbits=31)
    unpacker.decompress(GZIP_HEAD)
    chunks = [packed(text, before) for before, text in pairwise([b"", *texts])]
    assert [unpacker.decompress(chunk) for chunk in chunks] == texts
    assert [len(chunk) % PACKED_STEP for chunk in chunks] == [0] * 300


def test_nothing_with_a_token_is_ever_compressed(api):
    accepted = {"Accept-Encoding": "gzip, br"}
    seats = {"variant": "hockey", "seats": [PERSON, {"kind": "open"}]}
    created = api.post("/v1/games", seats, headers=accepted)
    game = created.json
    joined = api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}, headers=accepted)
    ticket = api.post(f"/v1/games/{game['id']}/tickets", token=joined.json["token"], headers=accepted)
    quick = api.post("/v1/games/quick", {"variant": "hockey"}, headers=accepted)
    assert [answer.status_code for answer in (created, joined, ticket, quick)] == [201] * 4
    assert not [answer for answer in (created, joined, ticket, quick) if "Content-Encoding" in answer.headers]


def test_a_record_is_compressed(api, app, game):
    resign(api, game)
    headers = {"Accept-Encoding": "gzip", "Authorization": f"Bearer {game['token']}"}
    answer = app.test_client().get(f"/v1/games/{game['id']}/record", headers=headers)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert json.loads(zlib.decompress(answer.data, 31))["id"] == game["id"]


def test_pages_of_the_service_itself_need_no_cors(api):
    own, other = {"Origin": "http://localhost"}, {"Origin": "http://localhost:3000"}
    assert "Access-Control-Allow-Origin" not in api.get("/v1/variants", headers=own).headers
    assert api.get("/v1/variants", headers=other).headers["Access-Control-Allow-Origin"] == "http://localhost:3000"
