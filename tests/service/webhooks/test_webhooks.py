"""Webhooks: signed, without cards, tried again, and never a way into the network behind the service."""

import json
import socket
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import trustme
from standardwebhooks.webhooks import Webhook as Verifier

from engines.rng import Rng
from service.app import create_app
from service.config import SettingsError
from service.model.answer import Problem
from service.ops.cli import commands
from service.store.agenda import KINDS
from service.store.games import KEPT_MS
from service.store.webhooks import KeyRing
from service.webhooks import deliveries as deliveries_module, outbound, subscriptions
from service.webhooks.deliveries import Deliveries, Dispatcher
from service.webhooks.outbound import Reach, Unreachable, check_target, is_public, post, reach_of
from tests.patience import AT_ONCE_S, PATIENCE_S, wait_until
from tests.service.at_once import at_once
from tests.service.client import PERSON, Client, choose_dealer, refusal_of
from tests.service.live.test_waiting import asked_view

PUBLIC = "93.184.216.34"


class Receiver:
    """A web server that notes what it is sent and answers with ``status``."""

    def __init__(self, tls=None):
        self.heard = []
        self.status = 200
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(receiver.status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}/hooks?from=faceoff"
        # As `shutdown` waits for the next look, look often.
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture
def settings(settings):
    return replace(settings, private_webhooks=True)


@pytest.fixture
def deliveries(settings):
    deliveries = Deliveries(settings)
    yield deliveries
    deliveries.dispatcher.close()


@pytest.fixture
def work(deliveries):
    """What the process that delivers does, once."""

    def look():
        deliveries.look()
        deliveries.dispatcher.join()

    return look


def hook(api, game, url, who="0"):
    token = game["owner_token"] if who == "owner" else game["tokens"][who]
    answer = api.post("/v1/webhooks", {"game_id": game["id"], "url": url}, token=token)
    assert answer.status_code == 201, answer.text
    return answer.json


def listed(api, game, who="0"):
    return api.get(f"/v1/webhooks?game_id={game['id']}", token=game["tokens"][who]).json["webhooks"]


def move(api, game):
    now = api.get(f"/v1/games/{game['id']}", token=game["tokens"]["0"]).json
    view, token = asked_view(api, now | {"tokens": game["tokens"]})
    return api.move(view, token).json


# -- what is delivered


def test_a_move_is_delivered_signed_and_once(api, game, receiver, work):
    made = hook(api, game, receiver.url)
    work()
    assert receiver.heard == []
    moved = move(api, game)
    work()
    work()
    ((path, headers, body),) = receiver.heard
    assert path == "/hooks?from=faceoff"
    content = Verifier(made["secret"]).verify(body, headers)
    assert content["data"] == {
        "game_id": game["id"],
        "version": moved["version"],
        "status": "active",
        "to_act": moved["to_act"],
    }
    assert [hook["delivered_version"] for hook in listed(api, game)] == [moved["version"]]


def test_what_is_delivered_fits_the_contract(api, game, receiver, work, contract):
    hook(api, game, receiver.url)
    move(api, game)
    work()
    contract.schema_validator("GameChanged").validate(json.loads(receiver.heard[0][2]))


def test_the_end_of_a_game_is_delivered(api, game, receiver, work):
    hook(api, game, receiver.url)
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    work()
    assert json.loads(receiver.heard[0][2])["data"]["status"] == "finished"


def test_several_changes_may_come_as_one(api, game, receiver, work):
    hook(api, game, receiver.url)
    versions = [move(api, game)["version"] for _ in range(3)]
    work()
    assert [json.loads(body)["data"]["version"] for _, _, body in receiver.heard] == versions[-1:]


def test_what_is_delivered_is_the_same_whatever_the_hands_are(store, game):
    """No card can be in it: it is made from the version, the status and whose turn it is."""
    truth = store.games.load(game["id"])
    content = deliveries_module.message(truth).data
    for number in range(5):
        imagined = store.games.load(game["id"])
        imagined.state = truth.variant.observe(truth.state, 0).determinize(Rng(number))
        assert deliveries_module.message(imagined).data == content


