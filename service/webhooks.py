"""Webhooks: addresses that are told when a game changes, signed as Standard Webhooks describe, without a card.

A notice tells the newest version, so several changes may come as one. That webhooks are to be told stands in the store: a lost job
costs seconds. A notice may come twice, with the same id.
"""

import base64
import hashlib
import hmac
import json
import logging
import secrets
import time
from dataclasses import asdict, dataclass, replace
from typing import Any

from service import metrics
from service.games import ID_ALPHABET, role_of, seats_to_act
from service.outbound import Unreachable, check_target, post
from service.problem import Problem
from service.record import GameRecord
from service.store import GameStore
from service.times import now_ms, time_text

log = logging.getLogger(__name__)

MAX_WEBHOOKS = 3
"""Of one game, for each of its tokens; and of an API key."""
RETRY_S = (5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 24 * 3600)
"""After so many failures in a row the next attempt waits so long; after one more the webhook is given up."""
GONE = 410
TYPE = "game.changed"
KEY_HOLDER = "key"


@dataclass(frozen=True)
class Webhook:
    """As stored. Of a game, ``role`` is whoever made it: nobody else sees it."""

    id: str
    game_id: str | None
    """None: of all games that were made with the API key."""
    url: str
    secret: str
    role: str
    created_at: str
    key_id: str | None = None

    @property
    def owner(self) -> str:
        """What it stands under."""
        return self.game_id or self.key_id or ""


@dataclass(frozen=True)
class Told:
    """How far a webhook was told. One of a key has a version for each game, and failures of its own."""

    version: int
    failures: int = 0
    next_ms: int = 0
    given_up: bool = False


# -- for those who make them


@dataclass(frozen=True)
class Maker:
    """Who makes webhooks: somebody in a game, or the holder of an API key."""

    owner: str
    role: str
    game: GameRecord | None = None


def somebody_in(game: GameRecord, token: str | None) -> Maker:
    """Whoever has the token of a game; raises Problem without one."""
    role = role_of(game, token)
    if role is None:
        raise Problem("auth/missing", "Send a token of the game as Authorization: Bearer <token>.")
    return Maker(game.id, str(role), game)


def holder_of(key_id: str) -> Maker:
    """Whoever has the API key."""
    return Maker(key_id, KEY_HOLDER)


def create_webhook(store: GameStore, maker: Maker, url: str, private: bool) -> Webhook:
    """Tell ``url`` of every change of the game, or of every game of the key, from now on."""
    check_target(url, private)
    if len(list_webhooks(store, maker)) >= MAX_WEBHOOKS:
        of_what = "of your API key" if maker.game is None else f"of game {maker.owner}"
        raise Problem("webhook/too_many", f"You have {MAX_WEBHOOKS} webhooks {of_what}, as many as there may be: delete one first.")
    name = "".join(secrets.choice(ID_ALPHABET) for _ in range(12))
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    game_id, key_id = (None, maker.owner) if maker.game is None else (maker.owner, None)
    webhook = Webhook(f"w_{name}.{maker.owner}", game_id, url, secret, maker.role, time_text(now_ms()), key_id)
    document = json.dumps(asdict(webhook))
    if maker.game is None:
        store.keep_key_webhook(maker.owner, webhook.id, document)
    else:
        store.keep_webhook(maker.owner, webhook.id, document)
        _note(store, maker.owner, webhook, Told(maker.game.version))
    return webhook


def list_webhooks(store: GameStore, maker: Maker) -> list[Webhook]:
    """The webhooks that they have made, oldest first."""
    return [webhook for webhook in _webhooks(store, maker.owner) if webhook.role == maker.role]


def delete_webhook(store: GameStore, maker: Maker, webhook_id: str) -> None:
    """Tell it no more; raises Problem unless they have made it."""
    if webhook_id not in {webhook.id for webhook in list_webhooks(store, maker)}:
        raise not_found(webhook_id)
    store.drop_webhook(maker.owner, webhook_id)


def delete_all(store: GameStore, key_id: str) -> None:
    """Tell those of a key no more, as when it is revoked."""
    for webhook in _webhooks(store, key_id):
        store.drop_webhook(key_id, webhook.id)


def owner_of(webhook_id: str) -> str:
    """The id of the game or key in the name of a webhook."""
    return webhook_id.partition(".")[2]


def not_found(webhook_id: str) -> Problem:
    """The one answer for webhooks that do not exist, or are none of the caller's business."""
    return Problem("webhook/not_found", f"There is no webhook {webhook_id[:60]!r}, or it is not yours.")


def webhook_view(store: GameStore, webhook: Webhook) -> dict[str, Any]:
    """A webhook as its maker sees it, without the secret."""
    told = _read(store, webhook.owner, webhook)
    status = "given_up" if told.given_up else "failing" if told.failures else "active"
    shown = {"id": webhook.id, "game_id": webhook.game_id, "url": webhook.url, "created_at": webhook.created_at}
    return shown | {"status": status, "told_version": None if webhook.game_id is None else told.version}


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
    body = json.dumps(notice(game)).encode()
    headers = signed_headers(webhook, game, int(time.time()), body)
    try:
        return post(check_target(webhook.url, private), body, headers)
    except (Problem, Unreachable):
        return 0


def notice(game: GameRecord) -> dict[str, Any]:
    """What is told: nothing that a spectator does not know."""
    data = {"game_id": game.id, "version": game.version, "status": game.status, "to_act": seats_to_act(game)}
    return {"type": TYPE, "timestamp": time_text(now_ms()), "data": data}


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


# -- pieces


def _webhooks(store: GameStore, *owners: str) -> list[Webhook]:
    found = [Webhook(**json.loads(text)) for owner in owners for text in store.webhooks(owner).values()]
    return sorted(found, key=lambda webhook: (webhook.created_at, webhook.id))


def _told(store: GameStore, game_id: str, webhook: Webhook) -> Told:
    """How far the webhook was told of the game, and how it does: the games of a key wait together for a receiver that fails."""
    told = _read(store, game_id, webhook)
    return told if webhook.key_id is None else replace(_read(store, webhook.key_id, webhook), version=told.version)


def _note(store: GameStore, game_id: str, webhook: Webhook, told: Told) -> None:
    for owner in filter(None, (game_id, webhook.key_id)):
        store.note_told(owner, webhook.id, json.dumps(asdict(told)))


def _read(store: GameStore, owner: str, webhook: Webhook) -> Told:
    text = store.told(owner).get(webhook.id)
    return Told(0) if text is None else Told(**json.loads(text))
