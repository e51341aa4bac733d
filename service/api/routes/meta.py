"""Addresses without /v1: contract, docs page, problem pages, health, version."""

import html
from importlib.metadata import PackageNotFoundError, version

from flask import Blueprint as FlaskBlueprint, Response, current_app, jsonify, redirect, send_from_directory
from flask.typing import ResponseReturnValue
from marshmallow import RAISE

import engines.hockey.rules
from service.api.openapi.document import contract_yaml
from service.api.openapi.problem_docs import with_problems
from service.api.parsing import Blueprint
from service.api.problems import PROBLEMS
from service.api.requests import Health, NoQuery, Version
from service.api.responses import lasting
from service.api.services import parts

blueprint = Blueprint("service", __name__, description="Health and version.")


pages = FlaskBlueprint("pages", __name__)


NAME = "Faceoff"


@blueprint.get("/health/live")
@blueprint.arguments(NoQuery, location="query", unknown=RAISE, as_kwargs=True)
@blueprint.response(200, Health)
@with_problems(blueprint, "request/invalid")
def live() -> dict[str, str]:
    """Tell that this process runs.

    For liveness probes: it asks nothing of the store.
    """
    return {"status": "ok"}


@blueprint.get("/health/ready")
@blueprint.arguments(NoQuery, location="query", unknown=RAISE, as_kwargs=True)
@blueprint.response(200, Health)
@with_problems(blueprint, "store/unavailable", "request/invalid")
def ready() -> dict[str, str]:
    """Tell that this process can serve: its store answers.

    For readiness probes and load balancers.
    """
    parts().store.ping()
    return {"status": "ok"}


@blueprint.get("/version")
@blueprint.arguments(NoQuery, location="query", unknown=RAISE, as_kwargs=True)
@blueprint.response(200, Version)
@with_problems(blueprint, "request/invalid")
def get_version() -> dict[str, object]:
    """Tell what runs here.

    The version of the service, that of the API, and whether rules and search run compiled.
    """
    return {"name": NAME, "version": package_version(), "api": "v1", "compiled": is_compiled()}


def package_version() -> str:
    """The version of the installed package, ``0`` when run from a bare tree."""
    try:
        return version("faceoff")
    except PackageNotFoundError:
        return "0"


def is_compiled() -> bool:
    """Whether rules and search run compiled."""
    return not engines.hockey.rules.__file__.endswith(".py")


@pages.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The contract."""
    return lasting(Response(contract_yaml(current_app._get_current_object(), parts().settings), content_type="application/yaml"))  # type: ignore[attr-defined]


@pages.get("/")
def home() -> ResponseReturnValue:
    """Whoever comes with a browser finds the reference."""
    return redirect("/docs")


@pages.get("/docs")
def docs() -> Response:
    """The API reference page; everything it loads is served from here."""
    return send_from_directory(current_app.root_path + "/web", "docs.html")


@pages.get("/web/<path:name>")
def web_file(name: str) -> Response:
    """A static file."""
    return send_from_directory(current_app.root_path + "/web", name)


@pages.get("/problems/<path:code>")
def problem_page(code: str) -> Response:
    """What a problem code means."""
    if code not in PROBLEMS:
        return Response(f"There is no problem {html.escape(code)}.\n", status=404, content_type="text/plain; charset=utf-8")
    status, title = PROBLEMS[code]
    return jsonify({"code": code, "status": status, "title": title})
