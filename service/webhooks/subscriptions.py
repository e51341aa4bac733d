"""Webhooks: addresses that are told when a game changes, signed as Standard Webhooks describe, without a card.

A notice tells the newest version, so several changes may come as one. That webhooks are to be told stands in the store: a lost job
costs seconds. A notice may come twice, with the same id.
"""

import base64
import json
import secrets
from dataclasses import asdict, dataclass, replace

from service.model.game import GameRecord
from service.model.problem import Problem
from service.model.timestamps import now_ms, time_text
from service.model.tokens import ID_ALPHABET, role_of
from service.store.games import GameStore
from service.webhooks.safe_http import check_target

MAX_WEBHOOKS = 3
"""Of one game, for each of its tokens; and of an API key."""


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


# -- pieces


def _webhooks(store: GameStore, *owners: str) -> list[Webhook]:
    found = [Webhook(**json.loads(text)) for owner in owners for text in store.webhooks(owner).values()]
    return sorted(found, key=lambda webhook: (webhook.created_at, webhook.id))


def _told(store: GameStore, game_id: str, webhook: Webhook) -> Told:
    """How far the webhook was told of the game, and how it does: the games of a key wait together for a receiver that fails."""
    told = delivery_state(store, game_id, webhook)
    return told if webhook.key_id is None else replace(delivery_state(store, webhook.key_id, webhook), version=told.version)


def _note(store: GameStore, game_id: str, webhook: Webhook, told: Told) -> None:
    for owner in filter(None, (game_id, webhook.key_id)):
        store.note_told(owner, webhook.id, json.dumps(asdict(told)))


def delivery_state(store: GameStore, owner: str, webhook: Webhook) -> Told:
    """What was delivered to the webhook of its owner's games, and how the last deliveries went."""
    text = store.told(owner).get(webhook.id)
    return Told(0) if text is None else Told(**json.loads(text))
