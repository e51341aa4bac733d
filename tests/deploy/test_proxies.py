"""The service behind the real nginx and Caddy, as ``deploy/`` configures them and as plainly as can be."""

import http.client
import itertools
import json
import re
import shutil
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from service.ops import gunicorn_conf
from tests import children
from tests.patience import PATIENCE_S, wait_until
from tests.ports import free_port
from tests.programs import PROXIES, nginx_command
from tests.service.client import PERSON
from tests.service.supervised import whole_service

ROOT = Path(__file__).parents[2]
PLAIN = "server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{upstream}; }} }}"
MOST_RECORDS = 20
"""Records that one caller may send a minute."""

callers = (f"127.0.1.{number}" for number in itertools.count(1))
"""Addresses of this machine, each of which is a caller to the proxy."""

needs_proxies = pytest.mark.skipif(not all(map(shutil.which, PROXIES)), reason="nginx and caddy are not installed")
pytestmark = needs_proxies


def ask(port, path, method="GET", body=None, caller="127.0.0.1", **headers):
    """A request of one caller on a connection of its own; status, headers and what is read."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(caller, 0))
    try:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, headers | ({"Content-Type": "application/json"} if sent else {}))
        answer = connection.getresponse()
        text = answer.read().decode()
        return SimpleNamespace(status=answer.status, headers=answer.headers, text=text)
    finally:
        connection.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """One that trusts one proxy; its supervisor, its port and that of its metrics."""
    metrics = free_port()
    settings = {
        "FACEOFF_PROXY_HOPS": "1",
        "FACEOFF_TRUST_LOOPBACK": "false",
        "FACEOFF_METRICS_PORT": str(metrics),
        "FACEOFF_API_PROCESSES": "1",
    }
    with whole_service(tmp_path_factory.mktemp("service"), **settings) as (supervised, address):
        yield SimpleNamespace(supervised=supervised, port=int(address.rpartition(":")[2]), metrics=metrics)


@contextmanager
def running(command, port, folder, environ=None):
    with (folder / "log").open("wb") as log:
        process = children.start(command, stdout=log, stderr=log, env=environ)
    try:
        wait_until(lambda: answers(port), lambda: (folder / "log").read_text())
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def answers(port):
    try:
        return ask(port, "/version").status == 200
    except (OSError, http.client.HTTPException):
        return False


def nginx(folder, port, site):
    return running(nginx_command(folder, site), port, folder)


@pytest.fixture(scope="module")
def plain_nginx(service, tmp_path_factory):
    port = free_port()
    with nginx(tmp_path_factory.mktemp("plain"), port, PLAIN.format(port=port, upstream=service.port)) as found:
        yield found


def nginx_of_ours(folder, port, upstream):
    text = (ROOT / "deploy/nginx.conf").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    text, certificates = re.subn(r" *ssl_certificate.*\n", "", text)
    assert certificates == 2
    return nginx(folder, port, text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}"))


def caddy_of_ours(folder, port, upstream):
    text = (ROOT / "deploy/Caddyfile").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    text = text.replace("play.example {", f"http://127.0.0.1:{port} {{")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text)
    environ = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [shutil.which("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    return running(command, port, folder, environ)


@pytest.fixture(scope="module", params=[nginx_of_ours, caddy_of_ours], ids=["nginx", "caddy"])
def proxy(request, service, tmp_path_factory):
    """The port of a proxy with our configuration."""
    port = free_port()
    with request.param(tmp_path_factory.mktemp("proxy"), port, service.port) as found:
        yield found


def records(port, caller, count, **headers):
    return [ask(port, "/v1/records", "POST", {}, caller, **headers).status for _ in range(count)]


def test_limits_hold_behind_a_proxy_that_adds_no_header_and_the_log_says_why(plain_nginx, service):
    """It sends HTTP/1.0 and, as ``Host``, the address of the service, which also a program on this machine would."""
    statuses = [status for caller in (next(callers), next(callers)) for status in records(plain_nginx, caller, 15)]
    assert statuses == [422] * MOST_RECORDS + [429] * 10
    why = "FACEOFF_PROXY_HOPS is 1, but a request names fewer addresses"
    service.supervised.wait_for(why)
    assert service.supervised.output.count(why) == 1


def test_no_proxy_shows_metrics(plain_nginx, proxy, service):
    for port in (plain_nginx, proxy, service.port):
        for host in ("localhost", f"127.0.0.1:{service.metrics}"):
            assert "faceoff_" not in ask(port, "/metrics", Host=host).text
    assert "faceoff_request_duration_seconds" in ask(service.metrics, "/metrics").text


def test_each_client_has_its_own_limits_whatever_address_it_claims(proxy):
    one, other = next(callers), next(callers)
    statuses = [
        status
        for number in range(MOST_RECORDS + 1)
        for status in records(proxy, one, 1, X_Forwarded_For=f"192.0.2.{number}")
    ]
    assert statuses == [422] * MOST_RECORDS + [429]
    assert records(proxy, other, 1) == [422]


@pytest.mark.parametrize("path", ["", "/play"])
def test_a_game_is_played_below_a_path_too_with_waiting_requests_and_a_stream(proxy, path):
    caller = next(callers)
    created = ask(proxy, f"{path}/v1/games", "POST", {"variant": "hockey", "seats": [PERSON, PERSON]}, caller)
    assert created.status == 201
    game = json.loads(created.text)
    place = created.headers["Location"]
    assert place == f"{path}/v1/games/{game['id']}"
    token = {"Authorization": f"Bearer {game['tokens'][str(game['to_act'][0])]}"}
    view = json.loads(ask(proxy, place, caller=caller, **token).text)

    stream = http.client.HTTPConnection("127.0.0.1", proxy, timeout=PATIENCE_S, source_address=(caller, 0))
    stream.request("GET", f"{place}/stream?after={view['version']}")
    answer = stream.getresponse()
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    move = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}
    played = ask(proxy, f"{place}/moves", "POST", move, caller, **token)
    assert played.status == 200
    assert b"data: " in next(line for line in iter(answer.readline, b"") if line.startswith(b"data")), "not at once"
    stream.close()

    began = time.monotonic()
    waited = ask(proxy, f"{place}/events?after={json.loads(played.text)['version']}", caller=caller, Prefer="wait=1")
    assert (waited.status, waited.headers["Preference-Applied"]) == (200, "wait=1")
    assert time.monotonic() - began >= 1


@pytest.mark.parametrize("path", ["", "/play"])
def test_page_and_documents_are_served(proxy, path):
    (main,) = re.findall(r'src="(client/[0-9a-f]{12}/faceoff\.js)"', ask(proxy, f"{path}/").text)
    assert ask(proxy, f"{path}/{main}").headers["Cache-Control"].endswith("immutable")
    assert '<a href="../docs">' in ask(proxy, f"{path}/docs/bots").text
    assert ask(proxy, f"{path}/web/page.css").status == 200


def test_a_record_of_the_largest_size_passes(proxy):
    answer = ask(proxy, "/v1/records", "POST", {"x": "x" * (2 * 1024 * 1024 - 100)}, next(callers))
    assert (answer.status, json.loads(answer.text)["code"]) == (422, "request/invalid")


def test_connections_to_the_service_are_kept(proxy, service):
    """Other requests may open another one; without keeping there are as many as requests."""
    before = connections_of(service.port)
    for _ in range(10):
        assert ask(proxy, "/version").status == 200
    assert len(connections_of(service.port) - before) <= 2


def connections_of(port):
    """The other ends of the connections of this machine to a port, also those that have just ended."""
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [line.split() for line in file]
    return {row[1] for row in rows[1:] if row[2].endswith(f":{port:04X}")}


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_a_proxy_gives_up_an_idle_connection_before_the_service_does(name):
    """The other way round a request may be sent while the service closes, and a POST is lost: 502."""
    kept_s = re.search(r"\bkeepalive(?:_timeout)? (\d+)s", (ROOT / "deploy" / name).read_text())[1]
    assert 10 <= int(kept_s) < gunicorn_conf.keepalive


def test_a_connection_to_the_service_that_was_idle_is_used_again(proxy, service):
    """Before, the service closed it after two seconds."""
    assert ask(proxy, "/version").status == 200
    before = connections_of(service.port)
    time.sleep(2.6)
    assert ask(proxy, "/version").status == 200
    assert not connections_of(service.port) - before