# -- all games of an API key


@pytest.fixture
def key(store):
    """An API key: its id, and the header that sends it."""
    made, text = KeyRing(store.client).create("league")
    return made.id, {"X-Api-Key": text}


def key_hook(api, key, url):
    answer = api.post("/v1/webhooks", {"url": url}, headers=key[1])
    assert answer.status_code == 201, answer.text
    return answer.json


def key_hooks(api, key):
    return api.get("/v1/webhooks", headers=key[1]).json["webhooks"]


def game_of(api, key, **body):
    made = api.post("/v1/games", {"variant": "hockey", "seats": [PERSON, PERSON], **body}, headers=key[1]).json
    return choose_dealer(api, made)


def delivered_games(receiver):
    return [json.loads(body)["data"]["game_id"] for _, _, body in receiver.heard]


def test_all_games_of_a_key_are_delivered_signed_and_no_others(api, key, receiver, work, game):
    before = game_of(api, key)
    made = key_hook(api, key, receiver.url)
    games = [before, game_of(api, key, public=False), game_of(api, key)]
    for each in (*games, game):
        move(api, each)
    work()
    assert sorted(delivered_games(receiver)) == sorted(each["id"] for each in games)
    for _, headers, body in receiver.heard:
        Verifier(made["secret"]).verify(body, headers)
    assert len({headers["webhook-id"] for _, headers, _ in receiver.heard}) == len(games)
    work()
    assert len(receiver.heard) == len(games)


def test_a_rematch_is_delivered_like_the_game_before(api, key, receiver, work):
    game = game_of(api, key)
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    key_hook(api, key, receiver.url)
    again = api.post(f"/v1/games/{game['id']}/rematch", token=game["tokens"]["0"]).json["id"]
    work()
    assert again in delivered_games(receiver)


def test_a_deleted_webhook_of_a_game_leaves_nothing_but_the_others(api, game, receiver, store):
    made, _ = hook(api, game, receiver.url), hook(api, game, receiver.url)
    assert api.delete(f"/v1/webhooks/{made['id']}", token=game["tokens"]["0"]).status_code == 204
    assert not list(store.client.scan_iter("*watched"))


def test_webhooks_of_a_key_are_listed_without_their_secrets_and_deleted(api, key, receiver, work, store):
    made = key_hook(api, key, receiver.url)
    assert made["secret"].startswith("whsec_")
    shown = {name: fact for name, fact in made.items() if name != "secret"}
    assert key_hooks(api, key) == [shown]
    assert shown == shown | {"game_id": None, "status": "active", "delivered_version": None}
    assert api.delete(f"/v1/webhooks/{made['id']}", headers=key[1]).status_code == 204
    assert key_hooks(api, key) == []
    move(api, game_of(api, key))
    work()
    assert receiver.heard == []
    assert not list(store.client.scan_iter("*watched"))


def test_webhooks_of_a_key_are_for_its_holder(api, key, receiver, store, game):
    made = key_hook(api, key, receiver.url)
    other = KeyRing(store.client).create("club")
    assert key_hooks(api, (other[0].id, {"X-Api-Key": other[1]})) == []
    assert api.delete(f"/v1/webhooks/{made['id']}", headers={"X-Api-Key": other[1]}).json["code"] == "webhook/not_found"
    assert api.delete(f"/v1/webhooks/{made['id']}", token=game["tokens"]["0"]).json["code"] == "key/missing"
    assert api.post("/v1/webhooks", {"url": receiver.url}, token=game["tokens"]["0"]).json["code"] == "key/missing"
    assert api.get("/v1/webhooks", headers={"X-Api-Key": "key_made_up"}).json["code"] == "key/unknown"
    assert len(key_hooks(api, key)) == 1


