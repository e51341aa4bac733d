"""/v1/webhooks: addresses that are told when a game changes."""

from typing import Any

from flask import Response, jsonify
from marshmallow import RAISE

from service.api.auth import bearer_token, key_holder, need_token
from service.api.openapi.problem_docs import ANY, BODY, KEYED, LOOKING, with_problems
from service.api.parsing import Blueprint
from service.api.requests import WebhookRequest, WebhooksQuery
from service.api.services import services
from service.model.problem import Problem
from service.store.api_keys import is_key_id
from service.webhooks import subscriptions

blueprint = Blueprint("webhooks", __name__, url_prefix="/v1/webhooks", description="Be told when a game changes.")


MINE = ("auth/missing", *LOOKING, *KEYED)


@blueprint.post("")
@blueprint.arguments(WebhookRequest)
@blueprint.response(201, "CreatedWebhook")
@with_problems(blueprint, *ANY, *BODY, *MINE, "webhook/invalid_url", "webhook/target_refused", "webhook/too_many")
def create_webhook(body: dict[str, Any]) -> Response:
    """Have an address told whenever a game changes.

    Send a token of the game: the webhook belongs to it, and lives as long as the game. Without `game_id` send an API key: the address
    is told of all games that are made with it, and their rematches. What is delivered shows no cards. Keep the secret, with which the
    signatures are verified: it is not shown again.
    """
    store = services().store.webhooks
    made = subscriptions.create_webhook(store, _owner(body.get("game_id")), body["url"], services().settings.private_webhooks)
    response = jsonify(subscriptions.webhook_view(store, made) | {"secret": made.secret})
    response.status_code = 201
    return response


@blueprint.get("")
@blueprint.arguments(WebhooksQuery, location="query", unknown=RAISE)
@blueprint.response(200, "WebhookList")
@with_problems(blueprint, *ANY, *MINE, "request/invalid")
def list_webhooks(query: dict[str, Any]) -> Response:
    """List the webhooks that your token has made in a game, or without `game_id` those of your API key.

    `status` says how the last deliveries went. The secrets are not shown again.
    """
    store = services().store.webhooks
    found = subscriptions.list_webhooks(store, _owner(query.get("game_id")))
    return jsonify({"webhooks": [subscriptions.webhook_view(store, webhook) for webhook in found]})


@blueprint.delete("/<webhook_id>")
@blueprint.response(204)
@with_problems(blueprint, *ANY, *MINE, "webhook/not_found")
def delete_webhook(webhook_id: str) -> Response:
    """Have an address told no more.

    A notice that is on its way may still come.
    """
    owner_id = subscriptions.owner_id_of(webhook_id)
    try:
        owner = _owner(None if is_key_id(owner_id) else owner_id)
    except Problem as problem:
        raise subscriptions.not_found(webhook_id) if problem.code == "game/not_found" else problem from None
    subscriptions.delete_webhook(services().store.webhooks, owner, webhook_id)
    return Response(status=204)


def _owner(game_id: str | None) -> subscriptions.Owner:
    """Whoever sends the request, in the game, or as the holder of an API key where none is named; raises Problem for nobody."""
    if game_id is None:
        return subscriptions.key_holder(key_holder().id)
    need_token()
    return subscriptions.game_member(services().games.load(game_id), bearer_token())
