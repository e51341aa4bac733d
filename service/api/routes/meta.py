"""Health, version and metrics."""

import hmac

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from engines import is_compiled
from service.api.answers import Health, Readiness, Version
from service.api.auth import bearer_token, is_on_this_machine
from service.api.context import services
from service.api.operation import Call, Routes
from service.model.problem import Problem
from service.telemetry.metrics import all_metrics
from service.version import VERSION

routes = Routes("service", "Health and version.", parts=("operator",))
metrics = Blueprint("metrics", __name__)
NAME = "Faceoff"


@routes.get("/health/live", answers={200: Health}, uses_store=False)
def live(call: Call) -> Health:
    """Check that the process runs.

    For liveness probes. Does not use the store.
    """
    return Health(status="ok")


@routes.get("/health/ready", answers={200: Readiness})
def ready(call: Call) -> Readiness:
    """Check that the process can serve requests.

    For readiness probes and load balancers. Fails if the store does not respond, or if it is a replica that refuses
    writes. A store that is full does not fail it: running games can be read, and mostly go on.
    """
    call.store.ping()
    return Readiness(status="ok", store=call.store.space.state().level)


@routes.get("/version", answers={200: Version}, uses_store=False)
def get_version(call: Call) -> Version:
    """Get the version of the service.

    Returns the versions of the service and of the API, and whether rules and search run compiled.
    """
    return Version(name=NAME, version=VERSION, api="v1", compiled=is_compiled())


@metrics.get("/metrics")
def get_metrics() -> Response:
    """For Prometheus: what this machine, or this pod, has counted and timed, and the queues as they are now.

    Not for players: the time a computer needed could reveal something about its cards.
    """
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
