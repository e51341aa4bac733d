"""Backup and restore: everything comes back as it was, games in play go on, and a file that is not whole changes
nothing.
"""

import gzip
import json
import shutil
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
import redis

from service.model.game import version_of
from service.model.timestamps import now_ms
from service.ops import cli
from service.ops.cli import BackupError, commands
from service.ops.embedded_redis import EmbeddedRedis
from service.store.agenda import CLOCK_KEY
from service.store.copies import GAME, Copies, Piece
from service.store.games import AS_BYTES, OVERDUE_MS, History, compress, unpack, with_word
from service.store.keys import key
from service.store.store import Store
from service.store.tasks import OFFLINE_SINCE
from service.store.webhooks import KeyRing
from service.workers.sweeper import make_sweeper
from tests.faults import damage
from tests.games import QUICK_GAME, SECOND_GAME
from tests.patience import wait_until
from tests.service.client import OPEN, PERSON, ai
from tests.service.games.test_bots import accept, events, register, seat_for
from tests.service.redis_cluster import one_server
from tests.service.store.test_full_disk import call
from tests.service.supervised import whole_service
from tests.service.use_cases import play_ai_turn
from tests.service.webhooks.test_webhooks import Receiver
from tests.stored import game_ids

ROOT = Path(__file__).parents[3]


@pytest.fixture
def copies(settings):
    return Copies(settings)


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "games.gz")


@pytest.fixture
def sweep(app):
    parts = app.extensions["faceoff"]
    return make_sweeper(parts.tasks).sweep


# -- what comes back


def test_everything_that_clients_can_read_comes_back(api, store, copies, file, game):
    people = api.create(seats=[PERSON, PERSON], public=False)
    joinable = api.create(seats=[PERSON, OPEN], joinable=True)
    ended = api.create(seats=[PERSON, PERSON])
    packed = api.create(variant=SECOND_GAME, seats=[PERSON, PERSON])
    for each in (ended, packed):
        assert api.post(f"/v1/games/{each['id']}/resign", token=each["tokens"]["0"]).status_code == 200
    store.games.pack(packed["id"])
    api.move(game, game["token"])
    games = [game, people, joinable, ended, packed]
    before = everything(api, games)
    cli.back_up(copies, file)
    store.client.flushall()
    assert cli.restore_from(copies, file) == {"game": len(games)}
    assert everything(api, games) == before
    moved = api.move(game, game["token"])
    assert (moved.status_code, moved.headers["Idempotent-Replayed"]) == (200, "true")
    assert api.post(f"/v1/games/{joinable['id']}/join", {"name": "Ida"}).status_code == 201
    assert {store.client.ttl(name) > 0 for name in store.client.scan_iter(f"*:{game['id']}")} == {True}
    for each, was in ((ended, before[3]), (packed, before[4])):
        assert store.games.pack(each["id"])
        assert everything(api, [each])[0] == was


def everything(api, games):
    """All answers about games, but when they expire, and so their validators."""

    another = {"expires_at": None, "etag": None}

    def answers(game):
        path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
        views = [api.get(path + more, token=token).json for more in ("", "?version=1")]
        rest = [api.get(path + more, token=token).data for more in ("/record", "/fairness")]
        events = api.get(path + "/events?after=0", token=token).json["events"]
        return [view | another for view in views], events, *(part for part in rest if b"request_id" not in part)

    # not those that are offered: a player who has come back offers a game again
    listed = [game["id"] for game in api.get("/v1/games?joinable=false").json["games"]]
    return [*(answers(game) for game in games), listed]


