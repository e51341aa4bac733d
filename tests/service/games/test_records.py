"""Records of finished games: complete, and checked by playing them again."""

import json
from copy import deepcopy

import pytest

from engines import VARIANTS
from engines.api import SPECTATOR
from engines.rng import Rng
from service.api import operation
from service.api.routes import records
from service.games import create, lifecycle
from service.games.play import resign
from service.games.record import check_record, draw_sheet, make_record
from service.model import shuffles
from service.model.game import seats_to_act
from service.ops import verify
from tests.games import LONG_MOVES
from tests.service.client import OPEN, PERSON, ai, choose_dealer
from tests.service.clock import pass_time
from tests.service.games.test_secrecy import random_move
from tests.service.use_cases import create_game, games_of, play_move, sweeper

PRESETS = [(key, preset) for key, variant in VARIANTS.items() for preset in variant.presets]


GAME_ID = f"g_{'a' * 20}"
STORED = {}
"""What is in the store after a finished game, by what makes the game: its moves are made once, not for every test."""


def finished_game(store, key, preset=None, cards=1):
    """A random game between people, played to its end; the same for the same ``cards``."""
    made_by, client = (key, preset, cards), store.client
    if any(client.scan_iter("*")):  # a game among others
        return played(store, key, preset, cards)
    if made_by not in STORED:
        played(store, key, preset, cards)
        STORED[made_by] = [(name, max(client.pttl(name), 0), client.dump(name)) for name in client.scan_iter("*")]
    else:
        for name, lives_ms, value in STORED[made_by]:
            client.restore(name, lives_ms, value)
    return store.games.load(GAME_ID)


def played(store, key, preset=None, cards=1, look=lambda game: None):
    """The same, played now; ``look`` sees each version."""
    variant = VARIANTS[key]
    seats = int(variant.new_game(variant.resolve_options(preset, None)[1]).seats())
    names = ["Ida", "Ole", "Eva", "Jan"]
    people = [PERSON | {"name": names[seat]} for seat in range(seats)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shuffles, "new_seed", lambda *draw: f"{cards:064x}")
        patch.setattr(create, "new_id", lambda *draw: GAME_ID)
        game = create_game(store, key, preset, None, people, True).game
    rng = Rng("record")
    look(game)
    while game.status == "active":
        seat = seats_to_act(game)[0]
        game = play_move(store, game.id, seat, game.state.ply, random_move(variant, game.state, seat, rng)).game
        look(game)
    return game


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_a_record_holds_when_it_is_played_again(store, key, preset):
    game = finished_game(store, key, preset)
    record = make_record(store.games, game)
    check = check_record(record)
    assert check.faults == []
    assert (check.moves, check.shuffles, check.score) == (game.moves, game.shuffles, game.result.score)


def test_an_option_that_is_missing_is_taken_to_be_as_in_the_standard_game_whatever_the_preset_has_now(store):
    """A record of a release that did not have the option yet."""
    options = {"goal_keeps_breakaway": False}
    game = create_game(store, "hockey", "goal_is_breakaway", options, [PERSON, PERSON]).game
    record = make_record(store.games, resign(games_of(store), game.id, lambda game: 0))
    del record["options"]["goal_keeps_breakaway"]
    faults = check_record(record).faults
    assert [(fault.pointer, fault.message) for fault in faults] == [
        ("/options", "goal_keeps_breakaway is missing; made again it is false")
    ]


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_the_line_score_adds_up_to_the_result(store, key, preset):
    record = make_record(store.games, finished_game(store, key, preset))
    columns = record["sheet"]["line_score"]
    assert [sum(period["goals"][side] for period in columns) for side in (0, 1)] == record["result"]["score"]
    assert len(record["sheet"]["goals"]) == sum(sum(period["goals"]) for period in columns if period["period"] != "SO")
    assert not [goal for goal in record["sheet"]["goals"] if not goal["how"]]


def test_the_sheet_of_an_aborted_game_has_its_goals(store):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shuffles, "new_seed", lambda *draw: f"{5:064x}")
        patch.setattr(create, "new_id", lambda *draw: GAME_ID)
        game = create_game(store, seats=[PERSON, PERSON]).game
    rng = Rng("aborted")
    while sum(game.score) < 3:
        seat = seats_to_act(game)[0]
        game = play_move(store, game.id, seat, game.state.ply, random_move(game.variant, game.state, seat, rng)).game
    sheet = make_record(store.games, lifecycle.abort(games_of(store), game.id))["sheet"]
    assert sheet["goals"][-1]["score"] == game.score
    assert [sum(period["goals"][side] for period in sheet["line_score"]) for side in (0, 1)] == game.score