def test_a_key_has_few_webhooks_and_none_to_private_addresses(public_api, api, key, receiver):
    assert public_api.post("/v1/webhooks", {"url": "https://10.0.0.1/"}, headers=key[1]).json["code"] == (
        "webhook/target_refused"
    )
    for _ in range(subscriptions.MAX_WEBHOOKS):
        key_hook(api, key, receiver.url)
    assert api.post("/v1/webhooks", {"url": receiver.url}, headers=key[1]).json["code"] == "webhook/too_many"


def test_a_receiver_that_fails_is_tried_for_one_game_until_it_answers_again(
    api, key, receiver, work, store, monkeypatch
):
    games = [game_of(api, key) for _ in range(3)]
    key_hook(api, key, receiver.url)
    receiver.status = 500
    for each in games:
        move(api, each)
    for _ in range(3):
        work()
    assert len(receiver.heard) == 1
    assert key_hooks(api, key)[0]["status"] == "failing"
    receiver.status = 200
    pass_time(store, monkeypatch, 6)
    work()
    assert sorted(delivered_games(receiver)[1:]) == sorted(each["id"] for each in games)
    assert key_hooks(api, key)[0]["status"] == "active"


def test_a_key_that_is_revoked_gets_nothing_more(api, app, key, receiver, work, store):
    game = game_of(api, key)
    key_hook(api, key, receiver.url)
    app.cli.add_command(commands)
    assert app.test_cli_runner().invoke(args=["faceoff", "keys", "revoke", key[0]]).exit_code == 0
    move(api, game)
    work()
    assert receiver.heard == []
    assert store.webhooks.of(key[0]) == []


# -- deliveries that fail


def pass_time(store, monkeypatch, seconds):
    """Let the next attempt fall due."""
    later = deliveries_module.now_ms() + seconds * 1000
    monkeypatch.setattr(deliveries_module, "now_ms", lambda: later)
    for key in store.client.scan_iter("*:due:deliver"):
        for game_id in store.client.zrange(key, 0, -1):
            store.client.zadd(key, {game_id: 1})


@pytest.mark.parametrize("status", [500, 404, 301, 307])
def test_a_failed_delivery_is_tried_again_later_and_redirects_are_not_followed(
    api, game, receiver, work, store, monkeypatch, status
):
    hook(api, game, receiver.url)
    receiver.status = status
    move(api, game)
    for _ in range(3):
        work()
    assert [path for path, _, _ in receiver.heard] == ["/hooks?from=faceoff"]
    assert listed(api, game)[0]["status"] == "failing"
    receiver.status = 200
    pass_time(store, monkeypatch, 6)
    work()
    first, second = receiver.heard
    assert first[1]["webhook-id"] == second[1]["webhook-id"]
    assert listed(api, game)[0]["status"] == "active"


def test_after_a_day_or_two_of_failures_a_webhook_is_given_up(api, game, receiver, work, store, monkeypatch):
    hook(api, game, receiver.url)
    receiver.status = 500
    move(api, game)
    for number in range(12):
        work()
        pass_time(store, monkeypatch, 86_400 if number else 6)
    assert len(receiver.heard) == len(deliveries_module.RETRY_S) + 1
    assert listed(api, game)[0]["status"] == "given_up"
    assert not [key for key in store.client.scan_iter("*:due:deliver") if store.client.zcard(key)]


def test_a_receiver_that_says_gone_is_left_alone(api, game, receiver, work):
    hook(api, game, receiver.url)
    receiver.status = 410
    move(api, game)
    work()
    assert listed(api, game)[0]["status"] == "given_up"


def test_one_that_fails_keeps_no_other_from_its_delivery(api, game, receiver, work):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        hook(api, game, f"http://127.0.0.1:{unused.getsockname()[1]}/")
        hook(api, game, receiver.url, "1")
        move(api, game)
        work()
        move(api, game)
        work()
    assert len(receiver.heard) == 2
    assert [listed(api, game, seat)[0]["status"] for seat in "01"] == ["failing", "active"]


