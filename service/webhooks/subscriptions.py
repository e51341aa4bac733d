"""Webhooks as their owners create, list and delete them: those of a token of a game, and those of an API key."""

import base64
import secrets
from typing import Annotated, Final, Literal

from msgspec import Struct

from service.model.answer import Answer, Count, Problem, Timestamp, about
from service.model.game import Game, version_of
from service.model.timestamps import now_ms, time_text
from service.model.tokens import MEMBER, digest, new_id, role_in
from service.store.store import Store
from service.store.webhooks import Delivery, Subscription, WebhookStore, is_key_id
from service.webhooks.outbound import Reach, check_target

MAX_WEBHOOKS: Final = 3
"""Maximum per token of a game, and per API key."""
KEY_HOLDER: Final = "key"


class Owner(Struct, frozen=True):
    """Who owns webhooks: a token of a game, or an API key."""

    id: str
    """The id of the game or the key."""
    role: str = KEY_HOLDER
    """The digest of the token; KEY_HOLDER for a key."""
    revision: str | None = None
    """The revision of the game; None for a key."""


def game_member(game: Game, token: str | None) -> Owner:
    """The owner for a token of the game; raises Problem without a token."""
    role_in(game, token, MEMBER)
    return Owner(game.id, digest(token or ""), game.revision)


def create_webhook(store: Store, owner: Owner, url: str, reach: Reach) -> Subscription:
    """Deliver every change of the game, or of every game of the key, to ``url`` from now on; raises Problem."""
    check_target(url, reach)
    store.space.require()
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    made = Subscription(f"{new_id('webhook', length=12)}.{owner.id}", url, secret, owner.role, time_text(now_ms()))
    if not store.webhooks.keep(made, MAX_WEBHOOKS):
        of_what = "of your API key" if owner.revision is None else f"of game {owner.id}"
        raise Problem(
            "webhook/too_many", f"You have {MAX_WEBHOOKS} webhooks {of_what}, which is the limit: delete one first."
        )
    if owner.revision is not None:
        store.webhooks.keep_delivery(owner.id, made, Delivery(owner.revision))
    return made


def list_webhooks(webhooks: WebhookStore, owner: Owner) -> list[Subscription]:
    """The webhooks that the owner has created, oldest first."""
    return [found for found in webhooks.of(owner.id) if found.role == owner.role]


def delete_webhook(webhooks: WebhookStore, owner: Owner, webhook_id: str) -> None:
    """Stop its deliveries; raises Problem unless the owner has created it."""
    for found in list_webhooks(webhooks, owner):
        if found.id == webhook_id:
            return webhooks.delete(found)
    raise not_found(webhook_id)


def not_found(webhook_id: str) -> Problem:
    """The same refusal for webhooks that do not exist or belong to others."""
    return Problem("webhook/not_found", f"There is no webhook {webhook_id!r}, or it is not yours.")


class Webhook(Answer, kw_only=True):
    """A URL that is notified when a game changes."""

    id: Annotated[str, about("The webhook's id.")]
    game_id: Annotated[str | None, about("The game. Null for all games created with your API key.")]
    url: Annotated[str, about("Where notifications are sent.", extra_json_schema={"format": "uri"})]
    created_at: Annotated[Timestamp, about("When it was created.")]
    status: Annotated[
        Literal["active", "failing", "given_up"],
        about("Result of the last deliveries. `given_up`: disabled after too many failures.", title="WebhookStatus"),
    ]
    delivered_version: Annotated[
        Count | None, about("The last version that was delivered. Null for a webhook of an API key.")
    ]


class CreatedWebhook(Webhook, kw_only=True):
    """A new webhook with its secret, which is shown only once."""

    secret: Annotated[str, about("Verifies the signatures, see Standard Webhooks.")]


def webhook_view(webhooks: WebhookStore, webhook: Subscription) -> Webhook:
    """A webhook as its owner sees it, without the secret."""
    is_of_key = is_key_id(webhook.owner_id)
    delivery = webhooks.delivery(webhook.owner_id, webhook)
    return Webhook(
        id=webhook.id,
        game_id=None if is_of_key else webhook.owner_id,
        url=webhook.url,
        created_at=webhook.created_at,
        status="given_up" if delivery.given_up else "failing" if delivery.failures else "active",
        delivered_version=None if is_of_key else version_of(delivery.revision),
    )
