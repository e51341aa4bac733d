"""/v1/webhooks: addresses that are told when a game changes."""

from typing import Any

from flask import Response, jsonify
from marshmallow import RAISE

from service import webhooks
from service.contract import with_problems
from service.reading import Blueprint
from service.routes.common import bearer_token, parts, token_needed
from service.routes.games import ANY, BODY, LOOKING
from service.schemas import WebhookRequest, WebhooksQuery

blueprint = Blueprint("webhooks", __name__, url_prefix="/v1/webhooks", description="Be told when a game changes.")

MINE = ("auth/missing", *LOOKING)


@blueprint.post("")
@token_needed
@blueprint.arguments(WebhookRequest)
@blueprint.response(201, "CreatedWebhook")
@with_problems(blueprint, *ANY, *BODY, *MINE, "webhook/invalid_url", "webhook/target_refused", "webhook/too_many")
def create_webhook(body: dict[str, Any]) -> Response:
    """Have an address told whenever a game changes.

    Send a token of the game: the webhook belongs to it, and lives as long as the game. What is delivered shows no cards. Keep the
    secret, with which the signatures are verified: it is not shown again.
    """
    store = parts().store
    game = store.load(body["game_id"])
    made = webhooks.create_webhook(store, game, bearer_token(), body["url"], parts().settings.private_webhooks)
    response = jsonify(webhooks.webhook_view(store, made) | {"secret": made.secret})
    response.status_code = 201
    return response


@blueprint.get("")
@token_needed
@blueprint.arguments(WebhooksQuery, location="query", unknown=RAISE)
@blueprint.response(200, "WebhookList")
@with_problems(blueprint, *ANY, *MINE, "request/invalid")
def list_webhooks(query: dict[str, Any]) -> Response:
    """List the webhooks that your token has made.

    `status` says how the last deliveries went. The secrets are not shown again.
    """
    store = parts().store
    found = webhooks.list_webhooks(store, store.load(query["game_id"]), bearer_token())
    return jsonify({"webhooks": [webhooks.webhook_view(store, webhook) for webhook in found]})


@blueprint.delete("/<webhook_id>")
@token_needed
@blueprint.response(204)
@with_problems(blueprint, *ANY, "auth/missing", "auth/unknown_token", "auth/foreign_token", "webhook/not_found", "game/not_found")
def delete_webhook(webhook_id: str) -> Response:
    """Have an address told no more.

    A notice that is on its way may still come.
    """
    webhooks.delete_webhook(parts().store, webhook_id, bearer_token())
    return Response(status=204)