@pytest.mark.parametrize("key", [key for key in VARIANTS if "period" in VARIANTS[key].codec.table_field.fields])
def test_the_period_in_which_a_player_resigns_has_a_column(store, key):
    game = create_game(store, key, seats=[PERSON, PERSON]).game
    rng = Rng("resigned")
    while game.variant.codec.table(game.variant.observe(game.state, SPECTATOR))["period"] < 2:
        seat = seats_to_act(game)[0]
        game = play_move(store, game.id, seat, game.state.ply, random_move(game.variant, game.state, seat, rng)).game
    record = make_record(store.games, resign(games_of(store), game.id, lambda _: 0))
    columns = record["sheet"]["line_score"]
    assert [column["period"] for column in columns] == ["1", "2"]
    assert [sum(column["goals"][side] for column in columns) for side in (0, 1)] == record["result"]["score"]
    assert check_record(record).faults == []


def test_overtime_has_a_column_of_its_own(store):
    record = make_record(store.games, finished_game(store, "hockey", cards=2))
    assert [period["period"] for period in record["sheet"]["line_score"]] == ["1", "2", "3", "OT"]


def event(name, seat, text="", **data):
    return {"type": name, "version": 1, "text": text, "data": {"seat": seat} | data}


def test_a_goal_was_scored_by_its_card():
    sheet = draw_sheet(VARIANTS["hockey"], [event("scores", 1, score=[0, 1], card="KD")], None, {})
    assert [(goal.seat, goal.how) for goal in sheet.goals] == [(1, "king of diamonds")]


# -- over HTTP


@pytest.fixture
def resigned(api):
    game = choose_dealer(api, created := api.create(seats=[PERSON, PERSON]))
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    return created


def record_of(api, game):
    return api.get(f"/v1/games/{game['id']}/record")


def test_the_record_of_a_game_can_be_sent_back_to_be_checked(api, resigned):
    found = record_of(api, resigned)
    varies = {"Authorization", "Accept-Encoding", "Origin"}
    assert (found.mimetype, set(found.headers["Vary"].split(", "))) == ("application/json", varies)
    record = found.json
    answer = api.post("/v1/records", data=found.data, content_type="application/json")
    assert answer.status_code == 200
    check = dict(answer.json)
    assert "no player gave a seed" in check.pop("unproven")[1]
    assert check == {
        "verified": True,
        "faults": [],
        "moves": 1,
        "shuffles": record["fairness"]["shuffles"],
        "score": [0, 0],
    }


def test_a_game_under_way_has_no_record(api):
    answer = record_of(api, api.create(seats=[PERSON, OPEN]))
    assert (answer.status_code, answer.json["code"]) == (409, "game/not_over")


def test_a_game_that_was_called_off_has_a_record(api):
    game = api.create(seats=[PERSON, PERSON])
    api.post(f"/v1/games/{game['id']}/abort", token=game["owner_token"])
    record = record_of(api, game).json
    assert record == record | {"status": "aborted", "result": None, "moves": []}
    assert api.post("/v1/records", record).json["verified"]


def test_a_game_that_an_operator_ended_after_moves_has_a_record(api, store):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    lifecycle.abort(games_of(store), game["id"])
    record = record_of(api, game).json
    assert record == record | {"status": "aborted", "result": None}
    assert record["moves"]
    assert api.post("/v1/records", record).json["verified"]
    record["events"] = [event for event in record["events"] if event["type"] != "aborted"]
    assert api.post("/v1/records", record).json["faults"][0]["pointer"] == "/status"


def test_a_private_games_record_is_private(api):
    game = api.create(public=False, seats=[PERSON, PERSON])
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    assert record_of(api, game).json["code"] == "game/not_found"
    assert api.get(f"/v1/games/{game['id']}/record", token=game["tokens"]["1"]).status_code == 200


def test_a_game_with_a_handed_over_seat_and_a_seed_of_a_player_holds(api, play_computer):
    game = api.create(seats=[ai(1), OPEN])
    path = f"/v1/games/{game['id']}"
    joined = api.post(f"{path}/join", {"join_code": game["join_code"], "client_seed": "x" * 20}).json
    api.post(f"{path}/seats/1/ai", {"level": 1}, token=joined["token"])
    play_computer(game["id"])
    record = record_of(api, game).json
    assert record["fairness"]["client_seeds"] == {"1": "x" * 20}
    assert api.post("/v1/records", record).json["verified"]