def test_computers_deadlines_bots_and_webhooks_are_due_again(api, app, store, settings, copies, file, work, sweep):
    computers = api.create(seats=[ai(1), ai(1)])
    limited = api.create(seats=[PERSON, PERSON], time_limit_s=5)
    webhook = {"game_id": limited["id"], "url": "https://93.184.216.34/"}
    assert api.post("/v1/webhooks", webhook, token=limited["owner_token"]).status_code == 201
    slapshot = register(api)
    events(api, slapshot)  # it is online
    invited = api.create(seats=[PERSON, seat_for(slapshot)])
    known = events(api, slapshot)["events"]
    cli.back_up(copies, file)
    store.client.flushall()
    before = now_ms()
    assert cli.restore_from(copies, file) == {"game": 3, "bot": 1}

    now = now_ms()
    due = {
        game["id"]: store.client.zscore(store.agenda.set_of("turn", game["id"]), game["id"])
        for game in (computers, limited)
    }
    assert before - 1000 <= due[computers["id"]] <= now + OVERDUE_MS
    assert before - 1000 < due[limited["id"]] < now + 6000
    assert store.client.zscore(store.agenda.set_of("deliver", limited["id"]), limited["id"]) <= now
    store.client.zadd(store.agenda.set_of("turn", computers["id"]), {computers["id"]: 0})
    wait_until(lambda: sweep() or work() or api.get(f"/v1/games/{computers['id']}").json["status"] == "finished")
    assert store.games.load(computers["id"]).seats[0].reduced_to is None, (
        "the level answers, not the heuristic of late turns"
    )
    (again,) = events(api, slapshot, after=known[-1]["id"])["events"]
    assert (again["type"], again["game_id"]) == (known[-1]["type"], invited["id"])
    assert accept(api, slapshot, invited).status_code == 201


def test_keys_with_webhooks_and_matches_come_back(api, app, store, settings, copies, file, work):
    _, text = app.extensions["faceoff"].keys.create("League")
    headers = {"X-Api-Key": text}
    assert api.post("/v1/webhooks", {"url": "https://93.184.216.34/"}, headers=headers).status_code == 201
    match = api.post(
        "/v1/matches", {"variant": QUICK_GAME, "first": {"level": 1}, "second": {"level": 1}, "pairs": 3}
    ).json
    path = f"/v1/matches/{match['id']}"
    hooks = api.get("/v1/webhooks", headers=headers).json
    cli.back_up(copies, file)
    store.client.flushall()
    assert cli.restore_from(copies, file) == {"key": 1, "match": 1}
    assert api.get("/v1/webhooks", headers=headers).json == hooks
    game = api.post("/v1/games", {"variant": "hockey"}, headers=headers).json
    assert store.agenda.due("deliver") == [game["id"]], "the key's webhooks hear of its games"
    assert api.get(path).json["status"] == "queued"
    parts = app.extensions["faceoff"]
    sweeper = make_sweeper(parts.tasks)
    wait_until(lambda: sweeper.sweep() or work() or api.get(path).json["status"] == "done")


def test_a_restored_match_waits_for_its_bot_anew(api, app, store, copies, file, sweep):
    bot = register(api)
    events(api, bot)
    body = {"variant": "hockey", "first": {"bot_id": bot["id"]}, "second": {"level": 1}, "pairs": 1}
    match = api.post("/v1/matches", body, token=bot["token"]).json
    tasks = app.extensions["faceoff"].tasks.store
    tasks.note(match["id"], OFFLINE_SINCE, "1")
    cli.back_up(copies, file)
    store.client.flushall()
    cli.restore_from(copies, file)
    for game_id in game_ids(store):
        store.games.delete(game_id)
    sweep()
    assert api.get(f"/v1/matches/{match['id']}", token=bot["token"]).json["status"] == "running"


# -- one moment for each game


