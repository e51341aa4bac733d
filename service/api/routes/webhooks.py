"""/v1/webhooks: URLs that are notified when a game changes."""

from typing import Any

from flask import Response

from service.api.answers import WebhookList
from service.api.auth import bearer_token, key_holder, need_token
from service.api.requests import WebhookRequest, WebhooksQuery
from service.api.responses import json_response
from service.api.routing import ADDING, ANY, BODY, KEYED, LOOKING, Routes, answers, body, problems, query
from service.api.services import services
from service.model.problem import Problem
from service.store.api_keys import is_key_id
from service.store.webhooks import owner_id_of
from service.webhooks import subscriptions
from service.webhooks.safe_http import reach_of
from service.webhooks.subscriptions import CreatedWebhook, created_view, webhook_view

blueprint = Routes("webhooks", "Get notified when a game changes.", "/v1/webhooks")
MINE = ("auth/missing", *LOOKING, *KEYED)


@blueprint.post("")
@body(WebhookRequest)
@answers(201, CreatedWebhook)
@problems(*ADDING, *BODY, *MINE, "webhook/invalid_url", "webhook/target_refused", "webhook/too_many")
def create_webhook(body: dict[str, Any]) -> Response:
    """Create a webhook.

    The service notifies the URL whenever the game changes. Send a token of the game; the webhook belongs to the token
    and ends when that is renewed, or with the game. Without `game_id` send an API key: the webhook is for all games
    created with the key and their rematches. Notifications contain no cards. Keep the secret, which verifies the
    signatures: it is not shown again.
    """
    store = services().store
    made = subscriptions.create_webhook(store, _owner(body.get("game_id")), body["url"], reach_of(services().settings))
    return json_response(created_view(store.webhooks, made), 201)


@blueprint.get("")
@query(WebhooksQuery)
@answers(200, WebhookList)
@problems(*ANY, *MINE, "request/invalid")
def list_webhooks(query: dict[str, Any]) -> Response:
    """List webhooks.

    Returns the webhooks that your token has created in a game, or without `game_id` those of your API key. The secrets
    are not shown.
    """
    store = services().store.webhooks
    found = subscriptions.list_webhooks(store, _owner(query.get("game_id")))
    return json_response(WebhookList(webhooks=[webhook_view(store, webhook) for webhook in found]))


@blueprint.delete("/<webhook_id>")
@answers(204, description="Deleted.")
@problems(*ANY, *MINE, "webhook/not_found")
def delete_webhook(webhook_id: str) -> Response:
    """Delete a webhook.

    A notification that is being sent may still arrive.
    """
    owner_id = owner_id_of(webhook_id)
    try:
        owner = _owner(None if is_key_id(owner_id) else owner_id)
    except Problem as problem:
        raise subscriptions.not_found(webhook_id) if problem.code == "game/not_found" else problem from None
    subscriptions.delete_webhook(services().store.webhooks, owner, webhook_id)
    return Response(status=204)


def _owner(game_id: str | None) -> subscriptions.Owner:
    """The sender of the request: in the game, or without one the holder of the API key. Raises Problem for neither."""
    if game_id is None:
        return subscriptions.Owner(key_holder().id)
    need_token()
    return subscriptions.game_member(services().games.load(game_id), bearer_token())
