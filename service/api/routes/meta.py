"""Addresses without /v1: contract, docs page, rules, problem pages, health, version."""

import html
from typing import Final

from flask import Blueprint, Response, current_app, jsonify, request, send_from_directory
from flask.typing import ResponseReturnValue

import engines.hockey.rules
from engines import VARIANTS
from service.api.answers import Health, Version
from service.api.problems import PROBLEMS
from service.api.responses import json_response, lasting
from service.api.routing import Routes, answers, no_query, problems
from service.api.services import services
from service.model.problem import Problem
from service.version import VERSION

blueprint = Routes("service", "Health and version.")
pages = Blueprint("pages", __name__)
ONLY_OURS: Final = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""What the web client may load: files of this service, and nothing inline."""
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
@answers(200, Health)
@problems("store/unavailable", "request/invalid")
def ready() -> Response:
    """Check that the process can serve requests.

    For readiness probes and load balancers. Fails if the store does not respond.
    """
    services().store.ping()
    return json_response(Health(status="ok"))


@blueprint.get("/version")
@no_query
@answers(200, Version)
@problems("request/invalid")
def get_version() -> Response:
    """Get the version of the service.

    Returns the versions of the service and of the API, and whether rules and search run compiled.
    """
    return json_response(Version(name=NAME, version=VERSION, api="v1", compiled=is_compiled()))


def is_compiled() -> bool:
    """Whether rules and search run compiled."""
    return not engines.hockey.rules.__file__.endswith(".py")


@pages.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The contract; its code is loaded when it is first asked for."""
    from service.api.openapi.document import contract_yaml

    return lasting(Response(contract_yaml(current_app._get_current_object(), services().settings), content_type="application/yaml"))  # type: ignore[attr-defined]


@pages.get("/")
def home() -> ResponseReturnValue:
    """The table to play at: a client of the public API. It may load from and call this service alone."""
    page = send_from_directory(current_app.root_path + "/web/client", "index.html")
    page.headers["Content-Security-Policy"] = ONLY_OURS
    return page


@pages.get("/client/<path:name>")
def client_file(name: str) -> Response:
    """A file of the web client."""
    return send_from_directory(current_app.root_path + "/web/client", name)


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


@pages.get("/rules/<name>", defaults={"folder": "rules"})
@pages.get("/rules/players/<name>", defaults={"folder": "rules/players"})
def rules_page(folder: str, name: str) -> Response:
    """A rules document, exact or for players: HTML, or Markdown for those who ask for it, by ``Accept`` or with ``.md`` behind the name."""
    from service.api import rules_pages

    key = name.removesuffix(".md").replace("-", "_")
    if key not in VARIANTS:
        raise Problem("variant/not_found", f"{key[:40]!r} is not a variant; known are {', '.join(VARIANTS)}")
    offered = ("text/html", "text/markdown")
    if name.endswith(".md") or request.accept_mimetypes.best_match(offered) == "text/markdown":
        response = Response(rules_pages.markdown(folder, key), content_type="text/markdown; charset=utf-8")
    else:
        response = Response(rules_pages.page(folder, key), content_type="text/html; charset=utf-8")
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'self'; img-src data:"
    response.vary.add("Accept")
    return lasting(response)