@one_server
def test_a_restored_store_has_the_same_keys_with_the_same_contents_for_the_same_time(
    api, store, settings, copies, file
):
    _, text = KeyRing(store.client).create("League")
    events(api, register(api))
    begun = api.create(seats=[PERSON, ai(1)], time_limit_s=50)
    ended = api.create(variant=SECOND_GAME, seats=[PERSON, PERSON])
    api.post(f"/v1/games/{ended['id']}/resign", token=ended["tokens"]["0"])
    webhook = {"game_id": begun["id"], "url": "https://93.184.216.34/"}
    assert api.post("/v1/webhooks", webhook, token=begun["owner_token"]).status_code == 201
    assert api.post("/v1/webhooks", {"url": webhook["url"]}, headers={"X-Api-Key": text}).status_code == 201
    before, online = contents(settings), list(store.client.scan_iter("{bots}:online:*"))
    cli.back_up(copies, file)
    store.client.flushall()
    cli.restore_from(copies, file)
    after = contents(settings)
    after.pop(CLOCK_KEY, None)  # a new one
    (deliver,) = after.keys() - before.keys()
    assert deliver == store.agenda.set_of("deliver", begun["id"]), "perhaps it was not delivered"
    assert before.keys() - after.keys() == set(online)
    for name in before.keys() & after.keys():
        (was, was_kept_s), (found, kept_s) = before[name], after[name]
        times = isinstance(was, dict) and isinstance(next(iter(was.values())), float)
        assert found == (pytest.approx(was, abs=30_000) if times else was), name
        assert abs(kept_s - was_kept_s) < 30, name


@pytest.mark.parametrize("seats", [[ai(1), ai(1)], [PERSON, PERSON], "over", "packed"], ids=str)
def test_a_restored_game_has_another_revision(api, store, copies, file, seats):
    """It expires at another time, and a computer's turn begins anew: a client that has a view of it reads it again."""
    made = api.create(seats=[PERSON, PERSON] if isinstance(seats, str) else seats)
    if isinstance(seats, str):
        api.post(f"/v1/games/{made['id']}/resign", token=made["tokens"]["0"])
    assert seats != "packed" or store.games.pack(made["id"])
    before, view = store.games.load(made["id"]), api.get(f"/v1/games/{made['id']}")
    cli.back_up(copies, file)
    store.client.flushall()
    cli.restore_from(copies, file)
    after = store.games.load(made["id"])
    assert (after.version, after.word == before.word) == (before.version, False)
    assert store.games.events_after(made["id"], 0)[-1].revision == after.revision
    read_again = api.get(f"/v1/games/{made['id']}", headers={"If-None-Match": view.headers["ETag"]})
    assert (read_again.status_code, read_again.json["version"]) == (200, view.json["version"])


def contents(settings):
    """What is in a store but queues, and for how many seconds each key is kept. Without the words of revisions: a
    restored game gets another one.
    """
    with redis.Redis.from_url(settings.redis_url) as client:
        read = {
            # the document says when it expires
            b"hash": lambda name: client.hgetall(name) | {b"game": None, b"revision": None},
            b"string": client.get,
            b"set": client.smembers,
            b"list": lambda name: [with_word("", entry, "") for entry in client.lrange(name, 0, -1)],
            b"zset": lambda name: dict(client.zscan_iter(name)),
        }
        names = [name for name in client.scan_iter() if not name.startswith(b"rq:") and b":deliveries:" not in name]
        return {name.decode(): (read[client.type(name)](name), client.ttl(name)) for name in names}


def test_a_game_and_its_history_are_of_one_moment(api, store, copies):
    made = api.create(seats=[ai(1), ai(1)])

    def play():
        while store.games.load(made["id"]).ai:
            play_ai_turn(store, made["id"])
        store.games.pack(made["id"])

    player = threading.Thread(target=play)
    player.start()
    seen = set()
    while player.is_alive():
        stored = copies.read(GAME, made["id"])
        game, hashes = stored.content(), stored.hashes
        history = History.read(game.id, [stored.commits, hashes["requests"], hashes["game"].get("history")])
        seen.add(game.version)
        assert [commit.version for commit in history.after(0, len(history.entries))] == list(range(1, game.version + 1))
        assert len(history.moves(game.version)) == game.moves
    player.join()
    assert len(seen) > 5


# -- files that are not restored


