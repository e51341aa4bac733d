"""Health and version."""

from engines import is_compiled
from service.api.answers import Health, Readiness, Version
from service.api.operation import Call, Routes
from service.api.requests import NoQuery
from service.version import VERSION

routes = Routes("service", "Health and version.")
NAME = "Faceoff"


@routes.get("/health/live", query=NoQuery, answers={200: Health}, uses_store=False)
def live(call: Call) -> Health:
    """Check that the process runs.

    For liveness probes. Does not use the store.
    """
    return Health(status="ok")


@routes.get("/health/ready", query=NoQuery, answers={200: Readiness})
def ready(call: Call) -> Readiness:
    """Check that the process can serve requests.

    For readiness probes and load balancers. Fails if the store does not respond, or if it is a replica that refuses
    writes. A store that is full does not fail it: running games can be read, and mostly go on.
    """
    call.store.ping()
    return Readiness(status="ok", store=call.store.space_level())


@routes.get("/version", query=NoQuery, answers={200: Version}, uses_store=False)
def get_version(call: Call) -> Version:
    """Get the version of the service.

    Returns the versions of the service and of the API, and whether rules and search run compiled.
    """
    return Version(name=NAME, version=VERSION, api="v1", compiled=is_compiled())
