"""TODO service/webhooks/delivery.py."""

import base64
import hashlib
import hmac
import logging
import time

from service.model.answer import to_json
from service.model.game import GameRecord
from service.model.problem import Problem
from service.model.timestamps import now_ms
from service.store.games import GameStore
from service.telemetry import metrics
from service.webhooks.safe_http import Unreachable, check_target, post
from service.webhooks.subscriptions import Told, Webhook, _note, _told, _webhooks
from service.webhooks.views import notice

log = logging.getLogger(__name__)


RETRY_S = (5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 24 * 3600)
"""After so many failures in a row the next attempt waits so long; after one more the webhook is given up."""


GONE = 410


# -- telling them


def tell_webhooks(store: GameStore, game_id: str, private: bool) -> None:
    """Tell every webhook of the game that does not know its version yet and is not waiting for its next attempt."""
    try:
        game = store.load(game_id)
    except Problem:  # expired: nothing to tell, and nobody to tell it to
        store.settle_notices(game_id, 0, None)
        return
    waiting = []
    for webhook in _webhooks(store, game_id, *filter(None, [game.key_id])):
        told = _told(store, game_id, webhook)
        if told.given_up or told.version >= game.version:
            continue
        if told.next_ms <= now_ms():
            told = _tell(store, game, webhook, told, private)
        if told.version < game.version and not told.given_up:
            waiting.append(told.next_ms)
    store.settle_notices(game_id, game.version, min(waiting, default=None))


def _tell(store: GameStore, game: GameRecord, webhook: Webhook, told: Told, private: bool) -> Told:
    failed = _failed(told)
    _note(store, game.id, webhook, failed)  # before the attempt: one that kills or outlasts its worker has failed too
    status = _attempt(game, webhook, private)
    if 200 <= status < 300:
        told = Told(game.version)
    else:
        told = Told(told.version, failed.failures, failed.next_ms, failed.given_up or status == GONE)
        log.info("webhook not told", extra={"game_id": game.id, "version": game.version, "attempt": failed.failures, "status": status})
    metrics.WEBHOOKS.labels("given_up" if told.given_up else "failed" if told.failures else "delivered").inc()
    _note(store, game.id, webhook, told)
    return told


def _failed(told: Told) -> Told:
    if told.failures >= len(RETRY_S):
        return Told(told.version, told.failures + 1, given_up=True)
    return Told(told.version, told.failures + 1, now_ms() + RETRY_S[told.failures] * 1000)


def _attempt(game: GameRecord, webhook: Webhook, private: bool) -> int:
    """The status of the answer, 0 for none. The target is checked every time: its name may mean another address by now."""
    body = to_json(notice(game))
    headers = signed_headers(webhook, game, int(time.time()), body)
    try:
        return post(check_target(webhook.url, private), body, headers)
    except (Problem, Unreachable):
        return 0


def signed_headers(webhook: Webhook, game: GameRecord, timestamp_s: int, body: bytes) -> dict[str, str]:
    """The headers of a notice: https://www.standardwebhooks.com, scheme v1."""
    notice_id = f"msg_{webhook.id.partition('.')[0]}.{game.id}.{game.version}"
    key = base64.b64decode(webhook.secret.removeprefix("whsec_"))
    signature = hmac.new(key, f"{notice_id}.{timestamp_s}.".encode() + body, hashlib.sha256).digest()
    return {
        "Content-Type": "application/json",
        "User-Agent": "Faceoff",
        "webhook-id": notice_id,
        "webhook-timestamp": str(timestamp_s),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