def damaged(content):
    middle = len(content) // 2
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    lines = gzip.decompress(content).splitlines(keepends=True)
    header = json.loads(lines[0])
    other = [json.dumps(header | {"format": 99}).encode() + b"\n", *lines[1:]]
    changed = [lines[0], lines[1].replace(b'"left_ms":', b'"left_ms":1'), *lines[2:]]
    return {
        "truncated": (content[:-30], "damaged|incomplete"),
        "flipped": (flipped, "damaged"),
        "without its end": (gzip.compress(b"".join(lines[:-1])), "incomplete"),
        "without a piece": (gzip.compress(b"".join([lines[0], *lines[2:]])), "checksum"),
        "changed": (gzip.compress(b"".join(changed)), "checksum"),
        "of another format": (gzip.compress(b"".join(other)), "format 99.*reads 2"),
        "something else": (b"games", "not a backup"),
        "empty": (b"", "incomplete|not a backup"),
    }


def of_another_variant(store, game_id):
    """Make a game one that no release has written."""
    name = key("game", game_id)
    document = unpack(store.client.execute_command("HGET", name, "game", **AS_BYTES))
    store.client.hset(name, "game", compress(document.replace(b'"variant":"hockey"', b'"variant":"cricket"')))


def test_what_cannot_be_read_is_left_out_of_a_backup_and_named_and_the_rest_is_in_it(app, api, store, file):
    good, bad = (api.create(seats=[PERSON, PERSON])["id"] for _ in range(2))
    of_another_variant(store, bad)
    done = app.test_cli_runner().invoke(commands, ["backup", file])
    assert (done.exit_code, done.output.splitlines()) == (
        1,
        [
            f"1 games, 0 API keys, 0 bots, 0 matches written to {file}",
            f"Error: 1 cannot be read by this release and were left out: {bad}",
        ],
    )
    store.client.flushall()
    assert app.test_cli_runner().invoke(commands, ["restore", file]).exit_code == 0
    assert game_ids(store) == [good]


def test_what_cannot_be_read_of_a_backup_stops_nothing_else(app, api, store, copies, file):
    """As written by a release that could read it."""
    good, bad = (api.create(seats=[PERSON, PERSON])["id"] for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Piece, "is_readable", True)
        of_another_variant(store, bad)
        cli.back_up(copies, file)
    store.client.flushall()
    restored = cli.restore_from(copies, file)
    assert (dict(restored), restored.left_out) == ({"game": 1}, [bad])
    assert game_ids(store) == [good]


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_game_comes_back_though_its_history_cannot_be_read(api, store, copies, file, is_packed):
    made = api.create(seats=[PERSON, PERSON])
    if is_packed:
        api.post(f"/v1/games/{made['id']}/resign", token=made["tokens"]["0"])
        assert store.games.pack(made["id"])
    view = api.get(f"/v1/games/{made['id']}").json
    damage.history_unreadable(store.client, made["id"])
    cli.back_up(copies, file)
    store.client.flushall()
    assert cli.restore_from(copies, file) == {"game": 1}
    assert api.get(f"/v1/games/{made['id']}").json["table"] == view["table"]


def test_a_file_that_is_not_whole_changes_nothing(api, store, copies, file):
    for _ in range(3):
        api.create(seats=[PERSON, PERSON])
    cli.back_up(copies, file)
    assert Path(file).stat().st_mode & 0o777 == 0o600
    content = Path(file).read_bytes()
    store.client.flushall()
    for what, (changed, complaint) in damaged(content).items():
        Path(file).write_bytes(changed)
        with pytest.raises(BackupError, match=f"(?i){complaint}"):
            cli.restore_from(copies, file)
        assert store.client.dbsize() == 0, what
    with pytest.raises(BackupError, match="No such file"):
        cli.restore_from(copies, f"{file}.none")


def test_games_that_are_there_are_replaced_only_on_request(api, store, copies, file, game):
    cli.back_up(copies, file)
    moved = api.move(game, game["token"]).json
    other = api.create()
    with pytest.raises(BackupError, match=rf"{game['id']}.*nothing was restored; --overwrite"):
        cli.restore_from(copies, file)
    assert version_of(store.games.revision(game["id"])) == moved["version"]
    cli.restore_from(copies, file, overwrite=True)
    assert version_of(store.games.revision(game["id"])) == game["version"]
    assert api.move(game, game["token"]).json["version"] == moved["version"]
    assert version_of(store.games.revision(other["id"])) == 1


