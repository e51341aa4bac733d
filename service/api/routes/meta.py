"""Health and version."""

from flask import Response

from engines import is_compiled
from service.api.answers import Health, Readiness, Version
from service.api.responses import json_response
from service.api.routing import Routes, answers, no_query, problems
from service.api.services import services
from service.version import VERSION

blueprint = Routes("service", "Health and version.")
NAME = "Faceoff"


@blueprint.get("/health/live")
@no_query
@answers(200, Health)
@problems("request/invalid")
def live() -> Response:
    """Check that the process runs.

    For liveness probes. Does not use the store.
    """
    return json_response(Health(status="ok"))


@blueprint.get("/health/ready")
@no_query
@answers(200, Readiness)
@problems("store/unavailable", "request/invalid")
def ready() -> Response:
    """Check that the process can serve requests.

    For readiness probes and load balancers. Fails if the store does not respond, or if it is a replica that refuses
    writes. A store that is full does not fail it: running games can be read, and mostly go on.
    """
    services().store.ping()
    return json_response(Readiness(status="ok", store=services().store.space_level()))


@blueprint.get("/version")
@no_query
@answers(200, Version)
@problems("request/invalid")
def get_version() -> Response:
    """Get the version of the service.

    Returns the versions of the service and of the API, and whether rules and search run compiled.
    """
    return json_response(Version(name=NAME, version=VERSION, api="v1", compiled=is_compiled()))
