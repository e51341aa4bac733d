"""Webhooks: addresses to which a signed message is delivered when a game changes. The message contains no card.

A message names the newest version, so one message may cover several changes. The store records which deliveries are
due, so a lost job costs seconds. A message may be delivered twice, with the same id.
"""

import base64
import json
import secrets
from dataclasses import asdict, dataclass, replace
from typing import Final

from service.model.game import Game
from service.model.problem import Problem
from service.model.revision import START
from service.model.timestamps import now_ms, time_text
from service.model.tokens import DIGEST_LENGTH, MEMBER, digest, random_id, role_in
from service.store.store import Store
from service.store.webhooks import WebhookStore
from service.webhooks.safe_http import Reach, check_target

MAX_WEBHOOKS: Final = 3
"""Per token of a game, and per API key."""
KEY_HOLDER: Final = "key"


@dataclass(frozen=True)
class Webhook:
    """A webhook as stored. A game's webhook is visible only to the token that created it, and ends with that."""

    id: str
    game_id: str | None
    """None: for all games that were created with the API key."""
    url: str
    secret: str
    role: str
    """The digest of that token, or KEY_HOLDER; in webhooks of earlier versions the seat, or ``owner``, whatever its
    token.
    """
    created_at: str
    key_id: str | None = None

    def has_ended(self, game: Game) -> bool:
        """Whether the token that created it is no longer one of the game's."""
        return len(self.role) == DIGEST_LENGTH and self.role not in game.tokens

    @property
    def owner_id(self) -> str:
        """The game or API key that it belongs to."""
        return self.game_id or self.key_id or ""


@dataclass(frozen=True)
class Delivery:
    """Delivery state of a webhook: last delivered revision, failures in a row, next attempt.

    A webhook of an API key has one revision per game; its failures are counted for all its games together.
    """

    revision: str
    failures: int = 0
    next_ms: int = 0
    given_up: bool = False


# -- for their owners


@dataclass(frozen=True)
class Owner:
    """Who owns webhooks: a token of a game, or an API key."""

    id: str
    role: str
    game: Game | None = None
    earlier_role: str = KEY_HOLDER
    """What earlier versions of the service stored as the role."""


def game_member(game: Game, token: str | None) -> Owner:
    """The owner for a token of the game; raises Problem without a token."""
    role = role_in(game, token, MEMBER)
    return Owner(game.id, digest(token or ""), game, str(role))


def key_holder(key_id: str) -> Owner:
    """The owner for an API key."""
    return Owner(key_id, KEY_HOLDER)


def create_webhook(store: Store, owner: Owner, url: str, reach: Reach) -> Webhook:
    """Deliver every change of the game, or of every game of the key, to ``url`` from now on; raises Problem."""
    webhooks = store.webhooks
    check_target(url, reach)
    store.require_space()
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    game_id, key_id = (None, owner.id) if owner.game is None else (owner.id, None)
    webhook_id = f"{random_id('w_', 12)}.{owner.id}"
    webhook = Webhook(webhook_id, game_id, url, secret, owner.role, time_text(now_ms()), key_id)
    document = json.dumps(asdict(webhook))
    if owner.game is None:
        is_kept = webhooks.keep_for_key(owner.id, webhook.id, document, MAX_WEBHOOKS)
    else:
        is_kept = webhooks.keep(owner.id, webhook.id, document, MAX_WEBHOOKS)
    if not is_kept:
        of_what = "of your API key" if owner.game is None else f"of game {owner.id}"
        raise Problem(
            "webhook/too_many", f"You have {MAX_WEBHOOKS} webhooks {of_what}, which is the limit: delete one first."
        )
    if owner.game is not None:
        keep_delivery(webhooks, owner.id, webhook, Delivery(owner.game.revision))
    return webhook


def list_webhooks(webhooks: WebhookStore, owner: Owner) -> list[Webhook]:
    """The webhooks that the owner has created, oldest first."""
    return [webhook for webhook in webhooks_of(webhooks, owner.id) if webhook.role in (owner.role, owner.earlier_role)]


def delete_webhook(webhooks: WebhookStore, owner: Owner, webhook_id: str) -> None:
    """Stop its deliveries; raises Problem unless the owner has created it."""
    if webhook_id not in {webhook.id for webhook in list_webhooks(webhooks, owner)}:
        raise not_found(webhook_id)
    webhooks.delete(owner.id, webhook_id)


def delete_all(webhooks: WebhookStore, key_id: str) -> None:
    """Delete the webhooks of an API key that is revoked."""
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
    """The delivery state of a webhook for a game. While the receiver of a key's webhook fails, all games of the key
    wait.
    """
    delivery = delivery_state(webhooks, game_id, webhook)
    return (
        delivery
        if webhook.key_id is None
        else replace(delivery_state(webhooks, webhook.key_id, webhook), revision=delivery.revision)
    )


def keep_delivery(webhooks: WebhookStore, game_id: str, webhook: Webhook, delivery: Delivery) -> None:
    """Store the delivery state of a webhook for a game."""
    for owner_id in filter(None, (game_id, webhook.key_id)):
        webhooks.keep_delivery(owner_id, webhook.id, json.dumps(asdict(delivery)))


def delivery_state(webhooks: WebhookStore, owner_id: str, webhook: Webhook) -> Delivery:
    """The delivery state that is stored under a game or an API key."""
    document = webhooks.delivery(owner_id, webhook.id)
    if document is None:
        return Delivery(START)
    stored = json.loads(document)
    if "version" in stored:  # by an earlier version of the service
        stored["revision"] = str(stored.pop("version"))
    return Delivery(**stored)