def test_a_delivery_that_its_process_has_lost_is_made_again(api, game, receiver, work, store, monkeypatch):
    hook(api, game, receiver.url)
    move(api, game)
    assert store.agenda.claim("deliver", game["id"], KINDS["deliver"].again_ms)
    work()
    assert receiver.heard == []
    pass_time(store, monkeypatch, 0)
    work()
    assert len(receiver.heard) == 1


def test_a_webhook_of_a_game_that_has_expired_is_forgotten(api, game, receiver, work, store):
    hook(api, game, receiver.url)
    move(api, game)
    store.client.delete(*store.client.scan_iter("*:game:*"))
    work()
    assert receiver.heard == []
    assert not list(store.client.scan_iter("*:due:deliver"))


def test_a_webhook_expires_with_its_game(api, game, receiver, store):
    hook(api, game, receiver.url)
    ttls = {key: store.client.ttl(key) for key in store.client.scan_iter(f"*{game['id']}")}
    assert len(ttls) == 5
    month_s = 30 * 24 * 3600
    assert {key: ttl for key, ttl in ttls.items() if not 0 < ttl <= month_s + KEPT_MS // 1000} == {}


# -- who may have them


def test_a_webhook_is_seen_and_deleted_by_its_maker_only(api, game, receiver, work):
    made = hook(api, game, receiver.url)
    path = f"/v1/webhooks/{made['id']}"
    assert listed(api, game, "1") == []
    assert "secret" not in listed(api, game)[0]
    assert api.request("DELETE", path, token=game["tokens"]["1"]).json["code"] == "webhook/not_found"
    assert api.request("DELETE", path).json["code"] == "auth/missing"
    assert api.request("DELETE", path, token=game["tokens"]["0"]).status_code == 204
    assert api.request("DELETE", path, token=game["tokens"]["0"]).json["code"] == "webhook/not_found"
    move(api, game)
    work()
    assert receiver.heard == []


@pytest.mark.parametrize("webhook_id", ["w_nope", "w_nope.g_nope", "."])
def test_a_webhook_that_is_not_there_is_404(api, webhook_id):
    answer = api.request("DELETE", f"/v1/webhooks/{webhook_id}", token="x")
    assert (answer.status_code, answer.json["code"]) == (404, "webhook/not_found")


def test_a_webhook_needs_a_token_of_the_game(api, game, receiver):
    body = {"game_id": game["id"], "url": receiver.url}
    stranger = api.create()["tokens"]["0"]
    answers = [
        api.post("/v1/webhooks", body),
        api.post("/v1/webhooks", body, token="x"),
        api.post("/v1/webhooks", body, token=stranger),
    ]
    answers.append(api.post("/v1/webhooks", body | {"game_id": "g_nope"}, token="x"))
    codes = [answer.json["code"] for answer in answers]
    assert codes == ["auth/missing", "auth/unknown_token", "auth/foreign_token", "game/not_found"]


def test_a_token_has_few_webhooks(api, game, receiver):
    for _ in range(subscriptions.MAX_WEBHOOKS):
        hook(api, game, receiver.url)
    answer = api.post("/v1/webhooks", {"game_id": game["id"], "url": receiver.url}, token=game["tokens"]["0"])
    assert (answer.status_code, answer.json["code"]) == (409, "webhook/too_many")
    hook(api, game, receiver.url, "1")


def test_webhooks_that_are_created_at_once_are_as_few(api, game, receiver):
    body, options = (
        {"game_id": game["id"], "url": receiver.url},
        {"headers": {"Authorization": f"Bearer {game['tokens']['0']}"}},
    )
    statuses = at_once(10, lambda _: api.http.post("/v1/webhooks", json=body, **options).status_code)
    assert sorted(statuses) == [201] * subscriptions.MAX_WEBHOOKS + [409] * (10 - subscriptions.MAX_WEBHOOKS)


# -- where they may go


BAD_URLS = [
    "play.example/hooks",
    "ftp://play.example/",
    "http://play.example/",
    "https:///hooks",
    "https://user@play.example/",
    "https://play.example/#top",
    "https://play.example:0/",
    "https://play.example:99999/",
    "https://play.example/a b",
    "https://play.example/\r\nX: y",
    "https://[::1/",
    "https://glück.example/",
]


@pytest.fixture
def public_api(settings, contract):
    """The API of a service whose webhooks go to public addresses only."""
    return Client(create_app(replace(settings, private_webhooks=False)), contract)


def refused(api, game, url):
    return api.post("/v1/webhooks", {"game_id": game["id"], "url": url}, token=game["tokens"]["0"])


@pytest.mark.parametrize("url", BAD_URLS)
def test_what_is_no_address_is_refused(public_api, game, url):
    answer = refused(public_api, game, url)
    assert refusal_of(answer) == {"status": 422, "code": "webhook/invalid_url", "pointer": "/url"}


PRIVATE_HOSTS = [
    "localhost",
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0.0.0.0",
    "10.0.0.1",
    "192.168.1.1",
    "172.16.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "224.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[fd00::1]",
    "[fe80::1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "nowhere.invalid",
]


@pytest.mark.parametrize("host", PRIVATE_HOSTS)
def test_private_addresses_are_refused_however_they_are_written(public_api, game, host):
    answer = refused(public_api, game, f"https://{host}/")
    assert (answer.status_code, answer.json["code"]) == (422, "webhook/target_refused")


def resolve_to(monkeypatch, *addresses):
    """Let every name mean these addresses; addresses stay what they are."""
    real = socket.getaddrinfo

    def resolve(host, port, *rest, **named):
        if host[0].isdigit():
            return real(host, port, *rest, **named)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in addresses]

    monkeypatch.setattr(outbound.socket, "getaddrinfo", resolve)


