"""The texts of a game as a client reads them: the players' names, and whose call it is."""

import re

import msgspec
import pytest

from engines import VARIANTS
from engines.fields import DEFENDER
from engines.language import CODES
from service.games.record import make_record
from service.games.views import events_view
from tests.engines.variant_suite import assert_speaks_to, texts_in
from tests.service.client import OPEN, PERSON, ai, choose_dealer
from tests.service.games.test_records import PRESETS, finished_game

IDA, OLE = PERSON | {"name": "Ida"}, PERSON | {"name": "Ole"}
NUMBERED = re.compile(r"\b(seat|side) \d", re.IGNORECASE)


def events_of(api, game):
    return api.get(f"/v1/games/{game['id']}/events").json["events"]


def record_of(api, game):
    return api.get(f"/v1/games/{game['id']}/record").json


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_texts_of_a_whole_game_name_the_players_and_never_a_number(store, key, preset):
    record = make_record(store.games, finished_game(store, key, preset))
    assert not [event["text"] for event in record["events"] if NUMBERED.search(event["text"])]
    goals = [event for event in record["events"] if event["type"] == "scores"]
    names = ["Ida", "Ole", "Eva", "Jan"]
    assert not [goal for goal in goals if f"{names[goal['data']['seat']]} scores" not in goal["text"]]


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("key", VARIANTS)
def test_the_parts_of_a_text_are_that_text_and_name_the_cards_of_the_event(store, key, language):
    game = finished_game(store, key)
    commits = store.games.history(game.id).after(0, game.version)
    for viewer in (None, 0, 1):
        events = msgspec.to_builtins(events_view(game, commits, viewer, language))
        with_parts = [event for event in events if "text_parts" in event]
        assert with_parts
        for event in with_parts:
            assert "".join(part["text"] for part in event["text_parts"]) == event["text"]
            named = {part["card"] for part in event["text_parts"] if "card" in part}
            assert named
            assert named <= texts_in(event["data"])


def test_a_record_has_texts_without_parts(store):
    record = make_record(store.games, finished_game(store, "hockey"))
    assert not [event for event in record["events"] if "text_parts" in event]


def spoken_by_the_other(record):
    """The types of the events whose text is not that of their own seat."""
    return {event["type"] for event in record["events"] if event["speaker"] not in (None, event["data"].get("seat"))}


@pytest.mark.parametrize("key", VARIANTS)
def test_every_event_names_who_speaks(store, key):
    record = make_record(store.games, finished_game(store, key))
    for event in record["events"]:
        assert event["speaker"] in (None, event["data"].get("seat"), 1 - event["data"].get("seat", 0)), event
    assert spoken_by_the_other(record) == {kind.type for kind in VARIANTS[key].events if kind.speaker == DEFENDER}


def test_the_goalie_calls_a_save(store):
    assert spoken_by_the_other(make_record(store.games, finished_game(store, "hockey"))) == {"save"}


def test_a_person_who_joins_is_called_by_name_from_the_first_text_on(api):
    game = api.create(seats=[IDA, OPEN])
    api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"], "name": "Ole"})
    texts = [event["text"] for event in events_of(api, game)]
    assert texts[0] == "Ole sits down."
    assert any(text.startswith("Ole cuts") or ", Ole " in text for text in texts), texts


def test_texts_stay_the_same_when_a_computer_takes_over(api):
    game = choose_dealer(api, api.create(seats=[IDA, OLE]))
    before = events_of(api, game)
    api.post(f"/v1/games/{game['id']}/seats/0/ai", {"level": 3}, token=game["tokens"]["0"])
    after = events_of(api, game)
    assert after[: len(before)] == before
    assert after[len(before)]["text"] == "A computer of level 3 plays for Ida from now on."


