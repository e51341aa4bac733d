"""Webhooks: addresses to which a signed message is delivered when a game changes. The message contains no card.

A message names the newest version, so one message may cover several changes. The store records which deliveries are
due, so a lost attempt costs seconds. A message may be delivered twice, with the same id.
"""

import base64
import secrets
from typing import Annotated, Final, Literal, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from service.games.views import GameStatus
from service.model.answer import Answer, Count, Positive, SeatNumber, Timestamp, extend
from service.model.game import Game, seats_to_act
from service.model.problem import Problem
from service.model.revision import START, version_of
from service.model.timestamps import now_ms, time_text
from service.model.tokens import MEMBER, digest, random_id, role_in
from service.store.api_keys import is_key_id
from service.store.store import Store
from service.store.webhooks import WebhookStore
from service.webhooks.safe_http import Reach, check_target

MAX_WEBHOOKS: Final = 3
"""Per token of a game, and per API key."""
KEY_HOLDER: Final = "key"


class Owner(Struct, frozen=True):
    """Who owns webhooks: a token of a game, or an API key."""

    id: str
    """Of the game or the key."""
    role: str = KEY_HOLDER
    """The digest of the token; KEY_HOLDER for a key."""
    revision: str | None = None
    """Of the game; None for a key."""


class Subscription(Struct, frozen=True):
    """A webhook as stored. A game's is visible only to the token that created it, and ends with that; an API key's is
    for all games that were created with the key.
    """

    id: str
    """Ends with the id of its owner."""
    url: str
    secret: str
    role: str
    created_at: str

    @property
    def owner_id(self) -> str:
        """The game or API key that it belongs to."""
        return owner_id_of(self.id)

    def has_ended(self, game: Game) -> bool:
        """Whether the token that created it is no longer one of the game's."""
        return self.role != KEY_HOLDER and self.role not in game.tokens


class Delivery(Struct, frozen=True):
    """State of the deliveries of a webhook for a game: last delivered revision, failures in a row, next attempt."""

    revision: str = START
    failures: int = 0
    next_ms: int = 0
    given_up: bool = False


# -- for their owners


def game_member(game: Game, token: str | None) -> Owner:
    """The owner for a token of the game; raises Problem without a token."""
    role_in(game, token, MEMBER)
    return Owner(game.id, digest(token or ""), game.revision)


def create_webhook(store: Store, owner: Owner, url: str, reach: Reach) -> Subscription:
    """Deliver every change of the game, or of every game of the key, to ``url`` from now on; raises Problem."""
    check_target(url, reach)
    store.require_space()
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    made = Subscription(f"{random_id('w_', 12)}.{owner.id}", url, secret, owner.role, time_text(now_ms()))
    if not store.webhooks.keep(owner.id, made.id, msgspec.json.encode(made).decode(), MAX_WEBHOOKS):
        of_what = "of your API key" if owner.revision is None else f"of game {owner.id}"
        raise Problem(
            "webhook/too_many", f"You have {MAX_WEBHOOKS} webhooks {of_what}, which is the limit: delete one first."
        )
    if owner.revision is not None:
        keep_delivery(store.webhooks, owner.id, made, Delivery(owner.revision))
    return made


def list_webhooks(webhooks: WebhookStore, owner: Owner) -> list[Subscription]:
    """The webhooks that the owner has created, oldest first."""
    return [found for found in webhooks_of(webhooks, owner.id) if found.role == owner.role]


def delete_webhook(webhooks: WebhookStore, owner: Owner, webhook_id: str) -> None:
    """Stop its deliveries; raises Problem unless the owner has created it."""
    if webhook_id not in {found.id for found in list_webhooks(webhooks, owner)}:
        raise not_found(webhook_id)
    webhooks.delete(owner.id, webhook_id)


def delete_all(webhooks: WebhookStore, key_id: str) -> None:
    """Delete the webhooks of an API key that is revoked."""
    for found in webhooks_of(webhooks, key_id):
        webhooks.delete(key_id, found.id)


def owner_id_of(webhook_id: str) -> str:
    """The id of the game or key in the id of a webhook."""
    return webhook_id.partition(".")[2]


def not_found(webhook_id: str) -> Problem:
    """The one answer for webhooks that do not exist or belong to others."""
    return Problem("webhook/not_found", f"There is no webhook {webhook_id[:60]!r}, or it is not yours.")


