"""When a game is looked at again, and how long it is kept: each case by itself."""

from types import SimpleNamespace

import pytest

from service.config import Settings
from service.model import timestamps
from service.model.timestamps import time_text
from service.store import games
from service.store.agenda import BOTS, PACK, PLAY, TURN
from service.store.games import due_of, look_again_ms

NOW_MS = 1_764_000_000_000
SETTINGS = Settings(open_ttl_s=100, active_ttl_s=200, finished_ttl_s=300)


@pytest.fixture(autouse=True)
def now(monkeypatch):
    monkeypatch.setattr(timestamps, "now_ms", lambda: NOW_MS)


def at(ms):
    return time_text(NOW_MS + ms)


def game(**changed):
    plain = {
        "status": "active",
        "is_over": False,
        "ai": None,
        "has_people": False,
        "has_bots": False,
        "deadline": None,
        "seeds_s": 0,
        "seeds_due": None,
        "fallback": None,
        "invitation_ends": [],
        "settings": SimpleNamespace(expire_after_s=None, time_limit_s=None),
    }
    return SimpleNamespace(**plain | changed)


@pytest.mark.parametrize(
    ("waits", "again_ms"),
    [
        ({}, None),
        ({"deadline": at(5000)}, 5000),
        ({"deadline": at(-5000)}, 0),
        ({"seeds_due": at(700)}, 700),
        ({"fallback": {"at": at(900)}}, 900),
        ({"invitation_ends": [at(4000), at(3000)]}, 3000),
        ({"deadline": at(5000), "fallback": {"at": at(6000)}, "invitation_ends": [at(7000)]}, 5000),
        ({"ai": {"seat": 1}}, 1000),
        ({"ai": {"seat": 1}, "deadline": at(300)}, 300),
        ({"ai": {"seat": 1}, "deadline": at(3000)}, 1000),
        ({"ai": {"seat": 1}, "has_people": True}, None),
        ({"ai": {"seat": 1}, "has_people": True, "deadline": at(3000)}, 3000),
    ],
)
def test_a_game_is_looked_at_again_at_the_end_of_its_first_wait_or_a_second_after_a_computer_was_asked(waits, again_ms):
    assert look_again_ms(game(**waits)) == again_ms
    due = due_of(game(**waits))
    assert due.get(TURN) == again_ms
    assert (due.get(PLAY) == 0) == ("has_people" in waits)  # a person waits: it is played at once


def test_bots_are_notified_a_second_later_and_a_game_that_is_over_is_packed_after_ten():
    assert due_of(game()) == {}
    assert due_of(game(has_bots=True, is_over=True)) == {BOTS: 1000, PACK: 10_000}


@pytest.mark.parametrize(
    ("status", "expire_after_s", "time_limit_s", "seeds_s", "kept_s"),
    [
        ("open", 999, 999, 0, 100),
        ("open", 999, 999, 40, 100),
        ("open", 999, 999, 60, 120),
        ("finished", 999, 999, 0, 300),
        ("active", None, None, 0, 200),
        ("active", 50, None, 0, 50),
        ("active", None, 90, 0, 200),
        ("active", None, 110, 0, 220),
        ("active", 50, 110, 0, 220),
    ],
)
def test_a_game_is_kept_as_it_says_and_twice_as_long_as_what_ends_in_it(
    status, expire_after_s, time_limit_s, seeds_s, kept_s
):
    settings = SimpleNamespace(expire_after_s=expire_after_s, time_limit_s=time_limit_s)
    found = game(status=status, seeds_s=seeds_s, is_over=status == "finished", settings=settings)
    assert games.lifetime_s(SETTINGS, found) == kept_s
