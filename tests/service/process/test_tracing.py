"""OpenTelemetry, which is an extra: a span for a request, and nothing where it is not asked for."""

import sys

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from service.app import create_app
from service.config import Settings, SettingsError
from service.process.telemetry import start_tracing


@pytest.fixture
def spans(app):
    """The spans of what ``app`` has answered."""
    exporter = InMemorySpanExporter()
    start_tracing(app, exporter)
    yield lambda: app.extensions["tracing"].force_flush() and exporter.get_finished_spans()
    app.extensions["tracing"].shutdown()


def test_a_request_is_traced_by_its_route_with_its_id_and_without_its_token(app, spans):
    app.test_client().get("/v1/games/g_none", headers={"X-Request-Id": "ask-7", "Authorization": "Bearer secret"})
    (span,) = spans()
    assert (span.name, span.attributes["faceoff.request_id"]) == ("GET /v1/games/<game_id>", "ask-7")
    assert "secret" not in span.to_json()
    assert span.resource.attributes["service.name"] == "faceoff"


@pytest.mark.parametrize("conventions", ["", "http", "http/dup"])
def test_a_ticket_is_not_traced(app, conventions, monkeypatch):
    from opentelemetry.instrumentation._semconv import _OpenTelemetrySemanticConventionStability as Conventions

    monkeypatch.setenv("OTEL_SEMCONV_STABILITY_OPT_IN", conventions)
    monkeypatch.setattr(Conventions, "_initialized", False)
    exporter = InMemorySpanExporter()
    start_tracing(app, exporter)
    app.test_client().get("/v1/games/g_none/stream?after=0&ticket=t_secret")
    app.extensions["tracing"].force_flush()
    (span,) = exporter.get_finished_spans()
    app.extensions["tracing"].shutdown()
    assert "/v1/games/g_none/stream" in span.to_json()
    assert "t_secret" not in span.to_json()


def test_probes_are_not_traced(app, spans):
    for path in ("/health/live", "/health/ready"):
        app.test_client().get(path)
    assert spans() == ()


def test_nothing_is_traced_unless_it_is_asked_for(app):
    assert "tracing" not in app.extensions


def test_without_the_extra_the_setting_is_refused_and_says_what_to_install(redis_server, monkeypatch):
    monkeypatch.setitem(sys.modules, "opentelemetry.instrumentation.flask", None)
    with pytest.raises(SettingsError, match=r"FACEOFF_TRACING: .* pip install 'faceoff\[otel\]'"):
        create_app(Settings(redis_url=redis_server.url, background=False, tracing=True))
