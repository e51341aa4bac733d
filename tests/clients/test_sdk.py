"""Both SDKs against the real service, behind a proxy that does what networks do: each test runs in Python and in
JavaScript.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ai.ratings import rating_range
from clients.sdk import generate
from clients.sdk.generate import JAVASCRIPT, ROOT, TOOLS, generated
from engines import VARIANTS
from faceoff_client import Client, Problem, fairness_faults, streams
from faceoff_client.transport import new_key
from tests import children
from tests.clients.unreliable import Faults, Unreliable
from tests.games import LUCK_ONLY, QUICK_GAME
from tests.service.supervised import whole_service

HERE = Path(__file__).parent
ENVIRONMENT = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
COMMANDS = {
    "python": ([sys.executable, HERE / "play_sdk.py"], []),
    "javascript": (["node", HERE / "play_sdk.mjs"], [JAVASCRIPT / "src" / "index.js"]),
}
SHORT = {"options": {"first_dealer": "random", "periods": 1}}
LIMITED = {
    "type": "/problems/limit/exceeded",
    "title": "Rate limit exceeded",
    "status": 429,
    "detail": "Slow down.",
    "code": "limit/exceeded",
}
needs_tools = pytest.mark.skipif(
    not TOOLS.joinpath("done").exists() and not os.environ.get("REQUIRE_ALL"),
    reason="make build/tools/done installs the npm tools",
)
both = pytest.mark.parametrize("language", COMMANDS)


def started(language, **wanted):
    command, more = COMMANDS[language]
    return children.start(
        [*command, json.dumps(wanted), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )


def answers(process):
    """What a player has reported of each game."""
    with process:
        try:
            output, errors = process.communicate(timeout=100)
        finally:
            process.kill()
    assert (process.returncode, errors) == (0, "")
    return [report for report in map(json.loads, output.splitlines()) if "started" not in report]


def play(language, **wanted):
    return answers(started(language, **wanted))


def assert_went_well(report):
    assert report["status"] == "finished"
    assert report["turns"] > 0
    assert report["followed"] == report["listed"]
    assert report["faults"] == []
    assert report["token"]
    assert report["token"] not in report["shown"]


@pytest.fixture
def behind(address):
    """Puts an unreliable proxy before the service."""
    opened = []

    def behind(**faults):
        opened.append(Unreliable(address, Faults(**faults)))
        return opened[-1]

    yield behind
    for proxy in opened:
        proxy.close()


PROOF = {
    "scheme": "faceoff-v1",
    "game_id": "g_aaaaaaaaaaaaaaaaaaaa",
    "seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "commitment": "dcb5db8a7c8e7751815f8db58ce360b1dbaf3e0b3bf67ade1b12e835a118ef53",
    "client_seeds": {"1": "joiner-seed-0123456789", "owner": "owner-seed-0123456789"},
    "shuffles": 1,
    "orders": [{"shuffle": 0, "size": 10, "order": [2, 1, 8, 6, 4, 3, 0, 5, 9, 7]}],
}
"""The last test vector of docs/fairness.md."""
UNTRUSTING = "you gave no seed: the shuffles are fair only if you trust the operator"
PROMISES = {who: hashlib.sha256(seed.encode()).hexdigest() for who, seed in PROOF["client_seeds"].items()}
OWN = {"by": "1", "seed": "joiner-seed-0123456789", "promises": PROMISES}
CHECK = """
import { createInterface } from "node:readline";
import { fairnessFaults } from "%s";
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await fairnessFaults(...JSON.parse(line))));
}
"""


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({}, []),
        (
            {"client_seeds": {"1": OWN["seed"]}},
            ["the seed that owner had promised was left out", "shuffle 0 does not follow from the seed"],
        ),
        ({"orders": []}, ["1 shuffles were dealt, but 0 are shown"]),
        ({"seed": None}, ["the seed is revealed when the game is over"]),
        (
            {"commitment": "00"},
            ["the commitment is another one than at the start", "the seed does not match the commitment"],
        ),
    ],
    ids=["fair", "other seeds", "none shown", "too early", "exchanged"],
)
def test_fairness_is_checked_by_the_recipe(changed, faults, checked):
    assert checked(PROOF | changed, OWN) == faults


NOT_MINE = "your seed is not among those of the shuffles"
TOO_EARLY = "you were not shown what the others had promised before you revealed your seed"


@pytest.mark.parametrize(
    ("own", "faults"),
    [
        (None, [UNTRUSTING]),
        (OWN | {"seed": "another-seed-0123456789"}, [NOT_MINE]),
        (OWN | {"by": "0"}, [NOT_MINE]),
        (OWN | {"promises": None}, [TOO_EARLY]),
        (OWN | {"promises": {"1": PROMISES["1"]}}, ["the seed of owner was not promised when you revealed yours"]),
        (OWN | {"promises": PROMISES | {"2": "00"}}, ["the seed that 2 had promised was left out"]),
        (OWN | {"promises": PROMISES | {"owner": PROMISES["1"]}}, ["the seed of owner is not the promised one"]),
    ],
    ids=["no seed", "another", "another seat", "none shown", "not promised", "left out", "not the promised one"],
)
def test_an_operator_who_could_choose_the_cards_does_not_pass(own, faults, checked):
    """Every proof here has shuffles that follow from its seeds: what is wrong is whose seeds they are, and since
    when.
    """
    assert checked(PROOF, own) == faults


@pytest.fixture(scope="module")
def checked():
    """The faults by the Python SDK, which those by the JavaScript SDK must be: in one process for all proofs."""
    command = ["node", "--input-type=module", "--eval", CHECK % (JAVASCRIPT / "src/index.js")]
    with children.start(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=ENVIRONMENT
    ) as process:

        def checked(proof, own):
            faults = fairness_faults(proof, PROOF["commitment"], own)
            print(json.dumps([proof, PROOF["commitment"], own]), file=process.stdin)
            assert json.loads(process.stdout.readline()) == faults
            return faults

        yield checked


@needs_tools
def test_the_generated_part_is_what_the_contract_gives():
    texts = generated()  # and types, which are not in git: make writes them again when the contract changes
    stale = [str(path.relative_to(ROOT)) for path, text in texts.items() if path.read_text() != text]
    assert stale == [], "make sdk writes them"


def test_types_of_another_contract_are_named_with_what_makes_them(tmp_path, monkeypatch):
    types, contract = tmp_path / "types.py", tmp_path / "openapi.yaml"
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "CONTRACT", contract)
    contract.write_text("openapi: 3.0.3")
    types.write_text(f"# {generate.of_contract()}\n")
    assert generate.outdated_types([types]) == ""
    contract.write_text("openapi: 3.0.4")
    says = "`make sdk` makes types for openapi.yaml as it is now, which these are not: types.py"
    assert generate.outdated_types([types]) == says
    types.unlink()
    assert generate.outdated_types([types]) == says


@pytest.mark.slow
@both
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_is_played_to_the_end_while_its_events_are_followed(variant, language, address):
    """The service of the test ends every stream after about a second."""
    (report,) = play(language, address=address, variants=[variant], games={"hockey": SHORT})
    assert report["variant"] == variant
    assert_went_well(report)


@both
def test_a_lost_answer_of_create_makes_one_game_and_lost_answers_of_moves_count_once(language, behind):
    def loses(answer):
        return answer.status < 300 and answer.method == "POST" and answer.repeated % 4 == 0

    proxy = behind(loses=loses)
    (report,) = play(language, address=proxy.address, variants=[QUICK_GAME])
    assert_went_well(report)
    created = [answer for answer in proxy.faults.answers if answer.path == "/v1/games"]
    assert [answer.status for answer in created] == [201, 201]
    assert created[0].json["id"] == created[1].json["id"]
    assert created[1].headers["Idempotent-Replayed"] == "true"
    assert any(
        answer.headers.get("Idempotent-Replayed") for answer in proxy.faults.answers if answer.path.endswith("/moves")
    ), [answer.path for answer in proxy.faults.answers]


def test_a_token_is_renewed_once_though_the_answer_is_lost(behind):
    proxy = behind(loses=lambda answer: answer.path.endswith("/token") and answer.repeated == 0)
    client = Client(proxy.address)
    game = client.create("hockey", seats=[{"kind": "person"}, {"kind": "open"}])
    key = new_key()
    renewed = [client.api.renew_token(game.id, 0, token=game.token, idempotency_key=key) for _ in range(2)]
    assert renewed[0] == renewed[1] != {"seat": 0, "token": game.token}
    assert client.resume(game.saved() | {"token": renewed[0]["token"]}).seat == 0
    owner = client.api.renew_owner_token(game.id, token=game.saved()["owner_token"])["owner_token"]
    assert owner != game.saved()["owner_token"]
    with pytest.raises(Problem, match="auth/unknown_token"):
        game.refresh()


@both
def test_after_429_a_request_is_sent_again_when_the_service_says(language, behind):
    refused_at = []

    def refuse(method, path, repeated):
        if method == "POST" and path.endswith("/moves") and repeated == 0:
            refused_at.append(time.monotonic())
            return 429, {"Content-Type": "application/problem+json", "Retry-After": "2"}, json.dumps(LIMITED).encode()
        return None

    proxy = behind(
        refuse=refuse, loses=lambda answer: answer.path.endswith("/moves") and refused_at.append(time.monotonic())
    )
    (report,) = play(language, address=proxy.address, variants=[QUICK_GAME])
    assert_went_well(report)
    assert refused_at[1] - refused_at[0] >= 2


@both
def test_a_wait_that_is_longer_than_the_patience_is_raised_at_once(language, behind):
    headers = {"Content-Type": "application/problem+json", "Retry-After": "30"}
    proxy = behind(
        refuse=lambda method, path, repeated: (429, headers, json.dumps(LIMITED).encode()) if method == "POST" else None
    )
    (report,) = play(language, address=proxy.address, patience_s=5, variants=["hockey"])
    assert (report["problem"], report["retry_after_s"]) == ("limit/exceeded", 30)
    assert "Slow down." in report["shown"]


@both
def test_a_stream_that_is_cut_goes_on_without_loss_or_repetition(language, behind):
    proxy = behind(cut_stream_after=3000)
    (report,) = play(language, address=proxy.address, variants=[QUICK_GAME])
    assert_went_well(report)


@pytest.mark.parametrize(
    "instead",
    [
        (
            503,
            {"Content-Type": "application/problem+json", "Retry-After": "2"},
            json.dumps({"code": "stream/full"}).encode(),
        ),
        (200, {"Content-Type": "text/html"}, b"<p>No streams in this network.</p>"),
    ],
    ids=["full", "blocked"],
)
@both
def test_where_no_stream_gets_through_events_are_polled(language, instead, behind):
    proxy = behind(refuse=lambda method, path, repeated: instead if path.endswith("/stream") else None)
    (report,) = play(language, address=proxy.address, variants=[QUICK_GAME])
    assert_went_well(report)
    assert any(answer.path.endswith("/events") for answer in proxy.faults.answers), [
        answer.path for answer in proxy.faults.answers
    ]


@both
def test_a_level_is_asked_for_by_its_key(language, address):
    (begun,) = play(language, address=address, variants=["hockey"], computer={"level": "pro"}, stop_after=0)
    seat = Client(address).resume(begun["saved"]).view["seats"][1]
    assert (seat["kind"], seat["level_key"], seat["name"]) == ("ai", "pro", "Pro")


@both
def test_a_computer_of_a_rating_is_asked_for_like_one_of_a_level(language, address):
    rating, _ = rating_range("hockey")
    (begun,) = play(language, address=address, variants=["hockey"], computer={"rating": rating}, stop_after=0)
    game = Client(address).resume(begun["saved"])
    assert [(seat["kind"], seat["level"], seat["rating"], seat["name"]) for seat in game.view["seats"]] == [
        ("person", None, None, "Ida"),
        ("ai", None, rating, f"Computer {rating}"),
    ]


@both
def test_a_game_is_played_with_the_views_of_the_stream_alone(language, behind):
    proxy = behind()
    for report in play(language, address=proxy.address, variants=[QUICK_GAME, *LUCK_ONLY], by_updates=True):
        assert_went_well(report)
    moves = [answer for answer in proxy.faults.answers if answer.path.endswith("/moves")]
    assert {answer.status for answer in moves} == {204}


def test_where_a_proxy_holds_back_streams_events_are_polled(behind, monkeypatch):
    monkeypatch.setattr(streams, "SILENT_S", 0.3)
    proxy = behind(holds_streams=True)
    game = Client(proxy.address).create(QUICK_GAME, level=1, pace_ms=0)
    assert next(game.events())["type"] == "game_started"
    assert any(answer.path.endswith("/events") for answer in proxy.faults.answers), [
        answer.path for answer in proxy.faults.answers
    ]


@both
def test_fields_events_and_values_of_a_newer_service_are_passed_on(language, behind):
    def newer(data):
        if isinstance(data, dict) and data.get("events") and "version" in data:
            data["events"].append(
                {
                    "version": data["events"][-1]["version"],
                    "type": "confetti",
                    "at": "now",
                    "data": {},
                    "text": "",
                    "speaker": None,
                }
            )
        if isinstance(data, dict) and "seats" in data and "legal_moves" in data:
            data["mascot"] = {"name": "Puck"}
            data["seats"][1]["kind"] = "robot"
        return data

    proxy = behind(change=newer)
    (report,) = play(language, address=proxy.address, variants=[QUICK_GAME])
    assert (report["status"], report["faults"]) == ("finished", [])
    assert "mascot" in report["fields"]
    assert "confetti" in [kind for _, kind in report["followed"]]


@pytest.mark.parametrize(("first", "second"), [("python", "javascript"), ("javascript", "python")])
def test_a_saved_game_is_resumed_in_another_process_and_another_language(first, second, address):
    (stopped,) = play(first, address=address, variants=["hockey"], game=SHORT, stop_after=3)
    (report,) = play(second, address=address, saved=stopped["saved"])
    assert_went_well(report)


@pytest.fixture(scope="module")
def own_service(tmp_path_factory):
    """A service whose API process a test may kill, and its address."""
    with whole_service(tmp_path_factory.mktemp("killed"), FACEOFF_API_PROCESSES="1") as running:
        yield running


@pytest.mark.slow
@both
def test_a_game_goes_on_after_the_api_process_was_killed(language, own_service):
    supervised, address = own_service
    process = started(language, address=address, variants=["hockey"], game=SHORT, pause_s=0.05)
    assert "started" in process.stdout.readline()
    time.sleep(0.3)
    killed = supervised.find_all("gunicorn")
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    (report,) = answers(process)
    assert_went_well(report)
    assert killed
    assert not set(killed) & set(supervised.find_all("gunicorn"))


IN_FRENCH = """
import { Client } from "%s";
const client = new Client({ address: "%s", language: "fr-CA" });
const game = await client.create("hockey", { seats: [{ kind: "person" }, { kind: "open" }] });
await game.refresh({ waitS: 1 });
console.log(game.view.seats[0].name);
"""


@both
def test_a_client_that_speaks_french_waits_for_a_change_like_any_other(language, behind):
    proxy = behind()
    if language == "python":
        game = Client(proxy.address, language="fr-CA").create("hockey", seats=[{"kind": "person"}, {"kind": "open"}])
        game.refresh(1)
        name = game.view["seats"][0]["name"]
    else:
        command = ["node", "--input-type=module", "--eval", IN_FRENCH % (JAVASCRIPT / "src/index.js", proxy.address)]
        name = subprocess.run(
            command, capture_output=True, text=True, env=ENVIRONMENT, timeout=50, check=True
        ).stdout.strip()
    assert name == "Joueur 1"
    assert [answer.status for answer in proxy.faults.answers if answer.method == "GET"] == [304]


@both
def test_two_players_without_trust_find_their_game_and_its_rematch_fair(language, address):
    """Each hears of the other's promise before a seed is revealed, in the game and in its rematch."""
    (report,) = play(language, address=address, pair=True)
    known = ["the cards follow from the text of a prepared deal: who knew it knew them"]
    assert report == {
        "statuses": ["active", "active"],
        "faults": [[], []],
        "known": known,
        "strangers": [UNTRUSTING],
    }


def test_a_new_game_is_held_for_a_computers_turn_and_not_for_another_persons(address, monkeypatch):
    client, waits = Client(address), []
    create = client.api.create_game
    monkeypatch.setattr(
        client.api, "create_game", lambda body, **more: waits.append(more["wait_s"]) or create(body, **more)
    )
    client.create("hockey", level=1, pace_ms=0)
    client.create("hockey", seats=[{"kind": "person"}, {"kind": "person"}])
    assert (waits[0] > 0, waits[1]) == (True, 0)
