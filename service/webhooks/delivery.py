"""Deliveries to webhooks: which are due, one signed attempt each, and when to try again."""

import base64
import hashlib
import hmac
import logging
import time
from typing import Final

from service.model.answer import to_json
from service.model.game import Game
from service.model.problem import Problem
from service.model.timestamps import now_ms
from service.store.interface import Store
from service.telemetry import metrics
from service.webhooks.safe_http import Unreachable, check_target, post
from service.webhooks.subscriptions import Delivery, Webhook, keep_delivery, load_delivery, webhooks_of
from service.webhooks.views import message

log = logging.getLogger(__name__)

RETRY_S: Final = (5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 24 * 3600)
"""Back-off before retry n; after the last the webhook is disabled."""
GONE: Final = 410


def deliver_due(store: Store, game_id: str, private: bool) -> None:
    """Deliver the game's version to every webhook that does not have it yet and is not waiting for its next attempt."""
    try:
        game = store.games.load(game_id)
    except Problem:  # expired, and its webhooks with it
        store.webhooks.settle(game_id, 0, None)
        return
    waiting = []
    for webhook in webhooks_of(store.webhooks, game_id, *filter(None, [game.key_id])):
        delivery = load_delivery(store.webhooks, game_id, webhook)
        if delivery.given_up or delivery.version >= game.version:
            continue
        if delivery.next_ms <= now_ms():
            delivery = _deliver(store, game, webhook, delivery, private)
        if delivery.version < game.version and not delivery.given_up:
            waiting.append(delivery.next_ms)
    store.webhooks.settle(game_id, game.version, min(waiting, default=None))


def _deliver(store: Store, game: Game, webhook: Webhook, before: Delivery, private: bool) -> Delivery:
    failed = _failed(before)
    keep_delivery(store.webhooks, game.id, webhook, failed)  # first, so that an attempt that kills its worker counts
    status = _attempt(game, webhook, private)
    if 200 <= status < 300:
        after = Delivery(game.version)
    else:
        after = Delivery(before.version, failed.failures, failed.next_ms, failed.given_up or status == GONE)
        fields = {"game_id": game.id, "version": game.version, "attempt": failed.failures, "status": status}
        log.info("webhook not delivered", extra=fields)
    metrics.WEBHOOKS.labels("given_up" if after.given_up else "failed" if after.failures else "delivered").inc()
    keep_delivery(store.webhooks, game.id, webhook, after)
    return after


def _failed(delivery: Delivery) -> Delivery:
    if delivery.failures >= len(RETRY_S):
        return Delivery(delivery.version, delivery.failures + 1, given_up=True)
    return Delivery(delivery.version, delivery.failures + 1, now_ms() + RETRY_S[delivery.failures] * 1000)


def _attempt(game: Game, webhook: Webhook, private: bool) -> int:
    """The status of the response, 0 without one. The target is checked every time: its name may now resolve to another address."""
    body = to_json(message(game))
    headers = signed_headers(webhook, game, int(time.time()), body)
    try:
        return post(check_target(webhook.url, private), body, headers)
    except (Problem, Unreachable):
        return 0


def signed_headers(webhook: Webhook, game: Game, timestamp_s: int, body: bytes) -> dict[str, str]:
    """The headers of a message: https://www.standardwebhooks.com, scheme v1."""
    message_id = f"msg_{webhook.id.partition('.')[0]}.{game.id}.{game.version}"
    key = base64.b64decode(webhook.secret.removeprefix("whsec_"))
    signature = hmac.new(key, f"{message_id}.{timestamp_s}.".encode() + body, hashlib.sha256).digest()
    return {
        "Content-Type": "application/json",
        "User-Agent": "Faceoff",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp_s),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