class Webhook(Answer, kw_only=True):
    """A URL that is notified when a game changes."""

    id: Annotated[str, Meta(description="The webhook's id.")]
    game_id: Annotated[str | None, Meta(description="The game. Null for all games created with your API key.")]
    url: Annotated[str, Meta(description="Where notifications are sent.", extra_json_schema={"format": "uri"})]
    created_at: Annotated[Timestamp, Meta(description="When it was created.")]
    status: Annotated[
        Literal["active", "failing", "given_up"],
        Meta(
            title="WebhookStatus",
            description="Result of the last deliveries. `given_up`: disabled after too many failures.",
        ),
    ]
    delivered_version: Annotated[
        Count | None, Meta(description="The last version that was delivered. Null for a webhook of an API key.")
    ]


class CreatedWebhook(Webhook, kw_only=True):
    """A new webhook with its secret, which is shown only once."""

    secret: Annotated[str, Meta(description="Verifies the signatures, see Standard Webhooks.")]


def webhook_view(webhooks: WebhookStore, webhook: Subscription) -> Webhook:
    """A webhook as its owner sees it, without the secret."""
    is_of_key = is_key_id(webhook.owner_id)
    delivery = load_delivery(webhooks, webhook.owner_id, webhook)
    return Webhook(
        id=webhook.id,
        game_id=None if is_of_key else webhook.owner_id,
        url=webhook.url,
        created_at=webhook.created_at,
        status="given_up" if delivery.given_up else "failing" if delivery.failures else "active",
        delivered_version=None if is_of_key else version_of(delivery.revision),
    )


def created_view(webhooks: WebhookStore, webhook: Subscription) -> CreatedWebhook:
    """A new webhook, with the secret."""
    return extend(CreatedWebhook, webhook_view(webhooks, webhook), secret=webhook.secret)


# -- for deliveries


def webhooks_of(webhooks: WebhookStore, *owner_ids: str) -> list[Subscription]:
    """All webhooks of these games and keys, oldest first."""
    documents = [document for owner_id in owner_ids for document in webhooks.all(owner_id).values()]
    found = [msgspec.json.decode(document, type=Subscription) for document in documents]
    return sorted(found, key=lambda webhook: (webhook.created_at, webhook.id))


def load_delivery(webhooks: WebhookStore, game_id: str, webhook: Subscription) -> Delivery:
    """The state of a webhook's deliveries for a game. Failures are the owner's: while the receiver of a key's webhook
    fails, all games of the key wait.
    """
    delivery = _stored_delivery(webhooks, webhook.owner_id, webhook)
    if game_id == webhook.owner_id:
        return delivery
    return replace(delivery, revision=_stored_delivery(webhooks, game_id, webhook).revision)


def _stored_delivery(webhooks: WebhookStore, owner_id: str, webhook: Subscription) -> Delivery:
    document = webhooks.delivery(owner_id, webhook.id)
    return Delivery() if document is None else msgspec.json.decode(document, type=Delivery)


def keep_delivery(webhooks: WebhookStore, game_id: str, webhook: Subscription, delivery: Delivery) -> None:
    """Store the state of a webhook's deliveries for a game."""
    for owner_id in dict.fromkeys((game_id, webhook.owner_id)):
        webhooks.keep_delivery(owner_id, webhook.id, msgspec.json.encode(delivery).decode())


class ChangedGame(Answer, kw_only=True):
    """Public facts about the game that has changed."""

    game_id: Annotated[str, Meta(description="The game's id.")]
    version: Annotated[Positive, Meta(description="The latest version. Several changes may be delivered as one.")]
    status: Annotated[GameStatus, Meta(description="The game's status.")]
    to_act: Annotated[list[SeatNumber], Meta(description="Seats that may answer now.")]


class GameChanged(Answer, kw_only=True):
    """Notification that a game has changed. It contains no cards: fetch the game to see what your seat may know."""

    type: Annotated[Literal["game.changed"], Meta(description="Always `game.changed`.")]
    timestamp: Annotated[Timestamp, Meta(description="When the notification was sent.")]
    data: Annotated[ChangedGame, Meta(description="The game.")]


def message(game: Game) -> GameChanged:
    """The body of a delivery. It contains only what a spectator may know."""
    data = ChangedGame(
        game_id=game.id, version=game.version, status=cast(GameStatus, game.status), to_act=seats_to_act(game)
    )
    return GameChanged(type="game.changed", timestamp=time_text(now_ms()), data=data)
