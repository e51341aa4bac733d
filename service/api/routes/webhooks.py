"""/v1/webhooks: URLs that are notified when a game changes."""

from service.api.answers import WebhookList
from service.api.auth import bearer_token, key_holder, need_token
from service.api.operation import KEYED, MEMBER, Call, Needs, Reply, Routes
from service.api.requests import WebhookRequest, WebhooksQuery
from service.model.answer import extend
from service.model.problem import Problem
from service.store.api_keys import is_key_id
from service.store.webhooks import owner_id_of
from service.webhooks import subscriptions
from service.webhooks.safe_http import reach_of
from service.webhooks.subscriptions import CreatedWebhook, webhook_view

routes = Routes("webhooks", "Get notified when a game changes.", "/v1/webhooks", ("bots",))
MEMBER_OR_KEY = Needs((*MEMBER.codes, *KEYED))


@routes.post(
    "",
    needs=MEMBER_OR_KEY,
    body=WebhookRequest,
    answers={201: CreatedWebhook},
    refuses=("store/full", "webhook/invalid_url", "webhook/target_refused", "webhook/too_many"),
)
def create_webhook(call: Call) -> CreatedWebhook:
    """Create a webhook.

    The service notifies the URL whenever the game changes. Send a token of the game; the webhook belongs to the token
    and ends when that is renewed, or with the game. Without `game_id` send an API key: the webhook is for all games
    created with the key and their rematches. Notifications contain no cards. Keep the secret, which verifies the
    signatures: it is not shown again.
    """
    owner, url = _owner(call, call.body.get("game_id")), call.body["url"]
    made = subscriptions.create_webhook(call.store, owner, url, reach_of(call.settings))
    return extend(CreatedWebhook, webhook_view(call.store.webhooks, made), secret=made.secret)


@routes.get("", needs=MEMBER_OR_KEY, query=WebhooksQuery, answers={200: WebhookList})
def list_webhooks(call: Call) -> WebhookList:
    """List webhooks.

    Returns the webhooks that your token has created in a game, or without `game_id` those of your API key. The secrets
    are not shown.
    """
    store = call.store.webhooks
    found = subscriptions.list_webhooks(store, _owner(call, call.query.get("game_id")))
    return WebhookList(webhooks=[webhook_view(store, webhook) for webhook in found])


@routes.delete(
    "/<webhook_id>", needs=MEMBER_OR_KEY, answers={204: Reply(description="Deleted.")}, refuses=("webhook/not_found",)
)
def delete_webhook(call: Call, webhook_id: str) -> None:
    """Delete a webhook.

    A notification that is being sent may still arrive.
    """
    owner_id = owner_id_of(webhook_id)
    try:
        owner = _owner(call, None if is_key_id(owner_id) else owner_id)
    except Problem as problem:
        raise subscriptions.not_found(webhook_id) if problem.code == "game/not_found" else problem from None
    subscriptions.delete_webhook(call.store.webhooks, owner, webhook_id)


def _owner(call: Call, game_id: str | None) -> subscriptions.Owner:
    """The sender of the request: in the game, or without one the holder of the API key. Raises Problem for neither."""
    if game_id is None:
        return subscriptions.Owner(key_holder().id)
    need_token()
    return subscriptions.game_member(call.games.load(game_id), bearer_token())