def test_a_name_with_one_private_address_among_others_is_refused(public_api, game, monkeypatch):
    resolve_to(monkeypatch, PUBLIC, "10.0.0.1")
    assert refused(public_api, game, "https://play.example/").json["code"] == "webhook/target_refused"
    resolve_to(monkeypatch, PUBLIC)
    assert refused(public_api, game, "https://play.example/").status_code == 201


def test_a_name_that_has_come_to_mean_a_private_address_is_not_called(public_api, game, receiver, store, monkeypatch):
    resolve_to(monkeypatch, PUBLIC)
    made = refused(public_api, game, f"https://play.example:{receiver.port}/").json
    resolve_to(monkeypatch, "127.0.0.1")
    move(public_api, game)
    deliveries_module.deliver_due(store, game["id"], reach=Reach(), dispatch=lambda host, name, call: call())
    assert receiver.heard == []
    assert subscriptions.webhook_view(store.webhooks, store.webhooks.of(game["id"])[0]).status == ("failing")
    assert made["status"] == "active"


def test_the_connection_goes_to_the_address_that_was_checked(receiver, monkeypatch):
    resolve_to(monkeypatch, "127.0.0.1")
    target = check_target(f"http://play.example:{receiver.port}/", reach=Reach(private=True))
    resolve_to(monkeypatch, "192.0.2.1")
    assert post(target, b"{}", {}) == 200
    assert receiver.heard[0][1]["host"] == f"play.example:{receiver.port}"


@pytest.mark.parametrize(("name", "arrives"), [("play.example", True), ("other.example", False)])
def test_the_certificate_must_be_that_of_the_name(monkeypatch, tmp_path, name, arrives):
    authority = trustme.CA()
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("play.example").configure_cert(server_side)
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    outbound._tls.cache_clear()
    resolve_to(monkeypatch, "127.0.0.1")
    receiver = Receiver(server_side)
    target = check_target(f"https://{name}:{receiver.port}/", reach=Reach(private=True))
    if arrives:
        assert post(target, b"{}", {}) == 200
    else:
        with pytest.raises(Unreachable, match="SSLCertVerificationError"):
            post(target, b"{}", {})
    assert len(receiver.heard) == arrives
    receiver.close()
    outbound._tls.cache_clear()


# -- receivers that are slow on purpose


