"""Addresses of Redis: what may be written, and what is refused before anything starts."""

import subprocess
import sys

import pytest
import redis

from service.config import Settings, SettingsError
from service.store.connection import parse_address, queue_address
from service.store.store import Store

SENTINELS = (("a", 26379), ("b", 5000), ("::1", 26379))


def test_one_server_is_named_as_in_redis_py():
    assert parse_address("redis://u:p%40ss@host:1234/2").options == {
        "username": "u",
        "password": "p@ss",
        "host": "host",
        "port": 1234,
        "db": 2,
    }
    assert parse_address("unix:///run/redis.sock?db=1").options["path"] == "/run/redis.sock"
    assert parse_address("rediss://host?ssl_ca_certs=/ca.pem").options["connection_class"] is redis.SSLConnection


def test_sentinels_are_named_with_the_name_of_what_they_watch():
    address = parse_address("redis+sentinel://u:p@a,b:5000,[::1]/main/3?sentinel_password=s&socket_timeout=1")
    assert (address.kind, address.nodes, address.name) == ("sentinel", SENTINELS, "main")
    assert address.options == {"username": "u", "password": "p", "socket_timeout": 1.0, "db": 3}
    assert address.sentinel_options == {"password": "s"}


def test_the_password_may_be_an_option_too():
    assert parse_address("redis+sentinel://a:26379/main/0?password=p").options == {"password": "p", "db": 0}


def test_tls_holds_for_the_sentinels_too():
    address = parse_address("rediss+sentinel://a/main?ssl_ca_certs=/ca.pem")
    assert address.sentinel_options == {"ssl": True, "ssl_ca_certs": "/ca.pem"}
    assert address.options["connection_class"] is redis.SSLConnection


def test_a_cluster_is_named_by_some_of_its_nodes():
    address = parse_address("redis+cluster://:p@a,b:7000")
    assert (address.kind, address.nodes, address.options) == ("cluster", (("a", 6379), ("b", 7000)), {"password": "p"})


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("localhost:6379", "not an address"),
        ("http://:secret@host", "not an address"),
        ("redis+magic://:secret@host", "not an address"),
        ("unix+sentinel://host/main", "not an address"),
        ("redis://", "not an address"),
        ("", "not an address"),
        ("unix://run/redis.sock", "has no absolute path"),
        ("redis://:secret@host:no", "cannot be read"),
        ("redis://:secret@host/main", "names the database 'main'"),
        ("redis://:secret@a,b", "several servers"),
        ("redis://:secret@host?surprise=secret", "the option 'surprise'"),
        ("redis://:secret@host?socket_timeout=soon", "socket_timeout"),
        ("redis+sentinel://:secret@a,b", "which primary"),
        ("redis+sentinel://:secret@a,b/main/first", "which primary"),
        ("redis+sentinel://:secret@a,,b/main", "names ''"),
        ("redis+sentinel://:secret@a:99999/main", "cannot be read"),
        ("redis+cluster://:secret@a/1", "names a database"),
    ],
)
def test_what_is_no_address_is_refused_with_the_reason_and_without_the_password(url, complaint):
    with pytest.raises(SettingsError, match=complaint) as refused:
        parse_address(url)
    assert str(refused.value).startswith("REDIS_URL: ")
    assert "secret" not in str(refused.value)


def test_the_queues_are_not_on_a_cluster():
    for settings in (Settings(redis_url="redis+cluster://a"), Settings(queue_redis_url="redis+cluster://a")):
        with pytest.raises(
            SettingsError, match=r"QUEUE_REDIS_URL: the queues cannot be on a cluster; set it to a single server"
        ):
            queue_address(settings)
    assert queue_address(Settings(redis_url="redis+cluster://a", queue_redis_url="redis://b")).options == {"host": "b"}


def test_a_cluster_does_not_wait_for_replicas():
    with pytest.raises(SettingsError, match="FACEOFF_WAIT_REPLICAS"):
        Store(Settings(redis_url="redis+cluster://a", queue_redis_url="redis://b", wait_replicas=1))


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "service.ops.run"],
        ["-m", "service.workers.main"],
        ["-m", "service.workers.main", "--webhooks"],
        ["-c", "import wsgi"],
    ],
    ids=["make run", "worker", "webhooks", "api"],
)
def test_nothing_starts_with_a_wrong_address(command, monkeypatch):
    monkeypatch.setenv("REDIS_URL", "redis+sentinel://:secret@a,b")
    ended = subprocess.run([sys.executable, *command], capture_output=True, text=True)
    assert ended.returncode in (2, 4)
    assert "REDIS_URL: 'redis+sentinel://a,b' does not say which primary" in ended.stderr
    assert "secret" not in ended.stderr
    assert "Traceback" not in ended.stderr