def test_a_game_in_which_the_service_itself_did_much_holds(api, store, queue, play_computer, monkeypatch):
    """A computer comes, tokens are renewed, seats change hands, and a rematch is asked for."""
    game = api.post("/v1/games/quick", {"variant": "hockey", "wait_s": 20, "level": 1}).json
    pass_time(monkeypatch, store, 21)
    sweeper(store, queue).sweep()
    path = f"/v1/games/{game['id']}"
    token = api.post(f"{path}/seats/0/token", token=game["token"]).json["token"]
    for change in ("ai", "return", "ai"):
        api.post(f"{path}/seats/0/{change}", {}, token=token)
    play_computer(game["id"])
    api.post(f"{path}/rematch", {}, token=token)
    record = record_of(api, game).json
    own = {"seat_filled", "token_renewed", "seat_taken_over", "seat_returned", "rematch"}
    assert own <= {event["type"] for event in record["events"]}
    assert api.post("/v1/records", record).json["faults"] == []


def test_a_game_in_which_time_ran_out_holds(api, store, queue, monkeypatch):
    game = choose_dealer(api, created := api.create(seats=[PERSON, PERSON], time_limit_s=30))
    pass_time(monkeypatch, store, 31)
    sweeper(store, queue).sweep()
    api.post(f"/v1/games/{game['id']}/resign", token=created["tokens"]["0"])
    record = record_of(api, created).json
    assert "time_ran_out" in [event["type"] for event in record["events"]]
    assert api.post("/v1/records", record).json["faults"] == []


# -- records that do not hold


@pytest.fixture
def record(store):
    return make_record(store.games, finished_game(store, "hockey"))


def changed(record, *path, to):
    part = record = deepcopy(record)
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    return record


AT = "2026-11-24T12:00:00.000Z"
FORGERIES = [
    (("fairness", "seed"), "ab" * 32, "/fairness/commitment"),
    (("fairness", "commitment"), "ab" * 32, "/fairness/commitment"),
    (("fairness", "client_seeds"), {"owner": "y" * 20}, "/fairness/client_seeds/owner"),
    (("fairness", "shuffles"), 9, "/fairness/shuffles"),
    (("rules_version",), 99, "/rules_version"),
    (("deck_digest",), "ab" * 32, "/deck_digest"),
    (("preset",), "nhl", "/preset"),
    (("options",), {}, "/options"),
    (("result",), {"winner": None, "reason": "draw", "score": [7, 7]}, "/result/score/0"),
    (("moves", 3, "ply"), 77, "/moves/3/ply"),
    (("moves", 3, "seat"), 5, "/moves/3/seat"),
    (("moves", 2, "move"), {"type": "face_off", "card": "AS", "x": 1}, "/moves/2/move"),
    (("moves", 2, "move"), {"type": "lineup"}, "/moves/2/move"),
    (("events", 5, "data"), {"seat": 1, "cards": []}, "/events/5/data/cards"),
    (("events", 5, "text"), "A lie.", "/events/5/text"),
    (("events", 5, "version"), 77, "/events/5/version"),
    (("events",), [], "/events"),
    (("sheet", "line_score"), [], "/sheet/line_score"),
    (("sheet", "goals"), [], "/sheet/goals"),
    (("moves",), [], "/moves"),
    (("seats", 1, "side"), 0, "/seats/1/side"),
    (("seats", 1, "level"), 9, "/seats/1/level"),
    (("events", 0, "text"), "A lie.", "/events/0/text"),
    (("events", 0, "data"), {"seat": 1}, "/events/0/data/seat"),
    (("events", -1, "data", "winner"), None, "/events/{last}/data/winner"),
    (
        ("events", 0),
        {"type": "resigned", "data": {"seat": 7}, "version": 1, "at": AT, "text": "", "speaker": None},
        "/events/0/data/seat",
    ),
    (
        ("events", 0),
        {"type": "seat_filled", "data": {"seat": 1, "level": 9}, "version": 1, "at": AT, "text": "", "speaker": None},
        "/events/0/data/level",
    ),
    (
        ("events", 0),
        {"type": "resigned", "data": {"seat": "x"}, "version": 1, "at": AT, "text": "", "speaker": None},
        "/events/0/data",
    ),
]


@pytest.mark.parametrize(
    ("path", "value", "where"),
    FORGERIES,
    ids=[".".join(map(str, path)) + f"-{n}" for n, (path, _, _) in enumerate(FORGERIES)],
)
def test_a_forged_record_does_not_hold_and_the_place_is_named(api, record, path, value, where):
    answer = api.post("/v1/records", changed(record, *path, to=value))
    assert (answer.status_code, answer.json["verified"]) == (200, False)
    assert where.format(last=len(record["events"]) - 1) in [fault["pointer"] for fault in answer.json["faults"]]


def leaves(part, *path):
    if isinstance(part, dict | list) and part:
        for name, value in part.items() if isinstance(part, dict) else enumerate(part):
            yield from leaves(value, *path, name)
    else:
        yield path, part


