"""OpenTelemetry traces of requests: an extra (``pip install faceoff[otel]``), enabled by ``FACEOFF_TRACING``.

Destination and sampling are set with OpenTelemetry's own variables, such as ``OTEL_EXPORTER_OTLP_ENDPOINT`` and ``OTEL_TRACES_SAMPLER``.
A span has the route, the status and the request id; no body and no header.
"""

from typing import Any, Final

from flask import Flask

from service.config import SettingsError

UNTRACED: Final = "health/.*,metrics"


def start_tracing(app: Flask, exporter: Any = None) -> None:
    """Trace the requests of ``app``; raises SettingsError if the extra is not installed."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.instrumentation.flask import FlaskInstrumentor
        from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise SettingsError(f"FACEOFF_TRACING: the package {error.name} is missing; pip install 'faceoff[otel]'") from error
    resource = Resource({SERVICE_NAME: "faceoff"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter()))
    FlaskInstrumentor().instrument_app(  # type: ignore[no-untyped-call]
        app, tracer_provider=provider, excluded_urls=UNTRACED, response_hook=_name_request
    )
    app.extensions["tracing"] = provider


def _name_request(span: Any, status: str, headers: list[tuple[str, str]]) -> None:
    span.set_attribute("faceoff.request_id", dict(headers).get("X-Request-Id", ""))
