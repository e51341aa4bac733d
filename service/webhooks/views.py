"""Webhooks as their owners see them, and the messages that are delivered."""

from typing import Annotated, Literal, cast

from msgspec import Meta

from service.games.views import GameStatus
from service.model.answer import Answer, Count, Positive, SeatNumber, Timestamp, extend
from service.model.game import Game, seats_to_act
from service.model.revision import version_of
from service.model.timestamps import now_ms, time_text
from service.store.webhooks import WebhookStore
from service.webhooks import subscriptions


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


def webhook_view(webhooks: WebhookStore, webhook: subscriptions.Webhook) -> Webhook:
    """A webhook as its owner sees it, without the secret."""
    delivery = subscriptions.delivery_state(webhooks, webhook.owner_id, webhook)
    return Webhook(
        id=webhook.id,
        game_id=webhook.game_id,
        url=webhook.url,
        created_at=webhook.created_at,
        status="given_up" if delivery.given_up else "failing" if delivery.failures else "active",
        delivered_version=None if webhook.game_id is None else version_of(delivery.revision),
    )


def created_view(webhooks: WebhookStore, webhook: subscriptions.Webhook) -> CreatedWebhook:
    """A new webhook, with the secret."""
    return extend(CreatedWebhook, webhook_view(webhooks, webhook), secret=webhook.secret)


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