def test_a_backup_that_fails_leaves_the_one_before(api, copies, file, monkeypatch):
    api.create()
    cli.back_up(copies, file)
    before = Path(file).read_bytes()
    monkeypatch.setattr(copies, "all", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        cli.back_up(copies, file)
    assert Path(file).read_bytes() == before
    assert [path.name for path in Path(file).parent.iterdir()] == ["games.gz"]


# -- the commands, and a whole service


def faceoff(*arguments):
    command = [sys.executable, "-m", "faceoff", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_commands_use_redis_url_or_a_data_folder(api, app, settings, tmp_path, file, store):
    app.cli.add_command(commands)

    def run(*arguments):
        return app.test_cli_runner().invoke(args=["faceoff", *map(str, arguments)])

    api.create()
    done = run("backup", "-")
    assert (done.exit_code, gzip.decompress(done.stdout_bytes).count(b"\n")) == (0, 3), done.output
    Path(file).write_bytes(done.stdout_bytes)
    refused = run("restore", file)
    assert refused.exit_code == 1, refused.output
    assert "--overwrite replaces them" in refused.output
    done = run("restore", file, "--data-dir", tmp_path / "data")
    assert (done.exit_code, done.output) == (0, f"1 games, 0 API keys, 0 bots, 0 matches restored from {file}\n")
    with EmbeddedRedis(tmp_path / "data") as server:
        assert game_ids(Store(replace(settings, redis_url=server.url))) == game_ids(store)
        assert run("backup", file, "--data-dir", tmp_path / "data").exit_code == 0, "also while it runs"
    nowhere = run("backup", "-", "--data-dir", tmp_path / "none")
    assert nowhere.exit_code == 1, nowhere.output
    assert "there is no folder" in nowhere.output
    refused = run("backup", tmp_path / "nowhere" / "games.gz")
    assert (refused.exit_code, refused.output) == (1, f"Error: there is no folder {tmp_path / 'nowhere'}\n")


def test_games_in_play_go_on_after_the_data_folder_was_lost(tmp_path, file):
    receiver = Receiver()
    settings = {"FACEOFF_PRIVATE_WEBHOOKS": "true", "FACEOFF_API_PROCESSES": "1"}
    with whole_service(tmp_path, **settings) as (_, address):
        _, game = call(address, "/v1/games", {"variant": QUICK_GAME, "seats": [PERSON, ai(1)], "pace_ms": 0})
        path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
        assert call(address, "/v1/webhooks", {"game_id": game["id"], "url": receiver.url}, token)[0] == 201
        view = wait_until(lambda: (found := call(address, path, token=token)[1]) and found["to_act"] == [0] and found)
        done = faceoff("backup", file, "--data-dir", tmp_path / "data")
        assert done.returncode == 0, done.stderr
    shutil.rmtree(tmp_path / "data")
    done = faceoff("restore", file, "--data-dir", tmp_path / "data")
    assert done.returncode == 0, done.stderr
    with whole_service(tmp_path, **settings) as (supervised, address):
        assert call(address, path, token=token)[1]["version"] == view["version"]
        while view["status"] == "active":
            if view["legal_moves"]:
                call(address, f"{path}/moves", {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}, token)
            before = view["version"]
            view = wait_until(
                lambda: (
                    (found := call(address, path, token=token)[1])
                    and (found["version"] > before and (found["status"] != "active" or found["to_act"] == [0]))  # noqa: B023
                    and found
                ),
                lambda: supervised.output,
            )
        assert view["status"] == "finished"
        wait_until(lambda: any(b'"finished"' in body for _, _, body in receiver.heard), lambda: supervised.output)
    receiver.close()
