"""OpenTelemetry traces of requests: an extra (``pip install faceoff[otel]``), enabled by ``FACEOFF_TRACING``.

Destination and sampling are set with OpenTelemetry's own variables, such as ``OTEL_EXPORTER_OTLP_ENDPOINT`` and
``OTEL_TRACES_SAMPLER``. A span has the route, the status and the request id; no body, no query and no header.
"""

from typing import Any, Final

from flask import Flask

from service.config import SettingsError

UNTRACED: Final = "health/.*,metrics"
QUERY_ATTRIBUTES: Final = ("http.target", "http.url", "url.full", "url.query")


def start_tracing(app: Flask, exporter: Any = None) -> None:
    """Trace the requests of ``app``; raises SettingsError if the extra is not installed."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.instrumentation.flask import FlaskInstrumentor
        from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise SettingsError(
            f"FACEOFF_TRACING: the package {error.name} is missing; pip install 'faceoff[otel]'"
        ) from error
    resource = Resource({SERVICE_NAME: "faceoff"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter()))
    FlaskInstrumentor().instrument_app(  # type: ignore[no-untyped-call]
        app, tracer_provider=provider, excluded_urls=UNTRACED, response_hook=_complete_span
    )
    app.extensions["tracing"] = provider


def _complete_span(span: Any, status: str, headers: list[tuple[str, str]]) -> None:
    """Add the request id, and drop the query, which may have a ticket: its attributes are set after the hook for
    requests.
    """
    span.set_attribute("faceoff.request_id", dict(headers).get("X-Request-Id", ""))
    for name in QUERY_ATTRIBUTES:
        if name in (span.attributes or {}):
            span.set_attribute(name, "" if name == "url.query" else str(span.attributes[name]).partition("?")[0])