@pytest.mark.parametrize("key", ["hockey", *LONG_MOVES])
def test_nothing_is_in_a_record_that_the_check_forgets(store, key):
    """One field of each kind is forged. What is not checked: when, and who played."""
    record = make_record(store.games, finished_game(store, key))
    kinds = {
        tuple("*" if isinstance(step, int) else step for step in path): (path, value) for path, value in leaves(record)
    }
    for path, value in kinds.values():
        if path[-1] in ("created_at", "at", "name", "kind", "level", "bot_id"):
            continue
        other = {"": value + 1} if isinstance(value, int) else {"": f"a{value}"}
        other = {None: 1, **other}[None if value is None else ""]
        if isinstance(value, dict | list):
            other = {"0": "y" * 20} if isinstance(value, dict) else [1]
        if path == ("fairness", "seed"):
            other = value[::-1]
        if path != ("variant",):
            assert check_record(changed(record, *path, to=other)).faults, path


def test_a_move_after_the_end_is_named(api, record):
    again = deepcopy(record)
    again["moves"].append(again["moves"][-1])
    (fault,) = api.post("/v1/records", again).json["faults"]
    assert fault == {"pointer": f"/moves/{len(record['moves'])}", "message": "the game is over before this move"}


def test_a_move_that_could_not_be_played_is_explained_in_the_words_of_the_rules(api, record):
    first, second, *_ = [place for place, made in enumerate(record["moves"]) if "card" in made["move"]]
    forged = changed(record, "moves", second, "move", to=record["moves"][first]["move"])
    fault = api.post("/v1/records", forged).json["faults"][0]
    assert fault["pointer"].startswith(f"/moves/{second}")
    assert fault["message"]


@pytest.mark.parametrize(
    ("path", "value", "code", "field"),
    [
        (("variant",), "chess", "variant/unknown", "chess"),
        (("format",), "pgn", "request/invalid", "format"),
        (("moves",), "none", "request/invalid", "moves"),
        (("moves", 0, "seat"), True, "request/invalid", "moves"),
        (("moves", 0, "card"), "AS", "request/invalid", "card"),
        (("fairness", "seed"), "xyz", "request/invalid", "seed"),
        (("fairness", "client_seeds"), {"me": "x" * 20}, "request/invalid", "client_seeds"),
        (("colour",), "red", "request/invalid", "colour"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_no_record_is_refused(api, record, path, value, code, field):
    answer = api.post("/v1/records", changed(record, *path, to=value))
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert field in answer.json["detail"]


def test_a_record_may_be_longer_than_another_body_but_not_endless(api, record):
    long = changed(record, "events", 0, "text", to="x" * 100_000)
    assert api.post("/v1/records", long).status_code == 200
    endless = changed(record, "events", 0, "text", to="x" * 2_200_000)
    assert api.post("/v1/records", endless).json["code"] == "request/too_large"


# -- without a server


def test_a_file_is_checked_by_one_command(record, tmp_path, capsys):
    right, forged = (tmp_path / name for name in ("right.json", "forged.json"))
    right.write_text(json.dumps(record, indent=2))
    forged.write_text(json.dumps(changed(record, "fairness", "seed", to="ab" * 32)))
    assert [verify.main([str(path)]) for path in (right, forged)] == [0, 1]
    output = capsys.readouterr().out
    score = "-".join(map(str, record["result"]["score"]))
    counts = f"{len(record['moves'])} moves, {record['fairness']['shuffles']} shuffles"
    assert f"{record['id']} holds: commitment, {counts}, result {score}.\n" in output
    assert "/fairness/commitment: " in output
    assert f"{record['id']} does not hold; " in output


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "{}", '{"game": 1}', '{"game":{}}'])
def test_a_file_that_is_no_record_is_reported_as_none(tmp_path, capsys, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    assert verify.main([str(path)]) == 2
    said = capsys.readouterr().err
    assert "is not a record" in said
    assert len(said) < 500 + len(str(path))


def test_a_file_that_is_not_there_is_named(capsys):
    assert verify.main(["/no/such/file"]) == 2
    assert "/no/such/file" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["a", "b"]])
def test_one_file_is_checked_at_a_time(arguments, capsys):
    with pytest.raises(SystemExit, match=r"^2$"):
        verify.main(arguments)
    assert capsys.readouterr().err.startswith("usage: faceoff verify [-h] file\n")


def test_one_record_is_parsed_and_checked_at_a_time_and_others_wait(api, monkeypatch):
    monkeypatch.setattr(operation, "PATIENCE_S", 0)
    with records.CHECKS:
        refused = api.post("/v1/records", {})
        assert (refused.status_code, refused.json["code"]) == (503, "task/full")
    assert api.post("/v1/records", {}).status_code == 422
