"""GET /metrics, for Prometheus. Not for players: the time a computer needed could reveal something about its cards."""

import hmac

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from service.api.auth import bearer_token, is_on_this_machine
from service.api.services import services
from service.model.problem import Problem
from service.telemetry.metrics import all_metrics

blueprint = Blueprint("metrics", __name__)


@blueprint.get("/metrics")
def get_metrics() -> Response:
    """What this machine, or this pod, has counted and timed, and the queues as they are now."""
    require_operator(services().settings.metrics_token)
    text = generate_latest(all_metrics()) + generate_latest(services().queue_metrics)
    return Response(text, content_type=CONTENT_TYPE_LATEST)


def require_operator(token: str) -> None:
    """Let the holder of the token pass; where none is set, callers on this machine that no proxy speaks for."""
    if not token:
        if not is_on_this_machine():
            detail = (
                "Without FACEOFF_METRICS_TOKEN only callers on the same machine are answered, at its address or "
                "localhost; set one."
            )
            raise Problem("metrics/forbidden", detail)
        return
    given = bearer_token()
    if given is None:
        raise Problem("auth/missing", "Send the token of FACEOFF_METRICS_TOKEN as Authorization: Bearer <token>.")
    if not hmac.compare_digest(given.encode(), token.encode()):
        raise Problem("auth/unknown_token", "This is not the token of FACEOFF_METRICS_TOKEN.")