class Script:
    """A receiver on a loopback address of its own that takes the request and then does as ``answer(connection)``
    says.
    """

    def __init__(self, answer, address="127.0.0.1"):
        self.answer = answer
        self.server = socket.create_server((address, 0))
        self.called = threading.Event()
        self.open = []
        self.url = f"http://{address}:{self.server.getsockname()[1]}/"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        with suppress(OSError):
            while True:
                self.open.append(self.server.accept()[0])
                threading.Thread(target=self._talk, args=self.open[-1:], daemon=True).start()

    @property
    def calls(self):
        return len(self.open)

    def _talk(self, connection):
        self.called.set()
        with connection, suppress(OSError):
            connection.recv(65536)
            self.answer(connection)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for each in (self.server, *self.open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self.server.close()


def drip(connection):
    """A byte now and then: each comes within every time-out of a socket."""
    for byte in b"HTTP/1.1 200 OK\r\n" + b"X" * 1000:
        connection.sendall(bytes([byte]))
        time.sleep(0.1)


def flood(connection):
    while True:
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n" * 100)


def endless_header(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
    while True:
        connection.sendall(b"x" * 4096)


def endless_body(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        connection.sendall(b"x" * 4096)


def call(url):
    return post(check_target(url, reach=Reach(private=True)), b"{}", {})


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (drip, "Timeout"),
        (lambda connection: time.sleep(PATIENCE_S), "Timeout"),
        (flood, "too large"),
        (endless_header, "too large"),
        (lambda connection: None, "no response"),
        (lambda connection: connection.sendall(b"SSH-2.0-OpenSSH_9.9\r\n\r\n"), "no HTTP response"),
        (lambda connection: connection.sendall(b"HTTP/1.1 2000 OK\r\n\r\n"), "no HTTP response"),
    ],
    ids=[
        "drips",
        "is silent",
        "floods with interim responses",
        "floods with a header",
        "hangs up",
        "is no web server",
        "has no status",
    ],
)
def test_a_whole_call_is_bounded_in_time_and_in_what_is_read(monkeypatch, answer, reason):
    monkeypatch.setattr(outbound, "CALL_WITHIN_S", 0.5)
    began = time.monotonic()
    with Script(answer) as receiver, pytest.raises(Unreachable, match=reason):
        call(receiver.url)
    assert time.monotonic() - began < AT_ONCE_S


def test_a_body_without_end_is_not_read():
    with Script(endless_body) as receiver:
        assert call(receiver.url) == 200


def test_interim_responses_are_skipped():
    with Script(
        lambda connection: connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")
    ) as receiver:
        assert call(receiver.url) == 204


def test_a_handshake_of_tls_that_does_not_end_is_left_soon(monkeypatch):
    monkeypatch.setattr(outbound, "CONNECT_WITHIN_S", 0.5)
    with Script(drip) as receiver, pytest.raises(Unreachable):
        call(receiver.url.replace("http:", "https:"))


def test_a_name_server_that_does_not_answer_is_left_soon(monkeypatch):
    monkeypatch.setattr(outbound, "RESOLVE_WITHIN_S", 0.1)
    waits = threading.Event()
    monkeypatch.setattr(outbound.socket, "getaddrinfo", lambda *_, **__: waits.wait(PATIENCE_S) and [])
    with pytest.raises(Problem, match="does not resolve"):
        check_target("https://play.example/", reach=Reach())
    waits.set()


def test_receivers_that_drip_and_flood_delay_no_other(api, game, receiver, deliveries):
    """Eight of them, each on a host of its own, come before it."""
    endings = [drip, endless_header, flood, lambda connection: time.sleep(PATIENCE_S)] * 2
    slow = [Script(answer, f"127.0.0.{number}") for number, answer in enumerate(endings, 2)]
    games = [game, *(choose_dealer(api, api.create(seats=[PERSON, PERSON])) for _ in range(2))]
    for number, each in enumerate(slow):
        hook(api, games[number // 4], each.url, "01"[number % 2])
    hook(api, games[2], receiver.url)
    try:
        for each in games:
            move(api, each)
        began = time.monotonic()
        deliveries.look()
        wait_until(lambda: receiver.heard)
        assert time.monotonic() - began < AT_ONCE_S
        assert not [each for each in slow if not each.called.wait(PATIENCE_S)]
    finally:
        for each in slow:
            each.__exit__()


class Calls:
    """Calls of a dispatcher that last until they are let go, and what has been called."""

    def __init__(self):
        self.begun = []
        self.go = threading.Event()

    def held(self, name):
        def run():
            self.begun.append(name)
            assert self.go.wait(PATIENCE_S)

        return run

    def quick(self, name):
        return lambda: self.begun.append(name)


@pytest.fixture
def dispatcher():
    return Dispatcher()


@pytest.fixture
def calls():
    calls = Calls()
    yield calls
    calls.go.set()


def test_a_host_is_called_once_at_a_time_in_order_and_a_call_that_waits_already_is_not_added(dispatcher, calls):
    dispatcher.submit("slow.example", 1, calls.held(1))
    wait_until(lambda: calls.begun)
    for name in (2, 3, 2):
        dispatcher.submit("slow.example", name, calls.quick(name))
    dispatcher.submit("other.example", 4, calls.quick(4))
    wait_until(lambda: calls.begun == [1, 4])
    calls.go.set()
    dispatcher.join()
    assert calls.begun == [1, 4, 2, 3]


def test_hosts_that_were_slow_leave_the_threads_of_others_alone(dispatcher, calls, monkeypatch):
    monkeypatch.setattr(deliveries_module, "SLOW_S", 0)
    hosts = [f"{number}.slow.example" for number in range(2 * deliveries_module.THREADS)]
    for host in hosts:
        dispatcher.submit(host, host, calls.quick(host))
    dispatcher.join()
    calls.begun.clear()
    for host in hosts:
        dispatcher.submit(host, host, calls.held(host))
    wait_until(lambda: len(calls.begun) == deliveries_module.THREADS)
    dispatcher.submit("quick.example", "quick", calls.quick("quick"))
    wait_until(lambda: "quick" in calls.begun)
    calls.go.set()
    dispatcher.join()
    assert len(calls.begun) == len(hosts) + 1


def test_first_calls_to_many_slow_hosts_leave_a_host_that_has_answered_in_time_alone(dispatcher, calls):
    dispatcher.submit("quick.example", "first", calls.quick("first"))
    dispatcher.join()
    hosts = [f"{number}.slow.example" for number in range(4 * deliveries_module.THREADS)]
    for host in hosts:
        dispatcher.submit(host, host, calls.held(host))
    wait_until(lambda: len(calls.begun) == 1 + deliveries_module.THREADS)
    dispatcher.submit("quick.example", "quick", calls.quick("quick"))
    wait_until(lambda: calls.begun[-1] == "quick")
    calls.go.set()
    dispatcher.join()
    assert len(calls.begun) == len(hosts) + 2


def test_what_waits_for_one_host_is_bounded_and_forgotten_at_the_end(dispatcher, calls, monkeypatch):
    monkeypatch.setattr(deliveries_module, "MAX_WAITING", 2)
    dispatcher.submit("slow.example", 0, calls.held(0))
    wait_until(lambda: calls.begun)
    for name in (1, 2, 3):
        dispatcher.submit("slow.example", name, calls.quick(name))
    assert list(dispatcher._waiting["slow.example"]) == [1, 2]
    threading.Timer(0.1, calls.go.set).start()
    dispatcher.close()
    assert calls.begun == [0]


def test_a_call_that_fails_ends_no_other(dispatcher, calls, caplog):
    dispatcher.submit("slow.example", 1, lambda: 1 / 0)
    dispatcher.submit("slow.example", 2, calls.quick(2))
    dispatcher.join()
    assert calls.begun == [2]
    assert "slow.example" in caplog.text


def test_a_webhook_deleted_while_it_waits_for_its_turn_is_not_called(api, game, receiver, store):
    made = hook(api, game, receiver.url)
    move(api, game)
    waiting = []
    deliveries_module.deliver_due(
        store, game["id"], reach=Reach(private=True), dispatch=lambda host, name, call: waiting.append(call)
    )
    api.delete(f"/v1/webhooks/{made['id']}", token=game["tokens"]["0"])
    waiting[0]()
    assert receiver.heard == []


def test_a_change_while_a_delivery_waits_for_its_turn_comes_with_it(api, game, receiver, store):
    hook(api, game, receiver.url)
    waiting = []
    for _ in range(2):
        version = move(api, game)["version"]
        deliveries_module.deliver_due(
            store, game["id"], reach=Reach(private=True), dispatch=lambda host, name, call: waiting.append(call)
        )
    for call in waiting:
        call()
    assert [json.loads(body)["data"]["version"] for _, _, body in receiver.heard] == [version]


def test_public_addresses_are_public():
    assert [is_public(address) for address in (PUBLIC, "2606:2800:220:1::", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8")] == [
        True
    ] * 4


FORMS_OF_IPV4 = [
    "{dotted}",
    "::ffff:{dotted}",
    "::{dotted}",
    "::ffff:0:{dotted}",
    "64:ff9b::{dotted}",
    "64:ff9b:1::{dotted}",
    "2002:{hex}::",
    "2001:0:{hex}::1",
    "2001::{inverted}",
    "fe80::5efe:{dotted}",
]
"""IPv4 alone, mapped, compatible, translated (RFC 2765), by NAT64 well known and local, 6to4, Teredo's server and
client, ISATAP.
"""


@pytest.mark.parametrize("network", outbound.SPECIAL_IPV4, ids=str)
@pytest.mark.parametrize("form", FORMS_OF_IPV4)
def test_no_form_of_an_address_that_is_not_public_is(network, form):
    for address in (network[0], network[-1]):
        written = [f"{number >> 16:x}:{number & 0xFFFF:x}" for number in (int(address), int(address) ^ 0xFFFFFFFF)]
        assert not is_public(form.format(dotted=address, hex=written[0], inverted=written[1]))


NOT_PUBLIC_IPV6 = [
    "::",
    "::1",
    "100::1",
    "fc00::1",
    "fd00::1",
    "fe80::1%1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "3fff::1",
    "5f00::1",
]


@pytest.mark.parametrize("address", NOT_PUBLIC_IPV6)
def test_addresses_of_ipv6_that_are_not_public_are_not(address):
    assert not is_public(address)


def test_the_address_of_azure_and_the_operators_networks_are_denied(settings):
    assert not Reach().allows("168.63.129.16")
    reach = reach_of(replace(settings, private_webhooks=True, denied_webhooks="192.0.2.0/24, 2600::/12"))
    addresses = ("192.0.2.7", "::ffff:192.0.2.7", "64:ff9b::192.0.2.7", "2606:2800::1", "192.0.3.1", "10.0.0.1")
    assert [reach.allows(address) for address in addresses] == [False] * 4 + [True] * 2
    with pytest.raises(
        SettingsError, match=r"FACEOFF_DENIED_WEBHOOKS: 192.0.2.7/24 has host bits set; write networks as in"
    ):
        create_app(replace(settings, denied_webhooks="192.0.2.7/24"))


def test_a_url_that_is_none_is_a_problem_of_the_url():
    with pytest.raises(Problem, match="write one as in https"):
        check_target("nonsense", reach=Reach(private=True))


# -- with whom they end


def test_a_webhook_ends_with_the_token_that_created_it(api, game, receiver, work, store):
    path = f"/v1/games/{game['id']}/seats/0/token"
    hook(api, game, receiver.url)
    other = hook(api, game, receiver.url.replace("faceoff", "other"), "1")
    new = api.post(path, token=game["tokens"]["0"]).json["token"]
    game["tokens"]["0"] = new
    assert listed(api, game) == []
    work()
    assert [path for path, _, _ in receiver.heard] == ["/hooks?from=other"], "not even the renewal is delivered"
    assert [found.id for found in store.webhooks.of(game["id"])] == [other["id"]]