def test_the_winner_is_called_by_name_when_the_other_side_resigns(api):
    game = choose_dealer(api, api.create(seats=[IDA, OLE]))
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    assert [event["text"] for event in events_of(api, game)[-2:]] == [
        "Ida resigns.",
        "Game over. Ole wins by resignation at 0-0.",
    ]


@pytest.mark.parametrize("name", ["{seat}", "%(name)s", "<script>", "Seat 1", "\\1"])
def test_a_name_is_plain_text_whatever_stands_in_it(api, name):
    game = choose_dealer(api, api.create(seats=[PERSON | {"name": name}, OLE]))
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    assert events_of(api, game)[-2]["text"] == f"{name} resigns."
    assert api.post("/v1/records", record_of(api, game)).json["verified"]


def test_the_names_and_speakers_of_a_record_are_checked(api):
    game = choose_dealer(api, api.create(seats=[IDA, OLE]))
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    record = record_of(api, game)
    record["seats"][0]["name"] = "Eva"
    faults = api.post("/v1/records", record).json["faults"]
    assert any(fault["pointer"].endswith("/text") for fault in faults), faults
    record["seats"][0]["name"] = "Ida"
    at = next(number for number, event in enumerate(record["events"]) if event["type"] == "deal")
    record["events"][at]["speaker"] = 1
    assert [fault["pointer"] for fault in api.post("/v1/records", record).json["faults"]] == [f"/events/{at}/speaker"]
    record["events"][at]["speaker"] = None
    record["seats"].append(record["seats"][0] | {"seat": 2})
    assert [fault["pointer"] for fault in api.post("/v1/records", record).json["faults"]] == ["/seats"]


def test_the_choice_of_a_dealer_names_the_players_in_moves_and_hints(api, work):
    game = api.create(seats=[IDA, OLE])
    (seat,) = game["to_act"]
    token = game["tokens"][str(seat)]
    words = {"let Ida deal first", "let Ole deal first"}
    view = api.get(f"/v1/games/{game['id']}", token=token).json
    assert {legal["text"] for legal in view["legal_moves"]} == words
    asked = api.post(f"/v1/games/{game['id']}/suggestions", {"simulations": 20}, token=token)
    work()
    assert api.get(f"/v1/suggestions/{asked.json['id']}", token=token).json["answer"]["text"] in words


def test_two_computers_of_one_name_are_distinguished(api):
    game = api.create(seats=[ai(1), ai(1)])
    texts = " ".join(event["text"] for event in events_of(api, game))
    assert "Rookie (1)" in texts
    assert "Rookie (2)" in texts


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("key", VARIANTS)
def test_a_text_speaks_to_the_seat_that_reads_it(store, key, language):
    game = finished_game(store, key)
    commits = store.games.history(game.id).after(0, game.version)
    told, *seats = (events_view(game, commits, viewer, language) for viewer in (None, 0, 1))
    assert {event.type for event in told} >= {"game_started", "game_finished"}
    for player, events in zip(("Ida", "Ole"), seats, strict=True):
        for event, other in zip(events, told, strict=True):
            assert player not in event.text
            if event.data == other.data:  # and not only how many cards others are dealt
                assert_speaks_to(player, event.text, other.text)


def test_players_read_what_they_do_and_the_others_read_their_names(api):
    game = choose_dealer(api, api.create(seats=[IDA, OLE]))
    token = game["tokens"]["0"]
    answer = api.post(f"/v1/games/{game['id']}/resign", token=token)
    assert answer.json["result"]["winner"] == 1
    read = {
        seat: [event["text"] for event in api.get(f"/v1/games/{game['id']}/events", token=reader).json["events"][-2:]]
        for seat, reader in (("0", token), ("1", game["tokens"]["1"]), ("spectator", None))
    }
    assert read == {
        "0": ["You resign.", "Game over. Ole wins by resignation at 0-0."],
        "1": ["Ida resigns.", "Game over. You win by resignation at 0-0."],
        "spectator": ["Ida resigns.", "Game over. Ole wins by resignation at 0-0."],
    }
