"""Deliveries to webhooks: which are due, one signed attempt each, and when to try again.

Redis records what is due. What waits in a dispatcher is only a reminder: every attempt reads again whether it is still
to be made.
"""

import base64
import hashlib
import hmac
import logging
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from service.model.answer import to_json
from service.model.game import Game
from service.model.problem import Problem
from service.model.timestamps import SKEW_MS, now_ms
from service.store.agenda import DELIVER, KINDS
from service.store.store import Store
from service.store.webhooks import Delivery, Subscription
from service.telemetry import metrics
from service.webhooks.safe_http import Reach, Unreachable, check_target, post
from service.webhooks.subscriptions import message

log = logging.getLogger(__name__)

RETRY_S: Final = (5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 24 * 3600)
"""Back-off before retry n; after the last the webhook is disabled."""
GONE: Final = 410
Dispatch = Callable[[str, Hashable, Callable[[], None]], None]
"""Runs a call to a host, now or later; the second argument identifies the call."""


def deliver_due(store: Store, game_id: str, reach: Reach, dispatch: Dispatch) -> None:
    """Dispatch the game's revision to every webhook that does not have it yet and is not waiting for its next
    attempt. Raises Problem if the game has expired, and its webhooks with it.
    """
    game = store.games.load(game_id)
    for webhook in _webhooks(store, game):
        if _is_due(store.webhooks.delivery(game_id, webhook), game):
            host = urlsplit(webhook.url).hostname or ""
            dispatch(host, (game_id, webhook.id), partial(_deliver, store, game_id, webhook.id, reach))
    _settle(store, game)


def _webhooks(store: Store, game: Game) -> list[Subscription]:
    """The webhooks of a game and of its API key; those whose token was renewed are deleted."""
    found = store.webhooks.of(game.id, *filter(None, [game.key_id]))
    for webhook in found:
        if webhook.has_ended(game):
            store.webhooks.delete(webhook)
    return [webhook for webhook in found if not webhook.has_ended(game)]


def _is_due(delivery: Delivery, game: Game) -> bool:
    back_off_s = max(RETRY_S[: delivery.failures], default=0)
    waits = 0 < delivery.next_ms - now_ms() <= 1000 * back_off_s + SKEW_MS  # longer, if the clock was set back since
    return not delivery.given_up and delivery.revision != game.revision and not waits


def _settle(store: Store, game: Game) -> None:
    """Note when the game's deliveries are next to be looked at. Those that are due wait in a dispatcher."""
    waits_ms = []
    for webhook in _webhooks(store, game):
        delivery = store.webhooks.delivery(game.id, webhook)
        if delivery.revision != game.revision and not delivery.given_up:
            waits_ms.append(KINDS[DELIVER].again_ms if _is_due(delivery, game) else max(0, delivery.next_ms - now_ms()))
    store.agenda.done(DELIVER, game.id, game.revision, min(waits_ms, default=None))


def _deliver(store: Store, game_id: str, webhook_id: str, reach: Reach) -> None:
    """Make one attempt, unless meanwhile the webhook is deleted or another attempt was made."""
    try:
        game = store.games.load(game_id)
    except Problem:  # expired meanwhile
        return
    for webhook in _webhooks(store, game):
        if webhook.id == webhook_id and _is_due(before := store.webhooks.delivery(game_id, webhook), game):
            _attempt_once(store, game, webhook, before, reach)
    _settle(store, game)


def _attempt_once(store: Store, game: Game, webhook: Subscription, before: Delivery, reach: Reach) -> None:
    # First, so that an attempt that kills its worker counts. Other games of the key need not wait for it to end.
    begun = Delivery(before.revision, before.failures + 1, given_up=before.failures > len(RETRY_S))
    store.webhooks.keep_delivery(game.id, webhook, begun)
    status = _attempt(game, webhook, reach)
    after = _state_after(status, before, game)
    if after.failures:
        fields = {"game_id": game.id, "version": game.version, "attempt": after.failures, "status": status}
        log.info("webhook not delivered", extra=fields)
    metrics.WEBHOOKS.labels("given_up" if after.given_up else "failed" if after.failures else "delivered").inc()
    store.webhooks.keep_delivery(game.id, webhook, after)


def _state_after(status: int, before: Delivery, game: Game) -> Delivery:
    if 200 <= status < 300:
        return Delivery(game.revision)
    if status == GONE or before.failures >= len(RETRY_S):
        return Delivery(before.revision, before.failures + 1, given_up=True)
    return Delivery(before.revision, before.failures + 1, now_ms() + 1000 * RETRY_S[before.failures])


def _attempt(game: Game, webhook: Subscription, reach: Reach) -> int:
    """The status of the response, 0 without one. The target is checked every time: its name may now resolve to another
    address.
    """
    body = to_json(message(game))
    headers = signed_headers(webhook, game, int(time.time()), body)
    try:
        return post(check_target(webhook.url, reach), body, headers)
    except (Problem, Unreachable):
        return 0


def signed_headers(webhook: Subscription, game: Game, timestamp_s: int, body: bytes) -> dict[str, str]:
    """The headers of a message: https://www.standardwebhooks.com, scheme v1."""
    message_id = f"msg_{webhook.id.partition('.')[0]}.{game.id}.{game.revision}"
    key = base64.b64decode(webhook.secret.removeprefix("whsec_"))
    signature = hmac.new(key, f"{message_id}.{timestamp_s}.".encode() + body, hashlib.sha256).digest()
    return {
        "Content-Type": "application/json",
        "User-Agent": "Faceoff",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp_s),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
