"""Deliveries to webhooks: when the next attempt is made, and after which none is."""

from types import SimpleNamespace

import pytest

from service.model.answer import Answer
from service.store.agenda import DELIVER, KINDS
from service.store.webhooks import Delivery, Subscription
from service.webhooks import deliveries
from service.webhooks.deliveries import deliver_due

NOW_MS = 1_764_000_000_000
GAME = SimpleNamespace(id="g_a", revision="5-new")
MINUTE_S, HOUR_S = 60, 3600
BACK_OFF_S = (5, 5 * MINUTE_S, HOUR_S // 2, 2 * HOUR_S, 5 * HOUR_S, 10 * HOUR_S, 24 * HOUR_S)


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    monkeypatch.setattr(deliveries, "now_ms", lambda: NOW_MS)


@pytest.mark.parametrize("status", [200, 204, 299])
def test_a_receiver_that_takes_a_message_has_the_revision(status):
    assert deliveries._state_after(status, Delivery("4-old", 3), GAME) == Delivery("5-new")


@pytest.mark.parametrize("status", [0, 199, 300, 404, 500])
@pytest.mark.parametrize("failures", range(7))
def test_a_receiver_that_fails_is_tried_again_ever_later(status, failures):
    after = deliveries._state_after(status, Delivery("4-old", failures), GAME)
    assert after == Delivery("4-old", failures + 1, NOW_MS + 1000 * BACK_OFF_S[failures])


@pytest.mark.parametrize(("status", "failures"), [(500, 7), (0, 8), (410, 0)])
def test_after_the_last_attempt_or_at_once_if_it_is_gone_a_receiver_is_given_up(status, failures):
    assert deliveries._state_after(status, Delivery("4-old", failures), GAME) == Delivery(
        "4-old", failures + 1, given_up=True
    )


@pytest.mark.parametrize(
    ("state", "is_due"),
    [
        (Delivery("4-old"), True),
        (Delivery("5-new"), False),
        (Delivery("4-old", 8, given_up=True), False),
        (Delivery("4-old", 1, NOW_MS), True),
        (Delivery("4-old", 1, NOW_MS + 1), False),
        (Delivery("4-old", 1, NOW_MS + 65_000), False),
        (Delivery("4-old", 1, NOW_MS + 65_001), True),
        (Delivery("4-old", 2, NOW_MS + 65_001), False),
    ],
)
def test_an_attempt_is_due_at_its_time_or_if_its_time_is_later_than_it_could_be(state, is_due):
    """The clock may have been set back since, by more than a minute."""
    assert deliveries._is_due(state, GAME) is is_due


class Store:
    """One game and its webhooks, each with how it stands; what is reported to the agenda."""

    def __init__(self, **states):
        self.done = []
        hooks = [SimpleNamespace(id=name, url=f"https://{name}.example/", has_ended=lambda _: False) for name in states]
        game = SimpleNamespace(id="g_a", revision="5-new", key_id=None)
        self.games = SimpleNamespace(load=lambda _: game)
        self.webhooks = SimpleNamespace(of=lambda *_: hooks, delivery=lambda _, hook: states[hook.id])
        self.agenda = SimpleNamespace(done=lambda *report: self.done.append(report))


def test_what_is_due_is_dispatched_and_the_game_looked_at_again_at_the_earliest_next_time():
    called = []
    store = Store(
        now=Delivery("4-old"),
        soon=Delivery("4-old", 1, NOW_MS + 300),
        later=Delivery("4-old", 2, NOW_MS + 9000),
        has_it=Delivery("5-new"),
        gone=Delivery("4-old", 8, given_up=True),
    )
    deliver_due(store, "g_a", None, lambda host, name, call: called.append((host, name)))
    assert called == [("now.example", ("g_a", "now"))]
    assert store.done == [(DELIVER, "g_a", "5-new", min(300, KINDS[DELIVER].again_ms))]


def test_a_game_is_not_looked_at_again_when_every_webhook_has_its_revision():
    store = Store(has_it=Delivery("5-new"), gone=Delivery("4-old", 8, given_up=True))
    deliver_due(store, "g_a", None, None)
    assert store.done == [(DELIVER, "g_a", "5-new", None)]


def test_a_message_is_signed_with_the_clock_of_the_times_in_it(monkeypatch):
    """That of Redis: a receiver refuses what is too old by its timestamp."""
    sent = []
    monkeypatch.setattr(deliveries, "message", lambda game: Empty())
    monkeypatch.setattr(deliveries, "check_target", lambda url, reach: url)
    monkeypatch.setattr(deliveries, "post", lambda target, body, headers: sent.append(headers) or 200)
    hook = Subscription("w_1.g_1", "https://play.example", "whsec_c2VjcmV0", "role", "2026-01-01T00:00:00.000Z")
    assert deliveries._attempt(GAME, hook, None) == 200
    assert sent[0]["webhook-timestamp"] == str(NOW_MS // 1000)


class Empty(Answer):
    """A message without fields."""
