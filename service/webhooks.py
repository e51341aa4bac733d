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
from dataclasses import asdict, dataclass
from typing import Any

from service.games import ID_ALPHABET, role_of, seats_to_act
from service.outbound import Unreachable, check_target, post
from service.problem import Problem
from service.record import GameRecord
from service.store import GameStore
from service.times import now_ms, time_text

log = logging.getLogger(__name__)

MAX_WEBHOOKS = 3
"""Of one game, for each of its tokens."""
RETRY_S = (5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 24 * 3600)
"""After so many failures in a row the next attempt waits so long; after one more the webhook is given up."""
GONE = 410
TYPE = "game.changed"


@dataclass(frozen=True)
class Webhook:
    """As stored. ``role`` is whoever made it: nobody else sees it."""

    id: str
    game_id: str
    url: str
    secret: str
    role: str
    created_at: str


@dataclass(frozen=True)
class Told:
    """How far a webhook was told."""

    version: int
    failures: int = 0
    next_ms: int = 0
    given_up: bool = False


# -- for those who make them


def create_webhook(store: GameStore, game: GameRecord, token: str | None, url: str, private: bool) -> Webhook:
    """Tell ``url`` of every change of the game from now on."""
    role = _role(game, token)
    check_target(url, private)
    if len(list_webhooks(store, game, token)) >= MAX_WEBHOOKS:
        raise Problem("webhook/too_many", f"You have {MAX_WEBHOOKS} webhooks of game {game.id}, as many as there may be: delete one first.")
    name = "".join(secrets.choice(ID_ALPHABET) for _ in range(12))
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    webhook = Webhook(f"w_{name}.{game.id}", game.id, url, secret, role, time_text(now_ms()))
    store.keep_webhook(game.id, webhook.id, json.dumps(asdict(webhook)))
    _note(store, webhook, Told(game.version))
    return webhook


def list_webhooks(store: GameStore, game: GameRecord, token: str | None) -> list[Webhook]:
    """The webhooks that this token has made, oldest first."""
    role = _role(game, token)
    return [webhook for webhook in _webhooks(store, game.id) if webhook.role == role]


def delete_webhook(store: GameStore, webhook_id: str, token: str | None) -> None:
    """Tell it no more; raises Problem unless the token has made it."""
    game_id = webhook_id.partition(".")[2]
    unknown = Problem("webhook/not_found", f"There is no webhook {webhook_id[:60]!r}, or it is not yours.")
    try:
        game = store.load(game_id)
    except Problem:
        raise unknown from None
    if webhook_id not in {webhook.id for webhook in list_webhooks(store, game, token)}:
        raise unknown
    store.drop_webhook(game_id, webhook_id)


def webhook_view(store: GameStore, webhook: Webhook) -> dict[str, Any]:
    """A webhook as its maker sees it, without the secret."""
    told = _told(store, webhook)
    status = "given_up" if told.given_up else "failing" if told.failures else "active"
    shown = {"id": webhook.id, "game_id": webhook.game_id, "url": webhook.url, "created_at": webhook.created_at}
    return shown | {"status": status, "told_version": told.version}


def _role(game: GameRecord, token: str | None) -> str:
    role = role_of(game, token)
    if role is None:
        raise Problem("auth/missing", "Send a token of the game as Authorization: Bearer <token>.")
    return str(role)


# -- telling them


def tell_webhooks(store: GameStore, game_id: str, private: bool) -> None:
    """Tell every webhook of the game that does not know its version yet and is not waiting for its next attempt."""
    try:
        game = store.load(game_id)
    except Problem:  # expired: nothing to tell, and nobody to tell it to
        store.settle_notices(game_id, 0, None)
        return
    waiting = []
    for webhook in _webhooks(store, game_id):
        told = _told(store, webhook)
        if told.given_up or told.version >= game.version:
            continue
        if told.next_ms <= now_ms():
            told = _tell(store, game, webhook, told, private)
        if told.version < game.version and not told.given_up:
            waiting.append(told.next_ms)
    store.settle_notices(game_id, game.version, min(waiting, default=None))


def _tell(store: GameStore, game: GameRecord, webhook: Webhook, told: Told, private: bool) -> Told:
    failed = _failed(told)
    _note(store, webhook, failed)  # before the attempt: one that kills or outlasts its worker has failed too
    status = _attempt(game, webhook, private)
    if 200 <= status < 300:
        told = Told(game.version)
    else:
        told = Told(told.version, failed.failures, failed.next_ms, failed.given_up or status == GONE)
        log.info("webhook not told", extra={"game_id": game.id, "version": game.version, "attempt": failed.failures, "status": status})
    _note(store, webhook, told)
    return told


def _failed(told: Told) -> Told:
    if told.failures >= len(RETRY_S):
        return Told(told.version, told.failures + 1, given_up=True)
    return Told(told.version, told.failures + 1, now_ms() + RETRY_S[told.failures] * 1000)


def _attempt(game: GameRecord, webhook: Webhook, private: bool) -> int:
    """The status of the answer, 0 for none. The target is checked every time: its name may mean another address by now."""
    body = json.dumps(notice(game)).encode()
    headers = signed_headers(webhook, game.version, int(time.time()), body)
    try:
        return post(check_target(webhook.url, private), body, headers)
    except (Problem, Unreachable):
        return 0


def notice(game: GameRecord) -> dict[str, Any]:
    """What is told: nothing that a spectator does not know."""
    data = {"game_id": game.id, "version": game.version, "status": game.status, "to_act": seats_to_act(game)}
    return {"type": TYPE, "timestamp": time_text(now_ms()), "data": data}


def signed_headers(webhook: Webhook, version: int, timestamp_s: int, body: bytes) -> dict[str, str]:
    """The headers of a notice: https://www.standardwebhooks.com, scheme v1."""
    notice_id = f"msg_{webhook.id}.{version}"
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


def _webhooks(store: GameStore, game_id: str) -> list[Webhook]:
    found = [Webhook(**json.loads(text)) for text in store.webhooks(game_id).values()]
    return sorted(found, key=lambda webhook: (webhook.created_at, webhook.id))


def _told(store: GameStore, webhook: Webhook) -> Told:
    text = store.told(webhook.game_id).get(webhook.id)
    return Told(0) if text is None else Told(**json.loads(text))


def _note(store: GameStore, webhook: Webhook, told: Told) -> None:
    store.note_told(webhook.game_id, webhook.id, json.dumps(asdict(told)))
