"""/v1/webhooks: addresses that are told when a game changes."""

from typing import Any

from flask import Response, jsonify
from marshmallow import RAISE

from service.api.auth import bearer_token, key_holder, need_token
from service.api.openapi.problem_docs import ANY, BODY, KEYED, LOOKING, with_problems
from service.api.parsing import Blueprint
from service.api.requests import WebhookRequest, WebhooksQuery
from service.api.services import parts
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
    store = parts().store
    made = subscriptions.create_webhook(store, _maker(body.get("game_id")), body["url"], parts().settings.private_webhooks)
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
    store = parts().store
    found = subscriptions.list_webhooks(store, _maker(query.get("game_id")))
    return jsonify({"webhooks": [subscriptions.webhook_view(store, webhook) for webhook in found]})


@blueprint.delete("/<webhook_id>")
@blueprint.response(204)
@with_problems(blueprint, *ANY, *MINE, "webhook/not_found")
def delete_webhook(webhook_id: str) -> Response:
    """Have an address told no more.

    A notice that is on its way may still come.
    """
    owner = subscriptions.owner_of(webhook_id)
    try:
        maker = _maker(None if is_key_id(owner) else owner)
    except Problem as problem:
        raise subscriptions.not_found(webhook_id) if problem.code == "game/not_found" else problem from None
    subscriptions.delete_webhook(parts().store, maker, webhook_id)
    return Response(status=204)


def _maker(game_id: str | None) -> subscriptions.Maker:
    """Whoever sends the request, in the game, or as the holder of an API key where none is named; raises Problem for nobody."""
    if game_id is None:
        return subscriptions.holder_of(key_holder().id)
    need_token()
    return subscriptions.somebody_in(parts().store.load(game_id), bearer_token())
