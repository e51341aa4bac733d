"""Webhooks: addresses to which a signed message is delivered when a game changes. It shows no card.

A message names the newest version, so several changes may come as one. That deliveries are to be made is part of the store: a lost job
costs seconds. A message may come twice, with the same id.
"""

import base64
import json
import secrets
from dataclasses import asdict, dataclass, replace
from typing import Final

from service.model.game import Game
from service.model.problem import Problem
from service.model.timestamps import now_ms, time_text
from service.model.tokens import member_of, random_id
from service.store.interface import WebhookStore
from service.webhooks.safe_http import check_target

MAX_WEBHOOKS: Final = 3
"""Of one game, for each of its tokens; and of an API key."""
KEY_HOLDER: Final = "key"


@dataclass(frozen=True)
class Webhook:
    """As stored. Of a game, only ``role``, who created it, sees it."""

    id: str
    game_id: str | None
    """None: of all games that were created with the API key."""
    url: str
    secret: str
    role: str
    created_at: str
    key_id: str | None = None

    @property
    def owner_id(self) -> str:
        """The game or API key that it belongs to."""
        return self.game_id or self.key_id or ""


@dataclass(frozen=True)
class Delivery:
    """Delivery state of a webhook: last delivered version, failures in a row, next attempt.

    A webhook of an API key has a version for each game, and failures of its own.
    """

    version: int
    failures: int = 0
    next_ms: int = 0
    given_up: bool = False


# -- for their owners


@dataclass(frozen=True)
class Owner:
    """Who creates webhooks: the holder of a token in a game, or the holder of an API key."""

    id: str
    role: str
    game: Game | None = None


def game_member(game: Game, token: str | None) -> Owner:
    """The holder of a token of the game; raises Problem without one."""
    return Owner(game.id, str(member_of(game, token)), game)


def key_holder(key_id: str) -> Owner:
    """The holder of the API key."""
    return Owner(key_id, KEY_HOLDER)


def create_webhook(webhooks: WebhookStore, owner: Owner, url: str, private: bool) -> Webhook:
    """Deliver every change of the game, or of every game of the key, to ``url`` from now on."""
    check_target(url, private)
    if len(list_webhooks(webhooks, owner)) >= MAX_WEBHOOKS:
        of_what = "of your API key" if owner.game is None else f"of game {owner.id}"
        raise Problem("webhook/too_many", f"You have {MAX_WEBHOOKS} webhooks {of_what}, which is the limit: delete one first.")
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    game_id, key_id = (None, owner.id) if owner.game is None else (owner.id, None)
    webhook_id = f"{random_id('w_', 12)}.{owner.id}"
    webhook = Webhook(webhook_id, game_id, url, secret, owner.role, time_text(now_ms()), key_id)
    document = json.dumps(asdict(webhook))
    if owner.game is None:
        webhooks.keep_for_key(owner.id, webhook.id, document)
    else:
        webhooks.keep(owner.id, webhook.id, document)
        keep_delivery(webhooks, owner.id, webhook, Delivery(owner.game.version))
    return webhook


def list_webhooks(webhooks: WebhookStore, owner: Owner) -> list[Webhook]:
    """The webhooks that the owner has created, oldest first."""
    return [webhook for webhook in webhooks_of(webhooks, owner.id) if webhook.role == owner.role]


def delete_webhook(webhooks: WebhookStore, owner: Owner, webhook_id: str) -> None:
    """Stop its deliveries; raises Problem unless the owner has created it."""
    if webhook_id not in {webhook.id for webhook in list_webhooks(webhooks, owner)}:
        raise not_found(webhook_id)
    webhooks.delete(owner.id, webhook_id)


def delete_all(webhooks: WebhookStore, key_id: str) -> None:
    """Delete the webhooks of an API key, as when it is revoked."""
    for webhook in webhooks_of(webhooks, key_id):
        webhooks.delete(key_id, webhook.id)


def owner_id_of(webhook_id: str) -> str:
    """The id of the game or key in the id of a webhook."""
    return webhook_id.partition(".")[2]


def not_found(webhook_id: str) -> Problem:
    """The one answer for webhooks that do not exist or belong to others."""
    return Problem("webhook/not_found", f"There is no webhook {webhook_id[:60]!r}, or it is not yours.")


# -- for deliveries


def webhooks_of(webhooks: WebhookStore, *owner_ids: str) -> list[Webhook]:
    """All webhooks of these games and keys, oldest first."""
    found = [Webhook(**json.loads(document)) for owner_id in owner_ids for document in webhooks.all(owner_id).values()]
    return sorted(found, key=lambda webhook: (webhook.created_at, webhook.id))


def load_delivery(webhooks: WebhookStore, game_id: str, webhook: Webhook) -> Delivery:
    """The delivery state of a webhook for a game. Where a receiver fails, all games of a key wait for it together."""
    delivery = delivery_state(webhooks, game_id, webhook)
    return delivery if webhook.key_id is None else replace(delivery_state(webhooks, webhook.key_id, webhook), version=delivery.version)


def keep_delivery(webhooks: WebhookStore, game_id: str, webhook: Webhook, delivery: Delivery) -> None:
    """Store the delivery state of a webhook for a game."""
    for owner_id in filter(None, (game_id, webhook.key_id)):
        webhooks.keep_delivery(owner_id, webhook.id, json.dumps(asdict(delivery)))


def delivery_state(webhooks: WebhookStore, owner_id: str, webhook: Webhook) -> Delivery:
    """The delivery state that is stored under a game or an API key."""
    document = webhooks.delivery(owner_id, webhook.id)
    return Delivery(0) if document is None else Delivery(**json.loads(document))
